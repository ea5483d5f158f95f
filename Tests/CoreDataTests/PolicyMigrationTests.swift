import MomentumArchive
import MomentumCompiler
import MomentumDiagnostics
import MomentumMigration
import MomentumModelFiles
import MomentumTestSupport
import Testing

@testable import CoreData

/// Fills the second version of the seeds.
final class SeedPolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    let parts = (sInstance.primitiveValue(forKey: "amount") as? String ?? "").components(
      separatedBy: " x ")
    guard let amount = parts.first.flatMap(Int.init) else {
      throw NSError(domain: "Seeds", code: 7)
    }
    for seed in manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    {
      seed.setValue(amount, forKey: "amount")
      seed.setValue(parts.last, forKey: "sort")
    }
  }
}

/// A SQLite store of an older version is migrated by a mapping model with a policy while it is opened. The model is
/// that of the client in Tests/CoreDataConsumer, which does the same with the files that the plugin compiles.
@Suite struct PolicyMigrationTests {
  private static let files = "Tests/CoreDataConsumer/Sources/GardenModel/Model"

  private struct Seeds {
    let folder: URL
    let old: NSManagedObjectModel
    let new: NSManagedObjectModel
    var url: URL { folder.appendingPathComponent("Seeds.sqlite") }

    func migration() throws -> PolicyMigration {
      PolicyMigration(model: new, url: url, bundles: [try #require(Bundle(path: folder.path))])
    }

    func fill(_ amounts: [String]) throws {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: old)
      let store = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url)
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      for amount in amounts {
        NSEntityDescription.insertNewObject(forEntityName: "Seed", into: context)
          .setValue(amount, forKey: "amount")
      }
      try context.save()
      try coordinator.remove(store)
    }

    /// The values of the store, which has to be one of the model.
    func values(_ model: NSManagedObjectModel) throws -> [String] {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      let store = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url,
        options: [NSMigratePersistentStoresAutomaticallyOption: false])
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      let seeds = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Seed"))
      let values = seeds.map { seed in
        model.entitiesByName["Seed"]?.attributesByName.keys.sorted()
          .map { "\(seed.value(forKey: $0) ?? "")" }.joined(separator: " ") ?? ""
      }
      try coordinator.remove(store)
      return values.sorted()
    }

    /// What else is in the folder.
    func others() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .filter { !$0.hasPrefix("Seeds.sqlite") && $0 != "Seeds.cdm" }
    }
  }

  private func with(_ policy: String, _ body: (Seeds) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = RepositoryFiles.url(Self.files + "/Seeds.xcdatamodeld")
      let old = NSManagedObjectModel(
        contentsOf: bundle.appendingPathComponent("Seeds.xcdatamodel"))
      let seeds = Seeds(
        folder: folder, old: try #require(old),
        new: try #require(NSManagedObjectModel(contentsOf: bundle)))
      try compile(policy, seeds)
      try body(seeds)
    }
  }

  /// Writes the compiled mapping model with another policy into the folder.
  private func compile(_ policy: String, _ seeds: Seeds) throws {
    let text = try RepositoryFiles.text(Self.files + "/Seeds.xcmappingmodel/xcmapping.xml")
    let file = SourceFile(
      path: "xcmapping.xml", text: text.replacing("GardenModel.SeedAmounts", with: policy))
    var found = Diagnostics()
    guard case .editor(let syntax) = MappingModelReader.read(file, &found) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    let mapping = MappingCompiler.compile(
      syntax, old: seeds.old.compiled.model, new: seeds.new.compiled.model)
    let bytes = MappingArchive.bytes(
      of: mapping, at: SourceLocation(file, SourceRange(0, 0)), &found)
    try #require(found.all.isEmpty)
    try Data(bytes).write(to: seeds.folder.appendingPathComponent("Seeds.cdm"))
  }

  private static let policy = String(reflecting: SeedPolicy.self)

  @Test func aPolicyMigratesAStoreThatIsOpened() throws {
    try with(Self.policy) { seeds in
      try seeds.fill(["12 x Basil", "3 x Tomato"])
      try seeds.migration().run()
      #expect(try seeds.values(seeds.new) == ["12 Basil", "3 Tomato"])
      #expect(try seeds.others() == [])
      // A store of the current version is left alone.
      try seeds.migration().run()
      #expect(try seeds.values(seeds.new) == ["12 Basil", "3 Tomato"])
    }
  }

  @Test func aPolicyThatFailsLeavesTheStoreAsItWas() throws {
    try with(Self.policy) { seeds in
      try seeds.fill(["12 x Basil", "some"])
      let error =
        try #require(
          throws: (any Error).self, performing: { try seeds.migration().run() }) as NSError
      #expect(error.domain == "Seeds" && error.code == 7)
      #expect(try seeds.values(seeds.old) == ["12 x Basil", "some"])
      #expect(try seeds.others() == [])
    }
    try with("Nowhere.Policy") { seeds in
      try seeds.fill(["12 x Basil"])
      let error =
        try #require(
          throws: (any Error).self, performing: { try seeds.migration().run() }) as NSError
      #expect(error.code == NSEntityMigrationPolicyError)
      #expect(try seeds.values(seeds.old) == ["12 x Basil"])
    }
  }

  @Test func whatIsNoStoreYetIsNotMigrated() throws {
    try with(Self.policy) { seeds in
      try seeds.migration().run()
      #expect(!FileManager.default.fileExists(atPath: seeds.url.path))
      try Data().write(to: seeds.url)
      try seeds.migration().run()
      #expect(try Data(contentsOf: seeds.url).isEmpty)
      var inMemory = try seeds.migration()
      inMemory = PolicyMigration(
        model: seeds.new, url: URL(fileURLWithPath: "/dev/null"), bundles: inMemory.bundles)
      try inMemory.run()
    }
    try with(Self.policy) { seeds in
      try seeds.fill(["12 x Basil"])
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: seeds.old)
      try coordinator.destroyPersistentStore(at: seeds.url, type: .sqlite)
      try seeds.migration().run()
      try coordinator.addPersistentStore(type: .sqlite, at: seeds.url)
    }
  }
}
