internal import MomentumPropertyList
internal import MomentumSQLite

extension StoreMetadata {
  private static let identifierKey = "NSStoreUUID"

  /// The dictionary that the app sees. The identifier has a column of its own in the file.
  var information: StoreInformation {
    var values = propertyList.dictionary ?? [:]
    values[StoreMetadata.identifierKey] = .string(uuid)
    return StoreInformation(values)
  }

  /// The bytes of `Z_PLIST` for a dictionary that the app may have changed.
  ///
  /// The keys that describe the store are taken from `known`: without them, nobody could open the
  /// store again.
  static func bytes(of changed: StoreInformation, known: StoreMetadata) -> [UInt8] {
    var values = changed.values
    var own = known
    own.others = [:]
    for (key, value) in own.propertyList.dictionary ?? [:] { values[key] = value }
    values[identifierKey] = nil
    return BinaryPropertyListWriter.write(.dictionary(values))
  }
}
