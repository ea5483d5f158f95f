package import MomentumDiagnostics

/// A rule of the decision table: what one kind of change means for stored rows.
///
/// Each rule is one value with all its texts, declared in this folder above the code that applies
/// it; ``all`` lists every rule. The article about the decision table is printed from these values.
///
/// ```swift
/// for assessment in diff.changes.flatMap(\.assessments) {
///   print(assessment.rule.id, assessment.effect)
/// }
/// ```
package struct MigrationRule: Sendable {
  /// The id of the rule and of its findings: `migration.attribute-added-required`.
  package let id: String
  /// The number in the decision table. Several rules have the same number if they differ only in
  /// details; `nil` for rules without a number.
  package let number: Int?
  /// The classes that an effect by this rule can have, the usual one first; never empty.
  package let classes: [MigrationClass]
  /// The change, in one sentence.
  let change: String
  /// The condition for the usual class, with the punctuation after it, for example
  /// ` where the limits became stricter:`.
  private let qualifier: String
  /// The effect on the rows, and the repair.
  let effect: String
  let standing: DiagnosticRule.Standing
  /// Whether the effect shows when an app reads or validates values, whether or not a migration
  /// ran.
  package let isReadByCode: Bool
  /// The evidence that Core Data refuses the change; only for rules of the class `notInferrable`.
  private let refusal: DiagnosticRule.Standing?

  init(
    _ id: String, number: Int? = nil, _ classes: [MigrationClass], _ change: String,
    qualified qualifier: String = ":", _ effect: String,
    _ standing: DiagnosticRule.Standing, isReadByCode: Bool = false,
    refused refusal: DiagnosticRule.Standing? = nil
  ) {
    self.id = id
    self.number = number
    self.classes = classes
    self.change = change
    self.qualifier = qualifier
    self.effect = effect
    self.standing = standing
    self.isReadByCode = isReadByCode
    self.refusal = refusal
  }

  /// The rule with an id; `nil` if no rule has it.
  package init?(id: String) {
    guard let rule = MigrationRule.byID[id] else { return nil }
    self = rule
  }

  /// The usual class of an effect by this rule.
  var usualClass: MigrationClass { classes.first ?? .unproven }

  /// The rule as an entry of the catalog of findings.
  package var explanation: DiagnosticRule {
    let level: DiagnosticRule.Level =
      if let refusal {
        .error(.refused(by: .coreData, refusal))
      } else {
        usualClass <= .lossless ? .note : .warning
      }
    return DiagnosticRule(
      id, level, change, "\(usualClass.title)\(qualifier) \(effect)", standing)
  }
}

extension MigrationRule: Hashable {
  package static func == (left: MigrationRule, right: MigrationRule) -> Bool { left.id == right.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension MigrationRule: CustomStringConvertible {
  package var description: String { id }
}

extension MigrationRule {
  /// Every rule, in the order of the files that apply them.
  package static let all: [MigrationRule] =
    attributeAdditions + attributeRemovals + attributeRequirements + attributeTypes
    + attributeDerivations + attributeSettings + composites + constraints + entities + hierarchies
    + relationshipAdditions + relationshipRemovals + relationshipCounts + relationshipInverses
    + relationshipDestinations + relationshipSettings + moves + renames + settings

  private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
}

extension DiagnosticRule.Standing {
  static let lightweightMigration = documented("Apple, *Using Lightweight Migration*")
  static let migratedStores = observed(
    "stores that Core Data migrated in place, framework versions 641 to 1145")
  static let postedErrors = observed("errors that users of Core Data posted")
  static let versionHashes = observed("the version hashes of stores and their models")
}
