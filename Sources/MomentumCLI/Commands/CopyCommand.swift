import ArgumentParser
import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumServer

struct CopyCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy a store to a PostgreSQL server, or from a server to a new store.",
    discussion: """
      Keys, links, the order of ordered relationships and the types of values are kept. The rows travel by COPY; \
      at the end their number and a checksum are compared for each table, and the copy is refused if they differ. \
      A copy that was ended goes on where it was when the same command runs again.

      momentum copy app.sqlite postgresql://app@db/shop
      momentum copy postgresql://app@db/shop app.sqlite --model App.xcdatamodeld

      To a server: makes the tables of the plain layout; existing tables are never written over. The store does \
      not change. From a server: never overwrites a file; until the store is whole it has the name \
      .NAME.momentum-copy. Persistent history is not copied.
      """)

  @Argument(
    help: ArgumentHelp(
      "The store to read, or the address of a database: postgresql://…", valueName: "source"))
  var source: String

  @Argument(
    help: ArgumentHelp(
      "The address of a database, or the file to make.", valueName: "target"))
  var target: String

  @Option(
    help: ArgumentHelp(
      "The model of the store (default: the copy that the store to read keeps of it).",
      valueName: "model"))
  var model: String?

  @Flag(
    help:
      "Copy rows whose large binaries are in files that are missing, without these values; the names of the files are kept for the way back."
  )
  var allowMissingFiles = false

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    guard ServerAddress.isAddress(source) != ServerAddress.isAddress(target) else {
      throw ValidationError(
        "one of source and target is the address of a database (postgresql://…), the other a file")
    }
    if ServerAddress.isAddress(source), model == nil {
      throw ValidationError("name the model of the database with --model")
    }
    if ServerAddress.isAddress(source), allowMissingFiles {
      throw ValidationError("--allow-missing-files is for copies from a store")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let place = try version.place(model ?? source)
    let compiled = try ModelInput.compiled(place)
    try compiled.requireKnownHashes("copy a store")
    let progress = TaskProgressLine("copying", console, isQuiet: global.quiet)
    let result: CopyResult
    let shown: (source: String, target: String)
    if ServerAddress.isAddress(target) {
      let address = try ServerRun.address(target)
      var copy = CopyToServer(store: source, of: compiled, named: place.modelName, to: address)
      copy.allowsMissingFiles = allowMissingFiles
      shown = (source, address.shown)
      result = try ServerRun.wait { [copy] in
        defer { progress.clear() }
        return try await copy.run { progress.show($0) }
      }
    } else {
      let address = try ServerRun.address(source)
      let copy = CopyFromServer(address, of: compiled, toStore: target)
      shown = (address.shown, target)
      result = try ServerRun.wait {
        defer { progress.clear() }
        return try await copy.run { progress.show($0) }
      }
    }
    if !global.quiet { note(result, shown.source, shown.target, console) }
    return .success
  }

  private func note(
    _ result: CopyResult, _ source: String, _ target: String, _ console: Console
  ) {
    let resumed = result.isResumed ? ", as the end of an earlier copy" : ""
    console.note(
      "copied \(plural(result.rows, "row")) of \(plural(result.tables, "table")) from \(source) to \(target)\(resumed); numbers and checksums are equal on both sides"
    )
    if result.missingFiles > 0 {
      let (count, verb) = (result.missingFiles, result.missingFiles == 1 ? "is" : "are")
      console.note(
        "note: \(plural(count, "file")) of large values \(verb) missing; the rows have no value there"
      )
    }
  }
}
