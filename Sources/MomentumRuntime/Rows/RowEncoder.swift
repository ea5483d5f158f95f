package import MomentumSQL

/// Takes the values of a row, one after the other, in the form in which Core Data stores them.
public struct RowEncoder: Sendable {
  package private(set) var values: [SQLValue] = []

  package init() {}

  public mutating func appendNull() { values.append(.null) }
}
