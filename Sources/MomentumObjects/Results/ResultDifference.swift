// The changes as Swift's difference of collections, for a delegate of lists without sections.

extension ResultChangeSet where Element: Hashable {
  /// Removals and insertions; a move is one of each, and each names the other. Updates without a
  /// move do not appear. `nil` if sections were inserted or deleted, or if several sections
  /// changed.
  package var difference: CollectionDifference<Element>? {
    guard sectionInserts.isEmpty, sectionDeletes.isEmpty else { return nil }
    var parts: [CollectionDifference<Element>.Change] = []
    parts += deletes.map {
      .remove(offset: $0.path.row, element: $0.element, associatedWith: nil)
    }
    parts += inserts.map {
      .insert(offset: $0.path.row, element: $0.element, associatedWith: nil)
    }
    for move in moves {
      parts.append(
        .remove(offset: move.from.row, element: move.element, associatedWith: move.to.row))
      parts.append(
        .insert(offset: move.to.row, element: move.element, associatedWith: move.from.row))
    }
    let isOneSection =
      deletes.allSatisfy { $0.path.section == 0 }
      && inserts.allSatisfy { $0.path.section == 0 }
      && moves.allSatisfy { $0.from.section == 0 && $0.to.section == 0 }
    return isOneSection ? CollectionDifference(parts) : nil
  }
}

extension ResultList {
  /// The difference from an older content of the same list, for a list that was fetched again.
  /// Takes time proportional to the lengths of both lists.
  package func difference(from old: ResultList) -> CollectionDifference<Element>? {
    let before = old.all
    let after = all
    let oldIndexes = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($1, $0) })
    let common = after.indices.filter { oldIndexes[after[$0]] != nil }
    let numbers = common.compactMap { oldIndexes[after[$0]] }
    let stays = Set(LongestRun.indexes(of: numbers).map { after[common[$0]] })
    let newIndexes = Dictionary(uniqueKeysWithValues: after.enumerated().map { ($1, $0) })
    var parts: [CollectionDifference<Element>.Change] = []
    for (index, element) in before.enumerated() where !stays.contains(element) {
      parts.append(
        .remove(offset: index, element: element, associatedWith: newIndexes[element]))
    }
    for (index, element) in after.enumerated() where !stays.contains(element) {
      parts.append(
        .insert(offset: index, element: element, associatedWith: oldIndexes[element]))
    }
    return CollectionDifference(parts)
  }
}
