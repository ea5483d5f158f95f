import Foundation
import MomentumDiagnostics
import MomentumServer

/// Migrates a database on a server, for `migrate`.
struct ServerMigrationRun {
  var address: ServerAddress
  var models: MigrationModels
  var mode: MigrateCommand.Mode?
  /// Whether a script is the way back.
  var isBack: Bool
  var isJSON: Bool
  var isQuiet: Bool

  private var migration: ServerMigration {
    ServerMigration(
      at: address, to: .init(models.targetName, models.target),
      among: models.candidates.map { .init($0.name, $0.model) })
  }

  func run(_ console: Console) throws -> ExitStatus {
    do {
      switch mode {
      case .plan, .script: return try show(console)
      case .preflight: return try preflight(console)
      case .rehearse, nil: return try migrate(console)
      }
    } catch let error as ServerMigrationError {
      return try report(error, console)
    }
  }

  // MARK: - Modes

  private func show(_ console: Console) throws -> ExitStatus {
    let outcome = try wait { try await $0.plan() }
    note(outcome, console)
    if isJSON {
      console.writeOutput(ServerMigrationText.json(outcome, of: self).versioned().pretty)
    } else if mode == .plan {
      console.writeOutput(outcome.plan.text())
    } else if !outcome.isCurrent {
      let source = outcome.source.map { "'\($0)'" } ?? "an unfinished migration"
      if isBack {
        guard
          let script = outcome.plan.wayBack(title: "From '\(models.targetName)' back to \(source)")
        else {
          throw CommandFailure(
            "there is no way back; lost is: " + outcome.plan.losses.joined(separator: "; "),
            status: .badInput)
        }
        console.writeOutput(script)
      } else {
        console.writeOutput(
          outcome.plan.script(title: "From \(source) to '\(models.targetName)'"))
      }
    }
    return .success
  }

  private func preflight(_ console: Console) throws -> ExitStatus {
    let outcome = try wait { try await $0.preflight() }
    note(outcome, console)
    if isJSON {
      console.writeOutput(ServerMigrationText.json(outcome, of: self).versioned().pretty)
    } else {
      console.writeOutput(outcome.failures.map(ServerMigrationText.text).joined())
      if !isQuiet {
        console.note(
          "\(plural(outcome.plan.checks.count, "check")), \(outcome.failures.count) of them would fail the migration"
        )
      }
    }
    return outcome.failures.isEmpty ? .success : .findings
  }

  private func migrate(_ console: Console) throws -> ExitStatus {
    let line = TaskProgressLine("migrating", console, isQuiet: isQuiet)
    let watch = InterruptWatch()
    defer { watch.stop() }
    let outcome = try wait { migration in
      defer { line.clear() }
      return try await migration.run { progress in
        if watch.isInterrupted {
          throw CommandFailure("ended before the last step; the same command goes on with the rest")
        }
        line.show(progress)
      }
    }
    if isJSON {
      console.writeOutput(ServerMigrationText.json(outcome, of: self).versioned().pretty)
    } else if !isQuiet {
      console.writeOutput(ServerMigrationText.text(outcome, of: self))
    }
    return .success
  }

  private func wait<Value: Sendable>(
    _ body: @escaping @Sendable (ServerMigration) async throws -> Value
  ) throws -> Value {
    let migration = migration
    return try ServerRun.wait { try await body(migration) }
  }

  private func note(_ outcome: ServerMigration.Outcome, _ console: Console) {
    guard !isQuiet else { return }
    if outcome.isCurrent {
      console.note("\(address.shown) is as '\(models.targetName)' says already; nothing to do")
    } else if let count = outcome.resumedSteps {
      console.note(
        "\(address.shown) has the beginning of this migration; \(plural(count, "step")) are left")
    } else if let source = outcome.source {
      console.note(
        "\(address.shown) was made by version '\(source)'; the target is '\(models.targetName)'")
    }
  }

  // MARK: - Errors

  private func report(_ error: ServerMigrationError, _ console: Console) throws -> ExitStatus {
    guard case .rowsFail(let failures) = error else {
      if isJSON {
        console.writeOutput(
          JSONText.object([
            ("store", .string(address.shown)), ("result", .string("refused")),
            ("error", .string(error.description)),
          ]).versioned().pretty)
      }
      throw CommandFailure(error.description, status: error.isOfInput ? .badInput : .failure)
    }
    if isJSON {
      console.writeOutput(
        JSONText.object([
          ("store", .string(address.shown)), ("result", .string("rows-fail")),
          ("failures", .array(failures.map(ServerMigrationText.json))),
        ]).versioned().pretty)
    } else {
      console.writeOutput(failures.map(ServerMigrationText.text).joined())
    }
    if !isQuiet {
      console.note("error: rows do not fit the target; the database is as it was")
    }
    return .findings
  }
}
