import CoreData
import Testing

/// OG-1001 ff.: fetched results controllers under Apple's names.
@Suite struct ResultsControllerTests {
  private final class Recorder: NSObject, NSFetchedResultsControllerDelegate {
    var log: [String] = []
    var controllers: [NSFetchedResultsController<any NSFetchRequestResult>] = []

    func controllerWillChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
      log.append("will")
      controllers.append(controller)
    }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      let title = (anObject as? Book)?.title ?? "?"
      let old = indexPath.map { "\($0.section),\($0.row)" } ?? "-"
      let new = newIndexPath.map { "\($0.section),\($0.row)" } ?? "-"
      log.append("\(type.rawValue) \(title) \(old) \(new)")
    }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
      for type: NSFetchedResultsChangeType
    ) { log.append("section \(type.rawValue) \(sectionInfo.name) \(sectionIndex)") }

    func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) { log.append("did") }
  }

  private func controller(
    _ context: NSManagedObjectContext, sections: String? = nil
  ) -> NSFetchedResultsController<Book> {
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.sortDescriptors =
      (sections.map { [NSSortDescriptor(key: $0, ascending: true)] } ?? [])
      + [NSSortDescriptor(key: "title", ascending: true)]
    return NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections,
      cacheName: "books")
  }

  @Test func itShowsWhatTheRequestFinds() throws {
    let context = try Shop.filled()
    let controller = controller(context)
    #expect(controller.fetchedObjects == nil)
    try controller.performFetch()
    #expect(controller.fetchedObjects?.compactMap(\.title).first == "Book 1")
    let second = controller.object(at: IndexPath(row: 1, section: 0))
    #expect(second.title == "Book 2")
    #expect(controller.indexPath(forObject: second) == IndexPath(row: 1, section: 0))
    #expect(controller.sections?.map(\.numberOfObjects) == [5])
    #expect(controller.cacheName == "books" && controller.sectionNameKeyPath == nil)
    #expect(controller.fetchRequest.entityName == "Book")
  }

  @Test func theDelegateIsToldOfEachChange() throws {
    let context = try Shop.filled()
    let (controller, recorder) = (controller(context), Recorder())
    controller.delegate = recorder
    try controller.performFetch()
    let book = Book(context: context)
    book.title = "Book 0"
    context.processPendingChanges()
    #expect(recorder.log == ["will", "1 Book 0 - 0,0", "did"])
    recorder.log = []
    book.title = "Book 9"
    context.processPendingChanges()
    #expect(recorder.log == ["will", "3 Book 9 0,0 0,5", "did"])
    recorder.log = []
    book.pages = 3
    context.processPendingChanges()
    #expect(recorder.log == ["will", "4 Book 9 0,5 0,5", "did"])
    recorder.log = []
    context.delete(book)
    context.processPendingChanges()
    #expect(recorder.log == ["will", "2 Book 9 0,5 -", "did"])
    #expect(recorder.controllers.allSatisfy { $0 == controller })
    #expect(recorder.controllers[0].fetchedObjects?.count == 5)
  }

  /// Observed: a public library shows rows of a batch insertion with an empty array of descriptors.
  @Test func anEmptyOrderIsOne() throws {
    let context = try Shop.filled()
    let request = Book.fetchRequest()
    request.sortDescriptors = []
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
      cacheName: nil)
    try controller.performFetch()
    let delegate = Recorder()
    controller.delegate = delegate
    let book = Book(context: context)
    book.title = "Last"
    context.processPendingChanges()
    #expect(controller.fetchedObjects?.count == 6)
    #expect(controller.indexPath(forObject: book).map { controller.object(at: $0) } === book)
  }

  @Test func sectionsComeAndGo() throws {
    let context = try Shop.filled()
    let (controller, recorder) = (controller(context, sections: "isRead"), Recorder())
    controller.delegate = recorder
    try controller.performFetch()
    #expect(controller.sections?.map(\.name) == ["0", "1"])
    #expect(controller.sections?.map(\.numberOfObjects) == [3, 2])
    #expect((controller.sections?[1].objects?.first as? Book)?.title == "Book 2")
    #expect(controller.sectionIndexTitles == ["0", "1"])
    #expect(controller.section(forSectionIndexTitle: "1", at: 1) == 1)
    #expect(controller.sectionIndexTitle(forSectionName: "abc") == "A")
    for book in controller.fetchedObjects ?? [] where book.isRead { context.delete(book) }
    context.processPendingChanges()
    #expect(recorder.log.contains("section 2 1 1"))
    #expect(controller.sections?.map(\.name) == ["0"])
  }
}
