import Foundation
import MomentumCodegen
import MomentumModel
import Testing

/// A model with its fetch requests, made by hand: these tests do not read model files.
struct Sample: Sendable, CustomTestStringConvertible {
  var name: String
  var model: ObjectModel
  var requests: [CompiledFetchRequest] = []
  var contents = "<model/>\n"

  var testDescription: String { name }

  func portable(_ access: AccessLevel = .public) -> [GeneratedFile] {
    PortableEmitter.emit(
      model, store: store, requests: requests,
      options: CodegenOptions(modelName: name, access: access))
  }

  /// Columns as a store's statement has them, but not sorted as a store sorts them.
  var store: PortableStore {
    PortableStore(
      contents: contents,
      rows: model.entityIDs.map { id in
        [.ignored, .primaryKey, .ignored]
          + model.attributes(of: id).flatMap { columns(of: model[$0], path: []) }
          + model.relationships(of: id).map { model[$0] }.filter { !$0.isToMany }
          .map { .property([$0.name]) }
      })
  }

  private func columns(
    of attribute: Attribute, path: [String]
  ) -> [CompiledFetchRequest.Column] {
    let path = path + [attribute.name]
    guard case .composite(let id) = attribute.type, path.count < 8 else { return [.property(path)] }
    return model[id].elements.flatMap { columns(of: $0, path: path) }
  }

  /// All entities, as the menu command of Xcode has it, unless the options say otherwise.
  func coreData(
    _ access: AccessLevel = .public, _ change: (inout CodegenOptions) -> Void = { _ in }
  ) -> [GeneratedFile] {
    var options = CodegenOptions(modelName: name, access: access)
    options.selection = .menu
    change(&options)
    return CoreDataEmitter.emit(model, requests: requests, options: options)
  }

  static let all = [cafe, types, staff, names, valueTypes, reserved, wide]

  /// Relationships of every kind, stored fetch requests.
  static let cafe: Sample = {
    let (cafe, tip, town) = (EntityID(0), EntityID(1), EntityID(2))
    let model = ObjectModel(
      entities: [
        Entity(
          name: "Cafe", className: ".Cafe", codeGeneration: .classDefinition,
          attributes: [
            Attribute(name: "name", type: .string, defaultValue: .string("New \"Cafe\"")),
            Attribute(name: "rating", type: .double, isOptional: true, usesScalarType: true),
            Attribute(
              name: "isOpen", type: .boolean, usesScalarType: true,
              defaultValue: .boolean(true)),
            Attribute(name: "opened", type: .date, isOptional: true),
            Attribute(
              name: "tipCount", type: .integer64, isOptional: true, usesScalarType: true,
              derivation: "tips.@count"),
          ],
          relationships: [
            Relationship(
              name: "tips", destination: tip, inverse: RelationshipID(tip, 0),
              isToMany: true, isOrdered: true, deleteRule: .cascade),
            Relationship(name: "town", destination: town, inverse: RelationshipID(town, 0)),
          ]),
        Entity(
          name: "Tip", className: "CafeApp.Tip", codeGeneration: .category,
          attributes: [Attribute(name: "text", type: .string, isOptional: true)],
          relationships: [
            Relationship(
              name: "cafe", destination: cafe, inverse: RelationshipID(cafe, 0),
              isOptional: false)
          ]),
        Entity(
          name: "Town", className: "Town",
          attributes: [Attribute(name: "id", type: .uuid, isOptional: true)],
          relationships: [
            Relationship(
              name: "cafes", destination: cafe, inverse: RelationshipID(cafe, 1),
              isToMany: true)
          ]),
      ])
    return Sample(name: "Cafe", model: model, requests: cafeRequests)
  }()

  private static let cafeColumns: [CompiledFetchRequest.Column] = [
    .ignored, .primaryKey, .ignored, .property(["name"]), .property(["rating"]),
    .property(["isOpen"]), .property(["opened"]), .property(["tipCount"]), .property(["town"]),
  ]

  private static let cafeSelect =
    "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME, t0.ZRATING, t0.ZISOPEN, t0.ZOPENED, t0.ZTIPCOUNT, "
    + "t0.ZTOWN FROM ZCAFE t0 WHERE "

  private static let cafeRequests: [CompiledFetchRequest] = {
    typealias Request = CompiledFetchRequest
    let cafe = EntityID(0)
    return [
      Request(
        request: StoredFetchRequest(
          name: "goodCafes", entity: cafe,
          predicateFormat: "rating >= $MIN_RATING AND isOpen == 1", fetchLimit: 10,
          returnsDistinctResults: true),
        parameters: [.init(name: "MIN_RATING", type: .attribute(.double))],
        statement: .init(
          pieces: [.text(cafeSelect + "( t0.ZRATING >= ? AND  t0.ZISOPEN = ?) LIMIT 10")],
          bindings: [.parameter("MIN_RATING"), .value(.integer(1))],
          rows: .objects(cafeColumns))),
      Request(
        request: StoredFetchRequest(
          name: "cafesIn", entity: cafe, predicateFormat: "town == $TOWN AND name IN $NAMES"),
        parameters: [
          .init(name: "TOWN", type: .object(EntityID(2)), acceptsNil: true),
          .init(name: "NAMES", type: .attribute(.string), isCollection: true),
        ],
        statement: .init(
          pieces: [
            .text(cafeSelect + "( t0.ZTOWN = ? AND  t0.ZNAME IN ("), .placeholders(of: "NAMES"),
            .text(")) "),
          ],
          bindings: [.parameter("TOWN"), .list("NAMES")], rows: .objects(cafeColumns))),
      Request(
        request: StoredFetchRequest(
          name: "closedKeys", entity: cafe, predicateFormat: "isOpen == 0",
          resultType: .managedObjectID),
        statement: .init(
          pieces: [.text("SELECT t0.Z_ENT, t0.Z_PK FROM ZCAFE t0 WHERE  t0.ZISOPEN = ?")],
          bindings: [.value(.integer(0))], rows: .objectIDs(column: 1))),
      Request(
        request: StoredFetchRequest(
          name: "busyCount", entity: cafe,
          predicateFormat: "tips.@count > $COUNT", resultType: .count),
        parameters: [.init(name: "COUNT", type: .count)],
        statement: .init(
          pieces: [.text("SELECT COUNT( DISTINCT t0.Z_PK) FROM ZCAFE t0 WHERE t0.ZTIPCOUNT > ?")],
          bindings: [.parameter("COUNT")], rows: .counts(column: 0))),
      Request(
        request: StoredFetchRequest(
          name: "all", entity: cafe, fetchBatchSize: 20, includesSubentities: false,
          returnsObjectsAsFaults: false)),
      Request(
        request: StoredFetchRequest(name: "since", entity: cafe),
        parameters: [.init(name: "since", type: .attribute(.date))],
        statement: .init(
          pieces: [.text("SELECT ?")], bindings: [.parameter("unknown")],
          rows: .counts(column: 0))),
      Request(
        request: StoredFetchRequest(name: "keysOnly", entity: cafe),
        statement: .init(
          pieces: [.text("SELECT t0.Z_PK FROM ZCAFE t0")], bindings: [],
          rows: .objects([.primaryKey]))),
    ]
  }()

  /// Every attribute type, scalar or not, optional or not, with defaults; composites.
  static let types: Sample = {
    let address = CompositeID(0)
    let place = CompositeID(1)
    func both(_ name: String, _ type: AttributeType, _ value: AttributeValue?) -> [Attribute] {
      [
        Attribute(name: name, type: type, isOptional: true, defaultValue: value),
        Attribute(name: name + "Scalar", type: type, usesScalarType: true, defaultValue: value),
      ]
    }
    let attributes =
      both("small", .integer16, .integer(-5)) + both("tooSmall", .integer16, .integer(70_000))
      + both("middle", .integer32, .integer(5)) + both("large", .integer64, .integer(.min))
      + both("money", .decimal, .decimal(Decimal(string: "12.50") ?? 0))
      + both("double", .double, .double(0.1)) + both("infinite", .double, .double(-.infinity))
      + both("float", .float, .double(1.5)) + both("text", .string, .string("a\\(b)\n"))
      + both("flag", .boolean, .boolean(false)) + both("date", .date, .date(-3600.5))
      + both("bytes", .binary, .binary([0, 255])) + both("uuid", .uuid, .uuid(sampleUUID))
      + both("link", .uri, .uri("https://example.org/?a=1")) + both("any", .transformable, nil)
      + [
        Attribute(
          name: "photo", type: .binary, isOptional: true, allowsExternalStorage: true),
        Attribute(name: "sound", type: .binary, allowsExternalStorage: true),
      ] + both("place", .composite(place), nil) + both("reference", .objectID, nil) + [
        Attribute(name: "colors", type: .transformable, valueClassName: "[String: NSNumber]"),
        Attribute(name: "evil", type: .transformable, valueClassName: "Int? { 0 }; var x"),
        Attribute(name: "scratch", type: .undefined, isTransient: true),
      ]
    let model = ObjectModel(
      entities: [Entity(name: "Sample", className: "Sample", attributes: attributes)],
      composites: [
        CompositeType(
          name: "Address",
          elements: [
            Attribute(name: "city", type: .string),
            Attribute(name: "zip", type: .string, isOptional: true),
          ]),
        CompositeType(
          name: "Place",
          elements: [
            Attribute(name: "address", type: .composite(address)),
            Attribute(name: "latitude", type: .double, isOptional: true),
          ]),
      ])
    return Sample(name: "Types", model: model, requests: [placesRequest])
  }()

  /// Rows with composites; a property without a column is nil where it may be.
  private static let placesRequest: CompiledFetchRequest = {
    let place: [CompiledFetchRequest.Column] = ["place", "placeScalar"].flatMap { name in
      [
        .property([name, "address", "city"]), .property([name, "address", "zip"]),
        .property([name, "latitude"]),
      ]
    }
    let scalars = [
      "small", "tooSmall", "middle", "large", "money", "double", "infinite", "float", "text",
      "flag", "date", "bytes", "uuid", "link", "any",
    ].map { CompiledFetchRequest.Column.property([$0 + "Scalar"]) }
    return CompiledFetchRequest(
      request: StoredFetchRequest(name: "places", entity: EntityID(0)),
      statement: .init(
        pieces: [.text("SELECT 1")], bindings: [],
        rows: .objects(
          [.primaryKey] + place + scalars + [.property(["sound"])] + [
            .property(["colors"]), .property(["evil"]),
          ])))
  }()

  private static let sampleUUID =
    UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  /// Inheritance over three levels, a class shared by two entities, an entity without a class.
  static let staff: Sample = {
    let (person, employee) = (EntityID(0), EntityID(1))
    let name = Attribute(name: "name", type: .string)
    let model = ObjectModel(
      entities: [
        Entity(
          name: "Person", className: "Person", isAbstract: true,
          attributes: [name, Attribute(name: "a b", type: .string)],
          relationships: [Relationship(name: "friend", destination: person)]),
        Entity(
          name: "Employee", className: "Employee", parent: person,
          attributes: [
            Attribute(name: "salary", type: .decimal), Attribute(name: "a_b", type: .integer16),
          ],
          relationships: [Relationship(name: "boss", destination: EntityID(2))]),
        Entity(
          name: "Manager", className: "Manager", parent: employee,
          attributes: [name, Attribute(name: "level", type: .integer16)]),
        Entity(name: "Trainee", className: "Employee", parent: employee),
        Entity(
          name: "Badge", attributes: [Attribute(name: "number", type: .integer32)],
          fetchedProperties: [FetchedProperty(name: "owners")]),
      ])
    return Sample(name: "Staff", model: model)
  }()

  /// Names that mean something in Swift, in Foundation or in the code around them.
  static let names: Sample = {
    let words = [
      "default", "self", "init", "Type", "id", "ID", "objectID", "hash", "description", "String",
      "Data", "row", "a b", "a-b", "a_b", "über", "🍵", "2nd", "", "_", "class", "entityName",
      "CodingKeys", "\\(x)", "*/ let y = 1 /*", "\"\"\"", "line\nbreak",
    ]
    let model = ObjectModel(
      entities: [
        Entity(
          name: "Data", className: "Record",
          attributes: words.map { Attribute(name: $0, type: .string, isOptional: true) },
          relationships: [
            Relationship(name: "Tips", destination: EntityID(1), isToMany: true),
            Relationship(name: "tips", destination: EntityID(1), isToMany: true),
            Relationship(name: "string", destination: EntityID(1)),
          ]),
        Entity(name: "String", className: "Text\u{202E}"),
        Entity(name: "a/../b", className: "..a/../b"),
        Entity(name: "VENUE", className: "VENUE"),
        Entity(name: "venue", className: "venue"),
      ])
    let request = CompiledFetchRequest(
      request: StoredFetchRequest(
        name: "fetch \"it\"\n// now", entity: EntityID(0),
        predicateFormat: "'a b' == $class AND \u{2028}x == $request"),
      parameters: [
        .init(name: "class", type: .attribute(.string)),
        .init(name: "request", type: .attribute(.integer16)),
        .init(name: "a b", type: .attribute(.uuid), isCollection: true),
      ],
      statement: .init(
        pieces: [.text("SELECT '\\(1)' \"a\" IN ("), .placeholders(of: "a b"), .text(") = ?")],
        bindings: [
          .list("a b"), .parameter("class"), .value(.text("\"\\(2)")), .value(.blob([1])),
          .value(.real(.infinity)), .value(.null), .parameter("request"),
        ], rows: .counts(column: 0)))
    return Sample(name: "Names / all", model: model, requests: [request])
  }()
}
