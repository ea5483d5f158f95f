import MomentumCompiler
import MomentumDiagnostics
import MomentumGeneration
import MomentumTestSupport
import Testing

@Suite struct ValueTypeCheckTests {
  @Test func findingsStandAtTheirValueInTheModel() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
          <entity name="Venue">
              <attribute name="price" optional="YES" attributeType="String">
                  <userInfo>
                      <entry key="valueType" value="a b"/>
                  </userInfo>
              </attribute>
          </entity>
      </model>

      """
    var diagnostics = Diagnostics()
    let model = try #require(
      CompiledModel.compile(SourceFile(path: "contents", text: text), &diagnostics))
    var findings = Diagnostics()
    model.checkValueTypes(&findings)
    expectText(
      TextRenderer().render(findings.all).split(separator: "\n").first.map(String.init) ?? "",
      "contents:6:47: error: 'valueType' of 'price' must be a Swift type's name "
        + "[model.bad-value-type]")
  }
}
