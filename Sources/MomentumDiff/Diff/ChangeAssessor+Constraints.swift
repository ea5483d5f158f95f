import MomentumModel

// Rows 23 and 24 of the decision table, and what a constraint makes of defaults that a migration fills in.
//
// A constraint is a unique index, to which no NULL equals another one: documented for SQLite.

extension ChangeAssessor {
  func constraintAdded(_ id: EntityID, _ index: Int) -> Assessment {
    let names = new[id].uniquenessConstraints[index]
    let text = quotedAll(names)
    switch collision(names, of: id) {
    case .none:
      return make(
        .lossless, .uniquenessConstraintWeaker,
        "no stored rows of '\(new[id].name)' can have equal values of \(text)")
    case .allNull(let name):
      return make(
        .lossless, .uniquenessConstraintWeaker,
        "every stored row of '\(new[id].name)' has NULL in the new '\(name)', and no NULL equals "
          + "another one")
    case .filled(let filled):
      let others = names.filter { $0 != filled }
      return make(
        .dependsOnData, .uniquenessConstraintAdded,
        "the migration fails as soon as two rows of '\(new[id].name)' get the default of "
          + "'\(filled)'"
          + (others.isEmpty ? "" : " and have equal values of \(quotedAll(others))"),
        error: .constraintViolation,
        recipe:
          "leave the default of '\(filled)' out and make it optional, or add the constraint in "
          + "a later version, when rows have values of their own")
    case .stored:
      return make(
        .dependsOnData, .uniquenessConstraintAdded,
        "the migration fails as soon as two rows of '\(new[id].name)' have equal values of \(text)",
        error: .constraintViolation,
        recipe: "remove duplicates in a release before this one; momentum migrate STORE --to MODEL "
          + "--preflight lists them")
    }
  }

  func constraintReordered(_ id: EntityID, _ index: Int) -> Assessment {
    make(
      .lossless, .uniquenessConstraintWeaker,
      "the unique index of '\(new[id].name)' is built anew; rows that the old order allowed stay "
        + "allowed")
  }

  func constraintRemoved(_ id: EntityID, _ index: Int) -> Assessment {
    make(
      .lossless, .uniquenessConstraintRemoved,
      "rows of '\(old[id].name)' stay as they are; their unique index is dropped")
  }

  // MARK: - Defaults

  /// The effect of a default that stored rows get where they had no value; `nil` where no constraint
  /// forbids that two rows get it.
  ///
  /// - Parameters:
  ///   - rows: `rows that have NULL in 'Venue.code'`
  ///   - receivers: The new entities of which rows get the default.
  func defaultUnderConstraint(
    _ id: AttributeID, rows: String, among receivers: [EntityID], recipe: String
  ) -> Assessment? {
    guard new[id].defaultValue != nil else { return nil }
    for entity in pair.new.families[id.entity.index] {
      for names in new[entity].uniquenessConstraints where names.contains(new[id].name) {
        guard receivers.contains(where: { pair.new.inherits($0, from: entity) }) else { continue }
        switch collision(names, of: entity) {
        case .none, .allNull: continue
        case .stored, .filled: break
        }
        let others = names.filter { $0 != new[id].name }
        let condition =
          others.isEmpty
          ? "there are two such rows" : "two such rows have equal values of \(quotedAll(others))"
        return make(
          .dependsOnData, .attributeDefaultNotUnique,
          "\(rows) get its default, and the migration fails as soon as \(condition): "
            + "'\(new[entity].name)' has a uniqueness constraint over \(quotedAll(names))",
          error: .constraintViolation, recipe: recipe)
      }
    }
    return nil
  }

  private func quotedAll(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }

  // MARK: - What can collide

  /// Whether two stored rows may have equal values after the migration.
  private enum Collision {
    case none
    /// Not where every row has NULL in this new property.
    case allNull(String)
    /// By the default of this attribute.
    case filled(String)
    /// By values that they have.
    case stored
  }

  private func collision(_ names: [String], of id: EntityID) -> Collision {
    let receivers = pair.receivers(id)
    guard !receivers.isEmpty, !names.isEmpty else { return .none }
    let attributes = new.attributes(of: id).filter { names.contains(new[$0].name) }
    if let empty = attributes.first(where: { isNull($0, in: receivers) }) {
      return .allNull(new[empty].name)
    }
    let links = new.relationships(of: id).filter { names.contains(new[$0].name) }
    if let empty = links.first(where: { pair.sources(of: $0).isEmpty }) {
      return .allNull(new[empty].name)
    }
    let filled = attributes.filter { isFilled($0, in: receivers) }.map { new[$0].name }
    if isImplied(names, by: id, receivers, filled: filled) { return .none }
    return filled.first.map(Collision.filled) ?? .stored
  }

  /// Whether the rows of all of the entities get the attribute, without a value.
  private func isNull(_ id: AttributeID, in receivers: [EntityID]) -> Bool {
    let attribute = new[id]
    guard attribute.isOptional, attribute.defaultValue == nil, attribute.derivation == nil else {
      return false
    }
    if pair.sources(of: id).allSatisfy({ old[$0].isTransient }) { return true }
    let gainers = Set(pair.gainers(of: id))
    return receivers.allSatisfy(gainers.contains)
  }

  /// Whether rows of one of the entities get the attribute's default.
  private func isFilled(_ id: AttributeID, in receivers: [EntityID]) -> Bool {
    let attribute = new[id]
    guard attribute.defaultValue != nil, attribute.derivation == nil else { return false }
    let sources = pair.sources(of: id)
    if sources.contains(where: { old[$0].isTransient || old[$0].isOptional != attribute.isOptional }
    ) {
      return !attribute.isOptional || sources.contains { old[$0].isTransient }
    }
    let gainers = Set(pair.gainers(of: id))
    return receivers.contains(where: gainers.contains)
  }

  /// Whether an old constraint over some of the properties, of all rows together, forbids equal ones already.
  ///
  /// - Parameter filled: Properties of which it allowed any number of NULLs, which are values now.
  private func isImplied(
    _ names: [String], by id: EntityID, _ receivers: [EntityID], filled: [String]
  ) -> Bool {
    guard let source = pair.source(of: id) else { return false }
    let wanted = Set(names).subtracting(filled)
    return pair.old.lineages[source.index].contains { owner in
      guard !old[owner].uniquenessConstraints.isEmpty,
        receivers.allSatisfy({ receiver in
          pair.source(of: receiver).map { pair.old.inherits($0, from: owner) } ?? false
        })
      else { return false }
      return pair.constraintsInNewNames(source, id, of: owner).contains { constraint in
        !constraint.isEmpty && constraint.allSatisfy(wanted.contains)
      }
    }
  }
}
