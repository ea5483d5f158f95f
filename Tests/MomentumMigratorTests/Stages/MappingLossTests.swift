import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumDiff
import MomentumMigration
import MomentumMigrator
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// What is missing from a mapping model, found in a store before anything changes.
@Suite struct MappingLossTests {
  private static func owner(_ more: String = "") -> String {
    """
    <entity name="Own">
      <attribute name="name" optional="YES" attributeType="String"/>
      <attribute name="num" optional="YES" attributeType="Integer 32"/>
      <relationship name="cars" optional="YES" toMany="YES" destinationEntity="Car" \
    inverseName="own" inverseEntity="Car"/>
      \(more)
    </entity>
    """
  }
  private static let car = """
    <entity name="Car">
      <attribute name="word" optional="YES" attributeType="String"/>
      <relationship name="own" optional="YES" maxCount="1" destinationEntity="Own" \
    inverseName="cars" inverseEntity="Own"/>
    </entity>
    """
  private static let sub = "<entity name=\"Sub\" parentEntity=\"Own\"/>"
  private static let added =
    "<attribute name=\"added\" optional=\"YES\" attributeType=\"String\"/>"

  private static let rows = [
    """
    INSERT INTO ZOWN (Z_PK, Z_ENT, Z_OPT, ZNAME, ZNUM) VALUES
      (1, 2, 1, 'a', 5), (2, 2, 1, 'b', NULL), (3, 3, 1, 'c', 7)
    """,
    """
    INSERT INTO ZCAR (Z_PK, Z_ENT, Z_OPT, ZWORD, ZOWN) VALUES
      (1, 1, 1, 'p', 1), (2, 1, 1, 'q', 1), (3, 1, 1, 'r', 3), (4, 1, 1, 's', NULL)
    """, "UPDATE Z_PRIMARYKEY SET Z_MAX = 4",
  ]

  private func preflight(_ maps: MappingCase.Map...) throws -> String {
    try RepositoryFiles.withTemporaryFolder { folder in
      let mapping = try MappingCase(
        folder, old: Self.owner() + Self.car + Self.sub,
        new: Self.owner(Self.added) + Self.car + Self.sub, maps)
      try mapping.makeStore()
      try mapping.change(Self.rows)
      let text = try mapping.preflight()
      // Losses are no failures, and are told of after the migration too.
      let outcome = try mapping.migrate()
      #expect(outcome.warnings.count == text.split(separator: "\n").count)
      return text
    }
  }

  @Test func nothingIsLostWhereAllIsMapped() throws {
    #expect(
      try preflight(
        .init("Own", "Own", ["name", "num"], links: ["cars"]), .init("Car", "Car", ["word"]),
        .init("Sub", "Sub", ["name", "num"], links: ["cars"])) == "")
    #expect(
      try preflight(
        .init("Own", "Own", ["name", "num"]), .init("Car", "Car", ["word"], links: ["own"]),
        .init("Sub", "Sub", ["name", "num"])) == "")
  }

  @Test func objectsAndValuesThatNobodyTakes() throws {
    expectText(
      try preflight(.init("Own", "Own", ["name"]), .init(nil, "Car", ["word"])),
      """
      warns mapping.lost-rows Car: 4 (Car 1, Car 2, Car 3, Car 4)
      warns mapping.lost-rows Sub: 1 (Sub 3)
      warns mapping.lost-values Own.num: 1 (Own 1)
      """)
  }

  @Test func anAdditionOfWhatTheStoreHasIsFoundWithoutAStore() throws {
    try RepositoryFiles.withMapping(
      old: Self.owner() + Self.car + Self.sub, new: Self.owner(Self.added) + Self.car + Self.sub,
      .init("Own", "Own", ["name", "num"]), .init(nil, "Car", ["word"]),
      .init("Sub", "Sub", ["name", "num"])
    ) { mapping in
      guard case .editor(let syntax) = mapping.file else { throw GarageFixture.Unexpected() }
      let findings = MappingDiagnosis.examine(
        syntax,
        versions: [
          .init(name: "1", model: mapping.old.model), .init(name: "2", model: mapping.new.model),
        ]
      ).findings
      #expect(
        findings.all.filter { $0.id == "mapping.missing-entity" }.map(\.text) == [
          "no entity mapping makes objects of 'Car'; those in the store are lost"
        ])
    }
  }

  @Test func linksThatNobodyFollows() throws {
    expectText(
      try preflight(
        .init("Own", "Own", ["name", "num"], links: ["cars"]), .init("Car", "Car", ["word"]),
        .init("Sub", "Sub", ["name", "num"])),
      "warns mapping.lost-links Sub.cars: 1 (Sub 3)")
  }

  @Test func whatAFilterLeavesOut() throws {
    expectText(
      try preflight(
        .init("Own", "Own", ["name", "num"], links: ["cars"], where: "name != 'a'"),
        .init("Car", "Car", ["word"], links: ["own"]), .init("Sub", "Sub", ["name", "num"])),
      "warns mapping.lost-rows Own: 1 (Own 1)")
  }

  @Test func linksToObjectsThatBecomeOthers() throws {
    try RepositoryFiles.withMapping(
      old: Self.owner() + Self.car + Self.sub,
      new: Self.owner() + Self.car + "<entity name=\"Sub\">\(Self.added)</entity>",
      .init("Own", "Own", ["name", "num"]), .init("Car", "Car", ["word"], links: ["own"]),
      .init("Sub", "Sub")
    ) { mapping in
      try mapping.makeStore()
      try mapping.change(Self.rows)
      expectText(
        try mapping.preflight(),
        """
        warns mapping.lost-values Sub.name: 1 (Sub 3)
        warns mapping.lost-values Sub.num: 1 (Sub 3)
        warns mapping.lost-links Car.own: 1 (Car 3)
        """)
      try mapping.migrate()
      #expect(try mapping.rows("SELECT ZOWN FROM ZCAR ORDER BY Z_PK") == "1\n1\nNULL\nNULL")
    }
  }

  // MARK: - One of several

  private static let single = owner().replacing(
    "toMany=\"YES\" destinationEntity=\"Car\"", with: "maxCount=\"1\" destinationEntity=\"Car\"")

  @Test(arguments: [true, false])
  func ofSeveralObjectsForOneTheFirstStays(isOwnerFirst: Bool) throws {
    let owner = MappingCase.Map("Own", "Own", ["name", "num"], links: ["cars"])
    let car = MappingCase.Map("Car", "Car", ["word"], links: ["own"])
    let sub = MappingCase.Map("Sub", "Sub", ["name", "num"], links: ["cars"])
    try RepositoryFiles.withTemporaryFolder { folder in
      let mapping = try MappingCase(
        folder, old: Self.owner() + Self.car + Self.sub, new: Self.single + Self.car + Self.sub,
        isOwnerFirst ? [owner, sub, car] : [car, sub, owner])
      try mapping.makeStore()
      try mapping.change(Self.rows)
      #expect(try mapping.preflight() == "warns mapping.several-objects Own.cars: 1 (Own 1)")
      try mapping.migrate()
      expectText(
        try mapping.rows(
          "SELECT o.ZNAME, c.ZWORD FROM ZOWN o LEFT JOIN ZCAR c ON c.Z_PK = o.ZCARS ORDER BY 1"),
        """
        "a"|"p"
        "b"|NULL
        "c"|"r"
        """)
      #expect(
        try mapping.rows("SELECT ZWORD FROM ZCAR WHERE ZOWN IS NOT NULL ORDER BY 1")
          == "\"p\"\n\"r\"")
    }
  }

  @Test func anObjectThatOnlyOneCanHoldIsToldOfFromTheOtherSide() throws {
    try RepositoryFiles.withMapping(
      old: Self.owner() + Self.car + Self.sub, new: Self.single + Self.car + Self.sub,
      .init("Own", "Own", ["name", "num"]), .init("Car", "Car", ["word"], links: ["own"]),
      .init("Sub", "Sub", ["name", "num"])
    ) { mapping in
      try mapping.makeStore()
      try mapping.change(Self.rows)
      #expect(try mapping.preflight() == "warns mapping.several-objects Car.own: 1 (Car 2)")
    }
  }

  // MARK: - Required

  private func failures(
    new: String, _ maps: MappingCase.Map..., more: [String] = []
  ) throws -> String {
    try RepositoryFiles.withTemporaryFolder { folder in
      let mapping = try MappingCase(
        folder, old: Self.owner() + Self.car + Self.sub, new: new, maps)
      try mapping.makeStore()
      try mapping.change(Self.rows + more)
      let text = try mapping.preflight().split(separator: "\n").filter { $0.hasPrefix("fails") }
        .joined(separator: "\n")
      if text.isEmpty {
        try mapping.migrate()
      } else {
        do {
          try mapping.migrate()
          Issue.record("it went through")
        } catch let error as MigrationError {
          guard case .rowsFail = error else { throw error }
        }
      }
      return text
    }
  }

  private let all: (own: MappingCase.Map, car: MappingCase.Map, sub: MappingCase.Map) = (
    .init("Own", "Own", ["name", "num"], links: ["cars"]),
    .init("Car", "Car", ["word"], links: ["own"]),
    .init("Sub", "Sub", ["name", "num"], links: ["cars"])
  )

  @Test func aRequiredObjectThatIsMissing() throws {
    let car = Self.car.replacing("name=\"own\" optional=\"YES\"", with: "name=\"own\"")
    let new = Self.owner() + car + Self.sub
    #expect(
      try failures(new: new, all.own, all.car, all.sub)
        == "fails mapping.required-value Car.own: 1 (Car 4)")
    #expect(
      try failures(new: new, all.own, .init("Car", "Car", ["word"]), all.sub)
        == "fails mapping.required-value Car.own: 1 (Car 4)")
    #expect(
      try failures(
        new: new, all.own, all.car, all.sub, more: ["UPDATE ZCAR SET ZOWN = 2 WHERE Z_PK = 4"])
        == ""
    )
    // Of two cars of one owner only the first keeps it.
    #expect(
      try failures(new: Self.single + car + Self.sub, all.own, all.car, all.sub)
        == "fails mapping.required-value Car.own: 2 (Car 2, Car 4)")
  }

  /// The code of a policy may set a relationship from either side; that of a mapping that makes nothing may not.
  @Test(
    arguments: [
      (nil, "Car.own: 2 (Car 3, Car 4)"), (0, ""), (1, ""), (2, "Car.own: 2 (Car 3, Car 4)"),
    ] as [(Int?, String)])
  func aPolicyOfEitherSideMayGiveTheObject(policy: Int?, expected: String) throws {
    let car = Self.car.replacing("name=\"own\" optional=\"YES\"", with: "name=\"own\"")
    try RepositoryFiles.withTemporaryFolder { folder in
      let mapping = try MappingCase(
        folder, old: Self.owner() + Self.car + Self.sub, new: Self.owner() + car,
        [all.own, all.car, .init("Sub", nil)])
      try mapping.makeStore()
      try mapping.change(Self.rows)
      guard case .editor(var syntax) = mapping.file else { return }
      if let policy { syntax.entityMappings[policy].policyClassName = "Own" }
      let preview = try MappingMigration(
        .editor(syntax), policies: ["Own": EntityMigrationPolicy()]
      ).migrator().preflight(store: mapping.store, among: [mapping.old], to: mapping.new)
      let failed = preview.failures.filter { $0.check.consequence == .fails }.map { failure in
        let rows = failure.firstRows.map { "\($0.entity) \($0.key)" }.joined(separator: ", ")
        return "\(failure.place): \(failure.count) (\(rows))"
      }
      #expect(failed.joined(separator: "; ") == expected)
    }
  }

  /// A value that is read along a path may be missing at its end, or have no end.
  @Test func aRequiredValueAtTheEndOfAPath() throws {
    let car = Self.car.replacing("name=\"word\" optional=\"YES\"", with: "name=\"word\"")
    try RepositoryFiles.withTemporaryFolder { folder in
      let mapping = try MappingCase(
        folder, old: Self.owner() + Self.car + Self.sub, new: Self.owner() + car + Self.sub,
        [all.own, all.car, all.sub])
      try mapping.makeStore()
      try mapping.change(Self.rows + ["UPDATE ZOWN SET ZNAME = NULL WHERE Z_PK = 3"])
      guard case .editor(var syntax) = mapping.file else { return }
      syntax.entityMappings[1].attributeMappings[0].valueExpression = "$source.own.name"
      let preview = try MappingMigration(.editor(syntax)).migrator().preflight(
        store: mapping.store, among: [mapping.old], to: mapping.new)
      let failed = preview.failures.filter { $0.check.consequence == .fails }
      #expect(failed.map(\.place) == ["Car.word"])
      #expect(failed.map { $0.firstRows.map(\.key) } == [[3, 4]])
    }
  }

  @Test func fewerObjectsThanARelationshipNeeds() throws {
    func new(_ minimum: Int) -> String {
      Self.owner().replacing(
        "name=\"cars\" optional=\"YES\"", with: "name=\"cars\" minCount=\"\(minimum)\"") + Self.car
        + Self.sub
    }
    // Without a minimum a required to-many relationship may be empty.
    #expect(try failures(new: new(0), all.own, all.car, all.sub) == "")
    #expect(
      try failures(new: new(1), all.own, all.car, all.sub)
        == "fails mapping.required-value Own.cars: 1 (Own 2)")
    #expect(
      try failures(new: new(2), all.own, all.car, all.sub)
        == "fails mapping.required-value Own.cars: 1 (Own 2)\nfails mapping.required-value Sub.cars: 1 (Sub 3)"
    )
    #expect(
      try failures(
        new: new(1), all.own, all.car, all.sub, more: ["UPDATE ZCAR SET ZOWN = 2 WHERE Z_PK = 2"])
        == "")
  }

  private static let address = """
    <composite name="Address"><attribute name="street" attributeType="String"/>\
    <attribute name="town" optional="YES" attributeType="String"/></composite>
    """

  @Test func aRequiredElementOfAComposite() throws {
    func composite(_ optional: String) -> String {
      "<attribute name=\"home\" \(optional)attributeType=\"Composite\" composite=\"Address\"/>"
    }
    let new = Self.owner(composite("")) + Self.car + Self.sub + Self.address
    expectText(
      try failures(new: new, all.own, all.car, all.sub),
      """
      fails mapping.required-value Own.home.street: 2 (Own 1, Own 2)
      fails mapping.required-value Sub.home.street: 1 (Sub 3)
      """)
    // One that is not there as a whole has no elements.
    let free = Self.owner(composite("optional=\"YES\" ")) + Self.car + Self.sub + Self.address
    #expect(try failures(new: free, all.own, all.car, all.sub) == "")
  }

  @Test func aConstraintIsOverTheWholeTable() throws {
    let sub = """
      <entity name="Sub" parentEntity="Own"><uniquenessConstraints><uniquenessConstraint>\
      <constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
      """
    let new = Self.owner() + Self.car + sub
    #expect(try failures(new: new, all.own, all.car, all.sub) == "")
    #expect(
      try failures(
        new: new, all.own, all.car, all.sub, more: ["UPDATE ZOWN SET ZNAME = 'a' WHERE Z_PK = 3"])
        == "fails mapping.constraint Sub.name: 2 (Own 1, Sub 3)")
  }

  @Test func aConstraintOverAnObjectIsLookedAtBefore() throws {
    let car = Self.car.replacing(
      "</entity>",
      with: """
        <uniquenessConstraints><uniquenessConstraint><constraint value="own"/>\
        </uniquenessConstraint></uniquenessConstraints></entity>
        """)
    #expect(
      try failures(new: Self.owner() + car + Self.sub, all.own, all.car, all.sub)
        == "fails mapping.constraint Car.own: 2 (Car 1, Car 2)")
  }
}
