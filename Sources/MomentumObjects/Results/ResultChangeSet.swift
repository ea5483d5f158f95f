/// The changes of a list in one event.
///
/// Deletes, updates and the starts of moves have paths before the event; inserts and the ends of
/// moves have paths after it. So a table that removes at the old paths and then inserts at the new
/// ones has exactly the new list.
///
///     for step in changes.steps { send(step) }
package struct ResultChangeSet<Element> {
  /// A section that the event made or removed.
  package struct Section: Sendable, Hashable {
    /// The index after the event for a new section, the index before it for a removed one.
    package var index: Int
    package var name: String
  }

  package struct Row {
    package var element: Element
    package var path: ResultPath
  }

  package struct Move {
    package var element: Element
    package var from: ResultPath
    package var to: ResultPath
  }

  /// New sections. Like all lists below, ascending by index or path; moves by their start.
  package var sectionInserts: [Section] = []
  package var deletes: [Row] = []
  package var inserts: [Row] = []
  package var moves: [Move] = []
  package var updates: [Row] = []
  package var sectionDeletes: [Section] = []

  package init() {}

  package var isEmpty: Bool {
    sectionInserts.isEmpty && deletes.isEmpty && inserts.isEmpty && moves.isEmpty
      && updates.isEmpty && sectionDeletes.isEmpty
  }
}

extension ResultChangeSet.Row: Sendable where Element: Sendable {}
extension ResultChangeSet.Move: Sendable where Element: Sendable {}
extension ResultChangeSet: Sendable where Element: Sendable {}

/// One call of a delegate.
package enum ResultStep<Element> {
  case insertSection(Int, name: String)
  case deleteSection(Int, name: String)
  case insert(Element, ResultPath)
  case delete(Element, ResultPath)
  case move(Element, from: ResultPath, to: ResultPath)
  case update(Element, ResultPath)
}

extension ResultStep: Sendable where Element: Sendable {}
extension ResultStep: Equatable where Element: Equatable {}

extension ResultChangeSet {
  /// The changes in the order in which a delegate gets them.
  ///
  /// Observed in tests of Apple's framework: section inserts come first and section deletes last.
  /// Assumed: the order of object changes is not promised.
  package var steps: [ResultStep<Element>] {
    var steps: [ResultStep<Element>] = []
    steps += sectionInserts.map { .insertSection($0.index, name: $0.name) }
    steps += deletes.map { .delete($0.element, $0.path) }
    steps += inserts.map { .insert($0.element, $0.path) }
    steps += moves.map { .move($0.element, from: $0.from, to: $0.to) }
    steps += updates.map { .update($0.element, $0.path) }
    steps += sectionDeletes.map { .deleteSection($0.index, name: $0.name) }
    return steps
  }
}
