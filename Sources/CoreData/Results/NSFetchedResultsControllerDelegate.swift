/// The kind of a change. Source of the numbers: documented.
public enum NSFetchedResultsChangeType: UInt, Sendable {
  case insert = 1
  case delete = 2
  case move = 3
  case update = 4
}

/// A section of a fetched results controller.
public protocol NSFetchedResultsSectionInfo {
  var name: String { get }
  var indexTitle: String? { get }
  var numberOfObjects: Int { get }
  var objects: [Any]? { get }
}

/// Is told what changes in a fetched results controller.
///
/// All methods are optional on a Mac, so each has a default here that does nothing. A delegate that has
/// the method with a snapshot gets no other call, but this one at the first fetch, too; one that has the
/// method with a difference gets no other call either, if the controller has no sections.
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
  func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>)

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType)

  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>)

  /// The change as a difference of identities; only for a controller without sections, and a delegate
  /// without the next method.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)

  /// The whole content after a change.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference)

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String?
}

extension NSFetchedResultsControllerDelegate {
  public func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {}

  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {}

  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {}

  public func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {}

  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) { controller.content.noteDefault() }

  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
  ) { controller.content.noteDefault() }

  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? { sectionName.first.map { String($0).uppercased() } }
}

/// The identities of a controller's content by section, as AppKit and UIKit name it.
open class NSDiffableDataSourceSnapshotReference: NSObject {
  private let sections: [(name: String, items: [NSManagedObjectID])]
  /// The identities of objects whose values have changed.
  public let reloadedItemIdentifiers: [Any]

  init(
    _ sections: [(name: String, items: [NSManagedObjectID])], reloaded: [NSManagedObjectID]
  ) {
    self.sections = sections
    reloadedItemIdentifiers = reloaded
  }

  open var numberOfItems: Int { sections.reduce(0) { $0 + $1.items.count } }
  open var numberOfSections: Int { sections.count }
  open var sectionIdentifiers: [Any] { sections.map(\.name) }
  open var itemIdentifiers: [Any] { sections.flatMap(\.items) }

  open func itemIdentifiersInSection(withIdentifier sectionIdentifier: Any) -> [Any] {
    sections.first { $0.name == sectionIdentifier as? String }?.items ?? []
  }
}
