import ArgumentParser
import MomentumDiagnostics

/// The message about arguments that the tool cannot use: the reason, and a pointer to the options.
/// Printing the whole usage would hide the reason.
enum UsageError {
  /// The text for standard error, without a last line end.
  static func text(of error: any Error, code: Int32, _ arguments: [String]) -> String {
    let rest = MomentumCommand.fullMessage(for: error).split(separator: "\n")
    guard code == ExitStatus.usage.rawValue else { return rest.joined(separator: "\n") }
    let reason = MomentumCommand.message(for: error)
    var lines = ["Error: " + (renamed(reason, arguments) ?? reason)]
    lines += rest.first { $0.hasPrefix("Help:") }.map { [String($0)] } ?? []
    return (lines + [pointer(arguments)]).joined(separator: "\n")
  }

  private static func pointer(_ arguments: [String]) -> String {
    let command = arguments.first.flatMap { commandNames.contains($0) ? " " + $0 : nil } ?? ""
    return "  See 'momentum\(command) --help' for the options."
  }

  // MARK: - Options of other tools

  /// Names of options in Core Data's classes and in other tools.
  private static let otherNames: [(option: String, names: [String])] = [
    ("--where", ["predicate", "filter", "condition", "query"]),
    ("--sort", ["order-by", "orderby", "order", "sort-by", "sort-descriptor", "sort-descriptors"]),
    ("--limit", ["fetch-limit", "max", "top"]), ("--offset", ["fetch-offset", "skip"]),
    ("--batch-size", ["fetch-batch-size", "batch"]),
    ("--select", ["columns", "fields", "properties", "properties-to-fetch"]),
    ("--arg", ["argument", "arguments", "args", "param", "params"]),
    ("--var", ["variable", "variables", "substitution"]),
    ("--request", ["template", "fetch-request"]),
    ("--result", ["result-type"]), ("--output", ["out", "directory"]), ("--layout", ["schema"]),
  ]

  /// The message about an option of another tool, with the name that it has here:
  /// `Unknown option '--filter'`, and a hint at `--where`. `nil` if the command has no such option.
  private static func renamed(_ reason: String, _ arguments: [String]) -> String? {
    let start = "Unknown option '--"
    guard reason.hasPrefix(start), let name = arguments.first else { return nil }
    let option = reason.dropFirst(start.count).prefix { $0 != "'" && $0 != "=" }
    guard let known = otherNames.first(where: { $0.names.contains(String(option)) }),
      let command = command(name), command.helpMessage(columns: 80).contains("  \(known.option) ")
    else { return nil }
    return "\(start)\(option)'; did you mean '\(known.option)'?"
  }

  // MARK: - Commands

  /// Why the first argument is not a command; `nil` if it may be one.
  static func unknownCommand(_ arguments: [String]) -> String? {
    guard let name = arguments.first, !name.hasPrefix("-"), name != "help",
      !commandNames.contains(name)
    else { return nil }
    let near = otherCommands[name] ?? nearName(to: name, among: commandNames)
    let hint =
      near.map { "did you mean '\($0)'?" } ?? "there are \(commandNames.joined(separator: ", "))"
    return "Error: no command '\(name)'; \(hint)\n  See 'momentum --help' for all of them."
  }

  private static let otherCommands = [
    "query": "sql", "select": "sql", "compile": "sql", "run": "fetch", "lint": "check",
    "validate": "check", "codegen": "generate", "ddl": "schema", "plan": "explain",
    "setup": "init", "parse": "predicate", "upgrade": "migrate",
  ]

  private static var commandNames: [String] {
    MomentumCommand.configuration.subcommands.map { $0.configuration.commandName ?? "" }
  }

  private static func command(_ name: String) -> (any ParsableCommand.Type)? {
    MomentumCommand.configuration.subcommands.first { $0.configuration.commandName == name }
  }
}
