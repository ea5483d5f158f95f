/// The reason why a model's files could not be read.
public struct ModelFileError: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Operation: String, Sendable, Hashable {
    case find
    case list
    case read
  }

  public var operation: Operation
  public var path: String
  public var reason: String

  package init(operation: Operation, path: String, reason: String) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  public var description: String { "cannot \(operation.rawValue) '\(path)': \(reason)" }
}
