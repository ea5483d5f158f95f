import Foundation
import MomentumCLI
import MomentumDiagnostics
import MomentumTestSupport
import Testing

@Suite struct DiagnosticCatalogueTests {
  /// A row that stands in no list of its module would be reported and never explained.
  @Test func everyRowIsInTheListOfItsModule() throws {
    var listed: [String: Int] = [:]
    for (module, catalogue) in DiagnosticCatalogue.modules {
      listed[module, default: 0] += catalogue.rules.count
    }
    #expect(try rowsInSources() == listed)
    let ids = DiagnosticCatalogue.all.rules.map(\.id)
    #expect(ids.count > 370)
    #expect(Set(ids).count == ids.count, "an id has two rows")
  }

  /// How many rows the sources of each module write.
  private func rowsInSources() throws -> [String: Int] {
    let sources = RepositoryFiles.url("Sources")
    var result: [String: Int] = [:]
    let names = FileManager.default.enumerator(atPath: sources.path)?.allObjects ?? []
    for case let name as String in names where name.hasSuffix(".swift") {
      let lines = try RepositoryFiles.text("Sources/\(name)").split(separator: "\n")
      let count = lines.count { line in
        !line.contains("///") && !line.contains("struct") && !line.contains("return")
          && ["DiagnosticRule(", "MigrationRule("].contains { line.hasSuffix($0) }
      }
      guard count > 0, let module = name.split(separator: "/").first else { continue }
      result[String(module), default: 0] += count
    }
    return result
  }

  @Test func everyRowIsInAnAreaOfTheArticle() {
    let areas = DiagnosticCatalogue.areas.map(\.name)
    for rule in DiagnosticCatalogue.all.rules {
      #expect(areas.contains { rule.id.hasPrefix("\($0).") }, "\(rule.id)")
    }
    #expect(Set(areas).count == areas.count)
  }

  @Test func anErrorSaysWhyItIsOne() throws {
    for row in DiagnosticCatalogue.all.rules {
      #expect((row.errorGround != nil) == (row.severity == .error), "\(row.id)")
    }
    let duplicate = try #require(
      DiagnosticCatalogue.all["model.duplicate-property"]?.errorGround)
    #expect(duplicate.hasPrefix("An error because Core Data refuses it. Observed: "))
    let cycle = try #require(DiagnosticCatalogue.all["model.inheritance-cycle"]?.errorGround)
    #expect(
      cycle
        == "An error because Momentum cannot use the input: the entity has neither a root nor a table."
    )
    #expect(DiagnosticCatalogue.all.article.contains(cycle))
  }

  @Test func theArticleIsTheCatalogue() throws {
    try RepositoryFiles.expectGolden(
      DiagnosticCatalogue.all.article,
      at: "Sources/Momentum/Documentation.docc/Diagnostics.md")
  }
}
