import MomentumModel

/// The triggers that keep derived attributes up to date.
///
/// They call functions that only a connection of Core Data, or ours, has. Source: observed; 76 of
/// 81 triggers of real stores byte for byte.
struct DerivedTriggers {
  let index: ModelIndex
  let framework: FrameworkVersion
  /// By root entity.
  let columns: [EntityID: ColumnLayout]

  /// The triggers of a root entity's family, by entity number and attribute name.
  func triggers(of root: EntityID) -> [StoreTrigger] {
    guard framework.hasDerivedTriggers else { return [] }
    return index.family(of: root).flatMap { entity in
      index.storedAttributes(of: entity).flatMap { triggers(of: $0) }
    }
  }

  private func triggers(of id: AttributeID) -> [StoreTrigger] {
    guard let expression = index.model[id].derivation,
      let column = columns[index.root(of: id.entity)]?.attributeColumns[id]
    else { return [] }
    let target = Target(
      table: index.table(of: id.entity), column: column, entity: id.entity,
      attribute: index.model[id].name,
      name: "_\(index.model[id.entity].name)_\(index.model[id].name)_")
    switch Derivation(expression) {
    case .aggregate(.count, let path) where path.count == 1:
      return countTriggers(target, relationship: path[0])
    case .now: return nowTriggers(target)
    case .keyPath(let path) where path.count == 2: return keyPathTriggers(target, path[0], path[1])
    // No store with a trigger for another kind was found, so none is made.
    case .aggregate, .keyPath, .text, nil: return []
    }
  }

  /// The attribute that a trigger writes.
  private struct Target {
    var table: String
    var column: String
    var entity: EntityID
    var attribute: String
    /// The middle of the trigger's name: `_Book_pagesCount_`.
    var name: String
  }

  // MARK: - Statements

  /// Tells Core Data which object changed.
  private func notice(_ target: Target, inserted: Bool, _ condition: String) -> String {
    let function = "NSCoreDataDATrigger\(inserted ? "Insert" : "")UpdatedAffectedObjectValue"
    return "SELECT \(function)(\(SQLName.literal(target.table)), Z_ENT, Z_PK, "
      + "\(SQLName.literal(target.attribute)), \(quoted(target.column))) "
      + "FROM \(quoted(target.table)) WHERE \(condition)"
  }

  private func update(_ target: Target, to value: String, _ condition: String) -> String {
    "UPDATE \(quoted(target.table)) SET \(quoted(target.column)) = \(value) WHERE \(condition)"
  }

  private func trigger(
    _ name: String, _ event: String, on table: String, when condition: String? = nil,
    _ body: String...
  ) -> StoreTrigger {
    let test = condition.map { " WHEN \($0)" } ?? ""
    return StoreTrigger(
      name: name,
      sql: "CREATE TRIGGER \(quoted(name)) AFTER \(event) ON \(quoted(table)) FOR EACH ROW\(test) "
        + "BEGIN \(body.joined(separator: "; ")); END")
  }

  func quoted(_ name: String) -> String { SQLName.quoted(name) }

  /// The condition by which an early form restricts the trigger to rows of the attribute's entity.
  private func entityTest(_ target: Target, row: String) -> String? {
    guard framework.restrictsTriggersToEntity, index.hasSubentities(target.entity) else {
      return nil
    }
    let first = index.number(of: target.entity)
    let last = index.lastNumbers[target.entity.index]
    return "\(first) <= \(row)Z_ENT AND \(row)Z_ENT <= \(last)"
  }

  // MARK: - now()

  private func nowTriggers(_ target: Target) -> [StoreTrigger] {
    let prefix = "Z_DA_\(target.table)\(target.name)"
    let row = "Z_PK = NEW.Z_PK"
    let set = update(target, to: "NSCoreDataNow()", row)
    return [
      trigger(
        prefix + "INSERT", "INSERT", on: target.table, when: "(NEW.Z_OPT NOT NULL)", set,
        notice(target, inserted: true, row)),
      trigger(
        prefix + "UPDATE", "UPDATE OF Z_OPT", on: target.table, set,
        notice(target, inserted: false, row)),
    ]
  }

  // MARK: - rel.@count

  private func countTriggers(_ target: Target, relationship name: String) -> [StoreTrigger] {
    guard case .relationship(let id) = index.model.property(named: name, in: target.entity),
      index.model[id].isToMany, let key = keyColumn(ofToMany: id)
    else { return [] }
    let table = index.table(of: index.model[id].destination)
    let prefix = "Z_DA_\(table)\(target.name)PARAMETER_"
    let column = quoted(target.column)
    let restriction = entityTest(target, row: "").map { " AND \($0)" } ?? ""
    func step(_ suffix: String, _ event: String, _ row: String, _ value: String) -> StoreTrigger {
      let condition = "Z_PK = \(row).\(quoted(key))\(restriction)"
      return trigger(
        prefix + suffix, event, on: table, when: "(\(row).\(quoted(key)) NOT NULL)",
        update(target, to: value, condition), notice(target, inserted: false, condition))
    }
    let row = "Z_PK = NEW.Z_PK"
    let count =
      "(SELECT IFNULL(COUNT(\(quoted(key))), 0) FROM \(quoted(table)) WHERE \(quoted(key)) = NEW.Z_PK)"
    return [
      step("INSERT", "INSERT", "NEW", "IFNULL(\(column), 0) + 1"),
      step("UPDATE_INCREMENT", "UPDATE OF \(quoted(key))", "NEW", "\(column) + 1"),
      step("UPDATE_DECREMENT", "UPDATE OF \(quoted(key))", "OLD", "\(column) - 1"),
      step("DELETE", "DELETE", "OLD", "\(column) - 1"),
      trigger(
        "Z_DA_\(target.table)\(target.name)SOURCE_INSERT", "INSERT", on: target.table,
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
  ) -> [StoreTrigger] {
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
    let row = "Z_PK = NEW.Z_PK"
    let users = "\(quoted(key)) = NEW.Z_PK"
    let read = update(
      target, to: "(SELECT \(quoted(value)) FROM \(quoted(table)) WHERE Z_PK = NEW.\(quoted(key)))",
      row)
    let write = update(target, to: "NEW.\(quoted(value))", users)
    return [
      trigger(
        near + "INSERT", "INSERT", on: target.table, read, notice(target, inserted: true, row)),
      trigger(
        near + "UPDATE", "UPDATE OF \(quoted(key))", on: target.table, read,
        notice(target, inserted: false, row)),
      trigger(far + "INSERT", "INSERT", on: table, write, notice(target, inserted: true, users)),
      trigger(
        far + "UPDATE", "UPDATE OF \(quoted(value))", on: table, write,
        notice(target, inserted: false, users)),
    ]
  }
}
