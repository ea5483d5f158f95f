import BubbleTeaProgram
import Foundation
import GoldenBubbleTea
import MomentumCLI
import MomentumRuntime
import MomentumTestSupport
import Testing

/// The program of the article BubbleTea.md on a store that the command line has made, and the article
/// against the program.
@Suite struct BubbleTeaArticleTests {
  private static let article = "Sources/Momentum/Documentation.docc/BubbleTea.md"

  private func withScreens(_ body: (BubbleTeaScreens, Log) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = RepositoryFiles.url("Models/BubbleTea.xcdatamodeld").path
      let path = folder.appendingPathComponent("tea.sqlite").path
      #expect(Run("create", model, path).status == 0)
      let seed = RepositoryFiles.url("Models/BubbleTea.seed.json").path
      let imported = Run("import", path, "--model", model, seed)
      #expect(imported.status == 0, "\(imported.error)")
      let log = Log()
      let screens = try BubbleTeaScreens(path: path) { log.append($0.sql) }
      log.clear()
      try body(screens, log)
    }
  }

  @Test func theNumbersAreRight() throws {
    try withScreens { (screens, _) throws in
      #expect(try screens.list().count == 30)
      for (category, count) in [("$", 27), ("$$", 2), ("$$$", 1)] {
        #expect(try screens.count(ofPriceCategory: category) == count)
        #expect(try screens.venues(inPriceCategory: category).count == count)
      }
      #expect(try screens.countsByPriceCategory() == ["$": 27, "$$": 2, "$$$": 1])
      #expect(try screens.deals().count == 6)
      #expect(try screens.sumOfDeals() == 14)
      #expect(try screens.markAllAsFavorites() == 30)
      #expect(try screens.list().allSatisfy(\.favorite))
      #expect(try screens.delete(priceCategory: "$$") == 2)
      #expect(try screens.countsByPriceCategory() == ["$": 27, "$$$": 1])
    }
  }

  @Test func listsAreInTheirOrder() throws {
    try withScreens { (screens, _) throws in
      let deals = try screens.deals().map(\.specialCount)
      #expect(deals == deals.sorted(by: >))
      let cells = try screens.cells()
      #expect(cells.count == 30 && cells.allSatisfy { $0.contains(", ") })
      #expect(try screens.nearest(3).count == 3)
      let nearby = try screens.dealsNearby(distance: 100_000, category: "Juice Bar")
      #expect(nearby.allSatisfy { $0.specialCount > 0 })
    }
  }

  @Test func whatIsAddedIsThere() throws {
    try withScreens { (screens, _) throws in
      let added = try screens.add("Œuf & Tea", in: "Kiel")
      #expect(!added.objectID.isUnsaved)
      #expect(try screens.cells().contains("Œuf & Tea, Kiel"))
    }
  }

  /// Each Swift block of the article stands in the program, and together they are all of it.
  @Test func theArticleShowsTheProgram() throws {
    let program = try RepositoryFiles.text("Tests/BubbleTeaProgram/BubbleTeaScreens.swift")
    var rest = program.split(separator: "\n", omittingEmptySubsequences: false)[...]
    for block in Self.blocks("swift", in: try RepositoryFiles.text(Self.article)) {
      for line in block.split(separator: "\n") {
        let index = rest.firstIndex { $0.trimmed == line.trimmed && !$0.trimmed.isEmpty }
        #expect(index != nil, "the program has no line '\(line)' here")
        guard let index else { return }
        for passed in rest[..<index] { #expect(Self.isLeftOut(passed), "not shown: '\(passed)'") }
        rest = rest[(index + 1)...]
      }
    }
    for passed in rest { #expect(Self.isLeftOut(passed), "not shown: '\(passed)'") }
  }

  @Test func theServersArticleShowsItsActors() throws {
    let program = try RepositoryFiles.text("Tests/BubbleTeaProgram/VenueReader.swift")
    let article = try RepositoryFiles.text("Sources/Momentum/Documentation.docc/OnAServer.md")
    let blocks = Self.blocks("swift", in: article).map(\.trimmed).filter {
      $0.contains("VenueReader") || $0.contains("VenueWriter")
    }
    expectText(
      blocks.map { $0.trimmingCharacters(in: .newlines) }.joined(separator: "\n\n") + "\n", program)
  }

  /// A block of the service names its file in the first line.
  @Test func theServersArticleShowsItsService() throws {
    let article = try RepositoryFiles.text("Sources/Momentum/Documentation.docc/OnAServer.md")
    let blocks = Self.blocks("swift", in: article).map { $0.split(separator: "\n") }
      .filter { $0.first?.hasPrefix("// Tests/Service/") == true }
    #expect(blocks.count >= 5)
    for block in blocks {
      let file = try RepositoryFiles.text(String(block[0].dropFirst(3)))
      for line in block.dropFirst() {
        #expect(file.contains(line.trimmed), "\(block[0]) has no line '\(line)'")
      }
    }
  }

  @Test func readersAndAWriterShareAStore() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("momentum-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("tea.sqlite").path
    let model = RepositoryFiles.url("Models/BubbleTea.xcdatamodeld").path
    #expect(Run("create", model, path).status == 0)
    let seed = RepositoryFiles.url("Models/BubbleTea.seed.json").path
    #expect(Run("import", path, "--model", model, seed).status == 0)
    let readers = try VenueReaders(path: path, count: 3)
    let writer = try VenueWriter(path: path)
    let first = try await readers.deals(within: 1e6, category: "Market Stall", request: 0)
    let venue = try #require(first.first)
    try await writer.setFavorite(!venue.favorite, of: venue.objectID)
    try await withThrowingTaskGroup(of: [Venue].self) { group in
      for number in 1...20 {
        group.addTask {
          try await readers.deals(within: 1e6, category: "Market Stall", request: number)
        }
      }
      for try await venues in group {
        #expect(venues.map(\.objectID) == first.map(\.objectID))
        #expect(venues.first?.favorite == !venue.favorite)
      }
    }
  }

  /// Braces that close, marks, and blank lines need no showing.
  private static func isLeftOut(_ line: Substring) -> Bool {
    let text = line.trimmed
    return text.isEmpty || text == "}" || text.hasPrefix("// ")
  }

  /// The article's SQL, one statement in each block, is what the screens run, in the article's order.
  @Test func theArticleShowsTheSQL() throws {
    try withScreens { (screens, log) throws in
      var shown: [String] = []
      func record(_ body: () throws -> Void) rethrows {
        log.clear()
        try body()
        shown += log.all
      }
      try record { _ = try screens.list() }
      try record { _ = try screens.venues(inPriceCategory: "$") }
      try record { _ = try screens.deals() }
      try record { _ = try screens.nearest(10) }
      try record { _ = try screens.dealsNearby(distance: 300, category: "Café") }
      try record { _ = try screens.count(ofPriceCategory: "$") }
      try record { _ = try screens.countsByPriceCategory() }
      try record { _ = try screens.sumOfDeals() }
      try record { _ = try screens.cells() }
      try record { _ = try screens.markAllAsFavorites() }
      let article = try RepositoryFiles.text(Self.article)
      expectText(
        shown.filter { !["BEGIN IMMEDIATE", "COMMIT"].contains($0) }.map(\.trimmed)
          .joined(separator: "\n\n"),
        Self.blocks("sql", in: article).map { $0.replacing("\n", with: " ").trimmed }
          .joined(separator: "\n\n"))
    }
  }

  private static func blocks(_ language: String, in text: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }
}

/// The statements that a store has run.
private final class Log: Sendable {
  private let lines = Locked<[String]>([])

  var all: [String] { lines.withLock { $0 } }
  func append(_ line: String) { lines.withLock { $0.append(line) } }
  func clear() { lines.withLock { $0 = [] } }
}

extension StringProtocol {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
