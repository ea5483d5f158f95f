import CoreData
import MomentumTestSupport
import Testing

/// Mistakes that stop the program, where a Mac raises an exception: with the exception's name, its reason,
/// and the place of the mistake or a near name.
@Suite(.tags(.processes)) struct MisuseTests {
  /// Whether a program has stopped with texts on its standard error.
  private func expect(_ result: ExitTest.Result?, _ texts: String...) {
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for text in texts { #expect(output.contains(text), "\(output.prefix(600))") }
  }

  @Test func aWrongFormatStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NSPredicate(format: "title BEGINSWITH")
    }
    expect(
      result, "NSInvalidArgumentException", "Unable to parse the format string", "format:1:17")
  }

  @Test func anUnknownKeyStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let context = try Shop.filled()
      Book(context: context).setValue("x", forKey: "titel")
    }
    expect(result, "NSUnknownKeyException", "titel", "title")
  }

  @Test func aValueOfAWrongClassStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let context = try Shop.filled()
      Book(context: context).setValue(Date(), forKey: "title")
    }
    expect(result, "NSInvalidArgumentException", "title")
  }

  @Test func anUnknownKeyOfARequestStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let request: NSFetchRequest<Book> = Book.fetchRequest()
      request.predicate = NSPredicate(format: "pagse > 3")
      _ = try Shop.filled().fetch(request)
    }
    expect(result, "NSInvalidArgumentException", "pagse", "pages")
  }

  @Test func anUnknownEntityStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try Shop.filled().fetch(NSFetchRequest<NSManagedObject>(entityName: "Boook"))
    }
    expect(result, "NSInvalidArgumentException", "Boook")
  }

  @Test func anUnimplementedStoreStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      final class Empty: NSIncrementalStore, @unchecked Sendable {}
      NSPersistentStoreCoordinator.registerStoreClass(Empty.self, forStoreType: "Empty")
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try Shop.model())
      try coordinator.addPersistentStore(ofType: "Empty", configurationName: nil, at: nil)
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      _ = try context.fetch(NSFetchRequest<Book>(entityName: "Book"))
    }
    expect(result, "NSInvalidArgumentException", "only defined for abstract class", "execute")
  }
}
