import Foundation
import MomentumModelFiles

/// Finds the models and mapping models of a work tree for a command without named models.
enum ModelDiscovery {
  /// The models below a folder, sorted, and the folder itself if it has SwiftData sources, or the
  /// folders in it that have those of one app each. Folders of builds and dependencies are skipped,
  /// and symbolic links are not followed.
  static func models(below folder: String, _ progress: StepProgress? = nil) throws -> [String] {
    do {
      let walk = try FolderWalk(
        folder, packageSuffixes: ModelSearch.suffixes, progress: { progress?.show(files: $0) })
      guard !walk.isCut else {
        throw CommandFailure(
          "'\(folder)' has more than \(FolderWalk.entriesMax) files; name the models, or a smaller folder",
          status: .badInput)
      }
      let found = walk.packages.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 }
      return found + (try swiftDataFolders(folder))
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure("cannot read '\(folder)': \(error.localizedDescription)")
    }
  }

  /// The data models below a folder, sorted.
  static func bundles(below folder: String) throws -> [String] {
    try FolderWalk(folder, packageSuffixes: ModelSearch.suffixes).packages.filter {
      !$0.hasSuffix(".xcmappingmodel")
    }
  }

  private static func swiftDataFolders(_ folder: String) throws -> [String] {
    try modelFileFailures { () throws(ModelFileError) in
      try ModelBundle.swiftDataFolders(path: folder)
    }
  }

  /// Whether models are searched below a path: it is a folder that is not a model itself.
  static func isSearched(_ path: String) -> Bool { ModelSearch.isSearched(path) }
}
