import MomentumModel

// Row 46 of the decision table: a composite is stored as the columns of its innermost elements.

/// An innermost element of a composite, with the names that lead to it.
struct CompositeMember: Sendable {
  /// `city`, `position.latitude`
  var path: String
  /// The same of renaming identifiers.
  var identifier: String
  var attribute: Attribute

  /// The stored elements of a composite, nested ones included, in declared order.
  static func all(of attribute: Attribute, in model: ObjectModel) -> [CompositeMember] {
    guard case .composite(let id) = attribute.type else { return [] }
    return all(of: id, in: model, path: "", identifier: "", depth: 0)
  }

  static func all(of id: CompositeID, in model: ObjectModel) -> [CompositeMember] {
    all(of: id, in: model, path: "", identifier: "", depth: 0)
  }

  private static func all(
    of id: CompositeID, in model: ObjectModel, path: String, identifier: String, depth: Int
  ) -> [CompositeMember] {
    // A checked model has no cycles; a model made by hand may not hang us.
    guard depth < 16, model.composites.indices.contains(id.index) else { return [] }
    return model[id].elements.filter { !$0.isTransient }.flatMap { element -> [CompositeMember] in
      let label = ModelCorrespondence.Label(element.name, element.renamingIdentifier)
      let path = path + label.name
      let identifier = identifier + label.identifier
      guard case .composite(let inner) = element.type else {
        return [CompositeMember(path: path, identifier: identifier, attribute: element)]
      }
      return all(
        of: inner, in: model, path: path + ".", identifier: identifier + ".", depth: depth + 1)
    }
  }

  /// The names of the columns of a composite attribute without their prefix, sorted.
  static func columns(of attribute: Attribute, in model: ObjectModel) -> [String] {
    all(of: attribute, in: model).map { $0.attribute.name.uppercased() }.sorted()
  }

  var isRequiredWithoutDefault: Bool {
    !attribute.isOptional && attribute.defaultValue == nil && attribute.derivation == nil
  }

  var label: ModelCorrespondence.Label { ModelCorrespondence.Label(path, identifier) }
}

extension ChangeAssessor {
  // MARK: - Added and changed

  func compositeAdded(_ id: AttributeID) -> Assessment {
    let attribute = new[id]
    let place = "\(new[id.entity].name).\(attribute.name)"
    let receivers = pair.receivers(id.entity)
    let required = CompositeMember.all(of: attribute, in: new).filter(\.isRequiredWithoutDefault)
    if let member = required.first, !receivers.isEmpty {
      return make(
        .dependsOnData, .compositeAddedRequired,
        "the migration fails as soon as a store has one row of \(anyOf(receivers)): element "
          + "'\(member.path)' of '\(place)' is required and there is no value to give it",
        error: .missingValues,
        recipe:
          "make element '\(member.path)' of \(attribute.type.text(in: new)) optional, or give "
          + "it a default")
    }
    return make(
      .lossless, .compositeAdded,
      "existing rows of \(list(receivers)) get one column for each element of '\(place)', with "
        + "the element's default or NULL")
  }

  /// Two composite attributes.
  func compositeAttributeChanged(
    _ source: AttributeID, _ id: AttributeID, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    let before = old[source]
    let after = new[id]
    let place = "\(new[id.entity].name).\(after.name)"
    var result: [Assessment] = []
    if differences.contains(.type) {
      result += elementsChanged(
        CompositeMember.all(of: before, in: old), CompositeMember.all(of: after, in: new),
        place: place,
        rows: pair.keepers(of: source, as: id))
    }
    if let joined = joinedByName(
      .attribute(source), .attribute(id), rows: pair.keepers(of: source, as: id))
    {
      result.append(joined)
    }
    if differences.contains(.name) {
      result.append(
        make(
          .lossless, .attributeRenamed,
          "rows keep their values of '\(before.name)' under the name '\(after.name)'"))
    }
    return result
  }

  /// A composite type: what its uses have in common.
  func compositeChanged(_ source: CompositeID, _ id: CompositeID) -> [Assessment] {
    let users = new.entityIDs.filter { entity in
      new[entity].attributes.contains { !$0.isTransient && uses($0.type, id, in: new, depth: 0) }
        && pair.source(of: entity) != nil
    }
    // An abstract user has no rows, but its hash counts: what follows is graver than nothing in any case.
    guard !users.isEmpty else { return [] }
    let rows = users.flatMap { pair.receivers($0) }
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

  /// - Parameter rows: The old entities whose rows have the columns.
  private func elementsChanged(
    _ before: [CompositeMember], _ after: [CompositeMember], place: String, rows: [EntityID]
  ) -> [Assessment] {
    let pairs = ModelCorrespondence.pairs(before.map(\.label), after.map(\.label))
    let kept = Set(pairs.map(\.left))
    let known = Set(pairs.map(\.right))
    var result: [Assessment] = []
    for index in before.indices where !kept.contains(index) {
      result.append(
        make(
          rows.isEmpty ? .lossless : .dropsData, .compositeMemberRemoved,
          "the values of element '\(before[index].path)' of '\(place)' are dropped in all rows",
          recipe: "if it has a new name, add "
            + "\(Recipe.renamingIdentifier(before[index].label)) to the element that it became"))
    }
    for index in after.indices where !known.contains(index) {
      result.append(elementAdded(after[index], place: place, rows: rows))
    }
    for (left, right) in pairs {
      result += elementChanged(before[left], after[right], place: place, rows: rows)
    }
    return result
  }

  private func elementAdded(
    _ leaf: CompositeMember, place: String, rows: [EntityID]
  ) -> Assessment {
    guard leaf.isRequiredWithoutDefault, !rows.isEmpty else {
      return make(
        .lossless, .compositeChanged,
        "existing rows get \(leaf.attribute.defaultValue?.text ?? "NULL") in the new element "
          + "'\(leaf.path)' of '\(place)'")
    }
    return make(
      .dependsOnData, .compositeMemberAddedRequired,
      "the migration fails as soon as a store has one row with '\(place)': its element "
        + "'\(leaf.path)' is required and there is no value to give it",
      error: .missingValues, recipe: requiredRecipe(leaf.attribute, place: "\(place).\(leaf.path)"))
  }

  private func elementJoinedByName(
    _ before: CompositeMember, _ after: CompositeMember, place: String, rows: [EntityID]
  ) -> Assessment? {
    guard before.identifier != after.identifier, rows.contains(where: { !pair.isHashEqual($0) })
    else { return nil }
    return make(
      .unproven, .renamingIdentifierMismatch,
      "whether the values of element '\(place)' stay has not been shown: its renaming identifier was "
        + "'\(before.identifier)' and is '\(after.identifier)' (the name, where none is written)",
      recipe: "write the old renaming identifier on the element and the composites around it")
  }

  private func elementChanged(
    _ before: CompositeMember, _ after: CompositeMember, place: String, rows: [EntityID]
  ) -> [Assessment] {
    let inner = "\(place).\(after.path)"
    var result = [
      typeChanged(
        before.attribute.type, after.attribute.type, entity: place, property: after.path),
      optionalChanged(before.attribute, after.attribute, place: inner, rows: rows),
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
        make(.lossless, .compositeChanged, "rows keep their values of element '\(inner)'"))
    }
    return result
  }
}
