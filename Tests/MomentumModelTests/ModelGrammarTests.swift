import MomentumModel
import Testing

@Suite struct ModelGrammarTests {
  @Test func everyElementHasOneRow() {
    #expect(Set(ModelGrammar.rows.map(\.element)) == Set(ModelElementKind.allCases))
    #expect(ModelGrammar.rows.count == ModelElementKind.allCases.count)
  }

  @Test func everyAttributeCanStandSomewhere() {
    let used = Set(ModelGrammar.rows.flatMap { $0.required + $0.optional })
    #expect(used == Set(ModelAttributeName.allCases))
  }

  @Test func everyElementButTheModelCanStandSomewhere() {
    let used = Set(ModelGrammar.rows.flatMap(\.children))
    #expect(used == Set(ModelElementKind.allCases).subtracting([.model]))
  }
}
