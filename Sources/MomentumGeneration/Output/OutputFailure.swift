/// Why generated files could not be written: what was tried, with which path, and the reason.
///
/// Nothing is written before all that can be known beforehand was found to be right; a failure behind that
/// leaves whole files, old ones or new ones.
public struct OutputFailure: Error, Sendable, Hashable, CustomStringConvertible {
  public var description: String

  init(_ description: String) { self.description = description }

  /// `cannot write 'Generated/Venue.swift': no space left on device`
  init(cannot verb: String, _ path: String, _ reason: String) {
    description = "cannot \(verb) '\(path)': \(reason)"
  }
}
