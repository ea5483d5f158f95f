import MomentumText

/// Prints a diagram as SVG 1.1 without scripts, fonts or references to other files.
///
/// Marks are paths, not `<marker>` elements, and style rules apply only inside the class of the
/// root. Otherwise the ids and rules of several diagrams in one HTML page would collide.
package enum SVGPrinter {
  /// - Parameter hasIndexes: Whether each box and each line carries the indexes of its boxes, so that
  ///   the script of a page finds them: `<g data-box="3">`, `<path data-edge="0 3" …/>`.
  package static func print(_ layout: DiagramLayout, hasIndexes: Bool = false) -> String {
    let diagram = layout.diagram
    let boxes = diagram.boxes.indices.map { hasIndexes ? " data-box=\"\($0)\"" : "" }
    let ends = diagram.edges.map { edge -> String in
      let (start, finish) = EdgeEnd.ends(of: edge)
      return hasIndexes ? " data-edge=\"\(start.box) \(finish.box)\"" : ""
    }
    let title = MarkupEscape.diagram.escaped(diagram.title)
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"momentum-diagram\" role=\"img\""
        + " aria-label=\"\(title)\" width=\"\(layout.width)\" height=\"\(layout.height)\""
        + " viewBox=\"0 0 \(layout.width) \(layout.height)\">",
      "<title>\(title)</title>",
      "<desc>\(MarkupEscape.diagram.escaped(diagram.summary))</desc>",
      "<style>\n\(style)\(tints(of: diagram))\n</style>",
      "<rect class=\"page\" width=\"\(layout.width)\" height=\"\(layout.height)\"/>",
    ]
    // Shift by half a pixel, so that a line of one pixel covers one row of pixels and is not
    // blurred.
    lines.append("<g transform=\"translate(0.5 0.5)\">")
    for (edge, ends) in zip(layout.edges, ends) { lines.append(lineOf(edge, ends)) }
    for (index, box) in diagram.boxes.enumerated() {
      lines += ["<g\(boxes[index])>"] + content(of: box, layout.frames[index]) + ["</g>"]
    }
    for edge in layout.edges { lines += marksOf(edge) }
    lines.append("</g>")
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }

  private static let style = """
    .momentum-diagram { font-family: "Helvetica Neue", Helvetica, Arial, sans-serif; }
    .momentum-diagram .page { fill: #ffffff; }
    .momentum-diagram .box { fill: #ffffff; stroke: #57606a; }
    .momentum-diagram .head { fill: #e7edf5; }
    .momentum-diagram .composite { fill: #f1ecf7; }
    .momentum-diagram .edge { fill: none; stroke: #57606a; }
    .momentum-diagram .mark { fill: none; stroke: #57606a; }
    .momentum-diagram .hollow { fill: #ffffff; stroke: #57606a; }
    .momentum-diagram text { fill: #1f2328; font-size: 12px; }
    .momentum-diagram .name { font-size: 14px; font-weight: bold; text-anchor: middle; }
    .momentum-diagram .abstract { font-style: italic; }
    .momentum-diagram .keyword { fill: #57606a; font-size: 10px; text-anchor: middle; }
    .momentum-diagram .type { fill: #57606a; text-anchor: end; }
    .momentum-diagram .transient { font-style: italic; }
    .momentum-diagram .label { fill: #0a4a94; font-size: 11px; }
    .momentum-diagram .end { text-anchor: end; }
    @media (prefers-color-scheme: dark) {
    .momentum-diagram .page { fill: #0d1117; }
    .momentum-diagram .box { fill: #161b22; stroke: #8b949e; }
    .momentum-diagram .head { fill: #26303d; }
    .momentum-diagram .composite { fill: #322a40; }
    .momentum-diagram .edge, .momentum-diagram .mark { stroke: #8b949e; }
    .momentum-diagram .hollow { fill: #0d1117; stroke: #8b949e; }
    .momentum-diagram text { fill: #e6edf3; }
    .momentum-diagram .type, .momentum-diagram .keyword { fill: #9ea7b3; }
    .momentum-diagram .label { fill: #79b8ff; }
    }
    """

  /// The rules of the colours that the boxes have; empty for a diagram without marks.
  private static func tints(of diagram: Diagram) -> String {
    let used = Set(diagram.boxes.compactMap(\.mark?.tint))
    func rules(_ fill: (Diagram.Box.Mark.Tint) -> String) -> String {
      Diagram.Box.Mark.Tint.allCases.filter(used.contains).map {
        "\n.momentum-diagram .\($0.rawValue) { fill: \(fill($0)); }"
      }.joined()
    }
    guard !used.isEmpty else { return "" }
    return rules(\.light) + "\n@media (prefers-color-scheme: dark) {" + rules(\.dark) + "\n}"
  }

  // MARK: - Boxes

  private static func content(of box: Diagram.Box, _ frame: Rectangle) -> [String] {
    let header = BoxMetrics.headerHeight(box)
    let tint = box.mark.map { " \($0.tint.rawValue)" } ?? ""
    let (kindClass, nameClass) =
      switch box.kind {
      case .entity: ("box head", "name")
      case .abstractEntity: ("box head", "name abstract")
      case .composite: ("box head composite", "name")
      }
    let headClass = kindClass + tint
    let middle = frame.x + frame.width / 2
    // A box without rows has only a head; its ports may make it higher than its name needs.
    let headHeight = box.rows.isEmpty ? frame.height : header
    let top = frame.y + (headHeight - header) / 2
    var lines: [String] = []
    if box.rows.isEmpty {
      lines.append("<rect class=\"\(headClass)\" \(attributes(frame)) rx=\"4\"/>")
    } else {
      lines.append("<rect class=\"box\" \(attributes(frame)) rx=\"4\"/>")
      lines.append("<path class=\"\(headClass)\" d=\"\(head(frame, headHeight))\"/>")
    }
    if let keyword = BoxMetrics.keyword(box) {
      lines.append(text(keyword, "keyword", middle, top + 15))
    }
    lines.append(text(box.title, nameClass, middle, top + header - 10))
    for (index, row) in box.rows.enumerated() {
      lines += self.row(row, frame, frame.y + header + BoxMetrics.rowBaseline(index))
    }
    return lines
  }

  private static func row(_ row: Diagram.Row, _ frame: Rectangle, _ y: Int) -> [String] {
    let nameClass = row.origin == .transient ? "transient" : ""
    return [
      text(row.shownName, nameClass, frame.x + BoxMetrics.inset, y),
      text(row.shownType, "type", frame.right - BoxMetrics.inset, y),
    ]
  }

  private static func attributes(_ frame: Rectangle) -> String {
    "x=\"\(frame.x)\" y=\"\(frame.y)\" width=\"\(frame.width)\" height=\"\(frame.height)\""
  }

  /// The coloured head of a box, with the box's round upper corners.
  private static func head(_ frame: Rectangle, _ height: Int) -> String {
    "M\(frame.x) \(frame.y + height)V\(frame.y + 4)q0 -4 4 -4H\(frame.right - 4)q4 0 4 4"
      + "V\(frame.y + height)Z"
  }

  private static func text(_ text: String, _ classes: String, _ x: Int, _ y: Int) -> String {
    let classText = classes.isEmpty ? "" : " class=\"\(classes)\""
    return "<text\(classText) x=\"\(x)\" y=\"\(y)\">\(MarkupEscape.diagram.escaped(text))</text>"
  }

  // MARK: - Edges

  private static func lineOf(_ edge: DiagramLayout.PlacedEdge, _ ends: String) -> String {
    "<path class=\"edge\"\(ends) d=\"\(path(edge.points))\"/>"
  }

  /// The path of an edge: straight pieces with round corners.
  private static func path(_ points: [Point]) -> String {
    guard let first = points.first, let last = points.last else { return "" }
    var result = "M\(first.x) \(first.y)"
    for index in points.indices.dropFirst().dropLast() {
      let (before, corner, after) = (points[index - 1], points[index], points[index + 1])
      let radius = min(5, distance(before, corner) / 2, distance(corner, after) / 2)
      let start = towards(before, from: corner, radius)
      let finish = towards(after, from: corner, radius)
      result += "L\(start.x) \(start.y)Q\(corner.x) \(corner.y) \(finish.x) \(finish.y)"
    }
    return result + "L\(last.x) \(last.y)"
  }

  private static func distance(_ first: Point, _ second: Point) -> Int {
    abs(first.x - second.x) + abs(first.y - second.y)
  }

  private static func towards(_ target: Point, from point: Point, _ length: Int) -> Point {
    Point(
      x: point.x + (target.x - point.x).signum() * length,
      y: point.y + (target.y - point.y).signum() * length)
  }

  private static func marksOf(_ edge: DiagramLayout.PlacedEdge) -> [String] {
    guard let first = edge.points.first, let last = edge.points.last else { return [] }
    let labels = edge.labels.map { label in
      text(
        label.text, label.endsAtBox ? "label end" : "label",
        label.endsAtBox ? label.frame.right : label.frame.x, label.frame.bottom - 2)
    }
    return mark(edge.start, first, edge.startSide) + mark(edge.finish, last, edge.finishSide)
      + labels
  }

  private static func mark(_ mark: EdgeMark, _ point: Point, _ side: Side) -> [String] {
    let sign = side == .right ? 1 : -1
    let (x, y) = (point.x, point.y)
    switch mark {
    case .none:
      return []
    case .arrow:
      return [
        "<path class=\"mark\" d=\"M\(x + 9 * sign) \(y - 5)L\(x) \(y)L\(x + 9 * sign) \(y + 5)\"/>"
      ]
    case .triangle:
      let back = x + BoxMetrics.triangleLength * sign
      return ["<path class=\"hollow\" d=\"M\(x) \(y)L\(back) \(y - 7)V\(y + 7)Z\"/>"]
    case .cardinality(let cardinality):
      let foot =
        cardinality.isToMany
        ? "M\(x) \(y - 6)L\(x + 10 * sign) \(y)L\(x) \(y + 6)"
        : "M\(x + 7 * sign) \(y - 5)V\(y + 5)"
      guard cardinality.isOptional else {
        let bar = x + (cardinality.isToMany ? 14 : 12) * sign
        return ["<path class=\"mark\" d=\"\(foot)M\(bar) \(y - 5)V\(y + 5)\"/>"]
      }
      let centre = x + 14 * sign
      return [
        "<path class=\"mark\" d=\"\(foot)\"/>",
        "<circle class=\"hollow\" cx=\"\(centre)\" cy=\"\(y)\" r=\"4\"/>",
      ]
    }
  }
}

extension Diagram {
  /// The number of entities and relationships: `3 entities, 4 relationships`.
  var summary: String {
    let entities = boxes.filter { $0.kind != .composite }.count
    let composites = boxes.count - entities
    let inheritances = edges.filter(\.isInheritance).count
    let relationships = edges.count - inheritances
    let parts = [
      counted(entities, "entity", "entities"),
      counted(relationships, "relationship", "relationships"),
      inheritances > 0 ? counted(inheritances, "inheritance", "inheritances") : nil,
      composites > 0 ? counted(composites, "composite type", "composite types") : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  private func counted(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}

extension Diagram.Edge {
  var isInheritance: Bool {
    switch self {
    case .inheritance: true
    case .pair, .symmetric, .oneWay: false
    }
  }
}

extension Diagram.Box.Mark.Tint {
  /// The colour on a light page.
  fileprivate var light: String {
    switch self {
    case .blue: "#b6d4fe"
    case .green: "#c3e6cb"
    case .grey: "#e2e3e5"
    case .red: "#f8c9ce"
    }
  }

  /// The colour on a dark page.
  fileprivate var dark: String {
    switch self {
    case .blue: "#1b4b91"
    case .green: "#1e5631"
    case .grey: "#3d444d"
    case .red: "#7d2430"
    }
  }
}
