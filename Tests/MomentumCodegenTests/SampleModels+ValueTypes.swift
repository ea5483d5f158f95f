import MomentumCodegen
import MomentumModel

extension Attribute {
  /// An attribute whose user info names a Swift type.
  fileprivate init(
    _ name: String, _ type: AttributeType, valueType: String, cases: String? = nil,
    isOptional: Bool = false, default value: AttributeValue? = nil
  ) {
    self.init(
      name: name, type: type, isOptional: isOptional, defaultValue: value,
      userInfo: [UserInfoEntry(key: "valueType", value: valueType)]
        + (cases.map { [UserInfoEntry(key: "valueCases", value: $0)] } ?? []))
  }
}

extension Sample {
  /// Attributes whose user info gives them a Swift type: generated enums and types written by hand.
  static let valueTypes: Sample = {
    let dish = Entity(
      name: "Dish",
      attributes: [
        Attribute(
          "price", .string, valueType: "PriceCategory", cases: "cheap=$, medium = $$,free= ,a",
          default: .string("$$")),
        Attribute("oldPrice", .string, valueType: "PriceCategory", isOptional: true),
        Attribute(
          "level", .integer16, valueType: "Level", cases: "low=-1,default=0,high=30000"),
        Attribute("wide", .integer64, valueType: "Wide", cases: "most=9223372036854775807"),
        Attribute(
          "currency", .string, valueType: "Menu.Currency", isOptional: true,
          default: .string("EUR")),
        Attribute("amount", .decimal, valueType: "Menu.Amount", default: .integer(3)),
        Attribute("mismatch", .boolean, valueType: "Level"),
        Attribute("PriceCategory", .string, valueType: "PriceCategory", isOptional: true),
      ],
      relationships: [Relationship(name: "place", destination: EntityID(1), isOptional: false)])
    let place = Entity(
      name: "Place",
      attributes: [
        Attribute(name: "spot", type: .composite(CompositeID(0))),
        Attribute(name: "maybe", type: .composite(CompositeID(0)), isOptional: true),
      ],
      relationships: [Relationship(name: "dishes", destination: EntityID(0), isToMany: true)])
    let spot = CompositeType(
      name: "Spot",
      elements: [
        Attribute("price", .string, valueType: "PriceCategory"),
        Attribute(name: "row", type: .double),
      ])
    return Sample(
      name: "ValueTypes", model: ObjectModel(entities: [dish, place], composites: [spot]))
  }()

  /// The types that `valueTypes` expects to find beside it, as accessible as the generated ones.
  static func handWritten(_ access: AccessLevel) -> String {
    let word = access == .internal ? "" : access.rawValue + " "
    return """
      #if canImport(FoundationEssentials)
        \(word)import FoundationEssentials
      #else
        \(word)import Foundation
      #endif
      #if canImport(MomentumRuntime)
        \(word)import MomentumRuntime
      #endif

      \(word)enum Menu {
        \(word)struct Currency: RawRepresentable, Sendable, Hashable, Codable {
          \(word)var rawValue: String
          \(word)init?(rawValue: String) { self.rawValue = rawValue }
        }
        \(word)struct Amount: RawRepresentable, Sendable, Hashable, Codable {
          \(word)var rawValue: Decimal
          \(word)init(rawValue: Decimal) { self.rawValue = rawValue }
        }
      }

      #if canImport(MomentumRuntime)
        extension Menu.Currency: MomentumRuntime.AttributeConvertible {}
        extension Menu.Amount: MomentumRuntime.AttributeConvertible {}
      #endif

      """
  }

  /// Entities and attributes named as generated code, the runtime, Swift or Foundation name things.
  static let reserved: Sample = {
    let words = [
      "path", "row", "model", "all", "where", "objectID", "self", "init", "Self", "Type",
      "Protocol", "Paths", "Model", "ID", "value", "encode", "storedProperties", "entityName",
      "append", "MomentumRuntime", "Row", "Venue", "venue", "VENUE", "Data", "column0", "🧋",
      "hashValue", "description", "any", "some", "let", "inout", "rawValue", "CodingKeys",
    ]
    let entityNames = [
      "Venue", "String", "Store", "Row", "Model", "ID", "Paths", "Self", "Type", "Protocol",
      "Foundation", "Swift", "MomentumRuntime", "RowError", "StoredEntity", "PropertyPath", "🧋",
      "venue", "VENUE", "class", "any", "Condition", "Optional", "Any", "Fetch",
    ]
    let entities = entityNames.enumerated().map { index, name in
      let toOne = entityNames.indices.map {
        Relationship(name: entityNames[$0] + "_one", destination: EntityID($0))
      }
      let own = [
        Relationship(name: name, destination: EntityID(index)),
        Relationship(name: "many" + name, destination: EntityID(index), isToMany: true),
      ]
      return Entity(
        name: name,
        attributes: words.filter { $0 != name }.map {
          Attribute(name: $0, type: .string, isOptional: true)
        },
        relationships: own + (index < 2 ? toOne : []))
    }
    let requests = ["all", "where", "init", "Paths", "row", "FetchRequest", "model"].map { name in
      CompiledFetchRequest(
        request: StoredFetchRequest(name: name, entity: EntityID(0)),
        parameters: ["row", "value", "ROW", "Venue", "MomentumRuntime", "self"].map {
          .init(name: $0, type: .attribute(.string), isCollection: $0 == "value")
        },
        statement: .init(
          pieces: [.text("SELECT \"\"\"\\(1)"), .placeholders(of: "value"), .text("\n")],
          bindings: [.parameter("row"), .list("value"), .parameter("ROW"), .parameter("self")],
          rows: .objectIDs(column: 1)))
    }
    return Sample(
      name: "Venue", model: ObjectModel(entities: entities), requests: requests,
      contents: "\"\"\" \\(x) \"\"\"\" \\\n#\"\"\" \t \r\n \u{0}\u{2028}\u{202E} \n\n")
  }()

  /// An entity of 500 attributes.
  static let wide: Sample = {
    let types: [AttributeType] = [.string, .integer32, .date, .double, .uuid, .decimal, .boolean]
    let attributes = (0..<500).map { index in
      Attribute(
        name: "attribute\(index)", type: types[index % types.count],
        isOptional: index.isMultiple(of: 2))
    }
    return Sample(
      name: "Wide", model: ObjectModel(entities: [Entity(name: "Wide", attributes: attributes)]))
  }()
}
