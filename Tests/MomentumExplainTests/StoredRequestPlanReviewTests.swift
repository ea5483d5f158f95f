import MomentumCompiler
import MomentumDiagnostics
import MomentumExplain
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// The warning about stored requests that read whole tables, and its repair.
@Suite struct StoredRequestPlanReviewTests {
  private func findings(_ text: String) throws -> Diagnostics {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "contents", text: text)
    let syntax = try #require(ModelReader.read(contents: source, &diagnostics))
    let checked = try #require(CheckedModel.check(syntax, &diagnostics))
    var found = Diagnostics()
    StoredRequestPlanReview.review(checked, &found)
    return found
  }

  private let text = """
    <model>
      <entity name="A">
        <attribute name="a" optional="YES" attributeType="String"/>
        <attribute name="b" optional="YES" attributeType="String"/>
        <userInfo/>
      </entity>
      <entity name="B"><attribute name="c" optional="YES" attributeType="Date"/></entity>
      <fetchRequest name="one" entity="A" predicateString="a == $X"/>
      <fetchRequest name="two" entity="A" predicateString="a == $X AND b CONTAINS $Y"/>
      <fetchRequest name="three" entity="B" predicateString="c &gt; $X"/>
      <fetchRequest name="four" entity="B" predicateString="SELF == $X"/>
      <fetchRequest name="five" entity="B"/>
    </model>
    """

  @Test func theFindingNamesTheIndexAndTheRepairAddsIt() throws {
    let found = try findings(text)
    expectText(
      TextRenderer().render(found.all),
      """
      contents:8:56: warning: fetch request 'one' reads every row of 'A'; an index on 'a' of 'A' would spare it [model.unindexed-request]
       8 |   <fetchRequest name="one" entity="A" predicateString="a == $X"/>
         |                                                        ^~~~~~~
      contents:2:4: note: put into entity 'A': <fetchIndex name="byA"><fetchIndexElement property="a" type="Binary" order="ascending"/></fetchIndex>
       2 |   <entity name="A">
         |    ^~~~~~
      contents:4:64: note: fix-it: add fetch index 'byA' to entity 'A': insert '<fetchIndex name="byA"> <fetchIndexElement property="a" type="Binary" order="ascending"/> </fetchIndex>'
      contents:9:56: warning: fetch request 'two' reads every row of 'A'; an index on 'a' of 'A' would spare it [model.unindexed-request]
       9 |   <fetchRequest name="two" entity="A" predicateString="a == $X AND b CONTAINS $Y"/>
         |                                                        ^~~~~~~~~~~~~~~~~~~~~~~~~
      contents:2:4: note: put into entity 'A': <fetchIndex name="byA"><fetchIndexElement property="a" type="Binary" order="ascending"/></fetchIndex>
       2 |   <entity name="A">
         |    ^~~~~~
      contents:10:58: warning: fetch request 'three' reads every row of 'B'; an index on 'c' of 'B' would spare it [model.unindexed-request]
       10 |   <fetchRequest name="three" entity="B" predicateString="c &gt; $X"/>
          |                                                          ^~~~~~~~~
      contents:7:4: note: put into entity 'B': <fetchIndex name="byC"><fetchIndexElement property="c" type="Binary" order="ascending"/></fetchIndex>
       7 |   <entity name="B"><attribute name="c" optional="YES" attributeType="Date"/></entity>
         |    ^~~~~~
      contents:7:77: note: fix-it: add fetch index 'byC' to entity 'B': insert '<fetchIndex name="byC"><fetchIndexElement property="c" type="Binary" order="ascending"/></fetchIndex>'

      """)
    let fixed = try #require(found.applyingFixIts().first)
    expectText(
      String(decoding: fixed.fixed, as: UTF8.self),
      """
      <model>
        <entity name="A">
          <attribute name="a" optional="YES" attributeType="String"/>
          <attribute name="b" optional="YES" attributeType="String"/>
          <fetchIndex name="byA">
              <fetchIndexElement property="a" type="Binary" order="ascending"/>
          </fetchIndex>
          <userInfo/>
        </entity>
        <entity name="B"><attribute name="c" optional="YES" attributeType="Date"/><fetchIndex name="byC"><fetchIndexElement property="c" type="Binary" order="ascending"/></fetchIndex></entity>
        <fetchRequest name="one" entity="A" predicateString="a == $X"/>
        <fetchRequest name="two" entity="A" predicateString="a == $X AND b CONTAINS $Y"/>
        <fetchRequest name="three" entity="B" predicateString="c &gt; $X"/>
        <fetchRequest name="four" entity="B" predicateString="SELF == $X"/>
        <fetchRequest name="five" entity="B"/>
      </model>
      """)
    #expect(try findings(String(decoding: fixed.fixed, as: UTF8.self)).isEmpty)
  }

  /// SQLite's limit is 2,000 columns.
  @Test func aModelThatSQLiteCannotHoldIsJudgedByShape() throws {
    let attributes = (0..<2_100).map {
      "<attribute name=\"a\($0)\" optional=\"YES\" attributeType=\"String\"/>"
    }
    let found = try findings(
      """
      <model><entity name="A">\(attributes.joined())</entity>
      <fetchRequest name="one" entity="A" predicateString="a7 == $X"/></model>
      """)
    #expect(
      found.all.map(\.text) == [
        "fetch request 'one' searches 'A' by 'a7', and no index begins with it; every row may have to be read"
      ])
    #expect(found.all.flatMap(\.fixIts).isEmpty)
  }
}
