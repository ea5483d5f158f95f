import Foundation
package import MomentumCompiler
package import MomentumDiagnostics
import MomentumModel
package import MomentumSQLite
import MomentumStore
import MomentumVersionHash

// Creates stores for a model, and imports objects into stores.

extension CompiledModel {
  /// The framework version that new stores claim, so that Core Data opens them as its own: the
  /// newest one whose layout was observed (macOS 26).
  static let newestFrameworkVersion: Int64 = 1526

  /// Makes an empty store at a path where no file exists.
  ///
  /// - Parameter uuid: The store's identity; a new one by default. Core Data cannot open two stores
  ///   with the same identity in one coordinator.
  package func createStore(at path: String, uuid: String? = nil) throws(StoreError) {
    let metadata = newMetadata(uuid: uuid)
    try StoreWriter().create(
      path: path, schema: schema,
      statements: schema.creationStatements(framework: framework), metadata: metadata,
      modelCache: newModelCache)
  }

  /// The content of `Z_MODELCACHE` in a new store; `nil` if the store gets no copy of its model.
  package var newModelCache: [UInt8]? { framework.hasModelCache ? modelCopy.packed : nil }

  /// The metadata of a new store.
  ///
  /// - Parameter uuid: The store's identity; a new one by default.
  package func newMetadata(uuid: String? = nil) -> StoreMetadata {
    let hashes = hashes
    var metadata = StoreMetadata(
      uuid: uuid ?? UUID().uuidString, modelVersionIdentifiers: model.versionIdentifiers,
      frameworkVersion: framework.number.map { Int64($0) } ?? CompiledModel.newestFrameworkVersion,
      entityHashes: hashes.byEntity,
      hashesDigest: framework.hasHashesDigest ? hashes.digest : nil,
      modelChecksum: framework.hasModelChecksum ? hashes.checksum : nil)
    if schema.history != nil { metadata.tracksHistory = true }
    return metadata
  }

  /// Inserts the objects of a JSON file in one transaction.
  ///
  /// - Parameter map: A mapping file, for JSON that does not have the form of an import. It can
  ///   also tell which existing objects to change instead of inserting new ones.
  /// - Returns: The number of inserted rows by table. `nil` if the file had errors; the store is
  ///   then unchanged.
  package func importObjects(
    of file: SourceFile, into path: String, mappedBy map: SourceFile? = nil,
    importing: ImportOptions = ImportOptions(), options: ConnectionOptions = ConnectionOptions(),
    _ diagnostics: inout Diagnostics
  ) throws(StoreError) -> [String: Int]? {
    try self.importing(
      of: file, into: path, mappedBy: map, importing: importing, options: options, &diagnostics
    )?.rows
  }

  /// Imports a JSON file like ``importObjects(of:into:mappedBy:importing:options:_:)``, but returns
  /// the numbers of inserted, updated, unchanged and linked objects.
  package func importing(
    of file: SourceFile, into path: String, mappedBy map: SourceFile? = nil,
    importing: ImportOptions = ImportOptions(), options: ConnectionOptions = ConnectionOptions(),
    isDryRun: Bool = false, onProgress: (ImportProgress) -> Void = { _ in },
    _ diagnostics: inout Diagnostics
  ) throws(StoreError) -> ImportResult? {
    try insert(
      into: path, options: options, isDryRun: isDryRun, onProgress: onProgress, &diagnostics
    ) { schema, found in
      ImportPlan.make(
        file, mappedBy: map, model: model, schema: schema, options: importing,
        onProgress: onProgress, &found)
    }
  }

  /// Imports CSV files. Each file has the name of an entity, or a mapping file tells what its
  /// columns mean.
  package func importing(
    ofCSV files: [SourceFile], delimiter: UInt8 = UInt8(ascii: ","), into path: String,
    mappedBy map: SourceFile? = nil, importing: ImportOptions = ImportOptions(),
    options: ConnectionOptions = ConnectionOptions(), isDryRun: Bool = false,
    onProgress: (ImportProgress) -> Void = { _ in }, _ diagnostics: inout Diagnostics
  ) throws(StoreError) -> ImportResult? {
    try insert(
      into: path, options: options, isDryRun: isDryRun, onProgress: onProgress, &diagnostics
    ) { schema, found in
      ImportPlan.make(
        csv: files, delimiter: delimiter, mappedBy: map, model: model, schema: schema,
        options: importing, onProgress: onProgress, &found)
    }
  }

  private func insert(
    into path: String, options: ConnectionOptions, isDryRun: Bool,
    onProgress: (ImportProgress) -> Void, _ diagnostics: inout Diagnostics,
    _ plan: (StoreSchema, inout Diagnostics) -> ImportPlan?
  ) throws(StoreError) -> ImportResult? {
    // Report the errors of the file first, without opening the store.
    guard var planned = plan(schema, &diagnostics), !diagnostics.hasErrors else { return nil }
    guard !planned.findsWhatIsNotThere else {
      diagnostics.report(
        planned.refusal("\"match\" finds objects of a store, not those of a server"))
      return nil
    }
    let connection: Connection
    do throws(SQLiteError) {
      connection = try Connection(path: path, access: .readWrite, options: options)
    } catch {
      throw .sqlite(error)
    }
    let metadata = try StoreMetadata.read(from: connection)
    guard mismatches(metadata).isEmpty else {
      diagnostics.report(StoreMessage.otherModel, notes: mismatchNotes(metadata))
      return nil
    }
    let stored = try inStore(connection, metadata)
    try stored.checkForWriting(path)
    if !stored.model.schema.hasNames(of: schema) {
      guard let own = plan(stored.model.schema, &diagnostics) else { return nil }
      planned = own
    }
    return try StoreImport(
      plan: planned, compiled: stored.model, connection: connection, isDryRun: isDryRun
    ).run(onProgress: onProgress, &diagnostics)
  }

  /// The entities whose hashes in a store and in this model differ; empty if the model made the
  /// store.
  package func mismatches(_ metadata: StoreMetadata) -> [HashMismatch] {
    let ours = hashes.byEntity
    let names = Set(ours.keys).union(metadata.entityHashes.keys).sorted()
    return names.compactMap { name in
      let mismatch = HashMismatch(
        entity: name, inStore: metadata.entityHashes[name], inModel: ours[name])
      return mismatch.inStore == mismatch.inModel ? nil : mismatch
    }
  }

  package func mismatchNotes(_ metadata: StoreMetadata) -> [Diagnostic.Note] {
    mismatches(metadata).map { Diagnostic.Note($0.description) }
  }
}

/// An entity whose hashes in a store and in a model differ.
package struct HashMismatch: Sendable, Hashable, CustomStringConvertible {
  package var entity: String
  /// The hash in the store; `nil` if the store does not have the entity.
  package var inStore: [UInt8]?
  /// The hash in the model; `nil` if the model does not have the entity.
  package var inModel: [UInt8]?

  package init(entity: String, inStore: [UInt8]?, inModel: [UInt8]?) {
    self.entity = entity
    self.inStore = inStore
    self.inModel = inModel
  }

  /// The difference in one line: `entity 'Venue': store 4a3b…, model 91c0…`.
  package var description: String {
    "entity '\(entity)': store \(inStore?.hexadecimal ?? "has none"), "
      + "model \(inModel?.hexadecimal ?? "has none")"
  }
}

/// A message about a store that was made with another version of the model.
package struct StoreMessage: RuleMessage {
  package let rule: DiagnosticRule
  package let text: String

  static let rules: [DiagnosticRule] = [otherModelRule]

  static let otherModelRule = DiagnosticRule(
    "store.other-model",
    .error(.refused(by: .coreData, .documented("NSPersistentStoreIncompatibleVersionHashError"))),
    "A store was made with another version of the model.",
    """
    The store keeps the hash of every entity, and some of them differ from those of the model; the \
    notes list them. Core Data refuses to open the store with this model, and an import would \
    write rows that fit neither version. Use the version that the store was made with, or migrate \
    the store.
    """,
    .documented("NSPersistentStoreIncompatibleVersionHashError"))

  package static let otherModel = Self(
    rule: otherModelRule, text: "the store was made with another version of the model")
}
