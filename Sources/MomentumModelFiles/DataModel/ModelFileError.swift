/// Why a model's files could not be had from the file system.
public struct ModelFileError: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Operation: String, Sendable, Hashable {
    case find
    case list
    case read
  }

  public var operation: Operation
  public var path: String
  public var reason: String

  public var description: String { "cannot \(operation.rawValue) '\(path)': \(reason)" }
}
