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

  package private(set) var segments: [Segment]

  package init(_ segments: [Segment] = []) {
    self.segments = []
    for segment in segments { append(segment) }
  }

  /// One segment, which is no empty text.
  private init(segment: Segment) { segments = [segment] }

  /// SQL that was read from a database, or that a printer has made: nothing in it is quoted again.
  package init(printed sql: String) { segments = sql.isEmpty ? [] : [.sql(sql)] }

  /// A name alone: `ZNAME`.
  package static func name(_ name: String) -> SQLFragment { SQLFragment(segment: .name(name)) }

  /// A name with its schema: `temp.momentum_links`; without a schema the name alone.
  package static func name(_ name: String, schema: String?) -> SQLFragment {
    schema.map { "\(name: $0).\(name: name)" } ?? .name(name)
  }

  /// A text literal alone: `'it''s'`.
  package static func text(_ text: String) -> SQLFragment { SQLFragment(segment: .text(text)) }

  /// A fragment of one integer: `-12`.
  package static func number(_ number: some BinaryInteger) -> SQLFragment {
    SQLFragment(segment: .sql(number.description))
  }

  package var isEmpty: Bool { segments.isEmpty }

  /// The names of tables and columns, in the order of the text.
  package var names: [String] {
    segments.compactMap { if case .name(let name) = $0 { name } else { nil } }
  }

  /// The fragment in which each name that is a key of `names` is replaced by its value.
  package func renaming(_ names: [String: String]) -> SQLFragment {
    SQLFragment(
      segments.map { segment in
        if case .name(let name) = segment { .name(names[name] ?? name) } else { segment }
      })
  }

  private mutating func reserveCapacity(_ count: Int) { segments.reserveCapacity(count) }

  private mutating func append(_ segment: Segment) {
    guard case .sql(let words) = segment else { return segments.append(segment) }
    guard !words.isEmpty else { return }
    // One segment for words that follow each other makes equal statements equal values.
    guard case .sql(var before) = segments.last else { return segments.append(segment) }
    // While the list holds the words too, each addition would copy them: lists of many numbers would
    // take quadratic time.
    segments[segments.count - 1] = .sql("")
    before += words
    segments[segments.count - 1] = .sql(before)
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
      fragment.reserveCapacity(2 * interpolationCount + 1)
    }

    /// Appends the part of the literal between two interpolations, unchanged.
    public mutating func appendLiteral(_ literal: String) { fragment.append(.sql(literal)) }

    /// `\(name: table)`: `ZVENUE`, `"Z ODD"`
    public mutating func appendInterpolation(name: some StringProtocol) {
      fragment.append(.name(String(name)))
    }

    /// `\(names: columns)`: `Z_PK, ZNAME, "Z ODD"`
    public mutating func appendInterpolation(names: some Sequence<String>) {
      for (index, name) in Array(names).enumerated() {
        if index > 0 { fragment.append(.sql(", ")) }
        fragment.append(.name(name))
      }
    }

    /// `\(text: title)`: `'it''s'`
    public mutating func appendInterpolation(text: some StringProtocol) {
      fragment.append(.text(String(text)))
    }

    /// `\(number: count)`: `-12`
    public mutating func appendInterpolation(number: some BinaryInteger) {
      fragment.append(.sql(number.description))
    }

    /// `\(numbers: keys)`: `1, 2, 3`
    public mutating func appendInterpolation(numbers: some Sequence<some BinaryInteger>) {
      var isFirst = true
      for number in numbers {
        if !isFirst { fragment.append(.sql(", ")) }
        fragment.append(.sql(number.description))
        isFirst = false
      }
    }

    /// `\(bind: .integer(1))`: `?`, whose value is bound when the statement runs
    public mutating func appendInterpolation(bind value: SQLValue) {
      fragment.append(.binding(value))
    }

    /// `\(sql: condition)`: another fragment, unchanged
    public mutating func appendInterpolation(sql: SQLFragment) { fragment += sql }

    /// `\(list: terms)`: `a, b`; `\(list: conditions, separator: " AND ")`: `a AND b`
    public mutating func appendInterpolation(
      list: some Sequence<SQLFragment>, separator: SQLFragment = ", "
    ) {
      fragment.append(Array(list), separator: separator)
    }
  }
}

extension SQLFragment {
  package static func += (left: inout SQLFragment, right: SQLFragment) {
    guard let first = right.segments.first else { return }
    guard !left.segments.isEmpty else {
      left.segments = right.segments
      return
    }
    // Only the words where the two meet can be joined.
    left.append(first)
    if right.segments.count > 1 { left.segments += right.segments.dropFirst() }
  }

  /// The left fragment followed by the right one, without a blank between them.
  package static func + (left: SQLFragment, right: SQLFragment) -> SQLFragment {
    var sum = left
    sum += right
    return sum
  }
}

extension SQLFragment {
  fileprivate mutating func append(
    _ fragments: [SQLFragment], separator: SQLFragment
  ) {
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
