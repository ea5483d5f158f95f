import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumGit

/// The settings that `init` writes into `.momentum.json`, each with the reason that it shows.
///
/// ```json
/// {
///   "failOn": "warning",
///   "cloudKit": true,
///   "released": ["app-*"]
/// }
/// ```
struct ProjectSettings {
  private(set) var cloudKit = false
  private(set) var released: [String] = []
  /// Sentences about the settings, in the order of the file.
  private(set) var reasons: [String] = []

  init(_ survey: RepositorySurvey) throws {
    reasons.append("\"failOn\": \"warning\", because the baseline holds what is old")
    if let reason = try Self.cloudKitReason(survey) {
      cloudKit = true
      reasons.append("\"cloudKit\": true, because \(reason)")
    }
    released = Self.releases(in: survey.root)
    if !released.isEmpty {
      reasons.append("\"released\", because the tags of releases do not begin with 'v' or a digit")
    }
  }

  /// The settings as options of `check`, for a run before the file exists.
  var checkArguments: [String] { ["--fail-on", "warning"] + (cloudKit ? ["--cloudkit"] : []) }

  var text: String {
    var members = ["\"failOn\": \"warning\""]
    if cloudKit { members.append("\"cloudKit\": true") }
    if !released.isEmpty {
      members.append("\"released\": [\(released.map { "\"\($0)\"" }.joined(separator: ", "))]")
    }
    return "{\n" + members.map { "  " + $0 }.joined(separator: ",\n") + "\n}\n"
  }

  // MARK: - CloudKit

  /// Why the rules for models that sync with CloudKit apply; `nil` if they do not.
  ///
  /// One setting is for all models of the repository. So it is written only if each of them syncs: in a
  /// model that does not, the rules for CloudKit would report faults that are none.
  private static func cloudKitReason(_ survey: RepositorySurvey) throws -> String? {
    guard !survey.bundles.isEmpty, !survey.hasSwiftData else { return nil }
    if try survey.bundles.allSatisfy(isForCloudKit) {
      return survey.bundles.count == 1
        ? "the model says that it is used with CloudKit"
        : "all models say that they are used with CloudKit"
    }
    guard survey.bundles.count == 1, let file = survey.sources.cloudKitFile else { return nil }
    return "\(survey.shown(file)) uses NSPersistentCloudKitContainer"
  }

  private static func isForCloudKit(_ bundle: String) throws -> Bool {
    let input: ModelInput
    do { input = try ModelInput.read(bundle) } catch is InputRejected { return false }
    return input.checked?.model.configurations.contains(where: \.usedWithCloudKit) ?? false
  }

  // MARK: - Releases

  /// Patterns for tags such as `app-1.2`, if no tag matches the patterns that count without a
  /// setting. Without a known release, the edit of a released version is only a note.
  private static func releases(in root: String) -> [String] {
    let tags: [GitRepository.Tag]
    do {
      let repository = try GitRepository.containing(path: root)
      guard try repository.tags(matching: RepositoryReview.releasePatterns).isEmpty else {
        return []
      }
      tags = try repository.tags(matching: ["*"])
    } catch {
      // Without Git, or outside of a repository, there are no tags.
      return []
    }
    return Set(tags.compactMap { pattern(of: $0.name) }).sorted()
  }

  /// `app-*` for `app-1.2`; `nil` for a tag without a version number of two parts.
  private static func pattern(of tag: String) -> String? {
    tag.wholeMatch(of: /([A-Za-z][A-Za-z_\/.-]*)[0-9]+\.[0-9][0-9A-Za-z.+-]*/).map { "\($0.1)*" }
  }
}
