import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumDifferential
import MomentumEvaluation
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Requests with the rows they have to find (Tests/Cases/Rows), in a store, in tables of the plain layout
/// in SQLite and PostgreSQL, and in memory.
///
/// Rows are written by hand from the seed; the SQL is recorded.
@Suite(.tags(.server)) struct RowCaseTests {
  static let cases = CaseFile.all(in: "Rows")

  @Test(arguments: cases)
  func everyLayoutFindsTheExpectedRows(file: CaseFile) throws {
    let rows = try RowCase(file)
    for semantics in NullSemantics.allCases {
      let expected = rows.expected(semantics)
      for (target, connection, name) in [
        (QueryTarget.coreData, rows.store.coreData, "Core Data's layout"),
        (.plain(.sqlite), rows.store.plain, "plain layout"),
      ] {
        let found = try rows.rows(target, semantics, on: connection)
        expectText(found, expected, "\(file.path), \(name), .\(semantics)")
      }
      if let found = try rows.evaluated(semantics) {
        expectText(found, expected, "\(file.path), evaluator, .\(semantics)")
      }
    }
  }

  @Test(.enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.reason), arguments: cases)
  func postgreSQLFindsTheExpectedRows(file: CaseFile) throws {
    let server = try #require(PostgreSQLServer.shared)
    let rows = try RowCase(file)
    let queries = NullSemantics.allCases.map { rows.sql(.plain(.postgreSQL), $0) }
    let script = try #require(
      PostgreSQLScript.ask(queries, of: rows.store.graph, in: rows.store.plainSchema))
    let needsICU = queries.contains { $0.text.contains("-x-icu") }
    guard PostgreSQLServer.hasICU || !needsICU else {
      #expect(throws: PostgreSQLServer.Failure.self) { try server.rows(script) }
      return
    }
    var results = try server.rows(script).split(
      separator: ["--"], omittingEmptySubsequences: false)
    results.removeLast()
    for (semantics, result) in zip(NullSemantics.allCases, results) {
      expectText(
        rows.text(Array(result)), rows.expected(semantics), "\(file.path), .\(semantics)")
    }
  }

  @Test(arguments: cases)
  func requestsPrintTheExpectedSQL(file: CaseFile) throws {
    let rows = try RowCase(file)
    var views = [
      (name: "sql", text: rows.sql(.coreData, .store).text),
      (name: "plain", text: rows.sql(.plain(.sqlite), .store).text),
    ]
    let postgreSQL = rows.sql(.plain(.postgreSQL), .store).text
    if postgreSQL != views[1].text { views.append(("postgresql", postgreSQL)) }
    try file.expect(views)
  }
}

/// A case with its stores.
struct RowCase {
  let file: CaseFile
  let store: DifferentialStore
  let request: FetchRequest
  /// The ids of the seed.
  private let names: [String: String]

  init(_ file: CaseFile) throws {
    self.file = file
    let model = file["model"] ?? ""
    let isInline = model.hasPrefix("<")
    let folder = "Tests/Cases/Rows/Models/\(model)"
    let text = isInline ? model : try RepositoryFiles.text("\(folder).xml")
    let seed = try file["seed"] ?? RepositoryFiles.text("\(folder).json")
    var diagnostics = Diagnostics()
    let compiled = try #require(
      CompiledModel.compile(SourceFile(path: file.path, text: text), &diagnostics),
      "\(TextRenderer().render(diagnostics.all))")
    store = try DifferentialStore(seed: seed, compiled)
    request = try #require(
      compiled.request(file.rowRequest, bindsVariables: true, &diagnostics),
      "\(TextRenderer().render(diagnostics.all))")
    names = try Self.names(seed, compiled.model)
  }

  /// `Loan 3` → `l3`: keys are counted in each family in the order of the file.
  private static func names(_ seed: String, _ model: ObjectModel) throws -> [String: String] {
    let json = try JSONSerialization.jsonObject(with: Data(seed.utf8)) as? [String: Any]
    var counts: [EntityID: Int] = [:]
    var names: [String: String] = [:]
    for object in json?["objects"] as? [[String: Any]] ?? [] {
      guard let entity = (object["entity"] as? String).flatMap({ model.entity(named: $0) }) else {
        continue
      }
      let root = model.root(of: entity)
      counts[root, default: 0] += 1
      let key = "\(root.index) \(counts[root] ?? 0)"
      names[key] = object["id"] as? String ?? key
    }
    return names
  }

  /// One line of ids or a number, or a line for each dictionary.
  func expected(_ semantics: NullSemantics) -> String {
    let rows = file["rows"] ?? ""
    return semantics == .foundation ? file["foundation"] ?? rows : rows
  }

  func sql(_ target: QueryTarget, _ semantics: NullSemantics) -> SQLText {
    CompiledFetch(
      request, layout: store.compiled.queryLayout(target),
      options: QueryOptions(nullSemantics: semantics)
    ).sql
  }

  func rows(
    _ target: QueryTarget, _ semantics: NullSemantics, on connection: Connection
  ) throws -> String {
    let found = try StatementRun.rows(sql(target, semantics), on: connection)
    return text(found.map { $0.map(Self.text) })
  }

  private static func text(_ value: SQLValue) -> String? {
    switch value {
    case .null: nil
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob(let bytes): "\(bytes)"
    }
  }

  /// Rows of any database as the case has them.
  func text(_ rows: [[String?]]) -> String {
    switch request.resultType {
    case .count: return rows.first?.first.flatMap { $0 } ?? ""
    case .dictionaries:
      return rows.map { row in row.map(Self.canonical).joined(separator: " | ") }
        .joined(separator: "\n")
    case .managedObjects, .managedObjectIDs:
      return text(keys: rows.map { row in row.count > 1 ? Int64(row[1] ?? "") ?? 0 : 0 })
    }
  }

  /// Numbers are written in one way, whatever their type.
  private static func canonical(_ cell: String?) -> String {
    guard let cell else { return "nil" }
    guard let number = Double(cell) else { return cell }
    return number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
  }

  private func text(keys: [Int64]) -> String {
    let root = store.graph.model.root(of: request.entity)
    let sorted = request.sortKeys.isEmpty ? keys.sorted() : keys
    return sorted.map { names["\(root.index) \($0)"] ?? "?\($0)" }.joined(separator: " ")
  }

  /// What the evaluator finds; `nil` for a request that is more than its predicate.
  func evaluated(_ semantics: NullSemantics) throws -> String? {
    guard let format = file["predicate"], request.sortKeys.isEmpty,
      request.resultType == .managedObjectIDs, file["arguments"] == nil, file["variables"] == nil
    else { return nil }
    var diagnostics = Diagnostics()
    let syntax = try #require(
      PredicateParser.parse(SourceFile(path: "", text: format), &diagnostics))
    let objects = GraphObjects(store.graph)
    var evaluator = PredicateEvaluator(options: EvaluationOptions(nullSemantics: semantics))
    let members = store.graph.members(
      of: request.entity, includesSubentities: request.includesSubentities)
    let found = try members.filter {
      try evaluator.evaluate(syntax, on: objects.object($0))
    }
    return text(keys: found.map { store.graph.objects[$0].primaryKey })
  }
}

extension CaseFile {
  private func lines(_ name: String) -> [String] {
    (self[name] ?? "").split(separator: "\n").map(String.init)
  }

  /// The request of a case; it finds object ids where the case says nothing of its result.
  var rowRequest: RequestInput {
    let isDictionary = self["properties"] != nil || self["group"] != nil
    return RequestInput(
      entity: self["entity"], predicate: self["predicate"], arguments: lines("arguments"),
      sortKeys: lines("sort"), limit: self["limit"].flatMap { Int($0) },
      offset: self["offset"].flatMap { Int($0) },
      result: self["result"].flatMap { RequestInput.Result(rawValue: $0) }
        ?? (isDictionary ? .dictionaries : .ids),
      variables: lines("variables").map { line in
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return .init(name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
      }, propertiesToFetch: lines("properties"), propertiesToGroupBy: lines("group"),
      having: self["having"], isDistinct: self["distinct"] == "yes",
      includesSubentities: self["subentities"] != "no")
  }
}
