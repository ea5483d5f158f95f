import MomentumDiagnostics
import MomentumEvaluation
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumText

/// The rows that a request has to give, computed from the objects in memory.
struct RowModel {
  struct Row {
    var cells: [RowValue]
    /// In the order of the sort keys.
    var order: [RowValue]
  }

  let objects: GraphObjects
  let selection: RowSelection
  private let comparison = TextComparison(localeIdentifier: "en")
  private var graph: ObjectGraph { objects.graph }
  private var evaluator: PredicateEvaluator

  init(_ objects: GraphObjects, _ selection: RowSelection) {
    self.objects = objects
    self.selection = selection
    evaluator = PredicateEvaluator(
      options: EvaluationOptions(nullSemantics: selection.semantics, now: 800_000_000))
  }

  /// Rows that are alike in all sort keys stand in one part; those may stand in any order.
  mutating func parts(of found: [Int]) throws -> [[[RowValue]]] {
    var rows = try rows(of: found)
    if selection.isDistinct {
      var seen: Set<[String]> = []
      rows = rows.filter { seen.insert($0.cells.map(\.key)).inserted }
    }
    var parts: [[Row]] = []
    let sorted = rows.sorted { order($0.order, $1.order) < 0 }
    for row in sorted {
      if let last = parts.last?.last, order(last.order, row.order) == 0 {
        parts[parts.count - 1].append(row)
      } else {
        parts.append([row])
      }
    }
    return parts.map { $0.map(\.cells) }
  }

  private mutating func rows(of found: [Int]) throws -> [Row] {
    guard !selection.groups.isEmpty || selection.hasAggregate else {
      return try found.map { try row([$0]) }
    }
    var keys: [[String]] = selection.groups.isEmpty ? [[]] : []
    var groups: [[String]: [Int]] = selection.groups.isEmpty ? [[]: found] : [:]
    if !selection.groups.isEmpty {
      for object in found {
        let key = selection.groups.map { $0.value(of: object, in: graph).key }
        if groups[key] == nil { keys.append(key) }
        groups[key, default: []].append(object)
      }
    }
    var result: [Row] = []
    for key in keys {
      let row = try row(groups[key] ?? [])
      if try isWanted(row) { result.append(row) }
    }
    return result
  }

  private mutating func row(_ members: [Int]) throws -> Row {
    let cells = try selection.columns.map { try value($0.value, members) }
    let order = selection.sorts.map { sort -> RowValue in
      switch sort.value {
      case .path(let path): members.first.map { path.value(of: $0, in: graph) } ?? .null
      case .column(let name):
        selection.columns.firstIndex { $0.name == name }.map { cells[$0] } ?? .null
      }
    }
    return Row(cells: cells, order: order)
  }

  private mutating func isWanted(_ row: Row) throws -> Bool {
    var values: [(PredicateValue, PredicateValue)] = []
    for (column, cell) in zip(selection.columns, row.cells) {
      if let name = column.name { values.append((.string(name), cell.predicateValue)) }
    }
    // A variable that is nil would be the nil that a person writes; a key may have no value.
    for text in selection.having.map({ $0.split(separator: "$").joined() }) {
      var diagnostics = Diagnostics()
      guard
        let syntax = PredicateParser.parse(SourceFile(path: "", text: text), &diagnostics)
      else { continue }
      let group = PredicateValue.dictionary(PredicateDictionary(values))
      guard try evaluator.evaluate(syntax, on: group) else { return false }
    }
    return true
  }

  // MARK: - Values

  private mutating func value(_ value: RowSelection.Value, _ members: [Int]) throws -> RowValue {
    switch value {
    case .path(let path): return members.first.map { path.value(of: $0, in: graph) } ?? .null
    case .objectID: return members.first.map { .object($0) } ?? .null
    case .expression(let expression):
      return try members.first.map { try self.value(expression, $0) } ?? .null
    case .aggregate(let function, .path(let path), _):
      return Self.aggregate(function, members.flatMap { path.values(of: $0, in: graph) })
    case .aggregate(let function, .expression(let expression), _):
      let values = try members.map { try self.value(expression, $0) }
      return Self.aggregate(function, values.filter { !$0.isNull })
    }
  }

  private mutating func value(_ expression: RowExpression, _ object: Int) throws -> RowValue {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "", text: expression.text(in: graph.model))
    guard let syntax = PredicateParser.parseExpression(source, &diagnostics) else { return .null }
    switch try evaluator.value(of: syntax, on: objects.object(object)) {
    case .null: return .null
    case .boolean(let flag): return .attribute(.boolean(flag))
    case .integer(let number): return .attribute(.integer(number))
    case .double(let number): return .near(number, tolerance: abs(number) * 1e-12)
    case .decimal(let number): return .attribute(.decimal(number))
    case .string(let text): return .attribute(.string(text))
    case .date(let seconds): return .attribute(.date(seconds))
    case .data, .uuid, .url, .object, .array, .set, .orderedSet, .dictionary, .className:
      return .anything
    }
  }

  // MARK: - Order

  private func order(_ left: [RowValue], _ right: [RowValue]) -> Int {
    for (index, sort) in selection.sorts.enumerated() {
      let order = order(left[index], right[index], sort.comparison)
      if order != 0 { return sort.isAscending ? order : -order }
    }
    return 0
  }

  /// NULL stands first.
  private func order(
    _ left: RowValue, _ right: RowValue, _ comparison: SortComparison
  ) -> Int {
    if left.isNull || right.isNull { return (left.isNull ? 0 : 1) - (right.isNull ? 0 : 1) }
    if case .attribute(.string(let one)) = left, case .attribute(.string(let other)) = right {
      switch comparison {
      case .binary: break
      case .caseInsensitive:
        return self.comparison.compare(one, other, [.caseInsensitive])
      case .localized: return self.comparison.localized(one, other)
      case .localizedCaseInsensitive:
        return self.comparison.compare(one, other, [.caseInsensitive, .localized])
      case .localizedStandard: return self.comparison.finderLike(one, other)
      }
    }
    return RowValue.order(left, right)
  }
}
