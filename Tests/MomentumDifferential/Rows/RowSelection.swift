import MomentumModel
import MomentumPredicate
import MomentumQuery

/// What a random request for rows asks besides its predicate: columns, groups, order, a window.
package struct RowSelection: Sendable {
  enum Operand: Sendable {
    case path(RowPath)
    /// An expression of one path, with the places where the path stands.
    case expression(RowExpression)
  }

  enum Value: Sendable {
    case path(RowPath)
    case objectID
    case expression(RowExpression)
    case aggregate(AggregateFunction, Operand, spelling: Int)
  }

  struct Column: Sendable {
    var value: Value
    /// `nil` for a path under its own name.
    var name: String?
  }

  enum SortValue: Sendable {
    case path(RowPath)
    /// The column of this name.
    case column(String)
  }

  struct Sort: Sendable {
    var value: SortValue
    var isAscending: Bool
    var comparison: SortComparison
  }

  var columns: [Column] = []
  var groups: [RowPath] = []
  /// `$n1 > 3`, its variables names of columns.
  var having: [String] = []
  var sorts: [Sort] = []
  var isDistinct = false
  var limit: Int?
  var offset: Int?
  var includesSubentities = true
  var countsOnly = false
  var semantics = NullSemantics.store

  /// Selections that are one step smaller.
  var smaller: [RowSelection] {
    var result: [RowSelection] = []
    func add(_ change: (inout RowSelection) -> Void) {
      var copy = self
      change(&copy)
      result.append(copy)
    }
    if limit != nil { add { $0.limit = nil } }
    if offset != nil { add { $0.offset = nil } }
    if isDistinct { add { $0.isDistinct = false } }
    if !includesSubentities { add { $0.includesSubentities = true } }
    for index in having.indices { add { $0.having.remove(at: index) } }
    for index in sorts.indices { add { $0.sorts.remove(at: index) } }
    for index in columns.indices where columns.count > 1 { add { $0.columns.remove(at: index) } }
    for index in groups.indices where groups.count > 1 || having.isEmpty {
      add { $0.groups.remove(at: index) }
    }
    // A sort key of a row that stands for several has to be one of its values.
    let isOfRows = groups.isEmpty && !hasAggregate && !isDistinct
    return result.filter { smaller in
      let stays = smaller.groups.isEmpty && !smaller.hasAggregate && !smaller.isDistinct
      return stays == isOfRows || smaller.sorts.isEmpty
    }
  }

  func column(named name: String) -> Column? { columns.first { $0.name == name } }

  /// Whether a place that names columns still finds them all.
  var namesItsColumns: Bool {
    let names = columns.compactMap(\.name)
    let sorted = sorts.allSatisfy {
      if case .column(let name) = $0.value { names.contains(name) } else { true }
    }
    let spoken = having.flatMap { $0.split(separator: " ") }.filter { $0.hasPrefix("$") }
    return sorted && spoken.allSatisfy { names.contains(String($0.dropFirst())) }
  }
}

/// An expression over one path: `(` path ` + 1)`.
struct RowExpression: Sendable {
  var path: RowPath
  /// With `{}` where the path stands.
  var template: String
  var type: AttributeType

  func text(in model: ObjectModel) -> String {
    template.split(separator: "{}", omittingEmptySubsequences: false)
      .joined(separator: path.formatText(in: model))
  }
}

extension RowSelection {
  /// The request in a person's words, without its predicate.
  func text(of column: Column, in model: ObjectModel) -> String {
    let text =
      switch column.value {
      case .path(let path): path.text(in: model)
      case .objectID: "objectID"
      case .expression(let expression): expression.text(in: model)
      case .aggregate(let function, let operand, let spelling):
        Self.text(function, operand, spelling, in: model)
      }
    return column.name.map { "\(text) AS \($0)" } ?? text
  }

  private static func text(
    _ function: AggregateFunction, _ operand: Operand, _ spelling: Int, in model: ObjectModel
  ) -> String {
    let inner =
      switch operand {
      case .path(let path):
        path.leaf == nil && path.steps.isEmpty ? "SELF" : path.formatText(in: model)
      case .expression(let expression): expression.text(in: model)
      }
    if function == .countDistinct { return "count:(distinct:(\(inner)))" }
    let selector =
      switch function {
      case .count, .countDistinct: "count:"
      case .sum: "sum:"
      case .average: "average:"
      case .minimum: "min:"
      case .maximum: "max:"
      case .median: "median:"
      case .mode: "mode:"
      case .standardDeviation: "stddev:"
      }
    let operators: [AggregateFunction: String] = [
      .sum: "sum", .average: "avg", .minimum: "min", .maximum: "max",
    ]
    if spelling == 1, case .path(let path) = operand, path.leaf != nil,
      let name = operators[function]
    {
      return "@\(name).\(inner)"
    }
    return "\(selector)(\(inner))"
  }

  func text(of sort: Sort, in model: ObjectModel) -> String {
    let key =
      switch sort.value {
      case .path(let path): path.text(in: model)
      case .column(let name): name
      }
    let comparison = sort.comparison == .binary ? "" : ":\(sort.comparison.rawValue)"
    return key + (sort.isAscending ? "" : ":desc") + comparison
  }

  /// For a report.
  func text(in model: ObjectModel) -> String {
    """
    select \(columns.map { text(of: $0, in: model) })\(isDistinct ? " distinct" : "")\
    \(countsOnly ? " count" : "") group \(groups.map { $0.text(in: model) }) \
    having \(having) sort \(sorts.map { text(of: $0, in: model) }) \
    limit \(limit ?? 0) offset \(offset ?? 0) \
    subentities \(includesSubentities) .\(semantics)
    """
  }
}
