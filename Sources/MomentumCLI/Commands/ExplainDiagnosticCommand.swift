import ArgumentParser
import Momentum
import MomentumDiagnostics

struct ExplainDiagnosticCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain-diagnostic",
    abstract: "Say why a finding matters and how to repair it; without an id, list all ids.",
    discussion: """
      The id is in brackets at the end of every finding.

      momentum explain-diagnostic model.missing-inverse
      """)

  @Argument(help: ArgumentHelp("The id of a finding.", valueName: "id"))
  var id: String?

  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws -> ExitStatus {
    guard let id else {
      console.writeOutput(
        TextTable(
          ["id", "severity", "what is wrong"],
          rows: DiagnosticCatalogue.all.rules.map { [$0.id, $0.severity.rawValue, $0.summary] }
        ).text(fitting: console.outputWidth))
      return .success
    }
    guard let rule = DiagnosticCatalogue.all[id] else {
      let near = DiagnosticCatalogue.all.near(id).map { "; did you mean '\($0)'?" }
      throw CommandFailure(
        "no diagnostic has the id '\(id)'\(near ?? "; 'momentum explain-diagnostic' lists them")",
        status: .usage)
    }
    console.writeOutput(rule.text)
    return .success
  }
}

extension DiagnosticRule {
  /// The explanation for a terminal.
  fileprivate var text: String {
    """
    \(id) (\(severity.rawValue))

    \(TextWrapping.wrapped(summary, width: 80))

    \(TextWrapping.wrapped(explanation, width: 80))

    \(standing.text)
    \(errorGround.map { "\n" + TextWrapping.wrapped($0, width: 80) + "\n" } ?? "")
    """
  }
}

/// Breaks text at blanks.
enum TextWrapping {
  static func wrapped(_ text: String, width: Int) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
