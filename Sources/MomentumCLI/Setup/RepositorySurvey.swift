import Foundation
import MomentumModelFiles

/// The things in a repository that decide what `init` writes.
struct RepositorySurvey {
  /// The folder of the repository, where the files are written. It is `.` if it is the current folder,
  /// so that messages show short paths; otherwise it is an absolute path.
  let root: String
  /// The models and mapping models, as `check` without a model finds them in the root.
  let models: [String]
  /// Manifests and Xcode projects, relative to the root.
  let projects: [String]
  let sources: SourceUses
  /// The files of build servers that run `momentum check` already, relative to the root.
  let checkingJobs: [String]
  /// Whether pre-commit runs `momentum check` already.
  let hookRunsCheck: Bool
  /// The first file or folder of another manager of Git hooks: `lefthook.yml`.
  let hookManager: String?

  static let workflowFolder = ".github/workflows"
  static let gitLabFile = ".gitlab-ci.yml"
  static let hookFile = ".pre-commit-config.yaml"

  private static let manifests: Set = [
    "Package.swift", "Project.swift", "BUILD", "BUILD.bazel", "project.yml",
  ]
  private static let projectSuffixes = [".xcodeproj", ".xcworkspace"]
  private static let hookManagers = ["lefthook.yml", "lefthook.yaml", ".husky", ".overcommit.yml"]

  /// - Parameter folder: A folder of the repository; without a repository, the folder to set up.
  init(of folder: String, _ progress: StepProgress) throws {
    let path = URL(fileURLWithPath: folder).standardizedFileURL.path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { throw CommandFailure("cannot read '\(folder)': no such folder") }
    let top = RepositoryFolder(above: path)?.path ?? path
    let root = top == FileManager.default.currentDirectoryPath ? "." : top
    self.root = root
    models = try ModelDiscovery.models(below: root, progress)
    let walk = try FolderWalk(
      root, packageSuffixes: Self.projectSuffixes + SourceUses.packages,
      progress: { progress.show(files: $0) })
    let files = walk.files.map { Self.path($0, below: root) }
    let folders = walk.packages.map { Self.path($0, below: root) }
    func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
    projects =
      (files.filter { Self.manifests.contains(name($0)) }
      + folders.filter { path in Self.projectSuffixes.contains { path.hasSuffix($0) } }).sorted()
    sources = SourceUses(of: walk.files)
    checkingJobs = try files.filter(Self.isJob).filter { try Self.runsCheck($0, in: root) }
    let hooks = files.filter { $0 == Self.hookFile }
    hookRunsCheck = try hooks.contains { try Self.runsCheck($0, in: root) }
    hookManager = Self.hookManagers.first { Self.isTaken($0, in: root) }
  }

  private static func isJob(_ path: String) -> Bool {
    path == gitLabFile
      || path.hasPrefix(workflowFolder + "/") && (path.hasSuffix(".yml") || path.hasSuffix(".yaml"))
  }

  private static func runsCheck(_ path: String, in root: String) throws -> Bool {
    let text = String(decoding: try InputFile.read(Self.place(path, in: root)), as: UTF8.self)
    return text.contains("momentum check") || text.contains("momentum/.github/actions/check")
  }

  // MARK: - Paths

  /// The path of a file of the repository as other functions take it.
  func place(_ path: String) -> String { Self.place(path, in: root) }

  /// A path of the walk, relative to the root.
  func shown(_ path: String) -> String { Self.path(path, below: root) }

  /// Whether something of this name exists; also a link that leads nowhere.
  func isTaken(_ path: String) -> Bool { Self.isTaken(path, in: root) }

  private static func isTaken(_ path: String, in root: String) -> Bool {
    // `fileExists` follows links, so a link without a target would count as a free name.
    (try? FileManager.default.attributesOfItem(atPath: place(path, in: root))) != nil
  }

  private static func place(_ path: String, in root: String) -> String {
    root == "." ? path : root == "/" ? "/" + path : root + "/" + path
  }

  private static func path(_ path: String, below root: String) -> String {
    let start = root == "/" ? "/" : root + "/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
  }
}

extension RepositorySurvey {
  /// The data models without mapping models and Swift sources.
  var bundles: [String] {
    models.filter { $0.hasSuffix(".xcdatamodeld") || $0.hasSuffix(".xcdatamodel") }
  }

  /// Whether Swift sources of the repository declare SwiftData models.
  var hasSwiftData: Bool { !swiftDataFolders.isEmpty }

  /// The folders with the SwiftData sources of one program each.
  var swiftDataFolders: [String] {
    models.filter { path in !ModelSearch.suffixes.contains { path.hasSuffix($0) } }
  }
}
