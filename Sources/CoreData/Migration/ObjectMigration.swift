import MomentumObjects

/// The stack of one side of a migration: a model, a store and a context.
struct MigrationStack {
  let coordinator: NSPersistentStoreCoordinator
  let context: NSManagedObjectContext

  /// The objects of a migration have no classes of the program, whose code belongs to one version of
  /// the model only.
  init(_ model: NSManagedObjectModel) {
    let plain = model.copy() as? NSManagedObjectModel ?? model
    for entity in plain.entities { entity.managedObjectClassName = "NSManagedObject" }
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: plain)
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    context.retainsRegisteredObjects = true
    context.isOfMigration = true
  }

  func close() throws {
    context.reset()
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }
}

/// Which objects were made from which, by entity mapping.
struct MigrationAssociations {
  private struct Pairs {
    var destinations: [NSManagedObject] = []
    var destinationsBySource: [NSManagedObject: [NSManagedObject]] = [:]
    var sourcesByDestination: [NSManagedObject: [NSManagedObject]] = [:]
  }

  private var pairs: [String: Pairs] = [:]
  private var mappings: [String] = []

  mutating func add(_ source: NSManagedObject, _ destination: NSManagedObject, _ mapping: String) {
    if pairs[mapping] == nil { mappings.append(mapping) }
    var known = pairs[mapping] ?? Pairs()
    if known.sourcesByDestination[destination] == nil { known.destinations.append(destination) }
    known.destinationsBySource[source, default: []].append(destination)
    known.sourcesByDestination[destination, default: []].append(source)
    pairs[mapping] = known
  }

  /// The objects that a mapping has made from some objects; from all with `nil`.
  func destinations(_ mapping: String, of sources: [NSManagedObject]?) -> [NSManagedObject] {
    guard let known = pairs[mapping] else { return [] }
    guard let sources else { return known.destinations }
    return Self.unique(sources.flatMap { known.destinationsBySource[$0] ?? [] })
  }

  /// The objects that any mapping has made from some objects.
  func destinations(of sources: [NSManagedObject]) -> [NSManagedObject] {
    Self.unique(
      sources.flatMap { source in mappings.flatMap { destinations($0, of: [source]) } })
  }

  /// The objects from which a mapping has made some objects; all with `nil`.
  func sources(_ mapping: String, of destinations: [NSManagedObject]?) -> [NSManagedObject] {
    guard let known = pairs[mapping] else { return [] }
    return Self.unique(
      (destinations ?? known.destinations).flatMap { known.sourcesByDestination[$0] ?? [] })
  }

  private static func unique(_ objects: [NSManagedObject]) -> [NSManagedObject] {
    var seen: Set<NSManagedObject> = []
    return objects.filter { seen.insert($0).inserted }
  }
}

/// A migration by objects: in three passes over the entity mappings, as Core Data documents it.
struct ObjectMigration {
  let manager: NSMigrationManager
  let mappings: [NSEntityMapping]
  private let policies: [NSEntityMigrationPolicy]

  /// Throws error 134170 if a policy's class does not exist.
  init(_ manager: NSMigrationManager, _ mappings: [NSEntityMapping]) throws {
    self.manager = manager
    self.mappings = mappings
    policies = try mappings.map { try Self.policy(of: $0) }
  }

  private static func policy(of mapping: NSEntityMapping) throws -> NSEntityMigrationPolicy {
    guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty else {
      return NSEntityMigrationPolicy()
    }
    guard
      let found = ManagedObjectClasses.shared.anyClass(named: name)
        as? NSEntityMigrationPolicy.Type
    else {
      throw MigrationExpressions.error(mapping, "there is no class '\(name)' for its policy.")
    }
    return found.init()
  }

  func run() throws {
    try pass(0) { mapping, policy in
      try policy.begin(mapping, with: manager)
      for source in try MigrationExpressions(manager, mapping, policy).sources() {
        try manager.checkCancelled()
        guard mapping.mappingType != .removeEntityMappingType else { break }
        try policy.createDestinationInstances(forSource: source, in: mapping, manager: manager)
      }
      try policy.endInstanceCreation(forMapping: mapping, manager: manager)
    }
    try pass(1) { mapping, policy in
      for made in manager.destinationInstances(
        forEntityMappingName: mapping.name, sourceInstances: nil)
      {
        try manager.checkCancelled()
        try policy.createRelationships(forDestination: made, in: mapping, manager: manager)
      }
      try policy.endRelationshipCreation(forMapping: mapping, manager: manager)
    }
    try pass(2) { mapping, policy in
      try policy.performCustomValidation(forMapping: mapping, manager: manager)
      try policy.end(mapping, manager: manager)
    }
    try manager.destinationContext.save()
  }

  private func pass(
    _ number: Int, _ body: (NSEntityMapping, NSEntityMigrationPolicy) throws -> Void
  ) throws {
    let count = Float(max(1, mappings.count) * 3)
    for (index, mapping) in mappings.enumerated() {
      try manager.checkCancelled()
      manager.begin(mapping, progress: Float(number * mappings.count + index) / count)
      try body(mapping, policies[index])
    }
  }
}
