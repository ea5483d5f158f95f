import MomentumModel
import MomentumTestSupport
import Testing

@testable import MomentumStore

/// Which number of a store each entity has, and what a name with a number says.
@Suite struct EntityNumberTests {
  /// `name`, or `name<parent`, in the order of the model.
  private func model(_ entities: [String]) -> ObjectModel {
    let names = entities.map { $0.split(separator: "<").map(String.init) }
    return ObjectModel(
      entities: names.map { parts in
        Entity(
          name: parts[0],
          parent: parts.count == 1
            ? nil : names.firstIndex { $0[0] == parts[1] }.map { EntityID($0) })
      })
  }

  /// Rows of `Z_PRIMARYKEY` as `number name parent`.
  private func check(
    _ entities: [String], _ rows: [String], _ expected: [Int],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let model = model(entities)
    let schema = CoreDataLayout { _, _ in nil }.layOut(model)
    let found = EntityNumbers(
      model, schema,
      rows.map { row in
        let parts = row.split(separator: " ")
        return .init(
          number: Int(parts[0]) ?? 0, name: String(parts[1]), parent: Int(parts[2]) ?? 0)
      })
    expectEqual(
      found.numbers, expected, "numbers of \(entities) by \(rows)", sourceLocation: sourceLocation)
  }

  /// A is 1, B and C below it 2 and 3, D is 4.
  private let family = ["A", "B<A", "C<A", "D"]

  @Test func anEntityHasTheNumberOfItsName() {
    check(family, ["1 A 0", "2 B 1", "3 C 1", "4 D 0"], [1, 2, 3, 4])
    check(family, ["7 A 0", "9 B 7", "8 C 7", "2 D 0"], [7, 9, 8, 2])
    check(family, ["4 A 0", "3 B 4", "2 C 4", "1 D 0"], [4, 3, 2, 1])
    // The last row of a name counts.
    check(["A"], ["5 A 0", "6 A 0"], [6])
  }

  @Test func anotherNameIsFoundByItsPlace() {
    check(family, ["1 A 0", "2 X 1", "3 C 1", "4 D 0"], [1, 2, 3, 4])
    check(family, ["1 X 0", "2 B 1", "3 C 1", "4 Y 0"], [1, 2, 3, 4])
    // The only one that is left below its parent, under another number.
    check(family, ["1 A 0", "9 X 1", "3 C 1", "4 D 0"], [1, 9, 3, 4])
    check(family, ["1 A 0", "2 B 1", "3 C 1", "9 X 0"], [1, 2, 3, 9])
    // The parents are found first, and then what is below them.
    check(["P", "S<P", "Q"], ["1 p 0", "3 q 0", "7 s 1"], [1, 7, 3])
    // Of two that are left none is known, so the computed numbers count where they are free.
    check(family, ["1 A 0", "8 X 1", "9 Y 1", "4 D 0"], [1, 2, 3, 4])
    check(family, ["1 A 0", "9 X 1", "4 D 0"], [1, 2, 3, 4])
  }

  @Test func aRowOfAnotherParentIsTakenLast() {
    check(family, ["1 A 0", "2 B 1", "3 X 0", "4 D 0"], [1, 2, 3, 4])
    check(["A", "B", "C"], ["1 A 0", "2 X 1", "3 C 0"], [1, 2, 3])
  }

  /// A number below zero, which no row has.
  @Test func anEntityWithoutARowHasANumberOfNobody() {
    check(["A", "B", "C"], ["2 A 0", "3 C 0"], [2, -2, 3])
    check(["A", "B"], [], [1, 2])
    check(["A", "B"], ["1 A 0"], [1, 2])
    check(family, ["2 A 0", "3 D 0"], [2, -2, -3, 3])
  }

  @Test func rowsOfHistoryAreNone() {
    check(["A"], ["15999 A 0"], [15_999])
    check(["A"], ["16000 A 0"], [1])
    check(["A"], ["16001 CHANGE 0"], [1])
  }

  @Test func theNamesOfTheStoreAreKept() {
    let model = model(["A"])
    let found = EntityNumbers(
      model, CoreDataLayout { _, _ in nil }.layOut(model),
      [
        .init(number: 1, name: "X", parent: 0), .init(number: 1, name: "Y", parent: 0),
        .init(number: 16_001, name: "CHANGE", parent: 0),
      ])
    #expect(found.names == [1: "X"])
  }

  // MARK: - Names with numbers

  @Test func aNameHasAPrefixANumberAndARest() {
    for (name, prefix, number, rest) in [
      ("Z_3ARTWORKS1", "Z_", 3, "ARTWORKS1"), ("z_12Tags", "Z_", 12, "TAGS"), ("Z4X", "Z", 4, "X"),
      ("Z_FOK_3TAGS", "Z_FOK_", 3, "TAGS"), ("Z007X", "Z", 7, "X"),
    ] {
      let found = NumberedName(name, prefix: prefix)
      #expect(found?.number == number && found?.rest == rest, "\(name)")
    }
    for name in ["Z_", "Z_3", "Z_TAGS", "X_3TAGS", "Z3TAGS", "", "Z_99999999999999999999X"] {
      #expect(NumberedName(name, prefix: "Z_") == nil, "\(name)")
    }
  }

  @Test func aBaseMayHaveACollisionNumber() {
    for (name, isNumbered) in [
      ("TAGS", true), ("TAGS1", true), ("TAGS12", true), ("TAGS0", false), ("TAGS01", false),
      ("TAGSX", false), ("TAG", false), ("XTAGS", false), ("TAGS1X", false), ("TAGS10", true),
      ("TAGS٣", false),
    ] {
      #expect(NumberedName.isNumbered(name, "TAGS") == isNumbered, "\(name)")
    }
  }
}
