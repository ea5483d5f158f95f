package import MomentumCompiler

extension ModelInStore {
  /// A request that was compiled for any store of the model, with the names of this one.
  package func recompiled(_ fetch: CompiledFetch) -> CompiledFetch {
    guard differs else { return fetch }
    return CompiledFetch(
      fetch.request, predicateFormat: fetch.predicateFormat, layout: model.queryLayout(.coreData),
      options: fetch.options)
  }
}
