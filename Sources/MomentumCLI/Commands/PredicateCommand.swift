import ArgumentParser
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery

struct PredicateCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "predicate",
    abstract: "Parse an NSPredicate format and print its canonical text.",
    discussion: """
      With a model and an entity the predicate is checked against them too.

      momentum predicate 'name beginswith[c] "a" && views>3'
      momentum predicate 'name == %@ AND %K > %d' \\
        --arg Ada --arg age --arg 30
      momentum predicate --expression 'price * 1.2'
      momentum predicate 'name == %@' --arg Boba \\
        --model Models/BubbleTea.xcdatamodeld --entity Venue
      momentum predicate --lines < formats.txt

      With --arg the printed text contains the values: as strings, or with a model as the type that they are \
      compared with. The placeholder of an object stays.

      --lines reads one format a line and prints one line for each: 'ok' with the canonical text, or 'error' \
      with the offset in bytes and the message, separated by tabs. With a model and an entity each predicate is \
      checked against them, with its placeholders as in source code: '%@', '%d' and '$NAME' get the type of what \
      they are compared with, and the key of '%K' is not checked. The status is 1 when a line is refused. '␊' \
      and '␉' stand for a line feed and a tab within a format. A line that begins with 'expr' and a tab is an \
      expression. Text after a tab behind the format is ignored.

      momentum predicate --lines --model Models/BubbleTea.xcdatamodeld \\
        --entity Venue < formats.txt

      With --swift the '#Predicate', '#Expression', 'FetchDescriptor' and '@Query' of a Swift file or folder are \
      read, and one line is printed for each: 'ok', the place, the class and the canonical text, or 'error' with the \
      message, separated by tabs. Values that the closure captures are variables such as '$text'. The model \
      classes are those of the file, or of --model. The status is 1 when one cannot be compiled.

      momentum predicate --swift Models/Trips.swift
      """)

  @Argument(help: ArgumentHelp("The format, such as \"name == %@\".", valueName: "format"))
  var text: String?

  @Option(
    name: .customLong("arg"), parsing: .unconditionalSingleValue,
    help: .predicateArgument)
  var arguments: [String] = []

  @Flag(help: "The text is the format of an NSExpression.")
  var expression = false

  @Flag(help: "Read formats from standard input, one a line.")
  var lines = false

  @Option(help: .swiftRequests)
  var swift: String?

  @Option(help: .model)
  var model: String?

  @Option(help: ArgumentHelp("The entity to check the predicate against.", valueName: "name"))
  var entity: String?

  @Option(help: "How to print the result.")
  var format: OutputFormat = .text

  @OptionGroup var strictness: CoreDataOption
  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if swift != nil {
      guard text == nil, arguments.isEmpty, !expression, !lines, entity == nil else {
        throw ValidationError(
          "--swift reads predicates from a Swift file; only --model goes with it")
      }
      return
    }
    if lines {
      guard text == nil, arguments.isEmpty, !expression else {
        throw ValidationError(
          "--lines takes its formats from standard input; only --model and --entity go with it")
      }
    } else if text == nil {
      throw ValidationError("give a format, or --lines")
    }
    guard (model == nil) == (entity == nil) else {
      throw ValidationError("--model and --entity go together")
    }
    if strictness.strictCoreData, model == nil {
      throw ValidationError(
        "--strict-core-data needs --model and --entity, which say what is stored")
    }
    if expression, model != nil {
      throw ValidationError("an expression alone has no type to check; leave out --model")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    if let swift { return try runSwift(swift, console) }
    let target = try self.target()
    if lines {
      return answerLines(target, console)
    }
    let source = SourceFile(path: "<predicate>", text: text ?? "")
    var diagnostics = Diagnostics()
    let printed = canonicalText(of: source, target, &diagnostics)
    diagnostics = strictness.apply(to: diagnostics)
    switch format {
    case .text:
      global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
      if let printed { console.print(printed) }
    case .json:
      console.writeOutput(
        JSONText.object([
          ("text", printed.map { .string($0) } ?? .null),
          ("diagnostics", JSONRenderer().value(of: diagnostics.all)),
        ]).versioned().pretty)
    }
    return diagnostics.hasErrors ? .badInput : .success
  }

  /// Prints the requests of a Swift file.
  private func runSwift(_ place: String, _ console: Console) throws -> ExitStatus {
    let input = try SwiftRequestInput.read(place, model: model, version: version)
    let text = SwiftRequestText(input: input, target: .coreData, options: QueryOptions())
    switch format {
    case .text:
      global.report(
        strictness.apply(to: input.diagnostics), to: console.writeError,
        isTerminal: console.errorIsTerminal)
      text.lines.forEach(console.print)
    case .json: console.writeOutput(text.json(withSQL: false).versioned().pretty)
    }
    return input.areCompiled ? .success : .findings
  }

  /// The model and entity that the predicate is checked against; `nil` to check its syntax alone.
  private func target() throws -> PredicateTarget? {
    guard let model, let entity else { return nil }
    let compiled = try ModelInput.compiled(version.place(model)).model
    guard let id = compiled.entity(named: entity) else {
      let near = nearName(to: entity, among: compiled.entities.map(\.name))
      throw CommandFailure(
        "the model has no entity '\(entity)'" + didYouMean(near),
        status: .badInput)
    }
    return PredicateTarget(model: compiled, entity: id)
  }

  /// The canonical text, also if the check found errors; `nil` if the format cannot be parsed.
  private func canonicalText(
    of source: SourceFile, _ target: PredicateTarget?, _ diagnostics: inout Diagnostics
  ) -> String? {
    if expression {
      guard let syntax = PredicateParser.parseExpression(source, &diagnostics) else { return nil }
      var filled = ArgumentSubstitution(arguments.map(ArgumentSubstitution.string))
      let result = filled.fill(syntax)
      if !arguments.isEmpty { filled.report(in: source, &diagnostics) }
      return PredicatePrinter.print(result)
    }
    let parsed = PredicateParser.parse(source, isChecked: target != nil, &diagnostics)
    guard let syntax = parsed else { return nil }
    target?.check(syntax, source, arguments, &diagnostics)
    let lists = ArgumentSubstitution.listIndexes(of: syntax)
    let values =
      target?.values(of: arguments, in: syntax, source)
      ?? arguments.enumerated().map { index, text in
        ArgumentSubstitution.Value(
          text: text,
          form: ArgumentForms.forms(of: text, isList: lists.contains(index)).first)
      }
    var filled = ArgumentSubstitution(values)
    let result = filled.fill(syntax)
    // Report unfilled arguments only here: with a model the checker already reported them, and
    // without arguments the user wants the format itself printed.
    if target == nil, !arguments.isEmpty { filled.report(in: source, &diagnostics) }
    return PredicatePrinter.print(result)
  }

  /// Answers each line as soon as it arrives: a program that waits for an answer before it sends
  /// the next line would otherwise wait forever.
  private func answerLines(_ target: PredicateTarget?, _ console: Console) -> ExitStatus {
    var answers = PredicateLines { syntax, source, diagnostics in
      target?.checkFormat(syntax, source, &diagnostics)
      diagnostics = strictness.apply(to: diagnostics)
    }
    while true {
      let bytes = console.readInput()
      if bytes.isEmpty { break }
      let answer = answers.answer(bytes)
      if !answer.isEmpty { console.writeOutput(answer) }
    }
    console.writeOutput(answers.finish())
    return answers.hasRefused ? .findings : .success
  }
}

/// The model and entity that a predicate is checked against.
struct PredicateTarget {
  var model: ObjectModel
  var entity: EntityID

  func check(
    _ syntax: PredicateSyntax, _ source: SourceFile, _ arguments: [String],
    _ diagnostics: inout Diagnostics
  ) {
    _ = PredicateChecker.check(
      syntax, source: source, entity: entity, model: model,
      arguments: arguments.map { .text($0) },
      isRegularExpression: PatternSyntax.isRegularExpression, &diagnostics)
  }

  /// Checks a format without its arguments.
  func checkFormat(
    _ syntax: PredicateSyntax, _ source: SourceFile, _ diagnostics: inout Diagnostics
  ) {
    PredicateChecker.checkFormat(
      syntax, source: source, entity: entity, model: model,
      isRegularExpression: PatternSyntax.isRegularExpression, &diagnostics)
  }

  /// Each argument with the first literal that the model accepts in its place: `33` without quotes
  /// where a number is expected. An argument for an object has no literal, so its placeholder
  /// stays.
  func values(
    of arguments: [String], in syntax: PredicateSyntax, _ source: SourceFile
  ) -> [ArgumentSubstitution.Value] {
    let errors = errorCount(syntax, source, arguments)
    let lists = ArgumentSubstitution.listIndexes(of: syntax)
    let placeholders = arguments.map { ArgumentSubstitution.Value(text: $0, form: nil) }
    return placeholders.enumerated().map { index, value in
      var value = value
      let forms = ArgumentForms.forms(of: value.text, isList: lists.contains(index))
      value.form = forms.first { form in
        var values = placeholders
        values[index].form = form
        var one = ArgumentSubstitution(values)
        return errorCount(one.fill(syntax), source, arguments) <= errors
      }
      return value
    }
  }

  /// The number of errors of the check. `too-many-arguments` does not count: arguments that were
  /// filled in as literals leave fewer placeholders than arguments.
  private func errorCount(
    _ syntax: PredicateSyntax, _ source: SourceFile, _ arguments: [String]
  ) -> Int {
    var diagnostics = Diagnostics()
    check(syntax, source, arguments, &diagnostics)
    return diagnostics.all.count {
      $0.severity == .error && $0.id != PredicateMessage.tooManyArgumentsRule.id
    }
  }
}
