import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumTestSupport
import Testing

@Suite struct PartialIndexTests {
  private func condition(_ predicate: String) throws -> String? {
    let text = """
      <model><entity name="Note"><attribute name="rank" attributeType="Integer 16"/><attribute name="title" optional="YES" attributeType="String"/>
      <fetchIndex name="hot" partialIndexPredicate="\(predicate)"><fetchIndexElement property="rank" type="Binary" order="descending"/></fetchIndex></entity></model>
      """
    var diagnostics = Diagnostics()
    let model = try #require(
      CompiledModel.compile(SourceFile(path: "m", text: text), &diagnostics))
    let line = model.schemaScript.split(separator: "\n").first { $0.contains("Z_Note_hot") }
    return line.map { $0.components(separatedBy: " WHERE ").last ?? "" }
  }

  @Test(arguments: [
    ("rank &gt; 5 AND title != nil", "(ZRANK > 5 AND ZTITLE IS NOT NULL);"),
    (
      "rank == YES OR (title == 'it\\'s' AND rank &lt;= 2.0)",
      "(ZRANK = 1 OR (ZTITLE = 'it''s' AND ZRANK <= 2));"
    ),
    ("title == nil", "ZTITLE IS NULL;"),
  ])
  func conditionsStandInTheIndex(predicate: String, sql: String) throws {
    #expect(try condition(predicate) == sql)
  }

  @Test(arguments: ["rank + 1 &gt; 5", "title BEGINSWITH 'a'", "nothing == 1", "rank &gt;"])
  func otherPredicatesMakeNoIndex(predicate: String) throws {
    #expect(try condition(predicate) == nil)
  }
}
