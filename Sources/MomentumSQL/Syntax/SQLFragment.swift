/// A piece of SQL in which names, literals and values are kept apart from keywords.
///
/// A fragment is written as a string literal. Each interpolation has a label that says what it
/// inserts, so a name or text cannot be inserted without its quotes: an interpolation without a
/// label does not compile, nor does a `String` in place of a fragment.
///
/// ```swift
/// let table = "Z ODD"
/// let sql: SQLFragment = "SELECT Z_PK FROM \(name: table) WHERE ZX = \(bind: .text("Maui"))"
/// print(sql.text)  // SELECT Z_PK FROM "Z ODD" WHERE ZX = ?
/// ```
public struct SQLFragment: Sendable, Hashable {
  /// A part of a fragment.
  package enum Segment: Sendable, Hashable {
    /// Keywords, signs and numbers, which are printed unchanged.
    case sql(String)
    /// The name of a table, column, index or the like, quoted if the dialect requires it: `ZNAME`,
    /// `"Z ODD"`.
    case name(String)
    /// A text literal: `'it''s'`.
    case text(String)
    /// A placeholder and its value: `?`.
    case binding(SQLValue)
  }

  /// A range of `bytes` that is printed in another form: a name with its quotes, a text literal, or
  /// a placeholder.
  struct Mark: Sendable, Hashable {
    enum Kind: Sendable, Hashable { case name, text, binding }

    var kind: Kind
    var start: Int
    var end: Int
  }

  /// The content of the fragment as UTF-8: keywords, signs and numbers as they are printed; names
  /// and texts without quotes; nothing for a placeholder.
  ///
  /// All parts are in one array, because a statement is put together from hundreds of small
  /// fragments: an array of parts with a string each took two and a half times the instructions.
  private(set) var bytes: [UInt8] = []
  /// The names, texts and placeholders, in the order of the bytes.
  private(set) var marks: [Mark] = []
  /// The values of the placeholders, in the order of the placeholders in the text.
  package private(set) var bindings: [SQLValue] = []

  package init(_ segments: [Segment] = []) {
    for segment in segments {
      switch segment {
      case .sql(let words): bytes.append(text: words)
      case .name(let name): append(name, as: .name)
      case .text(let text): append(text, as: .text)
      case .binding(let value): append(value)
      }
    }
  }

  /// SQL that was read from a database, or that `SQLPrinter` has made: nothing in it is quoted
  /// again.
  package init(printed sql: String) { bytes = Array(sql.utf8) }

  /// A name alone: `ZNAME`.
  package static func name(_ name: String) -> SQLFragment {
    SQLFragment().appending(name, as: .name)
  }

  /// A name with its schema: `temp.momentum_links`; without a schema the name alone.
  package static func name(_ name: String, schema: String?) -> SQLFragment {
    schema.map { "\(name: $0).\(name: name)" } ?? .name(name)
  }

  /// A text literal alone: `'it''s'`.
  package static func text(_ text: String) -> SQLFragment {
    SQLFragment().appending(text, as: .text)
  }

  /// A fragment of one integer: `-12`.
  package static func number(_ number: some BinaryInteger) -> SQLFragment {
    SQLFragment(printed: number.description)
  }

  package var isEmpty: Bool { bytes.isEmpty && marks.isEmpty }

  /// The names of tables and columns, in the order of the text.
  package var names: [String] {
    segments.compactMap { if case .name(let name) = $0 { name } else { nil } }
  }

  /// The parts in the order of the text. Words that follow each other are one part.
  package var segments: [Segment] {
    var segments: [Segment] = []
    var position = 0
    var values = bindings[...]
    func text(_ end: Int) -> String { String(decoding: bytes[position..<end], as: UTF8.self) }
    for mark in marks {
      if mark.start > position { segments.append(.sql(text(mark.start))) }
      position = mark.start
      switch mark.kind {
      case .name: segments.append(.name(text(mark.end)))
      case .text: segments.append(.text(text(mark.end)))
      case .binding: segments.append(.binding(values.popFirst() ?? .null))
      }
      position = mark.end
    }
    return bytes.count > position ? segments + [.sql(text(bytes.count))] : segments
  }

  /// The fragment in which each name that is a key of `names` is replaced by its value.
  package func renaming(_ names: [String: String]) -> SQLFragment {
    SQLFragment(
      segments.map { segment in
        if case .name(let name) = segment { .name(names[name] ?? name) } else { segment }
      })
  }

  private func appending(_ part: String, as kind: Mark.Kind) -> SQLFragment {
    var sum = self
    sum.append(part, as: kind)
    return sum
  }

  private mutating func append(_ part: String, as kind: Mark.Kind) {
    let start = bytes.count
    bytes.append(text: part)
    marks.append(Mark(kind: kind, start: start, end: bytes.count))
  }

  private mutating func append(_ value: SQLValue) {
    marks.append(Mark(kind: .binding, start: bytes.count, end: bytes.count))
    bindings.append(value)
  }
}

extension SQLFragment: ExpressibleByStringInterpolation {
  /// Makes a fragment from a literal without interpolations; nothing in it is quoted again.
  public init(stringLiteral value: String) { self.init(printed: value) }

  /// Makes a fragment from a literal with interpolations.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.fragment }

  /// The interpolations that a fragment allows.
  public struct StringInterpolation: StringInterpolationProtocol {
    var fragment = SQLFragment()

    /// Makes an empty fragment with room for the literal's parts.
    public init(literalCapacity: Int, interpolationCount: Int) {
      // An estimate: an interpolated name is about ten letters long.
      fragment.bytes.reserveCapacity(literalCapacity + 10 * interpolationCount)
    }

    /// Appends the part of the literal between two interpolations, unchanged.
    public mutating func appendLiteral(_ literal: String) { fragment.bytes.append(text: literal) }

    /// Inserts the name of a table or column: `\(name: table)` becomes `ZVENUE` or `"Z ODD"`.
    public mutating func appendInterpolation(name: String) { fragment.append(name, as: .name) }

    /// Inserts names with commas: `\(names: columns)` becomes `Z_PK, ZNAME, "Z ODD"`.
    public mutating func appendInterpolation(names: [String]) { fragment.append(names: names) }

    /// Inserts a text literal: `\(text: title)` becomes `'it''s'`.
    public mutating func appendInterpolation(text: String) { fragment.append(text, as: .text) }

    /// Inserts an integer: `\(number: count)` becomes `-12`.
    public mutating func appendInterpolation(number: some BinaryInteger) {
      fragment.bytes.append(text: number.description)
    }

    /// Inserts integers with commas: `\(numbers: keys)` becomes `1, 2, 3`.
    public mutating func appendInterpolation(numbers: some Sequence<some BinaryInteger>) {
      var isFirst = true
      for number in numbers {
        if !isFirst { fragment.bytes.append(text: ", ") }
        fragment.bytes.append(text: number.description)
        isFirst = false
      }
    }

    /// Inserts a placeholder: `\(bind: .integer(1))` becomes `?`, and the value is bound when the
    /// statement runs.
    public mutating func appendInterpolation(bind value: SQLValue) {
      fragment.append(value)
    }

    /// Inserts another fragment: `\(sql: condition)`.
    public mutating func appendInterpolation(sql: SQLFragment) { fragment += sql }

    /// Inserts fragments with a separator: `\(list: terms)` becomes `a, b`;
    /// `\(list: conditions, separator: " AND ")` becomes `a AND b`.
    public mutating func appendInterpolation(
      list: [SQLFragment], separator: SQLFragment = ", "
    ) {
      fragment.append(list, separator: separator)
    }
  }
}

extension SQLFragment {
  package static func += (left: inout SQLFragment, right: SQLFragment) {
    guard !left.isEmpty else {
      left.bytes = right.bytes
      left.marks = right.marks
      left.bindings = right.bindings
      return
    }
    let start = left.bytes.count
    left.bytes += right.bytes
    for mark in right.marks {
      left.marks.append(Mark(kind: mark.kind, start: mark.start + start, end: mark.end + start))
    }
    if !right.bindings.isEmpty { left.bindings += right.bindings }
  }

  /// The left fragment followed by the right one, without a blank between them.
  package static func + (left: SQLFragment, right: SQLFragment) -> SQLFragment {
    var sum = left
    sum += right
    return sum
  }
}

extension SQLFragment {
  // A long statement is made by appending its parts to one fragment. An interpolated literal for
  // each part would allocate three arrays and copy them.

  /// Appends keywords and signs. Only a literal in the source is a `StaticString`, so no name or
  /// value can be appended without its quotes.
  package mutating func append(words: StaticString) {
    words.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends a name, with the schema before it if there is one: `ZVENUE`, `temp.momentum_links`.
  package mutating func append(name: String, schema: String? = nil) {
    if let schema {
      append(schema, as: .name)
      append(words: ".")
    }
    append(name, as: .name)
  }

  /// Appends names with commas between them: `Z_PK, ZNAME`.
  package mutating func append(names: [String]) {
    for (index, name) in names.enumerated() {
      if index > 0 { append(words: ", ") }
      append(name, as: .name)
    }
  }

  /// Appends fragments with a separator between them.
  package mutating func append(_ fragments: [SQLFragment], separator: SQLFragment = ", ") {
    for (index, fragment) in fragments.enumerated() {
      if index > 0 { self += separator }
      self += fragment
    }
  }
}

extension Sequence<SQLFragment> {
  /// All fragments in order, with the separator between two of them.
  package func joined(separator: SQLFragment = "") -> SQLFragment {
    var joined = SQLFragment()
    joined.append(Array(self), separator: separator)
    return joined
  }
}
