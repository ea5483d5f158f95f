import ArgumentParser
import Foundation
import Momentum
import MomentumArchive
import MomentumDiagnostics
import MomentumMigration
import MomentumModelFiles

struct CompileCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile",
    abstract: "Write the .momd, .mom or .cdm that an app loads, as momc does.",
    discussion: """
      The ending of the output says what is written:
        .momd   a folder with all versions of a bundle and VersionInfo.plist
        .mom    one version: the current one, or that after an @
        .cdm    a mapping model, for two versions named with --from and --to

      NSManagedObjectModel(contentsOf:) and NSMappingModel(contentsOf:) read the files, and so does every \
      command of momentum that takes a model. A folder or file that is there already is replaced as a whole; \
      a folder with other files is not touched. Nothing is written if the model has errors.

      With --module, a class that is written as '.Venue' (Current Product Module in Xcode) is 'Shop.Venue'.

      momentum compile App/Shop.xcdatamodeld --output Shop.momd --module Shop
      momentum compile 'App/Shop.xcdatamodeld@Shop 2' --output Shop2.mom
      momentum compile 1to2.xcmappingmodel --from 1.mom --to 2.mom -o 1to2.cdm
      """)

  @Argument(
    help: ArgumentHelp(
      "A .xcdatamodeld, .xcdatamodel, contents or Swift sources, also with @VERSION; or a .xcmappingmodel.",
      valueName: "model"))
  var model: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The .momd, .mom or .cdm to write.", valueName: "path"))
  var output: String

  @Option(
    help: ArgumentHelp("The Swift module of the classes written as '.Name'.", valueName: "name"))
  var module: String?

  @Option(help: ArgumentHelp("For a mapping model: its source version.", valueName: "model"))
  var from: String?

  @Option(help: ArgumentHelp("For a mapping model: its destination version.", valueName: "model"))
  var to: String?

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  /// The kind of output, by the ending of its name.
  private enum Product: String {
    case folder = "momd"
    case file = "mom"
    case mapping = "cdm"
  }

  private var product: Product? { Product(rawValue: (output as NSString).pathExtension) }

  mutating func validate() throws {
    guard let product else {
      throw ValidationError("--output '\(output)' has to end in .momd, .mom or .cdm")
    }
    let isMapping = MappingModelReader.isMappingModel(path: model)
    switch product {
    case .folder, .file:
      if isMapping {
        throw ValidationError("'\(model)' is a mapping model, which is compiled to a .cdm file")
      }
      if from != nil || to != nil {
        throw ValidationError("--from and --to belong to a mapping model")
      }
    case .mapping:
      guard isMapping else {
        throw ValidationError("'\(model)' is a data model, which is compiled to a .momd or .mom")
      }
      guard from != nil, to != nil else {
        throw ValidationError(
          "a mapping model needs --from and --to, the two versions of the model")
      }
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    switch product {
    case .folder: try writeFolder(console)
    case .file: try writeFile(console)
    case .mapping: try writeMapping(console)
    case nil: return .usage
    }
    return .success
  }

  private func writeFolder(_ console: Console) throws {
    let place = try version.place(model)
    if let version = place.version {
      throw CommandFailure(
        "'\(version)' is one version, which is compiled to a .mom file; a .momd holds all of them",
        status: .usage)
    }
    var found = Diagnostics()
    let versions = try modelFileFailures { () throws(ModelFileError) in
      try ModelBundle.versions(path: place.path, &found)
    }
    guard !versions.isEmpty else { throw InputRejected(diagnostics: found) }
    var compiled: [CompiledBundle.Version] = []
    for version in versions {
      compiled.append(try self.version(try ModelInput.read(place.path, version: version.name)))
    }
    let current = versions.first(where: \.isCurrent)?.name ?? versions[versions.count - 1].name
    var diagnostics = Diagnostics()
    let bundle = CompiledBundle(
      versions: compiled, current: current, module: module, &diagnostics)
    let isChanged: Bool
    do throws(CompiledModelFolder.Failure) {
      isChanged = try CompiledModelFolder(path: output).write(bundle.files)
    } catch {
      throw CommandFailure(error.description)
    }
    report(diagnostics, console)
    console.note(summary(isChanged, "\(plural(versions.count, "version")), current '\(current)'"))
  }

  private func writeFile(_ console: Console) throws {
    let version = try version(try ModelInput.read(self.version.place(model)))
    var diagnostics = Diagnostics()
    let bytes = ModelArchive.bytes(
      of: version.model, module: module, at: version.location, &diagnostics)
    let isChanged = try OutputFile.write(bytes, to: output)
    report(diagnostics, console)
    console.note(summary(isChanged, "version '\(version.name)'"))
  }

  /// A checked version; throws its diagnostics if it has errors.
  private func version(_ input: ModelInput) throws -> CompiledBundle.Version {
    guard let compiled = input.compiled else { throw InputRejected(diagnostics: input.diagnostics) }
    try compiled.requireKnownHashes("compile '\(input.file.versionName)'")
    return CompiledBundle.Version(
      name: input.file.versionName, model: compiled.model,
      location: SourceLocation(
        SourceFile(path: input.file.path, utf8: []), SourceRange(0, 0)))
  }

  private func writeMapping(_ console: Console) throws {
    guard let from, let to else { return }
    let old = try ModelInput.compiled(VersionedPath(from)).model
    let new = try ModelInput.compiled(VersionedPath(to)).model
    let input = try MappingInput.read(model)
    let mapping =
      switch input.file {
      case .editor(let syntax): MappingCompiler.compile(syntax, old: old, new: new)
      case .compiled(let mapping, _): mapping
      }
    var diagnostics = input.diagnostics
    let location = SourceLocation(SourceFile(path: model, utf8: []), SourceRange(0, 0))
    let bytes = MappingArchive.bytes(of: mapping, at: location, &diagnostics)
    guard !diagnostics.hasErrors else { throw InputRejected(diagnostics: diagnostics) }
    let isChanged = try OutputFile.write(bytes, to: output)
    report(diagnostics, console)
    console.note(summary(isChanged, plural(mapping.entityMappings.count, "entity mapping")))
  }

  private func report(_ diagnostics: Diagnostics, _ console: Console) {
    guard !global.quiet else { return }
    global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
  }

  private func summary(_ isChanged: Bool, _ what: String) -> String {
    "\(isChanged ? "wrote" : "unchanged:") \(output): \(what)"
  }
}
