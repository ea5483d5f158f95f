import CoreData
import Testing

/// OG-701 ff.: policies and conflicts as values.
@Suite struct ConflictNamesTests {
  /// Source of the numbers: documented (`NSMergePolicyType`).
  @Test func policiesHaveTypesAndTwoNames() {
    let types: [NSMergePolicyType] = [
      .errorMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType,
      .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType,
      .rollbackMergePolicyType,
    ]
    #expect(types.map(\.rawValue) == [0, 1, 2, 3, 4])
    let policies = [
      NSMergePolicy.error, NSMergePolicy.mergeByPropertyStoreTrump,
      NSMergePolicy.mergeByPropertyObjectTrump, NSMergePolicy.overwrite, NSMergePolicy.rollback,
    ]
    #expect(policies.map(\.mergeType) == types)
    let constants = [
      NSErrorMergePolicy, NSMergeByPropertyStoreTrumpMergePolicy,
      NSMergeByPropertyObjectTrumpMergePolicy, NSOverwriteMergePolicy, NSRollbackMergePolicy,
    ]
    #expect(zip(constants, policies).allSatisfy { $0 === $1 })
    #expect(NSMergePolicy(merge: .overwriteMergePolicyType).mergeType == types[3])
  }

  @Test func aConstraintConflictCanBeEmpty() {
    let conflict = NSConstraintConflict()
    #expect(conflict.constraint.isEmpty && conflict.constraintValues.isEmpty)
    #expect(conflict.databaseObject == nil && conflict.conflictingObjects.isEmpty)
  }

  private struct Saved {
    let title: String?
    let pages: Int32
    let price: Double
  }

  /// A book that another context has changed, and that is changed here, saved with a policy.
  private func saved(_ policy: NSMergePolicy) throws -> Saved {
    let context = try Shop.filled()
    let request = Book.fetchRequest()
    request.predicate = NSPredicate(format: "pages == 10")
    let book = try #require(try context.fetch(request).first)
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    let id = book.objectID
    try other.performAndWait {
      other.object(with: id).setValuesForKeys(["pages": 99, "price": 3.5])
      try other.save()
    }
    book.setValuesForKeys(["pages": 5, "title": "Ours"])
    context.mergePolicy = policy
    try context.save()
    context.refresh(book, mergeChanges: false)
    return Saved(title: book.title, pages: book.pages, price: book.price)
  }

  @Test func eachPolicyChoosesItsValues() throws {
    let trumped = try saved(.mergeByPropertyStoreTrump)
    #expect(trumped.pages == 99 && trumped.title == "Ours" && trumped.price == 3.5)
    let ours = try saved(.mergeByPropertyObjectTrump)
    #expect(ours.pages == 5 && ours.title == "Ours" && ours.price == 3.5)
    let whole = try saved(NSOverwriteMergePolicy)
    #expect(whole.pages == 5 && whole.price == 1.5)
    let theirs = try saved(NSRollbackMergePolicy)
    #expect(theirs.pages == 99 && theirs.title == "Book 1")
    #expect(throws: CocoaError.self) { try saved(NSErrorMergePolicy) }
  }

  @Test func aConflictIsMadeOfItsSnapshots() throws {
    let context = try Shop.filled()
    let book = try #require(try context.fetch(Book.fetchRequest()).first)
    let conflict = NSMergeConflict(
      source: book, newVersion: 3, oldVersion: 2, cachedSnapshot: ["pages": 1],
      persistedSnapshot: ["pages": 2])
    #expect(conflict.sourceObject === book && conflict.newVersionNumber == 3)
    #expect(conflict.oldVersionNumber == 2 && conflict.cachedSnapshot?["pages"] as? Int == 1)
    #expect(conflict.persistedSnapshot?["pages"] as? Int == 2)
    #expect(conflict.objectSnapshot?["title"] as? String == book.title)
    let both = NSConstraintConflict(
      constraint: ["title"], database: book, databaseSnapshot: ["title": "Old"],
      conflicting: [book], conflictingSnapshots: [["title": "New"]])
    #expect(both.constraint == ["title"] && both.databaseObject === book)
    #expect(both.constraintValues["title"] as? String == book.title)
    #expect(both.databaseSnapshot?["title"] as? String == "Old")
    #expect(both.conflictingObjects == [book])
    #expect(both.conflictingSnapshots.first?["title"] as? String == "New")
  }

  /// A policy that notes the conflicts that it is asked to resolve.
  private final class Noting: NSMergePolicy, @unchecked Sendable {
    private(set) var asked: [String] = []

    override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
      asked += list.map { "constraint \($0.constraint)" }
      try super.resolve(constraintConflicts: list)
    }

    override func resolve(mergeConflicts list: [Any]) throws {
      asked.append("\(list.count)")
      try super.resolve(mergeConflicts: list)
    }
  }

  @Test func aPolicyIsAskedAboutUniqueValues() throws {
    let model = try Shop.model()
    model.entitiesByName["Author"]?.uniquenessConstraints = [["name"]]
    let container = NSPersistentContainer(name: "Shop", managedObjectModel: model)
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    ]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let context = container.viewContext
    Author(context: context).name = "Ann"
    try context.save()
    let policy = Noting(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    context.mergePolicy = policy
    Author(context: context).name = "Ann"
    try context.save()
    #expect(policy.asked == ["constraint [\"name\"]", "1"])
    #expect(try context.count(for: NSFetchRequest<Author>(entityName: "Author")) == 1)
  }
}
