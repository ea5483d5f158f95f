import MomentumModel

/// A type of the standard library or Foundation that holds an attribute's values.
struct PortableType {
  var name: Identifier
  /// The method of `MomentumRuntime.Row` that reads a value of the type.
  var reader: Identifier
  /// The method of `MomentumRuntime.Row` that reads an optional value of the type.
  var readerIfPresent: Identifier
  /// The label of the argument with which a value is appended to a row; `nil` if it has none.
  var encoderLabel: Identifier?

  /// Chooses the type of an attribute. Binary data with 'Allows External Storage' is read by
  /// `externalData`, because its bytes may be in a file beside the store.
  init?(_ attribute: Attribute) {
    self.init(attribute.type)
    if attribute.allowsExternalStorage && name == "Data" {
      (reader, readerIfPresent, encoderLabel) = (
        "externalData", "externalDataIfPresent", "external"
      )
    }
  }

  /// The Swift type for an attribute type; fails for a type that no column holds, such as
  /// undefined, and for composites.
  init?(_ type: AttributeType) {
    switch type {
    case .integer16: self.init("Int16", "int16", "int16IfPresent")
    case .integer32: self.init("Int32", "int32", "int32IfPresent")
    case .integer64: self.init("Int64", "int64", "int64IfPresent")
    case .decimal: self.init("Decimal", "decimal", "decimalIfPresent")
    case .double: self.init("Double", "double", "doubleIfPresent")
    case .float: self.init("Float", "float", "floatIfPresent")
    case .string: self.init("String", "string", "stringIfPresent")
    case .boolean: self.init("Bool", "bool", "boolIfPresent")
    case .date: self.init("Date", "date", "dateIfPresent")
    case .binary, .transformable: self.init("Data", "data", "dataIfPresent")
    case .uuid: self.init("UUID", "uuid", "uuidIfPresent")
    case .uri: self.init("URL", "url", "urlIfPresent")
    case .composite, .undefined, .objectID: return nil
    }
  }

  private init(_ name: Identifier, _ reader: Identifier, _ readerIfPresent: Identifier) {
    (self.name, self.reader, self.readerIfPresent, encoderLabel) = (
      name, reader, readerIfPresent, nil
    )
  }
}

/// A property of a generated struct, or a to-many relationship, which appears only in the struct's
/// `Paths`.
struct PortableProperty {
  enum Kind {
    case attribute(PortableType)
    /// A type that the attribute's user info names.
    case value(AttributeValueType)
    case composite(CompositeID)
    case toOne(EntityID)
    case toMany(EntityID)

    var isToMany: Bool {
      switch self {
      case .toMany: true
      case .attribute, .value, .composite, .toOne: false
      }
    }
  }

  var modelName: String
  /// The name in Swift; before `named(_:)` sets it, only a placeholder.
  private(set) var identifier: Identifier
  var kind: Kind
  var isOptional: Bool
  /// The expression of a derived attribute, whose value the store computes; `nil` for other
  /// properties.
  var derivation: String?
  /// The default value of the parameter in the struct's initialiser; `nil` if there is none.
  var defaultValue: Expression?

  /// Makes the property of an attribute; `nil` for a type that no column holds.
  init?(attribute: Attribute, valueType: AttributeValueType?) {
    if let type = PortableType(attribute) {
      kind = valueType.map { .value($0) } ?? .attribute(type)
    } else if case .composite(let id) = attribute.type {
      kind = .composite(id)
    } else {
      return nil
    }
    self.modelName = attribute.name
    self.identifier = .nearest(to: attribute.name)
    self.isOptional = attribute.isOptional
    self.derivation = attribute.derivation
    self.defaultValue =
      PortableProperty.defaultValue(attribute, valueType) ?? (attribute.isOptional ? .null : nil)
  }

  private static func defaultValue(
    _ attribute: Attribute, _ valueType: AttributeValueType?
  ) -> Expression? {
    guard let value = attribute.defaultValue else { return nil }
    guard let valueType else {
      return PortableDefault.expression(
        value, type: attribute.type, isOptional: attribute.isOptional)
    }
    if let cases = valueType.cases {
      return cases.first { $0.rawValue == value }.map {
        // Write the type's name: for an optional, `.none` alone would mean nil.
        .member(.type(valueType.type), $0.name)
      }
    }
    // `init(rawValue:)` may return nil, so only an optional property can have it as default.
    guard attribute.isOptional else { return nil }
    return PortableDefault.expression(value, type: attribute.type, isOptional: false).map {
      .call(.type(valueType.type), [.init("rawValue", $0)])
    }
  }

  init(_ relationship: Relationship) {
    self.modelName = relationship.name
    self.identifier = .nearest(to: relationship.name)
    self.kind =
      relationship.isToMany
      ? .toMany(relationship.destination) : .toOne(relationship.destination)
    self.isOptional = relationship.isOptional
    self.derivation = nil
    self.defaultValue = relationship.isOptional ? .null : nil
  }

  func named(_ identifier: Identifier) -> PortableProperty {
    var result = self
    result.identifier = identifier
    return result
  }
}
