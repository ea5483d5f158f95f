import MomentumDiagnostics
import MomentumModel
import MomentumPropertyList
import MomentumTestSupport
import Testing

@testable import MomentumModelFiles

/// Entities, indexes, composites and requests of a compiled model, each with what is missing or odd in it.
@Suite struct CompiledRuleTests {
  /// A model of an entity E with two attributes and a relationship to itself.
  private func read(
    root: (ArchiveBuilder) -> [String: PropertyList] = { _ in [:] },
    entity: (ArchiveBuilder) -> [String: PropertyList] = { _ in [:] },
    properties: (ArchiveBuilder) -> [(String, PropertyList)] = { _ in [] }
  ) -> (ObjectModel?, [String]) {
    let builder = ArchiveBuilder()
    func attribute(_ name: String) -> (String, PropertyList) {
      (
        name,
        builder.object(
          "NSAttributeDescription",
          ["NSPropertyName": builder.string(name), "NSAttributeType": .integer(700)])
      )
    }
    let made = builder.object(
      "NSEntityDescription",
      [
        "NSEntityName": builder.string("E"),
        "NSProperties": builder.dictionary(
          [attribute("a"), attribute("b")] + properties(builder)),
      ].merging(entity(builder)) { $1 })
    var diagnostics = Diagnostics()
    let model = CompiledModelReader.read(
      builder.archive(
        root: builder.object(
          "NSManagedObjectModel",
          ["NSEntities": builder.dictionary([("E", made)])].merging(root(builder)) { $1 })),
      path: "M.mom", &diagnostics)
    return (model, diagnostics.all.map(\.text))
  }

  // MARK: - The model

  @Test(
    arguments: [
      ([], [""]), (["7"], ["7"]), (["b", "a"], ["a", "b"]), ([""], [""]),
    ] as [([String], [String])])
  func identifiersAreSorted(given: [String], expected: [String]) {
    let (model, said) = read(root: { builder in
      ["NSVersionIdentifiers": builder.array(given.map { builder.string($0) })]
    })
    #expect(model?.versionIdentifiers == expected)
    #expect(said == [])
    #expect(model?.listsAllIndexes == false)
    #expect(model?.configurations == [] && model?.composites == [])
    #expect(read(entity: { ["NSFetchIndexDescriptions": $0.array([])] }).0?.listsAllIndexes == true)
  }

  @Test func factsOfAnEntity() {
    func entity(_ members: @escaping (ArchiveBuilder) -> [String: PropertyList]) -> Entity? {
      read(entity: members).0?.entities.first
    }
    let plain = entity { _ in [:] }
    #expect(
      plain
        == Entity(
          name: "E",
          attributes: ["a", "b"].map { Attribute(name: $0, type: .string) }))
    #expect(entity { ["NSClassNameForEntity": $0.string("NSManagedObject")] }?.className == nil)
    #expect(entity { ["NSClassNameForEntity": $0.string("App.E")] }?.className == "App.E")
    #expect(entity { _ in ["NSIsAbstract": .boolean(true)] }?.isAbstract == true)
    #expect(entity { _ in ["NSIsAbstract": .boolean(false)] }?.isAbstract == false)
    #expect(entity { ["NSRenamingIdentifier": $0.string("E")] }?.renamingIdentifier == nil)
    #expect(entity { ["NSRenamingIdentifier": $0.string("Old")] }?.renamingIdentifier == "Old")
    #expect(entity { ["NSRenamingIdentifier": $0.string("")] }?.renamingIdentifier == nil)
    #expect(entity { ["NSVersionHashModifier": $0.string("2")] }?.versionHashModifier == "2")
    #expect(entity { ["NSVersionHashModifier": $0.string("")] }?.versionHashModifier == nil)
    #expect(
      entity {
        [
          "NSUserInfo": $0.dictionary([
            ("k", $0.string("v")), ("c", $0.string("")), ("n", $0.value(.integer(1))),
          ])
        ]
      }?.userInfo == [UserInfoEntry(key: "c", value: ""), UserInfoEntry(key: "k", value: "v")])
  }

  @Test func aParentThatIsNotThereIsAnError() {
    let (model, said) = read(entity: {
      [
        "NSSuperentity": $0.object(
          "NSEntityDescription", ["NSEntityName": $0.string("Gone")])
      ]
    })
    #expect(model == nil)
    #expect(said == ["entity 'E' refers to an entity 'Gone' that is not there"])
  }

  @Test func aPropertyOfAnUnknownKindIsLeftOut() {
    let (model, said) = read(properties: { [("z", $0.object("NSExpressionDescription", [:]))] })
    #expect(model?.entities.first?.attributes.map(\.name) == ["a", "b"])
    #expect(
      said == [
        "property 'z' of entity 'E' is of the unknown kind 'NSExpressionDescription'; it is left out"
      ])
  }

  // MARK: - Lists of properties

  /// A list has names, properties or expressions; an empty one is none.
  @Test func listsHaveNamesPropertiesOrExpressions() {
    func lists(_ key: String, _ make: (ArchiveBuilder) -> [[PropertyList]]) -> Entity? {
      read(entity: { builder in [key: builder.array(make(builder).map { builder.array($0) })] }).0?
        .entities.first
    }
    #expect(
      lists("NSUniqueTuples") { builder in
        [
          [builder.string("b"), builder.string("a")],
          [
            builder.object("NSAttributeDescription", ["NSPropertyName": builder.string("a")]),
            builder.keyPath("b"), builder.object("NSSelfExpression", [:]),
          ], [], [builder.object("NSBlockExpression", [:])],
        ]
      }?.uniquenessConstraints == [["b", "a"], ["a", "b", "SELF"]])
    // A compound index names properties, their parts, the object or its entity.
    #expect(
      lists("NSCompoundIndexes") { builder in
        [
          [builder.string("a"), builder.string("b.city")],
          [builder.string("self"), builder.string("entity")],
          [builder.string("a"), builder.string("nothing")], [builder.string("SELF")],
          [builder.string("nothing.city")], [],
        ]
      }?.compoundIndexes == [["a", "b.city"], ["self", "entity"]])
  }

  // MARK: - Fetch indexes

  private func index(
    _ builder: ArchiveBuilder, _ name: String?, _ elements: [[String: PropertyList]],
    partial: PropertyList? = nil
  ) -> PropertyList {
    var members = [
      "NSIndexElements": builder.array(
        elements.map { builder.object("NSFetchIndexElementDescription", $0) })
    ]
    members["NSIndexName"] = name.map { builder.string($0) }
    members["NSPartialIndexPredicate"] = partial
    return builder.object("NSFetchIndexDescription", members)
  }

  private func indexes(
    _ make: (ArchiveBuilder) -> [PropertyList]
  ) -> ([FetchIndex]?, [String]) {
    let (model, said) = read(entity: { ["NSFetchIndexDescriptions": $0.array(make($0))] })
    return (model?.entities.first?.fetchIndexes, said)
  }

  /// An element is ascending and of the binary kind unless it says otherwise; its expression comes before its
  /// name.
  @Test func elementsOfAFetchIndex() {
    func element(
      _ make: @escaping (ArchiveBuilder) -> [String: PropertyList]
    ) -> [FetchIndex.Element]? {
      indexes { [index($0, "x", [make($0)])] }.0?.first?.elements
    }
    let key = FetchIndex.Key.property("a")
    #expect(element { ["NSPropertyName": $0.string("a")] } == [.init(key)])
    #expect(
      element { ["NSPropertyName": $0.string("a"), "NSAscending": .integer(1)] } == [.init(key)])
    #expect(
      element { ["NSPropertyName": $0.string("a"), "NSAscending": .integer(0)] }
        == [.init(key, isAscending: false)])
    for (number, kind) in [(0, .binary), (1, .rTree), (2, .binary)] as [(Int64, FetchIndex.Kind)] {
      #expect(
        element {
          ["NSPropertyName": $0.string("a"), "NSFetchIndexElementType": .integer(number)]
        } == [.init(key, kind: kind)])
    }
    #expect(
      element {
        [
          "NSPropertyName": $0.string("a"), "NSFetchIndexElementType": .integer(1),
          "NSAscending": .integer(0),
          "NSIndexedProperty": $0.object(
            "NSExpressionDescription", ["NSExpression": $0.object("NSSelfExpression", [:])]),
        ]
      } == [.init(.expression("SELF"), kind: .rTree, isAscending: false)])
    #expect(
      element {
        [
          "NSPropertyName": $0.string("a"),
          "NSIndexedProperty": $0.object("NSAttributeDescription", [:]),
        ]
      } == [.init(key)])
    #expect(element { _ in [:] } == [])
  }

  @Test func aFetchIndexNeedsANameAndAKnownCondition() {
    func element(_ builder: ArchiveBuilder) -> [[String: PropertyList]] {
      [["NSPropertyName": builder.string("a")]]
    }
    let (nameless, nothing) = indexes { [index($0, nil, element($0)), $0.string("x")] }
    #expect(nameless == [] && nothing == [])
    let (kept, said) = indexes { builder in
      [
        index(
          builder, "x", element(builder),
          partial: builder.comparison(builder.keyPath("a"), 4, builder.constant(.integer(1)))),
        index(builder, "x", []), index(builder, "y", [], partial: .uid(0)),
        index(
          builder, "z", element(builder), partial: builder.object("NSBlockPredicate", [:])),
      ]
    }
    #expect(
      kept == [
        FetchIndex(name: "x", elements: [.init(.property("a"))], partialPredicate: "a == 1"),
        FetchIndex(name: "y", elements: []),
      ])
    #expect(
      said == [
        "the archived predicate or expression of fetch index 'z' of 'E' is of an unknown kind; it is left out"
      ])
  }

  // MARK: - Fetch requests

  private func request(
    _ make: (ArchiveBuilder) -> [String: PropertyList]
  ) -> (ObjectModel?, [String]) {
    read(root: { builder in
      let entity = builder.object("NSEntityDescription", ["NSEntityName": builder.string("E")])
      let made = builder.object(
        "NSFetchRequest", ["NSEntity": entity].merging(make(builder)) { $1 })
      return [
        "NSFetchRequestTemplates": builder.dictionary([
          ("late", made), ("early", made), ("odd", builder.string("x")),
        ])
      ]
    })
  }

  /// A number that means nothing is 0, and an unknown kind of result is objects.
  @Test(
    arguments: [
      ([:], 0, 0, 0), (["NSFetchLimit": 5], 5, 0, 0), (["NSBatchSize": 7], 0, 7, 0),
      (["NSFetchLimit": -5, "NSBatchSize": -1], 0, 0, 0), (["NSResultType": 1], 0, 0, 1),
      (["NSResultType": 2, "NSFetchLimit": 1], 1, 0, 2), (["NSResultType": 3], 0, 0, 0),
      (["NSResultType": 99], 0, 0, 0), (["NSResultType": -1], 0, 0, 0),
    ] as [([String: Int64], Int, Int, Int)])
  func numbersOfARequest(members: [String: Int64], limit: Int, batch: Int, kind: Int) {
    let (model, said) = request { _ in members.mapValues { .integer($0) } }
    let requests = model?.fetchRequests ?? []
    #expect(requests.map(\.name) == ["early", "late"])
    #expect(said == [])
    for found in requests {
      #expect(found.entity == EntityID(0) && found.predicateFormat == nil)
      #expect(found.fetchLimit == limit && found.fetchBatchSize == batch)
      #expect(found.resultType.rawValue == kind)
    }
  }

  @Test func aRequestNeedsItsEntityAndItsPredicate() {
    let (gone, error) = request {
      ["NSEntity": $0.object("NSEntityDescription", ["NSEntityName": $0.string("Gone")])]
    }
    #expect(gone == nil)
    #expect(
      error
        == ["early", "late"].map {
          "fetch request '\($0)' refers to an entity 'Gone' that is not there"
        })
    let (unknown, warnings) = request { ["NSPredicate": $0.object("NSBlockPredicate", [:])] }
    #expect(unknown?.fetchRequests == [])
    #expect(
      warnings
        == ["early", "late"].map {
          "the archived predicate or expression of fetch request '\($0)' is of an unknown kind; it is left out"
        })
    let (found, _) = request { ["NSPredicate": $0.object("NSTruePredicate", [:])] }
    #expect(found?.fetchRequests.map(\.predicateFormat) == ["TRUEPREDICATE", "TRUEPREDICATE"])
    let (none, _) = request { _ in ["NSPredicate": .uid(0)] }
    #expect(none?.fetchRequests.map(\.predicateFormat) == [nil, nil])
  }

  // MARK: - Composites

  private func composite(
    _ builder: ArchiveBuilder, _ elements: [(String, Int64)], key: String = "NSElements"
  ) -> PropertyList {
    builder.object(
      "NSCompositeAttributeDescription",
      [
        key: builder.array(
          elements.map { name, type in
            builder.object(
              "NSAttributeDescription",
              ["NSPropertyName": builder.string(name), "NSAttributeType": .integer(type)])
          })
      ])
  }

  /// Composites with equal elements are one; the name comes from the first attribute, with the entity's if it
  /// is taken.
  @Test func compositesAreNamedByTheirFirstAttribute() {
    let (model, said) = read(properties: { builder in
      [
        ("place", composite(builder, [("city", 700), ("zip", 200)])),
        ("where", composite(builder, [("city", 700), ("zip", 200)], key: "_elements")),
        ("Place", composite(builder, [("city", 700)])),
        ("e", composite(builder, [("x", 500)])), ("g", composite(builder, [("y", 500)])),
        ("none", composite(builder, [], key: "NSOthers")),
      ]
    })
    #expect(said == [])
    let types = Dictionary(
      uniqueKeysWithValues: (model?.entities.first?.attributes ?? []).map { ($0.name, $0.type) })
    #expect(model?.composites.map(\.name) == ["Place", "EE", "G", "EPlace"])
    #expect(
      model?.composites.map { $0.elements.map(\.name) } == [
        ["city"], ["x"], ["y"], ["city", "zip"],
      ])
    #expect(types["Place"] == .composite(CompositeID(0)))
    #expect(types["e"] == .composite(CompositeID(1)))
    #expect(types["place"] == .composite(CompositeID(3)))
    #expect(types["where"] == .composite(CompositeID(3)))
    #expect(types["none"] == .undefined)
    #expect(
      model?.composites.last?.elements
        == [Attribute(name: "city", type: .string), Attribute(name: "zip", type: .integer32)])
  }

  /// Sixteen composites may hold one another; the next is of no type.
  @Test(arguments: [(15, 15), (16, 16), (17, 16), (20, 16)])
  func compositesNestSixteenDeep(levels: Int, read count: Int) {
    let (model, _) = read(properties: { builder in
      var inner = builder.object(
        "NSAttributeDescription",
        ["NSPropertyName": builder.string("leaf"), "NSAttributeType": .integer(700)])
      for level in 0..<levels {
        inner = builder.object(
          "NSCompositeAttributeDescription",
          ["NSPropertyName": builder.string("c\(level)"), "NSElements": builder.array([inner])])
      }
      return [("place", inner)]
    })
    #expect(model?.composites.count == count)
    #expect(
      model?.composites.first?.elements.first?.type == (levels > 16 ? .undefined : .string))
  }
}
