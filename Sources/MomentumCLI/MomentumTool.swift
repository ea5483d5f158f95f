import ArgumentParser

/// The command line tool as a function, so that tests and other programs can run it in their
/// process.
package enum MomentumTool {
  /// The version that `--version` prints.
  static let version = "0.1.0"

  /// The names of the commands, as `momentum help` lists them.
  package static var commandNames: [String] {
    MomentumCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// Runs one command and returns the process's exit status.
  ///
  /// `arguments` exclude the program's name. Never traps on bad input and never calls `exit`.
  package static func run(_ arguments: [String], console: Console) -> Int32 {
    if let reason = UsageError.unknownCommand(arguments) {
      console.note(reason)
      return ExitStatus.usage.rawValue
    }
    do {
      var command = try MomentumCommand.parse(commandLine: arguments)
      guard let runnable = command as? any ShellCommand else {
        // The command is `help`, or no subcommand was named: `run` throws the help text, which
        // `report` prints.
        try command.run()
        return ExitStatus.success.rawValue
      }
      return try run(runnable, console).rawValue
    } catch {
      return report(error, arguments, console)
    }
  }

  private static func run(
    _ command: any ShellCommand, _ console: Console
  ) throws -> ExitStatus {
    do {
      return try command.run(console)
    } catch let rejected as InputRejected {
      command.global.report(
        rejected.diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
      for hint in rejected.hints where !command.global.quiet { console.note("note: \(hint)") }
      return .badInput
    } catch let failure as CommandFailure {
      console.note("error: \(failure.text)")
      return failure.status
    }
  }

  /// Help and version requests arrive as errors too; they go to standard output.
  private static func report(
    _ error: any Error, _ arguments: [String], _ console: Console
  ) -> Int32 {
    let code = MomentumCommand.exitCode(for: error)
    if code.isSuccess {
      console.print(MomentumCommand.fullMessage(for: error))
    } else {
      console.note(UsageError.text(of: error, code: code.rawValue, arguments))
    }
    return code.rawValue
  }
}

/// A command that reads and writes through a console, so that tests can run it without a process.
protocol ShellCommand: ParsableCommand {
  var global: GlobalOptions { get }

  func run(_ console: Console) throws -> ExitStatus
}

/// A failure outside the input, such as of a file or a database, with the operation and the path.
struct CommandFailure: Error {
  var text: String
  var status: ExitStatus

  init(_ text: String, status: ExitStatus = .failure) {
    self.text = text
    self.status = status
  }
}

struct MomentumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "momentum",
    abstract:
      "Core Data models without a Mac: Swift code, schemas, stores and SQL from .xcdatamodeld.",
    discussion: """
      Exit status: 0 success; 1 findings at or above --fail-on, or no version matches; 64 wrong options or \
      arguments; 65 input that cannot be used (with diagnostics); 74 a file or a database failed.
      """,
    version: MomentumTool.version,
    subcommands: subcommands)

  private static let subcommands: [any ParsableCommand.Type] = [
    BuildCommand.self, CheckCommand.self, ScanCommand.self, DiffCommand.self, InitCommand.self,
    GenerateCommand.self, SchemaCommand.self,
    DiagramCommand.self, ViewCommand.self, HashCommand.self, PredicateCommand.self,
    SQLCommand.self,
    ExplainCommand.self, FetchCommand.self, UpdateCommand.self, DeleteCommand.self,
    CreateCommand.self, CopyCommand.self, ImportCommand.self, ExportCommand.self,
    MigrateCommand.self, InspectCommand.self, FixturesCommand.self, FreezeCommand.self,
    RenameCommand.self, CompileCommand.self, AdaptCommand.self, DistributeCommand.self,
    LanguageServerCommand.self,
    DumpCommand.self, ExplainDiagnosticCommand.self, WatchCommand.self, MCPCommand.self,
  ]

  /// The command that the arguments name, with its options.
  ///
  /// The named command is parsed by itself, which takes half the time: from the root, ArgumentParser collects the
  /// options of a subcommand twice as often, and a debug build checks them each time. Wrong arguments and requests for
  /// help are parsed again from the root: without it, `USAGE: momentum check` would lack `momentum`, and `--version`
  /// would be an unknown option.
  static func parse(commandLine arguments: [String]) throws -> any ParsableCommand {
    if let name = arguments.first,
      let type = subcommands.first(where: { $0.configuration.commandName == name }),
      let command = try? type.parseAsRoot(Array(arguments.dropFirst())), command is any ShellCommand
    {
      return command
    }
    return try parseAsRoot(arguments)
  }
}
