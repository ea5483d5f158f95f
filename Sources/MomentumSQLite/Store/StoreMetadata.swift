package import MomentumPropertyList
internal import MomentumSQL

/// The description that a store holds of itself: the row of `Z_METADATA`.
///
/// Source: observed in 178 stores (keys, types, defaults).
package struct StoreMetadata: Sendable, Hashable {
  /// `NSStoreUUID`, upper case.
  package var uuid: String
  /// `NSStoreType`: `SQLite`.
  package var storeType: String?
  package var modelVersionIdentifiers: [String]
  /// `NSPersistenceFrameworkVersion`: which build of Core Data wrote the store last.
  package var frameworkVersion: Int64?
  /// The version hashes by entity name; 32 bytes each in stores since 2006.
  package var entityHashes: [String: [UInt8]]
  /// 3 in every store seen.
  package var hashesVersion: Int64?
  /// `NSStoreModelVersionHashesDigest`, base64.
  package var hashesDigest: String?
  /// `NSStoreModelVersionChecksumKey`, base64; newer systems only.
  package var modelChecksum: String?
  /// `_NSAutoVacuumLevel`: `2`, incremental.
  package var autoVacuumLevel: String?
  /// The values of all other keys: the app's own keys, and keys above whose value has an unexpected
  /// type.
  package var others: [String: PropertyList]

  package init(
    uuid: String, modelVersionIdentifiers: [String] = [""], frameworkVersion: Int64? = nil,
    entityHashes: [String: [UInt8]] = [:], hashesDigest: String? = nil,
    modelChecksum: String? = nil, others: [String: PropertyList] = [:]
  ) {
    self.uuid = uuid.uppercased()
    storeType = "SQLite"
    self.modelVersionIdentifiers = modelVersionIdentifiers
    self.frameworkVersion = frameworkVersion
    self.entityHashes = entityHashes
    hashesVersion = 3
    self.hashesDigest = hashesDigest
    self.modelChecksum = modelChecksum
    autoVacuumLevel = "2"
    self.others = others
  }
}

/// Why a store's metadata cannot be decoded.
package struct MalformedMetadata: Error, Sendable, Hashable {
  package var message: String
}

extension StoreMetadata {
  private static let historyKey = "NSPersistentHistoryTrackingKey"

  /// Whether the store keeps persistent history. The key was observed, its value's type is assumed.
  package var tracksHistory: Bool {
    get { [.boolean(true), .integer(1)].contains(others[Self.historyKey]) }
    set { others[Self.historyKey] = newValue ? .boolean(true) : nil }
  }
}

// MARK: - Property list

extension StoreMetadata {
  private enum Key {
    static let storeType = "NSStoreType"
    static let identifiers = "NSStoreModelVersionIdentifiers"
    static let frameworkVersion = "NSPersistenceFrameworkVersion"
    static let hashes = "NSStoreModelVersionHashes"
    static let hashesVersion = "NSStoreModelVersionHashesVersion"
    static let digest = "NSStoreModelVersionHashesDigest"
    static let checksum = "NSStoreModelVersionChecksumKey"
    static let autoVacuum = "_NSAutoVacuumLevel"
  }

  /// Reads each known key whose value has the known type; all other keys stay in `others`.
  init(uuid: String, propertyList: [String: PropertyList]) {
    self.init(uuid: uuid, modelVersionIdentifiers: [])
    self.uuid = uuid
    var rest = propertyList
    func take<Value>(_ key: String, _ read: (PropertyList) -> Value?) -> Value? {
      guard let value = rest[key].flatMap(read) else { return nil }
      rest[key] = nil
      return value
    }
    storeType = take(Key.storeType, \.string)
    // An array since 10.5; a single string, as older systems wrote it, stays in `others`.
    modelVersionIdentifiers = take(Key.identifiers) { Self.all($0.array, \.string) } ?? []
    frameworkVersion = take(Key.frameworkVersion, \.integer)
    entityHashes = take(Key.hashes) { Self.all($0.dictionary, \.data) } ?? [:]
    hashesVersion = take(Key.hashesVersion, \.integer)
    hashesDigest = take(Key.digest, \.string)
    modelChecksum = take(Key.checksum, \.string)
    autoVacuumLevel = take(Key.autoVacuum, \.string)
    others = rest
  }

  /// Decodes the bytes of `Z_METADATA.Z_PLIST`, a binary or an XML property list.
  package init(uuid: String, plist: [UInt8]) throws(MalformedMetadata) {
    do {
      guard let members = try PropertyList.read(plist).dictionary else {
        throw PropertyListError(message: "the property list is not a dictionary")
      }
      self.init(uuid: uuid, propertyList: members)
    } catch {
      throw MalformedMetadata(message: (error as? PropertyListError)?.message ?? "\(error)")
    }
  }

  /// The property list with all keys that have a value, including `others`.
  package var propertyList: PropertyList {
    var result = others
    func put(_ key: String, _ value: PropertyList?) {
      if let value { result[key] = value }
    }
    put(Key.storeType, storeType.map { .string($0) })
    if others[Key.identifiers] == nil {
      put(Key.identifiers, .array(modelVersionIdentifiers.map { .string($0) }))
    }
    put(Key.frameworkVersion, frameworkVersion.map { .integer($0) })
    if others[Key.hashes] == nil {
      put(Key.hashes, .dictionary(entityHashes.mapValues { .data($0) }))
    }
    put(Key.hashesVersion, hashesVersion.map { .integer($0) })
    put(Key.digest, hashesDigest.map { .string($0) })
    put(Key.checksum, modelChecksum.map { .string($0) })
    put(Key.autoVacuum, autoVacuumLevel.map { .string($0) })
    return .dictionary(result)
  }

  private static func all<Value>(
    _ items: [PropertyList]?, _ read: (PropertyList) -> Value?
  ) -> [Value]? {
    guard let items else { return nil }
    let values = items.compactMap(read)
    return values.count == items.count ? values : nil
  }

  private static func all<Value>(
    _ members: [String: PropertyList]?, _ read: (PropertyList) -> Value?
  ) -> [String: Value]? {
    guard let members else { return nil }
    let values = members.compactMapValues(read)
    return values.count == members.count ? values : nil
  }
}

// MARK: - In the store

extension StoreMetadata {
  /// Reads the one row of `Z_METADATA`.
  package static func read(from connection: Connection) throws(StoreError) -> StoreMetadata {
    try asStoreError {
      guard try connection.hasTable("Z_METADATA") else {
        throw StoreError.notAStore(path: connection.path, missing: "Z_METADATA")
      }
      let statement = try connection.prepare(
        "SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
      guard try statement.step() else {
        throw StoreError.metadata(path: connection.path, message: "Z_METADATA has no row")
      }
      do throws(MalformedMetadata) {
        return try StoreMetadata(
          uuid: statement.text(at: 0) ?? "", plist: statement.blob(at: 1) ?? [])
      } catch {
        throw StoreError.metadata(path: connection.path, message: error.message)
      }
    }
  }

  /// Replaces the store's metadata. The caller has to open a transaction: `Z_METADATA` is empty in
  /// between.
  package func write(to connection: Connection) throws(SQLiteError) {
    let bytes = BinaryPropertyListWriter.write(propertyList)
    try connection.execute("DELETE FROM Z_METADATA")
    try connection.execute(
      "INSERT INTO Z_METADATA(Z_VERSION, Z_UUID, Z_PLIST) VALUES(?, ?, ?)",
      [.integer(1), .text(uuid), .blob(bytes)])
  }
}

extension Connection {
  /// Whether an ordinary table of the name exists. A view does not count: reading a view may never
  /// end.
  package func hasTable(_ name: String) throws(SQLiteError) -> Bool {
    try firstValue(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(name)]) != nil
  }
}
