internal import MomentumSQL

/// Finds the model's name of an entity whose row in `Z_PRIMARYKEY` has an older name.
///
/// A migration in place that renames an entity may leave `Z_NAME` (observed in stores of three
/// frameworks), while the keys of the version hashes and the root's table have the new name. An old
/// and a new name are paired only if the pair is certain: all rows of a table have entity numbers
/// of that family, or only one entity and one name are left over.
struct RenamedEntities {
  private let connection: Connection
  /// The names of tables, by their upper-case form.
  private let tables: [String: String]
  private let families: [Int64: [StoreReport.Entity]]
  /// The names in the model, by entity number.
  private(set) var names: [Int64: String] = [:]

  init(
    _ entities: [StoreReport.Entity], hashed: Set<String>, tables: [String: String],
    families: [Int64: [StoreReport.Entity]], _ connection: Connection
  ) throws {
    self.connection = connection
    self.tables = tables
    self.families = families
    let own = entities.filter { !$0.isHistory }
    let known = Set(own.map(\.name))
    var unnamed = own.filter { !hashed.contains($0.name) && !hasTable(for: $0) }
    var free = hashed.subtracting(known).sorted()

    func pair(_ entity: StoreReport.Entity, _ name: String) {
      names[entity.number] = name
      unnamed.removeAll { $0.number == entity.number }
      free.removeAll { $0 == name }
    }
    let rootNames = try free.filter { try isEntityTable($0) }
    for (root, name) in try pairsByRows(unnamed.filter { $0.parent == 0 }, rootNames) {
      pair(root, name)
    }
    let roots = unnamed.filter { $0.parent == 0 }
    let others = rootNames.filter { free.contains($0) }
    // Only a root has a table, so the last table without an owner belongs to the last root without
    // a table.
    if roots.count == 1, others.count == 1 { pair(roots[0], others[0]) }
    if unnamed.count == 1, free.count == 1, own.count == hashed.count { pair(unnamed[0], free[0]) }
  }

  /// Whether the store has a table with the name of this root entity.
  private func hasTable(for entity: StoreReport.Entity) -> Bool {
    entity.parent == 0 && tables["Z" + entity.name.uppercased()] != nil
  }

  private func isEntityTable(_ name: String) throws -> Bool {
    guard let table = tables["Z" + name.uppercased()] else { return false }
    return try connection.firstValue(
      "SELECT 1 FROM pragma_table_info(?) WHERE upper(name) = 'Z_ENT'", [.text(table)]) != nil
  }

  /// Pairs each root with the name of the table whose rows all belong to the root or its
  /// sub-entities, if there is exactly one such table.
  private func pairsByRows(
    _ roots: [StoreReport.Entity], _ names: [String]
  ) throws -> [(StoreReport.Entity, String)] {
    let found = try names.map { ($0, try entityNumbers(inTableOf: $0)) }
    return roots.compactMap { root in
      let family = Set((families[root.number] ?? []).map(\.number))
      let fitting = found.filter { !$0.1.isEmpty && $0.1.isSubset(of: family) }
      return fitting.count == 1 ? (root, fitting[0].0) : nil
    }
  }

  /// Returns the entity numbers in a table's rows: `SELECT DISTINCT Z_ENT FROM "ZVENUE"`.
  private func entityNumbers(inTableOf name: String) throws -> Set<Int64> {
    guard let table = tables["Z" + name.uppercased()] else { return [] }
    let statement = try connection.prepare(
      "SELECT DISTINCT Z_ENT FROM \(name: table) LIMIT 20000")
    var numbers: Set<Int64> = []
    while try statement.step() { numbers.insert(statement.integer(at: 0) ?? 0) }
    return numbers
  }
}
