package import MomentumCompiler
package import MomentumDiagnostics
internal import MomentumModel
internal import MomentumSQLite
internal import MomentumStore

extension CompiledModel {
  /// Writes all objects of a store as JSON, one at a time.
  /// ``importObjects(of:into:mappedBy:importing:options:_:)`` can read the result. The store is not
  /// changed, and all objects are read in one transaction.
  ///
  /// - Returns: The number of objects; `nil` if the store was made with another version of the
  ///   model.
  package func exportJSON(
    of path: String, _ diagnostics: inout Diagnostics, _ write: (String) throws -> Void
  ) throws -> Int? {
    try export(path, &diagnostics) { try $0.writeJSON(write) }
  }

  /// Writes all objects of a store as CSV files that an import can read.
  ///
  /// - Parameter write: Receives the name of a file and a text to append to this file.
  package func exportCSV(
    of path: String, _ diagnostics: inout Diagnostics,
    _ write: (_ file: String, _ text: String) throws -> Void
  ) throws -> Int? {
    try export(path, &diagnostics) { try $0.writeCSV(write) }
  }

  private func export(
    _ path: String, _ diagnostics: inout Diagnostics, _ write: (StoreExporter) throws -> Int
  ) throws -> Int? {
    let reader = try StoreReader(path: path)
    let metadata = try reader.metadata()
    guard mismatches(metadata).isEmpty else {
      diagnostics.report(StoreMessage.otherModel, notes: mismatchNotes(metadata))
      return nil
    }
    let stored = try inStore(reader.connection, metadata)
    try stored.checkForReading(path)
    let exporter = StoreExporter(
      model: model, schema: stored.model.schema, connection: reader.connection)
    return try reader.connection.transaction(.deferred) { try write(exporter) }
  }
}
