internal import MomentumPropertyList
internal import MomentumSQLite

extension StoreMetadata {
  private static let identifierKey = "NSStoreUUID"

  /// The metadata as the app reads it, with the identifier. The file has the identifier in the
  /// column `Z_UUID` and not in the property list.
  var information: StoreInformation {
    var values = propertyList.dictionary ?? [:]
    values[StoreMetadata.identifierKey] = .string(uuid)
    return StoreInformation(values)
  }

  /// The bytes of `Z_PLIST` for a dictionary that the app may have changed.
  ///
  /// Keys that describe the store, such as the hashes of its model, keep their values from `known`,
  /// whatever the app has written: without them the store could not be opened again.
  static func bytes(of changed: StoreInformation, known: StoreMetadata) -> [UInt8] {
    var values = changed.values
    var own = known
    own.others = [:]
    for (key, value) in own.propertyList.dictionary ?? [:] { values[key] = value }
    values[identifierKey] = nil
    return BinaryPropertyListWriter.write(.dictionary(values))
  }
}
