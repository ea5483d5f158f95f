/// A picture in the language of Mermaid, which lays it out itself.
///
/// A `classDiagram`, not an `erDiagram`: only the former has inheritance, annotations for abstract
/// entities and composites, and a text of its own at each end of an edge (documented:
/// <https://mermaid.js.org/syntax/classDiagram.html>,
/// <https://mermaid.js.org/syntax/entityRelationshipDiagram.html>).
public enum MermaidPrinter {
  public static func print(_ diagram: Diagram) -> String {
    // The direction keeps a diagram without boxes valid: Mermaid wants a statement.
    var lines = ["classDiagram", "  accTitle: \(plainLine(diagram.title))", "  direction LR"]
    for (index, box) in diagram.boxes.enumerated() { lines += classOf(index, box) }
    for edge in diagram.edges { lines.append(line(edge)) }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - Boxes

  /// `class n0["Author"] {` … `}`
  ///
  /// Names stand in labels; classes are numbered, because a name may be a keyword or have any letter.
  private static func classOf(_ index: Int, _ box: Diagram.Box) -> [String] {
    // Mermaid has no empty label.
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

  /// `n0 "1" -- "0..*" n1 : author / books`
  ///
  /// Names stand in the middle, those of both ends in the order of the ends: Mermaid keeps no room for
  /// the texts at the ends, and a long one would disappear behind a box.
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

  /// `"0..*"`
  private static func count(_ end: Diagram.End) -> String { "\"\(end.cardinality.text)\"" }

  /// `books (ordered)`
  private static func name(_ end: Diagram.End) -> String {
    escaped(end.name) + (end.isOrdered ? " (ordered)" : "")
  }

  /// Everything but letters, digits and the signs that mean nothing becomes `#35;`, the character's
  /// number (documented: <https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters>).
  ///
  /// A `direction LR` anywhere in a line sets the direction (observed: Mermaid 11.16), so the space of
  /// that is a number too.
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
