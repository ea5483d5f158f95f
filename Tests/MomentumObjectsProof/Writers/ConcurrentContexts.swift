package import Foundation
import MomentumDifferential
import MomentumModel
import MomentumObjects

/// Threads that use contexts of one coordinator in every legal way: on queues, with children, with
/// merges of each other's saves. It is meant for the sanitizers; by itself it finds deadlocks and
/// lost objects.
package struct ConcurrentContexts {
  private let coordinator: StoreCoordinator
  /// A context that all threads use on its queue.
  private let shared: ObjectContext
  private let threads: Int

  /// - Parameter folder: Exists, and is theirs alone.
  package init(threads: Int, in folder: URL) throws {
    self.threads = threads
    let path = folder.appendingPathComponent("contexts-\(UUID().uuidString).sqlite").path
    let plan = try ProofModel.plan()
    coordinator = StoreCoordinator(plan)
    try coordinator.add(SQLiteObjectStore(path: path, model: plan))
    shared = ObjectContext(coordinator)
    shared.mergesChangesFromParent = true
    shared.mergePolicy = .objectTrump
    shared.retainsRegisteredObjects = true
  }

  /// - Returns: What went wrong; empty for nothing.
  package func run(seed: UInt64, rounds: Int) -> [String] {
    let problems = Problems()
    let counts = Counter()
    let group = DispatchGroup()
    for thread in 0..<threads {
      group.enter()
      let body = self
      Thread.detachNewThread {
        var dice = Dice(seed: seed, part: 60 + thread)
        for _ in 0..<rounds {
          do {
            counts.add(try body.step(&dice, thread, problems))
          } catch let error as ObjectError where error.code == .mergeConflict {
            continue
          } catch {
            problems.add("thread \(thread): \(error)")
          }
        }
        group.leave()
      }
    }
    group.wait()
    finish(counts.value, problems)
    return problems.all
  }

  /// Waits for what the queues still have to do, and counts.
  private func finish(_ count: Int, _ problems: Problems) {
    shared.performAndWait {
      do {
        try shared.save()
        let found = try ObjectContext(coordinator).count(ObjectRequest("Person"))
        if found != count { problems.add("\(found) persons instead of \(count)") }
      } catch {
        problems.add("at the end: \(error)")
      }
    }
    for store in coordinator.stores { coordinator.remove(store) }
  }

  /// - Returns: How many persons were inserted and saved.
  private func step(_ dice: inout Dice, _ thread: Int, _ problems: Problems) throws -> Int {
    switch dice.int(0...6) {
    case 0, 1: return try ownContext(dice.int(1...4))
    case 2: return try child()
    case 3: return try sharedContext(dice.int(0...99))
    case 4:
      let context = ObjectContext(coordinator)
      context.mergesChangesFromParent = true
      return try context.performAndWait {
        for person in try context.fetch(ObjectRequest("Person")) {
          _ = try person.value(forKey: "name")
          _ = try person.value(forKey: "tags")
        }
        return 0
      }
    case 5:
      shared.perform { [shared] in
        for object in shared.registeredObjects.prefix(5) where !object.hasChanges {
          shared.refresh(object, keepingChanges: false)
        }
      }
      return 0
    case _: return try waitForAsync(problems)
    }
  }

  private func ownContext(_ count: Int) throws -> Int {
    let context = ObjectContext(coordinator)
    try context.performAndWait {
      for index in 0..<count {
        let person = try context.insert("Person")
        try person.setValue(.string("name \(index)"), forKey: "name")
        let note = try context.insert("Note")
        try note.setValue(.object(person), forKey: "author")
      }
      try context.save()
    }
    return count
  }

  /// A child of the shared context saves to it, while others use it.
  private func child() throws -> Int {
    let child = ObjectContext(parent: shared)
    try child.performAndWait {
      try child.insert("Person").setValue(.string("child"), forKey: "name")
      try child.save()
    }
    try shared.performAndWait { try shared.save() }
    return 1
  }

  private func sharedContext(_ number: Int) throws -> Int {
    try shared.performAndWait {
      let people = try shared.fetch(ObjectRequest("Person"))
      guard !people.isEmpty else { return 0 }
      let person = people[number % people.count]
      try person.setValue(.integer(Int64(number)), forKey: "age")
      try person.setValue(.object(people[0]), forKey: "boss")
      try shared.save()
      return 0
    }
  }

  /// A task waits for the queue of a context.
  private func waitForAsync(_ problems: Problems) throws -> Int {
    let context = ObjectContext(coordinator)
    let done = DispatchSemaphore(value: 0)
    let saved = Counter()
    Task.detached {
      do {
        try await context.perform {
          try context.insert("Person").setValue(.string("task"), forKey: "name")
          try context.save()
        }
        saved.add(1)
      } catch {
        problems.add("in a task: \(error)")
      }
      done.signal()
    }
    done.wait()
    return saved.value
  }
}

/// What several threads have found.
///
/// `@unchecked`: the texts are read and written under the lock only. (`Mutex` would need macOS 15.)
private final class Problems: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []

  func add(_ text: String) { lock.withLock { texts.append(text) } }
  var all: [String] { lock.withLock { texts } }
}

/// A number to which several threads add.
///
/// `@unchecked`: the number is read and written under the lock only.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0

  func add(_ count: Int) { lock.withLock { number += count } }
  var value: Int { lock.withLock { number } }
}
