import MomentumModel
import MomentumSQL

/// Makes the table of a many-to-many relationship, or of a to-many one without inverse.
struct PlainJoinTable {
  let owner: RelationshipID
  /// The columns of the table as seen from each of its two relationships; a relationship that is
  /// its own inverse has one entry.
  private(set) var sides: [RelationshipID: JoinTableSide] = [:]

  private let index: ModelIndex
  private let names: PlainModelNames
  private let name: String
  /// The key columns: `near` refers to the entity of `owner`, `far` to the destination.
  private let keys: (near: String, far: String)
  /// The position columns of ordered relationships: `far` has the position of the far object among
  /// those of the near object, `near` the reverse. `nil` for an unordered relationship.
  private let positions: (far: String?, near: String?)

  init(owner: RelationshipID, _ index: ModelIndex, _ names: PlainModelNames) {
    self.owner = owner
    self.index = index
    self.names = names
    name = names.joinTables[owner] ?? ""
    let model = index.model
    let relationship = model[owner]
    let inverse = names.relationships.inverse(of: owner)
    var scope = PlainNameScope.columns
    let identities = (
      names.identity(of: owner.entity), names.identity(of: relationship.destination)
    )
    let entity = PlainName.snakeCase(model[owner.entity].name)
    let destination = PlainName.snakeCase(model[relationship.destination].name)
    let near = scope.take("\(entity)_\(identities.0)")
    let far = scope.take(
      "\(destination)_\(identities.1)",
      "\(PlainName.snakeCase(relationship.name))_\(identities.1)")
    keys = (near, far)
    let other = inverse == owner ? nil : inverse
    func position(_ id: RelationshipID?) -> String? {
      guard let id, model[id].isOrdered else { return nil }
      return scope.take("\(PlainName.snakeCase(model[id].name))_position")
    }
    positions = (position(owner), position(other))
    sides[owner] = JoinTableSide(
      table: name, sourceColumn: near, destinationColumn: far, orderColumn: positions.far)
    if let other {
      sides[other] = JoinTableSide(
        table: name, sourceColumn: far, destinationColumn: near, orderColumn: positions.near)
    }
  }

  func table() -> PlainTable {
    let inverse = names.relationships.inverse(of: owner)
    let relationship = index.model[owner]
    var table = PlainTable(
      name: name, kind: .join(owner),
      columns: [keys.near, keys.far].map {
        PlainColumn(name: $0, type: .key, isNullable: false)
      }, primaryKey: [keys.near, keys.far],
      foreignKeys: [
        foreignKey(keys.near, to: owner.entity, relationship.deleteRule),
        foreignKey(
          keys.far, to: relationship.destination, inverse.map { index.model[$0].deleteRule }),
      ])
    for position in [positions.far, positions.near] {
      guard let position else { continue }
      table.columns.append(PlainColumn(name: position, type: .integer))
    }
    table.notes.append(relationshipNames(inverse))
    if inverse == owner {
      if relationship.isOrdered {
        table.notes.append("Each pair has a row from either side.")
      } else {
        table.checks.append(.ordered(keys.near, keys.far))
        table.notes.append("Each pair has one row, the smaller key first.")
      }
    }
    return table
  }

  /// The relationships of the table for its comment: `Article.tags and its inverse Tag.articles.`
  private func relationshipNames(_ inverse: RelationshipID?) -> String {
    func name(_ id: RelationshipID) -> String {
      "\(index.model[id.entity].name).\(index.model[id].name)"
    }
    guard let inverse else { return "\(name(owner))." }
    return inverse == owner
      ? "\(name(owner)), its own inverse." : "\(name(owner)) and its inverse \(name(inverse))."
  }

  private func foreignKey(
    _ column: String, to entity: EntityID, _ rule: Relationship.DeleteRule?
  ) -> PlainForeignKey {
    PlainForeignKey(
      name: PlainName.shortened("\(name)_\(column)_fkey"), column: column,
      table: names.table(of: entity), referencedColumn: names.identity(of: entity),
      onDelete: .init(joinRowsOf: rule))
  }
}
