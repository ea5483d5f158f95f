import Foundation
import GoldenBubbleTea
import GoldenNewsroom
import MomentumRuntime
import MomentumTestSupport
import Testing

@Suite struct FetchTests {
  @Test func valuesAreThoseOfTheSeed() throws {
    try TestModel.withBubbleTea { (store) throws in
      let venues = try store.fetch(Venue.all.sorted(by: \.objectID))
      #expect(venues.count == 30)
      let pearl = try #require(venues.first { $0.name == "Pearl & Leaf" })
      #expect(pearl.identifier == UUID(uuidString: "B0BA0001-7EA0-4B0B-8A00-000000001EEF"))
      #expect(pearl.specialCount == 1)
      #expect(pearl.phone == "+49 40 814983")
      #expect(pearl.note == nil)
      #expect(pearl.openedOn?.timeIntervalSinceReferenceDate == 619_520_400)
      #expect(pearl.objectID.rawValue > 0)
      #expect(try store.fetch(Venue.where { $0.priceInfo.priceCategory == "$" }).count == 27)
    }
  }

  @Test func theOrderIsTheOneAskedFor() throws {
    try TestModel.withBubbleTea { (store) throws in
      let all = Venue.all
      func names(_ fetch: Fetch<Venue>) throws -> [String] { try store.fetch(fetch).map(\.name) }
      #expect(try names(all.sorted(by: \.name).limit(2)) == ["Boba'n'Co", "Brown Sugar Lab"])
      #expect(try names(all.sorted(by: \.name, .descending).limit(2)) == ["珍珠茶屋", "Zen Sip"])
      #expect(
        try names(all.where { $0.name.contains("ü") }.sorted(by: \.name, .ascending, .localized))
          == ["Grüner Drache"])
      #expect(
        try names(
          all.sorted { $0.specialCount }.sorted(by: \.name, .descending, .localizedStandard)
            .offset(28)) == ["Velvet Taro", "Lychee Lane"])
      #expect(
        try names(all.sorted(by: \.specialCount, .descending).limit(1)) == ["Lychee Lane"])
      let far = try store.first(all.sorted(by: { $0.location.distance }, .descending))
      let locations = try store.fetch(Location.all.sorted(by: \.distance, .descending))
      #expect(far?.location == locations.first?.objectID)
    }
  }

  @Test func windowsAreCountedAsTheyAreFetched() throws {
    try TestModel.withBubbleTea { (store) throws in
      let deals = Venue.where { $0.specialCount > 0 }
      #expect(try store.count(deals) == 6)
      #expect(try store.count(deals.limit(4)) == 4)
      #expect(try store.fetch(deals.limit(4)).count == 4)
      #expect(try store.count(deals.offset(4)) == 2)
      #expect(try store.fetch(deals.limit(0)).isEmpty)
      #expect(try store.count(deals.limit(0)) == 0)
      #expect(try store.first(deals.limit(0)) == nil)
      #expect(try store.count(Venue.all) == 30)
    }
  }

  @Test func objectsAreFoundByTheirKeys() throws {
    try TestModel.withBubbleTea { (store) throws in
      let deals = Venue.where { $0.specialCount > 0 }.sorted(by: \.specialCount)
      let venues = try store.fetch(deals)
      let keys = try store.keys(deals)
      #expect(keys == venues.map(\.objectID))
      #expect(try store.object(keys[0]) == venues[0])
      #expect(try store.find(Venue.self, keys[1]) == venues[1])
      #expect(try store.find(Venue.self, .unsaved) == nil)
      #expect(try store.find(Venue.self, Venue.ID(rawValue: .max)) == nil)
      #expect(try store.fetch(Venue.where { $0.objectID.isIn(keys) }).count == keys.count)
      #expect(try store.count(Venue.where(keys: keys + [.unsaved])) == keys.count)
      #expect(try store.fetch(Venue.where(keys: []).where { $0.favorite == true }).isEmpty)
      let category = try #require(venues[0].category)
      #expect(try store.count(Venue.where { $0.category == category }) > 0)
    }
  }

  @Test func aLoopEndsWhereItsBodySaysSo() throws {
    try TestModel.withBubbleTea { (store) throws in
      var seen = 0
      try store.forEach(Venue.all) { _ in
        seen += 1
        return seen < 3
      }
      #expect(seen == 3)
      struct Enough: Error {}
      #expect(throws: Enough.self) { try store.forEach(Venue.all) { _ in throw Enough() } }
      #expect(try store.fetch(Venue.all).count == 30)
    }
  }

  @Test func aLoopMayAskTheStore() throws {
    try TestModel.withBubbleTea { (store) throws in
      let all = Venue.all.sorted(by: \.objectID)
      var names: [String] = []
      try store.forEach(all) { venue in
        // The same text as the loop's, and another one.
        let same = try store.fetch(all)
        #expect(same.count == 30)
        #expect(try store.count(all) == 30)
        #expect(try store.find(Venue.self, venue.objectID) == venue)
        names.append(venue.name)
        return true
      }
      #expect(try store.fetch(all).map(\.name) == names)
    }
  }

  @Test func statementsArePreparedOnceAndSeenByTheObserver() throws {
    let log = StatementLog()
    try TestModel.withBubbleTea(options: log.options) { (store) throws in
      _ = log.take()
      for name in ["Sago House", "Zen Sip"] {
        #expect(try store.fetch(Venue.where { $0.name == name }).map(\.name) == [name])
      }
      let runs = log.take()
      #expect(runs.count == 2)
      #expect(runs.map(\.rowCount) == [1, 1])
      #expect(runs.map(\.bindingCount) == [1, 1])
      expectText(
        runs[0].sql,
        "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZFAVORITE, t0.ZIDENTIFIER, t0.ZNAME, t0.ZNOTE, t0.ZOPENEDON, t0.ZPHONE, t0.ZSPECIALCOUNT, t0.ZWEBSITE, t0.ZCATEGORY, t0.ZLOCATION, t0.ZPRICEINFO, t0.ZSTATS FROM ZVENUE t0 WHERE  t0.ZNAME = ?"
      )
      #expect(runs[0].sql == runs[1].sql)
      let statement = try store.runner.statement(runs[0].sql)
      #expect(try store.runner.statement(runs[0].sql) === statement)
    }
  }

  /// Keys and counts need neither the other columns nor, for a count, the order.
  @Test func keysAndCountsReadNoMoreThanTheyNeed() throws {
    let log = StatementLog()
    try TestModel.withBubbleTea(options: log.options) { (store) throws in
      func text(_ body: () throws -> Void) throws -> String {
        _ = log.take()
        try body()
        let runs = log.take()
        #expect(runs.count == 1)
        return runs.first?.sql ?? ""
      }
      let deals = Venue.where { $0.specialCount > 0 }.sorted(by: \.name)
      let condition = "FROM ZVENUE t0 WHERE  t0.ZSPECIALCOUNT > ?"
      expectText(
        try text { _ = try store.keys(deals) },
        "SELECT 0, t0.Z_PK \(condition) ORDER BY t0.ZNAME")
      expectText(
        try text { _ = try store.keys(deals.limit(2)) },
        "SELECT 0, t0.Z_PK \(condition) ORDER BY t0.ZNAME LIMIT 2")
      expectText(
        try text { _ = try store.count(deals) }, "SELECT COUNT(DISTINCT t0.Z_PK) \(condition)")
      expectText(
        try text { _ = try store.count(deals.limit(2)) },
        "SELECT COUNT(*) FROM (SELECT t0.Z_PK \(condition)  LIMIT 2)")
      expectText(try text { _ = try store.count(Venue.all) }, "SELECT COUNT(*) FROM ZVENUE")
    }
  }

  @Test func manyTextsDoNotPileUp() throws {
    try TestModel.withBubbleTea { (store) throws in
      let first = try store.runner.statement("SELECT 0")
      for number in 1...500 { _ = try store.runner.statement("SELECT \(number)") }
      #expect(try store.runner.statement("SELECT 0") !== first)
      let last = try store.runner.statement("SELECT 500")
      #expect(try store.runner.statement("SELECT 500") === last)
    }
  }

  @Test func preparedFetchesReadWhatTheyAreToldTo() throws {
    try TestModel.withBubbleTea { (store) throws in
      let objects = PreparedFetch<Venue>(
        sql:
          "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZFAVORITE, t0.ZIDENTIFIER, t0.ZNAME, t0.ZNOTE, t0.ZOPENEDON, t0.ZPHONE, t0.ZSPECIALCOUNT, t0.ZWEBSITE, t0.ZCATEGORY, t0.ZLOCATION, t0.ZPRICEINFO, t0.ZSTATS FROM ZVENUE t0 WHERE t0.ZNAME IN (\(placeholders(2))) ORDER BY t0.ZNAME",
        bindings: { row in
          row.append("Zen Sip")
          row.append("Sago House")
        })
      #expect(try store.fetch(objects).map(\.name) == ["Sago House", "Zen Sip"])
      #expect(try store.first(objects)?.name == "Sago House")
      let count = PreparedFetch<Int64>(
        sql: "SELECT COUNT(*) FROM ZVENUE WHERE ZSPECIALCOUNT > ?",
        bindings: { $0.append(0 as Int64) }
      ) { (row: Row) throws(RowError) in try row.int64(0) }
      #expect(try store.fetch(count) == [6])
      let wrong = PreparedFetch<Int64>(sql: "SELECT ?", bindings: { _ in }) {
        (row: Row) throws(RowError) in try row.int64(0)
      }
      #expect(throws: StoreFailure.self) { try store.fetch(wrong) }
      #expect(placeholders(0) == "")
      #expect(placeholders(-1) == "")
      #expect(placeholders(3) == "?,?,?")
    }
  }

  @Test func aListOfAnyLengthIsAsked() throws {
    try TestModel.withBubbleTea { (store) throws in
      let keys = (1...40_000).map { Venue.ID(rawValue: Int64($0)) }
      #expect(try store.count(Venue.where { $0.objectID.isIn(keys) }) == 30)
      #expect(try store.count(Venue.where { !$0.objectID.isIn(keys) }) == 0)
      let names = (1...40_000).map { "Venue \($0)" } + ["Zen Sip"]
      #expect(try store.count(Venue.where { $0.name.isIn(names) }) == 1)
    }
  }
}

@Suite struct InheritanceTests {
  @Test func anEntityHasItsSubentities() throws {
    try TestModel.withNewsroom { (store) throws in
      #expect(try store.fetch(Person.all.sorted(by: \.name)).map(\.name) == ["Ida", "Jon"])
      let contributors = try store.fetch(Contributor.all.sorted(by: \.name))
      #expect(contributors.map(\.name) == ["Ida", "Jon"])
      #expect(contributors[0].feePerWord == Decimal(string: "0.15"))
      let editors = try store.fetch(Editor.all)
      #expect(editors.map(\.name) == ["Jon"])
      #expect(editors[0].level == 3)
      #expect(editors[0].objectID == contributors[1].objectID)
      #expect(try store.find(Editor.self, contributors[0].objectID) == nil)
      #expect(try store.find(Person.self, contributors[0].objectID)?.name == "Ida")
    }
  }

  @Test func compositesAndPolymorphicKeysAreRead() throws {
    try TestModel.withNewsroom { (store) throws in
      let articles = try store.fetch(Article.all.sorted(by: \.views))
      #expect(articles.map(\.name) == ["Cups", "Pearls", "Straws"])
      #expect(articles.map(\.layout?.columns) == [nil, 2, 1])
      #expect(articles.map(\.layout?.theme) == [nil, "dark", "light"])
      #expect(articles.map(\.layout?.margin) == [nil, 1.5, 0.5])
      #expect(articles[1].draft == true)
      #expect(articles[1].url == URL(string: "https://example.com/1"))
      #expect(articles[0].author == nil)
      let jon = try #require(try store.first(Editor.all))
      #expect(articles[2].author == jon.objectID)
      #expect(
        try store.fetch(Article.where { $0.layout.columns == 2 }).map(\.name) == ["Pearls"])
      #expect(try store.count(Article.where { $0.author == jon.objectID }) == 1)
      #expect(try store.count(Article.where { $0.author.name == "Ida" }) == 1)
    }
  }

  @Test func bytesWithAPlaceOfTheirOwnComeWithoutTheirMark() throws {
    try TestModel.withNewsroom { (store) throws in
      let files = try store.fetch(Attachment.all.sorted(by: \.size))
      #expect(files.map(\.payload) == [nil, Data([1, 2, 3])])
      #expect(files[1].size == 9_000_000_000)
    }
  }

  @Test func conditionsOverObjectsFindTheirRows() throws {
    try TestModel.withNewsroom { (store) throws in
      func names(_ condition: (Article.Paths) -> Condition) throws -> [String] {
        try store.fetch(Article.where(condition).sorted(by: \.name)).map(\.name)
      }
      #expect(try names { $0.tags.any { $0.name == "new" } } == ["Pearls", "Straws"])
      #expect(try names { $0.tags.none { $0.name == "new" } } == ["Cups"])
      #expect(try names { $0.tags.all { $0.name == "new" } } == ["Cups", "Straws"])
      #expect(try names { $0.tags.count == 2 } == ["Pearls"])
      #expect(try names { $0.attachments.sum(of: \.size) > 100 } == ["Pearls"])
      #expect(try names { $0.attachments.sum(of: \.size) == 0 } == ["Cups", "Straws"])
      #expect(try names { $0.attachments.minimum(of: \.size) == 12 } == ["Pearls"])
      #expect(try names { $0.attachments.maximum(of: \.size) == nil } == ["Cups", "Straws"])
      #expect(
        try names { article in
          article.tags.any { tag in tag.articles.any { $0.views > article.views } }
        } == ["Pearls"])
      let tag = try #require(try store.first(Tag.where { $0.name == "long" }))
      #expect(try names { $0.tags.contains(tag.objectID) } == ["Pearls"])
      #expect(try names { $0.tags.containsAny(of: [tag.objectID, .unsaved]) } == ["Pearls"])
    }
  }
}
