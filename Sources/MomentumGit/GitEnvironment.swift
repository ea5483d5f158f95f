import Foundation

/// The environment in which git runs: the user's environment without the variables that git sets
/// for a hook.
///
/// A hook runs with `GIT_DIR`, `GIT_INDEX_FILE` and more set for the repository it belongs to. If
/// these were passed on, every command would read that repository, even for a model in another one.
struct GitEnvironment: Sendable {
  /// With these options git runs no program that a repository's settings name, and writes nothing
  /// in the repository.
  static let settings = [
    "--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c",
    "core.hooksPath=/dev/null", "-c", "protocol.ext.allow=never",
  ]

  /// The variables that are passed to git: those by which git finds its own parts and the user's
  /// settings.
  private static let passedOn: Set<String> = [
    "GIT_EXEC_PATH", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_ASKPASS",
    "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "GIT_SSL_NO_VERIFY",
  ]
  /// The variables with the folders of objects of an unfinished push. A hook that checks the push
  /// must read these objects.
  private static let objects = [
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH",
  ]
  private static let place = ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR"]

  /// The environment of the git process.
  private(set) var variables: [String: String]
  private let original: [String: String]
  let executable: String?

  init(_ original: [String: String] = ProcessInfo.processInfo.environment) {
    self.original = original
    variables = original.filter { name, _ in
      !name.hasPrefix("GIT_") || Self.passedOn.contains(name)
        || name.hasPrefix("GIT_CONFIG_KEY_") || name.hasPrefix("GIT_CONFIG_VALUE_")
    }
    variables["LC_ALL"] = "C"
    variables["GIT_TERMINAL_PROMPT"] = "0"
    executable = GitEnvironment.find("git", in: original["PATH"] ?? "")
  }

  /// The repository that `GIT_DIR` names, which a hook or the user has set; `nil` if it is not set.
  var namedRepository: String? { original["GIT_DIR"] }

  /// The environment with the additional object folders of the repository that `GIT_DIR` names.
  func withObjects() -> GitEnvironment { with(Self.objects) }

  /// The environment for the repository that `GIT_DIR` names, in place of the one that contains the
  /// folder.
  func withNamedRepository() -> GitEnvironment {
    var result = with(Self.objects + Self.place)
    // The paths are relative to the folder of this process, but git runs in another folder.
    let here = FileManager.default.currentDirectoryPath
    for name in Self.place + Self.objects.prefix(1) {
      guard let path = result.variables[name], !path.hasPrefix("/") else { continue }
      result.variables[name] = URL(fileURLWithPath: here).appendingPathComponent(path).path
    }
    return result
  }

  private func with(_ names: [String]) -> GitEnvironment {
    var result = self
    for name in names { result.variables[name] = original[name] }
    return result
  }

  /// Finds an executable in absolute folders only: an executable in the current folder may be part
  /// of a hostile repository.
  private static func find(_ name: String, in path: String) -> String? {
    path.split(separator: ":").filter { $0.hasPrefix("/") }
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
