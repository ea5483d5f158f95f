/// Why Core Data cannot infer a mapping model for a pair of models.
public struct InferenceFailure: Error, Sendable, Hashable {
  /// The error that the app gets.
  public var error: CoreDataError
  /// One sentence for each change that prevents the inference, in the order of the diff.
  public var reasons: [String]

  public init(error: CoreDataError, reasons: [String]) {
    self.error = error
    self.reasons = reasons
  }
}
