import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

/// The plain layout's own columns in requests: the key, and the name of a row's entity. An attribute may have taken
/// their usual names.
@Suite struct PlainRootTests {
  private static let thing = EntityID(0)
  private static let gadget = EntityID(1)
  private static let box = EntityID(2)

  /// Gadget below Thing; a box has things. All three have attributes with the names of the layout's columns.
  private static func model(_ first: String, _ second: String) -> ObjectModel {
    ObjectModel(entities: [
      Entity(
        name: "Thing",
        attributes: [
          Attribute(name: first, type: .string), Attribute(name: second, type: .integer32),
        ],
        relationships: [
          Relationship(name: "box", destination: box, inverse: RelationshipID(box, 0))
        ]),
      Entity(
        name: "Gadget", parent: thing, attributes: [Attribute(name: "power", type: .double)]),
      Entity(
        name: "Box", attributes: [Attribute(name: first, type: .string)],
        relationships: [
          Relationship(
            name: "things", destination: thing, inverse: RelationshipID(thing, 0), isToMany: true)
        ]),
    ])
  }

  private func text(
    _ model: ObjectModel, _ entity: EntityID, _ format: String? = nil,
    _ result: FetchRequest.ResultType = .managedObjects, _ dialect: SQLDialect = .sqlite
  ) throws -> String {
    var request = FetchRequest(entity: entity, resultType: result)
    if let format {
      var diagnostics = Diagnostics()
      let source = SourceFile(path: "p", text: format)
      let syntax = try #require(PredicateParser.parse(source, &diagnostics))
      request.predicate = PredicateChecker.check(
        syntax, source: source, entity: entity, model: model, &diagnostics)
      #expect(request.predicate != nil, "\(diagnostics.all.map(\.text))")
    }
    let schema = PlainLayout { _ in nil }.layOut(model)
    let layout = QueryLayout.plain(model, schema, dialect)
    return SQLPrinter.print(
      FetchRequestLowering(layout: layout).lower(request).select, dialect: dialect
    ).text
  }

  @Test func theColumnsHaveTheirUsualNames() throws {
    let model = Self.model("title", "size")
    expectText(
      try text(model, Self.thing),
      "SELECT t0.entity, t0.id, t0.size, t0.title, t0.power, t0.box_id FROM thing t0")
    expectText(
      try text(model, Self.gadget, nil, .managedObjectIDs),
      "SELECT 0, t0.id FROM thing t0 WHERE  t0.entity = ?")
    expectText(
      try text(model, Self.box, "ANY things.size > 1", .managedObjectIDs),
      "SELECT 0, t0.id FROM box t0 WHERE  EXISTS (SELECT 0 FROM thing t1 WHERE (t0.id = t1.box_id AND ( t1.size > ?)) )"
    )
  }

  @Test func theColumnsStandAsideForAttributes() throws {
    let model = Self.model("id", "entity")
    expectText(
      try text(model, Self.thing),
      "SELECT t0.entity_name, t0.row_id, t0.entity, t0.id, t0.power, t0.box_row_id FROM thing t0")
    expectText(
      try text(model, Self.gadget, nil, .managedObjectIDs),
      "SELECT 0, t0.row_id FROM thing t0 WHERE  t0.entity_name = ?")
    expectText(
      try text(model, Self.gadget, "power > 1", .count),
      "SELECT COUNT(DISTINCT t0.row_id) FROM thing t0 WHERE ( t0.power > ? AND  t0.entity_name = ?)"
    )
    expectText(
      try text(model, Self.thing, "box.id == 'x'", .managedObjectIDs),
      "SELECT t0.entity_name, t0.row_id FROM thing t0 JOIN box t1 ON t0.box_row_id = t1.row_id WHERE  t1.id = ?"
    )
    expectText(
      try text(model, Self.box, "ANY things.entity > 1", .managedObjectIDs),
      "SELECT 0, t0.row_id FROM box t0 WHERE  EXISTS (SELECT 0 FROM thing t1 WHERE (t0.row_id = t1.box_row_id AND ( t1.entity > ?)) )"
    )
    expectText(
      try text(model, Self.box, "things.@count > 1", .managedObjectIDs),
      "SELECT 0, t0.row_id FROM box t0 WHERE (SELECT COUNT(t1.row_id) FROM thing t1 WHERE (t0.row_id = t1.box_row_id) ) > ?"
    )
    expectText(try text(model, Self.box, nil, .count), "SELECT COUNT(*) FROM box")
  }

  /// The values of the restriction are names of entities that have objects.
  @Test func aFamilyIsAListOfNames() {
    let model = ObjectModel(entities: [
      Entity(name: "Root"), Entity(name: "Middle", isAbstract: true, parent: EntityID(0)),
      Entity(name: "Leaf", parent: EntityID(1)), Entity(name: "Twig", parent: EntityID(2)),
      Entity(name: "Void", isAbstract: true, parent: EntityID(0)), Entity(name: "Alone"),
    ])
    let layout = QueryLayout.plain(model, PlainLayout { _ in nil }.layOut(model), .postgreSQL)
    func condition(_ entity: Int, alone: Bool = false) -> (String, [SQLBinding]) {
      let request = FetchRequest(
        entity: EntityID(entity), includesSubentities: !alone, resultType: .managedObjectIDs)
      let sql = SQLPrinter.print(
        FetchRequestLowering(layout: layout).lower(request).select, dialect: .postgreSQL)
      let parts = sql.text.split(separator: " WHERE ", maxSplits: 1)
      return (parts.count > 1 ? String(parts[1]) : "", sql.bindings)
    }
    func names(_ names: String...) -> [SQLBinding] { names.map { .value(.text($0)) } }
    #expect(condition(0) == ("", []))
    #expect(condition(0, alone: true) == (" t0.entity = $1::text", names("Root")))
    #expect(condition(1) == (" t0.entity IN ($1::text,$2::text)", names("Leaf", "Twig")))
    #expect(condition(1, alone: true) == ("0 = 1", []))
    #expect(condition(2) == (" t0.entity IN ($1::text,$2::text)", names("Leaf", "Twig")))
    #expect(condition(2, alone: true) == (" t0.entity = $1::text", names("Leaf")))
    #expect(condition(3) == (" t0.entity = $1::text", names("Twig")))
    #expect(condition(4) == ("0 = 1", []))
    #expect(condition(5) == ("", []))
    #expect(condition(5, alone: true) == ("", []))
  }
}
