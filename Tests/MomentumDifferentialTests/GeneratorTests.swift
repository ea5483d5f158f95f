import MomentumDiagnostics
import MomentumDifferential
import MomentumModel
import MomentumPredicate
import MomentumTestSupport
import Testing

@Suite(.tags(.random)) struct GeneratorTests {
  @Test func everyRandomModelIsOneAndTakesItsObjects() throws {
    for seed in 0..<60 {
      let model = ModelGenerator.model(seed: UInt64(seed))
      let graph = GraphGenerator.graph(of: model, seed: UInt64(seed))
      _ = try DifferentialStore(graph)
    }
  }

  @Test func aSeedGivesTheSameAgain() {
    let (first, second) = (ModelGenerator.model(seed: 7), ModelGenerator.model(seed: 7))
    expectEqual(first, second, "a seed gives the same model again")
    let graphs = [first, second].map { GraphGenerator.graph(of: $0, seed: 7) }
    expectText(graphs[0].seedText, graphs[1].seedText, "a seed gives the same objects again")
    let texts = graphs.map { graph in
      var generator = PredicateGenerator(graph: graph, dice: Dice(seed: 7))
      return (0..<50).map { _ in generator.predicate(over: EntityID(0)).format.text }
    }
    #expect(texts[0] == texts[1])
    #expect(Set(texts[0]).count > 40)
  }

  /// What the checker refuses is not compared, so it has to be little, and known.
  @Test func nearlyEveryRandomPredicateIsTaken() throws {
    var refusals: [String: (count: Int, example: String)] = [:]
    var total = 0
    for seed in 0..<40 {
      let model = ModelGenerator.model(seed: UInt64(seed))
      let graph = GraphGenerator.graph(of: model, seed: UInt64(seed))
      var generator = PredicateGenerator(graph: graph, dice: Dice(seed: UInt64(seed), part: 3))
      for index in 0..<50 {
        total += 1
        let entity = EntityID(index % model.entities.count)
        let format = generator.predicate(over: entity).format
        var diagnostics = Diagnostics()
        let source = SourceFile(path: "", text: format.text)
        let typed = PredicateParser.parse(source, &diagnostics).flatMap {
          PredicateChecker.check(
            $0, source: source, entity: entity, model: model, arguments: format.arguments,
            &diagnostics)
        }
        guard typed == nil, let first = diagnostics.all.first(where: { $0.severity == .error })
        else { continue }
        let example = refusals[first.id]?.example ?? "\(format.text)\n    \(first.text)"
        refusals[first.id] = ((refusals[first.id]?.count ?? 0) + 1, example)
      }
    }
    let count = refusals.values.reduce(0) { $0 + $1.count }
    let report = refusals.sorted { $0.key < $1.key }
      .map { "\($0.value.count) × \($0.key): \($0.value.example)" }.joined(separator: "\n")
    #expect(count * 100 < total * 3, "\(count) of \(total) were refused:\n\(report)")
  }
}
