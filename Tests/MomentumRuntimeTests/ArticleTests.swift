import Foundation
import GoldenBubbleTea
import MomentumRuntime
import MomentumTestSupport
import Testing

extension Venue {
  /// As generated for the stored fetch request.
  fileprivate static func dealsNearby(distance: Float, category: String) -> PreparedFetch<Venue> {
    PreparedFetch<Venue>(
      sql:
        "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZFAVORITE, t0.ZIDENTIFIER, t0.ZNAME, t0.ZNOTE, t0.ZOPENEDON, t0.ZPHONE, t0.ZSPECIALCOUNT, t0.ZWEBSITE, t0.ZCATEGORY, t0.ZLOCATION, t0.ZPRICEINFO, t0.ZSTATS FROM ZVENUE t0 JOIN ZLOCATION t1 ON t0.ZLOCATION = t1.Z_PK JOIN ZVENUECATEGORY t2 ON t0.ZCATEGORY = t2.Z_PK WHERE ( t0.ZSPECIALCOUNT > ? AND  t1.ZDISTANCE < ? AND  t2.ZNAME = ?) LIMIT 20",
      bindings: { row in
        row.append(0 as Int64)
        row.append(distance)
        row.append(category)
      })
  }
}

/// The article on the runtime, as a program.
@Suite struct ArticleTests {
  @Test func theArticlesExamplesRun() throws {
    try TestModel.withBubbleTea { (filled) throws in
      let path = filled.path
      var printed: [String] = []
      func print(_ items: Any...) {
        printed.append(items.map { "\($0)" }.joined(separator: " "))
      }

      let store = try BubbleTea.open(path)
      let cheap = Venue.where { $0.priceInfo.priceCategory == "$" }
        .sorted(by: \.name, .ascending, .localizedStandard)
      for venue in try store.fetch(cheap.limit(20)) {
        print(venue.name, venue.specialCount)
      }
      #expect(printed.count == 20)
      #expect(printed.first == "Brown Sugar Lab 0")

      let log = StatementLog()
      do {
        let print = { @Sendable (sql: String, _: Int, _: Double) in log.add(sql) }
        let options = StoreOptions(
          isReadOnly: true,
          observe: { run in
            print(run.sql, run.rowCount, run.seconds)
          })
        let reader = try BubbleTea.open(path, options: options)
        #expect(try reader.count(cheap) == 27)
      }
      #expect(log.texts.contains { $0.hasPrefix("SELECT COUNT") })

      printed = []
      let deals = Venue.where { $0.specialCount > 0 }
      let near = deals.where(
        format: "location.distance < %@ AND name IN %@", 500.0, ["Zen Sip", "Two Pearls"])
      print(try store.count(near))
      #expect(printed == ["0"])

      printed = []
      for (category, count) in try store.counts(Venue.all, by: { $0.priceInfo.priceCategory }) {
        print(category ?? "unknown", count)
      }
      // $ 27
      // $$ 2
      // $$$ 1
      #expect(printed == ["$ 27", "$$ 2", "$$$ 1"])

      printed = []
      let venues = try store.fetch(deals)
      let categories = try store.related(\.category, of: venues)
      for venue in venues { print(venue.name, categories[venue]?.name ?? "") }

      let all = try store.fetch(VenueCategory.all)
      let members = try store.related(\.venues, of: all)
      for category in all { print(category.name, members[category].count) }
      #expect(printed.count == 12)
      #expect(printed.contains("Lychee Lane Market Stall"))
      #expect(printed.contains("Market Stall 10"))

      let found = try store.fetch(Venue.dealsNearby(distance: 500, category: "Bakery"))
      #expect(found.allSatisfy { $0.specialCount > 0 })
    }
  }

  /// Each block of Swift stands in this file, line for line.
  @Test func theExamplesAreTheArticles() throws {
    let article = try RepositoryFiles.text("Sources/Momentum/Documentation.docc/Runtime.md")
    let program = lines(try RepositoryFiles.text("Tests/MomentumRuntimeTests/ArticleTests.swift"))
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
    #expect(blocks.count >= 5)
    for block in blocks {
      let wanted = lines(block).filter { $0 != "import MomentumRuntime" }
      #expect(program.contains(wanted), "\(block)")
    }
  }

  private func lines(_ text: String) -> [String] {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
