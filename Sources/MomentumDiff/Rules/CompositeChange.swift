import MomentumDiagnostics
import MomentumModel

extension MigrationRule {
  package static let compositeAdded = MigrationRule(
    "migration.composite-added", number: 46, [.lossless],
    "A composite attribute was added.",
    """
    existing rows get a column for each element, with the element's default or NULL. Nothing has \
    to be done.
    """,
    .assumed)

  package static let compositeAddedRequired = MigrationRule(
    "migration.composite-added-required", number: 46, [.dependsOnData],
    "A composite attribute with a required element was added.",
    """
    the migration fails with error 134110 as soon as a store has one row of the entity. Give \
    the element a default, or make it optional.
    """,
    .postedErrors)

  package static let compositeChanged = MigrationRule(
    "migration.composite-changed", number: 46, [.lossless],
    "An element of a composite was added or changed.",
    """
    stored values of the other elements stay. Nothing has to be done.
    """,
    .assumed)

  package static let compositeMemberAddedRequired = MigrationRule(
    "migration.composite-member-added-required", number: 46, [.dependsOnData],
    "A required element without a default was added to a composite.",
    """
    the migration fails with error 134110 as soon as a store has one row with the composite. \
    Give the element a default, or make it optional.
    """,
    .postedErrors)

  package static let compositeMemberRemoved = MigrationRule(
    "migration.composite-member-removed", number: 46, [.dropsData, .lossless],
    "An element of a composite was removed.",
    """
    its values are dropped in all rows. If it has a new name, put the old one as renaming \
    identifier on the new element; otherwise accept the loss by an entry under 'acknowledged' in \
    .momentum.json, which '--baseline' writes.
    """,
    .assumed)

  /// Rules for composites, which are stored as the columns of their innermost elements.
  static let composites: [MigrationRule] = [
    .compositeAdded, .compositeAddedRequired, .compositeChanged, .compositeMemberAddedRequired,
    .compositeMemberRemoved,
  ]
}

/// Assesses a change of a composite, or of an attribute of composite type, for the columns of its
/// innermost elements.
struct CompositeChange {
  let pair: ModelPair

  private var old: ObjectModel { pair.old.model }
  private var new: ObjectModel { pair.new.model }

  /// The effect for a composite attribute that stored rows gain.
  func added(_ id: AttributeID) -> Assessment {
    let attribute = new[id]
    let place = "\(new[id.entity].name).\(attribute.name)"
    let entities = pair.destinationsWithRows(below: id.entity)
    let missing = CompositeMember.all(of: attribute, in: new).first { member in
      MissingValueDecision(addedElement: member.attribute, isWholeAdded: true).result == .refused
    }
    if let missing, !entities.isEmpty {
      return Assessment(
        .compositeAddedRequired,
        "the migration fails as soon as a store has one row of \(new.quotedNames(of: entities, "or")): "
          + "element '\(missing.path)' of '\(place)' is required and there is no value to give it",
        error: .missingValues,
        repair:
          "make element '\(missing.path)' of \(attribute.type.text(in: new)) optional, or give "
          + "it a default")
    }
    return Assessment(
      .compositeAdded,
      "existing rows of \(new.quotedNames(of: entities)) get one column for each element of '\(place)', "
        + "with the element's default or NULL")
  }

  /// The effects for an attribute that is a composite in both models.
  func attributeChanged(
    _ source: AttributeID, _ id: AttributeID, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    let before = old[source]
    let after = new[id]
    let rows = pair.entitiesKeeping(source, as: id)
    var result: [Assessment] = []
    if differences.contains(.type) {
      result += elementsChanged(
        CompositeMember.all(of: before, in: old), CompositeMember.all(of: after, in: new),
        place: "\(new[id.entity].name).\(after.name)", rows: rows)
    }
    let joined = RenamingIdentifiers(pair: pair).joinedByName(
      .attribute(source), .attribute(id), rows: rows)
    if let joined { result.append(joined) }
    if differences.contains(.name) {
      result.append(
        Assessment(
          .attributeRenamed,
          "rows keep their values of '\(before.name)' under the name '\(after.name)'"))
    }
    return result
  }

  /// The effects for a changed composite, on all attributes that use it.
  func typeChanged(_ source: CompositeID, _ id: CompositeID) -> [Assessment] {
    let users = new.entityIDs.filter { entity in
      new[entity].attributes.contains { !$0.isTransient && uses($0.type, id, in: new, depth: 0) }
        && pair.source(of: entity) != nil
    }
    // An abstract entity that uses the composite has no rows, but its hash changes, so the effect
    // is at least lossless.
    guard !users.isEmpty else { return [] }
    let rows = users.flatMap { pair.destinationsWithRows(below: $0) }
    return elementsChanged(
      CompositeMember.all(of: source, in: old), CompositeMember.all(of: id, in: new),
      place: new[id].name, rows: rows.compactMap { pair.source(of: $0) })
  }

  private func uses(
    _ type: AttributeType, _ id: CompositeID, in model: ObjectModel, depth: Int
  ) -> Bool {
    guard depth < 16, case .composite(let used) = type,
      model.composites.indices.contains(used.index)
    else { return false }
    return used == id
      || model[used].elements.contains { uses($0.type, id, in: model, depth: depth + 1) }
  }

  // MARK: - Elements

  /// - Parameter rows: The old entities whose rows store the composite.
  private func elementsChanged(
    _ before: [CompositeMember], _ after: [CompositeMember], place: String, rows: [EntityID]
  ) -> [Assessment] {
    let pairs = ModelCorrespondence.pairs(before.map(\.label), after.map(\.label))
    let keptOld = Set(pairs.map(\.left))
    let keptNew = Set(pairs.map(\.right))
    var result: [Assessment] = []
    for index in before.indices where !keptOld.contains(index) {
      result.append(
        Assessment(
          .compositeMemberRemoved, as: rows.isEmpty ? .lossless : .dropsData,
          "the values of element '\(before[index].path)' of '\(place)' are dropped in all rows",
          repair: "if it has a new name, add "
            + "\(Repair.renamingIdentifier(before[index].label)) to the element that it became"))
    }
    for index in after.indices where !keptNew.contains(index) {
      result.append(elementAdded(after[index], place: place, rows: rows))
    }
    for (left, right) in pairs {
      result += elementChanged(before[left], after[right], place: place, rows: rows)
    }
    return result
  }

  private func elementAdded(
    _ member: CompositeMember, place: String, rows: [EntityID]
  ) -> Assessment {
    let decision = MissingValueDecision(addedElement: member.attribute, isWholeAdded: false)
    guard decision.result == .refused, !rows.isEmpty else {
      return Assessment(
        .compositeChanged,
        "existing rows get \(member.attribute.defaultValue?.text ?? "NULL") in the new element "
          + "'\(member.path)' of '\(place)'")
    }
    return Assessment(
      decision.rule,
      "the migration fails as soon as a store has one row with '\(place)': its element "
        + "'\(member.path)' is required and there is no value to give it",
      error: .missingValues,
      repair: Repair.valueForRequired(member.attribute, place: "\(place).\(member.path)"))
  }

  private func elementJoinedByName(
    _ before: CompositeMember, _ after: CompositeMember, place: String, rows: [EntityID]
  ) -> Assessment? {
    guard before.identifier != after.identifier, rows.contains(where: { !pair.isHashEqual($0) })
    else { return nil }
    return Assessment(
      .renamingIdentifierMismatch,
      "whether the values of element '\(place)' stay has not been shown: its renaming identifier was "
        + "'\(before.identifier)' and is '\(after.identifier)' (the name, where none is written)",
      repair: "write the old renaming identifier on the element and the composites around it")
  }

  private func elementChanged(
    _ before: CompositeMember, _ after: CompositeMember, place: String, rows: [EntityID]
  ) -> [Assessment] {
    let inner = "\(place).\(after.path)"
    var result = [
      AttributeTypeAssessor(old: old, new: new).assess(
        before.attribute.type, after.attribute.type, entity: place, property: after.path),
      AttributeRequirement(old: old).assess(
        before.attribute, after.attribute, place: inner, rows: rows),
      elementJoinedByName(before, after, place: inner, rows: rows),
    ].compactMap { $0 }
    let differs =
      before.path != after.path
      || before.attribute.versionHashModifier != after.attribute.versionHashModifier
      || before.attribute.allowsExternalStorage != after.attribute.allowsExternalStorage
      || before.attribute.derivation != after.attribute.derivation
      || before.attribute.preservesValueInHistoryOnDeletion
        != after.attribute.preservesValueInHistoryOnDeletion
    if differs {
      result.append(
        Assessment(.compositeChanged, "rows keep their values of element '\(inner)'"))
    }
    return result
  }
}
