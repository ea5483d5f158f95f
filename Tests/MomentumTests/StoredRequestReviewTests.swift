import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPredicate
import Testing

/// Which stored requests read every row, told from the model alone, without a database.
@Suite struct StoredRequestReviewTests {
  private func findings(_ predicate: String) throws -> [String] {
    var diagnostics = Diagnostics()
    let text = """
      <model>
        <entity name="Base">
          <attribute name="known" optional="YES" attributeType="String"/>
          <fetchIndex name="byKnown"><fetchIndexElement property="known" type="Binary" order="ascending"/></fetchIndex>
        </entity>
        <entity name="A" parentEntity="Base">
          <attribute name="a" optional="YES" attributeType="String"/>
          <attribute name="b" optional="YES" attributeType="String"/>
          <attribute name="flag" optional="YES" attributeType="Boolean"/>
          <attribute name="old" optional="YES" indexed="YES" attributeType="String"/>
          <attribute name="head" optional="YES" attributeType="String"/>
          <attribute name="second" optional="YES" attributeType="String"/>
          <attribute name="only" optional="YES" attributeType="String"/>
          <attribute name="other" optional="YES" attributeType="String"/>
          <relationship name="one" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="A" inverseName="many" inverseEntity="A"/>
          <relationship name="many" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="A" inverseName="one" inverseEntity="A"/>
          <fetchIndex name="i">
            <fetchIndexElement property="head" type="Binary" order="ascending"/>
            <fetchIndexElement property="second" type="Binary" order="ascending"/>
          </fetchIndex>
          <uniquenessConstraints>
            <uniquenessConstraint><constraint value="only"/><constraint value="other"/></uniquenessConstraint>
          </uniquenessConstraints>
        </entity>
        <fetchRequest name="r" entity="A" predicateString="\(predicate)"/>
      </model>
      """
    let source = SourceFile(path: "contents", text: text)
    let syntax = try #require(ModelReader.read(contents: source, &diagnostics))
    let model = try #require(ModelChecker.check(syntax, &diagnostics))
    let requests = StoredRequestChecker.check(syntax, model, &diagnostics)
    #expect(requests.allSatisfy { $0.isUsable }, "\(diagnostics.all.map(\.text))")
    var found = Diagnostics()
    StoredRequestReview.review(requests, syntax, model, &found)
    #expect(found.all.allSatisfy { $0.id == "model.unindexed-request" })
    return found.all.map(\.text)
  }

  /// Each searches by an attribute that no index begins with.
  @Test(arguments: [
    "a == $X", "$X == a", "a &lt; $X", "a &lt;= $X", "a &gt; $X", "a &gt;= $X", "a IN $X",
    "a BETWEEN $X", "a BEGINSWITH $X", "a == $X AND flag == YES", "a == $X AND b CONTAINS $Y",
    "a == $X AND NOT b == $Y", "second == $X", "other == $X", "a == $X AND a != $Y",
    "a == $X AND one.head == $Y",
  ])
  func aSearchWithoutAnIndexIsTold(predicate: String) throws {
    #expect(try findings(predicate).count == 1)
  }

  /// A key or an index serves these, or none could.
  @Test(arguments: [
    "a != $X", "NOT a == $X", "a == $X OR b == $Y", "a CONTAINS $X", "a ENDSWITH $X", "a LIKE $X",
    "a ==[c] $X", "one == $X", "SELF == $X", "one == $X AND a == $Y", "ANY many.a == $X",
    "one.a == $X", "flag == YES", "old == $X", "head == $X", "head == $X AND a == $Y",
    "only == $X", "known == $X", "known == $X AND a == $Y", "TRUEPREDICATE",
    "a == $X AND (b == $Y OR b == $Z)",
  ])
  func anotherSearchIsNot(predicate: String) throws {
    #expect(try findings(predicate) == [])
  }

  @Test func theFindingNamesEachAttributeOnce() throws {
    let start = "fetch request 'r' searches 'A' by "
    #expect(
      try findings("a == $X") == [
        start + "'a', and no index begins with it; every row may have to be read"
      ])
    #expect(
      try findings("b &gt; $X AND a == $Y AND b &lt; $Z") == [
        start + "'b', 'a', and no index begins with one of them; every row may have to be read"
      ])
  }
}
