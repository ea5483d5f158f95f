internal import Foundation
internal import MomentumCompiler
internal import MomentumModel
internal import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumPropertyList
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumServerStore
internal import MomentumStore
internal import MomentumVersionHash

/// Checks that a database has the tables of a model with versions, and reads what it keeps of the
/// store. One transaction on one connection.
struct DatabaseOpening: Sendable {
  let model: ModelPlan
  let preparesTables: Bool
  let isReadOnly: Bool
  /// The address for messages.
  let shown: String

  /// What a database says of the store.
  struct Opened: Sendable {
    /// The name under which the database has the model; empty if it does not say.
    var name: String
    var identifier: String
    var metadata: [String: PropertyList]
  }

  private var tables: ObjectTables { ObjectTables(schema: model.compiled.plainSchema) }

  func open(_ connection: PostgreSQLConnection) async throws -> Opened {
    guard !tables.usesVersionColumn else {
      throw failure(
        134_080,
        "an attribute of the model has the column '\(ObjectTables.versionColumn)', which contexts need"
      )
    }
    let options = PostgreSQLTransaction(isReadOnly: isReadOnly)
    return try await connection.transaction(options) { connection in
      let link = ServerLink(connection: connection, willRun: nil)
      if !isReadOnly { try await link.run(Self.lock) }
      let name = try await checkedName(link)
      if preparesTables, !isReadOnly {
        for statement in tables.statements { try await link.run(statement) }
      }
      try await checkTables(link)
      return try await stored(name, link)
    }
  }

  /// Two processes that prepare tables at the same time would hinder each other. The same lock as
  /// that of `ServerStore`, which makes the tables.
  private static let lock: SQLFragment =
    "SELECT pg_advisory_xact_lock(hashtext('momentum ' || coalesce(current_schema(), '')))"

  // MARK: - Checks

  /// The name of the record with the hashes of the model. Throws if the database has another
  /// version of the model.
  private func checkedName(_ link: ServerLink) async throws -> String {
    let exists = try await link.run(
      "SELECT to_regclass(quote_ident(\(text: PlainModelRecord.table))) IS NOT NULL")
    // Tables that another program made by printed SQL have no record; the columns decide.
    guard try exists.first?.bool(at: 0) == true else { return "" }
    var read: [(model: String, entity: String, hash: String, layout: Int64)] = []
    for row in try await link.run(PlainModelRecord.reading) {
      read.append(
        (
          try row.text(at: 0) ?? "", try row.text(at: 1) ?? "", try row.text(at: 2) ?? "",
          try row.integer(at: 3) ?? 0
        ))
    }
    let records = PlainModelRecord.records(read)
    guard !records.isEmpty else { return "" }
    let hashes = model.compiled.hashes.entities.map { ($0.name, $0.hexadecimal) }
    let own = PlainModelRecord(model: "", hashes: Dictionary(hashes) { first, _ in first })
    if let found = records.first(where: { $0.entitiesDiffering(from: own).isEmpty }) {
      return found.model
    }
    let closest = records.map { $0.entitiesDiffering(from: own) }.min { $0.count < $1.count } ?? []
    throw failure(
      134_100,
      "The model used to open the store is incompatible with the one used to create the store. "
        + "'\(shown)' has another version of the model; different entities: "
        + closest.map { "'\($0)'" }.joined(separator: ", "))
  }

  private func checkTables(_ link: ServerLink) async throws {
    var missing: [String] = []
    var unversioned: [String] = []
    let names = PostgreSQLValue.array(tables.names.map { .text($0) })
    for row in try await link.run(ObjectTables.reading, [names]) {
      let name = "'\(try row.text(at: 0) ?? "")'"
      if try row.bool(at: 1) != true {
        missing.append(name)
      } else if try row.bool(at: 2) != true || row.bool(at: 3) != true {
        unversioned.append(name)
      }
    }
    guard missing.isEmpty else {
      throw failure(
        134_080,
        "'\(shown)' has no tables \(missing.joined(separator: ", ")); make them with 'momentum create'"
      )
    }
    guard unversioned.isEmpty else {
      throw failure(
        134_080,
        "the tables \(unversioned.joined(separator: ", ")) of '\(shown)' have no versions of rows; "
          + "run the statements of ServerObjects.script(for:), or open the store once with preparesTables"
      )
    }
  }

  // MARK: - What the database keeps

  private func stored(_ name: String, _ link: ServerLink) async throws -> Opened {
    let table = ObjectTables.table
    if !isReadOnly {
      try await link.run(
        "INSERT INTO \(name: table) (model, identifier) VALUES (\(bind: .null), \(bind: .null)) "
          + "ON CONFLICT DO NOTHING", [.text(name), .text(UUID().uuidString)])
    }
    let rows = try await link.run(
      "SELECT identifier, metadata FROM \(name: table) WHERE model = \(bind: .null)", [.text(name)])
    guard let row = rows.first, let identifier = try row.text(at: 0) else {
      throw failure(134_080, "'\(shown)' has no identifier yet; open it once for writing")
    }
    var metadata: [String: PropertyList] = [:]
    if case .bytes(let bytes) = try row.value(at: 1),
      case .dictionary(let values) = try PropertyList.read(bytes)
    {
      metadata = values
    }
    return Opened(name: name, identifier: identifier, metadata: metadata)
  }

  private func failure(_ code: Int, _ text: String) -> ObjectError {
    ObjectError(
      .init(rawValue: code), text,
      userInfo: ["reason": .string(text), "NSFilePath": .string(shown)])
  }
}
