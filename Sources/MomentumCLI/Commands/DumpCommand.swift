import ArgumentParser
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumGeneration
import MomentumMigration
import MomentumModel
import MomentumModelFiles
import MomentumPredicate
import MomentumQuery
import MomentumSQL

struct DumpCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump", abstract: "Print the result of any stage for a model or a request.",
    discussion: """
      tokens, syntax   of a predicate given by --where or --request; without one,
                       syntax prints the syntax of the model
      model            the checked model as JSON, with its tables and compiled
                       requests: the input for a generator of your own;
                       Grammar/ModelDocument.schema.json is its JSON Schema
      typed, sql       of a request: --entity and --where, or --request
      mapping          what somebody has set in a mapping model, .xcmappingmodel or
                       .cdm, for reviews; --format json prints all of it

      'momentum check MODEL MAPPING' says what is wrong with a mapping model for the versions of a model, and \
      'momentum migrate STORE --to MODEL --mapping MAPPING' runs it.

      momentum dump syntax --where 'name == $NAME AND NOT views > 3'
      momentum dump model Models/BubbleTea.xcdatamodeld
      momentum dump typed Models/BubbleTea.xcdatamodeld --request venueFR
      momentum dump mapping Models/Shop1to2.xcmappingmodel
      """)

  enum Stage: String, ExpressibleByArgument, CaseIterable {
    case tokens
    case syntax
    case model
    case typed
    case sql
    case mapping
  }

  @Argument(help: ArgumentHelp("Which value to print.", valueName: "stage"))
  var stage: Stage

  @Argument(
    help: ArgumentHelp(
      "A .xcdatamodeld, .xcdatamodel, contents, .momd or .mom, 'Model.xcdatamodeld@Model 3', or a store that keeps its model; for mapping a .xcmappingmodel or .cdm.",
      valueName: "model"))
  var model: String?

  @OptionGroup(title: "The request") var request: RequestOptions

  @Option(help: "How to print; every stage but tokens, syntax and mapping is JSON.")
  var format: OutputFormat?

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    let needsModel =
      switch stage {
      case .tokens, .syntax: request.predicate == nil
      case .model, .typed, .sql, .mapping: true
      }
    if needsModel, model == nil { throw ValidationError("'dump \(stage.rawValue)' needs a model") }
    if stage == .tokens, request.predicate == nil, request.request == nil {
      throw ValidationError("'dump tokens' needs --where or --request")
    }
    if format == .text, [.model, .typed, .sql].contains(stage) {
      throw ValidationError("'dump \(stage.rawValue)' prints JSON")
    }
    if format == .json, [.tokens, .syntax].contains(stage) {
      throw ValidationError("'dump \(stage.rawValue)' prints text")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    switch stage {
    case .tokens, .syntax: try dumpSyntax(console)
    case .model: console.writeOutput(ModelDocument(try compiled()).json.pretty)
    case .typed: try dumpTyped(console)
    case .sql: try dumpSQL(console)
    case .mapping: return try dumpMapping(console)
    }
    return .success
  }

  private func compiled() throws -> CompiledModel {
    try ModelInput.compiled(version.place(model ?? ""))
  }

  // MARK: - Text of a predicate or a model

  private func dumpSyntax(_ console: Console) throws {
    guard let source = try predicateSource() else {
      let input = try ModelInput.read(version.place(model ?? ""))
      guard let syntax = input.syntax else { throw InputRejected(diagnostics: input.diagnostics) }
      console.writeOutput(syntax.printed)
      return
    }
    var diagnostics = Diagnostics()
    if stage == .tokens {
      let tokens = PredicateLexer.tokens(of: source, &diagnostics)
      for token in tokens { console.print(token.line(in: source)) }
    } else if let syntax = PredicateParser.parse(source, &diagnostics) {
      console.writeOutput(syntax.tree)
      console.print(PredicatePrinter.print(syntax))
    }
    if diagnostics.hasErrors { throw InputRejected(diagnostics: diagnostics) }
  }

  private func predicateSource() throws -> SourceFile? {
    if let text = request.predicate { return SourceFile(path: "<predicate>", text: text) }
    guard let name = request.request else { return nil }
    guard let stored = try compiled().model.fetchRequest(named: name) else {
      throw CommandFailure("the model has no fetch request '\(name)'", status: .badInput)
    }
    return SourceFile(path: "<\(name)>", text: stored.predicateFormat ?? "TRUEPREDICATE")
  }

  /// Prints a mapping model. An expression that cannot be decoded is marked in the output, and the
  /// command fails.
  private func dumpMapping(_ console: Console) throws -> ExitStatus {
    let input = try MappingInput.read(model ?? "")
    let (text, json) =
      switch input.file {
      case .editor(let syntax): (syntax.listing, syntax.json)
      case .compiled(let mapping, _): (mapping.listing, mapping.json)
      }
    console.writeOutput(format == .json ? json.versioned().pretty : text)
    global.report(input.diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    return input.diagnostics.hasErrors ? .badInput : .success
  }

  // MARK: - Requests

  /// The request's variables may be without values here, so that a stored request can be printed as
  /// the model has it.
  private func dumpTyped(_ console: Console) throws {
    var diagnostics = Diagnostics()
    let compiled = try compiled()
    guard
      let resolved = compiled.request(
        request.text, bindsVariables: !request.variables.isEmpty, &diagnostics)
    else { throw request.rejected(diagnostics, compiled.model) }
    global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    console.writeOutput(
      JSONText.object([
        ("entity", .string(compiled.model[resolved.entity].name)),
        ("predicate", resolved.predicate?.json(in: compiled.model) ?? .null),
      ]).versioned().pretty)
  }

  private func dumpSQL(_ console: Console) throws {
    var diagnostics = Diagnostics()
    let compiled = try compiled()
    guard
      let fetch = compiled.compile(
        request.text, bindsVariables: !request.variables.isEmpty, &diagnostics)
    else { throw request.rejected(diagnostics, compiled.model) }
    global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    console.writeOutput(fetch.sql.json.versioned().pretty)
  }
}

extension SQLText {
  /// `{"sql": …, "bindings": […]}`, with `"arrays": {"_Z_intarray0": […]}` if the statement reads
  /// lists.
  var json: JSONText {
    let tables = arrays.map { (key: $0.name, value: JSONText.array($0.values.map(\.json))) }
    return .object(
      [("sql", .string(text)), ("bindings", .array(bindings.map(\.json)))]
        + (tables.isEmpty ? [] : [("arrays", .object(tables))]))
  }
}
