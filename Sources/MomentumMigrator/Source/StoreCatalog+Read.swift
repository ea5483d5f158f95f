import MomentumSQL
public import MomentumSQLite
public import MomentumStore

extension StoreCatalog {
  /// Far above any store; a file may claim to hold anything.
  private static let rowsMax = 100_000

  /// What tables, indexes, triggers and entity numbers a database has.
  ///
  /// - Parameter counting: Rows and bytes too. Reads every page (0.2 s per million rows).
  public static func read(
    from connection: Connection, counting: Bool
  ) throws(StoreError) -> StoreCatalog {
    do throws(SQLiteError) {
      var catalog = StoreCatalog(
        tables: try tables(connection), objects: try objects(connection),
        entityNumbers: try entityNumbers(connection))
      if counting { try catalog.count(connection) }
      return catalog
    } catch {
      throw .sqlite(error)
    }
  }

  /// Without those of SQLite's own, and without those that a virtual table keeps for itself.
  private static func tables(_ connection: Connection) throws(SQLiteError) -> [Table] {
    var tables: [Table] = []
    for name in try names(of: "'table', 'virtual'", connection) {
      tables.append(Table(name: name, columns: try columns(of: name, connection)))
    }
    return tables
  }

  private static func names(
    of types: String, _ connection: Connection
  ) throws(SQLiteError) -> [String] {
    let statement = try connection.prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN (\(types)) "
        + "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name LIMIT \(rowsMax)")
    var names: [String] = []
    while try statement.step() { names.append(statement.text(at: 0) ?? "") }
    return names
  }

  private static func columns(
    of table: String, _ connection: Connection
  ) throws(SQLiteError) -> [StoreColumn] {
    let statement: Statement
    do throws(SQLiteError) {
      statement = try connection.prepare(
        "PRAGMA table_info(\(SQLPrinter.identifier(table)))")
    } catch {
      // A virtual table of a module that is not here, which no model knows.
      guard error.primaryCode == .error else { throw error }
      return []
    }
    var columns: [StoreColumn] = []
    while try statement.step() {
      columns.append(
        StoreColumn(name: statement.text(at: 1) ?? "", sqlType: statement.text(at: 2) ?? ""))
    }
    return columns
  }

  private static func objects(_ connection: Connection) throws(SQLiteError) -> [Object] {
    let statement = try connection.prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_master "
        + "WHERE type IN ('index', 'trigger', 'view') ORDER BY name, type LIMIT \(rowsMax)")
    var objects: [Object] = []
    while try statement.step() {
      guard let kind = statement.text(at: 0).flatMap(Object.Kind.init) else { continue }
      objects.append(
        Object(
          kind: kind, name: statement.text(at: 1) ?? "", table: statement.text(at: 2) ?? "",
          sql: statement.text(at: 3)))
    }
    return objects
  }

  private static func entityNumbers(
    _ connection: Connection
  ) throws(SQLiteError) -> [EntityNumber] {
    let isTable = try connection.firstValue(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'Z_PRIMARYKEY'")
    guard isTable != nil else { return [] }
    let statement = try connection.prepare(
      "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT LIMIT \(rowsMax)")
    var numbers: [EntityNumber] = []
    while try statement.step() {
      numbers.append(
        EntityNumber(
          number: Int(clamping: statement.integer(at: 0) ?? 0), name: statement.text(at: 1) ?? "",
          parent: Int(clamping: statement.integer(at: 2) ?? 0),
          maximumKey: statement.integer(at: 3) ?? 0))
    }
    return numbers
  }

  // MARK: - Counting

  private mutating func count(_ connection: Connection) throws(SQLiteError) {
    let bytes = try StoreCatalog.bytesByTable(connection)
    let virtual = try StoreCatalog.names(of: "'virtual'", connection)
    var rows: [Int: Int64] = [:]
    for index in tables.indices {
      let name = tables[index].name
      tables[index].byteCount = bytes?[name]
      // What a virtual table does when it is read is up to its module.
      guard !virtual.contains(name) else { continue }
      let table = SQLPrinter.identifier(name)
      guard tables[index].columns.contains(where: { $0.name.uppercased() == "Z_ENT" }),
        name.uppercased() != "Z_PRIMARYKEY"
      else {
        let count = try connection.firstValue("SELECT COUNT(*) FROM \(table)")
        if case .integer(let count)? = count { tables[index].rowCount = count }
        continue
      }
      var total: Int64 = 0
      let statement = try connection.prepare(
        "SELECT Z_ENT, COUNT(*) FROM \(table) GROUP BY Z_ENT LIMIT \(StoreCatalog.rowsMax)")
      while try statement.step() {
        let count = statement.integer(at: 1) ?? 0
        total += count
        if let number = statement.integer(at: 0).flatMap({ Int(exactly: $0) }) {
          rows[number, default: 0] += count
        }
      }
      tables[index].rowCount = total
    }
    for index in entityNumbers.indices {
      entityNumbers[index].rowCount = rows[entityNumbers[index].number] ?? 0
    }
  }

  /// The bytes of each table's pages with those of its indexes; `nil` where SQLite was built without
  /// `dbstat` (documented: <https://sqlite.org/dbstat.html>).
  private static func bytesByTable(
    _ connection: Connection
  ) throws(SQLiteError) -> [String: Int64]? {
    let known = try connection.firstValue(
      "SELECT 1 FROM pragma_module_list WHERE name = 'dbstat'")
    guard known != nil else { return nil }
    let statement = try connection.prepare(
      "SELECT coalesce((SELECT m.tbl_name FROM sqlite_master m WHERE m.name = d.name), d.name), "
        + "sum(d.pgsize) FROM dbstat d WHERE d.aggregate = TRUE GROUP BY 1 LIMIT \(rowsMax)")
    var bytes: [String: Int64] = [:]
    while try statement.step() {
      bytes[statement.text(at: 0) ?? ""] = statement.integer(at: 1) ?? 0
    }
    return bytes
  }
}
