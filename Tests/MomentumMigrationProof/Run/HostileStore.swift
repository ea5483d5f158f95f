package import Foundation
import MomentumCompiler
import MomentumDifferential
import MomentumMigration
import MomentumMigrator
import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumSQLite

/// A store of the crash scenario that something was done to, and what a migration makes of it.
package struct HostileStore {
  /// What became of it.
  package enum Ending: Sendable, Equatable, CustomStringConvertible {
    /// The file is sound and has the target's tables; what the rows held was a lie before.
    case migrated
    case refused(String)
    /// Says it migrated, but the result is not sound.
    case broken([String])

    package var description: String {
      switch self {
      case .migrated: "migrated"
      case .refused(let error): "refused: \(error)"
      case .broken(let problems): "broken: \(problems)"
      }
    }
  }

  package let scenario: CrashScenario
  package let folder: URL
  package var path: String { folder.appendingPathComponent(CrashScenario.storeName).path }

  /// - Parameter folder: An empty one.
  package init(rows: Int = 40, in folder: URL) throws {
    scenario = try CrashScenario(.init(isInPlace: false, hasLog: false), rows: rows, in: folder)
    self.folder = folder.appendingPathComponent("stores")
    try FileManager.default.copyItem(at: scenario.template, to: self.folder)
  }

  /// Runs statements on the store.
  package func change(_ statements: String...) throws {
    let connection = try Connection(path: path, access: .readWrite)
    for statement in statements { try connection.execute(sql: statement) }
  }

  package func rowCount(_ table: String) throws -> Int {
    let connection = try Connection(path: path, access: .readWrite)
    guard
      case .integer(let count)? = try connection.firstValue(
        sql: "SELECT COUNT(*) FROM \(PlainRows.quoted(table))")
    else { return -1 }
    return Int(clamping: count)
  }

  /// How many tags the store had from the start.
  package var expectedTags: Int {
    scenario.before.graph.objects.filter { scenario.source.model[$0.entity].name == "Tag" }.count
  }

  /// Changes a few bytes anywhere, as likely in the first pages as in all the others.
  package func damage(seed: UInt64) throws {
    var dice = Dice(seed: seed, part: 31)
    let url = URL(fileURLWithPath: path)
    var bytes = try Data(contentsOf: url)
    for _ in 0..<dice.int(1...12) {
      let end = dice.chance(50) ? min(bytes.count, 8192) : bytes.count
      bytes[dice.int(0...max(0, end - 1))] = UInt8(dice.int(0...255))
    }
    try bytes.write(to: url)
  }

  /// For a path with no store at it.
  package func migrateOrThrow() throws {
    _ = try StoreMigrator().migrate(store: path, among: [scenario.source], to: scenario.target)
  }

  /// Migrates it and looks at what is there: after an error the bytes that were there before.
  package func migrate(isInPlace: Bool = false) throws -> Ending {
    let bytes = try FileState(path)
    let migrator = StoreMigrator(
      options: MigrationOptions(isInPlace: isInPlace, busyTimeoutMilliseconds: 100))
    do {
      _ = try migrator.migrate(store: path, among: [scenario.source], to: scenario.target)
    } catch {
      let isSame = try FileState(path) == bytes
      return isSame ? .refused("\(error)") : .broken(["refused, but the bytes changed: \(error)"])
    }
    let connection = try Connection(path: path, access: .readWrite)
    if connection.isDamaged { return .broken(["integrity_check"]) }
    let state = try StoreState(reading: connection, scenario.target)
    // Tables of others may be there too, and what led nowhere before may do so still.
    var problems = try SchemaCheck(target: scenario.target, style: .asCoreData).problems(connection)
    for (root, maximum) in zip(scenario.target.model.entityIDs, state.maxima)
    where scenario.target.model[root].parent == nil {
      let keys = state.graph.objects.filter {
        scenario.target.model.root(of: $0.entity) == root
      }.map(\.primaryKey)
      if let highest = keys.max(), highest > maximum { problems.append("Z_MAX") }
    }
    return problems.isEmpty ? .migrated : .broken(problems)
  }
}

extension Connection {
  fileprivate var isDamaged: Bool {
    (try? firstValue("PRAGMA integrity_check")) != .text("ok")
  }
}
