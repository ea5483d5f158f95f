import MomentumModel
import MomentumModelFiles

/// Many random requests over many random models.
package struct DifferentialRun {
  /// What a run found.
  package struct Report: Sendable {
    package var requests = 0
    /// Those for dictionaries.
    package var rowRequests = 0
    /// Those that found some objects, but not all.
    package var selective = 0
    package var refusals: [String: (count: Int, example: String)] = [:]
    /// Shrunk and told in full.
    package var failures: [String] = []

    package init() {}

    package mutating func merge(_ other: Report) {
      requests += other.requests
      rowRequests += other.rowRequests
      selective += other.selective
      failures += other.failures
      for (id, refusal) in other.refusals {
        let known = refusals[id]
        refusals[id] = ((known?.count ?? 0) + refusal.count, known?.example ?? refusal.example)
      }
    }

    package var refused: Int { refusals.values.reduce(0) { $0 + $1.count } }

    /// `12 × predicate.in: <example>`, one a line.
    package var refusalText: String {
      refusals.sorted { $0.key < $1.key }
        .map { "\($0.value.count) × \($0.key): \($0.value.example)" }.joined(separator: "\n")
    }
  }

  /// Requests over the model and the objects of one seed.
  ///
  /// - Parameter failuresMax: Ends the run early; each failure takes time to shrink.
  package static func run(
    seed: UInt64, requests: Int, failuresMax: Int = 1
  ) throws -> Report {
    let model = ModelGenerator.model(seed: seed)
    let graph = GraphGenerator.graph(of: model, seed: seed)
    return try run(graph: graph, seed: seed, requests: requests, failuresMax: failuresMax)
  }

  package static func run(
    graph: ObjectGraph, seed: UInt64, requests: Int, failuresMax: Int = 1
  ) throws -> Report {
    let check = RequestCheck(try DifferentialStore(graph))
    var generator = PredicateGenerator(graph: graph, dice: Dice(seed: seed, part: 3))
    var report = Report()
    for index in 0..<requests {
      let entity = EntityID(generator.dice.int(0...graph.model.entities.count - 1))
      var request = GeneratedRequest(
        entity: entity, predicate: generator.predicate(over: entity))
      var dice = Dice(seed: seed, part: 1000 + index)
      if dice.chance(40) {
        request.rows = RowGenerator.selection(over: entity, of: graph.model, &dice)
      }
      // Half of the rows are of all objects: few groups are left of a few.
      if request.rows != nil, dice.chance(50) {
        request.predicate = .leaf(FormatText("TRUEPREDICATE"))
      }
      report.requests += 1
      if request.rows != nil { report.rowRequests += 1 }
      switch check.run(request, &dice) {
      case .agrees(let count):
        let all = graph.members(of: entity).count
        if request.rows == nil, count > 0, count < all { report.selective += 1 }
      case .refused(let id, let text):
        let example =
          "\(request.predicate.format.text.prefix(300))\n    \(text)"
          + (request.rows.map { "\n    \($0.text(in: graph.model))" } ?? "")
        let known = report.refusals[id]
        report.refusals[id] = ((known?.count ?? 0) + 1, known?.example ?? example)
      case .disagrees(let disagreement):
        let failure = Shrinker.Result(
          graph: graph, request: request, disagreement: disagreement)
        report.failures.append(
          Shrinker.shrink(failure, seed: seed).report(seed: seed, index: index))
        if report.failures.count >= failuresMax { return report }
      }
    }
    return report
  }
}

extension ObjectGraph {
  /// The model as a `contents` file.
  package var modelText: String { ModelWriter.contents(of: model) }
}
