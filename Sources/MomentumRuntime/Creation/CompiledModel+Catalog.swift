package import MomentumCompiler
import MomentumSQL
package import MomentumSQLite
package import MomentumStore

/// A model with the table names and entity numbers of one store.
///
///     let stored = try compiled.inStore(connection, metadata)
///     try stored.checkForWriting(path)
///     let fetch = stored.model.compile(request)   // with the store's own names
package struct ModelInStore: Sendable {
  /// The model; its schema has the names and numbers of the store's own catalogue.
  package let model: CompiledModel
  /// Whether the store has other names than those that the model alone would get, so that requests
  /// must be compiled again.
  package let differs: Bool
  /// The tables and columns of the model that the store lacks.
  package let missing: [MissingPart]

  /// Throws if the store lacks a part without which rows cannot be read.
  package func checkForReading(_ path: String) throws(StoreError) {
    let parts = missing.filter(\.isRequired)
    guard parts.isEmpty else { throw .lacksParts(path: path, parts: parts) }
  }

  /// Throws if the store lacks a part that a change has to write. Without its order column, an
  /// ordered relationship would lose its order.
  package func checkForWriting(_ path: String) throws(StoreError) {
    let parts = missing.filter { $0.isRequired || $0.kind == .orderColumn }
    guard parts.isEmpty else { throw .lacksParts(path: path, parts: parts) }
  }

  /// If a statement failed because a table or column is missing, returns an error that names the
  /// missing part. Other errors are returned unchanged.
  package func explained(_ error: StoreError, _ path: String) -> StoreError {
    guard case .sqlite(let cause) = error, cause.primaryCode == .error else { return error }
    let named = missing.filter { part in
      part.isRequired && cause.message.uppercased().contains(part.name.uppercased())
    }
    return named.isEmpty ? error : .lacksParts(path: path, parts: named)
  }
}

extension CompiledModel {
  /// The model with the names of an open store: first the layout that the store's version of Core
  /// Data makes, then the names that the store's catalog really has.
  package func inStore(
    _ connection: Connection, _ metadata: StoreMetadata
  ) throws(StoreError) -> ModelInStore {
    let laidOut = try laidOut(asIn: connection, metadata)
    let catalog = try StoreCatalog.read(from: connection)
    let own = CatalogLayout(
      model, laidOut: laidOut.schema, in: catalog, evidence: StoreEvidence(rowsOf: connection))
    let written = computedSchema ?? schema
    return ModelInStore(
      model: laidOut.laidOut(as: own.schema, computed: written),
      differs: !own.schema.hasNames(of: schema), missing: own.missing)
  }

  /// The model with the layout that the version of Core Data that wrote the store would make, and
  /// with persistent history if the store has it.
  package func laidOut(
    asIn connection: Connection, _ metadata: StoreMetadata
  ) throws(StoreError) -> CompiledModel {
    let keepsHistory: Bool
    do throws(SQLiteError) {
      keepsHistory =
        try connection.firstValue(
          "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'ACHANGE'") != nil
    } catch {
      throw .sqlite(error)
    }
    let number = metadata.frameworkVersion.flatMap { Int(exactly: $0) }
    let hasSameLayout = number == framework.number ?? Int(CompiledModel.newestFrameworkVersion)
    if hasSameLayout, keepsHistory == (schema.history != nil), computedSchema == nil { return self }
    let checked = CheckedModel(syntax: syntax, model: model, storedRequests: storedRequests)
    return CompiledModel(checked, frameworkVersion: number, keepsHistory: keepsHistory)
  }
}
