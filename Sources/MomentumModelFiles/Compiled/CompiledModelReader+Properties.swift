import MomentumDiagnostics
import MomentumModel
import MomentumPropertyList

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CompiledModelReading {
  mutating func add(_ object: Object, named name: String, to entity: inout Entity) {
    switch object.className {
    case "NSAttributeDescription", "NSDerivedAttributeDescription",
      "NSCompositeAttributeDescription":
      entity.attributes.append(attribute(object, named: name, of: entity.name, depth: 0))
    case "NSRelationshipDescription":
      if let relationship = relationship(object, named: name, of: entity.name) {
        entity.relationships.append(relationship)
      }
    case "NSFetchedPropertyDescription":
      entity.fetchedProperties.append(
        FetchedProperty(
          name: name, isOptional: archive.flag(object.members["NSIsOptional"]),
          request: fetchRequest(
            object.members["NSFetchRequest"], named: "fetchedPropertyFetchRequest"),
          userInfo: userInfo(of: object)))
    case let kind:
      report(.lostProperty("property '\(name)' of entity '\(entity.name)'", kind: kind))
    }
  }

  // MARK: - Attributes

  /// The bits of an attribute's `NSFlagsKey` (observed: with them, computed hashes equal those of
  /// stores).
  private enum Flag {
    static let externalStorage: Int64 = 4
    static let preservesValueInHistory: Int64 = 16
  }

  private mutating func attribute(
    _ object: Object, named name: String, of entity: String, depth: Int
  ) -> Attribute {
    let owner = "attribute '\(name)' of entity '\(entity)'"
    let number = archive.integer(object.members["NSAttributeType"]) ?? 0
    var type = AttributeType(number: number) ?? .undefined
    if object.className == "NSCompositeAttributeDescription" {
      type = composite(object, named: name, of: entity, depth: depth)
    }
    let flags = archive.integer(object.members["NSFlagsKey"]) ?? 0
    var attribute = Attribute(
      name: name, type: type, isOptional: archive.flag(object.members["NSIsOptional"]),
      isTransient: archive.flag(object.members["NSIsTransient"]),
      isIndexed: archive.flag(object.members["NSIsIndexed"]),
      defaultValue: value(object.members["NSDefaultValue"], as: type),
      valueTransformerName: text(object.members["NSValueTransformerName"]),
      allowsExternalStorage: flags & Flag.externalStorage != 0,
      preservesValueInHistoryOnDeletion: flags & Flag.preservesValueInHistory != 0,
      renamingIdentifier: renamingIdentifier(of: object, named: name),
      versionHashModifier: text(object.members["NSVersionHashModifier"]),
      userInfo: userInfo(of: object))
    if type == .transformable {
      attribute.valueClassName = text(object.members["NSAttributeValueClassName"])
    }
    if object.className == "NSDerivedAttributeDescription" {
      attribute.derivation = format.expression(object.members["NSDerivationExpression"])
      if attribute.derivation == nil { report(.lostExpression(owner)) }
    }
    for predicate in archive.items(object.members["NSValidationPredicates"]) {
      add(predicate, to: &attribute)
    }
    return attribute
  }

  /// Reads a composite type. The key that holds its elements was never observed, so the first key
  /// that contains `lements` is used.
  private mutating func composite(
    _ object: Object, named name: String, of entity: String, depth: Int
  ) -> AttributeType {
    guard depth < 16,
      let key = object.members.keys.sorted().first(where: { $0.contains("lements") })
    else { return .undefined }
    let elements = archive.items(object.members[key]).compactMap { item in
      budget.take() ? archive.object(item) : nil
    }.map { element in
      attribute(
        element, named: archive.string(element.members["NSPropertyName"]) ?? "", of: entity,
        depth: depth + 1)
    }
    // The compiled model does not have the composite's name, so composites with equal elements
    // become one composite.
    if let equalIndex = composites.firstIndex(where: { $0.elements == elements }) {
      return .composite(CompositeID(equalIndex))
    }
    let base = name.prefix(1).uppercased() + name.dropFirst()
    let isTaken = composites.contains { $0.name == base } || entityIDs[base] != nil
    composites.append(
      CompositeType(name: isTaken ? "\(entity)\(base)" : base, elements: elements))
    return .composite(CompositeID(composites.count - 1))
  }

  private func value(_ value: PropertyList?, as type: AttributeType) -> AttributeValue? {
    switch archive.node(value) {
    case .null: return nil
    case .value(.string(let text)): return self.text(text, as: type)
    case .value(.date(let seconds)): return type == .date ? .date(seconds) : nil
    case .value(.boolean(let flag)): return number(flag ? 1 : 0, flag ? 1 : 0, as: type)
    case .value(.integer(let value)): return number(value, Double(value), as: type)
    case .value(.real(let value)): return number(Int64(exactly: value.rounded()), value, as: type)
    case .value: return nil
    case .object(let object):
      if let text = object.members["NS.string"]?.string { return self.text(text, as: type) }
      if case .real(let seconds)? = object.members["NS.time"], type == .date {
        return .date(seconds)
      }
      if let bytes = object.members["NS.uuidbytes"]?.data, bytes.count == 16, type == .uuid {
        return UUID(uuidString: Self.uuidText(bytes)).map { .uuid($0) }
      }
      if let text = archive.string(object.members["NS.relative"]), type == .uri {
        return .uri(text)
      }
      return decimal(object, as: type)
    }
  }

  private func text(_ text: String, as type: AttributeType) -> AttributeValue? {
    switch type {
    case .string: .string(text)
    case .uri: .uri(text)
    default: nil
    }
  }

  private func number(_ integer: Int64?, _ real: Double, as type: AttributeType) -> AttributeValue?
  {
    guard real.isFinite else { return nil }
    switch type {
    case .integer16, .integer32, .integer64: return integer.map { .integer($0) }
    case .boolean: return .boolean(real != 0)
    case .double, .float: return .double(real)
    case .decimal:
      if let integer, Double(integer) == real { return .decimal(Decimal(integer)) }
      // Make the decimal from the text of the double: a decimal made from the double itself would
      // have the digits of its binary fraction.
      return Decimal(string: "\(real)").flatMap { $0.isFinite ? .decimal($0) : nil }
    case .date: return .date(real)
    case .undefined, .string, .binary, .uuid, .uri, .transformable, .objectID, .composite:
      return nil
    }
  }

  /// Reads an archived `NSDecimalNumber`: little-endian mantissa, exponent, sign. The keys are
  /// those of swift-corelibs-foundation (open source).
  private func decimal(_ object: Object, as type: AttributeType) -> AttributeValue? {
    guard type == .decimal, object.className.hasPrefix("NSDecimalNumber"),
      let mantissa = object.members["NS.mantissa"]?.data, mantissa.count <= 16,
      let exponent = object.members["NS.exponent"]?.integer, (-128...127).contains(exponent)
    else { return nil }
    var value = Decimal(0)
    for byte in mantissa.reversed() { value = value * 256 + Decimal(Int(byte)) }
    let sign: FloatingPointSign = archive.flag(object.members["NS.negative"]) ? .minus : .plus
    return .decimal(Decimal(sign: sign, exponent: Int(exponent), significand: value))
  }

  private static func uuidText(_ bytes: [UInt8]) -> String {
    var result = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { result += "-" }
      let digits = String(byte, radix: 16)
      result += digits.count < 2 ? "0" + digits : digits
    }
    return result
  }

  /// Adds a validation predicate to an attribute. Bounds and regular expressions are compiled to
  /// such predicates: `SELF >= 1`, `length <= 20`, `SELF MATCHES "…"`. The first was observed, the
  /// others are assumed.
  private func add(_ value: PropertyList, to attribute: inout Attribute) {
    guard let predicate = archive.object(value),
      let kind = archive.object(predicate.members["NSPredicateOperator"]),
      let right = archive.object(predicate.members["NSRightExpression"])
    else { return }
    let constant = right.members["NSConstantValue"]
    // The bounds of a string are lengths, so they are integers.
    let bound = self.value(constant, as: attribute.type == .string ? .integer64 : attribute.type)
    switch archive.integer(kind.members["NSOperatorType"]) {
    case 1: attribute.maximum = bound
    case 3: attribute.minimum = bound
    case 6: attribute.regularExpression = archive.string(constant)
    case _: break
    }
  }

  // MARK: - Relationships

  private static let deleteRules: [Int64: Relationship.DeleteRule] = [
    0: .noAction, 1: .nullify, 2: .cascade, 3: .deny,
  ]

  private mutating func relationship(
    _ object: Object, named name: String, of entity: String
  ) -> Relationship? {
    let owner = "relationship '\(name)' of entity '\(entity)'"
    let destinationName =
      archive.object(object.members["NSDestinationEntity"])
      .flatMap { archive.string($0.members["NSEntityName"]) }
      ?? archive.string(object.members["_NSDestinationEntityName"]) ?? ""
    guard let destination = entityIDs[destinationName] else {
      report(.lostEntity(destinationName, of: owner))
      return nil
    }
    let maximum = maximumCount(object.members["NSMaxCount"])
    return Relationship(
      name: name, destination: destination,
      inverse: inverse(object.members["NSInverseRelationship"]), isToMany: maximum != 1,
      isOrdered: archive.flag(object.members["NSIsOrdered"]),
      isOptional: archive.flag(object.members["NSIsOptional"]),
      isTransient: archive.flag(object.members["NSIsTransient"]),
      isIndexed: archive.flag(object.members["NSIsIndexed"]),
      deleteRule: archive.integer(object.members["NSDeleteRule"]).flatMap { Self.deleteRules[$0] }
        ?? .nullify,
      minimumCount: count(object.members["NSMinCount"]), maximumCount: maximum,
      renamingIdentifier: renamingIdentifier(of: object, named: name),
      versionHashModifier: text(object.members["NSVersionHashModifier"]),
      userInfo: userInfo(of: object))
  }

  /// The maximum count of a relationship; -1 means "no limit", as in models that were made in code.
  ///
  /// The number is part of the version hash: 0 in place of -1 would change the hash.
  private func maximumCount(_ value: PropertyList?) -> Int {
    archive.integer(value) == -1 ? -1 : count(value)
  }

  private func inverse(_ value: PropertyList?) -> RelationshipID? {
    guard let inverse = archive.object(value),
      let name = archive.string(inverse.members["NSPropertyName"]),
      let owner = archive.object(inverse.members["NSEntity"])
        .flatMap({ archive.string($0.members["NSEntityName"]) }).flatMap({ entityIDs[$0] })
    else { return nil }
    return relationshipIDs[owner]?[name]
  }
}
