public import MomentumDiagnostics
public import MomentumModel
public import MomentumPredicate

/// A model whose names and stored predicates are resolved: all that a check needs.
public struct CheckedModel: Sendable {
  public let syntax: ModelSyntax
  public let model: ObjectModel
  /// In declared order. A request whose predicate has errors is not usable; the model still is.
  public let storedRequests: [CheckedStoredRequest]

  package init(
    syntax: ModelSyntax, model: ObjectModel, storedRequests: [CheckedStoredRequest]
  ) {
    self.syntax = syntax
    self.model = model
    self.storedRequests = storedRequests
  }

  /// `nil` when the model itself has errors; the diagnostics say which. Errors in the predicates of
  /// stored requests are reported, and leave the model usable.
  public static func check(
    _ syntax: ModelSyntax, _ diagnostics: inout Diagnostics
  ) -> CheckedModel? {
    guard let model = ModelChecker.check(syntax, &diagnostics) else { return nil }
    return CheckedModel(
      syntax: syntax, model: model,
      storedRequests: StoredRequestChecker.check(
        syntax, model, isRegularExpression: PatternSyntax.isRegularExpression, &diagnostics))
  }
}
