package import MomentumDiagnostics
package import MomentumDiff

/// What rows of a store have to satisfy: the rule that a plan's check is made by.
package enum CheckRule: Sendable, Hashable {
  /// A change of the model.
  case change(MigrationRule)
  /// What a store has and no model says.
  case store(DiagnosticRule)
  /// What a mapping model does to objects.
  case mapping(DiagnosticRule)

  /// `migration.attribute-added-required`
  package var id: String {
    switch self {
    case .change(let rule): rule.id
    case .store(let rule): rule.id
    case .mapping(let rule): rule.id
    }
  }
}

extension CheckRule: CustomStringConvertible {
  package var description: String { id }
}

extension CheckRule: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(id)
  }
}
