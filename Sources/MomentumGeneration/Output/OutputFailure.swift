/// The reason why generated files could not be written: the operation, the path and the cause.
///
/// All conditions that can be known are checked before the first write; after a later failure each
/// file is whole, in its old or its new form.
package struct OutputFailure: Error, Sendable, Hashable, CustomStringConvertible {
  package var description: String

  init(_ description: String) { self.description = description }

  /// Makes a description such as `cannot write 'Generated/Venue.swift': no space left on device`.
  init(cannot verb: String, _ path: String, _ reason: String) {
    description = "cannot \(verb) '\(path)': \(reason)"
  }
}
