import Foundation
import MomentumModel
import MomentumObjects

/// One thread that counts with a context of its own.
///
/// Under every policy it adds one to the attribute that only this writer changes; under `error` also
/// to the shared one. What it has added and a save has confirmed must be there at the end, except
/// under `overwrite`, which may take it back.
final class CounterWriter {
  struct Tally {
    /// Saves that have written.
    var writes = 0
    /// Saves that ended with a conflict, or whose changes the policy gave up.
    var refused = 0
  }

  private let number: Int
  private let context: ObjectContext
  private(set) var tallies: [String: Tally] = [:]
  private(set) var entries = 0
  /// Operations that ended with the error of a lock that others have kept for too long.
  private(set) var busy = 0
  private(set) var problem: String?
  /// The greatest shared value that was read.
  private var lastShared: Int64 = 0

  init(_ number: Int, _ coordinator: StoreCoordinator) {
    self.number = number
    context = ObjectContext(coordinator)
  }

  /// Works until a time, or until something is wrong.
  func run(until end: ContinuousClock.Instant) {
    var round = number
    while ContinuousClock.now < end, problem == nil {
      let (name, policy) = CounterModel.policies[round % CounterModel.policies.count]
      round += 1
      context.performAndWait {
        do {
          try count(name, policy)
          if round % 4 == 0 { try addEntry() }
        } catch let error as ObjectError where error.code.rawValue == 134_090 {
          busy += 1
          context.rollback()
        } catch {
          problem = "writer \(number), \(name): \(error)"
        }
      }
    }
  }

  private func count(_ name: String, _ policy: MergePolicy) throws {
    let counter = try freshCounter(name)
    let key = "own\(number)"
    let (own, shared) = (try value(counter, key), try value(counter, "shared"))
    if policy == .error {
      guard shared >= lastShared else {
        throw ProgramFailure("the counter went back from \(lastShared) to \(shared)")
      }
      lastShared = shared
    }
    try counter.setValue(.integer(own + 1), forKey: key)
    // Under the other policies everybody sets the shared value, so that saves do conflict.
    try counter.setValue(.integer(shared + 1), forKey: "shared")
    context.mergePolicy = policy
    defer { context.mergePolicy = .error }
    do {
      try context.save()
    } catch let error as ObjectError where error.code == .mergeConflict {
      tallies[name, default: Tally()].refused += 1
      return context.rollback()
    }
    if try value(counter, key) == own + 1 {
      tallies[name, default: Tally()].writes += 1
      if policy == .error { lastShared = shared + 1 }
    } else {
      tallies[name, default: Tally()].refused += 1
    }
  }

  /// The counter as it is in the store.
  private func freshCounter(_ name: String) throws -> ManagedObject {
    for object in context.registeredObjects { context.refresh(object, keepingChanges: false) }
    var request = ObjectRequest("Counter")
    request.predicate = ObjectPredicate("policy == '\(name)'")
    guard let counter = try context.fetch(request).first else {
      throw ProgramFailure("no counter '\(name)'")
    }
    return counter
  }

  private func value(_ object: ManagedObject, _ key: String) throws -> Int64 {
    guard case .attribute(.integer(let value)) = try object.value(forKey: key) else {
      throw ProgramFailure("\(key) has no value")
    }
    return value
  }

  private func addEntry() throws {
    let entry = try context.insert("Entry")
    try entry.setValue(.integer(Int64(number)), forKey: "writer")
    try entry.setValue(.integer(Int64(entries)), forKey: "number")
    try context.save()
    entries += 1
    // Entries are not needed in memory, and would make each refresh slower.
    context.reset()
  }

  /// The results as lines, for the process that has started this one.
  var lines: [String] {
    var lines = tallies.sorted { $0.key < $1.key }.map { name, tally in
      "tally \(number) \(name) \(tally.writes) \(tally.refused)"
    }
    lines.append("entries \(number) \(entries)")
    lines.append("busy \(number) \(busy)")
    if let problem { lines.append("problem \(problem)") }
    return lines
  }
}
