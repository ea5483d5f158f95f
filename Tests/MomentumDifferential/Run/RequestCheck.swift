import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumEvaluation
package import MomentumModel
import MomentumPredicate
import MomentumQuery
package import MomentumSQL
import MomentumSQLite

/// A generated request.
package struct GeneratedRequest: Sendable {
  package var entity: EntityID
  package var predicate: GeneratedPredicate
  /// What is asked of the objects found; `nil` for the objects themselves.
  package var rows: RowSelection?

  package init(entity: EntityID, predicate: GeneratedPredicate, rows: RowSelection? = nil) {
    self.entity = entity
    self.predicate = predicate
    self.rows = rows
  }

  /// Requests that are one step smaller.
  var smaller: [GeneratedRequest] {
    let fewer = (rows?.smaller ?? []).filter(\.namesItsColumns).map { rows in
      var copy = self
      copy.rows = rows
      return copy
    }
    return fewer
      + predicate.smaller.map { GeneratedRequest(entity: entity, predicate: $0, rows: rows) }
  }
}

/// Two ways of answering a request that gave different answers.
package struct Disagreement: Error, Sendable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// SQL on Core Data's tables against the evaluator.
    case evaluator
    /// The plain layout against Core Data's.
    case plain
    /// A rule left out against all rules.
    case rule
    /// `p`, `NOT p` and unknown do not make up all rows.
    case partition
    case count
    case order
    /// Columns, groups and windows of a request for dictionaries against the objects in memory.
    case rows
    /// SQLite refused the statement.
    case statement
    /// The evaluator refused the predicate.
    case evaluation
  }

  package var kind: Kind
  /// Which semantics, layout or rule.
  package var detail: String
  package var expected: String
  package var found: String
  package var sql: SQLText?

  /// Alike for shrinking: a smaller request shows the same mistake.
  package func isLike(_ other: Disagreement) -> Bool { kind == other.kind }
}

/// Answers one request in every way there is and compares.
package struct RequestCheck {
  let store: DifferentialStore
  let objects: GraphObjects
  let layouts: [(name: String, layout: QueryLayout)]
  var model: ObjectModel { store.graph.model }

  package init(_ store: DifferentialStore) {
    self.store = store
    objects = GraphObjects(store.graph)
    let plain = ("plain", store.compiled.queryLayout(.plain(.sqlite)))
    layouts =
      [("Core Data", store.compiled.queryLayout(.coreData))] + (store.hasPlain ? [plain] : [])
  }

  /// What became of a request.
  package enum Outcome: Sendable {
    /// With the number of objects found.
    case agrees(Int)
    /// The checker's first error.
    case refused(id: String, text: String)
    case disagrees(Disagreement)
  }

  package func run(_ request: GeneratedRequest, _ dice: inout Dice) -> Outcome {
    let format = request.predicate.format
    var diagnostics = Diagnostics()
    guard let (syntax, typed) = compile(format, request.entity, &diagnostics) else {
      let first = diagnostics.all.first { $0.severity == .error }
      return .refused(id: first?.id ?? "none", text: first?.text ?? "")
    }
    do {
      if let rows = request.rows {
        return try run(rows, request.entity, syntax, typed, format, &diagnostics)
      }
      var count = 0
      for semantics in NullSemantics.allCases {
        do {
          let found = try check(syntax, typed, format, request.entity, semantics, &dice)
          if semantics == .store { count = found }
        } catch is Skipped {}
      }
      return .agrees(count)
    } catch let disagreement as Disagreement {
      return .disagrees(disagreement)
    } catch is Skipped {
      return .agrees(0)
    } catch {
      return .disagrees(
        Disagreement(kind: .statement, detail: "", expected: "", found: "\(error)", sql: nil))
    }
  }

  private func run(
    _ rows: RowSelection, _ entity: EntityID, _ syntax: PredicateSyntax, _ typed: TypedPredicate,
    _ format: FormatText, _ diagnostics: inout Diagnostics
  ) throws -> Outcome {
    guard let request = request(rows, entity, typed, &diagnostics) else {
      let first = diagnostics.all.first { $0.severity == .error }
      return .refused(id: first?.id ?? "none", text: first?.text ?? "")
    }
    let members = store.graph.members(of: entity)
    let truths = try evaluate(syntax, format, members, rows.semantics)
    let known = Dictionary(zip(members, truths)) { first, _ in first }
    do {
      return .agrees(try checkRows(rows, request, known))
    } catch let error as EvaluationError {
      throw try refusal(error, rows.semantics)
    }
  }

  func compile(
    _ format: FormatText, _ entity: EntityID, _ diagnostics: inout Diagnostics
  ) -> (PredicateSyntax, TypedPredicate)? {
    let source = SourceFile(path: "<predicate>", text: format.text)
    guard let syntax = PredicateParser.parse(source, &diagnostics),
      let typed = PredicateChecker.check(
        syntax, source: source, entity: entity, model: model, arguments: format.arguments,
        &diagnostics)
    else { return nil }
    var findings = Diagnostics()
    let values = format.variables.map { (name: $0.name, value: $0.value) }
    let bound = typed.substituting(values, model: model, &findings)
    diagnostics.append(contentsOf: findings)
    return bound.map { (syntax, $0) }
  }

  /// What one of the two cannot compute is not compared.
  struct Skipped: Error {}

  // MARK: - Comparisons

  private func check(
    _ syntax: PredicateSyntax, _ typed: TypedPredicate, _ format: FormatText, _ entity: EntityID,
    _ semantics: NullSemantics, _ dice: inout Dice
  ) throws -> Int {
    let members = store.graph.members(of: entity)
    let truths = try evaluate(syntax, format, members, semantics)
    func keys(_ wanted: Truth) -> [Int64] {
      zip(members, truths).filter { $0.1 == wanted }
        .map { store.graph.objects[$0.0].primaryKey }.sorted()
    }
    let options = QueryOptions(nullSemantics: semantics)
    let expected = keys(.isTrue)
    for (name, _) in layouts {
      let kind: Disagreement.Kind = name == "plain" ? .plain : .evaluator
      try expect(expected, typed, entity, name, options, kind, "\(name), .\(semantics)")
    }
    try expect(
      keys(.isFalse), .not(typed), entity, "Core Data", options, .partition,
      "NOT, .\(semantics)")
    try expectCount(expected.count, typed, entity, options)
    try checkRules(expected, typed, entity, semantics)
    if dice.chance(20) { try checkOrder(expected, typed, entity, options, &dice) }
    return expected.count
  }

  func evaluate(
    _ syntax: PredicateSyntax, _ format: FormatText, _ members: [Int],
    _ semantics: NullSemantics
  ) throws -> [Truth] {
    let answered = try format.answering { fetch, inner in
      let found = try objects(of: fetch.entity, inner, semantics)
      return fetch.countsOnly ? .value(.integer(Int64(found.count))) : .list(found)
    }
    guard format.fetched.isEmpty else {
      return try evaluate(try parsed(answered), answered.withoutRequests, members, semantics)
    }
    var bindings: [String: PredicateValue] = [:]
    for variable in format.variables { bindings[variable.name] = objects.value(variable.value) }
    var evaluator = PredicateEvaluator(
      arguments: format.arguments.map { objects.value($0) }, bindings: bindings,
      options: EvaluationOptions(nullSemantics: semantics, now: 800_000_000))
    do {
      return try members.map { try evaluator.truth(of: syntax, on: objects.object($0)) }
    } catch {
      throw try refusal(error, semantics)
    }
  }

  /// What a request inside a predicate finds.
  private func objects(
    of entity: EntityID, _ format: FormatText, _ semantics: NullSemantics
  ) throws -> [PredicateArgument] {
    let members = store.graph.members(of: entity)
    let truths = try evaluate(try parsed(format), format, members, semantics)
    return zip(members, truths).filter { $0.1 == .isTrue }.map { index, _ in
      let object = store.graph.objects[index]
      return .object(ObjectReference(entity: object.entity, primaryKey: object.primaryKey))
    }
  }

  private func parsed(_ format: FormatText) throws -> PredicateSyntax {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "<predicate>", text: format.text)
    guard let syntax = PredicateParser.parse(source, &diagnostics) else { throw Skipped() }
    return syntax
  }

  /// - Throws: `Skipped` for what is an error in memory, in SQL a REAL or NULL: a whole number beyond
  ///   64 bits or divided by 0.
  private func refusal(_ error: any Error, _ semantics: NullSemantics) throws -> Disagreement {
    switch (error as? EvaluationError)?.kind {
    case .overflow, .divisionByZero: throw Skipped()
    case _: break
    }
    return Disagreement(
      kind: .evaluation, detail: ".\(semantics)", expected: "", found: "\(error)", sql: nil)
  }

  func sql(
    _ request: FetchRequest, _ layout: String, _ options: QueryOptions
  ) -> SQLText {
    let layout = layout == "plain" ? layouts[1].layout : layouts[0].layout
    return CompiledFetch(request, layout: layout, options: options).sql
  }

  func rows(_ sql: SQLText, _ layout: String, _ detail: String) throws -> [[SQLValue]] {
    do {
      return try StatementRun.rows(sql, on: layout == "plain" ? store.plain : store.coreData)
    } catch {
      throw Disagreement(
        kind: .statement, detail: detail, expected: "", found: "\(error)", sql: sql)
    }
  }

  static func keys(_ rows: [[SQLValue]]) -> [Int64] {
    rows.map { row in
      if row.count > 1, case .integer(let key) = row[1] { key } else { -1 }
    }
  }

  private func expect(
    _ expected: [Int64], _ predicate: TypedPredicate, _ entity: EntityID, _ layout: String,
    _ options: QueryOptions, _ kind: Disagreement.Kind, _ detail: String
  ) throws {
    let request = FetchRequest(
      entity: entity, predicate: predicate, resultType: .managedObjectIDs)
    let sql = sql(request, layout, options)
    let found = Self.keys(try rows(sql, layout, detail)).sorted()
    guard found != expected else { return }
    throw Disagreement(
      kind: kind, detail: detail, expected: "\(expected)", found: "\(found)", sql: sql)
  }

  private func expectCount(
    _ expected: Int, _ predicate: TypedPredicate, _ entity: EntityID, _ options: QueryOptions
  ) throws {
    let request = FetchRequest(entity: entity, predicate: predicate, resultType: .count)
    let sql = sql(request, "Core Data", options)
    let found = try rows(sql, "Core Data", "count")
    guard found != [[.integer(Int64(expected))]] else { return }
    throw Disagreement(
      kind: .count, detail: ".\(options.nullSemantics)", expected: "\(expected)",
      found: "\(found)", sql: sql)
  }

  /// Each rule left out alone; where that changes no text, there is nothing to compare.
  private func checkRules(
    _ expected: [Int64], _ predicate: TypedPredicate, _ entity: EntityID,
    _ semantics: NullSemantics
  ) throws {
    let request = FetchRequest(
      entity: entity, predicate: predicate, resultType: .managedObjectIDs)
    for (layout, _) in layouts {
      let all = sql(request, layout, QueryOptions(nullSemantics: semantics)).text
      for rule in QueryRule.allCases {
        var options = QueryOptions(nullSemantics: semantics)
        options.rules.remove(rule)
        let sql = sql(request, layout, options)
        guard sql.text != all else { continue }
        let detail = "\(layout), .\(semantics), without \(rule.rawValue)"
        let found = Self.keys(try rows(sql, layout, detail)).sorted()
        guard found == expected else {
          throw Disagreement(
            kind: .rule, detail: detail, expected: "\(expected)", found: "\(found)", sql: sql)
        }
      }
    }
  }
}
