/// The changes of a ``ResultsController``'s content in one event, in the order in which a table
/// view must apply them.
///
/// Deletions, updates and the starts of moves have paths before the event; insertions and the ends
/// of moves have paths after it.
///
/// ```swift
/// controller.observe { update in
///   for case .insert(let object, let path) in update.steps { print(object, path) }
/// }
/// ```
public struct ResultsUpdate {
  /// One change.
  public enum Step {
    /// A new section, by its index after the event.
    case insertSection(Int, name: String)
    /// A section without objects, by its index before the event.
    case deleteSection(Int, name: String)
    /// A new object.
    case insert(ManagedObject, ResultsPath)
    /// An object that is no longer shown.
    case delete(ManagedObject, ResultsPath)
    /// An object that moved. Its values may have changed too.
    case move(ManagedObject, from: ResultsPath, to: ResultsPath)
    /// A changed object at its old place.
    case update(ManagedObject, ResultsPath)
  }

  /// The changes in their order.
  public let steps: [Step]
  /// The identities of objects that are still shown and whose values may have changed, in their
  /// order. A server sends them together with ``ResultsController/snapshot()`` to a client that
  /// shows the whole content.
  package let reloaded: [ObjectID]
  /// Removals and insertions by identity; a move is one of each, and updates do not appear. `nil`
  /// for a controller with sections.
  package let difference: CollectionDifference<ObjectID>?

  init(
    _ changes: ResultChangeSet<ManagedObject>, _ list: ResultList<ManagedObject>,
    hasSections: Bool
  ) {
    steps = changes.steps.map(Step.init)
    reloaded = list.reloaded(changes).map(\.objectID)
    difference =
      hasSections
      ? nil
      : changes.difference.flatMap { CollectionDifference<ObjectID>($0.map(Self.byIdentity)) }
  }

  private static func byIdentity(
    _ change: CollectionDifference<ManagedObject>.Change
  ) -> CollectionDifference<ObjectID>.Change {
    switch change {
    case .remove(let offset, let object, let other):
      .remove(offset: offset, element: object.objectID, associatedWith: other)
    case .insert(let offset, let object, let other):
      .insert(offset: offset, element: object.objectID, associatedWith: other)
    }
  }
}

extension ResultsUpdate.Step {
  init(_ step: ResultStep<ManagedObject>) {
    switch step {
    case .insertSection(let index, let name): self = .insertSection(index, name: name)
    case .deleteSection(let index, let name): self = .deleteSection(index, name: name)
    case .insert(let object, let path): self = .insert(object, ResultsPath(path))
    case .delete(let object, let path): self = .delete(object, ResultsPath(path))
    case .move(let object, let old, let new):
      self = .move(object, from: ResultsPath(old), to: ResultsPath(new))
    case .update(let object, let path): self = .update(object, ResultsPath(path))
    }
  }
}

/// The position of an object: the index of its section, and its index in the section.
///
/// ```swift
/// let first = controller.object(at: ResultsPath(0, 0))
/// ```
public struct ResultsPath: Sendable, Hashable {
  /// The index of the section.
  public var section: Int
  /// The index in the section.
  public var row: Int

  /// Makes a path from the index of a section and the index in it.
  public init(_ section: Int, _ row: Int) {
    self.section = section
    self.row = row
  }

  init(_ path: ResultPath) { self.init(path.section, path.row) }
}

/// A section of a ``ResultsController``.
///
/// ```swift
/// for section in controller.sections ?? [] { print(section.name, section.count) }
/// ```
public struct ResultsSection: Sendable, Hashable {
  /// The value of the section's key path as a text.
  public let name: String
  /// The number of its objects.
  public let count: Int
}
