package import MomentumCompiler

extension ModelInStore {
  /// The request with the names of this store. Requests are compiled for any store of the model.
  package func recompiled(_ fetch: CompiledFetch) -> CompiledFetch {
    guard differs else { return fetch }
    return CompiledFetch(
      fetch.request, predicateFormat: fetch.predicateFormat, layout: model.queryLayout(.coreData),
      options: fetch.options)
  }
}
