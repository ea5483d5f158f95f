package import MomentumDiagnostics

/// A description of a store: its metadata, entities with their row counts, and file settings.
package struct StoreReport: Sendable, Hashable {
  /// A row of `Z_PRIMARYKEY` with the number of its rows.
  package struct Entity: Sendable, Hashable {
    /// `Z_NAME`, which may be older than the name in the model.
    package var name: String
    /// The name in the store's model, if `name` is an older one and the match is certain.
    package var modelName: String?
    /// The entity number, `Z_ENT`.
    package var number: Int64
    /// The entity number of the parent entity; 0 for a root entity.
    package var parent: Int64
    /// `Z_MAX`: the last key that was assigned; it has a meaning only for a root entity.
    package var maximumKey: Int64
    /// The name of the family's table; `nil` if the store has no such table.
    package var table: String?
    /// The number of rows of this entity without its sub-entities; `nil` if there is no table.
    package var rowCount: Int64?
    /// Whether it is an entity of persistent history (their numbers begin at 16001).
    package var isHistory: Bool
  }

  /// The result of SQLite's own check.
  package enum Integrity: Sendable, Hashable {
    case notChecked
    case ok
    /// The first messages, at most a hundred.
    case damaged([String])
  }

  package var metadata: StoreMetadata
  /// The entities in the order of their numbers.
  package var entities: [Entity]
  package var pageSize: Int64
  package var pageCount: Int64
  package var encoding: String
  /// `PRAGMA auto_vacuum`: 0 none, 1 full, 2 incremental.
  package var autoVacuum: Int64
  /// The mode in the header of the file: `delete` or `wal`.
  package var journalMode: String
  package var hasWriteAheadLog: Bool
  /// Whether the store keeps the model it was made with.
  package var hasModelCache: Bool
  package var hasHistory: Bool
  package var integrity: Integrity
}

extension StoreReport {
  /// The report as JSON. Keys that come from the store are sorted.
  package var json: JSONText {
    .object([
      ("metadata", metadata.json),
      ("entities", .array(entities.map(\.json))),
      ("pageSize", .integer(Int(pageSize))),
      ("pageCount", .integer(Int(pageCount))),
      ("encoding", .string(encoding)),
      ("autoVacuum", .integer(Int(autoVacuum))),
      ("journalMode", .string(journalMode)),
      ("hasWriteAheadLog", .bool(hasWriteAheadLog)),
      ("hasModelCache", .bool(hasModelCache)),
      ("hasHistory", .bool(hasHistory)),
      ("integrity", integrity.json),
    ])
  }
}

extension StoreReport.Entity {
  fileprivate var json: JSONText {
    .object([
      ("name", .string(name)), ("modelName", modelName.map { .string($0) } ?? .null),
      ("number", .integer(Int(number))),
      ("parent", .integer(Int(parent))), ("maximumKey", .integer(Int(maximumKey))),
      ("table", table.map { .string($0) } ?? .null),
      ("rowCount", rowCount.map { .integer(Int($0)) } ?? .null),
      ("isHistory", .bool(isHistory)),
    ])
  }
}

extension StoreReport.Integrity {
  fileprivate var json: JSONText {
    switch self {
    case .notChecked: .null
    case .ok: .string("ok")
    case .damaged(let messages): .array(messages.map { .string($0) })
    }
  }
}

extension StoreMetadata {
  /// Lists the app's own keys by name only: their values may be secrets.
  fileprivate var json: JSONText {
    func text(_ value: String?) -> JSONText { value.map { .string($0) } ?? .null }
    func number(_ value: Int64?) -> JSONText { value.map { .integer(Int($0)) } ?? .null }
    return .object([
      ("uuid", .string(uuid)),
      ("storeType", text(storeType)),
      ("modelVersionIdentifiers", .array(modelVersionIdentifiers.map { .string($0) })),
      ("frameworkVersion", number(frameworkVersion)),
      ("hashesVersion", number(hashesVersion)),
      ("hashesDigest", text(hashesDigest)),
      ("modelChecksum", text(modelChecksum)),
      (
        "entityHashes",
        .object(
          entityHashes.sorted { $0.key < $1.key }.map {
            ($0.key, .string($0.value.hexadecimal))
          })
      ),
      ("autoVacuumLevel", text(autoVacuumLevel)),
      ("otherKeys", .array(others.keys.sorted().map { .string($0) })),
    ])
  }
}
