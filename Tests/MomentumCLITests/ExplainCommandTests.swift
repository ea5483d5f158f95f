import Foundation
import MomentumTestSupport
import Testing

/// `momentum explain` as a user runs it.
@Suite struct ExplainCommandTests {
  @Test func withoutARequestAllStoredOnesAreExplained() {
    let run = Run("explain", bubbleTea)
    #expect(run.status == 0, "\(run.error)")
    let titles = run.output.split(separator: "\n").filter { $0.contains(": Venue") }
    #expect(
      titles.map(String.init) == [
        "FetchRequest: Venue", "cheapVenues: Venue where priceInfo.priceCategory == \"$\"",
        "dealsNearby: Venue where specialCount > 0 AND location.distance < $DISTANCE AND category.name == $CATEGORY, at most 20",
        "venueFR: Venue where name == $NAME",
      ])
  }

  @Test(arguments: [
    ("--request cheapVenues --fail-on scan", 1), ("--request cheapVenues", 0),
    ("--request venueFR --fail-on sort", 0),
    ("--request venueFR --var NAME=x --fail-on sort", 0),
    ("--entity Venue --sort note --fail-on scan", 0),
    ("--entity Venue --sort note --fail-on sort", 1), ("--request none", 65),
    ("--entity Venue --where nam==1", 65), ("--fail-on always", 64), ("--model x", 64),
    ("--sort name", 64),
  ])
  func exitStatus(options: String, status: Int32) {
    let run = Run(["explain", bubbleTea] + options.split(separator: " ").map(String.init))
    #expect(run.status == status, "\(options): \(run.error)")
  }

  @Test func aStoreIsExplainedWithItsModel() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = folder.appendingPathComponent("tea.sqlite").path
      #expect(Run("create", bubbleTea, store).status == 0)
      let run = Run(
        "explain", store, "--model", bubbleTea, "--entity", "Venue", "--format", "json")
      #expect(run.status == 0, "\(run.error)")
      let document =
        try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      #expect(document?["formatVersion"] as? Int == 1)
      let json = document?["requests"] as? [[String: Any]]
      #expect(json?.first?["rowsRead"] as? Int == 0)
      let plan = json?.first?["plan"] as? [[String: Any]]
      #expect(plan?.first?["detail"] as? String == "SCAN t0")
      #expect(plan?.first?["entity"] as? String == "Venue")
    }
  }
}
