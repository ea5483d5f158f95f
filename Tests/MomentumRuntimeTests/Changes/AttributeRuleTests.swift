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

  // MARK: - Rules

  private static let contents = """
    <model><entity name="A">
    <attribute name="number" optional="YES" attributeType="Integer 16" minValueString="0" maxValueString="9"/>
    <attribute name="ratio" optional="YES" attributeType="Double" minValueString="-1.5" maxValueString="2.5"/>
    <attribute name="free" optional="YES" attributeType="Double"/>
    <attribute name="outside" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
    <attribute name="inside" optional="YES" attributeType="Binary"/>
    <attribute name="code" attributeType="String" minValueString="2" maxValueString="3" regularExpressionString="[a-z]*"/>
    <attribute name="made" attributeType="Date" derived="YES" derivationExpression="now()"/>
    <attribute name="box" optional="YES" attributeType="Composite" composite="Box"/>
    <attribute name="fixed" attributeType="Composite" composite="Box"/>
    </entity>
    <composite name="Box"><attribute name="width" attributeType="Double"/>
    <attribute name="lid" optional="YES" attributeType="Composite" composite="Lid"/></composite>
    <composite name="Lid"><attribute name="colour" attributeType="String"/></composite></model>
    """

  private func rule(_ path: String) throws -> AttributeRule? {
    var diagnostics = Diagnostics()
    let compiled = try #require(
      CompiledModel.compile(SourceFile(path: "contents", text: Self.contents), &diagnostics),
      "\(diagnostics.all.map(\.text))")
    let model = compiled.model
    let names = path.split(separator: ".").map(String.init)
    let id = try #require(model.attributes(of: EntityID(0)).first { model[$0].name == names[0] })
    return AttributeRule(id, path: Array(names.dropFirst()), model, compiled.schema)
  }

  @Test(arguments: [
    ("number", SQLValue.integer(0), nil), ("number", .integer(9), nil),
    ("number", .integer(-1), "has to be at least 0"),
    ("number", .integer(10), "has to be at most 9"),
    ("number", .text("5"), "has to be of type Integer 16"),
    ("ratio", .real(-1.5), nil), ("ratio", .real(2.5), nil), ("ratio", .integer(2), nil),
    ("ratio", .real(-1.6), "has to be at least -1.5"),
    ("ratio", .real(2.6), "has to be at most 2.5"),
    ("ratio", .integer(3), "has to be at most 2.5"), ("ratio", .real(.nan), "has to be a number"),
    ("free", .real(.nan), "has to be a number"), ("free", .real(-.infinity), nil),
    ("free", .text("x"), nil), ("inside", .blob([5]), nil), ("inside", .blob([]), nil),
    ("outside", .blob([1]), nil), ("outside", .blob([1, 5]), nil), ("outside", .text("x"), nil),
    ("outside", .blob([2, 1]), "has to be encoded for external storage"),
    ("outside", .blob([]), "has to be encoded for external storage"),
    ("code", .text("ab"), nil), ("code", .text("abc"), nil),
    ("code", .text("a"), "has to be at least 2 characters long"),
    ("code", .text("abcd"), "has to be at most 3 characters long"),
    ("code", .text("AB"), "has to be a text that matches '[a-z]*'"),
    ("fixed.width", .real(.nan), "has to be a number"),
  ])
  func aValueKeepsTheRulesOfTheModel(path: String, value: SQLValue, problem: String?) throws {
    let rule = try #require(try rule(path))
    var found: String?
    do { try rule.check(value, entity: "A") } catch let failure as StoreFailure {
      #expect(failure.reason == .validation)
      found = failure.description
    }
    #expect(found == problem.map { "the value of attribute '\(path)' of entity 'A' \($0)" })
  }

  /// Which attributes need a value, and which composites around one may be missing as a whole.
  @Test(
    arguments: [
      ("number", false, []), ("code", true, []), ("made", false, []), ("box.width", true, ["box"]),
      ("fixed.width", true, []), ("box.lid.colour", true, ["box", "box.lid"]),
      ("fixed.lid.colour", true, ["fixed.lid"]),
    ] as [(String, Bool, [String])])
  func aRequiredAttributeMayLieInAnOptionalComposite(
    path: String, isRequired: Bool, prefixes: [String]
  ) throws {
    let rule = try #require(try rule(path))
    #expect(rule.isRequired == isRequired && rule.optionalPrefixes == prefixes)
    #expect(rule.name == path && rule.isDerived == (path == "made"))
    #expect(
      rule.missing("A").description
        == "attribute '\(path)' of entity 'A' is not optional and needs a value")
  }

  @Test(arguments: ["box", "box.height", "box.width.x", "box.lid", "number.x", "box.lid.none"])
  func whatHasNoColumnOfItsOwnHasNoRule(path: String) throws {
    #expect(try rule(path) == nil)
  }
}
