import MomentumModel
import MomentumSQL
import MomentumStore
import Testing

/// Parts of plain tables in which columns get other names, and indexes that would hold nothing.
@Suite struct PlainPartTests {
  private static let names = ["a": "x", "b": "y", "x": "z"]

  /// A condition, its columns in their order, and the condition with other names: each name is
  /// changed once, and one that has no other name stays.
  private static let constraints: [(PlainConstraint, [String], PlainConstraint)] = [
    (
      .range(column: "a", .integer, minimum: .integer(1), maximum: nil), ["a"],
      .range(column: "x", .integer, minimum: .integer(1), maximum: nil)
    ),
    (
      .length(column: "b", minimum: nil, maximum: 4), ["b"],
      .length(column: "y", minimum: nil, maximum: 4)
    ),
    (.matches(column: "a", pattern: "b"), ["a"], .matches(column: "x", pattern: "b")),
    (.entity(column: "a", ["a", "b"]), ["a"], .entity(column: "x", ["a", "b"])),
    (
      .required(column: "a", entityColumn: "b", entities: ["a"]), ["b", "a"],
      .required(column: "x", entityColumn: "y", entities: ["a"])
    ),
    (
      .reserved(column: "a", entityColumn: "b", entities: ["b"]), ["b", "a"],
      .reserved(column: "x", entityColumn: "y", entities: ["b"])
    ),
    (.ordered("a", "b"), ["a", "b"], .ordered("x", "y")),
    (.ordered("b", "c"), ["b", "c"], .ordered("y", "c")),
  ]

  @Test(arguments: constraints.indices) func aConstraintFollowsItsColumns(row: Int) {
    let (constraint, columns, renamed) = Self.constraints[row]
    #expect(constraint.columns == columns)
    #expect(constraint.renaming(Self.names) == renamed)
    #expect(constraint.renaming([:]) == constraint)
  }

  @Test func theConditionOfAnIndexFollowsItsColumns() {
    func condition(_ a: String, _ b: String, _ c: String) -> PlainIndexCondition {
      .or([
        .and([.isNull(a), .isNotNull(b)]), .comparison(c, .text, .equal, .string("a")),
        .entity(column: b, ["b"]),
      ])
    }
    #expect(condition("a", "b", "c").columns == ["a", "b", "c", "b"])
    #expect(condition("a", "b", "c").renaming(Self.names) == condition("x", "y", "c"))
  }

  /// A value that all rows share finds none of them: without another column there is no index and no note.
  @Test func anIndexOverConstantsAloneIsNotMade() {
    func indexes(_ keys: String...) -> [[String]] {
      let elements = keys.map { FetchIndex.Element(.expression($0)) }
      let schema = PlainLayout { _ in nil }.layOut(
        ObjectModel(entities: [
          Entity(
            name: "A", attributes: [Attribute(name: "name", type: .string)],
            fetchIndexes: [FetchIndex(name: "found", elements: elements)])
        ]))
      #expect(schema.tables[0].notes == [])
      return schema.tables[0].indexes.map { $0.terms.map(\.column) }
    }
    #expect(indexes("entity") == [])
    #expect(indexes("entity", "SELF.entity") == [])
    #expect(indexes("entity", "name") == [["name"]])
    #expect(indexes("name", "entity") == [["name"]])
  }
}
