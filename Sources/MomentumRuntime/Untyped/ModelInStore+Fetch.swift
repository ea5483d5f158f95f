package import MomentumCompiler

extension ModelInStore {
  /// Compiles a request again if this store has other table or column names than those that the
  /// model alone would get; otherwise returns the request unchanged.
  package func recompiled(_ fetch: CompiledFetch) -> CompiledFetch {
    guard differs else { return fetch }
    return CompiledFetch(
      fetch.request, predicateFormat: fetch.predicateFormat, layout: model.queryLayout(.coreData),
      options: fetch.options)
  }
}
