internal import MomentumCompiler
internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumServerStore
internal import MomentumStore

/// A Core Data store that is read by a copy.
///
/// Not `Sendable`: it has an open connection.
final class CopiedStore {
  let connection: Connection
  let schema: StoreSchema
  let uuid: String
  let external: ExternalData
  /// Whether a large binary whose file is missing is no value, instead of an error.
  let allowsMissingFiles: Bool
  private let metadata: StoreMetadata

  /// - Parameter external: Where large binaries are, if not beside the file.
  init(
    path: String, _ compiled: CompiledModel, external: ExternalData? = nil,
    allowsMissingFiles: Bool
  ) throws {
    self.allowsMissingFiles = allowsMissingFiles
    let reader = try StoreReader(path: path)
    connection = reader.connection
    metadata = try reader.metadata()
    if let mismatch = compiled.mismatches(metadata).first {
      throw StoreError.schemaMismatch(path: path, entity: mismatch.entity)
    }
    let stored = try compiled.inStore(connection, metadata)
    try stored.checkForWriting(path)
    schema = stored.model.schema
    uuid = metadata.uuid
    self.external = external ?? ExternalData(storePath: path)
  }

  /// The first column of the first row as a number; 0 without rows.
  func count(_ sql: SQLFragment) throws -> Int {
    guard case .integer(let count)? = try connection.firstValue(sql) else { return 0 }
    return Int(clamping: count)
  }

  /// `Z_MAX` by `Z_ENT`: the highest key that was given, even if its object is deleted.
  func lastKeys() throws -> [Int64: Int64] {
    var keys: [Int64: Int64] = [:]
    let statement = try connection.prepare("SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY")
    while let row = try statement.nextRow() {
      if case .integer(let number) = row[0], case .integer(let key) = row[1] { keys[number] = key }
    }
    return keys
  }

  /// The row that the server keeps of the store itself.
  var facts: [PostgreSQLValue] {
    get throws {
      let plist = try connection.firstValue(
        "SELECT Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
      let model =
        try connection.hasTable("Z_MODELCACHE")
        ? connection.firstValue("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1") : nil
      let values = try ServerValue.parameters(of: [plist ?? .blob([]), model ?? .null])
      return [.text(uuid)] + values + [
        metadata.frameworkVersion.map { .integer($0) } ?? .null,
        .bool(schema.history != nil),
      ]
    }
  }
}

extension CopyPlan {
  /// Throws if a one-to-one relationship is set on one side only: the server has one column for both
  /// sides, so the other one would be lost.
  func requireLinksOnBothSides(_ connection: Connection) throws {
    for (id, key, other) in oneToOneMirrors {
      let (table, holder) = (store[id.entity].table, store[other.id.entity].table)
      let differing = try connection.firstValue(
        """
        SELECT count(*) FROM \(name: table) b WHERE b.\(name: key.column) IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM \(name: holder) a WHERE a.Z_PK = b.\(name: key.column)
         AND a.\(name: other.key.column) = b.Z_PK)
        """)
      let lonely = try connection.firstValue(
        """
        SELECT count(*) FROM \(name: holder) a WHERE a.\(name: other.key.column) IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM \(name: table) b WHERE b.Z_PK = a.\(name: other.key.column)
         AND b.\(name: key.column) = a.Z_PK)
        """)
      var count = 0
      for case .integer(let number)? in [differing, lonely] { count += Int(clamping: number) }
      guard count == 0 else {
        throw ServerError.oneSidedLinks("\(model[id.entity].name).\(model[id].name)", count: count)
      }
    }
  }
}
