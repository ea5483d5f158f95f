import MomentumModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Decides how attributes are declared.

extension SwiftDataPlan {
  /// The property for an attribute of an entity; `nil` for an attribute that SwiftData cannot have.
  mutating func property(_ attribute: Attribute, at id: AttributeID) -> Property? {
    let place = SwiftDataPlace.attribute(id)
    reportValues(of: attribute, at: place)
    guard let type = names.type(of: attribute) else {
      report(
        attribute.isTransient ? .transientProperty : .undefinedType, place, attribute.type.xmlName)
      return nil
    }
    if attribute.derivation != nil, !attribute.isTransient {
      report(.derivedAttribute, place, attribute.derivation)
    }
    let name = name(attribute.name, of: id.entity, at: place)
    let value = defaultValue(of: attribute, at: place)
    return Property(
      modelName: attribute.name, name: name, type: attribute.isOptional ? .optional(type) : type,
      macros: macros(of: attribute, named: name, at: id), defaultValue: value,
      argument: value ?? (attribute.isOptional ? .null : nil))
  }

  /// The Swift name of a property. Reports a name that differs from the model's, because SwiftData
  /// hashes the name.
  mutating func name(
    _ name: String, of id: EntityID, at place: SwiftDataPlace
  ) -> Identifier {
    let identifier = names[id, name]
    if identifier.text != name { report(.propertyName, place, identifier.text) }
    if SwiftDataNames.memberNames.contains(identifier.text) { report(.reservedName, place) }
    return identifier
  }

  // MARK: - Options

  /// The annotation of an attribute: `@Attribute(.unique, originalName: "title")`. Empty if the
  /// attribute needs none.
  private mutating func macros(
    of attribute: Attribute, named name: Identifier, at id: AttributeID
  ) -> [MacroUse] {
    var arguments = options(of: attribute, at: id).map { Expression.Argument(nil, $0) }
    arguments += SwiftDataPlan.renaming(
      attribute.name, as: name, from: attribute.renamingIdentifier)
    if let modifier = attribute.versionHashModifier {
      arguments.append(.init("hashModifier", .string(modifier)))
    }
    return arguments.isEmpty ? [] : [MacroUse(names.macro("Attribute"), arguments)]
  }

  private mutating func options(of attribute: Attribute, at id: AttributeID) -> [Expression] {
    var options: [Expression] = []
    if attribute.isTransient {
      options.append(.implicitMember("ephemeral"))
    } else if isUniqueAlone(attribute.name, in: id.entity) {
      options.append(.implicitMember("unique"))
    }
    if attribute.type == .transformable {
      options.append(transformable(attribute, at: .attribute(id)))
    }
    if attribute.allowsExternalStorage { options.append(.implicitMember("externalStorage")) }
    let isTombstone = HistoryTombstones.names(of: model[id.entity]).contains(attribute.name)
    if attribute.preservesValueInHistoryOnDeletion || isTombstone {
      options.append(.implicitMember("preserveValueOnDeletion"))
    }
    if attribute.isIndexedBySpotlight { options.append(.implicitMember("spotlight")) }
    if attribute.allowsCloudEncryption { options.append(.implicitMember("allowsCloudEncryption")) }
    return options
  }

  /// The option for a transformable attribute: `.transformable(by: ColorTransformer.self)`.
  ///
  /// Foundation registers its transformers by short names that are not those of their classes. If
  /// the model names no transformer, the one that Core Data then uses is written.
  private mutating func transformable(
    _ attribute: Attribute, at place: SwiftDataPlace
  ) -> Expression {
    if names.valueClass(of: attribute) == nil {
      report(.valueClass, place, attribute.valueClass)
    }
    let name = attribute.valueTransformerName ?? ""
    if name.isEmpty { report(.plainTransformer, place) }
    let value: Expression
    if SwiftDataPlan.secureTransformers.contains(name) {
      value = .member(.type(.named("NSSecureUnarchiveFromDataTransformer")), "self")
    } else if let type = SwiftTypeName.parse(name), SwiftTypeName.isOne(name),
      !SwiftDataPlan.foundationTransformers.contains(name), !PortablePlan.typeNames.contains(name)
    {
      report(.transformerClass, place, name)
      value = .member(.type(type), "self")
    } else {
      value = .string(name)
    }
    return .call(.implicitMember("transformable"), [.init("by", value)])
  }

  private static let secureTransformers: Set<String> = [
    "", "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer",
    "NSSecureUnarchiveFromDataTransformerName",
  ]

  /// Names of transformers of Foundation that have no public class.
  private static let foundationTransformers: Set<String> = [
    "NSIsNil", "NSIsNotNil", "NSKeyedUnarchiveFromData", "NSNegateBoolean", "NSUnarchiveFromData",
    "NSKeyedUnarchiveFromDataTransformerName", "NSUnarchiveFromDataTransformerName",
  ]

  /// The argument `originalName: "title"`, for a property that had another name, or that has
  /// another name in Swift than in the model. Empty for any other property.
  static func renaming(
    _ name: String, as identifier: Identifier, from former: String?
  ) -> [Expression.Argument] {
    let original = former ?? (identifier.text == name ? nil : name)
    guard let original, original != identifier.text else { return [] }
    return [.init("originalName", .string(original))]
  }

  // MARK: - Values

  mutating func defaultValue(of attribute: Attribute, at place: SwiftDataPlace) -> Expression? {
    guard let value = attribute.defaultValue else { return nil }
    let isOptional = attribute.isOptional
    let type = attribute.type
    if let expression = PortableDefault.expression(value, type: type, isOptional: isOptional) {
      return names.qualified(expression)
    }
    report(.defaultValue, place)
    return nil
  }

  /// Reports the settings of an attribute that a Swift property cannot have: rules of validation
  /// and user info.
  mutating func reportValues(of attribute: Attribute, at place: SwiftDataPlace) {
    if let rules = SwiftDataPlan.rules(of: attribute) { report(.validation, place, rules) }
    let info = attribute.userInfo.filter {
      $0.key != AttributeValueType.typeKey && $0.key != AttributeValueType.casesKey
    }
    if info.count < attribute.userInfo.count {
      let type = attribute.userInfo.last { $0.key == AttributeValueType.typeKey }
      report(.valueType, place, type?.value)
    }
    if !info.isEmpty { report(.userInfo, place, SwiftDataPlan.keys(of: info)) }
    if attribute.isStoredInExternalRecord { report(.externalRecord, place) }
    if !attribute.isSyncable { report(.cloudKit, place) }
  }

  /// The rules of validation as text for a finding: `at least 1, at most 5, matches [a-z]+`.
  private static func rules(of attribute: Attribute) -> String? {
    let rules = [
      attribute.minimum.map { "at least \($0.text)" },
      attribute.maximum.map { "at most \($0.text)" },
      attribute.regularExpression.map { "matches \($0)" },
    ].compactMap { $0 }
    return rules.isEmpty ? nil : rules.joined(separator: ", ")
  }

  static func keys(of info: [UserInfoEntry]) -> String {
    info.map(\.key).joined(separator: ", ")
  }
}

extension AttributeValue {
  fileprivate var text: String {
    switch self {
    case .integer(let number): "\(number)"
    case .double(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .string(let text), .uri(let text): text
    case .boolean(let flag): "\(flag)"
    case .date(let seconds): "\(seconds) seconds since 2001"
    case .binary(let bytes): "\(bytes.count) bytes"
    case .uuid(let uuid): uuid.uuidString
    }
  }
}
