import MomentumDiagnostics
import MomentumDiff
import MomentumDiffSamples
import MomentumMigration
import MomentumModel
import MomentumTestSupport
import Testing

/// Random mapping models between random pairs: what is found in each, what it changes in the judgement of a review, and
/// every statement, check and condition of its plan.
///
/// Most have mistakes, as people make them: values and links that come from nowhere or from the wrong type.
@Suite(.tags(.random)) struct RandomMappingTests {
  @Test func randomMappingModelsAreReviewedAndPlannedAsBefore() throws {
    var text = ""
    for seed in 3000..<3033 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let old = RandomModels.model(&random)
      var new = old
      for _ in 0..<Int.random(in: 1...4, using: &random) { RandomModels.edit(&new, &random) }
      // An id that is looked up in the wrong model then finds another element.
      if seed.isMultiple(of: 2) { new = new.reversed }
      // A third with few mistakes, so that there is a plan; a third as Core Data infers it.
      let mistakes = [12, 60, 0][Int(seed % 3)]
      let lines = mapping(old, new, mistakes, &random)
      text += "== \(seed)\n\(lines)\n--\n\(try outcome(lines, old, new, isPlanned: mistakes > 0))\n"
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/PlanTexts/random-mappings.txt")
  }

  private func outcome(_ lines: String, _ old: ObjectModel, _ new: ObjectModel, isPlanned: Bool)
    throws -> String
  {
    let written = WrittenMapping(lines, new: new)
    var versions = [NamedModel(name: "old", model: old), NamedModel(name: "new", model: new)]
    // A version that is not there makes the mapping model stale.
    if !isPlanned, old.entities.count != new.entities.count { versions.removeLast() }
    let examined = MappingDiagnosis.examine(written.syntax, versions: versions)
    let known = KnownMapping(path: "M.xcmappingmodel", form: .editor(written.syntax))
    let diff = ModelDiffer.diff(DiffedModel(old), DiffedModel(new))
    let plain = MappingCaseText.judged(diff).split(separator: "\n")
    let judged = MappingCaseText.judged(diff.judged(by: [known], among: versions))
      .split(separator: "\n").filter { !plain.contains($0) }.joined(separator: "\n")
    let parts = [MappingCaseText.findings(examined.findings.all), judged]
    guard isPlanned, let mapping = examined.mapping else { return parts.joined(separator: "\n") }
    let store = try PlanStore(old, rows: RandomPlanTests.rows(of: old))
    do {
      let made = try MappingPlanner(
        mapping: mapping, syntax: written.syntax, old: store.planned,
        new: PlanStore.planned(new), catalog: PlanCaseText.counted(store),
        policies: ["P": PolicyAbilities(selectors: ["m:"], createsInstances: true)],
        filter: { WrittenMapping.filter($0, $1, $2) }
      ).plan()
      let all =
        parts + [
          PlanCaseText.steps(made.plan), RandomPlanTests.checks(made.plan.checks),
          RandomPlanTests.invariants(made.plan.invariants + made.plan.mustBeZero),
          MappingCaseText.programs(made),
        ]
      return all.filter { !$0.isEmpty }.joined(separator: "\n")
    } catch let failure as MappingPlanFailure {
      return (parts + ["refused", MappingCaseText.findings(failure.findings)])
        .filter { !$0.isEmpty }.joined(separator: "\n")
    }
  }

  // MARK: - Mapping models

  /// - Parameter mistakes: The chance in a thousand, for each part, that it is not what a correct mapping model has.
  private func mapping(
    _ old: ObjectModel, _ new: ObjectModel, _ mistakes: Int, _ random: inout SeededGenerator
  ) -> String {
    func isWrong(_ random: inout SeededGenerator) -> Bool {
      Int.random(in: 0..<1000, using: &random) < mistakes
    }
    var lines: [String] = []
    let correspondence = ModelCorrespondence(old: old, new: new)
    var taken: Set<EntityID> = []
    for id in new.entityIDs where !new[id].isAbstract || isWrong(&random) {
      var source = correspondence.source(of: id)
      if isWrong(&random) { source = old.entityIDs.randomElement(using: &random) }
      if isWrong(&random) { continue }
      if let source { taken.insert(source) }
      let hasPolicy = mistakes > 0 && Int.random(in: 0..<5, using: &random) == 0
      let policy = hasPolicy ? " policy P" : ""
      lines.append(
        "M\(id.index): \(source.map { old[$0].name } ?? "-") -> \(new[id].name)\(policy)")
      if mistakes == 0 {
        lines += source.map { inferred(from: $0, to: id, correspondence, &random) } ?? []
        continue
      }
      for attribute in new.attributes(of: id) where !isWrong(&random) {
        let text = value(of: attribute, source, old, new, isWrong(&random), &random)
        let call = "= FUNCTION($entityPolicy, 'm:', \(argument(source, old, &random)))"
        let isCalled = hasPolicy && Int.random(in: 0..<3, using: &random) == 0
        lines.append("  " + (isCalled ? "\(new[attribute].name) \(call)" : text))
      }
      for relationship in new.relationships(of: id) where !isWrong(&random) {
        lines.append("  " + link(relationship, source, old, new, isWrong(&random), &random))
      }
    }
    for id in old.entityIDs where !taken.contains(id) && !isWrong(&random) {
      lines.append("R\(id.index): \(old[id].name) -> -")
    }
    return lines.joined(separator: "\n")
  }

  /// What a policy's method gets: the object, one of its values or links, or the manager.
  private func argument(
    _ source: EntityID?, _ old: ObjectModel, _ random: inout SeededGenerator
  ) -> String {
    let names = source.map { id in
      old.attributes(of: id).map { old[$0].name } + old.relationships(of: id).map { old[$0].name }
    }
    let all = ["$source", "$manager", "3"] + (names ?? []).map { "$source.\($0)" }
    return all.randomElement(using: &random) ?? "$source"
  }

  /// What Core Data infers by itself, but now and then without a line.
  private func inferred(
    from source: EntityID, to id: EntityID, _ correspondence: ModelCorrespondence,
    _ random: inout SeededGenerator
  ) -> [String] {
    let (old, new) = (correspondence.old, correspondence.new)
    let attributes = correspondence.attributePairs(old: source, new: id).filter {
      !new[$0.new].isTransient && !old[$0.old].isTransient && new[$0.new].derivation == nil
    }.map { pair in
      let (name, before) = (new[pair.new].name, old[pair.old].name)
      return name == before ? "  \(name)" : "  \(name) = $source.\(before)"
    }
    let links = correspondence.relationshipPairs(old: source, new: id).filter {
      !new[$0.new].isTransient && !old[$0.old].isTransient
    }.map { pair in
      let (name, before) = (new[pair.new].name, old[pair.old].name)
      return name == before ? "  \(name)" : "  \(name) from $source.\(before)"
    }
    return (attributes + links).filter { _ in Int.random(in: 0..<50, using: &random) > 0 }
  }

  private func value(
    of id: AttributeID, _ source: EntityID?, _ old: ObjectModel, _ new: ObjectModel,
    _ isWrong: Bool, _ random: inout SeededGenerator
  ) -> String {
    let name = new[id].name
    let names = source.map { old.attributes(of: $0).map { old[$0].name } } ?? []
    if isWrong {
      let others = names + ["nothing", "r0", "r1.a0_0"]
      return others.randomElement(using: &random).map { "\(name) = $source.\($0)" } ?? name
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where names.contains(name): return "\(name) = $source.\(name)"
    case 1 where new[id].type == .string: return "\(name) = 'it''s'"
    case 2 where new[id].isOptional: return "\(name) = nil"
    default: return name
    }
  }

  private func link(
    _ id: RelationshipID, _ source: EntityID?, _ old: ObjectModel, _ new: ObjectModel,
    _ isWrong: Bool, _ random: inout SeededGenerator
  ) -> String {
    let name = new[id].name
    let names = source.map { old.relationships(of: $0).map { old[$0].name } } ?? []
    let maker = "M\(new[id].destination.index)"
    if isWrong {
      let other = (names + ["nothing", "a0_0"]).randomElement(using: &random) ?? "r0"
      return "\(name) from $source.\(other) by M\(Int.random(in: 0..<8, using: &random))"
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0 where names.contains(name): return "\(name) from $source.\(name)"
    case 1 where names.contains(name): return "\(name) from $source.\(name) by \(maker)"
    default: return name
    }
  }
}
