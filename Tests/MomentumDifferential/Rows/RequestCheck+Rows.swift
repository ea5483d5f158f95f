import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumEvaluation
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL

extension RequestCheck {
  /// The request with its columns, `nil` after an error.
  func request(
    _ selection: RowSelection, _ entity: EntityID, _ predicate: TypedPredicate,
    _ diagnostics: inout Diagnostics
  ) -> FetchRequest? {
    let having = selection.having.joined(separator: " AND ")
    let text = RequestInput(
      entity: model[entity].name,
      sortKeys: selection.sorts.map { selection.text(of: $0, in: model) },
      limit: selection.limit, offset: selection.offset,
      result: selection.countsOnly ? .count : .dictionaries,
      propertiesToFetch: selection.columns.map { selection.text(of: $0, in: model) },
      propertiesToGroupBy: selection.groups.map { $0.text(in: model) },
      having: having.isEmpty ? nil : having, isDistinct: selection.isDistinct,
      includesSubentities: selection.includesSubentities)
    var request = store.compiled.request(text, bindsVariables: true, &diagnostics)
    request?.predicate = predicate
    return request
  }

  /// The parts of the result, of which a window takes some rows.
  func expectedRows(_ selection: RowSelection, _ found: [Int]) throws -> [[[RowValue]]] {
    var model = RowModel(objects, selection)
    return try model.parts(of: found)
  }

  /// - Returns: The number of rows.
  func checkRows(
    _ selection: RowSelection, _ request: FetchRequest, _ truths: [Int: Truth]
  ) throws -> Int {
    let members = store.graph.members(
      of: request.entity, includesSubentities: selection.includesSubentities)
    let found = members.filter { truths[$0] == .isTrue }
    let options = QueryOptions(nullSemantics: selection.semantics)
    for (name, layout) in layouts {
      let fetch = CompiledFetch(request, layout: layout, options: options)
      let rows = try rows(fetch.sql, name, "\(name), rows")
      let difference = try difference(
        rows.map { $0.map { RowCell.stored($0) } }, selection, request, fetch.columns, found,
        RowCells(compiled: store.compiled, graph: store.graph, isCoreData: name != "plain"))
      guard let difference else { continue }
      throw Disagreement(
        kind: .rows, detail: name, expected: difference.expected, found: difference.found,
        sql: fetch.sql)
    }
    return found.count
  }

  /// What is wrong with rows, `nil` where nothing is.
  func difference(
    _ rows: [[RowCell]], _ selection: RowSelection, _ request: FetchRequest,
    _ columns: [FetchColumn], _ found: [Int], _ cells: RowCells
  ) throws -> (expected: String, found: String)? {
    if selection.countsOnly {
      let rest = max(found.count - (selection.offset ?? 0), 0)
      let count = min(rest, selection.limit ?? rest)
      let isRight = rows.count == 1 && cells.isSame(.attribute(.integer(Int64(count))), rows[0][0])
      return isRight ? nil : ("\(count)", "\(rows)")
    }
    var parts = try expectedRows(selection, found)
    let properties = RowCells.properties(of: columns)
    if selection.columns.isEmpty {
      parts = try expectedRows(selection.withObjectID, found).map { part in
        part.map { row in columns.map { cells.value($0, row) } }
      }
    } else {
      parts = parts.map { $0.map { row in properties.map { row[$0] } } }
    }
    if selection.isDistinct, selection.columns.isEmpty {
      parts = RowCells.distinct(parts)
    }
    return cells.difference(rows, parts, columns, selection)
  }
}

extension RowSelection {
  /// The object, of which every property of a row follows.
  var withObjectID: RowSelection {
    var copy = self
    copy.columns = [Column(value: .objectID, name: nil)]
    return copy
  }
}
