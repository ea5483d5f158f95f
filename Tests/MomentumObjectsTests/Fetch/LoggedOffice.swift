import MomentumModel
import Testing

@testable import MomentumObjects

/// An office in a SQLite store in memory that remembers its statements and log lines.
struct LoggedOffice {
  let model: ModelPlan
  let store: SQLiteObjectStore
  let coordinator: StoreCoordinator
  let context: ObjectContext
  private let events: Locked<[SQLiteStoreEvent]>

  init(_ entities: String = Office.entities) throws {
    let events = Locked<[SQLiteStoreEvent]>([])
    self.events = events
    model = try ModelPlan(compiledModel(entities))
    var options = SQLiteStoreOptions()
    options.hooks.observe = { event in events.withLock { $0.append(event) } }
    store = try SQLiteObjectStore(path: nil, model: model, options: options)
    coordinator = StoreCoordinator(model)
    try coordinator.add(store)
    context = ObjectContext(coordinator)
    _ = takeStatements()
  }

  /// The statements since the last call, without those of pragmas and transactions.
  func takeStatements() -> [String] {
    takeEvents().compactMap { event in
      if case .statement(let sql, _, _) = event { return sql }
      return nil
    }
  }

  /// The log lines of a level since the last call.
  func takeLines(level: Int = 1) -> [String] {
    let log = SQLiteStoreLog(level: level)
    return takeEvents().flatMap { log.lines($0) }
  }

  private func takeEvents() -> [SQLiteStoreEvent] {
    events.withLock { all in
      defer { all = [] }
      return all
    }
  }

  /// Saved persons `p00`, `p01`, … of the ages 0, 1, …
  func people(_ count: Int, _ change: (ManagedObject, Int) throws -> Void = { _, _ in }) throws {
    let writer = ObjectContext(coordinator)
    for number in 0..<count {
      let person = try writer.insert("Person")
      person["name"] = .string(number < 10 ? "p0\(number)" : "p\(number)")
      person["age"] = .integer(Int64(number % 150))
      try change(person, number)
    }
    try writer.save()
    _ = takeStatements()
  }
}
