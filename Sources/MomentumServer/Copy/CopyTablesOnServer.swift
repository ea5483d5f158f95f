internal import MomentumPostgreSQL
internal import MomentumSQL

/// The tables that a copy keeps on the server beside those of the model.
///
/// Their names begin with `momentum_`, as no table of a model does.
enum CopyTablesOnServer {
  /// How far a copy has come; there only until the copy is whole.
  static let progress = "momentum_copy"
  /// What the store said of itself: its metadata and the copy of its model.
  static let store = "momentum_store"
  /// The details of rows: ``StoreRowDetails``.
  static let rows = "momentum_store_row"

  static let creation: [SQLFragment] = [
    """
    CREATE TABLE \(name: progress) (table_name text PRIMARY KEY, source text NOT NULL,
      first_key bigint, second_key bigint, is_done boolean NOT NULL)
    """,
    """
    CREATE TABLE \(name: store) (uuid text PRIMARY KEY, metadata bytea NOT NULL, model bytea,
      framework_version bigint, has_history boolean NOT NULL)
    """,
    """
    CREATE TABLE \(name: rows) (table_name text, id bigint, version bigint NOT NULL,
      exact bytea NOT NULL, PRIMARY KEY (table_name, id))
    """,
  ]
}

/// How far a copy has come in one table.
struct CopyPlace: Sendable, Hashable {
  /// The key of the last row that is there; empty before the first one.
  var key: [Int64] = []
  var isDone = false
}

extension ServerConnection {
  /// The places of an unfinished copy by table; `nil` if there is none.
  func copyPlaces(source: String) async throws -> [String: CopyPlace]? {
    guard try await !existing([CopyTablesOnServer.progress]).isEmpty else { return nil }
    let rows = try await rows(
      """
      SELECT table_name, source, first_key, second_key, is_done
      FROM \(name: CopyTablesOnServer.progress)
      """)
    var places: [String: CopyPlace] = [:]
    for row in rows {
      guard try row.text(at: 1) == source else {
        throw ServerError.otherCopy(address: address.shown)
      }
      let keys = [try row.integer(at: 2), try row.integer(at: 3)]
      places[try row.text(at: 0) ?? ""] = CopyPlace(
        key: keys.compactMap { $0 }, isDone: try row.bool(at: 4) ?? false)
    }
    return places
  }

  func setCopyPlace(_ place: CopyPlace, of table: String) async throws {
    let keys: [PostgreSQLValue] = place.key.map { .integer($0) }
    try await rows(
      """
      UPDATE \(name: CopyTablesOnServer.progress)
      SET first_key = $2, second_key = $3, is_done = $4 WHERE table_name = $1
      """,
      [.text(table), keys.first ?? .null, keys.count > 1 ? keys[1] : .null, .bool(place.isDone)])
  }
}
