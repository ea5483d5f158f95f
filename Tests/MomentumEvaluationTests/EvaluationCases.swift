import Foundation
import MomentumDiagnostics
import MomentumEvaluation
import MomentumPredicate
import MomentumTestSupport
import Testing

/// The tables of Tests/Cases/Evaluation: each rule of evaluation with what both meanings make of it.
///
/// Columns: rule, format, object, arguments, foundation, store; a result may be `error: …` with a part
/// of the text. Arguments are a list for `%@`, or an object of variables.
@Suite struct EvaluationCases {
  struct Row: Sendable, CustomTestStringConvertible {
    var place: String
    var format: String
    var object: String
    var arguments: String
    var expected: [NullSemantics: String]

    var testDescription: String { "\(place): \(format)" }
  }

  static let rows: [Row] = {
    let folder = RepositoryFiles.url("Tests/Cases/Evaluation")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".tsv") }.sorted().flatMap { name -> [Row] in
      let text = (try? RepositoryFiles.text("Tests/Cases/Evaluation/\(name)")) ?? ""
      return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().dropFirst()
        .filter { !$0.element.isEmpty }.map { row("\(name):\($0.offset + 1)", $0.element) }
    }
  }()

  private static func row(_ place: String, _ line: Substring) -> Row {
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    let cell = { (index: Int) in index < cells.count ? cells[index] : "" }
    return Row(
      place: "\(place) \(cell(0))", format: cell(1), object: cell(2), arguments: cell(3),
      expected: [.foundation: cell(4), .store: cell(5)])
  }

  @Test func thereAreEnoughRows() {
    #expect(EvaluationCases.rows.count >= 328)
    #expect(EvaluationCases.rows.allSatisfy { row in row.expected.values.allSatisfy { $0 != "" } })
  }

  @Test(arguments: EvaluationCases.rows)
  func bothMeaningsGiveWhatTheTableSays(_ row: Row) throws {
    let syntax = try parsed(row.format)
    for semantics in NullSemantics.allCases {
      let actual = try result(of: syntax, row, semantics)
      let expected = try #require(row.expected[semantics])
      if expected.hasPrefix("error: "), actual.hasPrefix("error: ") {
        #expect(actual.contains(expected.dropFirst(7)), "\(row.place) \(semantics)")
      } else {
        #expect(actual == expected, "\(row.place) \(semantics): \(row.format)")
      }
    }
  }

  private func result(
    of syntax: PredicateSyntax, _ row: Row, _ semantics: NullSemantics
  ) throws -> String {
    let (arguments, bindings) = try EvaluationCases.given(row.arguments)
    var evaluator = PredicateEvaluator(
      arguments: arguments, bindings: bindings,
      options: EvaluationOptions(
        nullSemantics: semantics, now: 1000,
        types: UniformTypeTable([
          "public.jpeg": ["public.image"], "public.image": ["public.data"],
        ])))
    let object = row.object.isEmpty ? .null : try JSONValue.read(row.object)
    do {
      switch try evaluator.truth(of: syntax, on: object) {
      case .isTrue: return "true"
      case .isFalse: return "false"
      case .unknown: return "unknown"
      }
    } catch {
      return "error: \(error)"
    }
  }

  static func given(
    _ text: String
  ) throws -> (arguments: [PredicateValue], bindings: [String: PredicateValue]) {
    guard !text.isEmpty else { return ([], [:]) }
    guard case .array(let items) = try JSONValue.read(text) else {
      guard case .object(let object) = try JSONValue.read(text) else { return ([], [:]) }
      return ([], (object as? TestObject)?.values ?? [:])
    }
    return (items, [:])
  }
}

/// The syntax of a format that has to parse.
func parsed(_ format: String) throws -> PredicateSyntax {
  var diagnostics = Diagnostics()
  let syntax = PredicateParser.parse(SourceFile(path: "p", text: format), &diagnostics)
  return try #require(syntax, "\(format): \(diagnostics.all.map(\.text))")
}
