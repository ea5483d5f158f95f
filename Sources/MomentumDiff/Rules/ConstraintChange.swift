import MomentumDiagnostics
import MomentumModel

extension MigrationRule {
  package static let uniquenessConstraintAdded = MigrationRule(
    "migration.uniqueness-constraint-added", number: 23, [.dependsOnData],
    "A uniqueness constraint was added.",
    """
    the migration fails with a constraint violation (134110 or 134111) as soon as two rows \
    have equal values. Remove duplicates in a release before this one; 'momentum migrate \
    STORE --to MODEL --preflight' lists them.
    """,
    .postedErrors)

  package static let uniquenessConstraintWeaker = MigrationRule(
    "migration.uniqueness-constraint-weaker", number: 23, [.lossless],
    "A uniqueness constraint changed to one that allows more.",
    """
    rows that the old constraint allowed stay allowed. Nothing has to be done.
    """,
    .assumed)

  package static let uniquenessConstraintRemoved = MigrationRule(
    "migration.uniqueness-constraint-removed", number: 24, [.lossless],
    "A uniqueness constraint was removed.",
    """
    rows stay, and the unique index is removed. Nothing has to be done.
    """,
    .assumed)

  package static let attributeDefaultNotUnique = MigrationRule(
    "migration.attribute-default-not-unique", [.dependsOnData],
    "Rows get a default under a uniqueness constraint.",
    """
    under a uniqueness constraint several rows may have NULL, but only one may have the default \
    that replaces it, so the migration fails with error 134110 as soon as two rows get the \
    default. Leave the attribute optional and without a default, give rows values of their own \
    first, or add the constraint in a later version.
    """,
    .documented("SQLite, *CREATE INDEX*: unique indexes"))

  /// Rules for uniqueness constraints.
  static let constraints: [MigrationRule] = [
    .uniquenessConstraintAdded, .uniquenessConstraintWeaker, .uniquenessConstraintRemoved,
    .attributeDefaultNotUnique,
  ]
}

/// Assesses a change of a uniqueness constraint for stored rows.
///
/// A constraint is a unique index, in which no NULL equals another NULL (documented for SQLite).
struct ConstraintChange {
  let pair: ModelPair

  private var old: ObjectModel { pair.old.model }
  private var new: ObjectModel { pair.new.model }

  func added(_ id: EntityID, _ index: Int) -> Assessment {
    let names = new[id].uniquenessConstraints[index]
    let text = names.quotedList
    switch EqualRows(pair: pair).possible(names, of: id) {
    case .none:
      return Assessment(
        .uniquenessConstraintWeaker,
        "no stored rows of '\(new[id].name)' can have equal values of \(text)")
    case .allNull(let name):
      return Assessment(
        .uniquenessConstraintWeaker,
        "every stored row of '\(new[id].name)' has NULL in the new '\(name)', and no NULL equals "
          + "another one")
    case .filled(let filled):
      let others = names.filter { $0 != filled }
      return Assessment(
        .uniquenessConstraintAdded,
        "the migration fails as soon as two rows of '\(new[id].name)' get the default of "
          + "'\(filled)'"
          + (others.isEmpty ? "" : " and have equal values of \(others.quotedList)"),
        error: .constraintViolation,
        repair:
          "leave the default of '\(filled)' out and make it optional, or add the constraint in "
          + "a later version, when rows have values of their own")
    case .stored:
      return Assessment(
        .uniquenessConstraintAdded,
        "the migration fails as soon as two rows of '\(new[id].name)' have equal values of \(text)",
        error: .constraintViolation,
        repair: "remove duplicates in a release before this one; momentum migrate STORE --to MODEL "
          + "--preflight lists them")
    }
  }

  func reordered(_ id: EntityID) -> Assessment {
    Assessment(
      .uniquenessConstraintWeaker,
      "the unique index of '\(new[id].name)' is built anew; rows that the old order allowed stay "
        + "allowed")
  }

  func removed(_ id: EntityID) -> Assessment {
    Assessment(
      .uniquenessConstraintRemoved,
      "rows of '\(old[id].name)' stay as they are; their unique index is dropped")
  }
}

/// Assesses the effect of a default that rows get in an attribute of a uniqueness constraint.
struct DefaultUnderConstraint {
  let pair: ModelPair

  /// `nil` unless a constraint forbids that two rows get the default.
  ///
  /// - Parameters:
  ///   - rows: A phrase for the rows: `rows that have NULL in 'Venue.code'`.
  ///   - entities: The new entities whose rows get the default.
  func assess(
    _ id: AttributeID, rows: String, among entities: [EntityID], repair: String
  ) -> Assessment? {
    let new = pair.new.model
    guard new[id].hasDefault else { return nil }
    for entity in pair.new.families[id.entity.index] {
      for names in new[entity].uniquenessConstraints where names.contains(new[id].name) {
        guard entities.contains(where: { pair.new.inherits($0, from: entity) }) else { continue }
        switch EqualRows(pair: pair).possible(names, of: entity) {
        case .none, .allNull: continue
        case .stored, .filled: break
        }
        let others = names.filter { $0 != new[id].name }
        let condition =
          others.isEmpty
          ? "there are two such rows" : "two such rows have equal values of \(others.quotedList)"
        return Assessment(
          .attributeDefaultNotUnique,
          "\(rows) get its default, and the migration fails as soon as \(condition): "
            + "'\(new[entity].name)' has a uniqueness constraint over \(names.quotedList)",
          error: .constraintViolation, repair: repair)
      }
    }
    return nil
  }
}

extension [String] {
  /// The names in quotes: `'name', 'city'`.
  fileprivate var quotedList: String { map { "'\($0)'" }.joined(separator: ", ") }
}
