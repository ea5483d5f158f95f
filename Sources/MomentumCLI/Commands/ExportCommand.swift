import ArgumentParser
import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumRuntime
import MomentumSQLite
import MomentumServer

struct ExportCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write all objects of a store or a server as JSON or CSV that 'import' reads.",
    discussion: """
      Writes every value exactly, with primary keys, version counters (Z_OPT), links and their order; 'create' and \
      'import' make an equal store from the file. Objects are read and written one at a time, and the store does \
      not change.

      momentum export app.sqlite --model App.xcdatamodeld --output all.json
      momentum export app.sqlite --model App.xcdatamodeld | gzip > all.json.gz

      As CSV, the export is a folder with a file for each entity that has objects. A relationship is a column of \
      ids such as Venue/p1, with blanks between several. An empty field means no value, and "" an empty text.

      momentum export app.sqlite --model App.xcdatamodeld --format csv --output all

      From a server the tables are first copied to a store in a temporary folder, so that the file is that of the \
      store which 'copy' would make. All objects are those of one moment.

      momentum export postgresql://app@db/shop --model App.xcdatamodeld \\
        --output all.json
      """)

  @Argument(
    help: ArgumentHelp(
      "The store to read, or the address of a database: postgresql://…; it is not changed.",
      valueName: "store"))
  var store: String

  @Option(help: ArgumentHelp("The model that made the store or tables.", valueName: "model"))
  var model: String

  /// The format of an export.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json
    case csv
  }

  @Option(help: "What to write.")
  var format: Format = .json

  @Option(
    help: ArgumentHelp(
      "The file to write, or the new folder for CSV files; written completely or not at all (default: JSON on standard output).",
      valueName: "path"))
  var output: String?

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if format == .csv, output == nil {
      throw ValidationError("--format csv writes a folder; name it with --output")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let compiled = try ModelInput.compiled(version.place(model))
    guard ServerAddress.isAddress(store) else { return try export(store, compiled, console) }
    return try ServerStoreFolder.with(
      copyOf: try ServerRun.address(store), compiled, console, isQuiet: global.quiet
    ) { path in try export(path, compiled, console) }
  }

  private func export(
    _ store: String, _ compiled: CompiledModel, _ console: Console
  ) throws -> ExitStatus {
    var diagnostics = Diagnostics()
    let count: Int?
    // Text on the terminal itself would be mixed with the line of the progress.
    let progress = StepProgress(
      "exporting", console, isQuiet: global.quiet || output == nil && console.outputIsTerminal)
    defer { progress.clear() }
    do {
      switch (format, output) {
      case (.csv, let folder?):
        count = try writeCSV(store, compiled, folder, &diagnostics, progress)
      case (.json, _), (.csv, nil):
        count = try writeJSON(store, compiled, console, &diagnostics, progress)
      }
    } catch let error as StoreError {
      throw CommandFailure(error)
    } catch let error as SQLiteError {
      throw CommandFailure(.sqlite(error))
    }
    guard let count else { throw InputRejected(diagnostics: diagnostics) }
    progress.clear()
    if !global.quiet { console.note("exported \(plural(count, "object"))") }
    return .success
  }

  private func writeCSV(
    _ store: String, _ compiled: CompiledModel, _ path: String,
    _ diagnostics: inout Diagnostics, _ progress: StepProgress
  ) throws -> Int? {
    let folder = try NewOutputFolder(path)
    var bytes = 0
    let count = try compiled.exportCSV(of: store, &diagnostics) { name, text in
      try folder.write(name, text)
      bytes += text.utf8.count
      progress.show(bytes: bytes)
    }
    if count != nil { try folder.finish() }
    return count
  }

  private func writeJSON(
    _ store: String, _ compiled: CompiledModel, _ console: Console,
    _ diagnostics: inout Diagnostics, _ progress: StepProgress
  ) throws -> Int? {
    let file = try output.map { try NewOutputFile(replacing: $0) }
    var pending = ""
    var bytes = 0
    func flush() throws {
      bytes += pending.utf8.count
      progress.show(bytes: bytes)
      if let file { try file.write(pending) } else { console.writeOutput(pending) }
      pending = ""
    }
    let count = try compiled.exportJSON(of: store, &diagnostics) { text in
      pending += text
      // Collect objects: a write for each object would cost more than reading it.
      if pending.utf8.count > 60_000 { try flush() }
    }
    try flush()
    if count != nil { try file?.finish() }
    return count
  }
}
