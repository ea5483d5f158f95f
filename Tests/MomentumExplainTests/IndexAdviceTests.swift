import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumExplain
import MomentumModel
import MomentumSQLite
import MomentumTestSupport
import Testing

/// What is recommended is true of the model with the recommendation in it.
@Suite struct IndexAdviceTests {
  static let bundles = ["BubbleTea", "Newsroom", "Staff", "SurfJournal"]

  /// The model's text with the recommended elements pasted before the end of their entities.
  private func pasted(_ advice: IndexAdvice, into text: String) throws -> String {
    var text = text
    for index in advice.indexes {
      let start = try #require(text.range(of: "<entity name=\"\(index.entity)\""))
      let end = try #require(text.range(of: "</entity>", range: start.upperBound..<text.endIndex))
      text.insert(contentsOf: index.suggestion.element, at: end.lowerBound)
    }
    return text
  }

  /// Requests of our own, besides the stored ones of each model.
  private func requests(_ bundle: String) -> [RequestInput] {
    switch bundle {
    case "BubbleTea":
      [
        RequestInput(entity: "Venue", sortKeys: ["note"]),
        RequestInput(
          entity: "Venue", predicate: "website == nil", sortKeys: ["phone:desc", "name"]),
        RequestInput(entity: "Venue", predicate: "location.city IN {'a', 'b'}", result: .count),
      ]
    case "Newsroom":
      [
        RequestInput(entity: "Editor", predicate: "name == 'x'", sortKeys: ["level:desc"]),
        RequestInput(entity: "Article", predicate: "name == 'x' OR views > 3"),
        RequestInput(entity: "Article", predicate: "layout.columns > 3"),
        RequestInput(entity: "Person", predicate: "name BETWEEN {'a', 'b'}", limit: 3),
      ]
    case "Staff":
      [
        RequestInput(entity: "Employee", predicate: "kind == 'x'", sortKeys: ["name:desc"]),
        RequestInput(entity: "Employee", predicate: "manager == $M", sortKeys: ["kind"]),
      ]
    case _: [RequestInput(entity: "JournalEntry", sortKeys: ["wind", "date:desc"], limit: 10)]
    }
  }

  @Test(arguments: IndexAdviceTests.bundles)
  func everyRecommendedIndexIsUsedWhenItIsPasted(bundle: String) throws {
    let path = "Models/\(bundle).xcdatamodeld/\(bundle) 2.xcdatamodel/contents"
    let text = try RepositoryFiles.text(path)
    let model = try ExplainTests.model(text)
    let planner = try FetchPlanner(model)
    var fetches: [(request: RequestInput, fetch: CompiledFetch)] = []
    let stored = model.model.fetchRequests.map { RequestInput(storedRequest: $0.name) }
    for request in stored + requests(bundle) {
      var diagnostics = Diagnostics()
      let fetch = model.compile(request, bindsVariables: false, &diagnostics)
      if let fetch { fetches.append((request, fetch)) }
      #expect(fetch != nil, "\(TextRenderer().render(diagnostics.all))")
    }
    var adviceCount = 0
    for (request, fetch) in fetches {
      let before = try planner.explain(fetch)
      guard let advice = before.advice else { continue }
      adviceCount += 1
      let changed = try ExplainTests.model(pasted(advice, into: text))
      let after = try FetchPlanner(changed).explain(ExplainTests.fetch(changed, request))
      let names = advice.indexes.map(\.suggestion.storeName)
      #expect(Set(names).isSubset(of: after.plan.indexNames), "\(request)")
      #expect(after.plan == advice.plan, "\(request)")
      #expect(after.plan != before.plan)
      #expect(after.advice == nil, "\(request): \(after.text)")
    }
    #expect(adviceCount > 0)
  }

  @Test func namesThatLookLikeSQLOrXML() throws {
    let entity = "Select \"x\" USING INDEX y (z=?)"
    let escaped = "Select &quot;x&quot; USING INDEX y (z=?)"
    let text = """
      <model><entity name="\(escaped)"><attribute name="order" optional="YES" \
      attributeType="String"/><attribute name="group" optional="YES" attributeType="String"/>\
      </entity></model>
      """
    let model = try ExplainTests.model(text)
    let request = RequestInput(
      entity: entity, predicate: "%K == 'a'", arguments: ["order"], sortKeys: ["group"])
    let explained = try FetchPlanner(model).explain(ExplainTests.fetch(model, request))
    expectText(
      explained.text,
      """
      plan
        reads every row of 'Select "x" USING INDEX y (z=?)' (ZSELECT "X" USING INDEX Y (Z=?))
        sorts all matching rows in memory: no index gives the order group
      findings
        scan: every row of 'Select "x" USING INDEX y (z=?)' (ZSELECT "X" USING INDEX Y (Z=?)) is read
        sort: no index gives the order group
      an index that helps, in entity 'Select "x" USING INDEX y (z=?)'
              <fetchIndex name="byOrderAndGroup">
                  <fetchIndexElement property="order" type="Binary" order="ascending"/>
                  <fetchIndexElement property="group" type="Binary" order="ascending"/>
              </fetchIndex>
      the plan with it
        finds 'Select "x" USING INDEX y (z=?)' (ZSELECT "X" USING INDEX Y (Z=?)) by the new index 'byOrderAndGroup' of 'Select "x" USING INDEX y (z=?)' ('order' =)

      """)
    let count = RequestInput(entity: entity, result: .count)
    expectText(
      try FetchPlanner(model).explain(ExplainTests.fetch(model, count)).text,
      """
      plan
        reads every row of 'Select "x" USING INDEX y (z=?)' (ZSELECT "X" USING INDEX Y (Z=?))

      """)
  }
}
