import MomentumModel
import Testing

@Suite struct VersionOrderTests {
  @Test func aPersonCountsNumbers() {
    let names = ["Model 10", "Model", "Model 2", "Model 2.1", "Model_likes", "Model_comments"]
    #expect(
      names.sorted(by: VersionOrder.isBefore) == [
        "Model", "Model 2", "Model 2.1", "Model 10", "Model_comments", "Model_likes",
      ])
  }

  @Test(arguments: [
    ("Model", "Model 2", true), ("Model 2", "Model 10", true), ("Model 10", "Model 2", false),
    ("Model 2", "Model", false), ("Model", "Model2", true), ("Model", "Modelv2", true),
    ("Model 2.0.1", "Model 2.1", true), ("Model 2", "Model 2.1", true), ("Model", "Model", false),
    ("Model_comments", "Model_likes", false), ("Model", "Model_likes", false),
    ("Model", "Modeller 2", false), ("A 1", "B 2", false), ("", "2", true),
    ("Model 2 draft", "Model 2 final", false), ("Model 99999999999999999999", "Model 2", false),
  ])
  func onlyANumberSaysWhatCameFirst(_ left: String, _ right: String, _ expected: Bool) {
    #expect(VersionOrder.isNumberedBefore(left, right) == expected)
  }
}
