/// Why Core Data makes no mapping model for a pair of models by itself.
public struct InferenceFailure: Error, Sendable, Hashable {
  /// What the app sees.
  public var error: CoreDataError
  /// One sentence for each change that is in the way, in the order of the diff.
  public var reasons: [String]

  public init(error: CoreDataError, reasons: [String]) {
    self.error = error
    self.reasons = reasons
  }
}
