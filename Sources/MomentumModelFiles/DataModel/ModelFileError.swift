/// Why a model's files could not be had from the file system.
package struct ModelFileError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Operation: String, Sendable, Hashable {
    case find
    case list
    case read
  }

  package var operation: Operation
  package var path: String
  package var reason: String

  package var description: String { "cannot \(operation.rawValue) '\(path)': \(reason)" }
}
