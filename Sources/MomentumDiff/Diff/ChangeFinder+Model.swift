import MomentumModel

// Differences of elements that belong to the whole model.

extension ChangeFinder {
  mutating func findModelChanges() {
    var facts = DifferenceList()
    facts.compare(
      .versionIdentifier, "version identifier",
      old.versionIdentifiers.joined(separator: ", "), new.versionIdentifiers.joined(separator: ", ")
    )
    report(.model, .model, .model, facts)
    findCompositeChanges()
    findConfigurationChanges()
    findRequestChanges()
  }

  private mutating func findCompositeChanges() {
    for (left, right) in matches(old.composites.map(\.name), new.composites.map(\.name)) {
      switch (left, right) {
      case (let left?, let right?):
        report(
          .composite, .composite(CompositeID(left)), .composite(CompositeID(right)),
          compositeFacts(old.composites[left].elements, new.composites[right].elements))
      case (let left?, nil): report(.composite, .removed, .composite(CompositeID(left)), nil)
      case (nil, let right?): report(.composite, .added, nil, .composite(CompositeID(right)))
      case (nil, nil): break
      }
    }
  }

  /// One detail for each element of a composite that differs, such as `element 'city'` with
  /// `String, optional`.
  private func compositeFacts(_ before: [Attribute], _ after: [Attribute]) -> DifferenceList {
    var facts = DifferenceList()
    let labels = { (list: [Attribute]) in
      list.map { ModelCorrespondence.Label($0.name, $0.renamingIdentifier) }
    }
    let pairs = ModelCorrespondence.pairs(labels(before), labels(after))
    let sources = Dictionary(pairs.map { ($0.right, $0.left) }) { first, _ in first }
    let kept = Set(pairs.map(\.left))
    var lines: [(old: String?, new: String?)] = []
    for index in after.indices {
      guard let source = sources[index] else {
        lines.append((nil, text(after[index], new)))
        continue
      }
      var inner = DifferenceList()
      inner.compare(before[source], old, after[index], new)
      if !inner.isEmpty { lines.append((text(before[source], old), text(after[index], new))) }
    }
    for index in before.indices where !kept.contains(index) {
      lines.append((text(before[index], old), nil))
    }
    facts.add(.members, "element", lines)
    return facts
  }

  private func text(_ attribute: Attribute, _ model: ObjectModel) -> String {
    let words = [
      attribute.type.text(in: model), attribute.isOptional ? "optional" : "required",
      attribute.isTransient ? "transient" : nil,
      attribute.defaultValue.map { "default \($0.text)" },
    ]
    return "\(attribute.name): \(words.compactMap { $0 }.joined(separator: ", "))"
  }

  private mutating func findConfigurationChanges() {
    let before = old.configurations
    let after = new.configurations
    for (left, right) in matches(before.map(\.name), after.map(\.name)) {
      switch (left, right) {
      case (let left?, let right?):
        var facts = DifferenceList()
        compareMembers(before[left].members, after[right].members, &facts)
        facts.compare(
          .syncable, "used with CloudKit", before[left].usedWithCloudKit,
          after[right].usedWithCloudKit)
        report(.configuration, .configuration(left), .configuration(right), facts)
      case (let left?, nil): report(.configuration, .removed, .configuration(left), nil)
      case (nil, let right?): report(.configuration, .added, nil, .configuration(right))
      case (nil, nil): break
      }
    }
  }

  /// Reports the entities that a configuration gains or loses. An entity that only one of the
  /// models has is reported as added or removed elsewhere.
  private func compareMembers(
    _ before: [EntityID], _ after: [EntityID], _ facts: inout DifferenceList
  ) {
    let kept = Set(before.compactMap { pair.destination(of: $0) })
    let wanted = Set(after)
    let lost = before.filter { id in !(pair.destination(of: id).map(wanted.contains) ?? false) }
    let gained = after.filter { !kept.contains($0) }
    facts.add(
      .members, "entity",
      lost.map { (old[$0].name, nil) } + gained.map { (nil, new[$0].name) })
  }

  private mutating func findRequestChanges() {
    let before = old.fetchRequests
    let after = new.fetchRequests
    for (left, right) in matches(before.map(\.name), after.map(\.name)) {
      switch (left, right) {
      case (let left?, let right?):
        var facts = DifferenceList()
        compare(before[left], after[right], &facts)
        report(.fetchRequest, .fetchRequest(left), .fetchRequest(right), facts)
      case (let left?, nil): report(.fetchRequest, .removed, .fetchRequest(left), nil)
      case (nil, let right?): report(.fetchRequest, .added, nil, .fetchRequest(right))
      case (nil, nil): break
      }
    }
  }
}
