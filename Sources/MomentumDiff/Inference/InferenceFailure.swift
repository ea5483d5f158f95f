/// Why Core Data cannot infer a mapping model for a pair of models.
package struct InferenceFailure: Error, Sendable, Hashable {
  /// The error that the app gets.
  package var error: CoreDataError
  /// One sentence for each change that prevents the inference, in the order of the diff.
  package var reasons: [String]

  package init(error: CoreDataError, reasons: [String]) {
    self.error = error
    self.reasons = reasons
  }
}
