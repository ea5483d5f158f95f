import MomentumModel
import MomentumSQL

/// The triggers that keep derived attributes up to date.
///
/// They call functions that only a connection of Core Data or of Momentum defines. Source:
/// observed; 76 of 81 triggers of real stores byte for byte.
struct DerivedTriggers {
  let index: ModelIndex
  let framework: FrameworkVersion
  /// The columns of each root entity's table.
  let columns: [EntityID: ColumnLayout]

  /// The triggers for a root entity and its sub-entities, sorted by entity number and attribute
  /// name.
  func triggers(of root: EntityID) -> [SQLTrigger] {
    guard framework.hasDerivedTriggers else { return [] }
    return index.family(of: root).flatMap { entity in
      index.storedAttributes(of: entity).flatMap { triggers(of: $0) }
    }
  }

  /// The target of a derived attribute; `nil` for an attribute without a column.
  func target(_ id: AttributeID) -> Target? {
    columns[index.root(of: id.entity)]?.attributeColumns[id].map { column in
      Target(
        table: index.table(of: id.entity), column: column, entity: id.entity,
        attribute: index.model[id].name,
        name: "_\(index.model[id.entity].name)_\(index.model[id].name)_")
    }
  }

  private func triggers(of id: AttributeID) -> [SQLTrigger] {
    guard let expression = index.model[id].derivation, let target = target(id) else { return [] }
    switch Derivation(expression) {
    case .aggregate(.count, let path) where path.count == 1:
      return countTriggers(target, relationship: path[0])
    case .now: return nowTriggers(target)
    case .keyPath(let path) where path.count == 2: return keyPathTriggers(target, path[0], path[1])
    // No store with a trigger for one of these kinds was found, so no trigger is in the file. The
    // texts are computed by triggers of each connection.
    case .aggregate, .keyPath, .text, nil: return []
    }
  }

  /// The derived attribute that a trigger sets.
  struct Target {
    var table: String
    var column: String
    var entity: EntityID
    var attribute: String
    /// The middle of the trigger's name: `_Book_pagesCount_`.
    var name: String
  }

  // MARK: - Statements

  /// The statement that tells Core Data which object changed: `SELECT NSCoreDataDATrigger…('ZBOOK',
  /// Z_ENT, Z_PK, 'pagesCount', ZPAGESCOUNT) FROM ZBOOK WHERE …`.
  private func notice(
    _ target: Target, inserted: Bool, _ condition: SQLFragment
  ) -> SQLFragment {
    let function: SQLFragment =
      inserted
      ? "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"
      : "NSCoreDataDATriggerUpdatedAffectedObjectValue"
    return "SELECT \(sql: function)(\(text: target.table), Z_ENT, Z_PK, "
      + "\(text: target.attribute), \(name: target.column)) "
      + "FROM \(name: target.table) WHERE \(sql: condition)"
  }

  func update(
    _ target: Target, to value: SQLFragment, _ condition: SQLFragment
  ) -> SQLFragment {
    "UPDATE \(name: target.table) SET \(name: target.column) = \(sql: value) "
      + "WHERE \(sql: condition)"
  }

  func trigger(
    _ name: String, _ event: SQLTrigger.Event, on table: String,
    when condition: SQLFragment? = nil, _ body: SQLFragment...
  ) -> SQLTrigger {
    SQLTrigger(name: name, after: event, on: table, when: condition, body: body)
  }

  /// The condition that some frameworks add to a trigger, so that it runs only for rows of the
  /// attribute's entity; `nil` for other frameworks, and if the entity has no sub-entities.
  private func entityTest(_ target: Target, row: SQLFragment) -> SQLFragment? {
    guard framework.restrictsTriggersToEntity, index.hasSubentities(target.entity) else {
      return nil
    }
    let first = index.number(of: target.entity)
    let last = index.lastNumbers[target.entity.index]
    return "\(number: first) <= \(sql: row)Z_ENT AND \(sql: row)Z_ENT <= \(number: last)"
  }

  // MARK: - now()

  private func nowTriggers(_ target: Target) -> [SQLTrigger] {
    let prefix = "Z_DA_\(target.table)\(target.name)"
    let row: SQLFragment = "Z_PK = NEW.Z_PK"
    let set = update(target, to: "NSCoreDataNow()", row)
    return [
      trigger(
        prefix + "INSERT", .insert, on: target.table, when: "(NEW.Z_OPT NOT NULL)", set,
        notice(target, inserted: true, row)),
      trigger(
        prefix + "UPDATE", .update(of: ["Z_OPT"]), on: target.table, set,
        notice(target, inserted: false, row)),
    ]
  }

  // MARK: - rel.@count

  private func countTriggers(_ target: Target, relationship name: String) -> [SQLTrigger] {
    guard case .relationship(let id) = index.model.property(named: name, in: target.entity),
      index.model[id].isToMany, let key = keyColumn(ofToMany: id)
    else { return [] }
    let table = index.table(of: index.model[id].destination)
    let prefix = "Z_DA_\(table)\(target.name)PARAMETER_"
    let column = SQLFragment.name(target.column)
    let restriction = entityTest(target, row: "").map { SQLFragment(" AND \(sql: $0)") } ?? ""
    func step(
      _ suffix: String, _ event: SQLTrigger.Event, _ row: SQLFragment, _ value: SQLFragment
    ) -> SQLTrigger {
      let condition: SQLFragment = "Z_PK = \(sql: row).\(name: key)\(sql: restriction)"
      return trigger(
        prefix + suffix, event, on: table, when: "(\(sql: row).\(name: key) NOT NULL)",
        update(target, to: value, condition), notice(target, inserted: false, condition))
    }
    let row: SQLFragment = "Z_PK = NEW.Z_PK"
    let count: SQLFragment =
      "(SELECT IFNULL(COUNT(\(name: key)), 0) FROM \(name: table) WHERE \(name: key) = NEW.Z_PK)"
    return [
      step("INSERT", .insert, "NEW", "IFNULL(\(sql: column), 0) + 1"),
      step("UPDATE_INCREMENT", .update(of: [key]), "NEW", "\(sql: column) + 1"),
      step("UPDATE_DECREMENT", .update(of: [key]), "OLD", "\(sql: column) - 1"),
      step("DELETE", .delete, "OLD", "\(sql: column) - 1"),
      trigger(
        "Z_DA_\(target.table)\(target.name)SOURCE_INSERT", .insert, on: target.table,
        when: entityTest(target, row: "NEW."), update(target, to: count, row),
        notice(target, inserted: true, row)),
    ]
  }

  /// The column of the destination's table that holds the source's key; `nil` for many-to-many.
  func keyColumn(ofToMany id: RelationshipID) -> String? {
    if let inverse = index.inverse(of: id) {
      return columns[index.root(of: inverse.entity)]?.foreignKeys[inverse]?.column
    }
    return columns[index.root(of: index.model[id].destination)]?.foreignKeys[id]?.column
  }

  // MARK: - rel.attribute

  private func keyPathTriggers(
    _ target: Target, _ relationship: String, _ attribute: String
  ) -> [SQLTrigger] {
    guard case .relationship(let id) = index.model.property(named: relationship, in: target.entity),
      !index.model[id].isToMany,
      let key = columns[index.root(of: id.entity)]?.foreignKeys[id]?.column,
      case .attribute(let source) = index.model.property(
        named: attribute, in: index.model[id].destination),
      let value = columns[index.root(of: source.entity)]?.attributeColumns[source]
    else { return [] }
    let table = index.table(of: index.model[id].destination)
    let near = "Z_DA_\(target.table)\(target.name)SOURCE_"
    let far = "Z_DA_\(table)\(target.name)PARAMETER_"
    let row: SQLFragment = "Z_PK = NEW.Z_PK"
    let users: SQLFragment = "\(name: key) = NEW.Z_PK"
    let read = update(
      target, to: "(SELECT \(name: value) FROM \(name: table) WHERE Z_PK = NEW.\(name: key))",
      row)
    let write = update(target, to: "NEW.\(name: value)", users)
    return [
      trigger(
        near + "INSERT", .insert, on: target.table, read, notice(target, inserted: true, row)),
      trigger(
        near + "UPDATE", .update(of: [key]), on: target.table, read,
        notice(target, inserted: false, row)),
      trigger(far + "INSERT", .insert, on: table, write, notice(target, inserted: true, users)),
      trigger(
        far + "UPDATE", .update(of: [value]), on: table, write,
        notice(target, inserted: false, users)),
    ]
  }
}
