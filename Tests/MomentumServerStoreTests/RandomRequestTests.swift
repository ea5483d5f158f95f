import Foundation
import GoldenNewsroom
import MomentumRuntime
import MomentumServerStore
import MomentumTestSupport
import Testing

/// Random requests, of which a store of Core Data and a server have to return the same objects in the
/// same order.
@Suite(
  .tags(.server, .random),
  .enabled(if: PostgreSQLServer.shared != nil && ServerTest.isEnabled, ServerTest.reason),
  .timeLimit(.minutes(20)))
struct RandomRequestTests {
  @Test(arguments: 0..<TestLength.choose(short: 2, long: 8))
  func bothDatabasesReturnTheSame(seed: Int) async throws {
    try await Twins<Newsroom>.with { twins in
      var generator = NewsroomGenerator(seed: UInt64(seed + 100))
      var (inStore, onServer) = (NewsroomKeys(), NewsroomKeys())
      for _ in 0..<1000 where inStore.articles.count < 30 {
        let change = generator.change(inStore)
        // Of few objects all requests return the same.
        if change.name.hasPrefix("deletion") { continue }
        var (first, second) = (inStore, onServer)
        do { _ = try await change.apply(twins.store, &first) } catch is StoreFailure { continue }
        _ = try await change.apply(twins.server, &second)
        (inStore, onServer) = (first, second)
      }
      let identifiers = try twins.store.fetch(Article.all).map(\.identifier)
      let others = try await twins.server.fetch(Article.all).map(\.identifier)
      try #require(Set(identifiers) == Set(others) && identifiers.count > 5)
      var dice = SeededGenerator(seed: UInt64(seed))
      for step in 0..<TestLength.choose(short: 150, long: 1800) {
        let fetch = Self.fetch(&dice)
        let expected = try Self.answer(twins.store, fetch)
        let found = try await Self.answer(twins.server, fetch)
        try #require(found == expected, "seed \(seed), request \(step): \(fetch)")
        var streamed: [UUID] = []
        try await twins.server.forEach(fetch) { article in
          streamed.append(article.identifier)
          return true
        }
        try #require(streamed == found.objects, "seed \(seed), request \(step): \(fetch)")
      }
    }
  }

  // MARK: - Answers

  private struct Answer: Equatable {
    var objects: [UUID]
    var count: Int
    var sum: Int64
    var average: Double?
    var range: [Int32?]
    var groups: [String]
  }

  private static func answer(
    _ store: Store<Newsroom>, _ fetch: Fetch<Article>
  ) throws -> Answer {
    Answer(
      objects: try store.fetch(fetch).map(\.identifier), count: try store.count(fetch),
      sum: try store.sum(fetch, of: \.views),
      average: try store.average(fetch, of: \.views).map(rounded),
      range: [try store.minimum(fetch, of: \.views), try store.maximum(fetch, of: \.views)],
      groups: try store.counts(fetch, by: \.body).map { "\($0.value ?? "nil") \($0.count)" })
  }

  private static func answer(
    _ store: ServerStore<Newsroom>, _ fetch: Fetch<Article>
  ) async throws -> Answer {
    let groups = try await store.counts(fetch, by: \.body)
    return Answer(
      objects: try await store.fetch(fetch).map(\.identifier), count: try await store.count(fetch),
      sum: try await store.sum(fetch, of: \.views),
      average: try await store.average(fetch, of: \.views).map(rounded),
      range: [
        try await store.minimum(fetch, of: \.views), try await store.maximum(fetch, of: \.views),
      ],
      groups: groups.map { "\($0.value ?? "nil") \($0.count)" })
  }

  /// The server computes a mean with all digits of a decimal.
  private static func rounded(_ number: Double) -> Double { (number * 1e9).rounded() / 1e9 }

  // MARK: - Requests

  private static func fetch(_ dice: inout SeededGenerator) -> Fetch<Article> {
    var fetch = Article.all
    for _ in 0..<dice.number(0..<3) {
      let condition = condition(&dice, depth: 2)
      fetch = fetch.where { condition($0) }
    }
    let order: SortDirection = dice.number(0..<2) == 0 ? .ascending : .descending
    switch dice.number(0..<4) {
    case 0: fetch = fetch.sorted(by: \.name, order)
    case 1: fetch = fetch.sorted(by: \.body, order).sorted(by: \.views)
    case 2: fetch = fetch.sorted(by: { $0.category.name }, order)
    case _: break
    }
    // Identifiers are unique, so each order is complete.
    fetch = fetch.sorted(by: \.identifier)
    if dice.number(0..<3) == 0 { fetch = fetch.limit(dice.number(0..<9)) }
    if dice.number(0..<3) == 0 { fetch = fetch.offset(dice.number(0..<5)) }
    return fetch
  }

  private typealias Term = (Article.Paths) -> Condition

  private static func condition(_ dice: inout SeededGenerator, depth: Int) -> Term {
    guard depth > 0, dice.number(0..<3) > 0 else { return atom(&dice) }
    let (first, second) = (condition(&dice, depth: depth - 1), condition(&dice, depth: depth - 1))
    switch dice.number(0..<3) {
    case 0: return { first($0) && second($0) }
    case 1: return { first($0) || second($0) }
    case _: return { !first($0) }
    }
  }

  private static func atom(_ dice: inout SeededGenerator) -> Term {
    let (number, few) = (Int32(dice.number(0..<50)), dice.number(0..<3))
    let name = "a\(dice.number(0..<40))"
    switch dice.number(0..<20) {
    case 0: return { $0.views > number }
    case 1: return { $0.views.isBetween(number...(number + 9)) }
    case 2: return { $0.views.isIn([number, number + 1, 7]) }
    case 3: return { $0.body == nil }
    case 4: return { $0.body == "tea" }
    case 5: return { $0.body.contains("ea") }
    case 6: return { $0.body.beginsWith("te", [.caseInsensitive]) }
    case 7: return { $0.body.contains("E", [.caseInsensitive, .diacriticInsensitive]) }
    case 8: return { $0.body.like("?e*") }
    case 9: return { $0.isPinned == true }
    case 10: return { $0.name < name }
    case 11: return { $0.category.name.beginsWith("c1") }
    case 12: return { $0.category.parent.name != "c3" }
    case 13: return { $0.author.feePerWord > Decimal(few) }
    case 14: return { $0.tags.count > few }
    case 15: return { $0.tags.any { $0.name < "t2" } }
    case 16: return { $0.attachments.none { $0.size > 4 } }
    case 17: return { $0.attachments.sum(of: \.size) > Int64(few) }
    case 18: return { $0.related.any { $0.views > number && $0.isPinned == false } }
    case _: return { $0.layout.columns == 2 }
    }
  }
}
