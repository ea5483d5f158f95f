import MomentumModel
import Testing

@testable import MomentumDiff

/// What becomes of rows when an attribute becomes optional or required, and how deep composites are looked into.
@Suite struct RequirementTests {
  private func assessed(
    optional old: Bool, to new: Bool, default value: AttributeValue? = nil, computed: Bool = false,
    type: AttributeType = .string, rows: [EntityID] = [EntityID(0), EntityID(1)]
  ) -> String {
    let before = Attribute(name: "was", type: type, isOptional: old)
    var after = Attribute(name: "a", type: type, isOptional: new, defaultValue: value)
    after.hasComputedDefault = computed
    let model = ObjectModel(entities: [Entity(name: "E"), Entity(name: "F")])
    let found = AttributeRequirement(old: model).assess(before, after, place: "E.a", rows: rows)
    guard let found else { return "-" }
    return [found.rule.id, found.effect, found.repair].compactMap { $0 }
      .joined(separator: " | ")
  }

  @Test func rowsKeepTheirValuesGetADefaultOrFail() {
    #expect(assessed(optional: true, to: true) == "-")
    #expect(assessed(optional: false, to: false) == "-")
    #expect(
      assessed(optional: false, to: true)
        == "migration.attribute-made-optional | stored values of 'E.a' stay as they are")
    let required = "migration.attribute-made-required-default | "
    #expect(
      assessed(optional: true, to: false, default: .string("x"))
        == required + "rows that have NULL in 'E.a' get 'x', its default")
    #expect(
      assessed(optional: true, to: false, computed: true)
        == required
        + "rows that have NULL in 'E.a' get its default, which the source works out once")
    #expect(
      assessed(optional: true, to: false, rows: []) == required + "no stored row has 'E.a'")
  }

  @Test func rowsWithoutAValueMakeTheMigrationFail() {
    #expect(
      assessed(optional: true, to: false)
        == "migration.attribute-made-required | the migration fails as soon as one row of 'E' or 'F' has NULL in 'was' | add defaultValueString=\"\" to, or keep optional=\"YES\" on attribute 'E.a'"
    )
    #expect(
      assessed(optional: true, to: false, type: .binary, rows: [EntityID(1)])
        == "migration.attribute-made-required | the migration fails as soon as one row of 'F' has NULL in 'was' | keep optional=\"YES\" on attribute 'E.a'"
    )
  }

  /// An attribute leads to a composite at most over fifteen others.
  @Test(arguments: [(1, true), (2, true), (16, true), (17, false)])
  func aChangedCompositeConcernsTheRowsThatReachIt(levels: Int, isReached: Bool) {
    func model(_ last: AttributeType) -> DiffedModel {
      let composites = (0..<levels).map { level in
        CompositeType(
          name: "C\(level)",
          elements: [
            Attribute(
              name: "x", type: level + 1 < levels ? .composite(CompositeID(level + 1)) : last,
              isOptional: true)
          ])
      }
      let place = Attribute(name: "p", type: .composite(CompositeID(0)), isOptional: true)
      return DiffedModel(
        ObjectModel(
          entities: [Entity(name: "E", attributes: [place])], composites: composites))
    }
    let diff = ModelDiffer.diff(model(.string), model(.date))
    let change = diff.changes.first { $0.element == .composite && $0.new?.name == "C\(levels - 1)" }
    #expect(change != nil)
    #expect((change.map { $0.assessment.migrationClass > .nothing } ?? false) == isReached)
  }
}
