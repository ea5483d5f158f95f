package import MomentumCompiler

extension ModelInStore {
  /// Returns the request with the names of this store; a request is compiled for any store of the
  /// model.
  package func recompiled(_ fetch: CompiledFetch) -> CompiledFetch {
    guard differs else { return fetch }
    return CompiledFetch(
      fetch.request, predicateFormat: fetch.predicateFormat, layout: model.queryLayout(.coreData),
      options: fetch.options)
  }
}
