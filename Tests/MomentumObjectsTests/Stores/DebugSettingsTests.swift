import Foundation
import MomentumModel
import Testing

@testable import MomentumObjects

/// Debug switches and what they log (SR-310 to SR-317).
@Suite struct DebugSettingsTests {
  private func settings(
    _ arguments: [String] = [], _ environment: [String: String] = [:]
  ) -> DebugSettings {
    DebugSettings(arguments: ["app"] + arguments, environment: environment)
  }

  @Test("SR-310: an argument goes before the environment, and that before MOMENTUM_SQLDEBUG")
  func order() {
    let key = "com.apple.CoreData.SQLDebug"
    #expect(settings().sqlLevel == 0)
    #expect(settings(["-" + key, "3"]).sqlLevel == 3)
    #expect(settings(["-" + key]).sqlLevel == 0)
    #expect(settings(["-" + key, "x"], [key: "2"]).sqlLevel == 0)
    #expect(settings([], [key: "2", "MOMENTUM_SQLDEBUG": "1"]).sqlLevel == 2)
    #expect(settings([], ["MOMENTUM_SQLDEBUG": "1"]).sqlLevel == 1)
    #expect(settings(["-" + key, "1"], [key: "2"]).sqlLevel == 1)
    #expect(settings(["-" + key, "99"]).sqlLevel == 4)
    #expect(settings(["-" + key, "-5"]).sqlLevel == 0)
  }

  @Test("SR-312, SR-316, SR-317: the other switches")
  func others() {
    #expect(settings(["-com.apple.CoreData.ConcurrencyDebug", "1"]).checksQueues)
    #expect(settings([], ["com.apple.CoreData.ThreadingDebug": "3"]).checksQueues)
    #expect(!settings(["-com.apple.CoreData.ConcurrencyDebug", "0"]).checksQueues)
    #expect(settings(["-com.apple.CoreData.SQLiteIntegrityCheck", "1"]).checksIntegrity)
    #expect(settings(["-com.apple.CoreData.MigrationDebug", "1"]).migrationLevel == 1)
  }

  private func lines(
    level: Int, _ body: (ObjectContext) throws -> Void
  ) throws -> [String] {
    let container = ObjectContainer(try compiledModel(Office.entities))
    var description = StoreDescription(.sqliteInMemory)
    description.options = [.sqlDebug(level)]
    container.descriptions = [description]
    let log = Locked<[String]>([])
    container.coordinator.observe { event in
      if case .logged(let line) = event { log.withLock { $0.append(line) } }
    }
    try container.openStores()
    let writer = container.newBackgroundContext()
    let person = try writer.insert("Person")
    person["name"] = .string("Ann")
    try writer.insert("Note")["author"] = .object(person)
    try writer.save()
    log.withLock { $0 = [] }
    try body(container.viewContext)
    return log.withLock { $0 }.map(Self.withoutTimes)
  }

  private static func withoutTimes(_ line: String) -> String {
    line.replacing(#/time: \d+\.\d+s/#, with: "time: _")
  }

  @Test("SR scenario 87, SR-311, SR-122, SR-124: level 1 logs fetches and faults with their times")
  func level1() throws {
    let lines = try lines(level: 1) { context in
      let person = try #require(try context.fetch(ObjectRequest("Person")).first)
      _ = person["notes"]
      context.refresh(person, keepingChanges: false)
    }
    #expect(lines.count == 7)
    #expect(lines[0].hasPrefix("CoreData: sql: SELECT ") && lines[0].contains("FROM ZPERSON t0"))
    #expect(lines[1] == "CoreData: annotation: sql connection fetch time: _")
    #expect(lines[2] == "CoreData: annotation: total fetch execution time: _ for 1 rows.")
    #expect(lines[3].hasPrefix("CoreData: sql: SELECT 0, t0.Z_PK") && lines[3].contains("ZNOTE"))
    #expect(lines[6].hasPrefix("CoreData: annotation: to-many relationship fault \"notes\""))
    #expect(lines[6].hasSuffix("fulfilled from database.  Got 1 rows"))
  }

  @Test("SR-122: the fault of one object is logged with its URI")
  func fault() throws {
    var uri = ""
    let lines = try lines(level: 1) { context in
      let id = try #require(try context.fetchIDs(ObjectRequest("Person")).first)
      uri = id.uri
      // What was saved just now is known without a statement.
      context.coordinator.forget([id])
      _ = context.object(with: id)["name"]
    }
    #expect(lines.last == "CoreData: annotation: fault fulfilled from database for : 0x0 <\(uri)>")
  }

  @Test("SR scenario 87, SR-111 to SR-119: a save logs its statements without times")
  func save() throws {
    let lines = try lines(level: 1) { context in
      let person = try #require(try context.fetch(ObjectRequest("Person")).first)
      person["age"] = .integer(20)
      try context.save()
    }
    let save = lines.dropFirst(3)
    #expect(
      save.prefix(3) == [
        "CoreData: sql: BEGIN EXCLUSIVE",
        "CoreData: sql: UPDATE ZPERSON SET ZAGE = ?, Z_OPT = ?  WHERE Z_PK = ? AND Z_OPT = ?",
        "CoreData: sql: COMMIT",
      ])
  }

  @Test("SR-311: level 2 adds bindings, level 3 objects, level 4 query plans")
  func higherLevels() throws {
    let request = ObjectRequest(
      "Person", where: ObjectPredicate("name == %@", [.value(.string("Ann"))]))
    let logs = try (1...4).map { level in
      try lines(level: level) { context in _ = try context.fetch(request) }
    }
    func has(_ level: Int, _ text: String) -> Bool {
      logs[level - 1].contains { $0.contains(text) }
    }
    #expect(!has(1, "SQLite bind[0]") && has(2, "SQLite bind[0]"))
    #expect(!has(2, "with values: (") && has(3, "with values: ("))
    #expect(!has(3, "query plan:") && has(4, "query plan:"))
  }

  @Test("SR-312: the use of an object outside its queue is known")
  func queues() throws {
    let office = try Office()
    #expect(!office.context.queue.isCurrent)
    let isInside = office.context.performAndWait { office.context.queue.isCurrent }
    #expect(isInside)
  }
}
