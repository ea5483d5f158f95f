package import MomentumCompiler
import MomentumDiagnostics
import MomentumModelFiles
package import MomentumRuntime
import MomentumSQLite

/// The model that a store was made with.
///
/// An error says why the model that the store contains was not used:
///
/// ```swift
/// do throws(MigrationError) {
///   _ = try migrator.migrate(store: "app.sqlite", among: versions, to: current)
/// } catch {
///   if case .unknownSource(_, let entities, .none) = error { print(entities) }
/// }
/// ```
public struct MigrationSource: Sendable {
  package enum Match: Sendable, Hashable {
    /// One of the given versions, by its index; the first if several have the same hashes.
    case version(Int)
    /// The model in the store's `Z_MODELCACHE`, since no given version matches.
    case modelCache
    case unknown
  }

  /// Whether the model in the store's `Z_MODELCACHE` could be used.
  public enum OwnModel: Sendable, Hashable {
    /// The store contains no model, or it was not read.
    case none
    /// The model is damaged or cannot be read.
    case unreadable
    /// The model has other hashes than the store.
    case other
  }

  package var match: Match
  /// The model with the names of the store's own catalog; `nil` if no model matches the store.
  package var model: CompiledModel?
  /// The index of the version that differs from the store in the fewest entities, the first of
  /// several. It tells what the store may be if no model matches.
  package var nearest: Int?
  /// The entities that differ from the nearest version. If no version was given, all entities of
  /// the store.
  package var mismatches: [HashMismatch]
  /// Why the model in the store was not used, if no model matches.
  package var ownModel = OwnModel.none

  /// Finds the model by the store's hashes. The store is not changed.
  package static func find(
    store: String, among versions: [CompiledModel]
  ) throws(MigrationError) -> MigrationSource {
    do {
      let reader = try StoreReader(path: store)
      return try find(in: reader.connection, reader.metadata(), .among(versions))
    } catch {
      throw MigrationError(error, path: store)
    }
  }

  static func find(
    in connection: Connection, _ metadata: StoreMetadata, _ sources: MigrationRequest.Sources
  ) throws(MigrationError) -> MigrationSource {
    switch sources {
    case .exactly(let model):
      try find(in: connection, metadata: metadata, among: [model], takesOwnModel: false)
    case .among(let versions):
      try find(in: connection, metadata: metadata, among: versions, takesOwnModel: true)
    }
  }

  /// - Parameter takesOwnModel: Whether the model in the store may be used.
  private static func find(
    in connection: Connection, metadata: StoreMetadata, among versions: [CompiledModel],
    takesOwnModel: Bool
  ) throws(MigrationError) -> MigrationSource {
    let mismatches = versions.map { $0.mismatches(metadata) }
    // Without hashes any model would seem to match, so do not use one.
    let hasHashes = !metadata.entityHashes.isEmpty
    if hasHashes, let index = mismatches.firstIndex(where: \.isEmpty) {
      let model = try stored(versions[index], connection, metadata)
      return MigrationSource(match: .version(index), model: model, nearest: index, mismatches: [])
    }
    let cached = hasHashes && takesOwnModel ? cachedModel(connection) : (.none, nil)
    if let own = cached.model, own.mismatches(metadata).isEmpty {
      let model = try stored(own, connection, metadata)
      return MigrationSource(match: .modelCache, model: model, nearest: nil, mismatches: [])
    }
    let nearest = mismatches.indices.min { mismatches[$0].count < mismatches[$1].count }
    return MigrationSource(
      match: .unknown, model: nil, nearest: nearest,
      mismatches: nearest.map { mismatches[$0] } ?? allEntities(metadata), ownModel: cached.state)
  }

  /// The model that a store keeps in its `Z_MODELCACHE`, whatever hashes it has; `nil` if the store
  /// keeps none or it cannot be read (SR-48).
  package static func cachedModel(
    ofStore path: String
  ) throws(MigrationError) -> CompiledModel? {
    do {
      return cachedModel(try StoreReader(path: path).connection).model
    } catch {
      throw MigrationError(error, path: path)
    }
  }

  private static func stored(
    _ model: CompiledModel, _ connection: Connection, _ metadata: StoreMetadata
  ) throws(MigrationError) -> CompiledModel {
    do throws(StoreError) {
      return try model.inStore(connection, metadata).model
    } catch {
      throw MigrationError(error, path: connection.path)
    }
  }

  private static func allEntities(_ metadata: StoreMetadata) -> [HashMismatch] {
    metadata.entityHashes.sorted { $0.key < $1.key }.map {
      HashMismatch(entity: $0.key, inStore: $0.value, inModel: nil)
    }
  }

  private static func cachedModel(
    _ connection: Connection
  ) -> (state: OwnModel, model: CompiledModel?) {
    var diagnostics = Diagnostics()
    do {
      guard let bytes = try ModelCache.read(from: connection) else { return (.none, nil) }
      guard let contents = ModelBundle.decompiled(bytes, path: connection.path, &diagnostics),
        let model = CompiledModel.compile(contents, &diagnostics)
      else { return (.unreadable, nil) }
      return (.other, model)
    } catch {
      return (.unreadable, nil)
    }
  }
}
