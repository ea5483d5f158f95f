import MomentumTestSupport
import Testing

@testable import CoreData

/// CL-10: the parts of Foundation that an app's model layer needs and Linux lacks.
@Suite struct FoundationTests {
  private final class Counter: NSObject {
    var value = 0

    func add(_ number: Int, _ manager: UndoManager) {
      value += number
      manager.registerUndo(withTarget: self) { $0.add(-number, manager) }
    }
  }

  @Test func anUndoManagerUndoesGroups() {
    let (manager, counter) = (UndoManager(), Counter())
    counter.add(1, manager)
    counter.add(2, manager)
    manager.setActionName("Add")
    #expect(manager.canUndo && manager.undoActionName == "Add")
    manager.undo()
    #expect(counter.value == 0 && manager.canRedo && !manager.canUndo)
    #expect(manager.redoActionName == "Add")
    manager.redo()
    #expect(counter.value == 3)
    manager.beginUndoGrouping()
    counter.add(4, manager)
    manager.endUndoGrouping()
    manager.undo()
    #expect(counter.value == 3)
    manager.disableUndoRegistration()
    counter.add(5, manager)
    manager.enableUndoRegistration()
    manager.undo()
    #expect(counter.value == 5, "the unregistered change stays")
    manager.removeAllActions()
    #expect(!manager.canUndo && !manager.canRedo)
  }

  @Test func pathsHaveRowsAndSections() {
    var path = IndexPath(row: 3, section: 1)
    #expect(path.row == 3 && path.section == 1 && path.item == 3)
    path.row = 4
    #expect(path == IndexPath(item: 4, section: 1))
  }

  @Test func selectorsAreNames() {
    #expect(Selector("compare:") == NSSelectorFromString("compare:"))
    #expect(NSStringFromSelector("caseInsensitiveCompare:") == "caseInsensitiveCompare:")
    #expect(NSEC_PER_SEC == NSEC_PER_MSEC * 1000 && USEC_PER_SEC * NSEC_PER_USEC == NSEC_PER_SEC)
    let before = CFAbsoluteTimeGetCurrent()
    #expect(CFAbsoluteTimeGetCurrent() >= before)
    #expect(autoreleasepool { before } == before)
    #expect(Book.self.classForCoder() == Book.self && NSArray.classForCoder() == NSArray.self)
  }

  /// Counts the notifications that it is told of.
  private final class Listener {
    var names: [String] = []
    var calls = 0
    func hear(_ notification: Notification) { names.append(notification.name.rawValue) }
    func count() { calls += 1 }
  }

  @Test func observersAreCalledByTheirMethods() {
    let center = NotificationCenter()
    let (first, second) = (Notification.Name("first"), Notification.Name("second"))
    let (sender, listener) = (NSObject(), Listener())
    center.addObserver(
      listener, selector: Selector("hear:", Listener.hear), name: first, object: sender)
    center.addObserver(
      listener, selector: Selector("count", Listener.count), name: nil, object: nil)
    center.post(name: first, object: sender)
    center.post(name: first, object: NSObject())
    center.post(name: second, object: sender)
    #expect(listener.names == ["first"] && listener.calls == 3)
    // Another center, and another object, remove nothing.
    NotificationCenter().removeObserver(listener)
    center.removeObserver(listener, name: first, object: NSObject())
    center.post(name: first, object: sender)
    #expect(listener.names.count == 2 && listener.calls == 4)
    center.removeObserver(listener, name: first, object: sender)
    center.post(name: first, object: sender)
    #expect(listener.names.count == 2 && listener.calls == 5)
    center.removeObserver(listener)
    center.post(name: first, object: sender)
    #expect(listener.calls == 5)
    // What a block's observation returned is removed as before.
    let token = center.addObserver(forName: second, object: nil, queue: nil) { _ in
      Issue.record("the observation was removed")
    }
    center.removeObserver(token)
    center.post(name: second, object: nil)
  }

  @Test func observersAreNotRetained() {
    let center = NotificationCenter()
    weak var gone: Listener?
    do {
      let listener = Listener()
      gone = listener
      center.addObserver(
        listener, selector: Selector("count", Listener.count), name: nil, object: nil)
    }
    #expect(gone == nil)
    center.post(name: Notification.Name("first"), object: nil)
  }

  /// Sources that were written for iCloud still name it; nothing is ever posted.
  @Test func namesOfICloudAreThere() {
    let keys = [
      NSPersistentStoreUbiquitousContentNameKey, NSPersistentStoreUbiquitousContentURLKey,
      NSPersistentStoreUbiquitousContainerIdentifierKey, NSPersistentStoreUbiquitousPeerTokenOption,
      NSPersistentStoreUbiquitousTransitionTypeKey,
      NSPersistentStoreRebuildFromUbiquitousContentOption,
      NSPersistentStoreRemoveUbiquitousMetadataOption,
      Notification.Name.NSPersistentStoreDidImportUbiquitousContentChanges.rawValue,
    ]
    #expect(Set(keys).count == keys.count)
    let transitions = (1...4).map { NSPersistentStoreUbiquitousTransitionType(rawValue: $0) }
    #expect(
      transitions == [.accountAdded, .accountRemoved, .contentRemoved, .initialImportCompleted])
  }

  @Test func filesOfBundlesAreURLs() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.momd")
      try Data().write(to: file)
      let bundle = try #require(Bundle(path: folder.path))
      let found: [URL]? = bundle.urls(forResourcesWithExtension: "momd", subdirectory: nil)
      #expect(found?.map(\.lastPathComponent) == ["a.momd"])
      // Without a type, the call is not ambiguous.
      let either = bundle.urls(forResourcesWithExtension: "momd", subdirectory: nil)
      #expect(either?.count == 1)
      let inGerman: [URL]? = bundle.urls(
        forResourcesWithExtension: "momd", subdirectory: nil, localization: "de")
      #expect(inGerman?.count ?? 0 <= 1)
      let first = bundle.fileURLs(forResourcesWithExtension: "momd", subdirectory: nil)?.first
      #expect(first?.lastPathComponent == "a.momd")
    }
  }

  @Test func setsHaveLiterals() throws {
    let (first, second) = (Counter(), Counter())
    let set: NSSet? = [first, second, first]
    #expect(set?.count == 2 && set?.contains(second) == true && set == [second, first])
    #expect(NSSet(arrayLiteral: first, second) == set)
    let changed: NSMutableSet = []
    changed.add(first)
    #expect(changed == [first] && (changed as? Set<Counter>) == [first])
    let context = try Shop.filled()
    let author = try #require(try context.fetch(NSFetchRequest<Author>(entityName: "Author")).first)
    author.setValue([] as NSSet, forKey: "books")
    #expect(author.books.isEmpty)
  }

  /// CL-7, CL-18: what copies of sources call for `NSClassFromString` and `Bundle(for:)`.
  @Test func classesAndTheirResourcesAreFoundByTheirNames() {
    for name in ["Guide", "CoreDataTests.Guide"] {
      #expect(NSManagedObject.anyClass(fromString: name) == Guide.self)
    }
    // Classes that are no managed objects are found beside the classes that are.
    #expect(NSManagedObject.anyClass(fromString: "SeedPolicy") == SeedPolicy.self)
    #expect(NSManagedObject.anyClass(fromString: "Nothing") == nil)
    // The target of these tests has no resources, so the program itself is the bundle.
    let bundle = Bundle.withResources(of: Guide.self)
    #expect(bundle.bundleURL == Bundle(for: Guide.self).bundleURL)
    #expect(Bundle.identified(by: "com.shop.CoreDataTests") == nil)
  }

  @Test func theResourcesOfAModuleAreBesideTheProgram() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      for name in ["Shop_App.resources", "Shop_App-Kit.resources", "Shop_Other.bundle", "App"] {
        try FileManager.default.createDirectory(
          at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
      }
      func name(_ module: String) -> String? {
        ModelFiles.resources(of: module, beside: folder)?.lastPathComponent
      }
      #expect(name("App") == "Shop_App.resources" && name("App_Kit") == "Shop_App-Kit.resources")
      #expect(name("Other") == "Shop_Other.bundle" && name("Shop") == nil)
    }
  }

  @Test func expressionsHaveValues() {
    let sum = NSExpression(
      forFunction: "add:to:",
      arguments: [NSExpression(forConstantValue: 2), NSExpression(forKeyPath: "x")])
    #expect(sum.expressionValue(with: ["x": 3], context: nil) as? Int == 5)
    #expect(NSExpression(forKeyPath: "a.b").keyPath == "a.b")
    #expect(NSExpression(forKeyPath: "a").expressionType == .keyPath)
    #expect(
      NSExpression(format: "x + %d", 4).expressionValue(with: ["x": 1], context: nil) as? Int == 5)
  }

  @Test func codesHaveNames() {
    let error = NSError(domain: NSCocoaErrorDomain, code: NSManagedObjectMergeError)
    #expect((error as? CocoaError)?.code == .managedObjectMerge)
    #expect(CocoaError.Code.validationMissingMandatoryProperty.rawValue == 1570)
    #expect(CocoaError.Code.persistentStoreIncompatibleVersionHash.rawValue == 134_100)
  }
}
