import ArgumentParser
import MomentumCompiler
import MomentumDiagnostics
import MomentumRuntime
import MomentumSQLite
import MomentumServer

struct ImportCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Insert objects from JSON or CSV into a store or a server's tables, all or none.",
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

      Into a server the rows travel by COPY in one transaction; until its end others can read the tables, and wait \
      if they write. A mapping file must not have "match" there.

      momentum import postgresql://app@db/shop --model App.xcdatamodeld all.json
      """)

  @Argument(
    help: ArgumentHelp(
      "The store to write to, or the address of a database: postgresql://…", valueName: "store"))
  var store: String

  @Option(help: ArgumentHelp("The model that made the store or tables.", valueName: "model"))
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
    if files == nil, delimiter != nil {
      throw CommandFailure("--delimiter is for CSV, and '\(file)' is not")
    }
    if ServerAddress.isAddress(store) { return try importToServer(compiled, files, console) }
    var diagnostics = Diagnostics()
    let progress = StepProgress("importing", console, isQuiet: global.quiet)
    defer { progress.clear() }
    let result = try insert(into: store, compiled, files, progress, &diagnostics)
    progress.clear()
    guard let result else { throw InputRejected(diagnostics: diagnostics) }
    global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    note(result, console)
    return .success
  }

  /// Inserts the objects into a temporary store, whose rows then go to the server.
  private func importToServer(
    _ compiled: CompiledModel, _ files: [SourceFile]?, _ console: Console
  ) throws -> ExitStatus {
    try compiled.requireKnownHashes("make a store")
    let address = try ServerRun.address(store)
    let insertion = try ServerRun.wait {
      try await ServerImport.begin(address, model: compiled)
    }
    var diagnostics = Diagnostics()
    let progress = StepProgress("importing", console, isQuiet: global.quiet)
    defer { progress.clear() }
    let result: ImportResult
    do {
      guard
        let inserted = try insert(
          into: insertion.storePath, compiled, files, progress, &diagnostics)
      else { throw InputRejected(diagnostics: diagnostics) }
      result = inserted
    } catch {
      try ServerRun.wait { await insertion.cancel() }
      throw error
    }
    let isDryRun = dryRun
    try ServerRun.wait { try await insertion.finish(isDryRun: isDryRun) }
    progress.clear()
    global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    note(result, console)
    return .success
  }

  /// Says what was done. With `--quiet` too for a dry run, whose result this is.
  private func note(_ result: ImportResult, _ console: Console) {
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

  // MARK: - Files

  /// - Parameter path: The store, or the temporary one of a server, in which nothing exists yet that
  ///   a mapping file could name, and which a dry run fills, too.
  private func insert(
    into path: String, _ compiled: CompiledModel, _ files: [SourceFile]?,
    _ progress: StepProgress, _ diagnostics: inout Diagnostics
  ) throws -> ImportResult? {
    let isOfServer = ServerAddress.isAddress(store)
    let options = ImportOptions(
      keepsKeys: !newKeys, checksRules: !noValidation, findsExisting: !isOfServer)
    let isDryRun = dryRun && !isOfServer
    let mapping = try map.map { SourceFile(path: $0, utf8: try InputFile.read($0)) }
    if let files {
      let character = try CSVInput.delimiter(delimiter)
      return try storeFailures { () throws(StoreError) in
        try compiled.importing(
          ofCSV: files, delimiter: character, into: path, mappedBy: mapping, importing: options,
          isDryRun: isDryRun, onProgress: progress.show, &diagnostics)
      }
    }
    let source = SourceFile(path: file, utf8: try InputFile.read(file))
    return try storeFailures { () throws(StoreError) in
      try compiled.importing(
        of: source, into: path, mappedBy: mapping, importing: options, isDryRun: isDryRun,
        onProgress: progress.show, &diagnostics)
    }
  }
}
