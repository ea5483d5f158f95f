import MomentumDiagnostics
import MomentumModel
import MomentumSwiftData
import Testing

/// Relationships and their inverses: SD-33 to SD-39.
@Suite struct RelationshipRuleTests {
  /// The relationships as `Entity.name > Destination [many] [optional] inverse rule`.
  private static func text(_ model: ObjectModel) -> [String] {
    model.entities.flatMap { entity in
      entity.relationships.map { relationship in
        let marks = [
          relationship.isToMany ? "many" : "", relationship.isOptional ? "optional" : "",
          relationship.inverse.map { "~\(model[$0].name)" } ?? "",
          relationship.deleteRule == .nullify ? "" : relationship.deleteRule.rawValue,
        ].filter { !$0.isEmpty }
        let destination = model[relationship.destination].name
        return (["\(entity.name).\(relationship.name) > \(destination)"] + marks)
          .joined(separator: " ")
      }
    }
  }

  @Test(arguments: [
    // An inverse that is written holds for both sides, on whichever side it stands.
    (
      "@Relationship(deleteRule: .cascade, inverse: \\B.a) var b: [B] = []", "var a: A?",
      ["A.b > B many ~a Cascade", "B.a > A optional ~b"], [String]()
    ),
    (
      "var b: [B]?", "@Relationship(inverse: \\A.b) var a: A",
      ["A.b > B many optional ~a", "B.a > A ~b"], []
    ),
    // No inverse where one side carries the macro without naming it.
    ("@Relationship var b: [B] = []", "var a: A?", ["A.b > B many", "B.a > A optional"], []),
    (
      "var b: B?", "@Relationship(deleteRule: .deny) var a: A?",
      ["A.b > B optional", "B.a > A optional Deny"], []
    ),
    // Plain on both sides: nobody knows.
    (
      "var b: [B] = []", "var a: A?", ["A.b > B many ~a", "B.a > A optional ~b"],
      ["swiftdata.undecided-inverse"]
    ),
    // Two candidates: none is chosen, and nobody knows which one SwiftData takes.
    (
      "var b: [B] = []", "var a: A?\n  var other: A?",
      ["A.b > B many", "B.a > A optional", "B.other > A optional"],
      ["swiftdata.undecided-inverse"]
    ),
    // A candidate that is taken by name is not used again.
    (
      "@Relationship(inverse: \\B.a) var b: [B] = []", "var a: A?\n  var other: A?",
      ["A.b > B many ~a", "B.a > A optional ~b", "B.other > A optional"], []
    ),
    ("var b: Set<B>", "", ["A.b > B many"], ["swiftdata.unobserved"]),
    ("var b: [B?]", "", ["A.b > B many"], ["swiftdata.unobserved"]),
    ("var b: B", "", ["A.b > B"], []),
    ("var b: Optional<B>", "", ["A.b > B optional"], []),
    ("@Relationship(deleteRule: .noAction) var b: B?", "", ["A.b > B optional No Action"], []),
    (
      "var parent: A?\n  var children: [A] = []", "",
      ["A.parent > A optional ~children", "A.children > A many ~parent"],
      ["swiftdata.undecided-inverse"]
    ),
    (
      "var parent: A?\n  @Relationship(inverse: \\A.parent) var children: [A] = []", "",
      ["A.parent > A optional ~children", "A.children > A many ~parent"], []
    ),
    (
      "@Relationship var parent: A?\n  var children: [A] = []", "",
      ["A.parent > A optional", "A.children > A many"], []
    ),
    (
      "var next: A?", "", ["A.next > A optional"], ["swiftdata.undecided-inverse"]
    ),
    ("@Relationship var next: A?", "", ["A.next > A optional"], []),
    // A relationship that is its own inverse was never seen.
    (
      "@Relationship(inverse: \\A.friend) var friend: A?", "",
      ["A.friend > A optional ~friend"], ["swiftdata.unobserved"]
    ),
    // The key path has to begin with the class of the destination.
    (
      "@Relationship(inverse: \\A.c) var b: [B] = []\n  var c: C?", "var c: C?",
      ["A.b > B many", "A.c > C optional", "B.c > C optional"], ["swiftdata.unknown-inverse"]
    ),
    (
      "@Relationship(inverse: \\Alias.a) var b: [B] = []\n  typealias Alias = B", "var a: A?",
      ["A.b > B many ~a", "B.a > A optional ~b"], []
    ),
    (
      "@Relationship(maximumModelCount: 3) var b: [B] = []", "", ["A.b > B many"],
      ["swiftdata.unobserved"]
    ),
    (
      "@Relationship(inverse: \\B.c) var b: [B] = []", "var a: A?",
      ["A.b > B many", "B.a > A optional"], ["swiftdata.unknown-inverse"]
    ),
    (
      "@Relationship(inverse: \\B.a) var b: B?", "@Relationship(inverse: \\A.b) var a: A?",
      ["A.b > B optional ~a", "B.a > A optional ~b"], ["swiftdata.inverse-on-both-sides"]
    ),
  ])
  func aPairOfClasses(
    _ first: String, _ second: String, _ expected: [String], _ findings: [String]
  ) throws {
    let read = try SwiftDataSample.read(
      "@Model class A {\n  \(first)\n}\n@Model class B {\n  \(second)\n}\n@Model class C { var x: Int }"
    )
    #expect(Self.text(read.model) == expected)
    #expect(SwiftDataSample.ids(read.diagnostics) == findings)
    let isUnsure = findings.contains {
      $0.hasSuffix("unobserved") || $0.hasSuffix("undecided-inverse")
    }
    #expect(read.model.entities.contains { $0.hasUnknownHash } == isUnsure)
  }

  @Test func aStoreChoosesAmongSeveralCandidates() throws {
    let reader = SwiftDataSample.reader(
      "@Model class A { var b: [B] }\n@Model class B { var a: A?; var other: A? }")
    let schema = try #require(reader.current)
    let open = reader.model(of: schema)
    #expect(open.undecided.count == 2)
    #expect(open.model.entities.allSatisfy { $0.hasUnknownHash })
    // A stand-in for hashes: the entity's name and the names of its inverses.
    func hashes(_ model: ObjectModel) -> [String: [UInt8]] {
      Dictionary(
        uniqueKeysWithValues: model.entities.map { entity in
          let names = entity.relationships.map { $0.inverse.map { model[$0].name } ?? "-" }
          return (entity.name, Array(names.joined(separator: " ").utf8))
        })
    }
    for chosen in [0, 1, nil] {
      var decisions = InverseDecisions()
      for (index, pair) in open.undecided.enumerated() {
        decisions.decide(pair, areInverse: index == chosen)
      }
      let store = reader.model(of: schema, decisions: decisions)
      #expect(store.diagnostics.isEmpty && store.undecided.isEmpty)
      let answers = InverseEvidence(reader, schema, wanted: hashes(store.model), hashes: hashes)
        .answers()
      #expect(answers.map(\.areInverse) == [chosen == 0, chosen == 1])
    }
  }

  /// SD-34: a to-one relationship has at least 0 and at most 1 object, a to-many no limit.
  @Test func countsOfRelationships() throws {
    let read = try SwiftDataSample.read(
      "@Model class A { var b: B; var many: [B] }\n@Model class B { var x: Int }")
    let counts = read.model.entities[0].relationships.map { [$0.minimumCount, $0.maximumCount] }
    #expect(counts == [[0, 1], [0, 0]])
  }

  /// SD-40 and SD-41.
  @Test func constraintsAndIndexes() throws {
    let read = try SwiftDataSample.read(
      """
      @Model class A {
        #Unique<A>([\\.code], [\\.name, \\.b])
        #Index<A>([\\.name], [\\.name, \\.code])
        var name: String
        @Attribute(.unique) var key: Int
        var code: Int
        @Relationship var b: B?
      }
      @Model class B { var x: Int }
      """)
    let entity = read.model.entities[0]
    #expect(entity.uniquenessConstraints == [["code"], ["name", "b"], ["key"]])
    #expect(
      entity.fetchIndexes.map(\.name) == [
        "SwiftDataIndexOnBinaryname", "SwiftDataIndexOnBinarynamecode",
      ])
    #expect(!entity.hasUnknownHash)
  }

  @Test func aStoreDecidesAnOpenPair() throws {
    let reader = SwiftDataSample.reader(
      "@Model class A { var b: [B] }\n@Model class B { var a: A? }\n@Model class C { var b: Int }")
    let schema = try #require(reader.current)
    // A stand-in for hashes: the entity's name and its inverses.
    func hashes(_ model: ObjectModel) -> [String: [UInt8]] {
      Dictionary(
        uniqueKeysWithValues: model.entities.map { entity in
          (entity.name, Array("\(entity.relationships.map { $0.inverse != nil })".utf8))
        })
    }
    for areInverse in [true, false] {
      var decisions = InverseDecisions()
      let pair = try #require(reader.model(of: schema).undecided.first)
      decisions.decide(pair, areInverse: areInverse)
      let store = reader.model(of: schema, decisions: decisions)
      #expect(store.diagnostics.isEmpty && store.undecided.isEmpty)
      let answers = InverseEvidence(reader, schema, wanted: hashes(store.model), hashes: hashes)
        .answers()
      #expect(answers.map(\.areInverse) == [areInverse])
    }
    #expect(InverseEvidence(reader, schema, wanted: [:], hashes: hashes).answers().isEmpty)
  }
}
