import CoreData
import Testing

/// OG-1001 ff.: what a controller of results tells its delegate, by Apple's names.
@Suite struct ResultsNamesTests {
  /// Has the methods that are called step by step.
  private class Delegate: NSObject, NSFetchedResultsControllerDelegate {
    var changes: [NSFetchedResultsChangeType] = []
    var sections: [NSFetchedResultsChangeType] = []

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) { changes.append(type) }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
      for type: NSFetchedResultsChangeType
    ) { sections.append(type) }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      sectionIndexTitleForSectionName sectionName: String
    ) -> String? { sectionName == "0" ? "N" : "Y" }
  }

  /// Has the method with a snapshot, besides one that must not be called then.
  private final class SnapshotDelegate: NSObject, NSFetchedResultsControllerDelegate {
    var snapshots: [NSDiffableDataSourceSnapshotReference] = []
    var others = 0

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) { snapshots.append(snapshot) }

    func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) { others += 1 }
  }

  /// Has the method with a difference, besides one that must not be called then.
  private final class DifferenceDelegate: NSObject, NSFetchedResultsControllerDelegate {
    var differences: [CollectionDifference<NSManagedObjectID>] = []
    var others = 0

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) { differences.append(diff) }

    func controllerWillChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) { others += 1 }
  }

  private func controller(
    _ context: NSManagedObjectContext, _ sections: String?
  ) -> NSFetchedResultsController<Book> {
    let request = Book.fetchRequest()
    let keys = [sections, "title"].compactMap { $0 }
    request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
    return NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections,
      cacheName: nil)
  }

  /// Source of the numbers: documented (`NSFetchedResultsChangeType`).
  @Test func changesHaveTypesWithTheDocumentedNumbers() throws {
    let types: [NSFetchedResultsChangeType] = [.insert, .delete, .move, .update]
    #expect(types.map(\.rawValue) == [1, 2, 3, 4])
    let context = try Shop.filled()
    let delegate = Delegate()
    let controller: NSFetchedResultsController<Book> = controller(context, nil)
    controller.delegate = delegate
    try controller.performFetch()
    #expect(controller.managedObjectContext === context)
    let book = Book(context: context)
    book.title = "Book 0"
    context.processPendingChanges()
    book.title = "Book 9"
    context.processPendingChanges()
    book.pages = 1
    context.processPendingChanges()
    context.delete(book)
    context.processPendingChanges()
    #expect(delegate.changes == [.insert, .move, .update, .delete])
    #expect(delegate.sections.isEmpty)
  }

  @Test func sectionsHaveTitlesOfTheDelegate() throws {
    let context = try Shop.filled()
    let delegate = Delegate()
    let controller: NSFetchedResultsController<Book> = controller(context, "isRead")
    controller.delegate = delegate
    try controller.performFetch()
    let titles = controller.sections?.map { (info: any NSFetchedResultsSectionInfo) in
      info.indexTitle
    }
    #expect(titles == ["N", "Y"] && controller.sectionIndexTitles == ["N", "Y"])
    for book in controller.fetchedObjects ?? [] where book.isRead { context.delete(book) }
    context.processPendingChanges()
    #expect(delegate.sections == [NSFetchedResultsChangeType.delete])
  }

  /// Documented: a delegate with this method gets no other call. Observed: the first content is told.
  @Test func aSnapshotHasSectionsAndItems() throws {
    let context = try Shop.filled()
    let delegate = SnapshotDelegate()
    let controller: NSFetchedResultsController<Book> = controller(context, "isRead")
    controller.delegate = delegate
    try controller.performFetch()
    let begin: NSDiffableDataSourceSnapshotReference = try #require(delegate.snapshots.first)
    #expect(begin.numberOfItems == 5 && begin.reloadedItemIdentifiers.isEmpty)
    let first = try #require(controller.fetchedObjects?.first)
    first.pages = 1234
    context.processPendingChanges()
    let snapshot: NSDiffableDataSourceSnapshotReference = try #require(delegate.snapshots.last)
    #expect(snapshot.numberOfSections == 2 && snapshot.numberOfItems == 5)
    #expect(snapshot.sectionIdentifiers as? [String] == ["0", "1"])
    #expect(snapshot.itemIdentifiers.first as? NSManagedObjectID == first.objectID)
    #expect(snapshot.itemIdentifiersInSection(withIdentifier: "1").count == 2)
    #expect(snapshot.reloadedItemIdentifiers as? [NSManagedObjectID] == [first.objectID])
    context.delete(first)
    context.processPendingChanges()
    #expect(delegate.snapshots.map(\.numberOfItems) == [5, 5, 4] && delegate.others == 0)
  }

  /// Documented: a delegate with this method gets no other call, if the controller has no sections.
  @Test func aDifferenceHasTheIdentitiesOfAChange() throws {
    let context = try Shop.filled()
    let delegate = DifferenceDelegate()
    let controller = controller(context, nil)
    controller.delegate = delegate
    try controller.performFetch()
    let book = Book(context: context)
    book.title = "Book 0"
    context.processPendingChanges()
    book.title = "Book 9"
    context.processPendingChanges()
    context.delete(book)
    context.processPendingChanges()
    #expect(delegate.differences.map(\.insertions.count) == [1, 1, 0])
    #expect(delegate.differences.map(\.removals.count) == [0, 1, 1] && delegate.others == 0)
    controller.delegate = nil
    let sections = self.controller(context, "isRead")
    sections.delegate = delegate
    try sections.performFetch()
    Book(context: context).title = "Book 0"
    context.processPendingChanges()
    #expect(delegate.differences.count == 3 && delegate.others == 1)
  }

  /// Nothing is cached on Linux, so there is nothing to delete either.
  @Test func deletingACacheChangesNothing() throws {
    let controller = controller(try Shop.filled(), nil)
    try controller.performFetch()
    NSFetchedResultsController<Book>.deleteCache(withName: nil)
    NSFetchedResultsController<Book>.deleteCache(withName: "books")
    #expect(controller.fetchedObjects?.count == 5 && controller.cacheName == nil)
  }
}
