import MomentumModel

extension MigrationRule {
  package static let attributeAdded = MigrationRule(
    "migration.attribute-added", number: 1, [.lossless],
    "An optional attribute was added.",
    """
    Core Data infers the migration, adds a column, and existing rows have NULL in it. \
    Nothing has to be done.
    """,
    .migratedStores)

  package static let attributeAddedWithDefault = MigrationRule(
    "migration.attribute-added-default", number: 2, [.lossless],
    "An optional attribute with a default was added.",
    """
    existing rows get the default, not NULL. If existing rows should have no value, leave the \
    default out of the model and set the value of new objects in code.
    """,
    .migratedStores)

  package static let attributeAddedRequiredWithDefault = MigrationRule(
    "migration.attribute-added-required-default", number: 3, [.lossless],
    "A required attribute with a default was added.",
    """
    existing rows get the default. Nothing has to be done.
    """,
    .migratedStores)

  package static let attributeAddedRequired = MigrationRule(
    "migration.attribute-added-required", number: 4, [.dependsOnData],
    "A required attribute without a default was added.",
    """
    the mapping model is inferred, but the migration fails with error 134110 as soon as a \
    store has one row of the entity, since there is no value to give it. Give the attribute \
    a default value, or make it optional.
    """,
    .postedErrors)

  package static let attributeAddedDerived = MigrationRule(
    "migration.attribute-added-derived", number: 5, [.lossless],
    "A derived attribute was added.",
    """
    the column is added and computed for every row from its other values. Nothing has to be done.
    """,
    .lightweightMigration)

  package static let attributeAddedTransient = MigrationRule(
    "migration.attribute-added-transient", number: 6, [.nothing],
    "A transient attribute was added.",
    qualified: " happens to stored rows:",
    """
    a transient attribute has no column and is not in the version hash, so existing stores open as \
    they are. Nothing has to be done.
    """,
    .versionHashes)

  /// Rules for an attribute that stored rows gain.
  static let attributeAdditions: [MigrationRule] = [
    .attributeAdded, .attributeAddedWithDefault, .attributeAddedRequiredWithDefault,
    .attributeAddedRequired, .attributeAddedDerived, .attributeAddedTransient,
  ]
}

/// Assesses an attribute that stored rows gain.
struct AttributeAddition {
  let pair: ModelPair

  private var new: ObjectModel { pair.new.model }

  func assess(_ id: AttributeID) -> Assessment {
    assess(id, to: pair.destinationsWithRows(below: id.entity))
  }

  /// - Parameter entities: The new entities whose stored rows gain the attribute.
  func assess(_ id: AttributeID, to entities: [EntityID]) -> Assessment {
    let attribute = new[id]
    let place = "\(new[id.entity].name).\(attribute.name)"
    if attribute.isTransient {
      return Assessment(
        .attributeAddedTransient, "'\(place)' is transient: stored rows have no column for it")
    }
    if attribute.derivation != nil {
      return Assessment(
        .attributeAddedDerived,
        "every row of '\(new[id.entity].name)' gets '\(attribute.name)', computed from its other "
          + "values")
    }
    if attribute.type.isComposite { return CompositeChange(pair: pair).added(id) }
    if entities.isEmpty {
      return Assessment(
        .attributeAdded,
        "no stored row has '\(attribute.name)': no entity that gets it "
          + "has rows")
    }
    let rows = "existing rows of \(new.quotedNames(of: entities))"
    let collision = DefaultUnderConstraint(pair: pair).assess(
      id, rows: "\(rows) that have no value of '\(attribute.name)' yet", among: entities,
      repair: "leave the default of attribute '\(place)' out and make it optional, or add the "
        + "constraint in a later version, when rows have values of their own")
    return collision ?? value(of: attribute, place: place, in: entities)
  }

  private func value(
    of attribute: Attribute, place: String, in entities: [EntityID]
  ) -> Assessment {
    let rows = "existing rows of \(new.quotedNames(of: entities))"
    let decision = MissingValueDecision(added: attribute)
    switch decision.result {
    case .value(let value):
      return Assessment(
        decision.rule, "\(rows) get \(value.text) in '\(attribute.name)', its default")
    case .computedDefault:
      return Assessment(
        decision.rule,
        "\(rows) get the default of '\(attribute.name)', which the source works out once for all")
    case .null: return Assessment(decision.rule, "\(rows) have NULL in '\(attribute.name)'")
    case .refused:
      return Assessment(
        decision.rule,
        "the migration fails as soon as a store has one row of \(new.quotedNames(of: entities, "or")): "
          + "'\(attribute.name)' is required and there is no value to give it",
        error: .missingValues, repair: Repair.valueForRequired(attribute, place: place))
    }
  }
}
