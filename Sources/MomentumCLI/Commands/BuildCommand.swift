import ArgumentParser
import Momentum
import MomentumCodegen
import MomentumCompiler
import MomentumDiagnostics
import MomentumGeneration
import MomentumModel
import MomentumModelFiles
import MomentumPredicate
import MomentumRuntime
import MomentumStore
import MomentumVersionHash

struct BuildCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Check a model, and write its Swift code, its schema and its requests as SQL.",
    discussion: """
      Writes to the output folder:
        CoreData/            managed object classes, as Xcode writes them
        Swift/               values that need no framework, with typed fetches
        schema.sql           the tables that Core Data would make
        fetch-requests.sql   every stored fetch request as SQL, with its bindings
      """)

  @Argument(help: .model)
  var model: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write to.", valueName: "dir"))
  var output: String

  @Option(help: "Who may use the generated types.")
  var access: AccessOption = .public

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws -> ExitStatus {
    let place = try version.place(model)
    let input = try ModelInput.read(place)
    var diagnostics = input.diagnostics
    let made = input.compiled
    made?.checkValueTypes(&diagnostics)
    guard let compiled = made, !diagnostics.hasErrors else {
      throw InputRejected(diagnostics: diagnostics)
    }
    global.report(
      diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    let generation = Generation(input.file, path: place.path, settings: try settings)
    var files = generation.files(of: compiled)
    files.append(ProducedFile(path: "schema.sql", text: compiled.schemaScript))
    files.append(ProducedFile(path: "fetch-requests.sql", text: compiled.fetchRequestScript))
    let plan = try outputFailures { () throws(OutputFailure) in
      try OutputFolder(output).write(files, model: generation.name)
    }
    if !global.quiet {
      let name = "\(generation.name), version '\(input.file.versionName)'"
      let summary = BuildSummary(
        name: name, compiled: compiled, output: output, plan: plan, width: console.outputWidth)
      console.writeOutput(summary.text)
    }
    return .success
  }

  private var settings: GenerationSettings {
    get throws {
      var settings = GenerationSettings()
      settings.targets = [.coreData, .swift]
      try settings.set(access)
      return settings
    }
  }
}

/// The summary of a build: the tables of the model, its requests, the files and the checksum.
private struct BuildSummary {
  let name: String
  let compiled: CompiledModel
  let output: String
  let plan: OutputPlan
  /// The width of the terminal; `nil` for a file or a pipe, where no line is shortened.
  let width: Int?

  var text: String {
    let model = compiled.model
    let attributes = model.entities.reduce(0) { $0 + $1.attributes.count }
    let relationships = model.entities.reduce(0) { $0 + $1.relationships.count }
    let head =
      "\(name): \(plural(model.entities.count, "entity")), \(plural(attributes, "attribute")), "
      + "\(plural(relationships, "relationship"))\n"
    return TerminalText.oneLine(head.dropLast()) + "\n\n" + entityTable + requestTable + "\n"
      + fileLines + "\n"
      + "checksum \(compiled.hashes.checksum)\n"
  }

  private var entityTable: String {
    let model = compiled.model
    return TextTable(
      ["entity", "table", "attributes", "relationships", "parent"],
      alignments: [.left, .left, .right, .right, .left],
      rows: model.entityIDs.map { id in
        let entity = model[id]
        return [
          entity.isAbstract ? "\(entity.name) (abstract)" : entity.name,
          compiled.schema[id].table, String(entity.attributes.count),
          String(entity.relationships.count), entity.parent.map { model[$0].name } ?? "",
        ]
      }
    ).text(fitting: width)
  }

  private var requestTable: String {
    guard !compiled.storedRequests.isEmpty else { return "" }
    let rows = compiled.storedRequests.map { stored in
      let variables = (stored.predicate?.variables ?? []).map {
        "$\($0.name): \($0.isCollection ? "list of " : "")\($0.type.name(in: compiled.model))"
      }
      return [
        stored.request.name, compiled.model[stored.request.entity].name,
        stored.isUsable ? variables.joined(separator: ", ") : "not compiled",
      ]
    }
    let table = TextTable(["fetch request", "fetches", "variables"], rows: rows)
    return "\n" + table.text(fitting: width)
  }

  private var fileLines: String {
    ["CoreData/", "Swift/", ""].map { folder in
      let steps = plan.steps.filter { step in
        step.path.hasPrefix(folder) && (!folder.isEmpty || !step.path.contains("/"))
      }
      return OutputSummary.line(output + "/" + folder.dropLast(), steps) + "\n"
    }.joined()
  }
}
