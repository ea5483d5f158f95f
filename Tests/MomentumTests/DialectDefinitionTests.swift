import Foundation
import MomentumSQL
import MomentumTestSupport
import Testing

/// A database is known in its definition and in the list of dialects, and nowhere else.
@Suite struct DialectDefinitionTests {
  /// Several servers are those of PostgreSQL and of engines that speak it, so a distribution names it, and so does
  /// the work on a server.
  private static let places = [
    "MomentumSQL/Dialect/", "MomentumDistribution/", "MomentumCLI/Commands/DistributeCommand.swift",
    "MomentumServer/", "MomentumServerStore/", "MomentumServerObjects/",
  ]

  @Test func noSourceAsksForAProduct() throws {
    for (path, text) in try Self.sources() where !Self.places.contains(where: path.hasPrefix) {
      #expect(!text.contains(".postgreSQL"), "\(path)")
    }
  }

  /// The rows of functions have a template for each dialect.
  @Test func onlyDefinitionsHaveTheirSyntax() throws {
    for (path, text) in try Self.sources()
    where !path.hasPrefix("MomentumSQL/Dialect/") && !path.hasPrefix("MomentumSQL/Functions/") {
      let code = text.split(separator: "\n").filter { !$0.contains("// ") }
      for sign in ["::integer", "::double precision", "[])\"", "NULLIF(", "IS NOT DISTINCT"] {
        #expect(!code.contains { $0.contains(sign) }, "\(path): \(sign)")
      }
    }
  }

  @Test func namesOfDialectsAreDifferent() {
    let names = SQLDialect.all.map(\.name)
    #expect(Set(names).count == names.count && names.first == "sqlite")
  }

  private static func sources() throws -> [(path: String, text: String)] {
    let folder = RepositoryFiles.url("Sources")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let sources = try (files ?? []).sorted().filter { $0.hasSuffix(".swift") }.map {
      (path: $0, text: try RepositoryFiles.text("Sources/\($0)"))
    }
    try #require(sources.count > 500)
    return sources
  }
}
