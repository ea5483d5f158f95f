package import MomentumDiagnostics
package import MomentumDiff

/// The rule that a plan's check tests.
package enum CheckRule: Sendable, Hashable {
  /// A rule about a change of the model.
  case change(MigrationRule)
  /// A rule about tables, columns or rows of a store that its model does not describe.
  case store(DiagnosticRule)
  /// A rule about what a mapping model does to objects.
  case mapping(DiagnosticRule)

  /// The id of the rule in findings: `migration.attribute-added-required`.
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
