import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumDiff
import MomentumGit
import MomentumModel
import MomentumModelFiles
import MomentumReports
import MomentumVersionHash

/// One side of a diff as the user writes it: a bundle `Model.xcdatamodeld`, a version
/// `Model.xcdatamodeld@Model 3`, a file, a store, or a model in a commit,
/// `origin/main:App/Model.xcdatamodeld@Model 3`.
struct ModelReference {
  enum Place {
    case disk
    /// The files of a commit; `ref` is the commit's name as the user wrote it.
    case commit(ref: String, FileTree)
  }

  var place: Place
  /// The path without version; in a commit it begins at the repository's root.
  var path: String
  var version: String?

  /// Interprets a text: an existing file has precedence over a ref, and an existing name with `@`
  /// over a version.
  static func parse(_ text: String) throws -> ModelReference {
    if let found = VersionedPath.split(text, FileManager.default.fileExists(atPath:)) {
      return ModelReference(place: .disk, path: found.path, version: found.version)
    }
    // A text without a colon cannot name a commit.
    guard let colon = text.firstIndex(of: ":") else {
      let missing = VersionedPath(text)
      return ModelReference(place: .disk, path: missing.path, version: missing.version)
    }
    return try inCommit(String(text[..<colon]), String(text[text.index(after: colon)...]))
  }

  private static func inCommit(_ ref: String, _ rest: String) throws -> ModelReference {
    let (repository, commit) = try gitFailures { () throws(GitError) in
      let repository = try GitRepository.containing(path: ".")
      let id = try repository.resolve(ref)
      return (repository, try CommitFiles(repository, id, label: ref + ":"))
    }
    // As in git, a path begins at the repository's root; with `./` or `../` at the working folder.
    let isRelative = rest.hasPrefix("./") || rest.hasPrefix("../")
    let fromHere = normal("\(repository.path)/\(rest)")
    guard let found = VersionedPath.split(isRelative ? fromHere : normal(rest), commit.contains)
    else {
      let near = isRelative ? nil : VersionedPath.split(fromHere, commit.contains)
      let hint = near.map {
        "; '\($0.path)' is there: paths begin at the repository's root, or with './'"
      }
      throw CommandFailure("'\(ref)' has no '\(rest)'\(hint ?? "")", status: .badInput)
    }
    let tree = try gitFailures { () throws(GitError) in try commit.tree(of: found.path) }
    return ModelReference(
      place: .commit(ref: ref, tree), path: found.path, version: found.version)
  }

  /// The path without `.`, `..` and empty parts. A path that leads out of the repository keeps a
  /// `..` and is not found.
  private static func normal(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }

  // MARK: - Reading

  var source: ModelFileSource {
    switch place {
    case .disk: .disk
    case .commit(_, let tree): .tree(tree)
    }
  }

  var ref: String? {
    switch place {
    case .disk: nil
    case .commit(let ref, _): ref
    }
  }

  /// The model; throws the diagnostics if it has errors.
  func load() throws -> DiffSide {
    let input: ModelInput
    switch place {
    case .disk: input = try ModelInput.read(path, version: version)
    case .commit(_, let tree):
      var diagnostics = Diagnostics()
      let file = try modelFileFailures { () throws(ModelFileError) in
        try ModelBundle.load(path: path, version: version, in: .tree(tree), &diagnostics)
      }
      guard let file else { throw InputRejected(diagnostics: diagnostics) }
      input = ModelInput.read(file, diagnostics)
    }
    guard let checked = input.checked else { throw InputRejected(diagnostics: input.diagnostics) }
    let isStore = input.file.versionName == "Z_MODELCACHE"
    return DiffSide(
      label: VersionLabel(
        name: isStore ? "store" : input.file.versionName, path: path, ref: ref),
      model: DiffedModel(checked.model, syntax: checked.syntax))
  }
}

/// One side of a diff after reading.
struct DiffSide {
  var label: VersionLabel
  var model: DiffedModel

  /// The version as an acknowledgement names it.
  var identity: Acknowledgement.Version {
    Acknowledgement.Version(name: label.name, checksum: model.hashes.checksum)
  }

  /// The version in the form that acknowledgements are matched with.
  var reviewed: ReviewedVersion {
    ReviewedVersion(name: label.name, path: label.path, form: model)
  }
}

/// Runs a function that reads files of models; its errors become the command's errors.
func modelFileFailures<Result>(_ body: () throws(ModelFileError) -> Result) throws -> Result {
  do throws(ModelFileError) {
    return try body()
  } catch {
    throw CommandFailure(error.description)
  }
}
