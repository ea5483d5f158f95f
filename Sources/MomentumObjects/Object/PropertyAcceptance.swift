import Foundation
import MomentumModel

/// Checks and converts values before they are set on the properties of an object.
struct PropertyAcceptance {
  private let object: ManagedObject
  private var plan: EntityPlan { object.plan }

  init(_ object: ManagedObject) { self.object = object }

  /// The value in the form in which the property keeps it. Throws ``ObjectMisuse`` if the property
  /// cannot have it.
  func accepted(_ value: PropertyValue, at place: PropertyPlace) throws -> PropertyValue {
    switch place {
    case .attribute(let index):
      let attribute = plan.attributes[index]
      return try accepted(value, attribute.attribute, key: attribute.name)
    case .toOne(let index):
      let relationship = plan.toOnes[index]
      switch value {
      case .null: return .null
      case .object(let object):
        try check(object, relationship)
        return value
      case .attribute, .composite, .transformed, .objects, .orderedObjects:
        throw ObjectMisuse.wrongObject(
          relationship, destination: name(of: relationship.destination), given: value)
      }
    case .toMany(let index):
      let relationship = plan.toManys[index]
      switch value {
      case .null: return .objects([])
      case .objects(let objects), .orderedObjects(let objects):
        for object in objects { try check(object, relationship) }
        return value
      case .attribute, .composite, .transformed, .object:
        throw ObjectMisuse.noCollection(relationship, given: value)
      }
    case .fetchedProperty: return value
    }
  }

  private func name(of entity: EntityID) -> String {
    object.context?.model[entity].name ?? "an object of the destination"
  }

  /// Throws if a relationship cannot lead to an object.
  func check(_ other: ManagedObject, _ relationship: ObjectRelationship) throws {
    guard other.plan.inherits(from: relationship.destination) else {
      throw ObjectMisuse.wrongObject(
        relationship, destination: name(of: relationship.destination), given: .object(other))
    }
    guard other.context === object.context else {
      throw ObjectMisuse.otherContext(relationship.name, object, other)
    }
    // Objects that are not saved yet may still be assigned to another store.
    if let own = object.objectID.place.store, let theirs = other.objectID.place.store, own != theirs
    {
      throw ObjectMisuse.otherStore(relationship.name, object, other)
    }
  }

  private func accepted(
    _ value: PropertyValue, _ attribute: Attribute, key: String
  ) throws -> PropertyValue {
    func refuse() -> ObjectMisuse {
      .wrongType(value, plan, key: key, desired: attribute.type.className)
    }
    switch (attribute.type, value) {
    case (_, .null): return .null
    case (.composite(let composite), .composite(let values)):
      guard let elements = object.context?.model.model[composite].elements else { return value }
      var result: [String: PropertyValue] = [:]
      for (name, inner) in values {
        guard let element = elements.first(where: { $0.name == name }) else {
          throw ObjectMisuse.unknownKey("\(key).\(name)", plan)
        }
        result[name] = try accepted(inner, element, key: "\(key).\(name)")
      }
      return .composite(result)
    case (.transformable, .transformed), (.transformable, .attribute(.binary)),
      (.undefined, .attribute), (.undefined, .transformed):
      return value
    case (let type, .attribute(let given)):
      guard let converted = given.converted(to: type) else { throw refuse() }
      return .attribute(converted)
    case (_, .composite), (_, .transformed), (_, .object), (_, .objects), (_, .orderedObjects):
      throw refuse()
    }
  }
}

extension AttributeValue {
  /// Converts the value to a type; `nil` if the type cannot have it. All kinds of numbers are
  /// converted to each other, as by `NSNumber`: `true` becomes 1, and 3 becomes `true`.
  ///
  /// A decimal attribute takes decimals only (OG-904).
  ///
  /// Source: observed (the tests of a library that runs on Apple's framework) for Booleans and
  /// integers; assumed: a fraction is cut off.
  func converted(to type: AttributeType) -> AttributeValue? {
    switch (type, self) {
    case (.integer16, _), (.integer32, _), (.integer64, _):
      switch self {
      case .integer: return self
      case .boolean(let flag): return .integer(flag ? 1 : 0)
      case .double(let number):
        return Int64(exactly: number.rounded(.towardZero)).map { .integer($0) }
      case .decimal(let number):
        return Int64(exactly: NSDecimalNumber(decimal: number).doubleValue.rounded(.towardZero))
          .map { .integer($0) }
      case .string, .date, .binary, .uuid, .uri: return nil
      }
    case (.double, _), (.float, _):
      switch self {
      case .double: return self
      case .integer(let number): return .double(Double(number))
      case .boolean(let flag): return .double(flag ? 1 : 0)
      case .decimal(let number): return .double(NSDecimalNumber(decimal: number).doubleValue)
      case .string, .date, .binary, .uuid, .uri: return nil
      }
    case (.boolean, .boolean), (.string, .string), (.date, .date), (.binary, .binary),
      (.uuid, .uuid), (.uri, .uri), (.decimal, .decimal):
      return self
    case (.boolean, .integer(let number)): return .boolean(number != 0)
    case (.boolean, .double(let number)): return .boolean(number != 0)
    case (.boolean, .decimal(let number)): return .boolean(number != 0)
    default: return nil
    }
  }
}

extension AttributeType {
  /// The name of the class that values of the type have in Core Data, for messages.
  var className: String {
    switch self {
    case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .binary: "NSData"
    case .uuid: "NSUUID"
    case .uri: "NSURL"
    case .composite: "NSDictionary"
    case .undefined, .transformable, .objectID: "NSObject"
    }
  }
}
