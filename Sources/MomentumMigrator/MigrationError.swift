public import MomentumDiagnostics
import MomentumMigration
public import MomentumSQLite

/// Why a store was not migrated. The store is unchanged, except for ``unsettled(path:message:)``.
///
/// ```swift
/// do throws(MigrationError) {
///   _ = try migrator.migrate(store: "app.sqlite", among: versions, to: current)
/// } catch {
///   if case .rowsFail(let checks) = error { print(checks.map(\.count)) } else { print(error) }
/// }
/// ```
public enum MigrationError: Error, Sendable, Hashable {
  /// The store cannot be opened, read or written.
  case store(StoreError)
  /// The store's hashes match no given version, nor the model in the store.
  case unknownSource(
    path: String, entities: [String], ownModel: MigrationSource.OwnModel = .none)
  /// The store has the hashes of a model but lacks tables or columns of it. `problems` has a
  /// sentence for each.
  case tablesDiffer(path: String, problems: [String])
  /// No mapping can be inferred, and none was given.
  case notInferrable(reasons: [String])
  /// A mapping model or a list of stages cannot be carried out, for the reasons in the findings.
  case mapping([Diagnostic])
  /// The code of a stage or policy threw an error.
  case stage(name: String, message: String)
  /// Rows of the store do not fit the target model; the value has the checks that failed.
  case rowsFail([FailedCheck])
  /// The migrated store is not what the target model requires, and was discarded. The value has a
  /// sentence for each problem.
  case verification([String])
  /// Another process changed the store during the migration, or has it open.
  case busy(path: String)
  /// The closure `isCancelled` returned `true`.
  case cancelled
  /// A file could not be read, written or renamed.
  case file(path: String, message: String)
  /// A migration in place wrote its transaction, but writing it to the disk failed. SQLite may
  /// still find the transaction there, so the store is either the old one or the new one.
  case unsettled(path: String, message: String)
}

extension MigrationError: CustomStringConvertible {
  /// The error in one line, without stored values.
  public var description: String {
    switch self {
    case .store(let error): "\(error)"
    case .unknownSource(let path, let entities, let ownModel):
      "no model that was given made '\(path)', and \(MigrationError.phrase(ownModel)): "
        + "\(entities.count == 1 ? "entity" : "entities") "
        + "\(quotedList(entities)) differ"
        + (entities.count == 1 ? "s" : "")
    case .tablesDiffer(let path, let problems):
      "'\(path)' has the version hashes of the target, but its tables do not fit them: "
        + problems.prefix(MigrationError.problemsMax).joined(separator: "; ")
        + (problems.count > MigrationError.problemsMax ? "; and more" : "")
    case .notInferrable(let reasons):
      "no migration can be inferred: \(reasons.joined(separator: "; "))"
    case .mapping(let findings):
      "the migration cannot be carried out: "
        + findings.filter { $0.severity == .error }.map(\.text).joined(separator: "; ")
    case .stage(let name, let message): "'\(name)' failed: \(message)"
    case .rowsFail(let checks):
      "rows of the store do not fit the target: "
        + checks.map { "\($0.check.place): \($0.check.problem) (\($0.count))" }
        .joined(separator: "; ")
    case .verification(let problems):
      "the result was not as expected and was thrown away: \(problems.joined(separator: "; "))"
    case .busy(let path): "'\(path)' is open in another process, or was changed meanwhile"
    case .cancelled: "cancelled; the store is as it was"
    case .file(let path, let message): "'\(path)': \(message)"
    case .unsettled(let path, let message):
      "'\(path)': \(message); the transaction may stand all the same, so the store is the old one "
        + "or the migrated one: run the migration again, which finishes it or finds it done"
    }
  }
}

extension MigrationError {
  /// The most missing tables and columns that a message names.
  private static let problemsMax = 10

  private static func phrase(_ ownModel: MigrationSource.OwnModel) -> String {
    switch ownModel {
    case .none: "it keeps none of its own"
    case .unreadable: "the one that it keeps in Z_MODELCACHE cannot be read"
    case .other: "the one that it keeps in Z_MODELCACHE did not either"
    }
  }

  /// The error for a store that is damaged.
  static func damaged(_ path: String, _ problem: String) -> MigrationError {
    .store(
      .sqlite(
        SQLiteError(
          .open, code: .corrupt, message: "the store is damaged: \(problem)", path: path)))
  }

  /// Converts an error of SQLite or of a store.
  ///
  /// - Parameter path: The path of the store in an error that says it is busy.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as MigrationError: self = error
    case let error as StoreError:
      if case .sqlite(let cause) = error {
        self.init(cause, path: path)
      } else {
        self = .store(error)
      }
    case let error as SQLiteError:
      switch error.reason {
      case .busy: self = .busy(path: path)
      case .interrupted: self = .cancelled
      case _: self = .store(.sqlite(error))
      }
    case _: self = .file(path: path, message: "\(error)")
    }
  }
}
