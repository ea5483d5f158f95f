/// The reason why a model's files could not be read.
///
/// ```swift
/// do throws(ModelFileError) {
///   try versions.add(bundle: "App/Model.xcdatamodeld", &diagnostics)
/// } catch {
///   print(error.description)
/// }
/// ```
public struct ModelFileError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Operation: String, Sendable, Hashable {
    case find
    case list
    case read
  }

  package var operation: Operation
  package var path: String
  package var reason: String

  package init(operation: Operation, path: String, reason: String) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  /// One line with the path and the reason: `cannot read 'Model.xcdatamodeld': permission denied`.
  public var description: String { "cannot \(operation.rawValue) '\(path)': \(reason)" }
}
