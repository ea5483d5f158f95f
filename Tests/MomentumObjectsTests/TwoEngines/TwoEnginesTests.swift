import MomentumDifferential
import MomentumModel
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Inverses and delete rules exist twice: in a context, in memory, and in the runtime's writer, in
/// SQL. Both must make the same rows of random changes of random models (OG-401 to OG-418).
@Suite(.tags(.random)) struct TwoEnginesTests {
  @Test func bothEnginesMakeTheSameRows() throws {
    let models = TestLength.choose(short: 12, long: 400)
    var (changes, refused) = (0, 0)
    for seed in 1...UInt64(models) {
      var dice = Dice(seed: seed, part: 0)
      let text = RandomRelationships(&dice).text
      try RepositoryFiles.withTemporaryFolder { folder in
        let engines = try TwoEngines(text, folder: folder)
        for step in 0..<TestLength.choose(short: 25, long: 60) {
          if dice.chance(15) { try engines.forget() }
          guard let change = Self.change(engines, &dice) else { continue }
          let made = try engines.make(change)
          changes += 1
          if !made.rows { refused += 1 }
          let rows = try engines.rows()
          let place = "seed \(seed), step \(step): \(change)\n\(text)"
          try #require(made.objects == made.rows, "\(place)")
          if rows.objects != rows.rows {
            expectText(
              rows.objects.joined(separator: "\n"), rows.rows.joined(separator: "\n"), "\(place)")
            return
          }
        }
      }
    }
    #expect(changes > models * 10 && refused > 0)
  }

  /// A change that both engines can make; `nil` if none of the kind was possible.
  private static func change(_ engines: TwoEngines, _ dice: inout Dice) -> GraphChange? {
    let model = engines.model
    let living = engines.living
    guard living.count < 25, !living.isEmpty, !dice.chance(25) else {
      guard living.count < 25 else { return deletion(engines, living, &dice) }
      return dice.pick(model.entities.map(\.id)).map { .insert($0) }
    }
    if dice.chance(15) { return deletion(engines, living, &dice) }
    guard let object = dice.pick(living) else { return nil }
    let plan = engines.objects[object].plan
    guard let relationship = dice.pick(plan.toOnes + plan.toManys) else { return nil }
    let targets = living.filter {
      engines.objects[$0].plan.inherits(from: relationship.destination)
    }
    let name = relationship.name
    guard relationship.isToMany else {
      return .setToOne(
        object, relationship: name, dice.chance(75) ? dice.pick(targets) : nil)
    }
    guard let target = dice.pick(targets) else { return nil }
    switch dice.int(0...3) {
    case 0:
      var chosen: [Int] = []
      for candidate in targets where dice.chance(40) {
        chosen.insert(candidate, at: dice.int(0...chosen.count))
      }
      return .setToMany(object, relationship: name, chosen)
    case 1: return .remove(object, relationship: name, target)
    default: return .add(object, relationship: name, target)
    }
  }

  private static func deletion(
    _ engines: TwoEngines, _ living: [Int], _ dice: inout Dice
  ) -> GraphChange? {
    guard let first = dice.pick(living) else { return nil }
    let root = engines.objects[first].plan.root
    let family = living.filter { engines.objects[$0].plan.root == root && $0 != first }
    return .delete([first] + family.filter { _ in dice.chance(10) })
  }
}
