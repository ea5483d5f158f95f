import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumRename
import MomentumScan
import MomentumSwiftData

/// Renames an entity or a property in a model, and in sources.
struct RenameRun {
  /// The element that gets another name.
  enum Target {
    case entity(String)
    case property(entity: String, name: String)
  }

  let target: Target
  let newName: String
  let model: VersionedPath
  let paths: [String]

  /// The changes that a renaming makes.
  struct Changes {
    /// The files with their new text.
    var files: [FixedFile]
    /// Places that may name the property, where only a person can decide.
    var openPlaces: [SourceLocation]
    /// Sentences for the user about what else has to be done.
    var notes: [String] = []
  }

  func changes() throws -> Changes {
    let input = try ModelInput.read(model)
    if input.file.isSwift {
      return try SwiftDataRenameRun(target: target, newName: newName, model: model, paths: paths)
        .changes()
    }
    guard !input.file.contents.path.hasPrefix("<") else {
      throw CommandFailure(
        "'\(model.path)' has no text of its own to edit; name an .xcdatamodeld, .xcdatamodel or contents file",
        status: .badInput)
    }
    guard let checked = input.checked else { throw InputRejected(diagnostics: input.diagnostics) }
    switch target {
    case .entity(let name):
      let rename = try RenameRun.checked { () throws(RenameFailure) in
        try EntityRename(name, to: newName, in: checked.model)
      }
      return try changes(rename, checked.syntax)
    case .property(let entity, let name):
      let rename = try RenameRun.checked { () throws(RenameFailure) in
        try PropertyRename((entity, name), to: newName, in: checked.model)
      }
      return try changes(rename, checked.syntax)
    }
  }

  /// A renaming that is refused, as a failure of the command.
  static func checked<Result>(_ body: () throws(RenameFailure) -> Result) throws -> Result {
    do throws(RenameFailure) {
      return try body()
    } catch {
      throw CommandFailure(error.description, status: .badInput)
    }
  }

  // MARK: - Models

  private func changes(_ rename: PropertyRename, _ syntax: ModelSyntax) throws -> Changes {
    var edits = rename.modelEdits(in: syntax)
    var places: [SourceLocation] = []
    for mapping in try mappings() {
      let changes = rename.changes(of: mapping, version: syntax.file.path)
      edits += changes.edits
      places += changes.places
    }
    if let sources = try RenameSources(paths, model: rename.model) {
      let found = rename.sourceEdits(sources.scan, sources.sites)
      edits += found
      places += rename.openPlaces(sources.scan, sources.sites, edits: found)
    }
    return Changes(files: FixedFile.files(with: edits), openPlaces: places)
  }

  private func changes(_ rename: EntityRename, _ syntax: ModelSyntax) throws -> Changes {
    var edits = rename.modelEdits(in: syntax)
    var places: [SourceLocation] = []
    for mapping in try mappings() {
      let changes = rename.changes(of: mapping, version: syntax.file.path)
      edits += changes.edits
      places += changes.places
    }
    if let sources = try RenameSources(paths, model: rename.model) {
      let uses = ClassUses(
        of: rename.name, declaredAt: nil, in: sources.scan.files.map(\.source))
      if rename.renamesClass, let taken = uses.declaration(of: newName) {
        throw CommandFailure(
          RenameFailure.takenByType(newName, at: taken.shortText).description, status: .badInput)
      }
      let found = rename.sourceEdits(sources.scan, sources.sites, uses)
      edits += found
      places += rename.openPlaces(sources.scan, edits: found)
    }
    return Changes(files: FixedFile.files(with: edits), openPlaces: places)
  }

  /// The `.xcmappingmodel`s below the paths that the editor has written as text. Compiled ones are
  /// left out, since the build makes them again.
  private func mappings() throws -> [MappingModelSyntax] {
    var result: [MappingModelSyntax] = []
    for path in paths where ModelDiscovery.isSearched(path) {
      for found in try ModelDiscovery.models(below: path) where found.hasSuffix(".xcmappingmodel") {
        var ignored = Diagnostics()
        let read = try modelFileFailures { () throws(ModelFileError) in
          try MappingModelReader.load(path: found, &ignored)
        }
        if case .editor(let mapping)? = read { result.append(mapping) }
      }
    }
    return result
  }
}

/// The sources that a renaming edits, with the sites that name something of the model.
struct RenameSources {
  let scan: SourceScan
  let sites: [[ScanSite]]

  /// The sources below some paths; `nil` without a path.
  init?(_ paths: [String], model: ObjectModel, besides files: [SourceFile] = []) throws {
    guard !paths.isEmpty || !files.isEmpty else { return nil }
    let read = try ScanRun.read(paths)
    // Stop at a file that cannot be read: it may have the old name, too.
    if let failure = read.failures.first { throw failure }
    func whole(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
    let known = Set(files.map { whole($0.path) })
    let scanned =
      files.map { ScannedFile($0) } + read.files.filter { !known.contains(whole($0.source.path)) }
    let scan = SourceScan(scanned, model: ScanModel([model]))
    self.scan = scan
    sites = scan.resolved(ScanRun.each(scan.files.indices) { scan.sites(of: $0) })
  }
}

extension SourceLocation {
  /// The location as text: `Store.swift:3:7`
  var shortText: String { "\(path):\(line):\(column)" }
}
