import MomentumModel

/// A stored property of a portable value.
struct PortableProperty {
  enum Kind {
    /// A type of Foundation or the standard library.
    case attribute(Identifier)
    case composite(CompositeID)
    case toOne(EntityID)
  }

  var modelName: String
  /// Set by `named`; until then the nearest.
  private(set) var identifier: Identifier
  var kind: Kind
  var isOptional: Bool
  /// The derivation, for an attribute that the store computes.
  var derivation: String?
  /// What a new value has where the caller says nothing.
  var defaultValue: Expression?

  /// `nil` for a type that no column holds.
  init?(attribute: Attribute) {
    guard let kind = PortableProperty.kind(of: attribute.type) else { return nil }
    self.modelName = attribute.name
    self.identifier = .nearest(to: attribute.name)
    self.kind = kind
    self.isOptional = attribute.isOptional
    self.derivation = attribute.derivation
    let value = attribute.defaultValue.flatMap {
      PortableDefault.expression($0, type: attribute.type, isOptional: attribute.isOptional)
    }
    self.defaultValue = value ?? (attribute.isOptional ? .null : nil)
  }

  init(toOne relationship: Relationship) {
    self.modelName = relationship.name
    self.identifier = .nearest(to: relationship.name)
    self.kind = .toOne(relationship.destination)
    self.isOptional = relationship.isOptional
    self.derivation = nil
    self.defaultValue = relationship.isOptional ? .null : nil
  }

  func named(_ identifier: Identifier) -> PortableProperty {
    var result = self
    result.identifier = identifier
    return result
  }

  /// The Swift type of an attribute's value, `nil` for a type that no column holds.
  static func kind(of type: AttributeType) -> Kind? {
    switch type {
    case .integer16: .attribute("Int16")
    case .integer32: .attribute("Int32")
    case .integer64: .attribute("Int64")
    case .decimal: .attribute("Decimal")
    case .double: .attribute("Double")
    case .float: .attribute("Float")
    case .string: .attribute("String")
    case .boolean: .attribute("Bool")
    case .date: .attribute("Date")
    case .binary, .transformable: .attribute("Data")
    case .uuid: .attribute("UUID")
    case .uri: .attribute("URL")
    case .composite(let id): .composite(id)
    case .undefined, .objectID: nil
    }
  }
}
