package import MomentumCompiler
package import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumRuntime
import MomentumSQL
package import MomentumSQLite
import MomentumStore

/// Tells how SQLite runs fetch requests, and which index would help.
///
/// ```swift
/// let planner = try FetchPlanner(model)
/// if let explained = try planner.explain(fetch) { print(explained.text) }
/// ```
package final class FetchPlanner {
  package let model: CompiledModel
  /// The numbers of rows in the store's tables, each counted when it is first needed; `nil` if no
  /// store was opened.
  let store: StoreCounts?
  let names: SchemaNames
  /// The model with the names and numbers that the opened store uses; `nil` if no store was opened.
  private let stored: ModelInStore?
  private let path: String
  private let scratch: PlanningDatabase
  /// The names of indexes that are in use, in lower case.
  private var takenNames: Set<String>

  /// Plans requests as in a store of the model with 100,000 rows in each table.
  ///
  /// - Parameter fetches: The only requests that will be explained. The tables of other requests
  ///   are left out, which saves time with a large model. `nil` for all tables.
  package init(
    _ model: CompiledModel, for fetches: [CompiledFetch]? = nil
  ) throws(StoreError) {
    let names = SchemaNames(model)
    let tables = FetchPlanner.tables(of: model, for: fetches)
    var schema = model.schema
    schema.tables = tables
    schema.history = nil
    let statements = schema.creationStatements(framework: model.framework)
    let statistics = AssumedStatistics.of(tables, names)
    scratch = try asStoreError {
      try PlanningDatabase(statements: statements, statistics: statistics)
    }
    self.model = model
    self.names = names
    store = nil
    stored = nil
    path = ""
    takenNames = try FetchPlanner.taken(scratch)
  }

  /// Plans requests as this store runs them, with its indexes, its statistics and its numbers of
  /// rows. The store is not changed.
  ///
  /// - Returns: `nil` with a diagnostic that shows both hashes, if the store was made with another
  ///   model.
  package static func open(
    store path: String, model: CompiledModel, _ diagnostics: inout Diagnostics
  ) throws(StoreError) -> FetchPlanner? {
    let connection = try asStoreError {
      try ReadOnlyStore.open(path)
    }
    let metadata = try StoreMetadata.read(from: connection)
    guard model.mismatches(metadata).isEmpty else {
      diagnostics.report(StoreMessage.otherModel, notes: model.mismatchNotes(metadata))
      return nil
    }
    return try FetchPlanner(try model.inStore(connection, metadata), connection)
  }

  private init(_ stored: ModelInStore, _ connection: Connection) throws(StoreError) {
    let model = stored.model
    self.stored = stored
    path = connection.path
    scratch = try asStoreError {
      try PlanningDatabase(schemaOf: connection)
    }
    self.model = model
    names = SchemaNames(model)
    store = StoreCounts(connection)
    takenNames = try FetchPlanner.taken(scratch)
  }

  private static func taken(_ scratch: PlanningDatabase) throws(StoreError) -> Set<String> {
    Set(try asStoreError { try scratch.names() }.map { $0.lowercased() })
  }

  /// The tables that the requests use. Triggers and R-trees are left out, because no plan of a
  /// SELECT depends on them.
  private static func tables(
    of model: CompiledModel, for fetches: [CompiledFetch]?
  ) -> [EntityTable] {
    let used = fetches.map { Set($0.flatMap { StatementTables($0.sql).all.map(\.name) }) }
    return model.schema.tables.filter { table in
      used.map { used in
        used.contains(table.name) || table.joinTables.contains { used.contains($0.name) }
      } ?? true
    }.map { table in
      var plain = table
      plain.triggers = []
      plain.rTrees = []
      return plain
    }
  }

  // MARK: - Explaining

  /// The plan of a request, the reasons why it is slow, and the index that helps.
  package func explain(_ fetch: CompiledFetch) throws(StoreError) -> ExplainedFetch {
    let fetch = stored?.recompiled(fetch) ?? fetch
    let statement = PlannedStatement(fetch)
    let plan = try plan(statement, with: [])
    var terms = SearchTerms(model: model.model, schema: model.schema)
    if let predicate = fetch.request.predicate { terms.add(predicate, of: fetch.request.entity) }
    let words = PlanDescription(names: names, statement: statement, suggested: [])
    let advice = try advise(statement, plan, terms)
    return ExplainedFetch(
      fetch: fetch, entity: model.model[fetch.request.entity].name, plan: plan,
      steps: try words.steps(of: plan, counts: store),
      findings: PlanFindings.of(plan, words, fetch.request, terms.obstacles),
      rowsRead: try store.map { counts throws(StoreError) in
        try PlanCost(counts: counts, tables: statement.tables).rowsRead(plan)
      }, advice: advice)
  }

  /// The plan without findings and advice.
  package func plan(_ fetch: CompiledFetch) throws(StoreError) -> QueryPlan {
    try plan(PlannedStatement(stored?.recompiled(fetch) ?? fetch), with: [])
  }

  private func plan(
    _ statement: PlannedStatement, with indexes: [SuggestedIndex]
  ) throws(StoreError) -> QueryPlan {
    do throws(SQLiteError) {
      return try scratch.plan(
        statement.sql, values: statement.values, tables: statement.tables.all.map(\.alias),
        with: indexes.map { ($0.storeName, $0.statement) })
    } catch {
      throw stored?.explained(.sqlite(error), path) ?? .sqlite(error)
    }
  }

  // MARK: - Advice

  /// The indexes that were tried so far, and the plan with them.
  private struct Trial {
    var indexes: [SuggestedIndex]
    var plan: QueryPlan
    var score: PlanScore
  }

  /// The most indexes that are proposed. A second index may help with another table, but nobody
  /// adds more than three for one request.
  private static let roundsMax = 3
  private static let advisedBytesMax = 20_000

  private func advise(
    _ statement: PlannedStatement, _ plan: QueryPlan, _ terms: SearchTerms
  ) throws(StoreError) -> IndexAdvice? {
    // Each candidate needs a plan of the whole statement. A statement with a thousand conditions
    // would take too long, and no index helps it.
    guard statement.sql.text.utf8.count <= FetchPlanner.advisedBytesMax else { return nil }
    let start = Trial(indexes: [], plan: plan, score: PlanScore(plan))
    var best = start
    let candidates = IndexCandidates.of(statement.request, terms)
    for _ in 0..<FetchPlanner.roundsMax where best.score.scans + best.score.sorts > 0 {
      guard let better = try improve(best, candidates, statement) else { break }
      best = better
    }
    best = try withoutUnused(best, statement)
    guard best.score < start.score else { return nil }
    let words = PlanDescription(names: names, statement: statement, suggested: best.indexes)
    return IndexAdvice(
      indexes: best.indexes.map { index in
        IndexAdvice.Index(suggestion: index, entity: model.model[index.entity].name)
      }, plan: best.plan, steps: try words.steps(of: best.plan, counts: store))
  }

  /// Adds the candidate with which the plan is best; if several are equally good, the smallest.
  /// `nil` if no candidate makes the plan better.
  private func improve(
    _ current: Trial, _ candidates: [IndexCandidate], _ statement: PlannedStatement
  ) throws(StoreError) -> Trial? {
    var best: Trial?
    for candidate in candidates {
      var taken = takenNames.union(current.indexes.map { $0.storeName.lowercased() })
      let added = candidate.indexes.map {
        $0.suggestion(model: model.model, schema: model.schema, taken: &taken)
      }
      let plan = try plan(statement, with: current.indexes + added)
      let used = plan.indexNames
      let score = PlanScore(plan)
      guard added.allSatisfy({ used.contains($0.storeName) }), score < best?.score ?? current.score
      else { continue }
      best = Trial(indexes: current.indexes + added, plan: plan, score: score)
    }
    return best
  }

  /// Removes indexes that the plan no longer uses: an index that was added later may have replaced
  /// an earlier one.
  private func withoutUnused(
    _ trial: Trial, _ statement: PlannedStatement
  ) throws(StoreError) -> Trial {
    let used = trial.plan.indexNames
    let kept = trial.indexes.filter { used.contains($0.storeName) }
    guard kept.count < trial.indexes.count else { return trial }
    let plan = try plan(statement, with: kept)
    return Trial(indexes: kept, plan: plan, score: PlanScore(plan))
  }
}
