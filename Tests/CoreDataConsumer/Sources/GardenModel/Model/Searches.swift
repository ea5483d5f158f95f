import CoreData
import Foundation

/// The stack and the searches of the app.
public final class Garden: NSObject {
  public let container: NSPersistentContainer

  public override init() {
    container = NSPersistentContainer(name: "Gärten")
    super.init()
    let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { _, error in
      if let error { print("cannot open: \(error)") }
    }
  }

  public var context: NSManagedObjectContext { container.viewContext }

  /// The first use of a class is by the name in the model.
  public func addBed(_ name: String) -> NSManagedObject {
    let bed = NSEntityDescription.insertNewObject(forEntityName: "Bed", into: context)
    bed.setValue(name, forKey: #keyPath(Bed.name))
    return bed
  }

  public func plants(in bed: Bed) throws -> [Plant] {
    let request: NSFetchRequest<Plant> = Plant.fetchRequest()
    request.predicate = NSPredicate(format: "\(#keyPath(Plant.bed.name)) == %@", bed.name ?? "")
    request.sortDescriptors = [
      NSSortDescriptor(
        key: #keyPath(Plant.name), ascending: true,
        selector: #selector(NSString.localizedStandardCompare(_:)))
    ]
    return try context.fetch(request)
  }

  public func heights() throws -> [Double] {
    let request = NSFetchRequest<NSFetchRequestResult>(entityName: "Plant")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = [#keyPath(Plant.height)]
    let rows = try context.fetch(request) as! [[String: Any]]
    return rows.compactMap { $0["height"] as? Double }.sorted()
  }
}
