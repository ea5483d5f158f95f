import CFetch
import Foundation
import MomentumObjects
import MomentumRuntime
import MomentumSQLite

/// Saves of managed objects, of values and of C on one store, each committed. Before each of them the
/// table is brought into the same state.
package final class SaveSample {
  private let store: Store<Quakes>
  private let coordinator: StoreCoordinator
  private let connection: Connection
  private let quakes: [Quake]
  private let rows: [cfetch_quake]
  private let database: UnsafeMutableRawPointer
  private var context: ObjectContext
  /// Objects that a program uses after the save.
  private var kept: [ManagedObject] = []

  package init(count: Int, in folder: URL) throws {
    let path = folder.appendingPathComponent("saves-\(count).sqlite").path
    store = try Quakes.create(path)
    let model = try ModelPlan(Quakes.model.compiled.get())
    coordinator = StoreCoordinator(model)
    try coordinator.add(SQLiteObjectStore(path: path, model: model))
    connection = try Connection(path: path, access: .readWrite)
    quakes = (0..<count).map { InsertSample.quake($0) }
    rows = quakes.map(cfetch_quake.init)
    guard let database = cfetch_open_for_writing(path) else { throw Failure.refused }
    self.database = database
    context = ObjectContext(coordinator)
  }

  deinit {
    cfetch_close(database)
    for row in rows { row.free() }
  }

  /// An empty table.
  package func empty() throws {
    kept = []
    context = ObjectContext(coordinator)
    try connection.execute("DELETE FROM ZQUAKE")
    try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
    _ = try connection.firstValue("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// A table with all rows in their first version.
  package func fill() throws {
    try empty()
    _ = try insertWithC()
    _ = try connection.firstValue("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  // MARK: - Inserts

  package func insertWithC() throws -> Int {
    guard cfetch_insert(database, rows, rows.count, 1) == 0 else { throw Failure.refused }
    return rows.count
  }

  package func insertValues() throws -> Int { try store.insert(contentsOf: quakes).count }

  /// A context with new objects.
  package func prepareInserts() throws {
    try empty()
    _ = try makeObjects()
  }

  /// The same, with objects that are kept after the save.
  package func prepareKeptInserts() throws {
    try prepareInserts()
    // A list of its own, as a program has it.
    kept = context.insertedObjects.map { $0 }
  }

  package func makeObjects() throws -> Int {
    for quake in quakes {
      let object = try context.insert("Quake")
      try object.setValue(.string(quake.code), forKey: "code")
      try object.setValue(.integer(Int64(quake.depth)), forKey: "depth")
      try object.setValue(.boolean(quake.felt), forKey: "felt")
      try object.setValue(.double(quake.magnitude), forKey: "magnitude")
      if let place = quake.place { try object.setValue(.string(place), forKey: "place") }
      let time = quake.time.timeIntervalSinceReferenceDate
      try object.setValue(.attribute(.date(time)), forKey: "time")
    }
    return quakes.count
  }

  // MARK: - Updates

  package func updateWithC() throws -> Int {
    guard cfetch_update(database, rows.count) == 0 else { throw Failure.refused }
    return rows.count
  }

  /// A context with changed objects, each with another value of one attribute.
  package func prepareUpdates() throws {
    try fill()
    var request = ObjectRequest("Quake")
    request.returnsFaults = false
    for (index, object) in try context.fetch(request).enumerated() {
      try object.setValue(.integer(Int64(index % 90 + 1000)), forKey: "depth")
    }
  }

  package func save() throws -> Int {
    try context.save()
    return rows.count
  }
}

/// A results controller over many rows, and a change of ten of them.
package final class ResultsSample {
  private let context: ObjectContext
  private let controller: ResultsController
  private let objects: [ManagedObject]
  private var round = 0
  /// The objects that the last events have moved.
  package private(set) var moves = 0

  package init(_ sample: ManagedFetchSample) throws {
    context = ObjectContext(sample.coordinator)
    var request = ObjectRequest("Sample")
    request.sortKeys = [ObjectSort("city"), ObjectSort("rank")]
    controller = try ResultsController(context, request, sectionKeyPath: "city")
    try controller.performFetch()
    objects = controller.objects ?? []
    controller.observe { [weak self] update in self?.moves += update.steps.count }
  }

  /// Changes the rank of ten objects all over the list, so that each gets another place in its
  /// section.
  package func change() throws {
    round += 1
    for index in 0..<10 {
      let object = objects[(index * 9_973 + round * 31) % objects.count]
      try object.setValue(.integer(Int64((round * 7_919 + index * 101) % 100_000)), forKey: "rank")
    }
  }

  package func digest() -> Int {
    context.processPendingChanges()
    return moves
  }
}
