import Foundation
import MomentumCompiler
import MomentumDifferential
import MomentumMigration
import MomentumMigrator
import MomentumSQL
import MomentumSQLite

/// One migration of one store, compared with the oracle.
struct MigrationStep {
  let path: String
  let old: EvolvingModel
  let new: EvolvingModel
  let source: CompiledModel
  let target: CompiledModel
  let options: MigrationOptions
  /// Whether the store has a write-ahead log.
  let keepsLog: Bool

  /// - Returns: `nil` with problems where it ended as none of them.
  func run() throws -> (ProofCase.Ending?, [String]) {
    let before = try prepare()
    let outcome = MigrationOracle(from: old, to: new, graph: before.graph).outcome()
    let bytes = try FileState(path)
    let migrator = StoreMigrator(options: options)
    let preflight = Self.result { () throws(MigrationError) in
      try migrator.preflight(store: path, among: [source], to: target)
    }
    guard try FileState(path) == bytes else { return (nil, ["preflight changed the store"]) }
    let migration = Self.result { () throws(MigrationError) in
      try migrator.migrate(store: path, among: [source], to: target)
    }
    if case .failure = migration, try FileState(path) != bytes {
      return (nil, ["a migration that failed changed the store"])
    }
    switch (outcome, preflight, migration) {
    case (.refused, .failure(.notInferrable), .failure(.notInferrable)):
      return (.notInferrable, [])
    case (.fails, .success(let preview), .failure(.rowsFail)) where preview.fails:
      return (.rowsFail, [])
    case (.succeeds(let expected), .success(let preview), .success(let done)) where !preview.fails:
      if done.result == .alreadyCurrent {
        return (.current, try FileState(path) == bytes ? [] : ["the store changed"])
      }
      let check = ResultCheck(
        path: path, from: old, to: new, target: target, before: before, style: options.style)
      return (.migrated, try check.problems(expected) + leftovers())
    case _:
      return (nil, [Self.told(outcome, preflight, migration)])
    }
  }

  private func prepare() throws -> StoreState {
    let connection = try Connection(path: path, access: .readWrite)
    _ = try connection.firstValue(sql: "PRAGMA journal_mode = \(keepsLog ? "WAL" : "DELETE")")
    return try StoreState(reading: connection, source)
  }

  /// Files beside the store that are neither its own nor its backup.
  private func leftovers() throws -> [String] {
    let url = URL(fileURLWithPath: path)
    let store = url.lastPathComponent
    let folder = url.deletingLastPathComponent().path
    let others = try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
      name != store && !(options.keepsBackup && !options.isInPlace && name == store + ".bak")
        && name != "direct.sqlite" && name != "first.sqlite" && !name.hasSuffix(".bak")
    }
    return others.isEmpty ? [] : ["left over: \(others.sorted())"]
  }

  private static func result<Value>(
    _ body: () throws(MigrationError) -> Value
  ) -> Swift.Result<Value, MigrationError> {
    do throws(MigrationError) { return .success(try body()) } catch { return .failure(error) }
  }

  private static func told(
    _ outcome: MigrationOracle.Outcome, _ preflight: Result<MigrationPreview, MigrationError>,
    _ migration: Result<MigrationOutcome, MigrationError>
  ) -> String {
    let expected =
      switch outcome {
      case .refused(let reason): "refused (\(reason))"
      case .fails(let reasons): "fails (\(reasons.joined(separator: "; ")))"
      case .succeeds: "succeeds"
      }
    let said =
      switch preflight {
      case .failure(let error): "\(error)"
      case .success(let preview):
        preview.fails
          ? "fails (\(preview.failures.map { "\($0.check.place): \($0.check.problem)" }))"
          : "passes"
      }
    let done =
      switch migration {
      case .failure(let error): "\(error)"
      case .success(let outcome): outcome.result.rawValue
      }
    return "expected: \(expected)\n      preflight: \(said)\n      migration: \(done)"
  }
}

extension MigrationPreview {
  /// Whether a check says that the migration cannot succeed.
  var fails: Bool { failures.contains { $0.check.consequence == .fails } }
}

/// The bytes of a store with its log.
struct FileState: Equatable {
  private var contents: [String: Data] = [:]

  /// The bytes of the largest file.
  var largest: Int { contents.values.map(\.count).max() ?? 0 }

  init(_ path: String) throws {
    for suffix in ["", "-wal", "-journal"] {
      let url = URL(fileURLWithPath: path + suffix)
      if FileManager.default.fileExists(atPath: url.path) {
        contents[suffix] = try Data(contentsOf: url)
      }
    }
  }
}
