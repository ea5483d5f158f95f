import Foundation
import MomentumCodegen
import MomentumTestSupport
import Testing

/// The table of the article is printed from the topics.
@Suite struct SwiftDataArticleTests {
  @Test func theTableOfTheArticleIsThatOfTheTopics() throws {
    let path = "Sources/Momentum/Documentation.docc/MovingToSwiftData.md"
    let article = try RepositoryFiles.text(path)
    let marks = ("<!-- topics -->\n", "<!-- end -->\n")
    let start = try #require(article.range(of: marks.0)).upperBound
    let end = try #require(article.range(of: marks.1)).lowerBound
    let rows = SwiftDataTopic.all.map {
      "| `\($0.id)` | \($0.consequence.rawValue) | \($0.summary) | \($0.advice) |\n"
    }
    let table =
      "| topic | consequence | the model | the classes, and what to do |\n| --- | --- | --- | --- |\n"
      + rows.joined()
    try RepositoryFiles.expectGolden(
      article.replacingCharacters(in: start..<end, with: table), at: path)
  }

  @Test func topicsHaveIdsOfTheirOwnAndBeginWithTheGravest() {
    let all = SwiftDataTopic.all
    #expect(Set(all.map(\.id)).count == all.count)
    let order = SwiftDataTopic.Consequence.allCases
    let places = all.compactMap { order.firstIndex(of: $0.consequence) }
    #expect(places == places.sorted())
  }
}
