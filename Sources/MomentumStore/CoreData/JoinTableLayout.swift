import MomentumModel

/// The tables of many-to-many relationships: which side names them, and the names of their columns.
///
/// Source: observed.
struct JoinTableLayout {
  struct Table {
    var table: JoinTable
    /// The relationship that names the table.
    var owner: RelationshipID
    var isReflexive: Bool
  }

  private let index: ModelIndex
  private(set) var sides: [RelationshipID: JoinTableSide] = [:]
  /// The tables, in order of the entity number of the relationship that names the table.
  private(set) var tables: [Table] = []

  private var columns: [RelationshipID: String] = [:]
  private let ranks: [RelationshipID: Int]

  /// - Parameter ranks: The ranks of all to-many relationships, from `ModelIndex.toManyRanks`.
  init(_ index: ModelIndex, ranks: [RelationshipID: Int]) {
    self.index = index
    self.ranks = ranks
    nameColumns()
    makeTables()
  }

  /// Both columns of a table get their names when the walk reaches the first of its two
  /// relationships; a name in use gets a number.
  ///
  /// `Z_3SHOWS ( Z_3WORKS1 INTEGER, Z_14SHOWS INTEGER, … )` after another table that has a `Z_3WORKS`
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

  /// The side that names the table: the one that the walk reaches first.
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
    // The position of an object in an ordered relationship is stored next to that object's key.
    let nearOrder = index.model[other].isOrdered ? "Z_FOK_\(near.dropFirst(2))" : nil
    let farOrder = index.model[owner].isOrdered ? "Z_FOK_\(far.dropFirst(2))" : nil
    let table = JoinTable(
      name: tableName(owner), keyColumns: [near, far],
      orderColumns: [nearOrder, farOrder].compactMap { $0 })
    tables.append(Table(table: table, owner: owner, isReflexive: false))
    sides[owner] = JoinTableSide(
      table: table.name, sourceColumn: near, destinationColumn: far, orderColumn: farOrder)
    sides[other] = JoinTableSide(
      table: table.name, sourceColumn: far, destinationColumn: near, orderColumn: nearOrder)
  }

  /// `Z_45DUPLICATES ( Z_45DUPLICATES INTEGER, REFLEXIVE INTEGER, … )`
  private mutating func makeReflexiveTable(_ id: RelationshipID) {
    let name = tableName(id)
    let order = index.model[id].isOrdered ? "Z_FOK_REFLEXIVE" : nil
    let table = JoinTable(
      name: name, keyColumns: [name, "REFLEXIVE"], orderColumns: order.map { [$0] } ?? [])
    tables.append(Table(table: table, owner: id, isReflexive: true))
    sides[id] = JoinTableSide(
      table: name, sourceColumn: name, destinationColumn: "REFLEXIVE", orderColumn: order)
  }

  /// The tables that each entity's relationships name, in the order of Core Data's dictionary.
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
