import MomentumModel
import MomentumTestSupport
import Testing

@testable import MomentumDiff

/// The innermost elements of composites, with the paths to them.
@Suite struct CompositeMemberTests {
  private static func element(
    _ name: String, _ inner: Int? = nil, was identifier: String? = nil, isTransient: Bool = false
  ) -> Attribute {
    Attribute(
      name: name, type: inner.map { .composite(CompositeID($0)) } ?? .string, isOptional: true,
      isTransient: isTransient, renamingIdentifier: identifier)
  }

  private func paths(_ composites: [[Attribute]], of id: Int = 0) -> [String] {
    let model = ObjectModel(
      entities: [],
      composites: composites.enumerated().map { CompositeType(name: "C\($0)", elements: $1) })
    return CompositeMember.all(of: CompositeID(id), in: model).map {
      $0.identifier == $0.path ? $0.path : "\($0.path) was \($0.identifier)"
    }
  }

  @Test func elementsStandInTheirOrderWithTheirPaths() {
    let inner = [Self.element("y"), Self.element("x", was: "w")]
    #expect(
      paths([
        [
          Self.element("b"), Self.element("p", 1, was: "o"), Self.element("t", isTransient: true),
          Self.element("a", was: "z"),
        ], inner,
      ]) == ["b", "p.y was o.y", "p.x was o.w", "a was z"])
    #expect(paths([[Self.element("t", 1, isTransient: true)], inner]) == [])
    #expect(paths([[Self.element("p", 7)], inner]) == [], "no composite 7")
    #expect(paths([], of: 0) == [])
    #expect(paths([[Self.element("a")], inner], of: 1) == ["y", "x was w"])
  }

  /// A composite leads to another one at most fifteen times.
  @Test(arguments: [
    (1, "x"), (2, "c.x"), (16, "c.c.c.c.c.c.c.c.c.c.c.c.c.c.c.x"), (17, nil), (40, nil),
  ])
  func sixteenLevelsAreRead(_ count: Int, _ expected: String?) {
    let chain = (0..<count).map { index in
      [index == count - 1 ? Self.element("x") : Self.element("c", index + 1)]
    }
    #expect(paths(chain) == (expected.map { [$0] } ?? []))
  }

  /// Only a model made by code can have such a composite; reading it has to end.
  @Test func aCompositeWithinItselfIsReadSixteenTimes() {
    let found = paths([[Self.element("c", 0), Self.element("x")]])
    #expect(found.count == 16)
    #expect(found.last == "x")
    #expect(found.first == String(repeating: "c.", count: 15) + "x")
    #expect(paths([[Self.element("c", 1)], [Self.element("d", 0)]]) == [])
  }

  @Test func columnsAreSortedAndNotOfOtherTypes() {
    let model = ObjectModel(
      entities: [],
      composites: [
        CompositeType(name: "C", elements: [Self.element("town"), Self.element("p", 1)]),
        CompositeType(name: "P", elements: [Self.element("lat"), Self.element("zip")]),
      ])
    #expect(
      CompositeMember.columns(of: Self.element("home", 0), in: model) == ["LAT", "TOWN", "ZIP"])
    #expect(CompositeMember.columns(of: Self.element("name"), in: model) == [])
  }

  @Test(arguments: [
    (false, false, false, true), (true, false, false, false), (false, true, false, false),
    (false, false, true, false), (true, true, true, false),
  ])
  func aRequiredElementNeedsADefaultOrADerivation(
    isOptional: Bool, hasDefault: Bool, isDerived: Bool, expected: Bool
  ) {
    let attribute = Attribute(
      name: "x", type: .string, isOptional: isOptional,
      defaultValue: hasDefault ? .string("d") : nil, derivation: isDerived ? "now()" : nil)
    let member = CompositeMember(path: "x", identifier: "x", attribute: attribute)
    #expect(member.isRequiredWithoutDefault == expected)
  }
}
