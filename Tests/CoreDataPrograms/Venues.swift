import CoreData

// The model layer of an app about bubble tea. This file is valid on a Mac as it is.

public final class Venue: NSManagedObject {
  @nonobjc public class func fetchRequest() -> NSFetchRequest<Venue> {
    NSFetchRequest<Venue>(entityName: "Venue")
  }

  #if canImport(ObjectiveC)
    @NSManaged public var name: String?
    @NSManaged public var favorite: Bool
    @NSManaged public var specialCount: Int32
  #else
    public var name: String? {
      get { value(forKey: "name") as? String }
      set { setValue(newValue, forKey: "name") }
    }
    public var favorite: Bool {
      get { value(forKey: "favorite") as? Bool ?? false }
      set { setValue(newValue, forKey: "favorite") }
    }
    public var specialCount: Int32 {
      get { value(forKey: "specialCount") as? Int32 ?? 0 }
      set { setValue(newValue, forKey: "specialCount") }
    }
  #endif
}

/// The stack and the requests of the app.
public final class VenueStack {
  public let container: NSPersistentContainer

  /// A stack with a model's file and a store's file.
  public init(model: URL, store: URL) throws {
    guard let model = NSManagedObjectModel(contentsOf: model) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    container = NSPersistentContainer(name: "BubbleTea", managedObjectModel: model)
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: store)]
    var failure: Error?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
  }

  public var context: NSManagedObjectContext { container.viewContext }

  /// Fills an empty store with the objects of a seed.
  public func importSeed(_ file: URL) throws {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let objects = json?["objects"] as? [[String: Any]] ?? []
    let dates = ISO8601DateFormatter()
    var made: [String: NSManagedObject] = [:]
    for object in objects {
      guard let entity = object["entity"] as? String else { continue }
      let new = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      for (key, value) in object["attributes"] as? [String: Any] ?? [:] {
        switch new.entity.attributesByName[key]?.attributeType {
        case .UUIDAttributeType:
          new.setValue((value as? String).flatMap(UUID.init(uuidString:)), forKey: key)
        case .dateAttributeType:
          new.setValue((value as? String).flatMap(dates.date(from:)), forKey: key)
        case .URIAttributeType:
          new.setValue((value as? String).flatMap(URL.init(string:)), forKey: key)
        default: new.setValue(value is NSNull ? nil : value, forKey: key)
        }
      }
      if let id = object["id"] as? String { made[id] = new }
      for (key, value) in object["relationships"] as? [String: String] ?? [:] {
        new.setValue(made[value], forKey: key)
      }
    }
    try context.save()
  }

  // MARK: - Requests

  /// The request that the model stores.
  public func storedRequest() throws -> Int {
    let model = context.persistentStoreCoordinator?.managedObjectModel
    guard let request = model?.fetchRequestTemplate(forName: "FetchRequest") else { return 0 }
    return try context.fetch(request).count
  }

  public func count(ofCategory category: String) throws -> Int {
    let request = NSFetchRequest<NSNumber>(entityName: "Venue")
    request.resultType = .countResultType
    request.predicate = NSPredicate(format: "%K == %@", "priceInfo.priceCategory", category)
    return try context.fetch(request).first?.intValue ?? 0
  }

  public func dealCount() throws -> Int {
    let request = NSFetchRequest<NSDictionary>(entityName: "Venue")
    request.resultType = .dictionaryResultType
    let sum = NSExpressionDescription()
    sum.name = "sumDeals"
    sum.expression = NSExpression(
      forFunction: "sum:", arguments: [NSExpression(forKeyPath: "specialCount")])
    sum.expressionResultType = .integer32AttributeType
    request.propertiesToFetch = [sum]
    return try context.fetch(request).first?["sumDeals"] as? Int ?? 0
  }

  /// Marks all venues as favourites, without reading them.
  public func markFavourites() throws -> Int {
    let update = NSBatchUpdateRequest(entityName: "Venue")
    update.propertiesToUpdate = ["favorite": true]
    update.affectedStores = context.persistentStoreCoordinator?.persistentStores
    update.resultType = .updatedObjectsCountResultType
    let result = try context.execute(update) as? NSBatchUpdateResult
    return result?.result as? Int ?? 0
  }

  /// Fetches all venues beside the main queue.
  public func fetchAsynchronously(_ completion: @escaping ([Venue]) -> Void) throws {
    let request = NSAsynchronousFetchRequest<Venue>(fetchRequest: Venue.fetchRequest()) { result in
      completion(result.finalResult ?? [])
    }
    try context.execute(request)
  }

  /// The names of the venues of a filter in an order.
  public func names(_ predicate: NSPredicate?, _ sort: NSSortDescriptor) throws -> [String] {
    let request: NSFetchRequest<Venue> = Venue.fetchRequest()
    request.predicate = predicate
    request.sortDescriptors = [sort]
    return try context.fetch(request).compactMap(\.name)
  }
}
