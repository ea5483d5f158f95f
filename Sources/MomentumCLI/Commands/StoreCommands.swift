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
      """)

  @Argument(help: .model)
  var model: String

  @Argument(
    help: ArgumentHelp(
      "The file to make, or the address of a database: postgresql://…", valueName: "store"))
  var store: String

  @OptionGroup var storeForm: StoreFormOptions
  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if ServerAddress.isAddress(store), storeForm.history || storeForm.frameworkVersion != nil {
      throw ValidationError(
        "--history and --framework-version are for files; a server has the plain layout")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let place = try version.place(model)
    let compiled = try ModelInput.compiled(place, store: storeForm.form)
    try compiled.requireKnownHashes("make a store")
    if ServerAddress.isAddress(store) {
      let creation = ServerCreation(
        compiled, named: place.modelName, at: try ServerRun.address(store))
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

struct ImportCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Insert objects from JSON or CSV into a store, all or none.",
    discussion: """
      The file holds {"objects": [{"entity": …, "id": …, "attributes": {…}, \
      "relationships": {…}}]}. Relationships name other objects of the file by their id; one side is enough. From a file that 'export' \
      wrote, an empty store gets the same objects with the same keys.

      momentum export old.sqlite --model App.xcdatamodeld --output all.json
      momentum create App.xcdatamodeld new.sqlite
      momentum import new.sqlite --model App.xcdatamodeld all.json

      A CSV file has the name of an entity; a folder of such files can be imported at once. The first line \
      names the properties, and $id if relationships refer to the objects. A to-many relationship is a list of \
      ids with blanks between them. An empty field means no value, and "" an empty text.

      momentum import new.sqlite --model App.xcdatamodeld Venue.csv --delimiter ';'

      For JSON or CSV of any other form, write a mapping file, which names paths, entities and keys:

      momentum import app.sqlite --model App.xcdatamodeld shops.json \\
        --map shops-map.json

      {"objects": [{"path": "data.shops", "entity": "Venue", "id": "slug",
        "attributes": {"name": "title", "opened": {"key": "since", "date": "dd.MM.yyyy"},
                       "favorite": {"value": false}},
        "relationships": {"tags": "tag_ids",
          "location": {"key": "geo", "object": {"attributes": {"city": "town"}}}}}]}

      A key that no object of the file has is an error; if files may lack the key, write {"key": "since", \
      "optional": true}. "match" finds existing objects by their attributes: "match": "slug" in a rule updates \
      an object with the same slug instead of inserting another one, and "tags": {"key": "tag_names", "match": \
      "name"} links to the tags with these names. --dry-run says what would be inserted, updated and linked.
      """)

  @Argument(help: ArgumentHelp("The store to write to.", valueName: "store"))
  var store: String

  @Option(help: ArgumentHelp("The model that made the store.", valueName: "model"))
  var model: String

  @Argument(
    help: ArgumentHelp("The JSON file, a CSV file, or a folder of CSV files.", valueName: "file"))
  var file: String

  @Option(
    help: ArgumentHelp(
      "A mapping file that says where in the file the objects are.", valueName: "file"))
  var map: String?

  @Option(
    help: ArgumentHelp(
      "The character between the fields of CSV, or 'tab' (default: ,).",
      valueName: "character"))
  var delimiter: String?

  @Flag(
    help: "Ignore the keys of the file and give new ones, to add to a store that has objects.")
  var newKeys = false

  @Flag(help: "Allow what a save would refuse: bounds, missing values, numbers of objects.")
  var noValidation = false

  @Flag(help: "Do everything, print the number of objects, and roll it back.")
  var dryRun = false

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws -> ExitStatus {
    let compiled = try ModelInput.compiled(version.place(model))
    let files = try CSVInput.files(file)
    var diagnostics = Diagnostics()
    let progress = StepProgress("importing", console, isQuiet: global.quiet)
    defer { progress.clear() }
    let result: ImportResult?
    if let files {
      result = try importCSV(files, compiled, progress, &diagnostics)
    } else {
      if delimiter != nil { throw CommandFailure("--delimiter is for CSV, and '\(file)' is not") }
      result = try importJSON(compiled, progress, &diagnostics)
    }
    progress.clear()
    guard let result else { throw InputRejected(diagnostics: diagnostics) }
    global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    // Print this with `--quiet` too: the summary is the result of a dry run.
    if dryRun {
      console.print("would " + Self.text(result, verbs: ("insert", "update", "link", "leave")))
    } else if !global.quiet {
      let isInsertOnly = result.updated + result.unchanged == 0
      let total = result.rows.values.reduce(0, +)
      console.note(
        isInsertOnly
          ? "imported \(plural(total, "row")) into \(plural(result.rows.count, "table"))"
          : Self.text(result, verbs: ("inserted", "updated", "linked", "left")))
    }
    return .success
  }

  /// The result of an import as a sentence:
  /// `inserted 2 objects, updated 1, linked 3 pairs and left 4 objects unchanged`
  private static func text(
    _ result: ImportResult, verbs: (insert: String, update: String, link: String, leave: String)
  ) -> String {
    let unchanged =
      result.unchanged == 0
      ? "" : " and \(verbs.leave) \(plural(result.unchanged, "object")) unchanged"
    return
      "\(verbs.insert) \(plural(result.inserted, "object")), \(verbs.update) \(result.updated), "
      + "\(verbs.link) \(plural(result.linked, "pair"))" + unchanged
  }

  private var importing: ImportOptions {
    ImportOptions(keepsKeys: !newKeys, checksRules: !noValidation)
  }

  private func mapping() throws -> SourceFile? {
    try map.map { SourceFile(path: $0, utf8: try InputFile.read($0)) }
  }

  private func importJSON(
    _ compiled: CompiledModel, _ progress: StepProgress, _ diagnostics: inout Diagnostics
  ) throws -> ImportResult? {
    let source = SourceFile(path: file, utf8: try InputFile.read(file))
    let mapping = try mapping()
    return try storeFailures { () throws(StoreError) in
      try compiled.importing(
        of: source, into: store, mappedBy: mapping, importing: importing, isDryRun: dryRun,
        onProgress: progress.show, &diagnostics)
    }
  }

  private func importCSV(
    _ files: [SourceFile], _ compiled: CompiledModel, _ progress: StepProgress,
    _ diagnostics: inout Diagnostics
  ) throws -> ImportResult? {
    let (character, mapping) = (try CSVInput.delimiter(delimiter), try mapping())
    return try storeFailures { () throws(StoreError) in
      try compiled.importing(
        ofCSV: files, delimiter: character, into: store, mappedBy: mapping, importing: importing,
        isDryRun: dryRun, onProgress: progress.show, &diagnostics)
    }
  }
}

/// Files that a command reads whole.
enum InputFile {
  /// The size of a file; 0 if it does not exist.
  static func size(_ path: String) -> Int64 {
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let size = try? FileManager.default.attributesOfItem(atPath: real)[.size] as? NSNumber
    return size?.int64Value ?? 0
  }

  /// The bytes of a file; a file that cannot be read is a failure.
  static func read(_ path: String) throws -> [UInt8] {
    do {
      // Map the file: reading it into a second copy would double the memory.
      let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
      return Array(data)
    } catch {
      let reason =
        (error as? CocoaError)?.code == .fileReadNoSuchFile ? "no such file" : "it cannot be read"
      throw CommandFailure("cannot read '\(path)': \(reason)")
    }
  }
}
