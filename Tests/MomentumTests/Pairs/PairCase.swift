import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport

/// A statement of the form that Core Data was seen to print, with names of our own, and what makes it here.
///
/// The number is that of the logged statement, which the corpus has:
///
///     ddl-03 create ZAREA_ZCOAST_INDEX
///       CREATE INDEX ZAREA_ZCOAST_INDEX ON ZAREA (ZCOAST)
struct PairCase: Sendable, CustomStringConvertible {
  let file: CaseFile
  let id: String
  /// The first words: an operation and what it is about.
  let words: [String]
  /// What follows, each with its first word: `where`, `sort`.
  let fields: [(name: String, text: String)]
  /// The statement below it.
  let expected: String

  var description: String { "\(id) in \(file.path)" }

  private init?(_ line: String, _ expected: String, in file: CaseFile) {
    let parts = line.components(separatedBy: " | ")
    let words = parts[0].split(separator: " ").map(String.init)
    guard words.count >= 2 else { return nil }
    self.file = file
    id = words[0]
    self.words = Array(words.dropFirst())
    self.expected = expected
    fields = parts.dropFirst().map { part in
      let space = part.firstIndex(of: " ") ?? part.endIndex
      return (String(part[..<space]), String(part[space...].dropFirst()))
    }
  }

  /// The statement stands two blanks further in than what makes it.
  static let all = CaseFile.all(in: "Pairs").flatMap { file -> [PairCase] in
    let lines = (file["pair"] ?? "").split(separator: "\n").map(String.init)
    return zip(lines, lines.dropFirst() + [""]).compactMap { line, next in
      guard !line.hasPrefix("  ") else { return nil }
      return PairCase(line, next.hasPrefix("  ") ? String(next.dropFirst(2)) : "", in: file)
    }
  }

  /// A case that cannot be made, with the reason.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  func compiledModel() throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: file.path, text: file["model"] ?? "")
    let compiled = CompiledModel.compile(
      source, frameworkVersion: file["framework"].flatMap { Int($0) },
      keepsHistory: file["history"] == "yes", &diagnostics)
    guard let compiled else { throw failure(diagnostics) }
    return compiled
  }

  /// The statement's text.
  func sql() throws -> String {
    let compiled = try compiledModel()
    switch words[0] {
    case "objects", "ids", "count", "dictionaries": return try request(compiled)
    case "not-in-groups": return try outsideOfGroups(compiled)
    case "create", "stored", "run-trigger", "derive": return try definition(compiled)
    case _: return try statement(compiled)
    }
  }

  func failure(_ diagnostics: Diagnostics) -> Failure {
    Failure(description: "\(self): \(TextRenderer().render(diagnostics.all))")
  }

  private func texts(_ name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.text)
  }

  func word(_ index: Int) throws -> String {
    guard words.indices.contains(index) else {
      throw Failure(description: "\(self): a word is missing")
    }
    return words[index]
  }

  func number(_ index: Int) throws -> Int64 {
    guard let number = Int64(try word(index)) else {
      throw Failure(description: "\(self): '\(words[index])' is no number")
    }
    return number
  }

  // MARK: - Requests

  private func request(_ compiled: CompiledModel) throws -> String {
    let fetch = try fetch(compiled)
    guard texts("sort").contains("SELF") else { return fetch.sql.text }
    // SwiftData's own last key, which no text of a request names.
    var request = fetch.request
    request.sortKeys.append(
      SortKey(TypedKeyPath(root: request.entity, steps: [], target: .object)))
    return CompiledFetch(request, layout: compiled.queryLayout(.coreData)).sql.text
  }

  func batchedRequest(_ compiled: CompiledModel) throws -> FetchRequest {
    try fetch(compiled).request
  }

  private func fetch(_ compiled: CompiledModel) throws -> CompiledFetch {
    var diagnostics = Diagnostics()
    let text = RequestInput(
      entity: try word(1), predicate: texts("where").first, arguments: texts("with"),
      sortKeys: texts("sort").filter { $0 != "SELF" },
      limit: texts("limit").first.flatMap { Int($0) },
      result: words[0] == "batch" ? .objects : .init(rawValue: words[0]),
      propertiesToFetch: texts("select"),
      propertiesToGroupBy: texts("group"), having: texts("having").first)
    guard let fetch = compiled.compile(text, &diagnostics) else { throw failure(diagnostics) }
    return fetch
  }

  /// `NOT (SELF IN FETCH(<one row for each group>, …))`: a request is a value that no text holds.
  private func outsideOfGroups(_ compiled: CompiledModel) throws -> String {
    let entity = try entity(word(1), compiled)
    let groups = try texts("group").map { name -> TypedKeyPath in
      guard case .attribute(let id) = compiled.model.property(named: name, in: entity) else {
        throw Failure(description: "\(self): no attribute '\(name)'")
      }
      return TypedKeyPath(root: entity, steps: [], target: .attribute(id))
    }
    let predicate = TypedPredicate.not(
      .comparison(
        TypedComparison(
          left: .keyPath(TypedKeyPath(root: entity, steps: [], target: .object)),
          comparisonOperator: .in,
          right: .fetch(TypedFetch(entity: entity, groupBy: groups)))))
    return CompiledFetch(
      FetchRequest(entity: entity, predicate: predicate),
      layout: compiled.queryLayout(.coreData)
    ).sql.text
  }

  func entity(_ name: String, _ compiled: CompiledModel) throws -> EntityID {
    guard let entity = compiled.model.entity(named: name) else {
      throw Failure(description: "\(self): no entity '\(name)'")
    }
    return entity
  }

  func relationship(_ text: String, _ compiled: CompiledModel) throws -> RelationshipID {
    let names = text.split(separator: ".").map(String.init)
    guard names.count == 2,
      case .relationship(let id) = compiled.model.property(
        named: names[1], in: try entity(names[0], compiled))
    else { throw Failure(description: "\(self): no relationship '\(text)'") }
    return id
  }
}
