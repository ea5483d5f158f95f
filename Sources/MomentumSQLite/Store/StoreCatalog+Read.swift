import MomentumSQL
package import MomentumStore

extension StoreCatalog {
  /// The most rows of `sqlite_master` or `Z_PRIMARYKEY` that are read. It is far above the count in
  /// any store; a damaged file may list any number of rows.
  private static let rowsMax = 100_000

  package enum Counting: Sendable, Hashable {
    case rows
    /// Only predictions need the bytes, and counting them takes most of the time.
    case rowsAndBytes
  }

  /// Reads the tables, indexes, triggers and entity numbers of a database.
  ///
  /// - Parameter counting: What is counted too; `nil` for nothing. Counting reads every page (0.2 s
  ///   per million rows).
  package static func read(
    from connection: Connection, counting: Counting? = nil
  ) throws(StoreError) -> StoreCatalog {
    do throws(SQLiteError) {
      var catalog = StoreCatalog(
        tables: try tables(connection), objects: try objects(connection),
        entityNumbers: try entityNumbers(connection))
      if let counting { try catalog.count(counting, connection) }
      return catalog
    } catch {
      throw .sqlite(error)
    }
  }

  /// The tables other than SQLite's own and the shadow tables of virtual tables.
  private static func tables(_ connection: Connection) throws(SQLiteError) -> [Table] {
    var tables: [Table] = []
    for name in try names(of: ["table", "virtual"], connection) {
      tables.append(Table(name: name, columns: try columns(of: name, connection)))
    }
    return tables
  }

  private static func names(
    of types: [String], _ connection: Connection
  ) throws(SQLiteError) -> [String] {
    let statement = try connection.prepare(
      "SELECT name, CAST(name AS BLOB) FROM pragma_table_list WHERE schema = 'main' "
        + "AND type IN (\(list: types.map(SQLFragment.text))) "
        + "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name LIMIT \(number: rowsMax)")
    var names: [String] = []
    while try statement.step() {
      if let name = soundName(statement, 0, bytes: 1) { names.append(name) }
    }
    return names
  }

  /// The name in a column; `nil` for a name that is not UTF-8: our SQL text could not contain the
  /// name, and no model has it.
  private static func soundName(_ statement: Statement, _ text: Int, bytes: Int) -> String? {
    let name = statement.text(at: text) ?? ""
    return Array(name.utf8) == statement.blob(at: bytes) ?? [] ? name : nil
  }

  private static func columns(
    of table: String, _ connection: Connection
  ) throws(SQLiteError) -> [StoreColumn] {
    let statement: Statement
    do throws(SQLiteError) {
      statement = try connection.prepare(
        "PRAGMA table_info(\(name: table))")
    } catch {
      // The module of this virtual table is not linked here; no model has such a table, so its
      // columns do not matter.
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
      "SELECT type, name, tbl_name, sql, CAST(name AS BLOB), CAST(tbl_name AS BLOB) FROM sqlite_master "
        + "WHERE type IN ('index', 'trigger', 'view') ORDER BY name, type LIMIT \(number: rowsMax)")
    var objects: [Object] = []
    while try statement.step() {
      guard let kind = statement.text(at: 0).flatMap(Object.Kind.init),
        let name = soundName(statement, 1, bytes: 4), let table = soundName(statement, 2, bytes: 5)
      else { continue }
      objects.append(
        Object(kind: kind, name: name, table: table, sql: statement.text(at: 3)))
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
      "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT LIMIT \(number: rowsMax)"
    )
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

  private mutating func count(
    _ counting: Counting, _ connection: Connection
  ) throws(SQLiteError) {
    if counting == .rowsAndBytes, let bytes = try StoreCatalog.bytesByName(connection) {
      setBytes(bytes)
    }
    let virtual = try StoreCatalog.names(of: ["virtual"], connection)
    let families = familiesByTable
    var rows: [Int: Int64] = [:]
    for index in tables.indices {
      let table = tables[index]
      // Reading a virtual table runs code of its module, which may be slow or fail: do not count
      // its rows.
      guard !virtual.contains(table.name) else { continue }
      let counts = try StoreCatalog.rows(
        of: table, family: families[table.name.uppercased()], connection)
      tables[index].rowCount = counts.total
      tables[index].lastKey = try StoreCatalog.lastKey(of: table, connection)
      for (number, count) in counts.byNumber { rows[number, default: 0] += count }
    }
    for index in entityNumbers.indices {
      entityNumbers[index].rowCount = rows[entityNumbers[index].number] ?? 0
    }
  }

  /// Sets the bytes of each index's pages, and of each table's pages together with those of its
  /// indexes.
  private mutating func setBytes(_ bytes: [String: Int64]) {
    var indexes: [String: Int64] = [:]
    for index in objects.indices where objects[index].kind == .index {
      let count = bytes[objects[index].name] ?? 0
      objects[index].byteCount = count
      indexes[objects[index].table, default: 0] += count
    }
    for index in tables.indices {
      let name = tables[index].name
      tables[index].byteCount = bytes[name].map { $0 + (indexes[name] ?? 0) }
    }
  }

  /// The numbers of the entities that should have their rows in a table, by its name in upper case.
  private var familiesByTable: [String: [Int]] {
    let byNumber = Dictionary(entityNumbers.map { ($0.number, $0) }) { first, _ in first }
    var families: [String: [Int]] = [:]
    for entity in entityNumbers {
      var root = entity
      // The parents may form a cycle in a store damaged by hand.
      var seen: Set<Int> = []
      while root.parent != 0, seen.insert(root.number).inserted, let parent = byNumber[root.parent]
      {
        root = parent
      }
      let prefix = root.number >= 16001 ? "A" : "Z"
      families[prefix + root.name.uppercased(), default: []].append(entity.number)
    }
    return families
  }

  /// - Parameter family: The numbers of the entities whose rows are in the table; `nil` if none are
  ///   known.
  private static func rows(
    of table: Table, family: [Int]?, _ connection: Connection
  ) throws(SQLiteError) -> (total: Int64, byNumber: [(Int, Int64)]) {
    guard table.columns.contains(where: { $0.name.uppercased() == "Z_ENT" }),
      table.name.uppercased() != "Z_PRIMARYKEY"
    else { return (try number("SELECT COUNT(*) FROM \(name: table.name)", connection), []) }
    // `COUNT(*)` is much quicker than reading `Z_ENT` of each row, and reading is quicker than
    // grouping, which sorts.
    if let family, family.count == 1 {
      let total = try number("SELECT COUNT(*) FROM \(name: table.name)", connection)
      return (total, [(family[0], total)])
    }
    if let family, family.count <= familyMax {
      return try rows(of: table.name, family: family, connection)
    }
    var counts: [(Int, Int64)] = []
    let statement = try connection.prepare(
      "SELECT Z_ENT, COUNT(*) FROM \(name: table.name) GROUP BY Z_ENT LIMIT \(number: rowsMax)")
    while try statement.step() {
      counts.append((Int(clamping: statement.integer(at: 0) ?? 0), statement.integer(at: 1) ?? 0))
    }
    return (counts.reduce(0) { $0 + $1.1 }, counts)
  }

  private static func lastKey(
    of table: Table, _ connection: Connection
  ) throws(SQLiteError) -> Int64? {
    let names = Set(table.columns.map { $0.name.uppercased() })
    guard names.isSuperset(of: ["Z_PK", "Z_ENT"]),
      case .integer(let key)? = try connection.firstValue(
        "SELECT MAX(Z_PK) FROM \(name: table.name)")
    else { return nil }
    return key
  }

  /// A statement in any build of SQLite may have this many result columns, one for each entity.
  private static let familyMax = 500

  private static func rows(
    of name: String, family: [Int], _ connection: Connection
  ) throws(SQLiteError) -> (total: Int64, byNumber: [(Int, Int64)]) {
    let sums = family.map { "count(CASE WHEN Z_ENT = \(number: $0) THEN 1 END)" as SQLFragment }
    let statement = try connection.prepare(
      "SELECT COUNT(*), \(list: sums) FROM \(name: name)")
    _ = try statement.step()
    let counts = family.indices.map { (family[$0], statement.integer(at: $0 + 1) ?? 0) }
    return (statement.integer(at: 0) ?? 0, counts)
  }

  private static func number(
    _ sql: SQLFragment, _ connection: Connection
  ) throws(SQLiteError) -> Int64 {
    guard case .integer(let number)? = try connection.firstValue(sql) else { return 0 }
    return number
  }

  /// The bytes of each table's and each index's own pages; `nil` if SQLite was built without
  /// `dbstat` (documented: <https://sqlite.org/dbstat.html>). The query reads every page, so it
  /// runs once.
  private static func bytesByName(
    _ connection: Connection
  ) throws(SQLiteError) -> [String: Int64]? {
    let known = try connection.firstValue(
      "SELECT 1 FROM pragma_module_list WHERE name = 'dbstat'")
    guard known != nil else { return nil }
    let statement = try connection.prepare(
      "SELECT name, pgsize FROM dbstat WHERE aggregate = TRUE LIMIT \(number: rowsMax)")
    var bytes: [String: Int64] = [:]
    while try statement.step() {
      bytes[statement.text(at: 0) ?? ""] = statement.integer(at: 1) ?? 0
    }
    return bytes
  }
}
