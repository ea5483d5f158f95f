/// Prints a diagram in the language of Mermaid, which computes its own layout.
///
/// Uses a `classDiagram`, not an `erDiagram`: only the former has inheritance, annotations for
/// abstract entities and composites, and a separate text at each end of an edge (documented:
/// <https://mermaid.js.org/syntax/classDiagram.html>,
/// <https://mermaid.js.org/syntax/entityRelationshipDiagram.html>).
package enum MermaidPrinter {
  package static func print(_ diagram: Diagram) -> String {
    // Mermaid requires a statement, so the direction keeps a diagram without boxes valid.
    var lines = ["classDiagram", "  accTitle: \(plainLine(diagram.title))", "  direction LR"]
    for (index, box) in diagram.boxes.enumerated() { lines += classOf(index, box) }
    for edge in diagram.edges { lines.append(line(edge)) }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - Boxes

  /// Prints a box: `class n0["Author"] {` … `}`.
  ///
  /// The classes are numbered, and names are labels, because a name may be a keyword or contain any
  /// character.
  private static func classOf(_ index: Int, _ box: Diagram.Box) -> [String] {
    // Mermaid does not accept an empty label.
    let title = box.title.isEmpty ? " " : escaped(box.title)
    let start = "  class n\(index)[\"\(title)\"]"
    let annotation: String? =
      switch box.kind {
      case .entity: nil
      case .abstractEntity: "    <<abstract>>"
      case .composite: "    <<composite>>"
      }
    let rows = box.rows.map { row in
      "    \(escaped(row.shownName)): \(escaped(row.shownType))"
    }
    let body = (annotation.map { [$0] } ?? []) + rows
    return body.isEmpty ? [start] : [start + " {"] + body + ["  }"]
  }

  // MARK: - Edges

  /// Prints an edge: `n0 "1" -- "0..*" n1 : author / books`.
  ///
  /// The label in the middle has the names of both ends in their order: Mermaid reserves no space
  /// for the texts at the ends, and a long one would disappear behind a box.
  private static func line(_ edge: Diagram.Edge) -> String {
    switch edge {
    case .inheritance(let child, let parent):
      "  n\(parent) <|-- n\(child)"
    case .pair(let first, let second):
      "  n\(first.box) \(count(first)) -- \(count(second)) n\(second.box)"
        + " : \(name(first)) / \(name(second))"
    case .symmetric(let end):
      "  n\(end.box) \(count(end)) -- \(count(end)) n\(end.box) : \(name(end))"
    case .oneWay(let box, let end):
      "  n\(box) --> \(count(end)) n\(end.box) : \(name(end))"
    }
  }

  /// The number of objects at an end, in quotes: `"0..*"`.
  private static func count(_ end: Diagram.End) -> String { "\"\(end.cardinality.text)\"" }

  /// The name of an end, with a mark if it is ordered: `books (ordered)`.
  private static func name(_ end: Diagram.End) -> String {
    escaped(end.name) + (end.isOrdered ? " (ordered)" : "")
  }

  /// Replaces all characters except letters, digits and harmless signs by their numbers, such as
  /// `#35;` (documented:
  /// <https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters>).
  ///
  /// A `direction LR` anywhere in a line sets the diagram's direction (observed: Mermaid 11.16), so
  /// a space after `direction` becomes a number too.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.value <= 32 {
        result += result.hasSuffix("direction") ? "#32;" : " "
      } else if isPlain(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "#\(scalar.value);"
      }
    }
    return result
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || scalar.properties.generalCategory == .nonspacingMark
      || "_.,-?/".unicodeScalars.contains(scalar)
  }

  private static func plainLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}
