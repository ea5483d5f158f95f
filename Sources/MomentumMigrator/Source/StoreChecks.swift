import MomentumCompiler
import MomentumMigration
import MomentumPropertyList
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore

/// Checks whether a store has the tables of the model whose hashes it has, and whether its metadata
/// can be replaced.
struct StoreChecks {
  let connection: Connection
  /// The path as the caller passed it.
  let path: String

  /// Throws if a store lacks a table or column of the model whose hashes it has.
  ///
  /// - Parameter model: The model, as the store's own framework lays it out.
  func checkTables(of model: CompiledModel) throws {
    let catalog = try StoreCatalog.read(from: connection)
    let missing = MigrationPlanner.missingParts(of: model.planned, in: catalog)
    guard missing.isEmpty else {
      throw MigrationError.tablesDiffer(path: path, problems: missing.map(\.text))
    }
  }

  /// Throws if the table of entity numbers is missing.
  func checkEntityNumbers() throws {
    let found = try connection.firstValue(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'Z_PRIMARYKEY'")
    guard found != nil else { throw StoreError.notAStore(path: path, missing: "Z_PRIMARYKEY") }
  }

  /// Throws if the metadata could not be replaced without losing a part of it.
  ///
  /// - Parameters:
  ///   - bytes: The metadata in the store.
  ///   - new: The metadata to be written.
  func checkMetadata(_ bytes: [UInt8], new: StoreMetadata) throws {
    let rows = try connection.firstValue("SELECT COUNT(*) FROM Z_METADATA")
    guard rows == .integer(1) else {
      throw StoreError.metadata(
        path: path, message: "Z_METADATA has more than one row, and only one would be kept")
    }
    do {
      _ = try PropertyList.read(bytes, exactly: true)
      let written = BinaryPropertyListWriter.write(new.propertyList)
      let again = BinaryPropertyListWriter.write(try PropertyList.read(written))
      guard again == written else {
        throw PropertyListError(message: "the list cannot be written as it was")
      }
    } catch let error as PropertyListError {
      throw StoreError.metadata(
        path: path, message: "\(error.message), which would not be kept as it is")
    }
  }
}
