import MomentumCompiler
import MomentumDiagnostics
import MomentumDistribution
import MomentumModel
import MomentumPredicate
import MomentumStore
import MomentumTestSupport
import Testing

/// Every model has a plan or a reasoned refusal, and the tables of every plan follow the rules.
@Suite(.tags(.corpus, .random)) struct AllModelsTests {
  @Test func ofThisRepository() { check(ModelTexts.own) }

  @Test(
    .enabled(if: !ModelTexts.ofCorpus.isEmpty, "no corpus beside the clone"))
  func ofTheCorpus() { check(ModelTexts.ofCorpus.thinned(to: 200)) }

  private func check(_ entries: [ModelTexts.Entry]) {
    var failures: [String] = []
    var (read, withRoot, complete) = (0, 0, 0)
    for entry in entries {
      var diagnostics = Diagnostics()
      guard
        let compiled = CompiledModel.compile(
          SourceFile(path: entry.name, text: entry.text), &diagnostics)
      else { continue }
      read += 1
      let plain = compiled.plainSchema
      let (found, plan) = Invariants.failures(compiled.model, plain)
      failures += found.map { "\(entry.name): \($0)" }
      let analysis = DistributionAnalysis(compiled.model, plain)
      if !analysis.candidates(DistributionDecisions()).isEmpty { withRoot += 1 }
      if let plan {
        complete += 1
        failures += routeFailures(compiled, plain, plan).map { "\(entry.name): \($0)" }
      }
    }
    #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(5).joined(separator: "\n"))")
    #expect(read > 0 && withRoot > 0 && complete <= withRoot)
    print("distribution: \(read) models, \(withRoot) with a root, \(complete) with a complete plan")
  }

  /// Every stored request has a route.
  private func routeFailures(
    _ compiled: CompiledModel, _ plain: PlainSchema, _ plan: DistributionPlan
  ) -> [String] {
    let router = RequestRouter(
      compiled.model, DistributedLayout.layOut(compiled.model, plain, plan))
    return compiled.storedRequests.compactMap { stored in
      guard let fetch = compiled.compile(stored) else { return nil }
      let routed = router.route(fetch.request)
      let isRefused = if case .refused = routed.route { true } else { false }
      return (routed.sql == nil) == isRefused ? nil : "\(stored.request.name): no statement"
    }
  }

  @Test func ofRandomModels() {
    var complete = 0
    let count = TestLength.choose(short: 300, long: 5_000)
    for seed in 1...UInt64(count) {
      let model = RandomModel.model(seed: seed)
      let plain = PlainLayout(indexCondition: { _ in nil }).layOut(model)
      let (failures, plan) = Invariants.failures(model, plain)
      #expect(failures.isEmpty, "seed \(seed): \(failures.prefix(3))")
      if plan != nil { complete += 1 }
      var random = SeededGenerator(seed: seed)
      // Any entity as the root, since the best one alone would leave many cases out.
      if let root = model.entityIDs.randomElement(using: &random) {
        let candidate = DistributionAnalysis(model, plain).candidate(root)
        if let plan = candidate.plan {
          let schema = DistributedLayout.layOut(model, plain, plan)
          let failures = Invariants.failures(of: schema)
          #expect(failures.isEmpty, "seed \(seed): \(failures.prefix(3))")
        }
      }
    }
    #expect(complete > count / 20, "\(complete) of \(count) models have a complete plan")
  }
}
