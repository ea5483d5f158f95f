internal import MomentumCompiler
internal import MomentumModel
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite

/// Makes the statement that selects the keys of a request's objects.
struct BatchKeys {
  let request: FetchRequest
  let compiled: CompiledModel
  /// Whether objects that the request's order treats as equal are sorted by key. Otherwise a limit
  /// could choose other objects in another run.
  let breaksTies: Bool

  init(_ request: FetchRequest, _ compiled: CompiledModel, breaksTies: Bool = true) {
    self.request = request
    self.compiled = compiled
    self.breaksTies = breaksTies
  }

  /// The statement that selects the keys: `SELECT t0.Z_PK FROM ZVENUE t0 WHERE …`, with a limit
  /// `… ORDER BY t0.ZNAME, t0.Z_PK LIMIT 10`.
  func sql() throws(StoreFailure) -> SQLText {
    let lowering = FetchRequestLowering(layout: compiled.queryLayout(.coreData))
    var lowered = lowering.lowerKeys(of: request)
    lowered.select.columns = zip(lowered.select.columns, lowered.columns)
      .filter { $1 == .primaryKey }.map(\.0)
    if breaksTies, request.limit != nil || request.offset != nil {
      lowered.select.order += lowered.select.columns.map { SQLOrderTerm($0) }
    }
    let sql = SQLPrinter.print(lowered.select)
    guard !sql.isTooLong else {
      throw StoreFailure(.statementTooLong(bytesMax: SQLPrinter.bytesMax))
    }
    return sql
  }

  /// The statement that selects keys and entity numbers:
  ///
  /// `SELECT Z_PK, Z_ENT FROM ZVENUE WHERE Z_PK IN (SELECT t0.Z_PK FROM …)`
  func rows(of table: String) throws(StoreFailure) -> SQLText {
    let keys = try sql()
    let sql: SQLFragment =
      "SELECT Z_PK, Z_ENT FROM \(name: table) WHERE Z_PK IN (\(sql: SQLFragment(printed: keys.text)))"
    return SQLText(text: sql.text, bindings: keys.bindings, arrays: keys.arrays)
  }
}

extension GraphWriter {
  /// Runs a statement that returns `Z_PK` and `Z_ENT`, and returns `Z_ENT` by key.
  func entityNumbers(_ sql: SQLText) throws -> [Int64: Int64] {
    let statement = try connection.prepare(sql)
    var rows: [Int64: Int64] = [:]
    while try statement.step() {
      if let key = statement.integer(at: 0) { rows[key] = statement.integer(at: 1) ?? 0 }
    }
    return rows
  }
}
