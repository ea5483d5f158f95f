import MomentumEvaluation
import MomentumModel

/// A key path of a request for rows: over to-one relationships, and in an aggregate over a to-many one.
struct RowPath: Sendable, Hashable {
  var steps: [RelationshipID] = []
  /// `nil` for the object itself.
  var leaf: ObjectGraph.Leaf?

  /// As a person writes it, and as the result has it for its key.
  func text(in model: ObjectModel) -> String {
    keys(in: model).joined(separator: ".")
  }

  /// As it stands in an expression, where some keys are words of the language.
  func formatText(in model: ObjectModel) -> String {
    // The word between an expression and its name is no key.
    keys(in: model).map { $0.lowercased() == "as" ? "#" + $0 : PredicateWords.key($0) }
      .joined(separator: ".")
  }

  private func keys(in model: ObjectModel) -> [String] {
    steps.map { model[$0].name } + (leaf.map { [model[$0.attribute].name] + $0.path } ?? [])
  }

  func crossesToMany(in model: ObjectModel) -> Bool { steps.contains { model[$0].isToMany } }

  /// The values at the end, one for each way there; those that are missing are left out.
  func values(of object: Int, in graph: ObjectGraph) -> [RowValue] {
    var ends = [object]
    for step in steps { ends = ends.flatMap { graph.objects[$0].links[step] ?? [] } }
    guard let leaf else { return ends.map { .object($0) } }
    return ends.compactMap { graph.objects[$0].values[leaf].map { .attribute($0) } }
  }

  /// The value of a path without to-many steps.
  func value(of object: Int, in graph: ObjectGraph) -> RowValue {
    values(of: object, in: graph).first ?? .null
  }
}

/// A value of a result row.
enum RowValue: Sendable {
  case null
  case attribute(AttributeValue)
  /// The index of an object of the graph.
  case object(Int)
  /// A number that hangs on the order of additions by no more than the tolerance.
  case near(Double, tolerance: Double)
  /// What the order of additions decides alone.
  case anything

  var isNull: Bool { if case .null = self { true } else { false } }

  /// Equal values have equal keys, numbers whatever their kind.
  var key: String {
    switch self {
    case .null: "n"
    case .attribute(let value): Self.key(value)
    case .object(let index): "o\(index)"
    case .near(let number, _): Self.key(.double(number))
    case .anything: "*"
    }
  }

  private static func key(_ value: AttributeValue) -> String {
    switch value {
    case .integer(let number): "i\(number)"
    // The two zeros are one number.
    case .double(let number), .date(let number): "d\(number + 0)"
    case .decimal: "d\((value.number ?? 0) + 0)"
    case .boolean(let flag): "b\(flag)"
    case .string(let text): "s\(Array(text.utf8))"
    case .uri(let text): "u\(Array(text.utf8))"
    case .uuid(let uuid): "g\(uuid)"
    case .binary(let bytes): "x\(bytes)"
    }
  }

  /// Of numbers and truth values.
  var number: Double? {
    switch self {
    case .attribute(let value): value.number
    case .near(let number, _): number
    case .null, .object, .anything: nil
    }
  }

  var predicateValue: PredicateValue {
    switch self {
    case .null, .object, .anything: .null
    case .attribute(let value): PredicateValue(value)
    case .near(let number, _): .double(number)
    }
  }
}

extension AttributeValue {
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number), .date(let number): number
    // By way of the text: a decimal's own conversion rounds at every digit.
    case .decimal(let number): Double("\(number)")
    case .boolean(let flag): flag ? 1 : 0
    case .string, .uri, .uuid, .binary: nil
    }
  }
}
