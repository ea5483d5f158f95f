import CoreData

/// Takes the amount "12 x Basil" of the first version apart.
@objc(SeedAmounts)
public final class SeedAmounts: NSEntityMigrationPolicy {
  public override func createDestinationInstances(
    forSource source: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
    let amount = source.value(forKey: "amount") as? String ?? ""
    let parts = amount.components(separatedBy: " x ")
    let made = manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [source])
    for seed in made {
      seed.setValue(Int(parts.first ?? "") ?? 0, forKey: "amount")
      seed.setValue(parts.last, forKey: "sort")
    }
  }
}

/// The store of seeds, which had another version of its model once.
public enum SeedStore {
  /// Makes a store of the first version.
  public static func make(at url: URL, amounts: [String]) throws {
    let folder = Bundle.module.url(forResource: "Seeds", withExtension: "momd")!
    let model = NSManagedObjectModel(contentsOf: folder.appendingPathComponent("Seeds.mom"))!
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      for amount in amounts {
        NSEntityDescription.insertNewObject(forEntityName: "Seed", into: context)
          .setValue(amount, forKey: "amount")
      }
      try context.save()
    }
    try coordinator.remove(store)
  }

  /// Opens the store with the current version. Core Data finds the mapping model and the policy.
  public static func seeds(at url: URL) throws -> [String] {
    let container = NSPersistentContainer(name: "Seeds")
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    let request: NSFetchRequest<Seed> = Seed.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: "sort", ascending: true)]
    return try container.viewContext.fetch(request).map { "\($0.sort ?? ""): \($0.amount)" }
  }
}
