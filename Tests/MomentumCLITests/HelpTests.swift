import Foundation
import MomentumCLI
import MomentumTestSupport
import Testing

/// What stands in `--help` can be pasted.
@Suite struct HelpTests {
  /// The lines of one example; all but the last one end in a backslash.
  private struct Example {
    var lines: [String]

    /// As a shell splits it, up to a pipe or a redirection; `nil` where a quote is open.
    var words: [String]? {
      let text = lines.map { $0.hasSuffix("\\") ? String($0.dropLast()) : $0 }
        .joined(separator: " ")
      var words: [String] = []
      var word: String?
      var quote: Character?
      for character in text {
        if let open = quote {
          if character == open { quote = nil } else { word = (word ?? "") + String(character) }
        } else if character == "'" || character == "\"" {
          quote = character
          word = word ?? ""
        } else if character == " " {
          if let word { words.append(word) }
          word = nil
        } else {
          word = (word ?? "") + String(character)
        }
      }
      if let word { words.append(word) }
      return quote == nil ? Array(words.prefix { !["|", "<", ">"].contains($0) }) : nil
    }
  }

  private func examples(_ help: String) -> [Example] {
    var result: [Example] = []
    var isOpen = false
    let overview = help.prefix(upTo: help.range(of: "\nUSAGE:")?.lowerBound ?? help.endIndex)
    var previous = ""
    for line in overview.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let text = String(line.drop { $0 == " " })
      if isOpen {
        result[result.count - 1].lines.append(text)
      } else if text.hasPrefix("momentum ") {
        result.append(Example(lines: [text]))
      } else {
        #expect(!text.hasPrefix("-") || text.hasPrefix("--lines "), "a torn command: \(text)")
        let isAfterCommand = previous.hasPrefix("momentum ") && !previous.hasSuffix("\\")
        #expect(
          !isAfterCommand || line.isEmpty || line.hasPrefix("  "),
          "a torn command: \(previous) | \(text)")
      }
      previous = text
      isOpen = (isOpen || text.hasPrefix("momentum ")) && text.hasSuffix("\\")
    }
    return result
  }

  @Test(arguments: MomentumTool.commandNames) func examplesAreWholeCommands(command: String) throws
  {
    let help = Run(command, "--help").output
    for example in examples(help) {
      for line in example.lines { #expect(line.count < 78, "\(line)") }
      let words = try #require(example.words, "an open quote: \(example.lines)")
      // Nothing is written, nobody is waited for, and not all files of the repository are read.
      if !Set(words).isDisjoint(with: ["--output", "--lines", "--write-baseline"])
        || ["watch", "language-server"].contains(command)
      {
        continue
      }
      let readsFolder =
        ["check", "scan", "init"].contains(command)
        || words.starts(with: ["momentum", "diff", "--against"])
      let run = Run(Array(words.dropFirst()) + (readsFolder ? ["nowhere.xcdatamodeld"] : []))
      #expect(run.status != 64, "\(words): \(run.error)")
    }
  }

  @Test func everyCommandWithARequestHasExamples() {
    for command in ["sql", "fetch", "explain", "check", "predicate", "dump"] {
      #expect(examples(Run(command, "--help").output).count >= 2, "\(command)")
    }
  }

  @Test func valuesOfArgumentsAreDescribed() {
    for command in ["sql", "fetch", "explain", "dump", "predicate"] {
      let help = Run(command, "--help").output.split { $0 == "\n" || $0 == " " }
        .joined(separator: " ")
      for word in [
        "YES or NO", "2024-02-01T18:30:00Z", "Employee/p1", "a,b,c", "UUID", "name == nil",
      ] {
        #expect(help.contains(word), "\(command): \(word)")
      }
    }
  }
}
