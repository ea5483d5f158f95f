import MomentumMigration
import MomentumStore

/// Compares the tables of a result with those of a fresh store of the target.
///
/// Only tables of the source's or the target's model are compared: an app may keep its own tables
/// in the same file, and the tables of the persistent history may have an older form.
struct SchemaComparison {
  let expected: StoreCatalog
  let actual: StoreCatalog
  let target: StoreSchema
  let source: StoreSchema
  let style: MigrationPlan.Style

  var problems: [String] {
    let names = SchemaComparison.tables(of: target)
    let gone = SchemaComparison.tables(of: source).subtracting(names)
    let actualTables = Dictionary(actual.tables.map { ($0.name, $0) }) { first, _ in first }
    var problems = gone.sorted().filter { actualTables[$0] != nil }.map {
      "table '\($0)' should be gone"
    }
    for table in expected.tables where names.contains(table.name) {
      guard let found = actualTables[table.name] else {
        problems.append("table '\(table.name)' is missing")
        continue
      }
      problems += columnProblems(table, found)
    }
    return problems + objectProblems(names)
  }

  /// The tables of entities, join tables and spatial indexes.
  private static func tables(of schema: StoreSchema) -> Set<String> {
    Set(
      schema.tables.flatMap { table in
        [table.name] + table.joinTables.map(\.name) + table.rTrees.map(\.name)
      })
  }

  private func columnProblems(
    _ table: StoreCatalog.Table, _ found: StoreCatalog.Table
  ) -> [String] {
    switch style {
    case .fresh:
      return found.columns == table.columns
        ? [] : ["the columns of '\(table.name)' are not those of a fresh store"]
    case .asCoreData:
      let have = Set(found.columns)
      return table.columns.filter { !have.contains($0) }.map {
        "table '\(table.name)' has no column '\($0.name)' of type \($0.sqlType)"
      }
    }
  }

  private func objectProblems(_ tables: Set<String>) -> [String] {
    let wanted = SchemaComparison.statements(of: expected, tables)
    let have = SchemaComparison.statements(of: actual, tables)
    var problems = wanted.keys.sorted().compactMap { name -> String? in
      guard let statement = have[name] else { return "'\(name)' is missing" }
      return statement == wanted[name] ? nil : "'\(name)' is made otherwise than in a fresh store"
    }
    if style == .fresh {
      // Ignore the app's own triggers, which a fresh store does not have.
      let own = Set(
        actual.objects.filter { $0.kind == .trigger && !$0.isCoreDataTrigger }.map(\.name))
      problems += have.keys.filter { wanted[$0] == nil && !own.contains($0) }.sorted().map {
        "'\($0)' is not in a fresh store"
      }
    }
    return problems
  }

  /// The statements of indexes and triggers by name, without those that SQLite names itself.
  private static func statements(
    of catalog: StoreCatalog, _ tables: Set<String>
  ) -> [String: String] {
    let objects = catalog.objects.filter { $0.kind != .view && tables.contains($0.table) }
    return Dictionary(
      objects.compactMap { object in object.sql.map { (object.name, normal($0)) } }
    ) { first, _ in first }
  }

  /// The statement without quotes, which SQLite adds to names when it renames, without `IF NOT
  /// EXISTS`, and with single blanks.
  private static func normal(_ sql: String) -> String {
    sql.replacing("\"", with: "").split { $0 == " " || $0.isNewline || $0 == "\t" }
      .joined(separator: " ").replacing("IF NOT EXISTS ", with: "")
  }
}
