import Foundation
import GoldenBubbleTea
import GoldenNewsroom
import GoldenStaff
import MomentumPostgreSQL
import MomentumRuntime
import MomentumServerStore
import MomentumTestSupport
import Testing

/// What a server does in another way than a store of Core Data: one test for each row of the table in
/// the article PostgreSQL.
@Suite(
  .tags(.server),
  .enabled(if: PostgreSQLServer.shared != nil && ServerTest.isEnabled, ServerTest.reason),
  .timeLimit(.minutes(2)))
struct DifferenceTests {
  @Test func decimalsKeepAllDigits() async throws {
    try await Twins<Staff>.with { twins in
      let sum = try #require(Decimal(string: "0.12345678901234567890"))
      let contract = Contract(sumPlanned: sum, supplierName: "x")
      try twins.store.insert(contract)
      try await twins.server.insert(contract)
      #expect(try twins.store.first(Contract.all)?.sumPlanned != sum)
      #expect(try await twins.server.first(Contract.all)?.sumPlanned == sum)
      #expect(try await twins.server.count(Contract.where { $0.sumPlanned == sum }) == 1)
    }
  }

  @Test func datesHaveMicroseconds() async throws {
    try await Twins<BubbleTea>.with { twins in
      let date = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_4)
      let venue = Venue(identifier: UUID(), name: "x", openedOn: date)
      try twins.store.insert(venue)
      try await twins.server.insert(venue)
      #expect(try twins.store.first(Venue.all)?.openedOn == date)
      let read = try await twins.server.first(Venue.all)?.openedOn
      #expect(read == Date(timeIntervalSinceReferenceDate: 700_000_000.123_456))
    }
  }

  @Test func textsHaveNoNUL() async throws {
    try await Twins<BubbleTea>.with { twins in
      let place = Location(city: "a\0b")
      let saved = try twins.store.insert(place)
      #expect(saved.city == "a\0b")
      let refused = await failure { try await twins.server.insert(place) }
      #expect(refused?.reason == .validation)
      #expect(try twins.store.count(Location.where { $0.city == "a\0b" }) == 1)
      let asked = await failure {
        try await twins.server.count(Location.where { $0.city == "a\0b" })
      }
      #expect(asked?.reason == .request)
    }
  }

  @Test func derivedAttributesAreCopiesOnly() async throws {
    try await Twins<Newsroom>.with { twins in
      let section = GoldenNewsroom.Category(name: "Tea")
      let key = try twins.store.insert(section).objectID
      #expect(try await twins.server.insert(section).objectID == key)
      let article = Article(creationDate: Date(), identifier: UUID(), name: "a", category: key)
      try twins.store.insert(article)
      try await twins.server.insert(article)
      #expect(try twins.store.first(GoldenNewsroom.Category.all)?.articleCount == 1)
      #expect(try await twins.server.first(GoldenNewsroom.Category.all)?.articleCount == nil)
    }
  }

  @Test func whatAClosureChangesDoesNotShowInLaterObjects() async throws {
    try await Twins<BubbleTea>.with { twins in
      let places = (0..<700).map { Location(city: "a", distance: Float($0)) }
      try twins.store.insert(contentsOf: places)
      try await twins.server.insert(contentsOf: places)
      var seen = 0
      try twins.store.forEach(Location.all) { _ in
        seen += 1
        if seen == 1 { try twins.store.update(Location.all, set: [.set(\.city, "b")]) }
        return true
      }
      #expect(seen == 700)
      var cities: [String?] = []
      try await twins.server.forEach(Location.all) { place in
        cities.append(place.city)
        if cities.count == 1 {
          try await twins.server.update(Location.all, set: [.set(\.city, "b")])
        }
        return true
      }
      #expect(cities == Array(repeating: "a", count: 700))
      #expect(try await twins.server.count(Location.where { $0.city == "b" }) == 700)
    }
  }

  @Test func keysWithoutInverseAreCleared() async throws {
    try await Twins<Newsroom>.with { twins in
      let section = try twins.store.insert(GoldenNewsroom.Category(name: "Tea"))
      #expect(try await twins.server.insert(section) == section)
      let editor = Editor(name: "Ann", level: 1, desk: section.objectID)
      try twins.store.insert(editor)
      try await twins.server.insert(editor)
      try twins.store.delete(section)
      try await twins.server.delete(section)
      #expect(try twins.store.first(Editor.all)?.desk == section.objectID)
      #expect(try await twins.server.first(Editor.all)?.desk == nil)
    }
  }

  @Test func noActionRefusesDeletion() async throws {
    try await Twins<OddModel>.with { twins in
      let user = try twins.store.transaction {
        let user = try twins.store.insert(OddUser(quote: "x"))
        try twins.store.insert(OddOrder(select: "x", user: user.objectID))
        return user
      }
      let other = try await twins.server.transaction { store in
        let user = try await store.insert(OddUser(quote: "x"))
        try await store.insert(OddOrder(select: "x", user: user.objectID))
        return user
      }
      try twins.store.delete(user)
      #expect(try twins.store.count(OddUser.all) == 0)
      let refused = await failure { try await twins.server.delete(other) }
      #expect(refused?.reason == .validation)
    }
  }

  /// A foreign key with NO ACTION as one with RESTRICT.
  private static let restricting = """
    DO $$ DECLARE k record; BEGIN
      FOR k IN SELECT CAST(conrelid AS regclass) AS child, conname, pg_get_constraintdef(oid) AS words
        FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'a'
        AND connamespace = CAST(quote_ident(current_schema()) AS regnamespace)
      LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I %s ON DELETE RESTRICT',
          k.child, k.conname, k.conname, k.words);
      END LOOP;
    END $$
    """

  /// PostgreSQL 18 gives the refusal of RESTRICT a state of its own.
  @Test func aRefusedDeletionNamesThePropertiesOfTheModel() async throws {
    try await ServerTest.withStore(of: OddModel.self) { server, test in
      let user = try await server.transaction { store in
        let user = try await store.insert(OddUser(quote: "x"))
        try await store.insert(OddOrder(select: "x", user: user.objectID))
        return user
      }
      let text = """
        an object of entity 'user' cannot be deleted while 'user's' of entity \
        'Order"; DROP TABLE x; --' leads to it
        """
      let noAction = await failure { try await server.delete(user) }
      #expect(noAction?.reason == .validation && noAction?.description == text)
      try await test.observer.execute(script: Self.restricting)
      let restrict = await failure { try await server.delete(user) }
      #expect(restrict?.reason == .validation && restrict?.description == text)
      let count = try await test.observer.query(
        "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'r' "
          + "AND connamespace = CAST(quote_ident(current_schema()) AS regnamespace)")
      #expect(try count.first?.integer(at: 0) ?? 0 > 0)
    }
  }

  @Test func keysHaveGaps() async throws {
    try await Twins<BubbleTea>.with { twins in
      let venue = Venue(identifier: UUID(), name: "x")
      _ = await twins.both("first", { try $0.insert(venue).objectID }) {
        try await $0.insert(venue).objectID
      }
      _ = await twins.both("twice", { try $0.insert(venue).objectID }) {
        try await $0.insert(venue).objectID
      }
      let other = Venue(identifier: UUID(), name: "y")
      let key = try twins.store.insert(other).objectID
      let keyOnServer = try await twins.server.insert(other).objectID
      #expect(key.rawValue == 2 && keyOnServer.rawValue == 3)
    }
  }

  @Test func numbersOutOfRangeAreFailures() async throws {
    try await Twins<BubbleTea>.with { twins in
      let stats = Stats(checkinsCount: .max)
      try twins.store.insert(stats)
      try await twins.server.insert(stats)
      let fetch = Stats.where(format: "checkinsCount * 10000000000 > 1")
      #expect(try twins.store.count(fetch) == 1)
      let refused = await failure { try await twins.server.count(fetch) }
      #expect(refused?.reason == .request)
    }
  }

  @Test func localizedOrderIsThatOfTheServer() async throws {
    try await Twins<BubbleTea>.with { twins in
      let places = ["a10", "a9"].map { Location(city: $0) }
      try twins.store.insert(contentsOf: places)
      try await twins.server.insert(contentsOf: places)
      let fetch = Location.all.sorted(by: \.city, .ascending, .localizedStandard)
      #expect(try twins.store.fetch(fetch).map(\.city) == ["a9", "a10"])
      if PostgreSQLServer.hasICU {
        #expect(try await twins.server.fetch(fetch).map(\.city) == ["a10", "a9"])
      } else {
        let refused = await failure { try await twins.server.fetch(fetch) }
        #expect(refused?.description.contains("was built with ICU") == true, "\(refused as Any)")
      }
      // Without a comparison the order is that of code points in both.
      let plain = Location.all.sorted(by: \.city)
      #expect(try twins.store.fetch(plain).map(\.city) == ["a10", "a9"])
      #expect(try await twins.server.fetch(plain).map(\.city) == ["a10", "a9"])
    }
  }

  @Test func regularExpressionsAreThoseOfTheServer() async throws {
    try await Twins<BubbleTea>.with { twins in
      let place = Location(city: "Ulm 1")
      try twins.store.insert(place)
      try await twins.server.insert(place)
      let common = Location.where { $0.city.matches("[A-Z][a-z]+ [0-9]") }
      #expect(try twins.store.count(common) == 1)
      #expect(try await twins.server.count(common) == 1)
      let other = Location.where { $0.city.matches("\\p{Lu}.*") }
      #expect(try twins.store.count(other) == 1)
      let refused = await failure { try await twins.server.count(other) }
      #expect(refused?.reason == .request)
    }
  }
}
