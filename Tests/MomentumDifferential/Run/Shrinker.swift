import MomentumModel
import MomentumSQL

/// Makes a failing request and its objects smaller while they still fail alike.
package struct Shrinker {
  /// Tries, each of which makes a store.
  private var triesLeft = 400
  private let seed: UInt64

  package struct Result {
    package var graph: ObjectGraph
    package var request: GeneratedRequest
    package var disagreement: Disagreement
  }

  package static func shrink(_ failure: Result, seed: UInt64) -> Result {
    var shrinker = Shrinker(seed: seed)
    var result = failure
    while shrinker.triesLeft > 0,
      let smaller = shrinker.smallerRequest(result) ?? shrinker.fewerObjects(result)
    {
      result = smaller
    }
    return result
  }

  private init(seed: UInt64) { self.seed = seed }

  private mutating func smallerRequest(_ failure: Result) -> Result? {
    for request in failure.request.smaller where triesLeft > 0 {
      if let result = attempt(failure.graph, request, failure.disagreement) { return result }
    }
    return nil
  }

  private mutating func fewerObjects(_ failure: Result) -> Result? {
    for index in failure.graph.objects.indices.reversed() where triesLeft > 0 {
      let graph = failure.graph.removing(index)
      if let result = attempt(graph, failure.request, failure.disagreement) { return result }
    }
    return nil
  }

  private mutating func attempt(
    _ graph: ObjectGraph, _ request: GeneratedRequest, _ known: Disagreement
  ) -> Result? {
    triesLeft -= 1
    guard let store = try? DifferentialStore(graph) else { return nil }
    let check = RequestCheck(store)
    // What an order is compared by is chosen anew each time.
    for part in 0..<(known.kind == .order ? 12 : 1) {
      var dice = Dice(seed: seed, part: part)
      if case .disagrees(let disagreement) = check.run(request, &dice),
        disagreement.isLike(known)
      {
        return Result(graph: graph, request: request, disagreement: disagreement)
      }
    }
    return nil
  }
}

extension Shrinker.Result {
  /// Everything needed to see the mistake by hand.
  package func report(seed: UInt64, index: Int) -> String {
    let format = request.predicate.format
    let arguments = format.arguments.map { "  \(String(describing: $0).prefix(400))" }
    let variables = format.variables.map {
      "  $\($0.name) = \(String(describing: $0.value).prefix(400))"
    }
    return """
      \(disagreement.kind.rawValue): \(disagreement.detail), --seed \(seed) request \(index)
      entity \(graph.model[request.entity].name): \(format.text.prefix(2000))
      \(request.rows.map { $0.text(in: graph.model) } ?? "")
      \((arguments + variables).joined(separator: "\n"))
      expected \(disagreement.expected)
      found    \(disagreement.found)
      SQL \(disagreement.sql.map { "\($0.text.prefix(3000))\n  \(String(describing: $0.bindings.map(\.debugText)).prefix(600))" } ?? "–")
      \(graph.seedText.prefix(6000))
      \(graph.modelText)
      """
  }
}
