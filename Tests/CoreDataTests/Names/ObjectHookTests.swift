import CoreData
import MomentumTestSupport
import Testing

/// A chapter that notes which of its hooks are called.
final class NotedChapter: NSManagedObject {
  var calls: [String] = []
  var events: [NSSnapshotEventType] = []

  override class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { false }

  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
    super.awake(fromSnapshotEvents: flags)
    events.append(flags)
  }

  override func willTurnIntoFault() {
    super.willTurnIntoFault()
    calls.append("willTurnIntoFault")
  }

  override func didTurnIntoFault() {
    super.didTurnIntoFault()
    calls.append("didTurnIntoFault")
  }

  override func validateForInsert() throws {
    try super.validateForInsert()
    calls.append("validateForInsert")
  }

  override func validateForUpdate() throws {
    try super.validateForUpdate()
    calls.append("validateForUpdate")
  }

  override func validateForDelete() throws {
    try super.validateForDelete()
    if value(forKey: "name") as? String == "Locked" { throw CocoaError(.userCancelled) }
    calls.append("validateForDelete")
  }
}

/// OG-117 to OG-122, OG-301 ff.: hooks, faults and primitive values under Apple's names.
@Suite struct ObjectHookTests {
  /// A context with one saved chapter of the class `NotedChapter`.
  private func chapter() throws -> (NSManagedObjectContext, NotedChapter) {
    let model = try Shop.model()
    model.entitiesByName["Chapter"]?.managedObjectClassName = String(
      reflecting: NotedChapter.self)
    let container = NSPersistentContainer(name: "Shop", managedObjectModel: model)
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    ]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let context = container.viewContext
    let entity = try #require(NSEntityDescription.entity(forEntityName: "Chapter", in: context))
    let chapter = NotedChapter(entity: entity, insertInto: context)
    chapter.setValue("One", forKey: "name")
    try context.save()
    return (context, chapter)
  }

  /// Source of the numbers: documented (`NSSnapshotEventType`).
  @Test func snapshotEventsHaveTheDocumentedNumbers() {
    let events: [NSSnapshotEventType] = [
      .undoInsertion, .undoDeletion, .undoUpdate, .rollback, .refresh, .mergePolicy,
    ]
    #expect(events.map(\.rawValue) == [2, 4, 8, 16, 32, 64])
    #expect(NSSnapshotEventType(rawValue: 6) == [.undoInsertion, .undoDeletion])
  }

  @Test func anObjectIsToldOfEachSnapshot() throws {
    let (context, chapter) = try chapter()
    context.undoManager = UndoManager()
    chapter.setValue("Two", forKey: "name")
    context.processPendingChanges()
    context.undo()
    #expect(chapter.events == [NSSnapshotEventType.undoUpdate])
    chapter.events = []
    context.delete(chapter)
    context.processPendingChanges()
    context.undo()
    #expect(chapter.events == [NSSnapshotEventType.undoDeletion])
    chapter.events = []
    chapter.setValue("Three", forKey: "name")
    context.rollback()
    #expect(chapter.events == [NSSnapshotEventType.rollback])
    chapter.setValue("Four", forKey: "name")
    chapter.events = []
    context.refresh(chapter, mergeChanges: true)
    #expect(chapter.events == [NSSnapshotEventType.refresh])
  }

  @Test func anInsertionThatIsUndoneAndAPolicyAreSnapshots() throws {
    let (context, chapter) = try chapter()
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    let id = chapter.objectID
    try other.performAndWait {
      other.object(with: id).setValue("Theirs", forKey: "name")
      try other.save()
    }
    chapter.setValue("Ours", forKey: "name")
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    chapter.events = []
    try context.save()
    #expect(chapter.events.contains(NSSnapshotEventType.mergePolicy))
    context.undoManager = UndoManager()
    let new = NotedChapter(entity: chapter.entity, insertInto: context)
    context.processPendingChanges()
    context.undo()
    #expect(new.events == [NSSnapshotEventType.undoInsertion])
  }

  @Test func checksOfTheClassAreCalledBySaves() throws {
    let (context, chapter) = try chapter()
    #expect(chapter.calls == ["validateForInsert"])
    chapter.setValue("Two", forKey: "name")
    try context.save()
    #expect(chapter.calls == ["validateForInsert", "validateForUpdate"])
    chapter.setValue("Locked", forKey: "name")
    try context.save()
    context.delete(chapter)
    #expect(throws: CocoaError.self) { try context.save() }
    #expect(throws: CocoaError.self) { try chapter.validateForDelete() }
    context.rollback()
    chapter.setValue("Open", forKey: "name")
    try chapter.validateForUpdate()
    try chapter.validateForInsert()
    try context.save()
    context.delete(chapter)
    try context.save()
    #expect(
      chapter.calls.last == "validateForDelete" || chapter.calls.contains("validateForDelete"))
  }

  @Test func anObjectTurnsIntoAFaultAndBack() throws {
    let (context, chapter) = try chapter()
    chapter.calls = []
    #expect(chapter.faultingState == 0 && !chapter.isFault)
    context.refresh(chapter, mergeChanges: false)
    #expect(chapter.calls == ["willTurnIntoFault", "didTurnIntoFault"])
    #expect(chapter.faultingState != 0 && chapter.isFault)
    #expect(chapter.primitiveValue(forKey: "name") == nil, "a primitive value fires no fault")
    chapter.willAccessValue(forKey: "name")
    #expect(!chapter.isFault && chapter.primitiveValue(forKey: "name") as? String == "One")
    chapter.didAccessValue(forKey: "name")
    #expect(!NotedChapter.contextShouldIgnoreUnmodeledPropertyChanges)
    #expect(NSManagedObject.contextShouldIgnoreUnmodeledPropertyChanges)
  }

  @Test func relationshipsAreFaultsUntilTheyAreUsed() throws {
    let context = try Shop.filled()
    context.reset()
    let author = try #require(try context.fetch(NSFetchRequest<Author>(entityName: "Author")).first)
    #expect(author.name == "Ann" && author.hasFault(forRelationshipNamed: "books"))
    #expect(author.objectIDs(forRelationshipNamed: "books").count == 5)
    #expect(author.books.count == 5 && !author.hasFault(forRelationshipNamed: "books"))
    #expect(!Author(context: context).hasFault(forRelationshipNamed: "books"))
  }

  @Test func primitiveValuesAreChangedBetweenNotices() throws {
    let context = try Shop.filled()
    let book = try #require(try context.fetch(Book.fetchRequest()).first)
    book.setPrimitiveValue("Quiet", forKey: "title")
    #expect(book.primitiveValue(forKey: "title") as? String == "Quiet" && !book.hasChanges)
    book.willChangeValue(forKey: "title")
    book.setPrimitiveValue("Loud", forKey: "title")
    book.didChangeValue(forKey: "title")
    #expect(book.hasChanges && book.changedValues()["title"] as? String == "Loud")
  }

  /// OG-113: the changes since the last processing, and those since the last save.
  @Test func changesOfAnEventAreNotThoseOfASave() throws {
    let context = try Shop.filled()
    let book = try #require(try context.fetch(Book.fetchRequest()).first)
    book.setValuesForKeys(["title": "Set", "pages": 77])
    #expect(Set(book.changedValuesForCurrentEvent().keys) == ["title", "pages"])
    context.processPendingChanges()
    #expect(book.changedValuesForCurrentEvent().isEmpty)
    #expect(Set(book.changedValues().keys) == ["title", "pages"])
    book.price = 9
    #expect(Set(book.changedValuesForCurrentEvent().keys) == ["price"])
  }

  /// Source of the numbers: documented (`NSKeyValueSetMutationKind`).
  @Test func kindsOfSetMutationsHaveTheDocumentedNumbers() throws {
    let kinds = (1...4).map { NSKeyValueSetMutationKind(rawValue: $0) }
    #expect(kinds == [.union, .minus, .intersect, .set])
    let context = try Shop.filled()
    let author = try #require(try context.fetch(NSFetchRequest<Author>(entityName: "Author")).first)
    let kept = Set(author.books.prefix(2))
    author.willChangeValue(forKey: "books", withSetMutation: .intersect, using: kept)
    author.setPrimitiveValue(kept as NSSet, forKey: "books")
    author.didChangeValue(forKey: "books", withSetMutation: .intersect, using: kept)
    try context.save()
    #expect(author.books == kept)
  }

  @Test func identitiesAreValuesThatCanBeCopied() throws {
    let book = try #require(try Shop.filled().fetch(Book.fetchRequest()).first)
    let id: NSManagedObjectID = book.objectID
    let copy = try #require(id.copy(with: nil) as? NSManagedObjectID)
    #expect(
      copy == id && copy.hash == id.hash && copy.uriRepresentation() == id.uriRepresentation())
  }
}
