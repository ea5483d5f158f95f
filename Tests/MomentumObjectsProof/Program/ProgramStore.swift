package import Foundation
package import MomentumObjects
import MomentumSQLite

/// The store of a program, which can be opened again and again.
package final class ProgramStore {
  package enum Kind: String, Sendable, CaseIterable {
    case sqlite
    /// A SQLite file without a write-ahead log.
    case journal
    case xml
    case binary
    case memory
    /// A store of another module, which a closure opens.
    case other

    /// The kinds that need no closure.
    package static let allCases: [Kind] = [.sqlite, .journal, .xml, .binary, .memory]

    /// Whether the store can be opened again with what was saved.
    var isFile: Bool { self != .memory }
    var isSQLite: Bool { self == .sqlite || self == .journal }
    /// Whether the store checks uniqueness constraints.
    var checksUniqueness: Bool { isSQLite || self == .other }
  }

  package let kind: Kind
  let model: ModelPlan
  let path: String
  let faults: StatementFaults
  private let makeStore: Opening?
  private(set) var coordinator: StoreCoordinator

  /// Opens a store of the kind `other`, which is the program's alone as the path is. Its last
  /// argument is called before each statement.
  package typealias Opening = (
    _ path: String, _ model: ModelPlan, _ willRun: @escaping @Sendable (String) throws -> Void
  ) throws -> any ObjectStore

  /// - Parameter folder: Exists, and is the program's alone.
  package init(_ kind: Kind, in folder: URL, makeStore: Opening? = nil) throws {
    self.kind = kind
    self.makeStore = makeStore
    model = try ProofModel.plan()
    path = folder.appendingPathComponent("proof.\(kind.rawValue)").path
    faults = StatementFaults()
    coordinator = StoreCoordinator(model)
    try open()
  }

  /// Opens the file with a new coordinator. The old one is forgotten as it is, as if its process had
  /// ended.
  func open() throws {
    coordinator = StoreCoordinator(model)
    switch kind {
    case .sqlite, .journal:
      var options = SQLiteStoreOptions()
      options.timeout = 20
      if kind == .journal { options.pragmas["journal_mode"] = "DELETE" }
      options.hooks.willRun = { [faults] sql in try faults.willRun(sql) }
      try coordinator.add(SQLiteObjectStore(path: path, model: model, options: options))
    case .xml: try coordinator.add(MemoryObjectStore(file: path, type: "XML", model))
    case .binary: try coordinator.add(MemoryObjectStore(file: path, type: "Binary", model))
    case .memory: try coordinator.add(MemoryObjectStore(model))
    case .other:
      guard let makeStore else {
        throw ProgramFailure("a store of the kind 'other' needs a closure")
      }
      try coordinator.add(makeStore(path, model) { [faults] sql in try faults.willRun(sql) })
    }
  }

  func close() {
    for store in coordinator.stores { coordinator.remove(store) }
  }
}

/// Makes the n-th statement fail once.
///
/// `@unchecked`: the values are read and written under the lock only. (`Mutex` would need macOS 15.)
final class StatementFaults: @unchecked Sendable {
  private let lock = NSLock()
  private var countdown = 0

  /// The error of a disk that fails.
  struct Injected: Error {
    var sql: String
  }

  /// - Parameter number: 1 for the next statement.
  func arm(_ number: Int) { lock.withLock { countdown = number } }

  /// Stops, and says whether the statement was reached.
  func disarm() -> Bool {
    lock.withLock {
      defer { countdown = 0 }
      return countdown <= 0
    }
  }

  func willRun(_ sql: String) throws {
    let fails = lock.withLock {
      guard countdown > 0 else { return false }
      countdown -= 1
      return countdown == 0
    }
    if fails { throw Injected(sql: sql) }
  }
}
