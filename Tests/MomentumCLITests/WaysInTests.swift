import Foundation
import MomentumTestSupport
import Testing

@testable import MomentumCLI

/// The files by which Momentum comes into other repositories say the same.
@Suite struct WaysInTests {
  private static let articles = ["InYourRepository", "SchemaDiff"].map {
    "Sources/Momentum/Documentation.docc/\($0).md"
  }

  /// The blocks of an article in YAML.
  private func blocks(_ path: String) throws -> [String] {
    try RepositoryFiles.text(path).components(separatedBy: "```yaml\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }

  @Test(arguments: articles) func blocksOfArticlesAreYAML(path: String) throws {
    let blocks = try blocks(path)
    #expect(blocks.count >= 2)
    for block in blocks { #expect(throws: Never.self, "\(block)") { try YAMLValue(block) } }
  }

  @Test func theArticleShowsWhatInitWrites() throws {
    let article = try RepositoryFiles.text(Self.articles[0])
    #expect(article.contains(SetupTexts.gitLabJob))
    #expect(article.contains(SetupTexts.hookEntry(hasSwiftData: false)))
  }

  @Test func hooksOfTheRepositoryRunTheCommandOfInit() throws {
    let hooks = try YAMLValue(RepositoryFiles.text(".pre-commit-hooks.yaml")).elements
    let written = try YAMLValue(SetupTexts.hooks(hasSwiftData: true))
    let hook = try #require(written["repos"]?.elements.first?["hooks"]?.elements.first)
    #expect(hooks.compactMap { $0["language"]?.text } == ["system", "swift"])
    #expect(hooks.first?["id"] == hook["id"])
    for other in hooks {
      for key in ["entry", "files", "pass_filenames"] { #expect(other[key] == hook[key], "\(key)") }
    }
  }

  /// A library that is added to one list and not to another breaks the builds of those who use the other.
  @Test(arguments: [
    "Sources/MomentumCLI/Setup/SetupTexts.swift", ".github/actions/check/install.sh",
    ".docker/Dockerfile",
    "Sources/Momentum/Documentation.docc/SchemaDiff.md",
    "Sources/Momentum/Documentation.docc/InYourRepository.md",
  ])
  func everyPlaceInstallsTheLibrariesOfTheReadme(path: String) throws {
    let readme = try RepositoryFiles.text("README.md")
    let expected = try #require(readme.firstMatch(of: /libxml2-dev[a-z0-9 -]* pkgconf/)).output
    let found = try RepositoryFiles.text(path).matches(of: /libxml2-dev[a-z0-9 -]* pkgconf/)
    #expect(!found.isEmpty)
    for match in found { #expect(match.output == expected) }
  }
}
