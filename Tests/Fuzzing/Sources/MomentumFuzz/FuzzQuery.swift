import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL

/// A predicate and an expression format through checker, lowering and printer, on a model of ours.
struct FuzzQuery {
  /// The first byte of an input chooses the entity; the rest is the format.
  static let shared = FuzzQuery()

  private let compiled: CompiledModel
  private let layouts: [QueryLayout]

  private init?() {
    var diagnostics = Diagnostics()
    let path = "Models/Staff.xcdatamodeld/Staff 2.xcdatamodel/contents"
    guard let data = FileManager.default.contents(atPath: path),
      let compiled = CompiledModel.compile(
        SourceFile(path: path, utf8: Array(data)), &diagnostics)
    else { return nil }
    self.compiled = compiled
    layouts = QueryTarget.all.map { compiled.queryLayout($0) }
  }

  private static let arguments: [PredicateArgument] = [
    "name", "1", "department.name", "2024-05-06T07:08:09Z", "x*", "",
  ].map { .text($0) }

  func read(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let entity = EntityID(Int(first) % compiled.model.entities.count)
    let source = SourceFile(path: "predicate", utf8: Array(bytes.dropFirst()))
    var ignored = Diagnostics()
    let count = PredicateLexer.tokens(of: source, &ignored).count { token in
      switch token.kind {
      case .argument, .keyPathArgument: true
      case _: false
      }
    }
    let arguments = (0..<min(count, 1000)).map { Self.arguments[$0 % Self.arguments.count] }
    readPredicate(source, entity, arguments)
    readExpression(source, entity, arguments)
  }

  private func readPredicate(
    _ source: SourceFile, _ entity: EntityID, _ arguments: [PredicateArgument]
  ) {
    var diagnostics = Diagnostics()
    if let syntax = PredicateParser.parse(source, &diagnostics),
      let predicate = PredicateChecker.check(
        syntax, source: source, entity: entity, model: compiled.model, arguments: arguments,
        &diagnostics)
    {
      precondition(predicate == predicate)
      _ = predicate.variables
      _ = predicate.json(in: compiled.model).compact
      let request = FetchRequest(entity: entity, predicate: predicate)
      for layout in layouts {
        for semantics in NullSemantics.allCases {
          print(request, layout, QueryOptions(nullSemantics: semantics))
        }
      }
    }
    _ = TextRenderer().render(diagnostics.all)
  }

  private func readExpression(
    _ source: SourceFile, _ entity: EntityID, _ arguments: [PredicateArgument]
  ) {
    var diagnostics = Diagnostics()
    if let syntax = PredicateParser.parseExpression(source, &diagnostics),
      let (expression, type) = PredicateChecker.checkExpression(
        syntax, source: source, entity: entity, model: compiled.model, arguments: arguments,
        allowsRowAggregates: true, &diagnostics)
    {
      precondition(expression == expression)
      var request = FetchRequest(entity: entity, resultType: .dictionaries)
      request.propertiesToFetch = [
        PropertyToFetch(name: "value", value: .expression(expression, type))
      ]
      for layout in layouts {
        print(request, layout, QueryOptions())
      }
    }
    _ = TextRenderer().render(diagnostics.all)
  }

  private func print(_ request: FetchRequest, _ layout: QueryLayout, _ options: QueryOptions) {
    let sql = CompiledFetch(request, layout: layout, options: options).sql
    precondition(sql.isTooLong == sql.text.isEmpty)
    precondition(sql.bindings.count == sql.placeholders.count)
  }
}
