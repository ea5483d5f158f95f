import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumDifferential
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumTestSupport
import Testing

/// Values and names that try to become SQL.
@Suite(.tags(.server)) struct HostileRequestTests {
  private static let model = ObjectModel(entities: [
    Entity(
      name: "Order",
      attributes: [
        Attribute(name: "select", type: .string, isOptional: true),
        Attribute(name: "group", type: .integer64, isOptional: true),
      ])
  ])

  private static func store(_ texts: [String]) throws -> DifferentialStore {
    var graph = ObjectGraph(model: model)
    for (index, text) in texts.enumerated() {
      var object = ObjectGraph.Object(entity: EntityID(0), primaryKey: Int64(index + 1))
      object.values[.init(AttributeID(EntityID(0), 0))] = .string(text)
      object.values[.init(AttributeID(EntityID(0), 1))] = .integer(Int64(index))
      graph.objects.append(object)
    }
    return try DifferentialStore(graph)
  }

  private static func request(
    _ format: String, _ arguments: [PredicateArgument], _ store: DifferentialStore
  ) throws -> FetchRequest {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "", text: format)
    let syntax = try #require(PredicateParser.parse(source, &diagnostics))
    let typed = PredicateChecker.check(
      syntax, source: source, entity: EntityID(0), model: model, arguments: arguments, &diagnostics)
    let predicate: TypedPredicate = try #require(
      typed, "\(TextRenderer().render(diagnostics.all))")
    return FetchRequest(
      entity: EntityID(0), predicate: predicate, resultType: .managedObjectIDs)
  }

  private static let hostile = [
    "'", "''", "\"", "' OR 1=1 --", "'; DROP TABLE ZORDER; --", "x\u{0}y", "\u{0}", "%", "_", "*",
    "?",
    "\\", "\\'", "%' ESCAPE '", "?1", "$1", ":name", "@p", "/* */", "-- ", "\u{2019}", "'\u{301}",
    "``",
    "\u{FEFF}", "\u{202E}abc", "𝕏", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10FFFF}",
  ]

  /// The text is that of a harmless value, the value is bound as it is, and it is found.
  @Test(arguments: hostile)
  func aValueNeverReachesTheText(_ text: String) throws {
    let store = try Self.store(["abc", text, "z" + text + "z"])
    for format in [
      "select == %@", "select != %@", "select BEGINSWITH %@", "select ENDSWITH %@",
      "select CONTAINS %@", "select CONTAINS[cd] %@", "select ==[c] %@", "select <= %@",
      "select IN {%@, 'q'}", "lowercase:(select) == %@", "TERNARY(select == %@, 1, 2) == 1",
    ] {
      for target in QueryTarget.all {
        let layout = store.compiled.queryLayout(target)
        let sql = CompiledFetch(
          try Self.request(format, [.value(.string(text))], store), layout: layout
        ).sql
        let harmless = CompiledFetch(
          try Self.request(format, [.value(.string("b"))], store), layout: layout
        ).sql
        // A prefix that no text stands behind has no upper bound.
        if !format.contains("BEGINSWITH") { #expect(sql.text == harmless.text, "\(format)") }
        #expect(sql.bindings.contains(.value(.text(text))), "\(format)")
        #expect(!sql.text.unicodeScalars.contains("\u{0}"))
      }
      let check = RequestCheck(store)
      var dice = Dice(seed: 1)
      let generated = GeneratedRequest(
        entity: EntityID(0),
        predicate: .leaf(FormatText(format, arguments: [.value(.string(text))])))
      if case .disagrees(let found) = check.run(generated, &dice) {
        Issue.record("\(format): \(found)")
      }
    }
  }

  @Test(arguments: hostile)
  func aNameThatIsNoKeyIsRefused(_ text: String) throws {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "", text: "%K == 1")
    let syntax = try #require(PredicateParser.parse(source, &diagnostics))
    let typed = PredicateChecker.check(
      syntax, source: source, entity: EntityID(0), model: Self.model,
      arguments: [.text(text)], &diagnostics)
    #expect(typed == nil)
    #expect(diagnostics.hasErrors)
  }

  @Test(arguments: [
    "select == \"\\ud800\"", "select == \"\\udc00\\ud800\"", "select == \"\\ud83d\\ude00\"",
    "select == '\\", "select == '\\x", "select == \"\\u12\"",
  ])
  func halvesOfSurrogatesAreNoTrap(_ format: String) {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "", text: format)
    let syntax = PredicateParser.parse(source, &diagnostics)
    #expect((syntax == nil) == diagnostics.hasErrors)
  }

  @Test func aHundredThousandValuesAreTaken() throws {
    let store = try Self.store((0..<50).map { "n\($0)" })
    let numbers = (0..<100_000).map { PredicateArgument.value(.integer(Int64($0 * 2))) }
    let texts = (0..<100_000).map { PredicateArgument.value(.string("n\($0 * 5)")) }
    for (format, values, count) in [
      ("group IN %@", numbers, 25), ("select IN %@", texts, 10), ("NOT group IN %@", numbers, 25),
    ] {
      let request = try Self.request(format, [.list(values)], store)
      for (target, connection) in [
        (QueryTarget.coreData, store.coreData), (.plain(.sqlite), store.plain),
      ] {
        let sql = CompiledFetch(request, layout: store.compiled.queryLayout(target)).sql
        #expect(try StatementRun.rows(sql, on: connection).count == count, "\(format), \(target)")
      }
    }
  }

  @Test(.enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.reason))
  func postgreSQLTakesThemToo() throws {
    let server = try #require(PostgreSQLServer.shared)
    let texts = Self.hostile.filter { !$0.utf8.contains(0) }
    let store = try Self.store(texts)
    let queries = try texts.map { text in
      CompiledFetch(
        try Self.request("select == %@", [.value(.string(text))], store),
        layout: store.compiled.queryLayout(.plain(.postgreSQL))
      ).sql
    }
    let script = try #require(
      PostgreSQLScript.ask(queries, of: store.graph, in: store.plainSchema))
    let found = try server.rows(script).filter { $0 != ["--"] }.map { $0[1] }
    #expect(found == texts.indices.map { "\($0 + 1)" })
  }
}
