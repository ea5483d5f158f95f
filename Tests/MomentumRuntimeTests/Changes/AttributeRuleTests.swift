import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumTestSupport
import Testing

@testable import MomentumRuntime

/// The form of values that did not pass through an encoder of rows.
@Suite struct AttributeRuleTests {
  /// Only bytes that may be stored in a file of their own begin with a byte that says where they are.
  @Test(arguments: [
    ("plain", AttributeValue.binary([5]), SQLValue.blob([5])),
    ("outside", .binary([5]), .blob([1, 5])), ("outside", .binary([]), .blob([1])),
    ("text", .string("a"), .text("a")),
  ])
  func bytesSayWhereTheyAre(name: String, value: AttributeValue, stored: SQLValue) throws {
    let text = """
      <model><entity name="A">
      <attribute name="plain" optional="YES" attributeType="Binary"/>
      <attribute name="outside" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
      <attribute name="text" optional="YES" attributeType="String"/>
      </entity></model>
      """
    var diagnostics = Diagnostics()
    let compiled = try #require(
      CompiledModel.compile(SourceFile(path: "contents", text: text), &diagnostics))
    let model = compiled.model
    let id = try #require(
      model.attributes(of: EntityID(0)).first { model[$0].name == name })
    let rule = try #require(AttributeRule(id, path: [], model, compiled.schema))
    #expect(rule.stored(value) == stored)
    #expect(rule.stored(nil) == .null)
  }
}
