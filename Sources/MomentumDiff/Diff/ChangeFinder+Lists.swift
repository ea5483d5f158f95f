import MomentumModel

// Differences of elements that have no rows in a store: constraints, indexes, requests and
// configurations.

extension ChangeFinder {
  // MARK: - Uniqueness constraints

  /// Reports changed uniqueness constraints. Two constraints match if they name the same
  /// properties, after old names are replaced by new ones.
  mutating func findConstraintChanges(_ source: EntityID, _ id: EntityID) {
    let before = old[source].uniquenessConstraints
    let after = new[id].uniquenessConstraints
    guard !before.isEmpty || !after.isEmpty else { return }
    let mapped = pair.constraintsInNewNames(source, id)
    var rest = Array(after.indices)
    for index in before.indices {
      if let match = rest.firstIndex(where: { after[$0] == mapped[index] }) {
        rest.remove(at: match)
      } else if let match = rest.firstIndex(where: {
        after[$0].sorted() == mapped[index].sorted() && !mapped.contains(after[$0])
      }) {
        var facts = DifferenceList()
        facts.add(
          .members, "properties", from: before[index].joined(separator: ", "),
          to: after[rest[match]].joined(separator: ", "))
        report(
          .uniquenessConstraint, .changed, .constraint(source, index),
          .constraint(id, rest[match]), facts)
        rest.remove(at: match)
      } else {
        report(.uniquenessConstraint, .removed, .constraint(source, index), nil)
      }
    }
    for index in rest { report(.uniquenessConstraint, .added, nil, .constraint(id, index)) }
  }

  // MARK: - Indexes

  mutating func findIndexChanges(_ source: EntityID, _ id: EntityID) {
    let before = old[source].fetchIndexes
    let after = new[id].fetchIndexes
    if before != after {
      for (left, right) in matches(before.map(\.name), after.map(\.name)) {
        switch (left, right) {
        case (let left?, let right?):
          var facts = DifferenceList()
          facts.compare(.members, "elements", before[left].text, after[right].text)
          facts.compare(
            .request, "partial predicate", before[left].partialPredicate,
            after[right].partialPredicate)
          report(.fetchIndex, .fetchIndex(source, left), .fetchIndex(id, right), facts)
        case (let left?, nil): report(.fetchIndex, .removed, .fetchIndex(source, left), nil)
        case (nil, let right?): report(.fetchIndex, .added, nil, .fetchIndex(id, right))
        case (nil, nil): break
        }
      }
    }
    findCompoundIndexChanges(source, id)
  }

  private mutating func findCompoundIndexChanges(_ source: EntityID, _ id: EntityID) {
    let before = old[source].compoundIndexes
    let after = new[id].compoundIndexes
    let pairs = matches(
      before.map { $0.joined(separator: ",") }, after.map { $0.joined(separator: ",") })
    for (left, right) in pairs {
      if let left, right == nil {
        report(.fetchIndex, .removed, .compoundIndex(source, left), nil)
      } else if let right, left == nil {
        report(.fetchIndex, .added, nil, .compoundIndex(id, right))
      }
    }
  }

  /// Pairs the positions of equal names in both lists; `nil` for a name that one list lacks. If a
  /// name occurs several times, its first occurrences match.
  func matches(_ before: [String], _ after: [String]) -> [(Int?, Int?)] {
    var free = Dictionary(grouping: after.indices.reversed()) { after[$0] }
    var result: [(Int?, Int?)] = []
    var taken = Set<Int>()
    for index in before.indices {
      let match = free[before[index]]?.popLast()
      if let match { taken.insert(match) }
      result.append((index, match))
    }
    return result + after.indices.filter { !taken.contains($0) }.map { (nil, $0) }
  }

  // MARK: - Fetched properties

  mutating func findFetchedPropertyChanges(_ source: EntityID, _ id: EntityID) {
    let before = old[source].fetchedProperties
    let after = new[id].fetchedProperties
    for (left, right) in matches(before.map(\.name), after.map(\.name)) {
      switch (left, right) {
      case (let left?, let right?):
        var facts = DifferenceList()
        facts.compare(.optional, "optional", before[left].isOptional, after[right].isOptional)
        facts.compare(before[left].userInfo, after[right].userInfo)
        facts.compare(.syncable, "syncable", before[left].isSyncable, after[right].isSyncable)
        compare(before[left].request, after[right].request, &facts)
        report(
          .fetchedProperty, .fetchedProperty(source, left), .fetchedProperty(id, right), facts)
      case (let left?, nil): report(.fetchedProperty, .removed, .fetchedProperty(source, left), nil)
      case (nil, let right?): report(.fetchedProperty, .added, nil, .fetchedProperty(id, right))
      case (nil, nil): break
      }
    }
  }

  func compare(
    _ before: StoredFetchRequest?, _ after: StoredFetchRequest?, _ facts: inout DifferenceList
  ) {
    guard let before, let after else {
      if before != nil || after != nil {
        facts.add(
          .request, "fetch request", from: before.map { _ in "present" },
          to: after.map { _ in "present" })
      }
      return
    }
    if !pair.isSame(before.entity, after.entity) {
      facts.add(
        .destination, "entity", from: old[before.entity].name, to: new[after.entity].name)
    }
    facts.compare(.request, "predicate", before.predicateFormat, after.predicateFormat)
    let settings = zip(before.settings, after.settings)
    for (left, right) in settings { facts.compare(.request, left.0, left.1, right.1) }
  }
}

extension StoredFetchRequest {
  /// The settings in the words of Xcode's inspector, in the same order for every request.
  fileprivate var settings: [(String, String)] {
    [
      ("result type", "\(resultType)"), ("fetch limit", "\(fetchLimit)"),
      ("batch size", "\(fetchBatchSize)"), ("include subentities", "\(includesSubentities)"),
      ("include property values", "\(includesPropertyValues)"),
      ("include pending changes", "\(includesPendingChanges)"),
      ("return objects as faults", "\(returnsObjectsAsFaults)"),
      ("return distinct results", "\(returnsDistinctResults)"),
    ]
  }
}

extension FetchIndex {
  /// The elements of an index in words: `name ascending, self descending R-tree`.
  fileprivate var text: String {
    elements.map { element in
      let key =
        switch element.key {
        case .property(let name): name
        case .expression(let text): "(\(text))"
        }
      let kind =
        switch element.kind {
        case .binary: ""
        case .rTree: " R-tree"
        }
      return "\(key) \(element.isAscending ? "ascending" : "descending")\(kind)"
    }.joined(separator: ", ")
  }
}
