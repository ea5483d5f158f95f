import Foundation
import GoldenBubbleTea
import GoldenNewsroom
import GoldenStaff
import MomentumRuntime
import Testing

@Suite struct AggregateTests {
  /// One row has no order; within a window the order decides which objects it has.
  @Test func anAggregateSortsOnlyAWindow() throws {
    let log = StatementLog()
    try TestModel.withBubbleTea(options: log.options) { (store) throws in
      func order(_ fetch: Fetch<Venue>) throws -> [Bool] {
        _ = log.take()
        let _: Int64 = try store.sum(fetch, of: \.specialCount)
        return log.take().map { $0.sql.contains("ORDER BY") }
      }
      #expect(try order(Venue.all.sorted(by: \.name)) == [false])
      #expect(try order(Venue.all.sorted(by: \.name).limit(3)) == [true])
      #expect(try order(Venue.all) == [false])
    }
  }

  @Test func numbersOfTheSeedAreRight() throws {
    try TestModel.withBubbleTea { (store) throws in
      let sum: Int64 = try store.sum(Venue.all, of: \.specialCount)
      #expect(sum == 14)
      #expect(try store.sum(Venue.where { $0.name == "" }, of: \.specialCount) == 0)
      #expect(
        try store.average(Venue.where { $0.specialCount > 0 }, of: \.specialCount) == 14.0 / 6)
      #expect(try store.minimum(Venue.all, of: \.specialCount) == 0)
      #expect(try store.maximum(Venue.all, of: \.specialCount) == 5)
      #expect(try store.maximum(Venue.where { $0.name == "" }, of: \.specialCount) == nil)
      #expect(try store.average(Venue.where { $0.name == "" }, of: \.specialCount) == nil)
      #expect(try store.minimum(Venue.all, of: \.name) == "Boba'n'Co")
      #expect(try store.maximum(Venue.all, of: \.name) == "珍珠茶屋")
      let tips: Int64 = try store.sum(Venue.all, of: { $0.stats.tipCount })
      let stats = try store.fetch(Stats.all)
      #expect(tips == stats.reduce(0) { $0 + Int64($1.tipCount) })
      let opened: Date? = try store.maximum(Venue.all, of: \.openedOn)
      let days = try store.fetch(Venue.all).compactMap(\.openedOn)
      #expect(opened == days.max())
    }
  }

  @Test func decimalsStayDecimals() throws {
    try TestModel.withStaff { (store) throws in
      let sum: Decimal = try store.sum(Contract.all, of: \.sumPlanned)
      #expect(sum == Decimal(string: "7050.75"))
      let salary: Decimal? = try store.average(Employee.all, of: \.salary)
      #expect(salary == Decimal(string: "3700.1666666666665"))
      #expect(try store.minimum(Contract.all, of: \.sumPlanned) == 10)
    }
  }

  @Test func aWindowIsAggregatedAsItIsFetched() throws {
    try TestModel.withBubbleTea { (store) throws in
      let top = Venue.all.sorted(by: \.specialCount, .descending).limit(3)
      #expect(try store.sum(top, of: \.specialCount) == 10)
      #expect(try store.minimum(top, of: \.specialCount) == 2)
      #expect(try store.average(top.offset(1), of: \.specialCount) == 7.0 / 3)
      let counts = try store.counts(top, by: \.specialCount)
      #expect(counts.map(\.value) == [2, 3, 5])
      #expect(counts.map(\.count) == [1, 1, 1])
      let categories = try store.counts(top, by: \.category)
      #expect(categories.map(\.count).reduce(0, +) == 3)
    }
  }

  @Test func countsAreOneStatementInTheOrderOfTheValues() throws {
    let log = StatementLog()
    try TestModel.withBubbleTea(options: log.options) { (store) throws in
      _ = log.take()
      let prices = try store.counts(Venue.all, by: { $0.priceInfo.priceCategory })
      #expect(prices.map(\.value) == ["$", "$$", "$$$"])
      #expect(prices.map(\.count) == [27, 2, 1])
      #expect(log.take().count == 1)
      let categories = try store.counts(Venue.all, by: \.category)
      #expect(categories.count == 6)
      #expect(categories.map(\.count).reduce(0, +) == 30)
      #expect(try store.counts(Venue.where { $0.name == "" }, by: \.name).isEmpty)
      let favorites = try store.counts(Venue.all, by: \.favorite)
      #expect(favorites.map(\.value) == [false, true])
      #expect(favorites.map(\.count) == [26, 4])
      let notes = try store.counts(Venue.all.where { $0.specialCount > 0 }, by: \.note)
      #expect(notes.map(\.value) == [nil])
    }
  }

  @Test func anyInAFetchCountsNoObjectTwice() throws {
    try TestModel.withNewsroom { (store) throws in
      let tagged = Article.where { $0.tags.any { $0.name.isIn(["new", "long"]) } }
      #expect(try store.count(tagged) == 2)
      #expect(try store.sum(tagged, of: \.views) == 260)
      #expect(try store.sum(tagged.sorted(by: \.views).limit(1), of: \.views) == 10)
      #expect(
        try store.counts(tagged, by: \.author).map(\.count) == [1, 1])
    }
  }

  @Test func valuesThatStandForMoreAreRefused() throws {
    try TestModel.withBubbleTea { (store) throws in
      let path = AttributePath<Int32>(.object, "venues")
      #expect(throws: StoreFailure.self) { try store.sum(VenueCategory.all, of: { _ in path }) }
      #expect(throws: StoreFailure.self) { try store.counts(VenueCategory.all, by: { _ in path }) }
    }
  }
}

@Suite struct RelatedTests {
  @Test func toOneObjectsComeInOneStatement() throws {
    let log = StatementLog()
    try TestModel.withBubbleTea(options: log.options) { (store) throws in
      let venues = try store.fetch(Venue.all)
      _ = log.take()
      let categories = try store.related(\.category, of: venues)
      #expect(log.take().count == 1)
      for venue in venues {
        #expect(categories[venue]?.objectID == venue.category)
        #expect(categories[venue.objectID] == categories[venue])
      }
      #expect(try store.related(\.category, of: [Venue]())[venues[0]] == nil)
    }
  }

  @Test func toManyObjectsComeInOneStatement() throws {
    let log = StatementLog()
    try TestModel.withBubbleTea(options: log.options) { (store) throws in
      let categories = try store.fetch(VenueCategory.all)
      _ = log.take()
      let venues = try store.related(\.venues, of: categories + categories)
      #expect(log.take().count == 1)
      for category in categories {
        let expected = try store.fetch(
          Venue.where { $0.category == category.objectID }.sorted(by: \.objectID))
        #expect(venues[category] == expected)
      }
    }
  }

  @Test func ordersOfRelationshipsAreKept() throws {
    try TestModel.withNewsroom { (store) throws in
      let tags = try store.fetch(Tag.all.sorted(by: \.name))
      let articles = try store.related(\.articles, of: tags)
      #expect(articles[tags[0]].map(\.name) == ["Pearls"])
      #expect(articles[tags[1]].map(\.name) == ["Straws", "Pearls"])
      let pearls = try #require(articles[tags[0]].first)
      #expect(try store.related(\.tags, of: [pearls])[pearls].map(\.name) == ["new", "long"])
      let authors = try store.related(\.author, of: articles[tags[1]])
      #expect(articles[tags[1]].map { authors[$0]?.name } == ["Jon", "Ida"])
    }
    try TestModel.withStaff { (store) throws in
      let departments = try store.fetch(Department.all.sorted(by: \.name))
      let employees = try store.related(\.employees, of: departments)
      #expect(
        departments.map { employees[$0].map(\.name) } == [[], ["Ada", "bo"], ["Cleo", "Dov"]])
      let staff = try store.fetch(Employee.all.sorted(by: \.badge))
      let friends = try store.related(\.friends, of: staff)
      #expect(staff.map { friends[$0].map(\.name) } == [["Ada", "Cleo"], [], [], ["Ada"]])
      let friendOf = try store.related(\.friendOf, of: staff)
      #expect(staff.map { friendOf[$0].map(\.name) } == [[], ["bo", "Cleo"], [], ["bo"]])
    }
  }

  @Test func onlyARelationshipOfTheObjectItselfIsFollowed() throws {
    try TestModel.withStaff { (store) throws in
      let staff = try store.fetch(Employee.all)
      #expect(throws: StoreFailure.self) {
        try store.related({ $0.manager.department }, of: staff)
      }
      #expect(throws: StoreFailure.self) {
        try store.related({ _ in ToManyPath<Employee>(.object, "name") }, of: staff)
      }
    }
  }
}
