import MomentumDiagnostics

extension Reviewer {
  mutating func reviewAttribute(_ id: AttributeID) {
    let attribute = model[id]
    let element = syntax.element(of: id)
    reviewName(attribute.name, element)
    if attribute.type == .transformable { reviewTransformer(attribute, element) }
    if let derivation = attribute.derivation { reviewDerivation(derivation, of: id, element) }
    if isOutOfBounds(attribute) {
      report(
        .defaultOutOfBounds(attribute.name),
        at: element?[.defaultValueString]?.valueRange
          ?? element?[.defaultDateTimeInterval]?.valueRange ?? nameRange(of: element))
    }
    guard !attribute.isTransient, attribute.derivation == nil, attribute.defaultValue == nil else {
      return
    }
    if attribute.isOptional, attribute.usesScalarType, let scalar = scalarName(attribute.type) {
      report(.optionalScalar(attribute.name, type: scalar), at: nameRange(of: element))
    }
  }

  /// Reports required attributes without a default, all of an entity in one finding: most models
  /// have many.
  mutating func reviewDefaults(of id: EntityID) {
    let missing = model[id].attributes.indices.map { AttributeID(id, $0) }.filter {
      let attribute = model[$0]
      return !attribute.isOptional && !attribute.isTransient && attribute.derivation == nil
        && attribute.defaultValue == nil && canHaveDefault(attribute.type)
    }
    guard let first = missing.first else { return }
    report(
      .noDefault(missing.map { model[$0].name }, entity: model[id].name),
      at: nameRange(of: syntax.element(of: first)))
  }

  /// The Swift type of a scalar property, which cannot be nil; `nil` for types without a scalar. A
  /// date with a scalar type is a `TimeInterval`, and its 0 is read as the reference date.
  private func scalarName(_ type: AttributeType) -> String? {
    switch type {
    case .integer16: "Int16"
    case .integer32: "Int32"
    case .integer64: "Int64"
    case .double: "Double"
    case .float: "Float"
    case .boolean: "Bool"
    case .date: "TimeInterval"
    case .undefined, .decimal, .string, .binary, .uuid, .uri, .transformable, .objectID,
      .composite:
      nil
    }
  }

  /// Whether Xcode's editor has a field for the default of such an attribute.
  private func canHaveDefault(_ type: AttributeType) -> Bool {
    switch type {
    case .integer16, .integer32, .integer64, .double, .float, .decimal, .boolean, .date, .string,
      .uri, .uuid:
      true
    case .undefined, .binary, .transformable, .objectID, .composite: false
    }
  }

  /// Transformers that decode any class that an archive names, so that a manipulated store can
  /// create any object. Xcode warns of them from version 12 on.
  private static let insecureTransformers: Set<String> = [
    "NSUnarchiveFromData", "NSKeyedUnarchiveFromData",
    "NSUnarchiveFromDataTransformerName", "NSKeyedUnarchiveFromDataTransformerName",
  ]

  private mutating func reviewTransformer(_ attribute: Attribute, _ element: SyntaxElement?) {
    let name = attribute.valueTransformerName
    // SwiftData itself encodes an attribute without a transformer, such as an array of strings, so
    // only a transformer that the class names is reviewed.
    guard !model.isSwiftData || name != nil else { return }
    guard !attribute.isTransient, name.map(Self.insecureTransformers.contains) ?? true else {
      return
    }
    report(
      .insecureTransformer(attribute.name, transformer: name),
      at: element?[.valueTransformerName]?.valueRange ?? nameRange(of: element),
      fixIt: isDecodedSecurely(attribute.valueClass)
        ? setting(.valueTransformerName, to: "NSSecureUnarchiveFromData", of: element) : nil)
  }

  /// Whether `NSSecureUnarchiveFromDataTransformer` itself decodes the class; other classes need a
  /// subclass of it. Documented: `NSSecureUnarchiveFromDataTransformer.allowedTopLevelClasses`.
  private func isDecodedSecurely(_ className: String?) -> Bool {
    guard let className else { return false }
    // `[String]` and `[String: Int]` are Swift's spellings of an array and a dictionary.
    return className.hasPrefix("[") || Self.secureClasses.contains(className)
  }

  private static let secureClasses: Set<String> = [
    "NSArray", "NSDictionary", "NSSet", "NSString", "NSNumber", "NSDate", "NSData", "NSURL",
    "NSUUID", "NSNull",
  ]

  private func isOutOfBounds(_ attribute: Attribute) -> Bool {
    guard var value = attribute.defaultValue else { return false }
    if case .string(let text) = value { value = .integer(Int64(text.utf16.count)) }
    return attribute.minimum.map { isBelow(value, $0) } ?? false
      || attribute.maximum.map { isBelow($0, value) } ?? false
  }

  private func isBelow(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.double(let left), .double(let right)), (.date(let left), .date(let right)): left < right
    case (.decimal(let left), .decimal(let right)): left < right
    default: false
    }
  }

  // MARK: - Derivations

  private mutating func reviewDerivation(
    _ expression: String, of id: AttributeID, _ element: SyntaxElement?
  ) {
    guard let reason = obstacle(to: expression, of: id) else { return }
    report(
      .badDerivation(model[id].name, reason: reason),
      at: element?[.derivationExpression]?.valueRange ?? nameRange(of: element))
  }

  /// The reason why Core Data cannot compute a derivation; `nil` if it can.
  private func obstacle(to expression: String, of id: AttributeID) -> String? {
    if expression == model[id].name { return "it is derived from itself" }
    guard let derivation = Derivation(expression) else {
      return
        "only a key path, '@count', '@sum', 'canonical:()', 'uppercase:()', 'lowercase:()' and 'now()' are supported"
    }
    let type = model[id].type
    switch derivation {
    // A derived attribute with a number type gets the seconds since the reference date.
    case .now: return type == .date || type.isNumber ? nil : "'now()' is a date"
    case .aggregate(.count, let path):
      return obstacle(toToMany: path, from: id.entity)
        ?? (type.isNumber ? nil : "'@count' is a number")
    case .aggregate(.sum, let path):
      guard path.count > 1 else { return "'@sum' needs an attribute behind the relationship" }
      return obstacle(toToMany: Array(path.dropLast()), from: id.entity)
        ?? obstacle(toAttribute: path, from: id.entity, throughToMany: true) {
          $0.isNumber ? nil : "it is no number"
        }
        ?? (type.isNumber ? nil : "'@sum' is a number")
    case .text(_, let path):
      return obstacle(toAttribute: path, from: id.entity) {
        $0 == .string ? nil : "it is no string"
      } ?? (type == .string ? nil : "the result is a string")
    case .keyPath(let path):
      return obstacle(toAttribute: path, from: id.entity) {
        $0 == type ? nil : "it is of type '\($0.xmlName)', not '\(type.xmlName)'"
      }
    }
  }

  /// The reason why a derivation cannot read the attribute at the end of a path; `nil` if it can.
  private func obstacle(
    toAttribute path: [String], from entity: EntityID, throughToMany: Bool = false,
    _ check: (AttributeType) -> String?
  ) -> String? {
    var entity = entity
    for (index, key) in path.enumerated() {
      let isLast = index == path.count - 1
      switch model.property(named: key, in: entity) {
      case .relationship(let id):
        if isLast { return "'\(key)' is a relationship" }
        if model[id].isToMany, !throughToMany {
          return "relationship '\(key)' leads to many objects"
        }
        entity = model[id].destination
      case .attribute(let id):
        if !isLast {
          if case .composite = model[id].type { return nil }
          return "'\(key)' is an attribute, which has no '\(path[index + 1])'"
        }
        if model[id].isTransient { return "'\(key)' is transient" }
        return check(model[id].type).map { "'\(key)': \($0)" }
      case .fetchedProperty: return "'\(key)' is a fetched property"
      case nil: return "no property '\(key)' in entity '\(model[entity].name)'"
      }
    }
    return nil
  }

  /// The reason why a path is not a chain of to-one relationships that ends with a to-many one;
  /// `nil` if it is.
  private func obstacle(toToMany path: [String], from entity: EntityID) -> String? {
    var entity = entity
    for (index, key) in path.enumerated() {
      guard case .relationship(let id) = model.property(named: key, in: entity) else {
        return "no relationship '\(key)' in entity '\(model[entity].name)'"
      }
      let isLast = index == path.count - 1
      if isLast != model[id].isToMany {
        return "relationship '\(key)' leads to \(isLast ? "one object" : "many objects")"
      }
      entity = model[id].destination
    }
    return nil
  }
}

extension AttributeType {
  var isNumber: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float: true
    case .undefined, .string, .boolean, .date, .binary, .uuid, .uri, .transformable, .objectID,
      .composite:
      false
    }
  }
}
