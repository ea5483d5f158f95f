public import MomentumDiff

/// What rows of a store have to satisfy: the rule that a plan's check is made by.
public enum CheckRule: Sendable, Hashable {
  /// A change of the model.
  case change(MigrationRule)
  /// What a store has and no model says.
  case store(StoreRule)
  /// What a mapping model does to objects.
  case mapping(Mapping)

  public enum Mapping: String, Sendable, Hashable, CaseIterable {
    case constraint = "mapping.constraint"
    case foreignKeys = "mapping.foreign-keys"
    case lostHistory = "mapping.lost-history"
    case lostLinks = "mapping.lost-links"
    case lostRows = "mapping.lost-rows"
    case lostValues = "mapping.lost-values"
    case requiredValue = "mapping.required-value"
    case severalObjects = "mapping.several-objects"
  }

  /// `migration.attribute-added-required`
  public var id: String {
    switch self {
    case .change(let rule): rule.id
    case .store(let rule): rule.id
    case .mapping(let rule): rule.rawValue
    }
  }
}

extension CheckRule: CustomStringConvertible {
  public var description: String { id }
}

extension CheckRule: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(id)
  }
}
