import Foundation
import MomentumModel
import MomentumSQL
import MomentumStore
import Testing

private typealias Rule = Relationship.DeleteRule

private func layOut(
  _ entities: [Entity], composites: [CompositeType] = [],
  condition: @escaping @Sendable (String) -> IndexCondition? = { _ in nil }
) -> PlainSchema {
  PlainLayout(indexCondition: condition).layOut(
    ObjectModel(entities: entities, composites: composites))
}

private func relationship(
  _ name: String, _ entity: Int, inverse: Int? = 0, isToMany: Bool = false,
  isOptional: Bool = true, _ rule: Rule = .nullify
) -> Relationship {
  Relationship(
    name: name, destination: EntityID(entity),
    inverse: inverse.map { RelationshipID(EntityID(entity), $0) }, isToMany: isToMany,
    isOptional: isOptional, deleteRule: rule)
}

extension PlainSchema {
  fileprivate func table(_ name: String) -> PlainTable {
    tables.first { $0.name == name } ?? PlainTable(name: "none", kind: .entity(EntityID(0)))
  }
}

/// Rules of the plain layout whose inputs are few enough to try all of them.
@Suite struct PlainRuleTests {
  // MARK: - Keys

  /// The key of a one-to-one relationship stands where a cascade deletes along, else where it is required, else
  /// in the table that comes first by name.
  @Test(arguments: [
    (false, false, true, true, "a"), (false, false, true, false, "b"),
    (false, false, false, true, "a"), (false, false, false, false, "a"),
    (true, false, true, true, "b"), (true, false, true, false, "b"),
    (true, false, false, true, "b"), (true, false, false, false, "b"),
    (false, true, true, true, "a"), (false, true, true, false, "a"),
    (false, true, false, true, "a"), (false, true, false, false, "a"),
    (true, true, true, true, "a"), (true, true, true, false, "b"),
    (true, true, false, true, "a"), (true, true, false, false, "a"),
  ])
  func aOneToOneKeyStandsOnOneSide(
    aCascades: Bool, bCascades: Bool, aIsOptional: Bool, bIsOptional: Bool, holder: String
  ) {
    for (first, second) in [("A", "B"), ("B", "A")] {
      func entity(_ name: String, _ other: Int) -> Entity {
        Entity(
          name: name,
          relationships: [
            relationship(
              "other", other, isOptional: name == "A" ? aIsOptional : bIsOptional,
              (name == "A" ? aCascades : bCascades) ? .cascade : .nullify)
          ])
      }
      let schema = layOut([entity(first, 1), entity(second, 0)])
      let held = schema.tables.filter { !$0.foreignKeys.isEmpty }
      #expect(held.map(\.name) == [holder])
      #expect(held.first?.uniqueConstraints.map(\.columns) == [["other_id"]])
      #expect(held.first?.columns.last?.isNullable == (holder == "a" ? aIsOptional : bIsOptional))
    }
  }

  /// A one-to-one relationship that is its own inverse has one key; one whose inverse does not point back is
  /// not unique.
  @Test func aKeyIsUniqueIfItsInversePointsBack() {
    let own = layOut([Entity(name: "A", relationships: [relationship("twin", 0)])])
    #expect(own.table("a").uniqueConstraints.map(\.columns) == [["twin_id"]])
    let alone = layOut([Entity(name: "A", relationships: [relationship("next", 0, inverse: nil)])])
    #expect(alone.table("a").uniqueConstraints == [])
    #expect(alone.table("a").foreignKeys.map(\.column) == ["next_id"])
    let other = layOut([
      Entity(name: "A", relationships: [relationship("b", 1)]),
      Entity(name: "B", relationships: [relationship("b", 1, inverse: 0)]),
    ])
    #expect(other.table("a").uniqueConstraints == [])
    #expect(other.table("a").foreignKeys.map(\.table) == ["b"])
  }

  /// The inverse's rule is what happens to a row whose key loses its row.
  @Test(
    arguments: [
      (.nullify, true, .setNull), (.nullify, false, .restrict), (.cascade, true, .cascade),
      (.cascade, false, .cascade), (.deny, true, .restrict), (.deny, false, .restrict),
      (.noAction, true, .noAction), (.noAction, false, .noAction), (nil, true, .setNull),
      (nil, false, .restrict),
    ] as [(Relationship.DeleteRule?, Bool, PlainForeignKey.Action)])
  func aRuleIsAnAction(
    rule: Relationship.DeleteRule?, isOptional: Bool, action: PlainForeignKey.Action
  ) {
    let schema = layOut([
      Entity(
        name: "Part",
        relationships: [
          relationship("owner", 1, inverse: rule == nil ? nil : 0, isOptional: isOptional)
        ]),
      Entity(
        name: "Owner",
        relationships: rule.map { [relationship("parts", 0, isToMany: true, $0)] } ?? []),
    ])
    #expect(
      schema.table("part").foreignKeys == [
        PlainForeignKey(
          name: "part_owner_id_fkey", column: "owner_id", table: "owner", referencedColumn: "id",
          onDelete: action)
      ])
  }

  /// Rows of a join table go with either of their rows, unless a rule denies it.
  @Test(
    arguments: [
      (.nullify, .nullify, .cascade, .cascade), (.deny, .nullify, .restrict, .cascade),
      (.nullify, .deny, .cascade, .restrict), (.cascade, .noAction, .cascade, .cascade),
      (.noAction, .cascade, .cascade, .cascade), (.deny, nil, .restrict, .cascade),
      (.cascade, nil, .cascade, .cascade),
    ]
      as [(
        Relationship.DeleteRule, Relationship.DeleteRule?, PlainForeignKey.Action,
        PlainForeignKey.Action
      )])
  func joinRowsGoWithTheirRows(
    rule: Relationship.DeleteRule, inverse: Relationship.DeleteRule?, near: PlainForeignKey.Action,
    far: PlainForeignKey.Action
  ) {
    let schema = layOut([
      Entity(
        name: "A",
        relationships: [
          relationship("bs", 1, inverse: inverse == nil ? nil : 0, isToMany: true, rule)
        ]),
      Entity(
        name: "B", relationships: inverse.map { [relationship("as", 0, isToMany: true, $0)] } ?? []),
    ])
    let table = schema.table("a_bs")
    #expect(table.foreignKeys.map(\.onDelete) == [near, far])
    #expect(table.foreignKeys.map(\.column) == ["a_id", "b_id"])
    #expect(table.foreignKeys.map(\.table) == ["a", "b"])
    #expect(table.foreignKeys.map(\.name) == ["a_bs_a_id_fkey", "a_bs_b_id_fkey"])
    #expect(table.primaryKey == ["a_id", "b_id"])
    #expect(
      table.notes == [inverse == nil ? "A.bs." : "A.bs and its inverse B.as."])
  }

  @Test func pairsOfOneEntityAreOrderedOrTwice() {
    var friends = relationship("friends", 0, isToMany: true)
    let plain = layOut([Entity(name: "A", relationships: [friends])]).table("a_friends")
    #expect(plain.checks == [.ordered("a_id", "friends_id")])
    #expect(
      plain.notes
        == ["A.friends, its own inverse.", "Each pair has one row, the smaller key first."])
    #expect(plain.columns.map(\.name) == ["a_id", "friends_id"])
    friends.isOrdered = true
    let schema = layOut([Entity(name: "A", relationships: [friends])])
    let ordered = schema.table("a_friends")
    #expect(ordered.checks == [])
    #expect(
      ordered.notes == ["A.friends, its own inverse.", "Each pair has a row from either side."])
    #expect(ordered.columns.map(\.name) == ["a_id", "friends_id", "friends_position"])
    #expect(ordered.columns.map(\.isNullable) == [false, false, true])
    #expect(
      schema.relationships == [
        RelationshipID(EntityID(0), 0): .joinTable(
          JoinTableSide(
            table: "a_friends", sourceColumn: "a_id", destinationColumn: "friends_id",
            orderColumn: "friends_position"))
      ])
  }

  // MARK: - Notes

  /// Rules that no key enforces: by the rule and by what holds the key.
  @Test func rulesThatNoKeyEnforcesAreNoted() {
    let rules: [Rule] = [.nullify, .cascade, .deny, .noAction]
    func notes(_ relationship: Relationship, _ inverse: Relationship?) -> [String] {
      layOut([
        Entity(name: "A", relationships: [relationship]),
        Entity(name: "B", relationships: inverse.map { [$0] } ?? []),
      ]).table("a").notes
    }
    let names = ["Cascade", "Deny"].map { "Not enforced: delete rule \($0) of A.b." }
    #expect(
      rules.map { notes(relationship("b", 1, inverse: nil, $0), nil) }
        == [[], [names[0]], [names[1]], []])
    #expect(
      rules.map { notes(relationship("b", 1, $0), relationship("as", 0, isToMany: true)) }
        == [[], [names[0]], [names[1]], []])
    #expect(
      rules.map { notes(relationship("b", 1, isToMany: true, $0), relationship("a", 0)) }
        == [[], [], [], []])
    #expect(
      rules.map { notes(relationship("b", 1, inverse: nil, isToMany: true, $0), nil) }
        == [[], [names[0]], [], []])
    #expect(
      rules.map {
        notes(relationship("b", 1, isToMany: true, $0), relationship("as", 0, isToMany: true))
      } == [[], [names[0]], [], []])
    // The key is in the table of B, since a cascade deletes it along.
    #expect(
      notes(relationship("b", 1, isOptional: false, .cascade), relationship("a", 0))
        == ["Not enforced: A.b is required."])
    #expect(notes(relationship("b", 1, .cascade), relationship("a", 0)) == [])
    #expect(
      notes(relationship("b", 1, isToMany: true, isOptional: false), relationship("a", 0)) == [])
    #expect(notes(relationship("b", 1, inverse: nil, isOptional: false), nil) == [])
  }

  @Test(
    arguments: [
      (true, 0, 0, nil), (true, 1, 0, nil), (true, 2, 0, "none or at least 2"),
      (true, 0, 1, "at most 1"), (true, 1, 5, "at most 5"),
      (true, 2, 5, "none or at least 2, at most 5"), (false, 0, 0, nil),
      (false, 1, 0, "at least 1"), (false, 2, 5, "at least 2, at most 5"), (false, 0, -1, nil),
    ] as [(Bool, Int, Int, String?)])
  func countsAreNoted(isOptional: Bool, least: Int, most: Int, text: String?) {
    var parts = relationship("parts", 1, inverse: nil, isToMany: true, isOptional: isOptional)
    parts.minimumCount = least
    parts.maximumCount = most
    let notes = layOut([Entity(name: "A", relationships: [parts]), Entity(name: "B")]).table("a")
      .notes
    #expect(notes == (text.map { ["Not enforced: A.parts has \($0)."] } ?? []))
    var one = relationship("one", 1, inverse: nil, isOptional: isOptional)
    one.minimumCount = least
    one.maximumCount = most
    #expect(
      layOut([Entity(name: "A", relationships: [one]), Entity(name: "B")]).table("a").notes == [])
  }

  // MARK: - Columns

  /// What a database can compute: a copy of an attribute of the root, or its lower or upper case.
  @Test(
    arguments: [
      (.string, "name", .copy, "name"), (.string, "lowercase:(name)", .lowercase, "name"),
      (.string, "uppercase:(name)", .uppercase, "name"), (.integer16, "rank", .copy, "rank"),
      (.uri, "link", .copy, "link"), (.string, "lowercase:(name", nil, ""),
      (.string, "lowercase:name)", nil, ""), (.string, "lowercase:(name)x", nil, ""),
      (.string, "canonical:(name)", nil, ""), (.integer32, "rank", nil, ""),
      (.string, "rank", nil, ""), (.integer16, "uppercase:(rank)", nil, ""),
      (.uri, "lowercase:(link)", nil, ""), (.string, "told", nil, ""),
      (.string, "place.city", nil, ""), (.string, "place", nil, ""), (.string, "hidden", nil, ""),
      (.string, "", nil, ""), (.string, "now()", nil, ""), (.string, "uppercase:(other)", nil, ""),
    ] as [(AttributeType, String, PlainGeneration.Function?, String)])
  func aDerivationIsGeneratedOrToldOf(
    type: AttributeType, text: String, function: PlainGeneration.Function?, source: String
  ) {
    let own = [
      Attribute(name: "name", type: .string), Attribute(name: "rank", type: .integer16),
      Attribute(name: "link", type: .uri),
      Attribute(name: "hidden", type: .string, isTransient: true),
      Attribute(name: "place", type: .composite(CompositeID(0))),
    ]
    let told = Attribute(
      name: "told", type: type, defaultValue: type == .string ? .string("x") : nil,
      derivation: text)
    let composites = [
      CompositeType(name: "Place", elements: [Attribute(name: "city", type: .string)])
    ]
    let column = layOut(
      [Entity(name: "A", attributes: own + [told])], composites: composites
    ).table("a").columns.last
    #expect(column?.generation == function.map { PlainGeneration($0, of: source) })
    #expect(column?.comment == "Derived in the model: \(text).")
    #expect(column?.isNullable == true && column?.defaultValue == nil)
    let below = layOut(
      [
        Entity(name: "A", attributes: own),
        Entity(name: "B", parent: EntityID(0), attributes: [told]),
      ], composites: composites
    ).table("a").columns.last
    #expect(below?.name == "told" && below?.generation == nil)
  }

  /// A default would fill rows of other entities, so it is told of.
  @Test(
    arguments: [
      (.integer16, .integer(-3), "-3"), (.double, .double(0.5), "0.5"),
      (.decimal, .decimal(5), "5"), (.string, .string("it's"), "'it's'"),
      (.uri, .uri("a:b"), "'a:b'"), (.boolean, .boolean(true), "YES"),
      (.boolean, .boolean(false), "NO"), (.date, .date(0.25), "2001-01-01T00:00:00.250Z"),
      (.date, .date(1e12), "1000000000000.0 s after 2001-01-01"),
      (.binary, .binary([1, 2]), "2 bytes"),
      (
        .uuid, .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
        "01020304-0506-0708-090A-0B0C0D0E0F10"
      ),
    ] as [(AttributeType, AttributeValue, String)])
  func aDefaultOfASubentityIsToldOf(type: AttributeType, value: AttributeValue, text: String) {
    func column(_ name: String, isOptional: Bool) -> PlainColumn? {
      layOut([
        Entity(name: "A"),
        Entity(
          name: "B", parent: EntityID(0),
          attributes: [
            Attribute(name: name, type: type, isOptional: isOptional, defaultValue: value)
          ]),
      ]).table("a").columns.last
    }
    let plain = column("x", isOptional: true)
    #expect(plain?.defaultValue == nil && plain?.isNullable == true)
    #expect(plain?.comment == "Default in the model: \(text).")
    #expect(plain?.checks == [.reserved(column: "x", entityColumn: "entity", entities: ["B"])])
    let required = column("URL", isOptional: false)
    #expect(required?.comment == "B.URL. Default in the model: \(text).")
    #expect(required?.isNullable == true)
    #expect(required?.checks == [.required(column: "url", entityColumn: "entity", entities: ["B"])])
  }

  /// Bounds of a text are lengths from 1 on; other bounds are of the value, either or both.
  @Test func boundsAreChecks() {
    func checks(
      _ type: AttributeType, _ minimum: AttributeValue?, _ maximum: AttributeValue?
    ) -> [PlainConstraint] {
      layOut([
        Entity(
          name: "A",
          attributes: [Attribute(name: "x", type: type, minimum: minimum, maximum: maximum)])
      ]).table("a").columns.last?.checks ?? []
    }
    func length(_ minimum: Int64?, _ maximum: Int64?) -> [PlainConstraint] {
      [.length(column: "x", minimum: minimum, maximum: maximum)]
    }
    #expect(checks(.string, nil, nil) == [])
    #expect(checks(.string, .integer(0), nil) == [])
    #expect(checks(.string, nil, .integer(0)) == [])
    #expect(checks(.string, .integer(-1), .integer(0)) == [])
    #expect(checks(.string, .integer(1), nil) == length(1, nil))
    #expect(checks(.string, .integer(0), .integer(5)) == length(nil, 5))
    #expect(checks(.string, .integer(2), .integer(5)) == length(2, 5))
    #expect(checks(.string, .double(2), .string("x")) == [])
    for (minimum, maximum) in [(1, 5), (1, nil), (nil, 5), (0, 0)] as [(Int64?, Int64?)] {
      let bounds = (
        minimum.map { AttributeValue.integer($0) }, maximum.map { AttributeValue.integer($0) }
      )
      #expect(
        checks(.integer32, bounds.0, bounds.1)
          == [.range(column: "x", .integer, minimum: bounds.0, maximum: bounds.1)])
    }
    #expect(checks(.integer32, nil, nil) == [])
  }

  // MARK: - Indexes that a dialect cannot express

  /// No database accepts a NUL in a statement: such an index is left out, wherever the text stands.
  @Test func anIndexWithoutAConstantIsLeftOut() {
    let good = IndexCondition.comparison("name", .equal, .string("a"))
    let bad = IndexCondition.comparison("name", .equal, .string("a\u{0}b"))
    func made(_ condition: IndexCondition) -> [String] {
      layOut(
        [
          Entity(
            name: "A",
            attributes: [
              Attribute(name: "name", type: .string), Attribute(name: "rank", type: .integer16),
            ],
            fetchIndexes: [
              FetchIndex(name: "x", elements: [.init(.property("rank"))], partialPredicate: "p")
            ])
        ], condition: { _ in condition }
      ).creationStatements(.sqlite).filter { $0.contains("INDEX") }
    }
    let start = "CREATE INDEX a_x_idx ON a (rank) WHERE "
    #expect(made(good) == [start + "name = 'a'"])
    #expect(made(bad) == [])
    #expect(
      made(.and([good, .isNotNull("rank")])) == [start + "(name = 'a' AND rank IS NOT NULL)"])
    #expect(made(.and([good, bad])) == [])
    #expect(made(.or([bad, good])) == [])
    #expect(made(.or([good, .isNull("rank")])) == [start + "(name = 'a' OR rank IS NULL)"])
  }
}
