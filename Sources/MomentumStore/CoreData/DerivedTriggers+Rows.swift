import MomentumModel
import MomentumSQL

// The statements that compute a derived attribute in all rows at once: a migration fills a table
// before the table has triggers.
//
// Source: the statement for `rel.@count` was observed in a log of macOS 12; the others are assumed
// to be like it.

extension DerivedTriggers {
  /// The statements for the derived attributes of a root entity and its sub-entities, sorted by
  /// entity number and attribute name.
  func derivations(of root: EntityID) -> [ColumnDerivation] {
    guard framework.hasDerivedTriggers else { return [] }
    return index.family(of: root).flatMap { entity in
      index.storedAttributes(of: entity).compactMap { derivation(of: $0) }
    }
  }

  private func derivation(of id: AttributeID) -> ColumnDerivation? {
    guard let expression = index.model[id].derivation,
      let column = columns[index.root(of: id.entity)]?.attributeColumns[id]
    else { return nil }
    let table = index.table(of: id.entity)
    let value: SQLFragment? =
      switch Derivation(expression) {
      case .aggregate(.count, let path) where path.count == 1: count(path[0], id.entity, table)
      case .now: "NSCoreDataNow()"
      case .keyPath(let path) where path.count == 2: read(path[0], path[1], id.entity, table)
      case .aggregate, .keyPath, .text, nil: nil
      }
    return value.map {
      ColumnDerivation(
        column: column,
        sql: "UPDATE \(name: table) SET \(name: column) = \(sql: $0)"
          + restriction(to: id.entity))
    }
  }

  /// The end of an UPDATE, which excludes rows of entities in the same table that do not have the
  /// attribute.
  private func restriction(to entity: EntityID) -> SQLFragment {
    guard index.model[entity].parent != nil else { return "" }
    let last = index.lastNumbers[entity.index]
    return " WHERE \(number: index.number(of: entity)) <= Z_ENT AND Z_ENT <= \(number: last)"
  }

  /// A table to read from, and the prefix of its columns. If `other` is the table that is updated,
  /// it needs an alias: without one, the subquery could not refer to the updated row.
  private func source(
    _ other: String, beside table: String
  ) -> (source: SQLFragment, prefix: SQLFragment) {
    other == table ? ("\(name: other) t1", "t1.") : (.name(other), "")
  }

  /// The number of objects of a to-many relationship: `(SELECT IFNULL(COUNT(ZITEM), 0) FROM
  /// ZATTACHMENT WHERE ZITEM = ZITEM.Z_PK)`. `nil` if the relationship has no key in the
  /// destination's table.
  private func count(_ name: String, _ entity: EntityID, _ table: String) -> SQLFragment? {
    guard case .relationship(let id) = index.model.property(named: name, in: entity),
      index.model[id].isToMany, let key = keyColumn(ofToMany: id)
    else { return nil }
    let (source, prefix) = source(
      index.table(of: index.model[id].destination), beside: table)
    let far = prefix + .name(key)
    return "(SELECT IFNULL(COUNT(\(sql: far)), 0) FROM \(sql: source) "
      + "WHERE \(sql: far) = \(name: table).Z_PK)"
  }

  /// The value of an attribute of a to-one relationship's object:
  /// `(SELECT ZNAME FROM ZOWNER WHERE Z_PK = ZITEM.ZOWNER)`.
  private func read(
    _ relationship: String, _ attribute: String, _ entity: EntityID, _ table: String
  ) -> SQLFragment? {
    guard case .relationship(let id) = index.model.property(named: relationship, in: entity),
      !index.model[id].isToMany,
      let key = columns[index.root(of: id.entity)]?.foreignKeys[id]?.column,
      case .attribute(let source) = index.model.property(
        named: attribute, in: index.model[id].destination),
      let value = columns[index.root(of: source.entity)]?.attributeColumns[source]
    else { return nil }
    let (other, prefix) = self.source(
      index.table(of: index.model[id].destination), beside: table)
    return "(SELECT \(sql: prefix)\(name: value) FROM \(sql: other) "
      + "WHERE \(sql: prefix)Z_PK = \(name: table).\(name: key))"
  }
}
