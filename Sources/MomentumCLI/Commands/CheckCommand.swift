import ArgumentParser
import MomentumDiagnostics

struct CheckCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Say what is wrong with a model, with file, line and column.")

  /// From which severity on findings make the command fail.
  enum FailureThreshold: String, ExpressibleByArgument, CaseIterable {
    case error
    case warning
    case never
  }

  @Argument(help: .model)
  var models: [String]

  @Option(help: "How to print the findings.")
  var format: OutputFormat = .text

  @Option(help: "Exit with 1 when there are findings of this severity.")
  var failOn: FailureThreshold = .error

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws -> ExitStatus {
    var all = Diagnostics()
    var isUnreadable = false
    for path in models {
      do {
        let input = try ModelInput.read(path, version: version.modelVersion)
        all.append(contentsOf: input.diagnostics)
        isUnreadable = isUnreadable || input.syntax == nil
      } catch let rejected as InputRejected {
        all.append(contentsOf: rejected.diagnostics)
        isUnreadable = true
      }
    }
    switch format {
    case .text:
      global.report(all, to: console.writeOutput, isTerminal: console.outputIsTerminal)
      if !global.quiet { console.note(summary(all)) }
    case .json:
      console.writeOutput(JSONRenderer().render(all.all))
    }
    return isUnreadable ? .badInput : status(all)
  }

  private func summary(_ all: Diagnostics) -> String {
    let errors = all.all.count { $0.severity == .error }
    let warnings = all.all.count { $0.severity == .warning }
    return
      "\(plural(models.count, "model")) checked: \(plural(errors, "error")), \(plural(warnings, "warning"))"
  }

  private func status(_ all: Diagnostics) -> ExitStatus {
    let isFailure =
      switch failOn {
      case .error: all.hasErrors
      case .warning: all.all.contains { $0.severity >= .warning }
      case .never: false
      }
    return isFailure ? .findings : .success
  }
}

/// `1 error`, `2 errors`
func plural(_ count: Int, _ noun: String) -> String {
  let ending = noun.hasSuffix("y") ? "\(noun.dropLast())ies" : noun + "s"
  return count == 1 ? "1 \(noun)" : "\(count) \(ending)"
}
