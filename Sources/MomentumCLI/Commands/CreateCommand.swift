import ArgumentParser
import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumRuntime
import MomentumSQLite
import MomentumServer
import MomentumStore

struct CreateCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Make an empty store that Core Data can open, or tables on a PostgreSQL server.",
    discussion: """
      Never overwrites an existing file. The store keeps a copy of its model, as those of Core Data do.

      momentum create App.xcdatamodeld app.sqlite --history

      For the address of a database it makes the tables of the plain layout, all or none, and the table \
      momentum_model, which says for which model they were made. Existing tables are never written over.

      momentum create App.xcdatamodeld postgresql://app@db.example.org/shop

      With --objects the tables also have what contexts need (MomentumServerObjects): a version in each row, \
      which a trigger raises.
      """)

  @Argument(help: .model)
  var model: String

  @Argument(
    help: ArgumentHelp(
      "The file to make, or the address of a database: postgresql://…", valueName: "store"))
  var store: String

  @Flag(help: "Give the tables on a server versions of rows, for contexts.")
  var objects = false

  @OptionGroup var storeForm: StoreFormOptions
  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if ServerAddress.isAddress(store), storeForm.history || storeForm.frameworkVersion != nil {
      throw ValidationError(
        "--history and --framework-version are for files; a server has the plain layout")
    }
    if objects, !ServerAddress.isAddress(store) {
      throw ValidationError("--objects is for a server; contexts can open every file")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let place = try version.place(model)
    let compiled = try ModelInput.compiled(place, store: storeForm.form)
    try compiled.requireKnownHashes("make a store")
    if ServerAddress.isAddress(store) {
      let creation = ServerCreation(
        compiled, named: place.modelName, at: try ServerRun.address(store), hasVersions: objects)
      let count = try ServerRun.wait { try await creation.run() }
      if !global.quiet {
        console.note("created \(plural(count, "table")) at \(creation.address.shown)")
      }
      return .success
    }
    if FileManager.default.fileExists(atPath: store) {
      throw CommandFailure("'\(store)' exists, and create never writes over a file")
    }
    try storeFailures { () throws(StoreError) in try compiled.createStore(at: store) }
    if !global.quiet {
      console.note(
        "created \(store): \(plural(compiled.schema.tables.count, "table")), \(plural(compiled.model.entities.count, "entity"))"
      )
      let losses = compiled.modelCopy.losses
      if !losses.isEmpty {
        console.note(
          "the store keeps no copy of its model: \(losses.joined(separator: "; "))")
      }
    }
    return .success
  }
}
