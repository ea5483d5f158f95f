import MomentumDiagnostics

extension ModelCheck {
  mutating func checkRelationship(_ element: SyntaxElement, of id: EntityID) -> Relationship {
    let outer = subject
    subject = ModelSubject("relationship", name(of: element), of: outer)
    defer { subject = outer }
    let destination = required(element, .destinationEntity).flatMap {
      entity($0, as: .destination)
    }
    let isToMany = flag(element, .toMany)
    let rules: [Relationship.DeleteRule] = [.nullify, .cascade, .deny, .noAction]
    let minimumCount = count(element, .minCount) ?? 0
    // Both -1 and 0 mean that there is no limit. The number is kept as the file has it, because it
    // is part of the version hash.
    let maximumCount = element[.maxCount]?.value == "-1" ? -1 : count(element, .maxCount)
    if let maximumCount, maximumCount > 0, minimumCount > maximumCount,
      let place = element[.minCount]
    {
      report(.minimumAboveMaximum, at: place.valueRange)
    }
    return Relationship(
      // The relationship's own entity stands for a missing destination. That was reported as an
      // error, so no model with this relationship is returned.
      name: name(of: element), destination: destination ?? id,
      inverse: inverse(of: element, in: id, destination: destination), isToMany: isToMany,
      isOrdered: flag(element, .ordered), isOptional: flag(element, .optional),
      isTransient: flag(element, .transient), isIndexed: flag(element, .indexed),
      deleteRule: choice(
        element, .deletionRule, among: rules.map { ($0.rawValue, $0) },
        absent: (Relationship.DeleteRule.nullify.rawValue, .nullify)), minimumCount: minimumCount,
      maximumCount: maximumCount,
      renamingIdentifier: renamingIdentifier(of: element),
      versionHashModifier: text(element, .versionHashModifier),
      isSyncable: flag(element, .syncable, absent: true), userInfo: userInfo(of: element),
      unknownForm: text(element, .unknownForm))
  }

  private mutating func inverse(
    of element: SyntaxElement, in id: EntityID, destination: EntityID?
  ) -> RelationshipID? {
    guard let inverseName = element[.inverseName], !inverseName.value.isEmpty else {
      // A missing destination was reported as an error already.
      if destination != nil {
        report(
          .missingInverse(name(of: element), entity: name(of: syntax.entities[id.index].element)),
          at: element[.name]?.valueRange ?? element.nameRange)
      }
      return nil
    }
    var candidate = destination
    if let written = element[.inverseEntity], !written.value.isEmpty {
      candidate = entity(written, as: .inverse)
    }
    guard let candidate else { return nil }
    guard let (owner, property) = property(inverseName.value, of: candidate),
      case .relationship(let index) = property.kind
    else {
      reportUnknownInverse(inverseName, in: candidate)
      return nil
    }
    let inverse = RelationshipID(owner, index)
    checkMutual(element, of: id, inverse, property.range)
    checkDestination(element, inverseName, owner: owner, destination: destination)
    return inverse
  }

  private mutating func reportUnknownInverse(_ name: SyntaxAttribute, in id: EntityID) {
    let hint = hint(name.value) { check in
      check.lineages[id.index].flatMap {
        check.syntax.entities[$0.index].relationships.map { check.name(of: $0) }
      }
    }
    report(
      .unknownInverse(
        name.value, entity: self.name(of: syntax.entities[id.index].element), hint),
      at: name.valueRange, replacing: (name.valueRange, with: hint.near))
  }

  /// Reports an inverse whose own inverse is not this relationship.
  private mutating func checkMutual(
    _ element: SyntaxElement, of id: EntityID, _ inverse: RelationshipID, _ range: SourceRange
  ) {
    let inverseElement = syntax.entities[inverse.entity.index].relationships[inverse.index]
    let back = text(inverseElement, .inverseName)
    let backEntity =
      (text(inverseElement, .inverseEntity) ?? text(inverseElement, .destinationEntity))
      .flatMap { entityIDs[$0] }
    if let back, let backEntity, back == name(of: element),
      property(back, of: backEntity)?.owner == id
    {
      return
    }
    let place = inverseElement[.inverseName]?.valueRange ?? range
    report(
      .inverseNotMutual(
        name(of: inverseElement), entity: name(of: syntax.entities[inverse.entity.index].element)),
      at: element[.inverseName]?.valueRange ?? element.nameRange,
      notes: [
        (
          back.map { "its inverse is '\($0)'" } ?? "'\(name(of: inverseElement))' has no inverse",
          place
        )
      ])
  }

  /// Reports an inverse that does not belong to the destination, an ancestor or a sub-entity of it.
  /// Core Data accepts such models (observed: a test model of MagicalRecord).
  private mutating func checkDestination(
    _ element: SyntaxElement, _ inverseName: SyntaxAttribute, owner: EntityID,
    destination: EntityID?
  ) {
    guard let destination, !lineages[destination.index].contains(owner),
      !lineages[owner.index].contains(destination)
    else { return }
    report(
      .inverseElsewhere(
        inverseName.value, owner: name(of: syntax.entities[owner.index].element),
        destination: name(of: syntax.entities[destination.index].element)),
      at: element[.inverseEntity]?.valueRange ?? inverseName.valueRange)
  }
}
