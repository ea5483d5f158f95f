import MomentumCompiler
import MomentumDiagnostics
import MomentumExplain
import MomentumModel
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Plans of requests on our own models, in the words of the models.
@Suite struct ExplainTests {
  static func model(_ text: String) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "contents", text: text)
    return try #require(
      CompiledModel.compile(source, &diagnostics), "\(TextRenderer().render(diagnostics.all))")
  }

  static func bundled(_ name: String, version: String? = nil) throws -> CompiledModel {
    try model(
      RepositoryFiles.text(
        "Models/\(name).xcdatamodeld/\(version ?? name + " 2").xcdatamodel/contents"))
  }

  static func fetch(_ model: CompiledModel, _ request: RequestInput) throws -> CompiledFetch {
    var diagnostics = Diagnostics()
    let fetch = model.compile(request, bindsVariables: false, &diagnostics)
    return try #require(fetch, "\(TextRenderer().render(diagnostics.all))")
  }

  private func explain(_ model: CompiledModel, _ request: RequestInput) throws -> String {
    try FetchPlanner(model).explain(ExplainTests.fetch(model, request)).text
  }

  @Test func anIndexOfTheModelIsUsed() throws {
    expectText(
      try explain(ExplainTests.bundled("BubbleTea"), RequestInput(storedRequest: "dealsNearby")),
      """
      plan
        finds 'Venue' (ZVENUE) by fetch index 'bySpecialCount' of 'Venue' ('specialCount' >)
        finds 'Location' over 'location' by its primary key
        finds 'VenueCategory' over 'category' by its primary key
      findings
        index: fetch index 'bySpecialCount' of 'Venue' is used

      """)
  }

  @Test func anIndexOfTheDestinationHelpsARequestOverARelationship() throws {
    expectText(
      try explain(ExplainTests.bundled("BubbleTea"), RequestInput(storedRequest: "cheapVenues")),
      """
      plan
        reads every row of 'PriceInfo' (ZPRICEINFO)
        finds 'Venue' (ZVENUE) by the index of 'priceInfo' in ZVENUE ('priceInfo' =)
      findings
        scan: every row of 'PriceInfo' (ZPRICEINFO) is read
        index: the index of 'priceInfo' in ZVENUE is used
      an index that helps, in entity 'PriceInfo'
              <fetchIndex name="byPriceCategory">
                  <fetchIndexElement property="priceCategory" type="Binary" order="ascending"/>
              </fetchIndex>
      the plan with it
        finds 'PriceInfo' over 'priceInfo' by the new index 'byPriceCategory' of 'PriceInfo' ('priceCategory' =), without its rows
        finds 'Venue' (ZVENUE) by the index of 'priceInfo' in ZVENUE ('priceInfo' =)

      """)
  }

  @Test func allRowsOnPurposeAreNoFinding() throws {
    expectText(
      try explain(ExplainTests.bundled("BubbleTea"), RequestInput(storedRequest: "FetchRequest")),
      """
      plan
        reads every row of 'Venue' (ZVENUE)

      """)
  }

  @Test func oneIndexGivesRowsAndOrder() throws {
    expectText(
      try explain(
        ExplainTests.bundled("Staff"),
        RequestInput(
          entity: "Employee", predicate: "kind == 'x' AND salary > 3", sortKeys: ["hiredOn:desc"])
      ),
      """
      plan
        reads every row of 'Employee' (ZEMPLOYEE)
        sorts all matching rows in memory: no index gives the order hiredOn descending
      findings
        scan: every row of 'Employee' (ZEMPLOYEE) is read
        sort: no index gives the order hiredOn descending
      an index that helps, in entity 'Employee'
              <fetchIndex name="byKindAndHiredOn">
                  <fetchIndexElement property="kind" type="Binary" order="ascending"/>
                  <fetchIndexElement property="hiredOn" type="Binary" order="descending"/>
              </fetchIndex>
      the plan with it
        finds 'Employee' (ZEMPLOYEE) by the new index 'byKindAndHiredOn' of 'Employee' ('kind' =)

      """)
  }

  @Test func aSubEntityIsReadByItsNumberAndTheIndexStandsWhereTheAttributeIs() throws {
    expectText(
      try explain(
        ExplainTests.bundled("Newsroom"),
        RequestInput(entity: "Editor", predicate: "name == 'x' AND level > 2")),
      """
      plan
        reads every row of 'Editor' (ZPERSON) by the index of entities of ZPERSON
      findings
        scan: every row of 'Editor' (ZPERSON) is read
      an index that helps, in entity 'Person'
              <fetchIndex name="byName">
                  <fetchIndexElement property="name" type="Binary" order="ascending"/>
              </fetchIndex>
      the plan with it
        finds 'Editor' (ZPERSON) by the new index 'byName' of 'Person' ('name' =)

      """)
  }

  @Test func eachSideOfAnOrNeedsAnIndex() throws {
    expectText(
      try explain(
        ExplainTests.bundled("Newsroom"),
        RequestInput(entity: "Article", predicate: "name == 'x' OR views > 3")),
      """
      plan
        reads every row of 'Article' (ZARTICLE)
      findings
        scan: every row of 'Article' (ZARTICLE) is read
      an index that helps, in entity 'Article'
              <fetchIndex name="byName">
                  <fetchIndexElement property="name" type="Binary" order="ascending"/>
              </fetchIndex>
      an index that helps, in entity 'Article'
              <fetchIndex name="byViews">
                  <fetchIndexElement property="views" type="Binary" order="ascending"/>
              </fetchIndex>
      the plan with them
        finds rows by one index for each side of OR:
          side 1:
            finds 'Article' (ZARTICLE) by the new index 'byName' of 'Article' ('name' =)
          side 2:
            finds 'Article' (ZARTICLE) by the new index 'byViews' of 'Article' ('views' >)

      """)
  }

  @Test func noIndexServesAFunctionOrANumberOfObjects() throws {
    let model = try ExplainTests.bundled("Staff")
    let planner = try FetchPlanner(model)
    for predicate in [
      "name CONTAINS 'a'", "name ==[c] 'a'", "name BEGINSWITH[c] 'a'", "name != 'a'",
      "NOT name == 'a'", "reports.@count > 0", "name == kind",
    ] {
      let request = RequestInput(entity: "Employee", predicate: predicate)
      let explained = try planner.explain(ExplainTests.fetch(model, request))
      #expect(explained.findings.has(.scan), "\(predicate)")
      #expect(explained.advice == nil, "\(predicate)")
    }
  }

  @Test func aBeginningIsARangeThatAnIndexServes() throws {
    let model = try ExplainTests.bundled("Staff")
    let planner = try FetchPlanner(model)
    let request = RequestInput(entity: "Employee", predicate: "name BEGINSWITH 'a'")
    let explained = try planner.explain(ExplainTests.fetch(model, request))
    #expect(!explained.text.contains("BEGINSWITH"), "\(explained.text)")
    let range = RequestInput(entity: "Employee", predicate: "name >= 'a' AND name < 'b'")
    let ranged = try planner.explain(ExplainTests.fetch(model, range))
    #expect((explained.advice == nil) == (ranged.advice == nil), "\(explained.text)")
  }

  @Test func aBooleanAloneIsNoIndex() throws {
    let text = """
      <model><entity name="A"><attribute name="flag" optional="YES" attributeType="Boolean"/>\
      <attribute name="b" optional="YES" attributeType="String"/></entity></model>
      """
    let model = try ExplainTests.model(text)
    let planner = try FetchPlanner(model)
    func advice(_ predicate: String) throws -> IndexAdvice? {
      let request = RequestInput(entity: "A", predicate: predicate)
      return try planner.explain(ExplainTests.fetch(model, request)).advice
    }
    #expect(try advice("flag == YES") == nil)
    let both = try #require(try advice("flag == YES AND b == 'x'"))
    #expect(both.indexes.map(\.suggestion.index.name) == ["byB"])
  }

  @Test func aNameThatIsTakenGetsANumber() throws {
    let model = try ExplainTests.model(
      """
      <model><entity name="A"><attribute name="a" optional="YES" attributeType="String"/>\
      <attribute name="b" optional="YES" attributeType="String"/>\
      <fetchIndex name="BYA"><fetchIndexElement property="b" type="Binary" order="ascending"/>\
      </fetchIndex></entity></model>
      """)
    let request = RequestInput(entity: "A", predicate: "a == 'x'")
    let explained = try FetchPlanner(model).explain(ExplainTests.fetch(model, request))
    #expect(explained.advice?.indexes.map(\.suggestion.index.name) == ["byA2"])
  }
}
