import Foundation
import MomentumTestSupport
import Testing

/// The table of Core Data's names against the sources of the module and these tests.
@Suite struct APITableTests {
  /// The versions of macOS that brought types; what is not here came with 10.4.
  private static let versions: [(prefix: String, version: String)] = [
    ("NSPersistentStoreCoordinator.cachedModel", "26.4"),
    ("NSManagedObjectModel.checksumsForVersionedModel", "14"),
    ("NSManagedObjectModelReferenceNotFoundError", "14"),
    ("NSStagedMigrationFrameworkVersionMismatchError", "14"),
    ("NSStagedMigrationBackwardMigrationError", "14"),
    ("NSMigrationManager.migrateStore(from:type:", "12"),
    ("NSPersistentStoreCoordinator.finish", "14"), ("NSPersistentStoreDeferred", "14"),
    ("NSStoreModelVersionChecksumKey", "14"), ("NSFetchRequestExpression", "10.5"),
    ("NSPersistentCloudKitContainerEvent", "11"), ("NSPersistentCloudKitContainer.Event", "11"),
    ("NSPersistentCloudKitContainer.event", "11"), ("NSMigrationManagerKey", "10.5"),
    ("NSMigrationSourceObjectKey", "10.5"), ("NSMigrationDestinationObjectKey", "10.5"),
    ("NSMigrationEntity", "10.5"), ("NSMigrationPropertyMappingKey", "10.5"),
    ("NSBatchInsert", "10.15"), ("NSBatchUpdate", "10.10"), ("NSBatchDelete", "10.11"),
    ("NSAsynchronous", "10.10"), ("NSPersistentStoreAsynchronous", "10.10"),
    ("NSPersistentHistory", "10.13"), ("NSQueryGeneration", "10.12"),
    ("NSPersistentCloudKit", "10.15"), ("NSCoreDataCoreSpotlight", "10.13"),
    ("NSMigrationManager", "10.5"), ("NSMappingModel", "10.5"), ("NSEntityMapping", "10.5"),
    ("NSPropertyMapping", "10.5"), ("NSEntityMigrationPolicy", "10.5"), ("NSAtomicStore", "10.5"),
    ("NSIncrementalStore", "10.7"), ("NSSaveChangesRequest", "10.7"), ("NSMergePolicy", "10.7"),
    ("NSMergeConflict", "10.7"), ("NSConstraintConflict", "10.11"),
    ("NSPersistentContainer", "10.12"), ("NSPersistentStoreDescription", "10.12"),
    ("NSPersistentStoreRequest", "10.7"), ("NSPersistentStoreResult", "10.10"),
    ("NSFetchedResults", "10.12"), ("NSFetchIndex", "10.13"),
    ("NSDerivedAttribute", "10.15"), ("NSCompositeAttribute", "14"),
    ("NSExpressionDescription", "10.6"), ("NSStagedMigration", "14"), ("NSMigrationStage", "14"),
    ("NSLightweightMigrationStage", "14"), ("NSCustomMigrationStage", "14"),
    ("NSManagedObjectModelReference", "14"),
  ]

  /// The table of the sources' names. A row keeps its test if no other one says more of the name.
  private static func recorded(_ names: Set<String>) throws -> APITable {
    let old = (try? APITable())?.rows ?? []
    let known = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
    var rows = old.filter { !$0.works && !names.contains($0.name) }
    let mentions = APIMentions(Array(names), try APITests())
    for name in names {
      let version = versions.first { name.hasPrefix($0.prefix) }?.version ?? "10.4"
      let kept = known[name].flatMap { $0.works ? $0.test : nil } ?? ""
      let found = mentions.tests(of: name)
      let isBest = found.contains { $0.test == kept && $0.place == found.first?.place }
      rows.append(
        APITable.Row(
          name: name, since: version, state: "works",
          test: isBest ? kept : found.first?.test ?? kept))
    }
    return APITable(rows.sorted { $0.name < $1.name })
  }

  @Test func theTableHasTheNamesOfTheSources() throws {
    let names = try DeclaredNames().names
    try #require(names.count > 500, "declarations are no longer found")
    try RepositoryFiles.expectGolden(try Self.recorded(names).text, at: APITable.path)
  }

  @Test func theTestOfEachNameMentionsIt() throws {
    let rows = try APITable().rows.filter(\.works)
    let tests = try APITests()
    try #require(tests.all.count > 100, "tests are no longer found")
    let mentions = APIMentions(rows.map(\.name), tests)
    for row in rows where mentions.place(of: row.name, in: row.test) == nil {
      let others = mentions.tests(of: row.name).prefix(3).map(\.test).joined(separator: ", ")
      Issue.record(
        "\(row.name): its test '\(row.test)' does not mention it; tests that do: \(others)")
    }
  }

  /// A reader that finds every name everywhere would let the table say anything.
  @Test func aTestMentionsWhatItSays() throws {
    let names = [
      "NSManagedObjectContext.save()", "NSEntityDescription.name", "NSManagedObjectContext.name",
      "NSAtomicStore.load()", "NSBatchInsertRequest.init(entityName:objects:)",
      "NSBatchInsertRequest.init(entityName:dictionaryHandler:)",
    ]
    let mentions = APIMentions(names, try APITests())
    let places = names.map { mentions.place(of: $0, in: "onlySQLiteStoresRunBatches") }
    #expect(places == [nil, nil, nil, nil, .besideType, nil])
    #expect(mentions.place(of: names[0], in: "aDeletionFollowsTheRules") == .inTest)
    #expect(mentions.place(of: names[2], in: "settingsBeginAsAppleDocumentsThem") == .besideType)
    #expect(mentions.place(of: names[3], in: "anAtomicStoreReadsAndWritesItsFile") == .inHelper)
    #expect(mentions.place(of: names[0], in: "noTestHasThisName") == nil)
  }

  @Test func theTableIsPrintedIntoTheDocumentation() throws {
    try RepositoryFiles.expectGolden(try APITable().markdown, at: APITable.article)
  }

  @Test func whatIsMissingHasAReason() throws {
    let missing = try APITable().rows.filter { !$0.works }
    #expect(missing.allSatisfy { $0.state == "no" && $0.test.count > 10 })
  }
}
