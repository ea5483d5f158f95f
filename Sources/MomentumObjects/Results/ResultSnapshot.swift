/// The identities of a list's elements by section, for a delegate that shows snapshots, or a server
/// that sends them.
///
///     let snapshot = list.snapshot(changes) { $0.objectID }
package struct ResultSnapshot<ID: Hashable> {
  package struct Section {
    package var name: String
    package var ids: [ID]

    package init(_ name: String, _ ids: [ID]) {
      self.name = name
      self.ids = ids
    }
  }

  package var sections: [Section]
  /// The objects whose values changed, in the order of the list. Moved objects are included
  /// (assumed: otherwise they would be shown with their old values).
  package var reloaded: [ID]

  package init(sections: [Section], reloaded: [ID] = []) {
    self.sections = sections
    self.reloaded = reloaded
  }
}

extension ResultSnapshot.Section: Sendable where ID: Sendable {}
extension ResultSnapshot: Sendable where ID: Sendable {}
extension ResultSnapshot.Section: Equatable {}
extension ResultSnapshot: Equatable {}

extension ResultList {
  /// The present content of the list. Takes time proportional to its length.
  ///
  /// - Parameter changes: The change set of the event; `nil` after a fetch.
  package func snapshot<ID: Hashable>(
    _ changes: ResultChangeSet<Element>? = nil, id: (Element) -> ID
  ) -> ResultSnapshot<ID> {
    var result: [ResultSnapshot<ID>.Section] = []
    let all = all
    var start = 0
    for section in allSections {
      let end = min(start + section.count, all.count)
      result.append(.init(section.name, all[start..<end].map(id)))
      start = end
    }
    return ResultSnapshot(
      sections: result, reloaded: changes.map { reloaded($0).map(id) } ?? [])
  }

  /// The elements that an event has changed or moved, in the order of the list.
  func reloaded(_ changes: ResultChangeSet<Element>) -> [Element] {
    (changes.updates.map(\.element) + changes.moves.map(\.element))
      .compactMap { element in path(of: element).map { ($0, element) } }
      .sorted { $0.0 < $1.0 }.map(\.1)
  }
}
