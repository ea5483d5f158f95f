import MomentumDiagnostics
import MomentumModel

extension MigrationRule {
  package static let relationshipMadeRequired = MigrationRule(
    "migration.relationship-made-required", number: 30, [.dependsOnData, .lossless],
    "An optional relationship became required.",
    """
    the migration does not check it, and rows without a link then cannot be saved. Leave it \
    optional, or set the relationship of such rows in a custom migration stage.
    """,
    .postedErrors)

  package static let relationshipMadeOptional = MigrationRule(
    "migration.relationship-made-optional", number: 10, [.lossless],
    "A required relationship became optional.",
    """
    stored links stay. Nothing has to be done.
    """,
    .lightweightMigration)

  package static let relationshipMadeToMany = MigrationRule(
    "migration.relationship-made-to-many", number: 32, [.lossless],
    "A to-one relationship became to-many.",
    """
    the one link stays. Nothing has to be done.
    """,
    .lightweightMigration)

  package static let relationshipMadeToOne = MigrationRule(
    "migration.relationship-made-to-one", number: 33, [.unproven],
    "A to-many relationship became to-one.",
    """
    only one of several links can stay, and it is not known which. Leave it to-many, or choose the \
    link in a custom migration stage or mapping model.
    """,
    .assumed)

  package static let relationshipMadeOrdered = MigrationRule(
    "migration.relationship-made-ordered", number: 34, [.lossless],
    "A relationship became ordered.",
    """
    all links stay; their first order is undefined. Nothing has to be done, unless code relies on \
    an order: then let the app set it.
    """,
    .lightweightMigration)

  package static let relationshipMadeUnordered = MigrationRule(
    "migration.relationship-made-unordered", number: 34, [.dropsData],
    "An ordered relationship became unordered.",
    """
    all links stay, but their order is lost. Copy the order into an attribute in a custom \
    migration stage if it matters.
    """,
    .migratedStores)

  package static let relationshipCountNarrowed = MigrationRule(
    "migration.relationship-count-narrowed", number: 37, [.dependsOnData],
    "The minimum or maximum count of a relationship became stricter.",
    """
    the migration does not count links, and afterwards rows with too few or too many links cannot \
    be saved. Keep the counts, or correct such rows in a custom migration stage.
    """,
    .assumed)

  package static let relationshipCountWidened = MigrationRule(
    "migration.relationship-count-widened", number: 37, [.lossless],
    "The minimum or maximum count of a relationship allows more.",
    """
    stored links stay. Nothing has to be done.
    """,
    .assumed)

  /// Rules for the number of links of a row, and for their order.
  static let relationshipCounts: [MigrationRule] = [
    .relationshipMadeRequired, .relationshipMadeOptional, .relationshipMadeToMany,
    .relationshipMadeToOne, .relationshipMadeOrdered, .relationshipMadeUnordered,
    .relationshipCountNarrowed, .relationshipCountWidened,
  ]
}

/// Assesses what happens to stored links if a relationship changes its minimum, its maximum, or
/// between to-one and to-many, or between ordered and unordered.
struct RelationshipCounts {
  let pair: ModelPair

  private var old: ObjectModel { pair.old.model }

  static func cardinalityChanged(
    _ before: Relationship, _ after: Relationship, _ place: String
  ) -> Assessment {
    if after.isToMany {
      return Assessment(
        .relationshipMadeToMany,
        "the one link that a row has in '\(place)' becomes the first of many")
    }
    return Assessment(
      .relationshipMadeToOne,
      "of the links that a row has in '\(place)' one can stay, and nothing says which; the others "
        + "are dropped",
      repair: "keep toMany=\"YES\" on relationship '\(place)', or choose the link in a custom "
        + "migration stage or mapping model")
  }

  static func orderChanged(_ after: Relationship, _ place: String) -> Assessment {
    guard after.isToMany else {
      return Assessment(
        .relationshipMadeOrdered, "the one link of '\(place)' has no order to lose")
    }
    if after.isOrdered {
      return Assessment(
        .relationshipMadeOrdered,
        "all links of '\(place)' stay; their first order is undefined")
    }
    return Assessment(
      .relationshipMadeUnordered,
      "all links of '\(place)' stay, their order is dropped",
      repair:
        "keep ordered=\"YES\" on relationship '\(place)', or copy the order into an attribute "
        + "in a custom migration stage")
  }

  func optionalChanged(
    _ source: RelationshipID, _ after: Relationship, _ place: String
  ) -> Assessment {
    let entities = pair.survivingSources(below: source.entity)
    guard after.needsLinks, !entities.isEmpty else {
      return Assessment(
        after.isOptional ? .relationshipMadeOptional : .relationshipMadeRequired, as: .lossless,
        "stored links of '\(place)' stay as they are")
    }
    return Assessment(
      EmptyRelationshipDecision.rule(isAdded: false),
      "the migration succeeds; rows of \(old.quotedNames(of: entities)) without a link in '\(place)' then "
        + "cannot be saved",
      error: after.isToMany ? .lacksMinimumCountOnSave : .missingPropertyOnSave,
      repair:
        "keep optional=\"YES\" on relationship '\(place)', or set it in such rows in a custom "
        + "migration stage")
  }

  static func countChanged(
    _ before: Relationship, _ after: Relationship, _ place: String
  ) -> Assessment? {
    guard before.isToMany || after.isToMany else {
      return Assessment(
        .relationshipCountWidened,
        "stored links of '\(place)' stay: whether a to-one relationship may be empty is for its "
          + "optional to say, not for its counts")
    }
    let most = { (relationship: Relationship) in
      relationship.maximumCount <= 0 ? Int.max : relationship.maximumCount
    }
    // For a to-one relationship, `isOptional` tells whether it may be empty, not the minimum count.
    let least = { (relationship: Relationship) in
      relationship.isToMany ? relationship.minimumCount : relationship.isOptional ? 0 : 1
    }
    let isWider =
      least(after) <= least(before)
      && (most(after) >= most(before) || before.isToMany != after.isToMany)
    if isWider {
      return Assessment(
        .relationshipCountWidened,
        "stored links of '\(place)' stay, and the wider counts allow them all")
    }
    return Assessment(
      .relationshipCountNarrowed,
      "the migration does not count the links of '\(place)'; rows outside the new counts cannot be "
        + "saved afterwards",
      repair: "keep minCount=\"\(before.minimumCount)\" and maxCount=\"\(before.maximumCount)\" on "
        + "relationship '\(place)', or correct such rows in a custom migration stage")
  }
}

extension Relationship {
  /// Whether a row without links cannot be saved.
  var needsLinks: Bool { leastObjects > 0 }
}
