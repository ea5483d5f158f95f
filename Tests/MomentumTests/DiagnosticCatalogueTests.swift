import Foundation
import Momentum
import MomentumDiagnostics
import MomentumTestSupport
import Testing

@Suite struct DiagnosticCatalogueTests {
  /// Ids that are put together from parts.
  private static let computed: Set<String> = [
    "model.duplicate-composite", "model.duplicate-configuration", "model.duplicate-entity",
    "model.duplicate-fetch-index", "model.duplicate-fetch-request", "model.duplicate-property",
    "model.unknown-destination", "model.unknown-member", "model.unknown-parent",
  ]

  /// The ids that stand in the sources outside the catalogue.
  private static func idsInSources() throws -> Set<String> {
    let pattern =
      #/"((?:xml|model|bundle|batch|compiled|cloudkit|predicate|store|import|json|request|config|fixture|freeze|versions|migration|mapping|stages)\.[a-z0-9-]+)"/#
    let sources = RepositoryFiles.url("Sources")
    let names = FileManager.default.enumerator(atPath: sources.path)?.allObjects ?? []
    var result: Set<String> = []
    for case let name as String in names
    where name.hasSuffix(".swift") && !name.contains("Catalogue") {
      let text = try RepositoryFiles.text("Sources/\(name)")
      result.formUnion(text.matches(of: pattern).map { String($0.output.1) })
    }
    return result
  }

  @Test func everyFindingIsExplained() throws {
    let inSources = try Self.idsInSources().union(Self.computed)
    let explained = Set(DiagnosticCatalogue.all.map(\.id))
    #expect(inSources.count > 150)
    #expect(inSources.subtracting(explained).sorted() == [])
    #expect(explained.subtracting(inSources).sorted() == [])
    #expect(explained.count == DiagnosticCatalogue.all.count, "an id is explained twice")
  }

  @Test func anErrorSaysWhyItIsOne() throws {
    for row in DiagnosticCatalogue.all {
      #expect((row.errorGround != nil) == (row.severity == .error), "\(row.id)")
    }
    let duplicate = try #require(DiagnosticCatalogue["model.duplicate-property"]?.errorGround)
    #expect(duplicate.hasPrefix("An error because Core Data refuses it. Observed: "))
    let cycle = try #require(DiagnosticCatalogue["model.inheritance-cycle"]?.errorGround)
    #expect(cycle == "An error because it has no meaning: it has neither a root nor a table.")
    #expect(DiagnosticCatalogue.article.contains(cycle))
  }

  @Test func theArticleIsTheCatalogue() throws {
    try RepositoryFiles.expectGolden(
      DiagnosticCatalogue.article, at: "Sources/Momentum/Documentation.docc/Diagnostics.md")
  }
}
