import CoreData
import Testing

/// CloudKit and Spotlight, which Linux has not: what a program asks answers, and nothing traps.
@Suite struct CloudNamesTests {
  private func container() throws -> NSPersistentCloudKitContainer {
    let container = NSPersistentCloudKitContainer(
      name: "Shop", managedObjectModel: try Shop.model())
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    ]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    return container
  }

  @Test func aSchemaIsNotInitialisedAndTheErrorSaysWhy() throws {
    typealias Options = NSPersistentCloudKitContainerSchemaInitializationOptions
    let options: [NSPersistentCloudKitContainerSchemaInitializationOptions] = [
      .dryRun, .printSchema,
    ]
    #expect(options.map(\.rawValue) == [2, 4])
    #expect(
      NSPersistentCloudKitContainerSchemaInitializationOptions(rawValue: 6)
        == [options[0], options[1]])
    do {
      try container().initializeCloudKitSchema(options: [.dryRun])
      Issue.record("a schema was made without CloudKit")
    } catch let error as NSError {
      #expect(error.code == NSCoreDataError && error.domain == NSCocoaErrorDomain)
      #expect(error.localizedDescription == "CloudKit is not available on Linux.")
      #expect(error.localizedFailureReason != nil)
    }
  }

  /// Nobody shares the records of a store that is not mirrored, so nobody else may forbid a change.
  @Test func objectsOfAStoreThatIsNotMirroredCanBeChanged() throws {
    let container = try container()
    let author = Author(context: container.viewContext)
    author.name = "Ann"
    try container.viewContext.save()
    #expect(container.canUpdateRecord(forManagedObjectWith: author.objectID))
    #expect(container.canDeleteRecord(forManagedObjectWith: author.objectID))
    let coordinator = container.persistentStoreCoordinator
    let store = try #require(coordinator.persistentStores.first)
    #expect(container.canModifyManagedObjects(in: store))
    let options = [NSReadOnlyPersistentStoreOption: true]
    let readOnly = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: options)
    #expect(!container.canModifyManagedObjects(in: readOnly))
  }

  @Test func eventsHaveTypes() throws {
    typealias Container = NSPersistentCloudKitContainer
    let types: [NSPersistentCloudKitContainer.EventType] = [.setup, .import, .export]
    #expect(types.map(\.rawValue) == [0, 1, 2])
    let results: [NSPersistentCloudKitContainerEventResult.ResultType] = [.events, .countEvents]
    #expect(results.map(\.rawValue) == [0, 1])
    let request = NSPersistentCloudKitContainerEventRequest.fetchEvents(after: Date.distantPast)
    #expect(request.resultType == .events)
    request.resultType = .countEvents
    let result = try container().viewContext.execute(request)
    let count = result as? NSPersistentCloudKitContainerEventResult
    #expect(count?.result as? Int == 0 && count?.resultType == .countEvents)
  }

  @Test func aSpotlightDelegateIndexesNothing() throws {
    let model = try Shop.model()
    let description = NSPersistentStoreDescription()
    let delegates = [
      NSCoreDataCoreSpotlightDelegate(
        forStoreWith: description,
        coordinator: NSPersistentStoreCoordinator(managedObjectModel: model)),
      NSCoreDataCoreSpotlightDelegate(forStoreWith: description, model: model),
    ]
    for delegate in delegates {
      delegate.startSpotlightIndexing()
      delegate.stopSpotlightIndexing()
      #expect(!delegate.isIndexingEnabled)
      #expect(delegate.domainIdentifier().isEmpty && delegate.indexName() == nil)
      var message: String?
      delegate.deleteSpotlightIndex(completionHandler: { message = $0?.localizedDescription })
      #expect(message == "Spotlight is not available on Linux.")
    }
  }
}
