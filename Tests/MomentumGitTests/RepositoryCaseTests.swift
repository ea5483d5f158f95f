import Foundation
import MomentumDiagnostics
import MomentumDiff
import MomentumGit
import MomentumMigration
import MomentumTestSupport
import Testing

/// Repositories that a text describes, with what the review has to find in them beside it.
///
/// Each file of Tests/Cases/Git is one rule: it finds something in one state, and nothing in another one.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct RepositoryCaseTests {
  private static let cases = CaseFile.all(in: "Git")

  @Test(arguments: cases)
  func reviewFindsWhatTheTextSays(file: CaseFile) throws {
    try RepositoryFiles.withTemporaryFolder { clones in
      try TemporaryRepository.with { repository in
        var script = RepositoryScript(repository, clonesIn: clones)
        var steps: [String] = []
        for section in file.sections {
          guard section.name == "finds" else {
            try script.run(section.text)
            steps.append(section.text)
            continue
          }
          let story = "\(file.path), after\n\(steps.joined(separator: "\n"))\n"
          expectText(try findings(script), section.text, "\(story)")
        }
      }
    }
  }

  /// One line a finding; of changes those that are more than notes.
  private func findings(_ script: RepositoryScript) throws -> String {
    let root = script.repository.folder.path
    do {
      let git = try GitRepository.containing(path: root)
      let review = try RepositoryReview(git, against: script.ref)
      let lines = try review.pairs().flatMap { pair -> [String] in
        let versions = try review.review(
          pair, released: script.released, usesStagedMigration: script.usesStagedMigration)
        let changes = (versions?.changes(judgedBy: .mappingModels) ?? []).filter {
          $0.diagnostic.severity > .note || $0.diagnostic.id.hasPrefix("versions.")
        }
        return ((versions?.findings() ?? []) + changes).map { line($0, root) }
      }
      return lines.isEmpty ? "nothing" : lines.joined(separator: "\n")
    } catch GitError.noMergeBaseInShallowClone(let ref) {
      return "refused, no common commit with '\(ref)'"
    }
  }

  /// `error versions.edited-after-release 'M' 'v1'`: with the names that the text has in quotes; of a change
  /// with its place.
  private func line(_ finding: VersionFinding, _ root: String) -> String {
    let (id, severity) = (finding.diagnostic.id, finding.diagnostic.severity)
    guard id.hasPrefix("versions.") else { return "\(severity) \(id) \(finding.place ?? "")" }
    let text = finding.diagnostic.text.replacing(root + "/", with: "")
    // Not the apostrophe of a word.
    let names = text.matches(of: /(^|[^a-z])('[^']*')/).map { String($0.2) }
    return (["\(severity) \(id)"] + names).joined(separator: " ")
  }

  /// Rules that are not of a repository but of how it is asked.
  private static let rulesOfTheCommand: Set<String> = [
    "versions.no-releases", "versions.stale-acknowledgement", "versions.unused-acknowledgement",
  ]

  /// Rules of models in Swift sources, which SwiftDataUndecidedTests has cases of.
  private static let rulesOfSwiftSources: Set<String> = ["versions.undecided"]

  @Test func eachRuleIsFoundAndNotFound() throws {
    let documented = try RepositoryFiles.text("Sources/Momentum/Documentation.docc/Diagnostics.md")
      .split(separator: "\n").filter { $0.hasPrefix("### versions.") }
      .map { String($0.dropFirst(4)) }
    var found: Set<String> = []
    for file in Self.cases {
      let results = file.sections.filter { $0.name == "finds" }.map(\.text)
      let ids = results.joined(separator: "\n").split(whereSeparator: \.isWhitespace)
      found.formUnion(ids.map(String.init))
      #expect(
        Set(results).count > 1, "\(file.path) has one answer only, so it holds nothing apart")
    }
    let others = Self.rulesOfTheCommand.union(Self.rulesOfSwiftSources)
    let missing = documented.filter { !found.contains($0) && !others.contains($0) }
    #expect(missing == [])
    #expect(documented.count > 10)
  }
}
