import MomentumPropertyList
import MomentumSQL
import MomentumSQLite

/// Whether a store's metadata can be written anew.
struct StoreChecks {
  let connection: Connection
  /// As the caller named it.
  let path: String

  /// Throws where the metadata could not be replaced without losing something of it.
  ///
  /// - Parameters:
  ///   - bytes: As they stand in the store.
  ///   - new: What is to stand there.
  func checkMetadata(_ bytes: [UInt8], new: StoreMetadata) throws {
    let rows = try connection.firstValue("SELECT COUNT(*) FROM Z_METADATA")
    guard rows == .integer(1) else {
      throw StoreError.metadata(
        path: path, message: "Z_METADATA has more than one row, and only one would be kept")
    }
    do {
      _ = try PropertyList.read(bytes, exactly: true)
      let written = BinaryPropertyListWriter.write(new.propertyList)
      let again = BinaryPropertyListWriter.write(try PropertyList.read(written, exactly: true))
      guard again == written else {
        throw PropertyListError(message: "the list cannot be written as it was")
      }
    } catch let error as PropertyListError {
      throw StoreError.metadata(
        path: path, message: "\(error.message), which would not be kept as it is")
    }
  }
}
