package import MomentumDiagnostics
package import MomentumModel
package import MomentumPredicate

/// A model whose names are resolved and whose stored fetch requests have checked predicates. That
/// is enough for a check; the tables and columns of a store are not worked out.
package struct CheckedModel: Sendable {
  package let syntax: ModelSyntax
  package let model: ObjectModel
  /// The stored requests in declared order. A request whose predicate has errors cannot be used,
  /// but the model can.
  package let storedRequests: [CheckedStoredRequest]

  package init(
    syntax: ModelSyntax, model: ObjectModel, storedRequests: [CheckedStoredRequest]
  ) {
    self.syntax = syntax
    self.model = model
    self.storedRequests = storedRequests
  }

  /// Checks a model; returns `nil` if the model itself has errors, which are in the diagnostics.
  /// Errors in the predicates of stored requests are reported too, but the model can still be used.
  package static func check(
    _ syntax: ModelSyntax, _ diagnostics: inout Diagnostics
  ) -> CheckedModel? {
    guard let model = ModelChecker.check(syntax, &diagnostics) else { return nil }
    return CheckedModel(
      syntax: syntax, model: model,
      storedRequests: StoredRequestChecker.check(
        syntax, model, isRegularExpression: PatternSyntax.isRegularExpression, &diagnostics))
  }
}
