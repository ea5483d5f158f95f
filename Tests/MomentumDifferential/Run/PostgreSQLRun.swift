import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumEvaluation
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL

/// Random requests over one model as a script for `psql`, and what their answers have to be.
package struct PostgreSQLRun {
  package struct Report {
    package var compared = 0
    package var failures: [String] = []
    /// What PostgreSQL documents differently, by name.
    package var skipped: [String: Int] = [:]
  }

  private struct Question {
    var request: GeneratedRequest
    var fetch: CompiledFetch
    /// Keys of the objects in order, where no rows are asked for.
    var keys: [Int64]
    var found: [Int]
  }

  package let script: String
  private let check: RequestCheck
  private var questions: [Question] = []
  private var skipped: [String: Int] = [:]
  private let failures: [String]

  package init(seed: UInt64, requests: Int) throws {
    let graph = GraphGenerator.graph(of: ModelGenerator.model(seed: seed), seed: seed).printable
    let store = try DifferentialStore(graph)
    check = RequestCheck(store)
    var generator = PredicateGenerator(graph: graph, dice: Dice(seed: seed, part: 4))
    var failures: [String] = []
    var (questions, skipped): ([Question], [String: Int]) = ([], [:])
    for index in 0..<requests {
      let entity = EntityID(generator.dice.int(0...graph.model.entities.count - 1))
      var request = GeneratedRequest(
        entity: entity, predicate: generator.predicate(over: entity))
      if generator.dice.chance(50) {
        request.rows = RowGenerator.selection(over: entity, of: graph.model, &generator.dice)
      }
      if let name = Self.difference(request) {
        skipped[name, default: 0] += 1
        continue
      }
      do {
        if let question = try Self.question(request, check) { questions.append(question) }
      } catch is RequestCheck.Skipped {
        skipped["overflow", default: 0] += 1
      } catch {
        failures.append("--seed \(seed) request \(index): \(error)")
      }
    }
    self.questions = questions.filter {
      PostgreSQLScript.ask(
        [$0.fetch.sql], of: ObjectGraph(model: graph.model), in: store.plainSchema)
        != nil
    }
    skipped["NUL", default: 0] += questions.count - self.questions.count
    self.skipped = skipped
    self.failures = failures
    script =
      PostgreSQLScript.ask(
        self.questions.map(\.fetch.sql), of: graph, in: store.plainSchema, keepsGoing: true) ?? ""
  }

  private static func question(
    _ request: GeneratedRequest, _ check: RequestCheck
  ) throws -> Question? {
    var diagnostics = Diagnostics()
    let format = request.predicate.format
    guard let (syntax, typed) = check.compile(format, request.entity, &diagnostics) else {
      return nil
    }
    var fetched = FetchRequest(
      entity: request.entity, predicate: typed, resultType: .managedObjectIDs)
    if let rows = request.rows {
      guard let asked = check.request(rows, request.entity, typed, &diagnostics) else { return nil }
      fetched = asked
    }
    let semantics = request.rows?.semantics ?? .store
    let graph = check.store.graph
    let members = graph.members(
      of: request.entity, includesSubentities: request.rows?.includesSubentities ?? true)
    let truths = try check.evaluate(syntax, format, members, semantics)
    let found = zip(members, truths).filter { $0.1 == .isTrue }.map(\.0)
    let fetch = CompiledFetch(
      fetched, layout: check.store.compiled.queryLayout(.plain(.postgreSQL)),
      options: QueryOptions(nullSemantics: semantics))
    return Question(
      request: request, fetch: fetch, keys: found.map { graph.objects[$0].primaryKey }.sorted(),
      found: found)
  }

  // MARK: - Documented differences

  /// The name of what PostgreSQL does in another way, as the documentation of the layout has it.
  private static func difference(_ request: GeneratedRequest) -> String? {
    let text = request.predicate.format.text.lowercased()
    if text.contains("matches") { return "regular expressions" }
    if text.contains("[cdl]") || text.contains("[l]") { return "localized comparisons" }
    // Foundation folds letters by rules of its own, PostgreSQL by those of its provider.
    if text.contains("[c") || text.contains("[d") || text.contains("canonical:")
      || text.contains("case:")
    {
      return "folded letters"
    }
    guard let rows = request.rows else { return nil }
    if rows.sorts.contains(where: { $0.comparison != .binary }) { return "localized collations" }
    let hasCase = rows.columns.contains {
      if case .expression(let expression) = $0.value {
        expression.template.contains("case:")
      } else {
        false
      }
    }
    return hasCase || rows.having.contains { $0.contains("[c]") } ? "folded letters" : nil
  }

  /// Errors where SQLite has a value, by the words of the message.
  private static let errors = [
    ("out of range", "overflow errors"), ("overflow", "overflow errors"),
    ("underflow", "overflow errors"),
    // A pattern that ends in a backslash.
    ("must not end with escape character", "escapes of LIKE"),
  ]

  // MARK: - Answers

  /// - Parameter lines: What `psql` printed.
  package func report(_ lines: [[String?]]) -> Report {
    var report = Report(failures: failures, skipped: skipped)
    var answers = lines.split(separator: ["--"], omittingEmptySubsequences: false)
    answers.removeLast()
    guard answers.count == questions.count else {
      report.failures.append("\(answers.count) answers to \(questions.count) questions")
      return report
    }
    for (question, answer) in zip(questions, answers) {
      if let error = answer.last?.first?.flatMap({ $0 }),
        error.hasPrefix(PostgreSQLScript.errorMark)
      {
        if let known = Self.errors.first(where: { error.contains($0.0) }) {
          report.skipped[known.1, default: 0] += 1
        } else {
          report.failures.append(text(question, "", error))
        }
        continue
      }
      report.compared += 1
      if let failure = failure(question, Array(answer)) { report.failures.append(failure) }
    }
    return report
  }

  private func failure(_ question: Question, _ answer: [[String?]]) -> String? {
    guard let rows = question.request.rows else {
      let keys = answer.compactMap { $0.count > 1 ? $0[1].flatMap { Int64($0) } : nil }.sorted()
      return keys == question.keys ? nil : text(question, "\(question.keys)", "\(keys)")
    }
    let cells = answer.map { $0.map { RowCell.printed($0) } }
    do {
      let difference = try check.difference(
        cells, rows, question.fetch.request, question.fetch.columns, question.found,
        RowCells(
          compiled: check.store.compiled, graph: check.store.graph, isCoreData: false))
      return difference.map { text(question, $0.expected, $0.found) }
    } catch {
      // What is an error in memory has a value in SQL.
      return nil
    }
  }

  private func text(_ question: Question, _ expected: String, _ found: String) -> String {
    let model = check.store.graph.model
    return """
      entity \(model[question.request.entity].name): \(question.request.predicate.format.text.prefix(600))
      \(question.request.rows?.text(in: model) ?? "")
      \(question.fetch.sql.text.prefix(1500))
      \(String(describing: question.fetch.sql.bindings.map(\.debugText)).prefix(600))
      expected \(expected.prefix(1000))
      found    \(found.prefix(1000))
      """
  }
}

extension ObjectGraph {
  /// The objects without characters that PostgreSQL has not, that end a line of `psql`, or that it does
  /// not print (observed: U+10FFFF).
  var printable: ObjectGraph {
    var copy = self
    for index in copy.objects.indices {
      for (leaf, value) in copy.objects[index].values {
        guard case .string(let text) = value else { continue }
        let scalars = text.unicodeScalars.map {
          ["\u{0}", "\n", "\u{10FFFF}"].contains($0) ? "n" : $0
        }
        var changed = String.UnicodeScalarView()
        changed.append(contentsOf: scalars)
        copy.objects[index].values[leaf] = .string(String(changed))
      }
    }
    return copy
  }
}
