import MomentumDiff
import MomentumDiffSamples
import MomentumMigration
import MomentumModel
import MomentumStore
import MomentumTestSupport
import Testing

/// Whole plans of random pairs: combinations of changes that nobody would write by hand.
///
/// That such plans do what they should is the subject of the random migrations against the oracle. Here each statement,
/// check and condition stands in a text, so that a change of any of them is seen. `RECORD=1` writes the text anew.
@Suite(.tags(.random)) struct RandomPlanTests {
  @Test func randomPairsArePlannedAsBefore() throws {
    var text = ""
    for seed in 2000..<2040 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var old = RandomModels.model(&random)
      derive(&old)
      var new = old
      for _ in 0..<Int.random(in: 2...6, using: &random) { RandomModels.edit(&new, &random) }
      if seed.isMultiple(of: 3) { turn(&new, &random) }
      if seed.isMultiple(of: 2) { new = new.reversed }
      text += "== \(seed)\n\(try plan(from: old, to: new))\n"
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/PlanTexts/random.txt")
  }

  /// Every type of number becomes every other one, with and without an obligation to have a value.
  @Test func everyNumberBecomesEveryOtherAsBefore() throws {
    let types: [AttributeType] = [
      .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean,
    ]
    var text = ""
    for type in types {
      var old = Entity(name: "E")
      var new = Entity(name: "E")
      for other in types {
        for isOptional in [true, false] {
          let name = "\(other)\(isOptional ? "" : "Needed")"
          old.attributes.append(Attribute(name: name, type: type, isOptional: true))
          new.attributes.append(Attribute(name: name, type: other, isOptional: isOptional))
        }
      }
      // What cannot be converted is refused as a whole, so it is left out of the others' plan.
      let outcome = try plan(from: ObjectModel(entities: [old]), to: ObjectModel(entities: [new]))
      text += "== \(type)\n\(outcome)\n"
      for other in types {
        var (one, two) = (Entity(name: "E"), Entity(name: "E"))
        one.attributes = [Attribute(name: "n", type: type, isOptional: true)]
        two.attributes = [Attribute(name: "n", type: other, isOptional: true)]
        let single = try plan(from: ObjectModel(entities: [one]), to: ObjectModel(entities: [two]))
        text += "-- \(type) to \(other)\n\(single)\n"
      }
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/PlanTexts/numbers.txt")
  }

  private func plan(from old: ObjectModel, to new: ObjectModel) throws -> String {
    let store = try PlanStore(old, rows: Self.rows(of: old))
    let catalog = try PlanCaseText.counted(store)
    func plan(_ style: MigrationPlan.Style) throws(PlanFailure) -> MigrationPlan {
      try MigrationPlanner(
        old: store.planned, new: PlanStore.planned(new), catalog: catalog, style: style
      ).plan()
    }
    do throws(PlanFailure) {
      let fresh = try plan(.fresh)
      let inPlace = try plan(.asCoreData)
      return [
        PlanCaseText.steps(fresh), PlanCaseText.difference(inPlace, fresh),
        Self.checks(merged(fresh.checks, inPlace.checks)),
        Self.invariants(
          merged(fresh.invariants + fresh.mustBeZero, inPlace.invariants + inPlace.mustBeZero)),
      ].filter { !$0.isEmpty }.joined(separator: "\n")
    } catch {
      return error.reasons.map { "\($0.kind.rawValue) \($0.place): \($0.text)" }
        .joined(separator: "\n")
    }
  }

  /// Gives attributes that are derived from others, from links, and from nothing.
  private func derive(_ model: inout ObjectModel) {
    for (entity, expression) in [(0, "canonical:(a0_0)"), (4, "lowercase:(none)"), (5, "a5_0")] {
      model.entities[entity].attributes.append(
        Attribute(name: "d\(entity)", type: .string, derivation: expression))
    }
    for entity in model.entities.indices {
      guard let link = model.entities[entity].relationships.first(where: \.isToMany) else {
        continue
      }
      model.entities[entity].attributes.append(
        Attribute(name: "n\(entity)", type: .integer64, derivation: "\(link.name).@count"))
    }
  }

  /// Changes relationships as pairs: numbers of objects and orders on both sides.
  private func turn(_ model: inout ObjectModel, _ random: inout SeededGenerator) {
    for entity in model.entities.indices {
      for index in model.entities[entity].relationships.indices {
        var changed = model.entities[entity].relationships[index]
        if Bool.random(using: &random) {
          changed.isToMany.toggle()
          changed.maximumCount = changed.isToMany ? 0 : 1
          if !changed.isToMany { changed.isOrdered = false }
        }
        if changed.isToMany, Bool.random(using: &random) { changed.isOrdered.toggle() }
        model.entities[entity].relationships[index] = changed
      }
    }
  }

  /// Another number of rows for each entity, so that amounts of one are not those of another.
  static func rows(of model: ObjectModel) -> [String] {
    var key = 0
    return PlanStore.planned(model).schema.entities.sorted { $0.number < $1.number }.flatMap {
      entity in
      (0..<entity.number).map { _ in
        key += 1
        return "INSERT INTO \(entity.table)(Z_PK, Z_ENT, Z_OPT) VALUES(\(key), \(entity.number), 1)"
      }
    }
  }

  static func checks(_ checks: [MigrationPlan.Precondition]) -> String {
    checks.map { check in
      "\(check.consequence.rawValue) \(check.place) [\(check.ruleID)]\n  \(check.rowsSQL)"
    }.joined(separator: "\n")
  }

  static func invariants(_ invariants: [MigrationPlan.Invariant]) -> String {
    invariants.map { "\($0.name)\n  \($0.sourceSQL)\n  \($0.resultSQL)" }
      .joined(separator: "\n")
  }

  /// Those of the first list, then those that only the second has.
  private func merged<Item: Equatable>(_ first: [Item], _ second: [Item]) -> [Item] {
    first + second.filter { !first.contains($0) }
  }
}
