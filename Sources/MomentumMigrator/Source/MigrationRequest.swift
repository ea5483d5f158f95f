import MomentumCompiler

/// Which store is to be migrated, from which model to which.
struct MigrationRequest: Sendable {
  /// The models among which the store's own is looked for.
  enum Sources: Sendable {
    /// This one and no other: the model that the store keeps itself does not count.
    case exactly(CompiledModel)
    /// These, and the model that the store keeps itself where none of them fits.
    case among([CompiledModel])
  }

  /// The path as the caller gave it, for messages too.
  var store: String
  var sources: Sources
  var target: CompiledModel

  /// - Parameter source: Where it is given, `versions` are not looked at.
  init(
    _ store: String, from source: CompiledModel?, among versions: [CompiledModel],
    to target: CompiledModel
  ) {
    self.store = store
    sources = source.map { .exactly($0) } ?? .among(versions)
    self.target = target
  }
}
