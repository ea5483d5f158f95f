/// The sizes of the parts of a box and of the marks next to it, in pixels.
enum BoxMetrics {
  static let titleSize = 14
  static let rowSize = 12
  static let labelSize = 11
  static let keywordSize = 10

  static let titleHeight = 30
  /// The height of the line above a composite's name.
  static let keywordHeight = 12
  static let rowHeight = 18
  /// The space above the first row and below the last.
  static let rowInset = 5
  static let inset = 10
  /// The space between a name and its type.
  static let gap = 18
  static let minimumWidth = 96

  /// The length of a crow's foot with its circle or bar.
  static let footLength = 20
  static let triangleLength = 13
  static let arrowLength = 11
  /// The space around a label.
  static let labelGap = 5

  /// The line above a box's name, such as `«composite»`; `nil` for an ordinary entity.
  static func keyword(_ box: Diagram.Box) -> String? {
    if let mark = box.mark { return "«\(mark.keyword)»" }
    return switch box.kind {
    case .entity, .abstractEntity: nil
    case .composite: "«composite»"
    }
  }

  static func headerHeight(_ box: Diagram.Box) -> Int {
    titleHeight + (keyword(box) == nil ? 0 : keywordHeight)
  }

  /// The baseline of a row's text, measured from the bottom of the head.
  static func rowBaseline(_ index: Int) -> Int { rowInset + (index + 1) * rowHeight - 5 }

  static func width(_ box: Diagram.Box) -> Int {
    let title = TextWidth.of(box.title, size: titleSize, weight: .bold)
    let keyword = keyword(box).map { TextWidth.of($0, size: keywordSize) } ?? 0
    let rows = box.rows.map { row in
      TextWidth.of(row.shownName, size: rowSize) + gap + TextWidth.of(row.shownType, size: rowSize)
    }
    return max(minimumWidth, 2 * inset + max(title, keyword, rows.max() ?? 0))
  }

  static func height(_ box: Diagram.Box) -> Int {
    let rows = box.rows.isEmpty ? 0 : 2 * rowInset + box.rows.count * rowHeight
    return headerHeight(box) + rows
  }
}

/// The mark of an edge's end at a box.
enum EdgeMark: Sendable, Hashable {
  case none
  /// A crow's foot for many or a bar for one, with a circle if the lower bound is 0.
  case cardinality(Diagram.Cardinality)
  /// The open arrow of a relationship without inverse.
  case arrow
  /// The hollow triangle at a parent.
  case triangle

  var length: Int {
    switch self {
    case .none: 0
    case .cardinality: BoxMetrics.footLength
    case .arrow: BoxMetrics.arrowLength
    case .triangle: BoxMetrics.triangleLength
    }
  }
}

/// The mark of an edge's end and its label.
struct EdgeEnd: Sendable, Hashable {
  var box: Int
  var mark: EdgeMark
  /// The label's text; empty if there is no label.
  var label: String

  var labelWidth: Int {
    label.isEmpty ? 0 : TextWidth.of(label, size: BoxMetrics.labelSize)
  }

  /// The width that the mark and the label need next to the box.
  var room: Int {
    let text = label.isEmpty ? 0 : labelWidth + 2 * BoxMetrics.labelGap
    return mark.length + text
  }

  /// Both ends of an edge; an inheritance begins with the parent.
  static func ends(of edge: Diagram.Edge) -> (EdgeEnd, EdgeEnd) {
    switch edge {
    case .inheritance(let child, let parent):
      (
        EdgeEnd(box: parent, mark: .triangle, label: ""),
        EdgeEnd(box: child, mark: .none, label: "")
      )
    case .pair(let first, let second): (EdgeEnd(first), EdgeEnd(second))
    case .symmetric(let end):
      (
        EdgeEnd(end),
        EdgeEnd(box: end.box, mark: .cardinality(end.cardinality), label: "")
      )
    case .oneWay(let box, let end):
      (
        EdgeEnd(box: box, mark: .none, label: ""),
        EdgeEnd(box: end.box, mark: .arrow, label: end.label(showsCardinality: true))
      )
    }
  }

  private init(_ end: Diagram.End) {
    self.init(
      box: end.box, mark: .cardinality(end.cardinality),
      label: end.label(showsCardinality: !end.cardinality.isPlain))
  }

  private init(box: Int, mark: EdgeMark, label: String) {
    self.box = box
    self.mark = mark
    self.label = label
  }
}

extension Diagram.End {
  /// The label of an end: `employees 0..500 {ordered}`.
  ///
  /// A name that is written from right to left is isolated (U+2068, U+2069): otherwise a viewer
  /// would reverse the order of the bounds.
  func label(showsCardinality: Bool) -> String {
    var parts = [name.isRightToLeft ? "\u{2068}\(name)\u{2069}" : name]
    if showsCardinality { parts.append(cardinality.text) }
    if isOrdered { parts.append("{ordered}") }
    return parts.joined(separator: " ")
  }
}

extension String {
  /// Whether the text contains a letter of Hebrew, Arabic or another script that is written from
  /// right to left.
  fileprivate var isRightToLeft: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
        true
      default: false
      }
    }
  }
}
