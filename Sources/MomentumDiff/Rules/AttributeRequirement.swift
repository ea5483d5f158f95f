package import MomentumModel

extension MigrationRule {
  package static let attributeMadeOptional = MigrationRule(
    "migration.attribute-made-optional", number: 10, [.lossless],
    "A required attribute became optional.",
    """
    stored values stay as they are. Nothing has to be done.
    """,
    .lightweightMigration)

  package static let attributeMadeRequiredWithDefault = MigrationRule(
    "migration.attribute-made-required-default", number: 11, [.lossless],
    "An optional attribute with a default became required.",
    """
    rows that have NULL get the default. Nothing has to be done.
    """,
    .lightweightMigration)

  package static let attributeMadeRequired = MigrationRule(
    "migration.attribute-made-required", number: 12, [.dependsOnData],
    "An optional attribute without a default became required.",
    """
    the migration fails with error 134110 as soon as one row has NULL. Give the attribute a \
    default value, or leave it optional. 'momentum migrate STORE --to MODEL --preflight' \
    counts such rows.
    """,
    .postedErrors)

  /// Rules for whether rows may be without a value of an attribute.
  static let attributeRequirements: [MigrationRule] = [
    .attributeMadeOptional, .attributeMadeRequiredWithDefault, .attributeMadeRequired,
  ]
}

/// What happens to rows without a value of an attribute, and the rule that says so. A diff reports
/// the decision; a migration plan writes the value or searches for such rows.
package struct MissingValueDecision: Sendable, Hashable {
  package enum Result: Sendable, Hashable {
    case null
    /// The default value is written.
    case value(AttributeValue)
    /// The default value is written, but Swift source computes it, so it is not known here.
    case computedDefault
    /// The migration fails: the attribute is required and has no default.
    case refused
  }

  package let rule: MigrationRule
  package let result: Result

  /// The decision for an attribute that the rows did not have.
  package init(added attribute: Attribute) {
    if let value = attribute.defaultValue {
      rule = attribute.isOptional ? .attributeAddedWithDefault : .attributeAddedRequiredWithDefault
      result = .value(value)
    } else if attribute.hasComputedDefault {
      rule = attribute.isOptional ? .attributeAddedWithDefault : .attributeAddedRequiredWithDefault
      result = .computedDefault
    } else if attribute.isOptional || attribute.derivation != nil {
      rule = .attributeAdded
      result = .null
    } else {
      rule = .attributeAddedRequired
      result = .refused
    }
  }

  /// The decision for an element that a composite attribute gains.
  ///
  /// - Parameter isWholeAdded: Whether the whole composite attribute is added, not only the
  ///   element.
  package init(addedElement element: Attribute, isWholeAdded: Bool) {
    result = MissingValueDecision(added: element).result
    switch result {
    case .null, .value, .computedDefault: rule = isWholeAdded ? .compositeAdded : .compositeChanged
    case .refused: rule = isWholeAdded ? .compositeAddedRequired : .compositeMemberAddedRequired
    }
  }

  /// The decision for rows with NULL in an attribute that becomes required.
  package init(madeRequired attribute: Attribute) {
    result =
      attribute.defaultValue.map(Result.value)
      ?? (attribute.hasComputedDefault ? .computedDefault : .refused)
    rule = result == .refused ? .attributeMadeRequired : .attributeMadeRequiredWithDefault
  }
}

/// Assesses an attribute that becomes optional or required.
struct AttributeRequirement {
  let old: ObjectModel

  /// - Parameter rows: The old entities whose rows have the attribute and keep it.
  func assess(
    _ before: Attribute, _ after: Attribute, place: String, rows: [EntityID]
  ) -> Assessment? {
    guard before.isOptional != after.isOptional else { return nil }
    if after.isOptional {
      return Assessment(.attributeMadeOptional, "stored values of '\(place)' stay as they are")
    }
    let decision = MissingValueDecision(madeRequired: after)
    if case .value(let value) = decision.result {
      return Assessment(
        decision.rule, "rows that have NULL in '\(place)' get \(value.text), its default")
    }
    if decision.result == .computedDefault {
      return Assessment(
        decision.rule,
        "rows that have NULL in '\(place)' get its default, which the source works out once")
    }
    guard !rows.isEmpty else {
      return Assessment(.attributeMadeRequiredWithDefault, "no stored row has '\(place)'")
    }
    let repairs = [
      Repair.defaultValue(for: after.type).map { "add \($0) to" }, "keep optional=\"YES\" on",
    ].compactMap { $0 }
    return Assessment(
      decision.rule,
      "the migration fails as soon as one row of \(old.quotedNames(of: rows, "or")) has NULL in "
        + "'\(before.name)'",
      error: .missingValues, repair: "\(repairs.joined(separator: ", or ")) attribute '\(place)'")
  }
}
