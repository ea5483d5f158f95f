import MomentumModel

/// The `Z_ENT` of each entity of a model in a store's `Z_PRIMARYKEY`.
///
/// An entity is found by its name. An in-place migration that renames an entity may leave its old
/// name (observed in three stores of one app). So an entity without a row of its name takes a
/// row that no other entity claims: the one with the number that the layout computes from the
/// model, below the same parent, or the only one left below that parent.
struct EntityNumbers {
  /// The `Z_ENT` of each entity; the index is `EntityID.index`.
  private(set) var numbers: [Int]
  /// The entity names in `Z_PRIMARYKEY`, by entity number.
  let names: [Int: String]

  /// Numbers above this one are those of the entities of persistent history, which begin at 16001;
  /// their rows belong to no entity of the model.
  private static let firstOfHistory = 16_000

  init(_ model: ObjectModel, _ schema: StoreSchema, _ rows: [StoreCatalog.EntityNumber]) {
    let rows = rows.filter { $0.number < EntityNumbers.firstOfHistory }
    names = Dictionary(rows.map { ($0.number, $0.name) }) { first, _ in first }
    let byName = Dictionary(rows.map { ($0.name, $0.number) }) { _, last in last }
    var found = schema.entities.map { byName[$0.name] }
    var free = rows.filter { row in !schema.entities.contains { $0.name == row.name } }
    let unknown = model.entityIDs.filter { found[$0.index] == nil }
      .sorted { schema[$0].number < schema[$1].number }

    func take(_ id: EntityID, _ row: StoreCatalog.EntityNumber) {
      found[id.index] = row.number
      free.removeAll { $0.number == row.number }
    }
    func isBelowParent(_ id: EntityID, _ row: StoreCatalog.EntityNumber) -> Bool {
      row.parent == (model[id].parent.map { found[$0.index] ?? -1 } ?? 0)
    }
    for id in unknown {
      let row = free.first { isBelowParent(id, $0) && $0.number == schema[id].number }
      if let row { take(id, row) }
    }
    for id in unknown where found[id.index] == nil {
      let others = unknown.filter { found[$0.index] == nil && model[$0].parent == model[id].parent }
      let rows = free.filter { isBelowParent(id, $0) }
      if others.count == 1, rows.count == 1 { take(id, rows[0]) }
    }
    for id in unknown where found[id.index] == nil {
      if let row = free.first(where: { $0.number == schema[id].number }) { take(id, row) }
    }
    // An entity that was not found keeps the number that the layout computes from the model. If
    // another entity has that number, it gets a negative one instead, which no row has: a query
    // then finds no objects instead of the other entity's objects.
    let taken = Set(found.compactMap { $0 }).union(rows.map(\.number))
    numbers = zip(found, schema.entities).map { number, entity in
      number ?? (taken.contains(entity.number) ? -abs(entity.number) : entity.number)
    }
  }
}
