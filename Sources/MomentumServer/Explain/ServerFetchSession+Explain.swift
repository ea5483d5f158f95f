package import MomentumCompiler
package import MomentumExplain
internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumPredicate
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumServerStore
internal import MomentumStore

// How the server runs a request. The statement is planned only: nothing of it runs.

extension ServerFetchSession {
  /// The plan of a request, the reasons why it is slow, and the index that may help.
  ///
  /// A request without values for its variables is planned for any values.
  ///
  /// - Parameter assumed: The explanation of the same request for an imagined store of SQLite with
  ///   100,000 rows in each table. The server is asked about its index, because finding one needs a
  ///   planner to try candidates with, which a server without hypopg is not.
  package func explain(
    _ fetch: CompiledFetch, assumed: ExplainedFetch
  ) async throws -> ServerExplanation {
    let sql = statement(fetch)
    let plain = model.plainSchema
    let root = try await root(of: sql)
    let words = try await words(root, fetch, plain, suggested: [:])
    var findings = ServerPlanFindings.of(
      root, words, isFiltered: fetch.request.predicate != nil, order: order(fetch.request))
    findings += assumed.findings.filter { $0.kind == .function }
    let isSlow = findings.has(.sort)
    var advice: ServerExplanation.Advice?
    if isSlow, let indexes = assumed.advice?.indexes {
      advice = try await self.advice(indexes, sql, root, fetch, plain)
    }
    return ServerExplanation(
      entity: model.model[fetch.request.entity].name, statement: sql.text,
      steps: words.steps(of: root), findings: findings, advice: advice)
  }

  /// The statement that a program's `ServerStore` runs: only pages are sorted by key, too.
  private func statement(_ fetch: CompiledFetch) -> SQLText {
    let request = fetch.request
    var lowered = lowering.lower(request, options: fetch.options)
    if request.limit != nil || request.offset != nil, request.returnsRowForEachObject {
      lowered.select.order.append(lowering.keyOrder(of: request.entity))
    }
    return lowering.print(lowered)
  }

  private func order(_ request: FetchRequest) -> String? {
    let keys = request.sortKeys.map { key -> String in
      guard case .path(let path) = key.value else { return "wanted" }
      let target: [String] =
        switch path.target {
        case .object: []
        case .attribute(let id): [model.model[id].name]
        case .compositeElement(let id, let names): [model.model[id].name] + names
        }
      let names = path.steps.map { model.model[$0].name } + target
      return names.joined(separator: ".") + (key.isAscending ? "" : " descending")
    }
    return keys.isEmpty ? nil : keys.joined(separator: ", ")
  }

  // MARK: - Plans

  private func root(of sql: SQLText) async throws -> ServerPlanNode {
    let select = SQLFragment(printed: sql.text)
    let hasValues = sql.bindings.allSatisfy { if case .value = $0 { true } else { false } }
    let values = hasValues ? try ServerValue.parameters(of: sql) : []
    let json = try await database.naming {
      if hasValues {
        return try await database.rows("EXPLAIN (FORMAT JSON) \(sql: select)", values)
          .first?.text(at: 0)
      }
      // A generic plan does not depend on the values, so NULL stands for each.
      try await database.run("SET LOCAL plan_cache_mode = force_generic_plan")
      try await database.run("PREPARE momentum_explained AS \(sql: select)")
      let nothing = sql.bindings.map { _ in "NULL" as SQLFragment }
      let plan = try await database.rows(
        "EXPLAIN (FORMAT JSON) EXECUTE momentum_explained (\(list: nothing))"
      ).first?.text(at: 0)
      try await database.run("DEALLOCATE momentum_explained")
      return plan
    }
    guard let root = try json.flatMap({ try ServerPlanNode.root(of: $0) }) else {
      throw ServerError.noPlan(address: database.address.shown)
    }
    return root
  }

  private func words(
    _ root: ServerPlanNode, _ fetch: CompiledFetch, _ plain: PlainSchema,
    suggested: [String: String]
  ) async throws -> ServerPlanWords {
    let tables = Set(root.all.compactMap(\.table)).sorted()
    let counted = try await database.naming {
      try await database.rows(
        """
        SELECT CAST(c.relname AS text), CAST(c.reltuples AS bigint) FROM pg_catalog.pg_class c
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = $1 AND c.relname = ANY ($2) AND c.reltuples >= 0
        """, [.text(database.schema), .array(tables.map { .text($0) })]
      ).map { (try $0.text(at: 0) ?? "", Int(clamping: try $0.integer(at: 1) ?? 0)) }
    }
    let indexes = plain.tables.flatMap { table in
      table.indexes.map { ($0.name, [table.name] + $0.terms.map(\.column)) }
    }
    return ServerPlanWords(
      root, subjects: PlainSubjects.of(model.model, plain),
      entity: model.model[fetch.request.entity].name,
      indexColumns: Dictionary(indexes) { first, _ in first }, suggested: suggested,
      rows: Dictionary(counted) { first, _ in first })
  }

  // MARK: - Advice

  /// The indexes with the server's plan, if they make it better; without it if the server cannot
  /// try them; `nil` if the server would not use them.
  private func advice(
    _ indexes: [IndexAdvice.Index], _ sql: SQLText, _ before: ServerPlanNode,
    _ fetch: CompiledFetch, _ plain: PlainSchema
  ) async throws -> ServerExplanation.Advice? {
    let statements = indexes.compactMap { statement(of: $0.suggestion, plain) }
    guard statements.count == indexes.count,
      try await areTables(indexes.compactMap { table(of: $0.suggestion, plain)?.name })
    else { return nil }
    var advice = ServerExplanation.Advice(indexes: indexes, statements: statements)
    guard let hypopg = try await schemaOfHypopg() else { return advice }
    var suggested: [String: String] = [:]
    for (index, statement) in zip(indexes, statements) {
      let made = try await database.naming {
        try await database.rows(
          "SELECT CAST(indexname AS text) FROM \(name: hypopg).hypopg_create_index($1)",
          [.text(statement)]
        ).first?.text(at: 0)
      }
      if let made {
        suggested[made] = "the new index '\(index.suggestion.index.name)' of '\(index.entity)'"
      }
    }
    let root = try await root(of: sql)
    _ = try await database.naming {
      try await database.rows("SELECT \(name: hypopg).hypopg_reset()")
    }
    let used = Set(root.all.compactMap(\.index))
    guard suggested.keys.allSatisfy(used.contains), let cost = root.totalCost,
      cost < before.totalCost ?? 0
    else { return nil }
    advice.steps = try await words(root, fetch, plain, suggested: suggested).steps(of: root)
    return advice
  }

  private func table(of suggestion: SuggestedIndex, _ plain: PlainSchema) -> PlainTable? {
    let root = model.model.root(of: suggestion.entity)
    return plain.tables.first { $0.kind == .entity(root) }
  }

  /// Whether all of these are tables: a view of a table's name can be fetched from, but has no index.
  private func areTables(_ names: [String]) async throws -> Bool {
    let names = Set(names).sorted()
    let count = try await database.naming {
      try await database.rows(
        """
        SELECT count(*) FROM pg_catalog.pg_class c
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = $1 AND c.relname = ANY ($2) AND c.relkind IN ('r', 'p', 'm')
        """, [.text(database.schema), .array(names.map { .text($0) })]
      ).first?.integer(at: 0)
    }
    return count == Int64(names.count)
  }

  /// The schema with the functions of the extension, which need not be in the search path; `nil` if
  /// the database has no such extension.
  private func schemaOfHypopg() async throws -> String? {
    try await database.naming {
      try await database.rows(
        """
        SELECT CAST(n.nspname AS text) FROM pg_catalog.pg_extension e
        JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'hypopg'
        """
      ).first?.text(at: 0)
    }
  }

  /// The index as a statement for the server; `nil` if one of its properties has no column there.
  private func statement(of suggestion: SuggestedIndex, _ plain: PlainSchema) -> String? {
    guard let table = table(of: suggestion, plain) else { return nil }
    let subjects = PlainSubjects.of(model.model, plain)[table.name] ?? [:]
    let terms = suggestion.index.elements.compactMap { element -> (String, SQLFragment)? in
      guard case .property(let name) = element.key,
        let column = table.columns.first(where: {
          ServerConditionWords.property($0.name, subjects) == name
        })?.name
      else { return nil }
      // The order of a request says where NULL goes, and an index with another place does not serve.
      return (
        column,
        element.isAscending
          ? "\(name: column) NULLS FIRST" : "\(name: column) DESC NULLS LAST"
      )
    }
    guard terms.count == suggestion.index.elements.count else { return nil }
    let words = ([table.name] + terms.map(\.0)).joined(separator: "_")
    let name = String(words.prefix(58)) + "_idx"
    let statement: SQLFragment =
      "CREATE INDEX \(name: name) ON \(name: table.name) (\(list: terms.map(\.1)))"
    return statement.text(in: .postgreSQL)
  }
}
