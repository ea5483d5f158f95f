import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumRename
import MomentumScan

/// Renames a property in a model, and in sources.
struct RenameRun {
  let place: (entity: String, property: String)
  let newName: String
  let model: VersionedPath
  let paths: [String]

  /// The changes that a renaming makes.
  struct Changes {
    /// The files with their new text.
    var files: [FixedFile]
    /// Places that may name the property, where only a person can decide.
    var openPlaces: [SourceLocation]
  }

  func changes() throws -> Changes {
    let input = try ModelInput.read(model)
    guard !input.file.isSwift, !input.file.contents.path.hasPrefix("<") else {
      throw CommandFailure(
        "'\(model.path)' has no text of its own to edit; name an .xcdatamodeld, .xcdatamodel or contents file",
        status: .badInput)
    }
    guard let checked = input.checked else { throw InputRejected(diagnostics: input.diagnostics) }
    let rename: PropertyRename
    do throws(PropertyRename.Failure) {
      rename = try PropertyRename(place, to: newName, in: checked.syntax, checked.model)
    } catch {
      throw CommandFailure(error.description, status: .badInput)
    }
    var edits = rename.modelEdits()
    var places: [SourceLocation] = []
    for mapping in try mappings() {
      let changes = rename.changes(of: mapping)
      edits += changes.edits
      places += changes.places
    }
    let found = try sourceEdits(rename)
    return Changes(
      files: FixedFile.files(with: edits + found.edits), openPlaces: places + found.places)
  }

  private func sourceEdits(
    _ rename: PropertyRename
  ) throws -> (edits: [Diagnostic.FixIt], places: [SourceLocation]) {
    guard !paths.isEmpty else { return ([], []) }
    let read = try ScanRun.read(paths)
    // A file that cannot be read may name the property too.
    if let failure = read.failures.first { throw failure }
    let scan = SourceScan(read.files, model: ScanModel([rename.model]))
    let sites = scan.resolved(ScanRun.each(scan.files.indices) { scan.sites(of: $0) })
    let edits = rename.sourceEdits(scan, sites)
    return (edits, rename.openPlaces(scan, sites, edits: edits))
  }

  /// The mapping models below the paths that are the editor's text; a compiled one is made anew.
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
