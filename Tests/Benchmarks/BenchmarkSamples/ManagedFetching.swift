import CFetch
import Foundation
import MomentumObjects
import MomentumRuntime
import MomentumSQL
import MomentumSQLite

/// The rows of ``ObjectSample`` as managed objects, in a new context each time.
package final class ManagedFetchSample {
  /// What a fetch leaves in memory.
  package enum Result: Sendable {
    /// Objects with their values.
    case objects
    /// Faults, whose rows are in memory so that firing them needs no statement. The default.
    case faults
    /// Faults without their rows.
    case identities
  }

  /// The same rows as values.
  package let values: ObjectSample
  let coordinator: StoreCoordinator

  package init(count: Int, in folder: URL) throws {
    values = try ObjectSample(count: count, in: folder)
    let model = try ModelPlan(SampleModel.model.compiled.get())
    coordinator = StoreCoordinator(model)
    try coordinator.add(SQLiteObjectStore(path: values.path, model: model))
  }

  package func read(_ result: Result) throws -> Int {
    var request = ObjectRequest("Sample")
    request.returnsFaults = result != .objects
    request.includesPropertyValues = result != .identities
    return try ObjectContext(coordinator).fetch(request).count
  }

  /// The bytes of one of a million faults that a context has registered, with the reference that
  /// keeps it alive.
  package func bytesOfFault(count: Int = 1_000_000) throws -> Double {
    guard let entity = coordinator.model.entity(named: "Sample"),
      let place = coordinator.stores.first?.places[entity]
    else { throw Failure.refused }
    let context = ObjectContext(coordinator)
    var faults: [ManagedObject] = []
    let before = cfetch_allocated_bytes()
    faults.reserveCapacity(count)
    for number in 1...count { faults.append(context.object(with: ObjectID(place, Int64(number)))) }
    let bytes = cfetch_allocated_bytes() - before
    guard context.registeredObjects.count == faults.count else { throw Failure.refused }
    return Double(bytes) / Double(count)
  }
}

/// Rows with a relationship to one other row each.
package final class PrefetchSample {
  private final class Statements: @unchecked Sendable {
    var count = 0
  }

  private let statements = Statements()
  private let coordinator: StoreCoordinator
  private var authors: [ManagedObject] = []
  private var context: ObjectContext?

  package init(count: Int, in folder: URL) throws {
    let model = try ModelPlan(Authors.model.compiled.get())
    var options = SQLiteStoreOptions()
    let statements = statements
    options.hooks.observe = { event in
      if case .statement = event { statements.count += 1 }
    }
    let path = folder.appendingPathComponent("authors-\(count).sqlite").path
    coordinator = StoreCoordinator(model)
    try coordinator.add(SQLiteObjectStore(path: path, model: model, options: options))
    let connection = try Connection(path: path, access: .readWrite)
    let numbers: SQLFragment =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(number: count))"
    try connection.execute(
      "\(sql: numbers) INSERT INTO ZAUTHOR(Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT i, 1, 1, 'Author ' || i FROM n"
    )
    try connection.execute(
      "\(sql: numbers) INSERT INTO ZBOOK(Z_PK, Z_ENT, Z_OPT, ZTITLE, ZAUTHOR) SELECT i, 2, 1, 'Book ' || i, i FROM n"
    )
  }

  package func prefetch() throws {
    authors = []
    let context = ObjectContext(coordinator)
    var request = ObjectRequest("Author")
    request.prefetchedKeyPaths = ["books"]
    authors = try context.fetch(request)
    self.context = context
  }

  /// Fires the relationship of each object, and reads a value of its member.
  ///
  /// - Returns: The number of statements.
  package func fire() throws -> Int {
    statements.count = 0
    for author in authors {
      guard case .objects(let books) = try author.value(forKey: "books"), books.count == 1,
        case .attribute = try books[0].value(forKey: "title")
      else { throw Failure.refused }
    }
    return statements.count
  }
}

private enum Authors: StoredModel {
  static let model = RuntimeModel(
    name: "Authors",
    contents: """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Author" syncable="YES">
          <attribute name="name" attributeType="String"/>
          <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
        </entity>
        <entity name="Book" syncable="YES">
          <attribute name="title" attributeType="String"/>
          <relationship name="author" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
        </entity>
      </model>
      """)
}
