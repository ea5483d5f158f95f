import MomentumMigration
import MomentumStore

/// The tables of a result beside those of a fresh store of the target.
///
/// Only tables that the source's or the target's model has are looked at: an app may keep others in the
/// same file, and the tables of persistent history stay as they were.
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

  /// Tables of entities, join tables and spatial indexes.
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
      // An app may have triggers of its own.
      let own = Set(
        actual.objects.filter { $0.kind == .trigger && !$0.isCoreDataTrigger }.map(\.name))
      problems += have.keys.filter { wanted[$0] == nil && !own.contains($0) }.sorted().map {
        "'\($0)' is not in a fresh store"
      }
    }
    return problems
  }

  /// Indexes and triggers by name, without what SQLite names itself.
  private static func statements(
    of catalog: StoreCatalog, _ tables: Set<String>
  ) -> [String: String] {
    let objects = catalog.objects.filter { $0.kind != .view && tables.contains($0.table) }
    return Dictionary(
      objects.compactMap { object in object.sql.map { (object.name, normal($0)) } }
    ) { first, _ in first }
  }

  /// Without quotes around names, which SQLite adds when it renames, and with single blanks.
  private static func normal(_ sql: String) -> String {
    sql.replacing("\"", with: "").split { $0 == " " || $0.isNewline || $0 == "\t" }
      .joined(separator: " ").replacing("IF NOT EXISTS ", with: "")
  }
}
