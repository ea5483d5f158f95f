import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModelFiles
import MomentumRename
import MomentumScan

/// Renames a property in a model, and in sources.
struct RenameRun {
  let place: (entity: String, property: String)
  let newName: String
  let model: VersionedPath
  let paths: [String]

  /// The files that change, with their new text.
  func files() throws -> [FixedFile] {
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
    return FixedFile.files(with: rename.modelEdits() + (try sourceEdits(rename)))
  }

  private func sourceEdits(_ rename: PropertyRename) throws -> [Diagnostic.FixIt] {
    guard !paths.isEmpty else { return [] }
    let read = try ScanRun.read(paths)
    // A file that cannot be read may name the property too.
    if let failure = read.failures.first { throw failure }
    let scan = SourceScan(read.files, model: ScanModel([rename.model]))
    let sites = scan.resolved(ScanRun.each(scan.files.indices) { scan.sites(of: $0) })
    return rename.sourceEdits(scan, sites)
  }

  /// Writes each file, if it is still as it was read.
  static func write(_ files: [FixedFile]) throws {
    for file in files {
      let url = URL(fileURLWithPath: file.path)
      guard let found = try? Data(contentsOf: url), Array(found) == file.original else {
        throw CommandFailure("'\(file.path)' was changed meanwhile; it is not written")
      }
    }
    for file in files {
      do {
        // The target of a symbolic link is written, so that the link stays a link.
        try Data(file.fixed).write(
          to: URL(fileURLWithPath: file.path).resolvingSymlinksInPath(), options: .atomic)
      } catch {
        throw CommandFailure("cannot write '\(file.path)'")
      }
    }
  }
}
