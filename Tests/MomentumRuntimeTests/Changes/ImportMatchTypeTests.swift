import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumRuntime
import MomentumTestSupport
import Testing

/// By which attributes a mapping file may find objects of the store: those with a value in one column.
@Suite struct ImportMatchTypeTests {
  private static let plain = [
    "Integer 16", "Integer 32", "Integer 64", "Decimal", "Double", "Float", "String", "Boolean",
    "Date", "UUID", "URI", "Binary",
  ]

  static let rows: [(attribute: String, isMatchable: Bool)] =
    plain.map { ("attributeType=\"\($0)\"", true) } + [
      ("attributeType=\"Transformable\"", false),
      ("attributeType=\"Composite\" composite=\"C\"", false),
      ("attributeType=\"Binary\" allowsExternalBinaryDataStorage=\"YES\"", false),
      ("attributeType=\"String\" transient=\"YES\"", false),
      (
        "attributeType=\"String\" derived=\"YES\" derivationExpression=\"uppercase:(other)\"", false
      ),
    ]

  private func compiled(_ attribute: String) throws -> CompiledModel {
    let text = """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Item" syncable="YES">
          <attribute name="key" optional="YES" \(attribute)/>
          <attribute name="other" optional="YES" attributeType="String"/>
        </entity>
        <composite name="C"><attribute name="a" optional="YES" attributeType="String"/></composite>
      </model>
      """
    var diagnostics = Diagnostics()
    let model = CompiledModel.compile(SourceFile(path: "contents", text: text), &diagnostics)
    return try #require(model, "\(diagnostics.all.map(\.text))")
  }

  private func texts(_ compiled: CompiledModel, _ map: String) throws -> [String] {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("items.sqlite").path
      try compiled.createStore(at: path)
      var diagnostics = Diagnostics()
      let result = try compiled.importing(
        of: SourceFile(path: "data.json", text: "[]"), into: path,
        mappedBy: SourceFile(path: "map.json", text: map), &diagnostics)
      #expect((result == nil) == diagnostics.hasErrors)
      return diagnostics.all.filter { $0.severity == .error }.map(\.text)
    }
  }

  @Test(arguments: rows)
  func objectsAreFoundByAttributesOfOneColumn(attribute: String, isMatchable: Bool) throws {
    let compiled = try compiled(attribute)
    // Another attribute is set, so that only the rule for `match` can refuse the map.
    let found = try texts(
      compiled,
      """
      {"objects": [{"entity": "Item", "match": "key",
        "attributes": {\(isMatchable ? "\"key\": \"k\", " : "")"other": "o"}}]}
      """)
    #expect(
      found
        == (isMatchable
          ? [] : ["expected an attribute that is stored in one column, not 'key'"]))
  }

  /// The same where a relationship or a list of attributes finds objects.
  @Test(arguments: [
    ("\"kex\"", "no attribute 'kex' in entity 'Item'; did you mean 'key'?"),
    ("[\"other\", \"key\"]", "expected an attribute that is stored in one column, not 'key'"),
    ("[]", "expected an attribute, not an empty list"),
    ("false", "expected the name of an attribute, a list of names, or true, not a boolean"),
    ("null", "expected the name of an attribute, a list of names, or true, not null"),
    (
      "true",
      "expected the names of the attributes to match by, not true with no uniqueness constraint of "
        + "entity 'Item'"
    ),
  ])
  func whatIsNoListOfNamesIsRefused(_ match: String, _ text: String) throws {
    let found = try texts(
      try compiled("attributeType=\"Transformable\""),
      "{\"objects\": [{\"entity\": \"Item\", \"match\": \(match), \"attributes\": {\"other\": \"o\"}}]}"
    )
    #expect(found == [text])
  }
}
