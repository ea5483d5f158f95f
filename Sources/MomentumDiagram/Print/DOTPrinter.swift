import MomentumText

/// Prints a diagram in the language of Graphviz, which computes its own layout.
///
/// Boxes are HTML-like labels, ends are crow's feet (documented:
/// <https://graphviz.org/doc/info/shapes.html#html>,
/// <https://graphviz.org/docs/attr-types/arrowType/>).
package enum DOTPrinter {
  package static func print(_ diagram: Diagram) -> String {
    var lines = [
      "digraph \(quoted(diagram.title)) {",
      "  graph [rankdir=LR, nodesep=0.5, ranksep=0.9, fontname=\"Helvetica\"];",
      "  node [shape=plain, fontname=\"Helvetica\", fontsize=11];",
      "  edge [fontname=\"Helvetica\", fontsize=10, color=\"#57606a\"];",
    ]
    for (index, box) in diagram.boxes.enumerated() { lines += node(index, box) }
    for edge in diagram.edges { lines.append(line(edge)) }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - Boxes

  private static func node(_ index: Int, _ box: Diagram.Box) -> [String] {
    let name = MarkupEscape.diagram.escaped(box.title)
    let (color, title) =
      switch box.kind {
      case .entity: ("#e7edf5", "<B>\(name)</B>")
      case .abstractEntity: ("#e7edf5", "<B><I>\(name)</I></B>")
      case .composite:
        ("#f1ecf7", "<FONT POINT-SIZE=\"9\">«composite»</FONT><BR/><B>\(name)</B>")
      }
    var lines = [
      "  n\(index) [label=<",
      "    <TABLE BORDER=\"1\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"4\" COLOR=\"#57606a\""
        + " BGCOLOR=\"#ffffff\">",
      "      <TR><TD COLSPAN=\"2\" BGCOLOR=\"\(color)\">\(title)</TD></TR>",
    ]
    if !box.rows.isEmpty { lines.append("      <HR/>") }
    for row in box.rows {
      let name = MarkupEscape.diagram.escaped(row.shownName)
      let shown = row.origin == .transient ? "<I>\(name)</I>" : name
      lines.append(
        "      <TR><TD ALIGN=\"LEFT\">\(shown)</TD><TD ALIGN=\"RIGHT\">"
          + "<FONT COLOR=\"#57606a\">\(MarkupEscape.diagram.escaped(row.shownType))</FONT></TD></TR>"
      )
    }
    return lines + ["    </TABLE>>];"]
  }

  // MARK: - Edges

  /// Prints an edge:
  ///
  /// `n0 -> n1 [dir=both, arrowtail=teeodot, arrowhead=crowodot, label="author / books"];`
  ///
  /// The label in the middle has the names of both ends in their order: Graphviz reserves no space
  /// for `headlabel` and `taillabel`, which would cover boxes.
  private static func line(_ edge: Diagram.Edge) -> String {
    switch edge {
    case .inheritance(let child, let parent):
      // The edge begins at the parent, so that Graphviz places the parent to the left.
      "  n\(parent) -> n\(child) [dir=back, arrowtail=onormal];"
    case .pair(let first, let second):
      "  n\(first.box) -> n\(second.box) [dir=both, arrowtail=\(arrow(first)), "
        + "arrowhead=\(arrow(second)), label=\(quoted("\(label(first)) / \(label(second))"))];"
    case .symmetric(let end):
      "  n\(end.box) -> n\(end.box) [dir=both, arrowtail=\(arrow(end)), "
        + "arrowhead=\(arrow(end)), label=\(quoted(label(end)))];"
    case .oneWay(let box, let end):
      "  n\(box) -> n\(end.box) [arrowhead=vee, "
        + "label=\(quoted(end.label(showsCardinality: true)))];"
    }
  }

  private static func label(_ end: Diagram.End) -> String {
    end.label(showsCardinality: !end.cardinality.isPlain)
  }

  private static func arrow(_ end: Diagram.End) -> String {
    (end.cardinality.isToMany ? "crow" : "tee") + (end.cardinality.isOptional ? "odot" : "tee")
  }

  /// A string in double quotes. Graphviz reads `\` as an escape, so it is doubled, and reads
  /// entities of HTML, so `&` is written as one.
  private static func quoted(_ text: String) -> String {
    let doubled = MarkupEscape.diagram.escaped(text).map { $0 == "\\" ? "\\\\" : String($0) }
    return "\"" + doubled.joined() + "\""
  }
}
