import Foundation
import MomentumRuntime
import MomentumTestSupport
import Testing

/// The delete rules of the runtime against a plain graph: which objects are gone, which links stay, what is
/// refused and by which relationship.
@Suite(.tags(.random)) struct DeleteRuleTests {
  /// `MOMENTUM_DELETE_RULE_MODELS` and `MOMENTUM_DELETE_RULE_SEED` change how many models are made, and which.
  private static let count =
    environment("MOMENTUM_DELETE_RULE_MODELS").flatMap { Int($0) }
    ?? TestLength.choose(short: 60, long: 300)
  private static let seed =
    environment("MOMENTUM_DELETE_RULE_SEED").flatMap { UInt64($0) } ?? 1

  private static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  /// What decided, and how deletions ended.
  private struct Tally {
    var counts: [PlainGraph.Decision: Int] = [:]
    var ends: [String: Int] = [:]

    mutating func add(_ other: Tally) {
      counts.merge(other.counts) { $0 + $1 }
      ends.merge(other.ends) { $0 + $1 }
    }
  }

  /// Stores wait for the disk most of the time, so several are made at once.
  @Test func randomGraphsLoseWhatTheRulesSay() async throws {
    let tally = try await withThrowingTaskGroup(of: Tally.self) { group in
      for part in 0..<6 {
        group.addTask {
          var tally = Tally()
          for index in stride(from: part, to: Self.count, by: 6) {
            tally.add(try run(seed: Self.seed &+ UInt64(index)))
          }
          return tally
        }
      }
      var total = Tally()
      for try await tally in group { total.add(tally) }
      return total
    }
    let (counts, ends) = (tally.counts, tally.ends)
    // A run in which a rule never decides anything proves nothing of it.
    for rule in RuleModel.Rule.allCases where rule != .cascade {
      for isToMany in [false, true] {
        for inverse in [nil, false, true] as [Bool?] {
          let decision = PlainGraph.Decision(
            rule: rule, isToMany: isToMany, isInverseToMany: inverse)
          #expect(counts[decision] != nil, "never decided: \(decision)")
        }
      }
    }
    for end in ["deleted", "went along", "denied", "missing"] {
      #expect(ends[end, default: 0] * 40 > Self.count, "\(end) too seldom: \(ends)")
    }
  }

  private func run(seed: UInt64) throws -> Tally {
    var random = SeededGenerator(seed: seed)
    var model = RuleModel.random(&random)
    let graph = PlainGraph.random(&model, &random)
    var tally = Tally()
    try RuleStore.with(graph, model) { store in
      var expected = graph
      for step in 0..<8 {
        guard let (entity, names) = expected.someObjects(of: model, &random) else { break }
        let title = "seed \(seed), step \(step), deleting \(names.sorted()) of \(entity)"
        let end = try compare(store, &expected, names, of: entity, title, &tally.counts)
        tally.ends[end, default: 0] += 1
      }
    }
    return tally
  }

  /// Deletes in the store and in the graph.
  ///
  /// - Returns: How it ended.
  private func compare(
    _ store: RuleStore, _ expected: inout PlainGraph, _ names: Set<String>, of entity: String,
    _ title: String, _ counts: inout [PlainGraph.Decision: Int]
  ) throws -> String {
    var end = "deleted"
    var refusal: PlainGraph.Refusal?
    var along = 0
    do throws(PlainGraph.Refusal) {
      along = try expected.delete(names, in: store.model, decisions: &counts).count - names.count
      if along > 0 { end = "went along" }
    } catch { refusal = error }
    do {
      let found = try store.delete(names, of: entity)
      try #require(
        refusal == nil, "\(title): deleted, but \(refusal as Any)\n\(store.model.contents)")
      try #require(found == along, "\(title): objects that go along")
    } catch let failure as StoreFailure {
      end = try explain(failure, refusal, "\(title)\n\(store.model.contents)")
    }
    let (graph, faults) = try store.read()
    if let difference = graph.firstDifference(from: expected) ?? faults.first {
      throw RuleStore.Problem(text: "\(title): \(difference)\n\(store.model.contents)")
    }
    return end
  }

  /// The text of a failure has to name a relationship that refuses.
  private func explain(
    _ failure: StoreFailure, _ refusal: PlainGraph.Refusal?, _ title: String
  ) throws -> String {
    func names(_ relationships: Set<String>, _ words: String...) -> Bool {
      words.contains { failure.description.contains($0) }
        && relationships.contains { failure.description.contains("'\($0)'") }
    }
    try #require(failure.reason == .validation, "\(title): \(failure.description)")
    switch refusal {
    case .denied(let relationships):
      try #require(
        names(relationships, "denies deletion"),
        "\(title): denied by \(relationships.sorted()), found: \(failure.description)")
      return "denied"
    case .missing(let relationships):
      try #require(
        names(relationships, "is not optional", "needs at least"),
        "\(title): missing in \(relationships.sorted()), found: \(failure.description)")
      return "missing"
    case nil:
      throw RuleStore.Problem(text: "\(title): refused: \(failure.description)")
    }
  }

  // MARK: - One rule each

  @Test(arguments: deleteRuleTable)
  func eachRuleDecidesAlone(row: DeleteRuleRow) throws {
    try RuleStore.with(row.graph, row.model) { store in
      var found: String
      do {
        _ = try store.delete(row.deleted, of: "A")
        let graph = try store.read().graph
        found = graph.objects.sorted { $0.key < $1.key }.map { name, object in
          let links = object.links.sorted { $0.key < $1.key }.flatMap(\.value)
          return links.isEmpty ? name : "\(name)>\(links.joined(separator: "+"))"
        }.joined(separator: " ")
      } catch let failure as StoreFailure { found = failure.description }
      expectText(found, row.left, "\(row.rule)")
    }
  }
}
