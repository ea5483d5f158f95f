import ArgumentParser
import Foundation
import Momentum
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate

struct PredicateCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "predicate",
    abstract: "Parse an NSPredicate format and print its canonical text.",
    discussion: """
      With a model and an entity the predicate is checked against them too.

      momentum predicate 'name beginswith[c] "a" && size>3'
      momentum predicate --expression 'price * 1.2'
      momentum predicate 'name == %@' --arg Boba --model Models/BubbleTea.xcdatamodeld --entity Venue
      momentum predicate --lines < formats.txt

      --lines reads one format a line and answers each by a line of its own: 'ok' with the canonical \
      text, or 'error' with the offset in bytes and the message, separated by tabs. '␊' and '␉' \
      stand for a line feed and a tab within a format; 'expr' and a tab before a format make it an \
      expression; what follows a tab behind the format is not looked at.
      """)

  @Argument(help: ArgumentHelp("The format, such as \"name == %@\".", valueName: "format"))
  var text: String?

  @Option(
    name: .customLong("arg"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A value for the next %@, %K or %d of the format.", valueName: "value"))
  var arguments: [String] = []

  @Flag(help: "The text is the format of an NSExpression.")
  var expression = false

  @Flag(help: "Read formats from standard input, one a line.")
  var lines = false

  @Option(help: .model)
  var model: String?

  @Option(help: ArgumentHelp("The entity to check the predicate against.", valueName: "name"))
  var entity: String?

  @Option(help: "How to print the result.")
  var format: OutputFormat = .text

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if lines {
      guard text == nil, arguments.isEmpty, model == nil, entity == nil, !expression else {
        throw ValidationError("--lines takes its formats from standard input and nothing else")
      }
      return
    }
    guard text != nil else { throw ValidationError("give a format, or --lines") }
    guard (model == nil) == (entity == nil) else {
      throw ValidationError("--model and --entity go together")
    }
    if expression, model != nil {
      throw ValidationError("an expression alone has no type to check; leave out --model")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    if lines {
      answerLines(console)
      return .success
    }
    let source = SourceFile(path: "<predicate>", text: text ?? "")
    var diagnostics = Diagnostics()
    let printed = try canonicalText(of: source, &diagnostics)
    switch format {
    case .text:
      global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
      if let printed { console.print(printed) }
    case .json:
      console.writeOutput(
        JSONText.object([
          ("text", printed.map { .string($0) } ?? .null),
          ("diagnostics", JSONRenderer().value(of: diagnostics.all)),
        ]).pretty)
    }
    return diagnostics.hasErrors ? .badInput : .success
  }

  /// The text also where the check found errors; `nil` where the format is none.
  private func canonicalText(
    of source: SourceFile, _ diagnostics: inout Diagnostics
  ) throws -> String? {
    if expression {
      return PredicateParser.parseExpression(source, &diagnostics).map {
        PredicatePrinter.print($0)
      }
    }
    guard let syntax = PredicateParser.parse(source, &diagnostics) else { return nil }
    if let model, let entity {
      let compiled = try ModelInput.compiled(model, version: version.modelVersion).model
      guard let id = compiled.entity(named: entity) else {
        throw CommandFailure("the model has no entity '\(entity)'", status: .badInput)
      }
      _ = PredicateChecker.check(
        syntax, source: source, entity: id, model: compiled,
        arguments: arguments.map { .text($0) },
        isRegularExpression: PatternSyntax.isRegularExpression, &diagnostics)
    }
    return PredicatePrinter.print(syntax)
  }

  /// Answers what has come as soon as it has come, so that a program can hold a conversation.
  private func answerLines(_ console: Console) {
    var answers = PredicateLines()
    while true {
      let data = FileHandle.standardInput.availableData
      if data.isEmpty { break }
      let answer = answers.answer([UInt8](data))
      if !answer.isEmpty { console.writeOutput(answer) }
    }
    console.writeOutput(answers.finish())
  }
}
