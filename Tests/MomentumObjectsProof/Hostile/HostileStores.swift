package import Foundation
import MomentumDifferential
import MomentumObjects
import MomentumRuntime
import MomentumSQLite

/// Damaged files of stores. Opening, reading and saving them succeeds or throws an error of a known
/// type; it ends no process.
package struct HostileStores {
  package enum Damage: String, Sendable, CaseIterable {
    /// The file ends early.
    case cut
    /// Single bits of the file are turned around.
    case flips
    /// A part of the file is overwritten with bytes, or copied from another place.
    case parts
    /// Cells of a SQLite store have values that nobody would write.
    case cells
  }

  package struct Report {
    package var trials = 0
    /// How many stores could be used all the same.
    package var usable = 0
    package var errors: [String: Int] = [:]
    package var failures: [String] = []

    package var text: String {
      let kinds = errors.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      return "\(trials) damaged stores: \(usable) usable; \(kinds.joined(separator: ", ")); "
        + "\(failures.count) failures"
    }
  }

  let kind: ProgramStore.Kind
  let damage: Damage
  let folder: URL
  private let bytes: [UInt8]

  /// - Parameter folder: Exists, and is theirs alone.
  package init(_ kind: ProgramStore.Kind, _ damage: Damage, seed: UInt64, in folder: URL) throws {
    self.kind = kind
    self.damage = damage
    self.folder = folder
    let own = folder.appendingPathComponent("whole")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    let run = try ProgramRun(kind, in: own)
    try run.run(ProgramStep.program(seed: seed, count: 120))
    let path = run.store.path
    bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    try FileManager.default.removeItem(at: own)
  }

  /// Damages the store `count` times.
  ///
  /// - Parameter willTry: Is called with the number of each trial before it begins.
  package func run(_ range: Range<Int>, willTry: (Int) -> Void = { _ in }) throws -> Report {
    var report = Report()
    for index in range {
      willTry(index)
      report.trials += 1
      let own = folder.appendingPathComponent("trial-\(index)")
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: own) }
      var dice = Dice(seed: UInt64(index), part: 51)
      let path = own.appendingPathComponent("proof.\(kind.rawValue)").path
      do {
        try Data(damaged(index, &dice)).write(to: URL(fileURLWithPath: path))
        if damage == .cells { try HostileCells.change(path, &dice) }
      }
      do {
        try StoreExercise(kind, in: own).run()
        report.usable += 1
      } catch {
        report.errors["\(type(of: error))", default: 0] += 1
        guard !(StoreErrorTypes.contains(error) || error is ObjectError) else { continue }
        report.failures.append("\(kind.rawValue), \(damage.rawValue) \(index): \(error)")
      }
    }
    return report
  }

  private func damaged(_ index: Int, _ dice: inout Dice) -> [UInt8] {
    var bytes = bytes
    switch damage {
    case .cells: break
    case .cut: bytes.removeSubrange(cutPosition(index)...)
    case .flips:
      for _ in 0..<dice.int(1...8) {
        bytes[dice.int(0...bytes.count - 1)] ^= UInt8(1 << dice.int(0...7))
      }
    case .parts:
      let length = dice.int(1...max(1, min(200, bytes.count / 2)))
      let target = dice.int(0...bytes.count - length)
      let source = dice.int(0...bytes.count - length)
      let isCopy = dice.chance(50)
      let filler = UInt8(dice.int(0...255))
      for offset in 0..<length {
        bytes[target + offset] = isCopy ? bytes[source + offset] : filler
      }
    }
    return bytes
  }

  /// Every byte of a short file, and equal distances over a long one.
  private func cutPosition(_ index: Int) -> Int {
    let distance = kind.isSQLite ? max(1, bytes.count / 997) : 1
    return index * distance % bytes.count
  }
}

/// Opens a store, reads everything, changes something and saves it.
struct StoreExercise {
  private let kind: ProgramStore.Kind
  private let folder: URL

  init(_ kind: ProgramStore.Kind, in folder: URL) {
    self.kind = kind
    self.folder = folder
  }

  /// Throws the first error. The others are looked for all the same: after an error the context and
  /// the store must be usable.
  func run() throws {
    let store = try ProgramStore(kind, in: folder)
    defer { store.close() }
    let context = ObjectContext(store.coordinator)
    var first: (any Error)?
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch { first = first ?? error }
    }
    var found: [ManagedObject] = []
    for entity in ["Person", "Company", "Tag", "Note"] {
      attempt { found += try context.fetch(ObjectRequest(entity)) }
      attempt { _ = try context.count(ObjectRequest(entity)) }
    }
    for object in found {
      for key in StoreExercise.keys[object.entityName] ?? [] {
        attempt { _ = try object.value(forKey: key) }
        _ = object[key]
      }
    }
    // Setters fire faults, and inverses reach objects that may have no row.
    for object in found.prefix(40) {
      attempt {
        switch object.entityName {
        case "Person", "Manager":
          try object.setValue(.null, forKey: "company")
          try object.setValue(.objects([]), forKey: "tags")
        case "Note": try object.setValue(.string("text"), forKey: "text")
        case _: break
        }
      }
    }
    attempt { try context.save() }
    context.rollback()
    for object in found.prefix(3) where object.context != nil && !object.isDeleted {
      attempt { try context.delete(object) }
    }
    attempt { try context.save() }
    context.reset()
    attempt {
      try context.insert("Person")
      try context.save()
    }
    if let first { throw first }
  }

  private static let keys: [String: [String]] = [
    "Person": person, "Manager": person + ["level"], "Company": ["name", "people"],
    "Tag": ["word", "rank", "people"], "Note": ["text", "author", "parent", "replies"],
  ]
  private static let person = [
    "name", "age", "company", "partner", "boss", "reports", "mentors", "students", "tags", "notes",
  ]
}
