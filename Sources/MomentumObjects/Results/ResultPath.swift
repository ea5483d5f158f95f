/// The position of an object in a list with sections.
package struct ResultPath: Sendable, Hashable, Comparable {
  package var section: Int
  package var row: Int

  package init(_ section: Int, _ row: Int) {
    self.section = section
    self.row = row
  }

  package static func < (left: ResultPath, right: ResultPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }
}

extension ResultPath: CustomStringConvertible {
  /// The section and the row as text: `0,3`.
  package var description: String { "\(section),\(row)" }
}
