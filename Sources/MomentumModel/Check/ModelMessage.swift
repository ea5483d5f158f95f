public import MomentumDiagnostics

/// What checking a model has to say, sorted by case; several cases tell their id by what they speak of.
public enum ModelMessage: DiagnosticMessage, Hashable {
  /// What has a name that may not stand twice.
  public enum NameKind: String, Sendable, Hashable {
    case composite
    case configuration
    case entity
    case fetchRequest = "fetch request"
    case fetchIndex = "fetch index"
    case property
  }

  /// What refers to an entity.
  public enum EntityRole: String, Sendable, Hashable {
    case destination
    case inverse
    case member
    case parent
    case request
  }

  /// An element that names properties. The element is left out where the model has no property of a name.
  public enum PropertyList: String, Sendable, Hashable {
    case compoundIndex = "compound index"
    case fetchIndex = "fetch index"
    case uniquenessConstraint = "uniqueness constraint"
  }

  /// What could be meant by a name that is not known.
  public struct NameHint: Sendable, Hashable {
    /// The one that was probably meant.
    public var near: String?
    /// All there are, where none is near and they are few.
    public var known: [String]

    public init(near: String? = nil, known: [String] = []) {
      self.near = near
      self.known = known
    }
  }

  /// Which value of an attribute.
  public enum ValueRole: String, Sendable, Hashable {
    case defaultValue = "default"
    case minimum
    case maximum
  }

  case adjustedValue(ValueRole, text: String, type: String, used: String)
  case badCount(attribute: String, value: String)
  case badFlag(attribute: String, value: String, used: Bool)
  case badValue(ValueRole, text: String, type: String)
  case caseDiffers(NameKind, name: String, other: String, owner: String?)
  case compositeCycle(String)
  case compositeLimit(String, depth: Int, leaves: Int)
  case duplicate(NameKind, name: String, owner: String?)
  case ignoredValue(ValueRole, text: String, type: String)
  case incompleteElement(String, attribute: String)
  case inheritanceCycle(String)
  case inheritanceLimit(String, depth: Int)
  case inheritedProperty(String, entity: String, ancestor: String)
  case inverseElsewhere(String, owner: String, destination: String)
  case inverseNotMutual(String, entity: String)
  case minimumAboveMaximum
  case missingAttribute(String, element: String)
  case missingDerivation
  case missingInverse(String, entity: String)
  case moreFindings(Int)
  case undefinedType
  case unknownChoice(attribute: String, value: String, valid: [String], used: String, near: String?)
  case unknownComposite(String, NameHint)
  case unknownEntity(String, role: EntityRole, NameHint)
  case unknownInverse(String, entity: String, NameHint)
  case unknownProperty(String, entity: String, list: PropertyList, NameHint)
  case unknownType(String, near: String?)

  public var id: String {
    switch self {
    case .adjustedValue: "model.adjusted-value"
    case .badCount: "model.bad-count"
    case .badFlag: "model.bad-flag"
    case .badValue: "model.bad-value"
    case .caseDiffers: "model.case-differs"
    case .compositeCycle: "model.composite-cycle"
    case .compositeLimit: "model.composite-limit"
    case .duplicate(let kind, _, _):
      "model.duplicate-\(String(kind.rawValue.map { $0 == " " ? "-" : $0 }))"
    case .ignoredValue: "model.ignored-value"
    case .incompleteElement: "model.incomplete-element"
    case .inheritanceCycle: "model.inheritance-cycle"
    case .inheritanceLimit: "model.inheritance-limit"
    case .inheritedProperty: "model.inherited-property"
    case .inverseElsewhere: "model.inverse-elsewhere"
    case .inverseNotMutual: "model.inverse-not-mutual"
    case .minimumAboveMaximum: "model.minimum-above-maximum"
    case .missingAttribute: "model.missing-attribute"
    case .missingDerivation: "model.missing-derivation"
    case .missingInverse: "model.missing-inverse"
    case .moreFindings: "model.more-findings"
    case .undefinedType: "model.undefined-type"
    case .unknownChoice: "model.unknown-choice"
    case .unknownComposite: "model.unknown-composite"
    case .unknownEntity(_, .inverse, _): "model.unknown-inverse-entity"
    case .unknownEntity(_, .request, _): "model.unknown-request-entity"
    case .unknownEntity(_, let role, _): "model.unknown-\(role.rawValue)"
    case .unknownInverse: "model.unknown-inverse"
    case .unknownProperty: "model.unknown-property"
    case .unknownType: "model.unknown-type"
    }
  }

  public var severity: Severity {
    switch self {
    case .ignoredValue: .info
    case .adjustedValue, .badCount, .badFlag, .badValue, .caseDiffers, .incompleteElement,
      .inverseElsewhere, .inverseNotMutual, .minimumAboveMaximum, .missingDerivation,
      .missingInverse, .moreFindings, .undefinedType, .unknownChoice, .unknownInverse,
      .unknownProperty:
      .warning
    // A warning: the element that is left out changes neither an entity nor its table.
    case .duplicate(let kind, _, _):
      switch kind {
      case .composite, .configuration, .fetchRequest, .fetchIndex: .warning
      case .entity, .property: .error
      }
    case .unknownEntity(_, let role, _):
      switch role {
      case .inverse, .member, .request: .warning
      case .destination, .parent: .error
      }
    case .compositeCycle, .compositeLimit, .inheritanceCycle, .inheritanceLimit,
      .inheritedProperty, .missingAttribute, .unknownComposite, .unknownType:
      .error
    }
  }
}
