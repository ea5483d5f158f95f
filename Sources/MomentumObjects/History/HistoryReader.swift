internal import MomentumCompiler
internal import MomentumModel
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// Reads the transactions of the persistent history on one connection.
///
/// A change is left out if the model does not have its entity, or if its kind is unknown.
struct HistoryReader {
  let store: SQLiteObjectStore
  let connection: StoreConnection

  /// A condition for rows of the table `ATRANSACTION`, which has the alias `t`.
  private struct Condition {
    var sql: SQLFragment
    var values: [SQLValue]
  }

  func transactions(_ fetch: StoreHistoryFetch) throws -> [HistoryTransaction] {
    let condition = try condition(fetch.start)
    var found = try transactions(condition)
    guard fetch.includesChanges else { return found }
    let records = try records(condition)
    for index in found.indices { found[index].records = records[found[index].number] ?? [] }
    return found
  }

  private func condition(_ start: StoreHistoryFetch.Start) throws -> Condition {
    switch start {
    case .beginning: return Condition(sql: "1", values: [])
    case .number(let number):
      try check(number)
      return Condition(sql: "t.Z_PK > ?", values: [.integer(number)])
    case .date(let seconds): return Condition(sql: "t.ZTIMESTAMP > ?", values: [.real(seconds)])
    }
  }

  // MARK: - Tokens

  /// The number of the last transaction, even if it was deleted since; 0 if there was none.
  func lastNumber() throws -> Int64 {
    let rows = try connection.rows(
      "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'TRANSACTION' AND Z_ENT > 16000")
    guard case .integer(let number)? = rows.first?.first else { return 0 }
    return number
  }

  /// Throws if transactions after a number were deleted, or if the store never had a transaction
  /// with this number.
  private func check(_ number: Int64) throws {
    let last = try lastNumber()
    guard number <= last else {
      throw ObjectError.historyTokenExpired("the store has no transaction \(number) yet")
    }
    var first = last.addingReportingOverflow(1).partialValue
    if case .integer(let lowest)? = try connection.rows("SELECT MIN(Z_PK) FROM ATRANSACTION").first?
      .first
    {
      first = lowest
    }
    // A token of an empty store comes before all transactions, so it misses some only if they were
    // deleted.
    guard first - 1 <= max(number, 0) else {
      throw ObjectError.historyTokenExpired("transactions after it were deleted")
    }
  }

  // MARK: - Rows

  private func transactions(_ condition: Condition) throws -> [HistoryTransaction] {
    let names = ["AUTHOR", "CONTEXTNAME", "BUNDLEID", "PROCESSID"]
    let hasStrings =
      store.compiled.schema.history?.tables.contains { $0.name == "ATRANSACTIONSTRING" } == true
    var columns: [SQLFragment] = []
    var joins: SQLFragment = ""
    for name in names {
      let own: SQLFragment = "t.\(name: "Z" + name)"
      guard hasStrings else {
        columns.append(own)
        continue
      }
      // Rows that were written before the store had a table of strings have the texts themselves.
      columns.append("COALESCE(\(name: name).ZNAME, \(sql: own))")
      joins =
        joins
        + " LEFT JOIN ATRANSACTIONSTRING \(name: name) ON \(name: name).Z_PK = t.\(name: "Z" + name + "TS")"
    }
    let sql: SQLFragment =
      "SELECT t.Z_PK, t.ZTIMESTAMP, \(list: columns) FROM ATRANSACTION t\(sql: joins) "
      + "WHERE \(sql: condition.sql) ORDER BY t.Z_PK"
    return try connection.rows(sql.text, condition.values).compactMap { row in
      guard case .integer(let number) = row[0] else { return nil }
      return HistoryTransaction(
        number: number, storeIdentifier: store.identifier, timestamp: row[1].number,
        author: row[2].text, contextName: row[3].text, bundleID: row[4].text,
        processID: row[5].text)
    }
  }

  /// The changes by the number of their transaction.
  private func records(_ condition: Condition) throws -> [Int64: [HistoryRecord]] {
    let tombstones = try connection.rows("PRAGMA table_info(ACHANGE)").compactMap { $0[1].text }
      .filter { $0.hasPrefix("ZTOMBSTONE") && Int($0.dropFirst("ZTOMBSTONE".count)) != nil }
      .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    let columns = ["Z_PK", "ZTRANSACTIONID", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZCOLUMNS"]
    let sql: SQLFragment =
      "SELECT \(names: columns + tombstones) FROM ACHANGE WHERE ZTRANSACTIONID IN "
      + "(SELECT t.Z_PK FROM ATRANSACTION t WHERE \(sql: condition.sql)) "
      + "ORDER BY ZTRANSACTIONID, Z_PK"
    var decoder = HistoryDecoder(store)
    var records: [Int64: [HistoryRecord]] = [:]
    for row in try connection.rows(sql.text, condition.values) {
      guard case .integer(let number) = row[0], case .integer(let transaction) = row[1],
        let change = decoder.change(row)
      else { continue }
      records[transaction, default: []].append(HistoryRecord(number: number, change: change))
    }
    return records
  }
}

/// Decodes rows of `ACHANGE`. The facts about an entity are computed once.
private struct HistoryDecoder {
  private struct Entity {
    var columns: HistoryColumns
    var tombstones: [AttributeID]
  }

  private let store: SQLiteObjectStore
  private var entities: [EntityID: Entity] = [:]

  init(_ store: SQLiteObjectStore) { self.store = store }

  /// - Parameter row: `Z_PK`, `ZTRANSACTIONID`, `ZCHANGETYPE`, `ZENTITY`, `ZENTITYPK`, `ZCOLUMNS`,
  ///   then the values of a deleted object.
  mutating func change(_ row: [SQLValue]) -> HistoryChange? {
    guard case .integer(let kind) = row[2], case .integer(let number) = row[3],
      case .integer(let key) = row[4], let plan = store.source.entities[number]
    else { return nil }
    let id = ObjectID(store.places[plan], key)
    switch kind {
    case 0: return .inserted(id)
    case 1: return .updated(id, properties: properties(row[5], plan))
    case 2: return .deleted(id, tombstone: tombstone(row.dropFirst(6), plan))
    default: return nil
    }
  }

  private mutating func entity(_ plan: EntityPlan) -> Entity {
    if let known = entities[plan.id] { return known }
    let (model, schema) = (store.compiled.model, store.compiled.schema)
    let made = Entity(
      columns: HistoryColumns(plan.id, model, schema),
      tombstones: HistoryWriter.tombstones(of: plan.id, model, schema))
    entities[plan.id] = made
    return made
  }

  private mutating func properties(_ cell: SQLValue, _ plan: EntityPlan) -> Set<String> {
    guard case .blob(let bytes) = cell else { return [] }
    let model = store.compiled.model
    return Set(
      entity(plan).columns.changed(in: bytes).map { property in
        switch property {
        case .attribute(let id): model[id].name
        case .relationship(let id): model[id].name
        }
      })
  }

  private mutating func tombstone(
    _ cells: ArraySlice<SQLValue>, _ plan: EntityPlan
  ) -> [String: StoredValue] {
    var values: [String: StoredValue] = [:]
    for (id, cell) in zip(entity(plan).tombstones, cells) {
      let attribute = store.compiled.model[id]
      if let value = AttributeValue(stored: cell, type: attribute.type) {
        values[attribute.name] = .attribute(value)
      }
    }
    return values
  }
}

extension SQLValue {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

  fileprivate var number: Double {
    switch self {
    case .real(let number): number
    case .integer(let number): Double(number)
    case .null, .text, .blob: 0
    }
  }
}
