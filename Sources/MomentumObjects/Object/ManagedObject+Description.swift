import Foundation
import MomentumModel

extension ManagedObject: CustomStringConvertible {
  /// The entity, the identity and the values in memory, in the form of Core Data. Reads nothing
  /// from the store.
  ///
  ///     <Person: 0x600…> (entity: Person; id: 0x600… <x-coredata://…/Person/p1>; data: {
  ///         name = Ann;
  ///         people = "<relationship fault: 0x… 'people'>";
  ///     })
  ///
  /// Source: observed in logs of several apps.
  public final var description: String {
    let head =
      "<\(type(of: self)): \(address)> (entity: \(plan.name); id: \(objectID.address) "
      + "<\(objectID.uri)>; data: "
    guard !isFault else { return head + "<fault>)" }
    let lines = plan.propertyNames.map { name in "    \(name) = \(text(of: name));\n" }
    return head + "{\n\(lines.joined())})"
  }

  /// The address of the object: `0x600001c3e4a0`.
  final var address: String { "0x" + String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16) }

  private func text(of name: String) -> String {
    switch plan.place(of: name) {
    case .attribute(let index)?: return ((try? attribute(index)) ?? .null).printed
    case .toOne(let index)?:
      return ((try? toOneID(index)) ?? nil).map { "\"\($0.printed)\"" } ?? "nil"
    case .toMany(let index)?:
      guard let members = details?.toManys[index].members else {
        return "\"<relationship fault: \(address) '\(name)'>\""
      }
      guard !members.isEmpty else { return "(\n    )" }
      let lines = members.map { "        \"\($0.objectID.printed)\"" }
      return "(\n" + lines.joined(separator: ",\n") + "\n    )"
    case .fetchedProperty?: return "\"<fetched property fault: \(address) '\(name)'>\""
    case nil: return "nil"
    }
  }
}

extension ObjectID {
  /// A number in the place of an address, which an identity does not have; equal identities have
  /// equal numbers.
  fileprivate var address: String { "0x" + String(UInt(bitPattern: hashValue), radix: 16) }

  /// The identity as Core Data prints it: `0x… <x-coredata://…/Person/p1>`.
  fileprivate var printed: String { "\(address) <\(uri)>" }
}

extension PropertyValue {
  /// The value as a property list prints it: a text is without quotes if it is one word.
  var printed: String {
    switch self {
    case .null: "nil"
    case .attribute(let value): value.printed
    case .composite(let values):
      "{\n"
        + values.sorted { $0.key < $1.key }.map { "    \($0.key) = \($0.value.printed);\n" }
        .joined() + "}"
    case .transformed: "(transformed value)"
    case .object(let object): object.description
    case .objects(let objects), .orderedObjects(let objects):
      "(\n" + objects.map { "    \"\($0.objectID.printed)\"" }.joined(separator: ",\n") + "\n)"
    }
  }

  /// The name of the value's class in Core Data, for messages.
  var className: String {
    switch self {
    case .null: "NSNull"
    case .attribute(let value): value.className
    case .composite: "NSDictionary"
    case .transformed(let value): "\(type(of: value.value))"
    case .object(let object): object.plan.name
    case .objects: "NSSet"
    case .orderedObjects: "NSOrderedSet"
    }
  }
}

extension AttributeValue {
  fileprivate var printed: String {
    switch self {
    case .string(let text), .uri(let text):
      text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } && !text.isEmpty
        ? text : "\"\(text)\""
    case .date(let seconds):
      "\"\(Date(timeIntervalSinceReferenceDate: seconds))\""
    case .binary(let bytes):
      "{length = \(bytes.count), bytes = 0x"
        + bytes.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        + (bytes.count > 8 ? "…}" : "}")
    case .uuid(let uuid): "\"\(uuid.uuidString)\""
    case .integer, .double, .decimal, .boolean: text
    }
  }

  fileprivate var className: String {
    switch self {
    case .integer, .double, .boolean: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .binary: "NSData"
    case .uuid: "NSUUID"
    case .uri: "NSURL"
    }
  }
}
