import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumTestSupport
import Testing

/// Keys of properties that no store has, and where a key path ends.
@Suite struct StoredKeyTests {
  private static let base = EntityID(0)
  private static let thing = EntityID(1)
  private static let part = EntityID(2)
  private static let gadget = EntityID(3)

  /// Thing below Base, Gadget below Thing; Part stands alone.
  private static let model = ObjectModel(
    entities: [
      Entity(
        name: "Base",
        attributes: [
          Attribute(name: "mood", type: .string, isTransient: true),
          Attribute(name: "code", type: .integer32),
        ],
        relationships: [Relationship(name: "shadow", destination: EntityID(2), isTransient: true)],
        fetchedProperties: [FetchedProperty(name: "recent")]),
      Entity(
        name: "Thing", parent: EntityID(0),
        attributes: [
          Attribute(name: "title", type: .string), Attribute(name: "odd", type: .undefined),
          Attribute(name: "box", type: .composite(CompositeID(0))),
        ],
        relationships: [
          Relationship(name: "ghost", destination: EntityID(2), isTransient: true),
          Relationship(name: "ghosts", destination: EntityID(2), isToMany: true, isTransient: true),
          Relationship(name: "main", destination: EntityID(2)),
          Relationship(name: "parts", destination: EntityID(2), isToMany: true),
        ]),
      Entity(
        name: "Part",
        attributes: [
          Attribute(name: "size", type: .double),
          Attribute(name: "color", type: .string, isTransient: true),
        ],
        relationships: [
          Relationship(name: "thing", destination: EntityID(1)),
          Relationship(name: "bolts", destination: EntityID(2), isToMany: true),
        ]),
      Entity(
        name: "Gadget", parent: EntityID(1), attributes: [Attribute(name: "power", type: .double)]),
    ],
    composites: [
      CompositeType(
        name: "Box",
        elements: [
          Attribute(name: "width", type: .double),
          Attribute(name: "secret", type: .double, isTransient: true),
          Attribute(name: "vague", type: .undefined),
          Attribute(name: "lid", type: .composite(CompositeID(1))),
        ]),
      CompositeType(
        name: "Lid",
        elements: [
          Attribute(name: "color", type: .string),
          Attribute(name: "mark", type: .string, isTransient: true),
        ]),
    ])

  private func findings(_ format: String, _ entity: EntityID = thing) -> [Diagnostic] {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: format)
    if let syntax = PredicateParser.parse(source, &diagnostics) {
      _ = PredicateChecker.check(
        syntax, source: source, entity: entity, model: Self.model, &diagnostics)
    }
    return diagnostics.all
  }

  private static func notStored(_ name: String, _ owner: String) -> String {
    "'\(name)' of '\(owner)' is not stored, so a store cannot ask for it"
  }

  /// The entity of the message declares the property; the composite has its element.
  @Test(arguments: [
    ("1️⃣ghost2️⃣ == nil", notStored("ghost", "Thing")),
    ("1️⃣ghost2️⃣.size > 1", notStored("ghost", "Thing")),
    ("ANY 1️⃣ghosts2️⃣.size > 1", notStored("ghosts", "Thing")),
    ("1️⃣shadow2️⃣.size > 1", notStored("shadow", "Base")),
    ("main.thing.1️⃣shadow2️⃣ == nil", notStored("shadow", "Base")),
    ("main.thing.1️⃣ghost2️⃣ == nil", notStored("ghost", "Thing")),
    ("1️⃣mood2️⃣ == 'x'", notStored("mood", "Base")), ("1️⃣odd2️⃣ == nil", notStored("odd", "Thing")),
    ("main.1️⃣color2️⃣ == 'x'", notStored("color", "Part")),
    ("ANY parts.1️⃣color2️⃣ == 'x'", notStored("color", "Part")),
    ("parts.@max.1️⃣color2️⃣ == 'x'", notStored("color", "Part")),
    ("box.1️⃣secret2️⃣ > 1", notStored("secret", "Box")),
    ("box.1️⃣vague2️⃣ == nil", notStored("vague", "Box")),
    ("box.lid.1️⃣mark2️⃣ == 'x'", notStored("mark", "Lid")),
    ("1️⃣recent2️⃣.@count > 1", notStored("recent", "Thing")),
    // Behind an attribute stands nothing.
    ("title.1️⃣first2️⃣ == 'x'", "attribute 'title' is a String and has no keys of its own"),
    ("code.1️⃣digits2️⃣ == 1", "attribute 'code' is an Integer 32 and has no keys of its own"),
    ("box.width.1️⃣unit2️⃣ == 1", "attribute 'width' is a Double and has no keys of its own"),
    ("box.lid.color.1️⃣hue2️⃣ == 1", "attribute 'color' is a String and has no keys of its own"),
    // A composite is more than one value.
    (
      "1️⃣box2️⃣ == nil",
      "composite attribute 'box' cannot be compared as a whole; name one of its elements: 'box.width', 'box.secret', 'box.vague', 'box.lid'"
    ),
    (
      "box.1️⃣lid2️⃣ == nil",
      "composite attribute 'box.lid' cannot be compared as a whole; name one of its elements: 'box.lid.color', 'box.lid.mark'"
    ),
    (
      "main.thing.box.1️⃣lid2️⃣ == nil",
      "composite attribute 'box.lid' cannot be compared as a whole; name one of its elements: 'box.lid.color', 'box.lid.mark'"
    ),
    (
      "box.1️⃣xyz2️⃣ == 1",
      "no element 'xyz' in composite 'Box'; it has 'width', 'secret', 'vague', 'lid'"
    ),
    ("box.lid.1️⃣colour2️⃣ == 'x'", "no element 'colour' in composite 'Lid'; did you mean 'color'?"),
    // What only a sub-entity has.
    (
      "1️⃣power2️⃣ > 1",
      "keypath power not found in entity Thing: its sub-entity 'Gadget' declares it, and a fetch of 'Thing' cannot ask for it; fetch 'Gadget'"
    ),
    (
      "main.thing.1️⃣power2️⃣ > 1",
      "keypath power not found in entity Thing: its sub-entity 'Gadget' declares it, and a fetch of 'Thing' cannot ask for it; fetch 'Gadget'"
    ),
  ])
  func aKeyWithoutAColumnIsRefused(marked: String, text: String) throws {
    let source = MarkedText(marked)
    let all = findings(source.text)
    #expect(all.count == 1, "\(all.map(\.text))")
    let finding = try #require(all.first)
    expectText(finding.text, text)
    #expect(finding.severity == .error)
    let range = try #require(finding.location?.range)
    #expect(
      range.start == source.offsets[1] && range.end == source.offsets[2],
      "\(source.marking(range.start))")
  }

  @Test(arguments: [
    "code == 1", "title == 'x'", "box.width > 1", "box.lid.color == 'x'", "main.size > 1",
    "main.thing.code == 1", "main.objectID == nil", "main.self == nil", "self.title == 'x'",
    "Self.title == 'x'", "objectID == nil", "ANY parts.size > 1", "main.thing.box.width > 1",
    "parts.@max.size > 1", "parts.@max.thing.code > 1", "parts.@count > 1",
  ])
  func storedKeysAreTaken(format: String) {
    #expect(findings(format).map(\.text) == [])
  }

  /// `SELF` in capitals is the object at the beginning of a path only.
  @Test func capitalsOfSelfStandAtTheBeginning() {
    #expect(findings("main.SELF == nil").map(\.id) != [])
    #expect(findings("power > 1", Self.gadget).isEmpty, "the sub-entity itself has the key")
    #expect(findings("code == 1", Self.gadget).isEmpty, "the root's key is inherited")
    #expect(findings("title == 'x'", Self.base).map(\.id) == ["predicate.sub-entity-key"])
    #expect(findings("power == 1", Self.base).map(\.id) == ["predicate.sub-entity-key"])
    #expect(findings("power == 1", Self.part).map(\.id) == ["predicate.unknown-key"])
  }

  // MARK: - The resolver alone

  private func resolved(_ keys: [String]) -> (ResolvedKeyPath?, Diagnostics) {
    var diagnostics = Diagnostics()
    let path = KeyPathResolver(model: Self.model).resolve(
      keys.map { KeyPathResolver.Key($0) }, from: Self.thing, &diagnostics)
    return (path, diagnostics)
  }

  struct Path: Sendable {
    var steps: [RelationshipID]
    var target: TypedKeyPath.Target
    var type: PredicateType
    var crossesToMany: Bool

    init(
      _ steps: [RelationshipID], _ target: TypedKeyPath.Target, _ type: PredicateType,
      toMany: Bool = false
    ) {
      self.steps = steps
      self.target = target
      self.type = type
      crossesToMany = toMany
    }
  }

  @Test(arguments: [
    ([], Path([], .object, .object(thing))), (["objectID"], Path([], .object, .object(thing))),
    (["SELF"], Path([], .object, .object(thing))),
    (["title"], Path([], .attribute(AttributeID(thing, 0)), .attribute(.string))),
    (["code"], Path([], .attribute(AttributeID(base, 1)), .attribute(.integer32))),
    (
      ["box", "width"],
      Path([], .compositeElement(AttributeID(thing, 2), path: ["width"]), .attribute(.double))
    ),
    (
      ["box", "lid", "color"],
      Path(
        [], .compositeElement(AttributeID(thing, 2), path: ["lid", "color"]), .attribute(.string))
    ),
    (["main"], Path([RelationshipID(thing, 2)], .object, .object(part))),
    (["parts"], Path([RelationshipID(thing, 3)], .object, .object(part), toMany: true)),
    (
      ["main", "self", "bolts", "size"],
      Path(
        [RelationshipID(thing, 2), RelationshipID(part, 1)], .attribute(AttributeID(part, 0)),
        .attribute(.double), toMany: true)
    ),
  ])
  func keysBecomeSteps(keys: [String], path: Path) throws {
    let (found, diagnostics) = resolved(keys)
    let resolved = try #require(found, "\(keys): \(diagnostics.all.map(\.text))")
    #expect(
      resolved.path == TypedKeyPath(root: Self.thing, steps: path.steps, target: path.target))
    #expect(resolved.type == path.type)
    #expect(resolved.crossesToMany == path.crossesToMany)
    #expect(diagnostics.isEmpty)
  }

  @Test(arguments: [
    (["parts", "bolts"], "predicate.multiple-to-many"), (["nothing"], "predicate.unknown-key"),
    (["main", "nothing"], "predicate.unknown-key"), (["ghost"], "predicate.transient"),
    (["title", "x"], "predicate.key-behind-attribute"), (["box"], "predicate.composite"),
    (["main", "SELF"], "predicate.unknown-key"), (["power"], "predicate.sub-entity-key"),
  ])
  func otherKeysAreRefused(keys: [String], id: String) {
    let (found, diagnostics) = resolved(keys)
    #expect(found == nil)
    #expect(diagnostics.all.map(\.id) == [id], "\(diagnostics.all.map(\.text))")
    #expect(diagnostics.all.first?.location == nil)
  }

  /// The place of the finding is that of the key, and the repair stands there.
  @Test func aKeyIsRepairedAtItsPlace() throws {
    let source = SourceFile(path: "p", text: "main siez")
    let keys = [
      KeyPathResolver.Key("main", at: SourceLocation(source, SourceRange(0, 4))),
      KeyPathResolver.Key("siez", at: SourceLocation(source, SourceRange(5, 9))),
    ]
    var diagnostics = Diagnostics()
    #expect(
      KeyPathResolver(model: Self.model).resolve(keys, from: Self.thing, &diagnostics) == nil)
    let finding = try #require(diagnostics.all.first)
    #expect(finding.location?.range == SourceRange(5, 9))
    #expect(finding.fixIts.map(\.replacement) == ["#size"], "SIZE is a word of the language")
    #expect(finding.fixIts.map(\.location.range) == [SourceRange(5, 9)])
  }
}
