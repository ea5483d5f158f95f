import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

/// The statements behind the first one of a fetch: for a batch of objects, and for the objects of relationships.
@Suite struct FollowUpTests {
  private static let thing = EntityID(0)
  private static let part = EntityID(1)
  private static let label = EntityID(2)
  private static let gadget = EntityID(3)

  private static let main = RelationshipID(thing, 0)
  private static let parts = RelationshipID(thing, 1)
  private static let steps = RelationshipID(thing, 2)
  private static let labels = RelationshipID(thing, 3)
  private static let ghost = RelationshipID(thing, 4)
  private static let spares = RelationshipID(thing, 5)

  /// A thing has a main part, parts, parts in order, and labels; Gadget is below Thing.
  private static let model = ObjectModel(entities: [
    Entity(
      name: "Thing", attributes: [Attribute(name: "title", type: .string)],
      relationships: [
        Relationship(name: "main", destination: part),
        Relationship(
          name: "parts", destination: part, inverse: RelationshipID(part, 0), isToMany: true),
        Relationship(
          name: "steps", destination: part, inverse: RelationshipID(part, 1), isToMany: true,
          isOrdered: true),
        Relationship(
          name: "labels", destination: label, inverse: RelationshipID(label, 0), isToMany: true),
        Relationship(name: "ghost", destination: part, isTransient: true),
        Relationship(name: "spares", destination: part, isToMany: true),
      ]),
    Entity(
      name: "Part", attributes: [Attribute(name: "size", type: .double)],
      relationships: [
        Relationship(name: "thing", destination: thing, inverse: RelationshipID(thing, 1)),
        Relationship(name: "plan", destination: thing, inverse: RelationshipID(thing, 2)),
      ]),
    Entity(
      name: "Label", attributes: [Attribute(name: "text", type: .string)],
      relationships: [
        Relationship(
          name: "things", destination: thing, inverse: RelationshipID(thing, 3), isToMany: true)
      ]),
    Entity(name: "Gadget", parent: thing, attributes: [Attribute(name: "power", type: .double)]),
  ])

  private let layout = QueryLayout.coreData(
    model, CoreDataLayout { _, _ in nil }.layOut(model))
  private var lowering: FetchRequestLowering { FetchRequestLowering(layout: layout) }

  private func text(_ lowered: LoweredFetchRequest) -> String {
    SQLPrinter.print(lowered.select).text
  }

  private func arrays(_ lowered: LoweredFetchRequest) -> [SQLValueArray] {
    SQLPrinter.print(lowered.select).arrays
  }

  @Test func theKeysComeFirst() {
    var request = FetchRequest(
      entity: Self.thing, sortKeys: [SortKey(path(AttributeID(Self.thing, 0)))], limit: 5,
      offset: 2)
    request.batchSize = 3
    request.prefetchedRelationships = [[Self.parts]]
    request.propertiesToFetch = [
      PropertyToFetch(name: "title", value: .path(path(AttributeID(Self.thing, 0))))
    ]
    let keys = lowering.lowerKeys(of: request)
    expectText(
      text(keys),
      "SELECT t0.Z_ENT, t0.Z_PK FROM ZTHING t0 ORDER BY t0.ZTITLE LIMIT 5 OFFSET 2")
    #expect(keys.columns == [.entityNumber, .primaryKey])
    let batch = lowering.lowerBatch(of: request, keys: [7, 9])
    expectText(
      text(batch),
      "SELECT t0.Z_ENT, t0.Z_PK, t0.ZTITLE FROM ZTHING t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)   LIMIT 3"
    )
    #expect(
      arrays(batch) == [SQLValueArray(name: "_Z_intarray0", values: [.integer(7), .integer(9)])])
  }

  @Test func aBatchOfAnEntityAloneHasItsColumns() {
    var request = FetchRequest(entity: Self.thing, includesSubentities: false)
    expectText(
      text(lowering.lowerBatch(of: request, keys: [])),
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZTITLE, t0.ZMAIN FROM ZTHING t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0) "
    )
    request.includesSubentities = true
    expectText(
      text(lowering.lowerBatch(of: request, keys: [])),
      "SELECT t0.Z_ENT, t0.Z_PK, t0.Z_OPT, t0.ZTITLE, t0.ZPOWER, t0.ZMAIN FROM ZTHING t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0) "
    )
  }

  private func path(_ id: AttributeID) -> TypedKeyPath {
    TypedKeyPath(root: id.entity, steps: [], target: .attribute(id))
  }

  @Test func objectsOfARelationshipAreFoundByTheirLink() throws {
    let one = try #require(lowering.lowerPrefetch(of: Self.main, keys: [4]))
    expectText(
      text(one.statement),
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZSIZE, t0.ZPLAN, t0.Z3_PLAN, t0.ZTHING, t0.Z3_THING FROM ZPART t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0) "
    )
    #expect(one.linkColumn == 1 && one.statement.columns[1] == .primaryKey)
    let many = try #require(lowering.lowerPrefetch(of: Self.parts, keys: [4, 5]))
    expectText(
      text(many.statement),
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZSIZE, t0.ZPLAN, t0.Z3_PLAN, t0.ZTHING, t0.Z3_THING FROM ZPART t0 WHERE  t0.ZTHING IN (SELECT * FROM _Z_intarray0)  ORDER BY t0.ZTHING"
    )
    #expect(many.statement.select.columns[many.linkColumn] == .column(SQLColumn("t0", "ZTHING")))
    let ordered = try #require(lowering.lowerPrefetch(of: Self.steps, keys: [4]))
    expectText(
      text(ordered.statement),
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZSIZE, t0.ZPLAN, t0.Z3_PLAN, t0.ZTHING, t0.Z3_THING FROM ZPART t0 WHERE  t0.ZPLAN IN (SELECT * FROM _Z_intarray0)  ORDER BY t0.ZPLAN, t0.Z_FOK_PLAN"
    )
    #expect(
      ordered.statement.select.columns[ordered.linkColumn] == .column(SQLColumn("t0", "ZPLAN")))
    let joined = try #require(lowering.lowerPrefetch(of: Self.labels, keys: [4]))
    expectText(
      text(joined.statement),
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZTEXT, t1.Z_3THINGS FROM Z_3LABELS t1 JOIN ZLABEL t0 ON t0.Z_PK = t1.Z_1LABELS WHERE  t1.Z_3THINGS IN (SELECT * FROM _Z_intarray0)  ORDER BY t1.Z_3THINGS"
    )
    #expect(joined.linkColumn == joined.statement.select.columns.count - 1)
    #expect(joined.linkColumn == joined.statement.columns.count, "the link is no property")
    #expect(arrays(many.statement).map(\.values) == [[.integer(4), .integer(5)]])
    #expect(lowering.lowerPrefetch(of: Self.ghost, keys: [4]) == nil)
  }

  /// Without an inverse the key is no property of the object, so its column comes last.
  @Test func theKeyOfARelationshipWithoutInverseIsSelectedToo() throws {
    let spares = try #require(lowering.lowerPrefetch(of: Self.spares, keys: [4]))
    let columns = spares.statement.select.columns
    #expect(spares.linkColumn == spares.statement.columns.count)
    #expect(columns.count == spares.linkColumn + 1)
    guard case .column(let link)? = columns.last else {
      Issue.record("the key is a column")
      return
    }
    expectText(
      text(spares.statement),
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZSIZE, t0.ZPLAN, t0.Z3_PLAN, t0.ZTHING, t0.Z3_THING, t0.\(link.name) FROM ZPART t0 WHERE  t0.\(link.name) IN (SELECT * FROM _Z_intarray0)  ORDER BY t0.\(link.name)"
    )
  }

  /// The key of a prefetched to-one object is selected with the chosen properties, once.
  @Test func chosenPropertiesHaveTheKeysToPrefetch() {
    let title = PropertyToFetch(name: "title", value: .path(path(AttributeID(Self.thing, 0))))
    func names(
      _ properties: [PropertyToFetch], _ prefetched: [[RelationshipID]],
      _ result: FetchRequest.ResultType = .managedObjects
    ) -> [String] {
      var request = FetchRequest(
        entity: Self.thing, resultType: result, propertiesToFetch: properties,
        prefetchedRelationships: prefetched)
      request.selectPrefetchedKeys(of: layout)
      return request.propertiesToFetch.map(\.name)
    }
    let main = PropertyToFetch(
      name: "main",
      value: .path(TypedKeyPath(root: Self.thing, steps: [Self.main], target: .object)))
    #expect(names([title], [[Self.main]]) == ["title", "main"])
    #expect(names([title], [[Self.main, RelationshipID(Self.part, 0)]]) == ["title", "main"])
    #expect(names([title], [[Self.main], [Self.main]]) == ["title", "main"])
    #expect(names([title, main], [[Self.main]]) == ["title", "main"])
    #expect(names([title], [[Self.parts]]) == ["title"])
    #expect(names([title], [[Self.parts], [Self.main]]) == ["title", "main"])
    #expect(names([title], [[]]) == ["title"])
    #expect(names([], [[Self.main]]) == [], "all are selected anyway")
    #expect(names([title], [[Self.main]], .managedObjectIDs) == ["title"])
    #expect(names([title], [[Self.main]], .dictionaries) == ["title"])
  }
}
