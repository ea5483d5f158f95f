import CoreData

// The model layer of an app about surfing. This file is valid on a Mac as it is.

public final class JournalEntry: NSManagedObject {
  @nonobjc public class func fetchRequest() -> NSFetchRequest<JournalEntry> {
    NSFetchRequest<JournalEntry>(entityName: "JournalEntry")
  }

  #if canImport(ObjectiveC)
    @NSManaged public var date: Date?
    @NSManaged public var height: String?
    @NSManaged public var location: String?
    @NSManaged public var rating: Int16
  #else
    public var date: Date? {
      get { value(forKey: "date") as? Date }
      set { setValue(newValue, forKey: "date") }
    }
    public var height: String? {
      get { value(forKey: "height") as? String }
      set { setValue(newValue, forKey: "height") }
    }
    public var location: String? {
      get { value(forKey: "location") as? String }
      set { setValue(newValue, forKey: "location") }
    }
    public var rating: Int16 {
      get { value(forKey: "rating") as? Int16 ?? 0 }
      set { setValue(newValue, forKey: "rating") }
    }
  #endif

  /// A line of a table: `2025-01-01,Sylt,1 m,4`.
  func csv() -> String {
    let day = date.map { "\(Int($0.timeIntervalSinceReferenceDate / 86_400))" } ?? ""
    return [day, location ?? "", height ?? "", "\(rating)"].joined(separator: ",")
  }
}

public final class JournalStack {
  public let container: NSPersistentContainer
  public var mainContext: NSManagedObjectContext { container.viewContext }

  /// A stack whose store is a copy of another one, as an app ships it, or is new.
  public init(model: URL, store: URL, seed: URL? = nil) throws {
    guard let model = NSManagedObjectModel(contentsOf: model) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    container = NSPersistentContainer(name: "SurfJournal", managedObjectModel: model)
    if let seed {
      try container.persistentStoreCoordinator.replacePersistentStore(
        at: store, withPersistentStoreFrom: seed, ofType: NSSQLiteStoreType)
    }
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: store)]
    var failure: Error?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
  }

  public func saveContext() throws {
    guard mainContext.hasChanges else { return }
    try mainContext.save()
  }

  /// A controller of all entries, the newest first.
  public func entries() throws -> NSFetchedResultsController<JournalEntry> {
    let request: NSFetchRequest<JournalEntry> = JournalEntry.fetchRequest()
    request.fetchBatchSize = 20
    request.sortDescriptors = [NSSortDescriptor(key: "date", ascending: false)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: mainContext, sectionNameKeyPath: nil,
      cacheName: nil)
    try controller.performFetch()
    return controller
  }

  /// Writes all entries as lines, on a queue of its own.
  public func export(to file: URL, _ completion: @escaping (Result<Int, Error>) -> Void) {
    container.performBackgroundTask { context in
      do {
        let request: NSFetchRequest<JournalEntry> = JournalEntry.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(key: "date", ascending: true)]
        let lines = try context.fetch(request).map { $0.csv() }
        try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        completion(.success(lines.count))
      } catch {
        completion(.failure(error))
      }
    }
  }

  /// A context for editing an entry, and the entry in it. Saving it changes the main context only.
  public func editing(
    _ entry: JournalEntry
  ) -> (context: NSManagedObjectContext, entry: JournalEntry?) {
    let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    child.parent = mainContext
    return (child, child.object(with: entry.objectID) as? JournalEntry)
  }
}
