package import MomentumModel
import MomentumVersionHash

// Compares two matching properties, field by field in the order of `Differences`.

extension ChangeFinder {
  func attributeFacts(_ source: AttributeID, _ id: AttributeID) -> DifferenceList {
    let before = old[source]
    let after = new[id]
    let isKept = HistoryTombstones.names(of: old[source.entity]).contains(before.name)
    let isKeptNow = HistoryTombstones.names(of: new[id.entity]).contains(after.name)
    var facts = DifferenceList()
    let isComposite = before.type.isComposite || after.type.isComposite
    if before == after, isKept == isKeptNow, !isComposite { return facts }
    facts.compare(before, old, after, new)
    facts.compare(
      .preservedAfterDeletion, "preserve after deletion",
      before.preservesValueInHistoryOnDeletion || isKept,
      after.preservesValueInHistoryOnDeletion || isKeptNow)
    return facts
  }

  func relationshipFacts(_ source: RelationshipID, _ id: RelationshipID) -> DifferenceList {
    let before = old[source]
    let after = new[id]
    var facts = DifferenceList()
    facts.compare(.name, "name", before.name, after.name)
    facts.compareTexts(
      .renamingIdentifier, "renaming identifier", before.renamingIdentifier,
      after.renamingIdentifier)
    facts.compareTexts(
      .versionHashModifier, "hash modifier", before.versionHashModifier,
      after.versionHashModifier)
    facts.compare(.optional, "optional", before.isOptional, after.isOptional)
    facts.compare(.transient, "transient", before.isTransient, after.isTransient)
    facts.compare(before.userInfo, after.userInfo)
    facts.compare(.indexed, "indexed", before.isIndexed, after.isIndexed)
    facts.compare(.syncable, "syncable", before.isSyncable, after.isSyncable)
    if !pair.isSame(before.destination, after.destination) {
      facts.add(
        .destination, "destination", from: old[before.destination].name,
        to: new[after.destination].name)
    }
    compareInverses(before.inverse, after.inverse, &facts)
    facts.compare(
      .cardinality, "type", before.isToMany ? "to many" : "to one",
      after.isToMany ? "to many" : "to one")
    facts.compare(.ordered, "ordered", before.isOrdered, after.isOrdered)
    facts.compare(.count, "minimum count", "\(before.minimumCount)", "\(after.minimumCount)")
    // A change between to-one and to-many always changes the maximum, so do not report it twice.
    if before.isToMany == after.isToMany || before.maximumCount == after.maximumCount {
      facts.compare(.count, "maximum count", "\(before.maximumCount)", "\(after.maximumCount)")
    }
    facts.compare(
      .deleteRule, "delete rule", before.deleteRule.rawValue, after.deleteRule.rawValue)
    return facts
  }

  /// Compares the inverses. A renamed inverse is a difference too, because its name is part of the
  /// hash.
  private func compareInverses(
    _ before: RelationshipID?, _ after: RelationshipID?, _ facts: inout DifferenceList
  ) {
    let left = before.map { old[$0].name }
    let right = after.map { new[$0].name }
    if let before, let after {
      guard left != right || !pair.destinations(of: before).contains(after) else { return }
    } else if before == nil, after == nil {
      return
    }
    // Both inverses have the same name, so show their entities.
    let isAmbiguous = left == right
    facts.add(
      .inverse, "inverse",
      from: before.map { isAmbiguous ? "\(old[$0.entity].name).\(old[$0].name)" : old[$0].name },
      to: after.map { isAmbiguous ? "\(new[$0.entity].name).\(new[$0].name)" : new[$0].name })
  }
}

extension AttributeType {
  package var isComposite: Bool {
    if case .composite = self { true } else { false }
  }

  /// The type in the words of Xcode's inspector, with a composite's name.
  func text(in model: ObjectModel) -> String {
    switch self {
    case .composite(let id):
      model.composites.indices.contains(id.index) ? "Composite \(model[id].name)" : xmlName
    case .undefined, .integer16, .integer32, .integer64, .decimal, .double, .float, .string,
      .boolean, .date, .binary, .uuid, .uri, .transformable, .objectID:
      xmlName
    }
  }
}
