import MomentumModel

/// The join tables of many-to-many relationships: which of the two relationships names a table, and
/// the names of its columns.
///
/// Source: observed.
struct JoinTableLayout {
  struct Table {
    var table: JoinTable
    /// The relationship after which the table is named.
    var owner: RelationshipID
  }

  private let index: ModelIndex
  private(set) var sides: [RelationshipID: JoinTableSide] = [:]
  /// The join tables, sorted by the entity number of the relationship that names the table.
  private(set) var tables: [Table] = []

  private var columns: [RelationshipID: String] = [:]
  private let ranks: [RelationshipID: Int]

  /// - Parameter ranks: The rank of each to-many relationship, from `ModelIndex.toManyRanks`. Of
  ///   two inverse relationships, the one with the lower rank names the join table.
  init(_ index: ModelIndex, ranks: [RelationshipID: Int]) {
    self.index = index
    self.ranks = ranks
    nameColumns()
    makeTables()
  }

  /// Names the columns of all join tables, in the order of `ModelIndex.toManyWalk`. Both columns of
  /// a table get their names when the first of its two relationships is reached; a name in use gets
  /// a number.
  ///
  /// For example `Z_3SHOWS ( Z_3WORKS1 INTEGER, Z_14SHOWS INTEGER, … )` after another table that
  /// has a column `Z_3WORKS`.
  private mutating func nameColumns() {
    var names = UniqueNames()
    for id in index.toManyWalk() where columns[id] == nil {
      guard let inverse = manyToManyInverse(of: id) else { continue }
      let owner = owner(of: id, and: inverse)
      for side in [owner == id ? inverse : id, owner] where columns[side] == nil {
        let holder = side == id ? inverse : id
        let base = "Z_\(index.number(of: holder.entity))\(index.model[side].name.uppercased())"
        columns[side] = names.claim(base)
      }
    }
  }

  /// The relationship that names the table: the one with the lower rank.
  private func owner(of id: RelationshipID, and inverse: RelationshipID) -> RelationshipID {
    ranks[id, default: 0] < ranks[inverse, default: 0] ? id : inverse
  }

  private func manyToManyInverse(of id: RelationshipID) -> RelationshipID? {
    guard index.model[id].isToMany, let inverse = index.inverse(of: id),
      index.model[inverse].isToMany
    else { return nil }
    return inverse
  }

  private mutating func makeTables() {
    for entity in index.ordered {
      for relationship in index.model[entity].relationships.indices {
        let id = RelationshipID(entity, relationship)
        guard !index.model[id].isTransient, sides[id] == nil,
          let inverse = manyToManyInverse(of: id)
        else { continue }
        if inverse == id {
          makeReflexiveTable(id)
        } else {
          let owner = owner(of: id, and: inverse)
          makeTable(owner: owner, other: owner == id ? inverse : id)
        }
      }
    }
  }

  private func tableName(_ id: RelationshipID) -> String {
    "Z_\(index.number(of: id.entity))\(index.model[id].name.uppercased())"
  }

  private mutating func makeTable(owner: RelationshipID, other: RelationshipID) {
    let near = columns[other] ?? ""
    let far = columns[owner] ?? ""
    // The position of an object in an ordered relationship is stored next to the key of that
    // object.
    let nearOrder = index.model[other].isOrdered ? "Z_FOK_\(near.dropFirst(2))" : nil
    let farOrder = index.model[owner].isOrdered ? "Z_FOK_\(far.dropFirst(2))" : nil
    let table = JoinTable(
      name: tableName(owner), keyColumns: [near, far],
      orderColumns: [nearOrder, farOrder].compactMap { $0 })
    tables.append(Table(table: table, owner: owner))
    sides[owner] = JoinTableSide(
      table: table.name, sourceColumn: near, destinationColumn: far, orderColumn: farOrder)
    sides[other] = JoinTableSide(
      table: table.name, sourceColumn: far, destinationColumn: near, orderColumn: nearOrder)
  }

  /// Makes the table of a relationship that is its own inverse:
  /// `Z_45DUPLICATES ( Z_45DUPLICATES INTEGER, REFLEXIVE INTEGER, … )`.
  private mutating func makeReflexiveTable(_ id: RelationshipID) {
    let name = tableName(id)
    let order = index.model[id].isOrdered ? "Z_FOK_REFLEXIVE" : nil
    let table = JoinTable(
      name: name, keyColumns: [name, "REFLEXIVE"], orderColumns: order.map { [$0] } ?? [])
    tables.append(Table(table: table, owner: id))
    sides[id] = JoinTableSide(
      table: name, sourceColumn: name, destinationColumn: "REFLEXIVE", orderColumn: order)
  }

  /// The join tables by the entity whose relationship names the table, in the order of Core Data's
  /// dictionary of the entity's properties.
  func tablesByOwner() -> [EntityID: [Table]] {
    Dictionary(grouping: tables) { $0.owner.entity }.mapValues { own in
      guard own.count > 1 else { return own }
      let places = index.propertyDictionaryPlaces(of: own[0].owner.entity)
      return own.sorted {
        places[index.model[$0.owner].name] ?? 0 < places[index.model[$1.owner].name] ?? 0
      }
    }
  }
}
