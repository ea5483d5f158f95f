import MomentumCompiler

/// The store to migrate, with its possible source models and the target model.
struct MigrationRequest: Sendable {
  /// The models among which the store's own model is searched.
  enum Sources: Sendable {
    /// Only this model. The model in the store is not used.
    case exactly(CompiledModel)
    /// One of these models, or the model in the store if none of them made the store.
    case among([CompiledModel])
  }

  /// The path as the caller passed it; messages show it too.
  var store: String
  var sources: Sources
  var target: CompiledModel

  /// - Parameter source: The model of the store. If it is given, `versions` is ignored.
  init(
    _ store: String, from source: CompiledModel?, among versions: [CompiledModel],
    to target: CompiledModel
  ) {
    self.store = store
    sources = source.map { .exactly($0) } ?? .among(versions)
    self.target = target
  }
}
