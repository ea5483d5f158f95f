internal import Foundation
internal import MomentumCompiler
internal import MomentumModel
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// The file in which a copy from a server grows: a store without indexes and triggers, with a table
/// that says how far each of its tables is. The file is beside the store that it becomes.
///
/// Not `Sendable`: it has an open connection.
final class PartialStore {
  let path: String
  let connection: Connection
  let external: ExternalData
  /// Whether an earlier copy had begun the file.
  let wasThere: Bool
  /// Whether all rows, indexes and triggers are there.
  private(set) var isFinished: Bool

  private let target: String
  private let compiled: CompiledModel

  private static let progress = "momentum_copy"

  /// Opens the file of an earlier copy from the same source, or begins a new one.
  init(
    path target: String, _ compiled: CompiledModel, _ facts: StoreFacts?, source: String,
    _ plan: CopyPlan
  ) throws {
    let url = URL(fileURLWithPath: target)
    path =
      url.deletingLastPathComponent().path + "/.\(url.lastPathComponent).momentum-copy"
    self.target = target
    self.compiled = compiled
    external = ExternalData(storePath: target)
    // A process that was ended before the first table has left an empty file.
    NewFile.removeIfEmpty(path)
    wasThere = NewFile.exists(path)
    connection = try Connection(path: path, access: wasThere ? .readWrite : .createExclusively)
    isFinished = false
    // The file survives the end of this process, not that of the system: a copy that is damaged by
    // the latter differs from the server at the end.
    try connection.execute("PRAGMA synchronous = OFF")
    try connection.execute("PRAGMA cache_size = -32000")
    // A process may have been ended after each of these steps: the file has no table, after its
    // journal was rolled back; the table of the progress alone; all tables of the store; no table of
    // the progress any more.
    let isEmpty =
      try connection.firstValue("SELECT count(*) FROM sqlite_master") == .integer(0)
    if isEmpty { try makeProgress(source, plan) }
    guard try isFrom(source) else { throw ServerError.fileExists(path) }
    if try !connection.hasTable("Z_METADATA") { try fill(facts) }
    isFinished = try !connection.hasTable(Self.progress)
  }

  /// Makes the table of the progress.
  private func makeProgress(_ source: String, _ plan: CopyPlan) throws {
    try connection.execute("PRAGMA page_size = 4096")
    try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    try connection.transaction {
      try connection.execute(
        """
        CREATE TABLE \(name: Self.progress) (table_name TEXT PRIMARY KEY, source TEXT NOT NULL,
          first_key INTEGER, second_key INTEGER, is_done INTEGER NOT NULL)
        """)
      for table in plan.tables {
        try connection.execute(
          "INSERT INTO \(name: Self.progress) (table_name, source, is_done) VALUES (?, ?, 0)",
          [.text(table.name), .text(source)])
      }
    }
  }

  /// Makes the tables of the store.
  private func fill(_ facts: StoreFacts?) throws {
    var metadata = compiled.newMetadata(uuid: facts?.uuid)
    if let facts, !facts.metadata.isEmpty {
      do throws(MalformedMetadata) {
        metadata = try StoreMetadata(uuid: facts.uuid, plist: facts.metadata)
      } catch {
        throw StoreError.metadata(path: target, message: error.message)
      }
    }
    let late = lateStatements
    let early = compiled.schema.creationStatements(framework: compiled.framework).filter {
      !late.contains($0)
    }
    try StoreWriter.fill(
      connection, compiled.schema, early, metadata, facts?.model ?? compiled.newModelCache)
  }

  private func isFrom(_ source: String) throws -> Bool {
    guard try connection.hasTable(Self.progress) else {
      return try connection.hasTable("Z_METADATA")
    }
    return try connection.firstValue(
      "SELECT count(*) FROM \(name: Self.progress) WHERE source <> ?", [.text(source)])
      == .integer(0)
  }

  // MARK: - Rows

  func place(of table: String) throws -> CopyPlace {
    let statement = try connection.prepare(
      "SELECT first_key, second_key, is_done FROM \(name: Self.progress) WHERE table_name = ?")
    try statement.bind([.text(table)])
    guard let row = try statement.nextRow() else { return CopyPlace() }
    statement.reset()
    let keys = row.prefix(2).compactMap { if case .integer(let key) = $0 { key } else { nil } }
    return CopyPlace(key: keys, isDone: row[2] == .integer(1))
  }

  func begin() throws { try connection.execute("BEGIN IMMEDIATE") }

  /// Ends a transaction, in which it also notes how far the table is.
  func commit(_ place: CopyPlace, of table: String) throws {
    try connection.execute(
      """
      UPDATE \(name: Self.progress) SET first_key = ?, second_key = ?, is_done = ?
      WHERE table_name = ?
      """,
      [
        place.key.first.map { .integer($0) } ?? .null,
        place.key.count > 1 ? .integer(place.key[1]) : .null, .integer(place.isDone ? 1 : 0),
        .text(table),
      ])
    try connection.execute("COMMIT")
  }

  // MARK: - The end

  /// Fills the columns that follow from others, makes indexes and triggers, and sets `Z_MAX`.
  func finish(_ plan: CopyPlan, _ lastKeys: [Int64: Int64]) throws {
    try connection.transaction {
      let late = compiled.schema.creationStatements(framework: compiled.framework).filter(
        lateStatements.contains)
      let isTrigger: (String) -> Bool = { $0.hasPrefix("CREATE TRIGGER") }
      for statement in late where !isTrigger(statement) { try connection.execute(sql: statement) }
      for statement in plan.linkStatements { try connection.execute(statement) }
      for statement in plan.derivedStatements { try connection.execute(statement) }
      for statement in late where isTrigger(statement) { try connection.execute(sql: statement) }
      for (number, key) in lastKeys {
        try connection.execute(
          "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", [.integer(key), .integer(number)])
      }
      try connection.execute("DROP TABLE \(name: Self.progress)")
    }
    try connection.execute("PRAGMA incremental_vacuum")
    isFinished = true
  }

  /// The indexes, which are made faster when the rows are there, and the triggers of derived
  /// attributes, which would compute values that are copied.
  private var lateStatements: Set<String> {
    let triggers = compiled.schema.tables.flatMap(\.triggers).map {
      SQLDefinition.createTrigger($0).sql.text
    }
    let indexes = compiled.schema.tables.flatMap(\.indexes).map {
      SQLDefinition.createIndex($0).sql.text
    }
    return Set(triggers + indexes)
  }

  /// Gives the file its name, if no other file has taken it.
  func publish() throws { try NewFile.publish(path, as: target) }
}

extension CopyPlan {
  /// The statements for derived attributes that the server computes itself, so that no value of them
  /// is copied.
  fileprivate var derivedStatements: [SQLFragment] {
    let computed = plain.tables.flatMap { table -> [String] in
      let names = Set(table.columns.filter { $0.isGenerated(in: .postgreSQL) }.map(\.name))
      guard case .entity(let root) = table.kind, !names.isEmpty else { return [] }
      return plain.attributeColumns.compactMap { id, leaves in
        guard model.root(of: id.entity) == root, let leaf = leaves.first, leaf.path.isEmpty,
          names.contains(leaf.column)
        else { return nil }
        return store.attributeColumns[id].map { "\(store[root].table).\($0)" }
      }
    }
    return store.tables.flatMap { table in
      table.derivations.filter { computed.contains("\(table.name).\($0.column)") }.map(\.sql)
    }
  }
}
