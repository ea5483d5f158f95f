import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumRename
import Testing

/// What a renaming changes in mapping models.
@Suite struct MappingRenameTests {
  private static func text(from source: String, to destination: String) -> String {
    """
    <database>
    <object type="XDDEVMAPPINGMODEL" id="z1">
    <attribute name="sourcemodelpath" type="string">App/Model.xcdatamodeld/\(source)</attribute>
    <attribute name="destinationmodelpath" type="string">App/Model.xcdatamodeld/\(destination)</attribute>
    <relationship name="entitymappings" type="0/0" destination="XDDEVENTITYMAPPING" idrefs="z2"></relationship>
    </object>
    <object type="XDDEVENTITYMAPPING" id="z2">
    <attribute name="sourcename" type="string">Venue</attribute>
    <attribute name="destinationname" type="string">Venue</attribute>
    <relationship name="attributemappings" type="0/0" destination="XDDEVATTRIBUTEMAPPING" idrefs="z3"></relationship>
    </object>
    <object type="XDDEVATTRIBUTEMAPPING" id="z3">
    <attribute name="name" type="string">name</attribute>
    </object>
    </database>
    """
  }

  private static func changes(_ text: String) throws -> MappingChanges {
    var diagnostics = Diagnostics()
    let file = MappingModelReader.read(
      SourceFile(path: "M.xcmappingmodel/xcmapping.xml", text: text), &diagnostics)
    guard case .editor(let mapping)? = file else { return MappingChanges() }
    return try SourceRenameTests.rename()
      .changes(of: mapping, version: "App/Model.xcdatamodeld/B.xcdatamodel/contents")
  }

  @Test func theDestinationOfAMappingToTheVersionIsRenamed() throws {
    let text = Self.text(from: "A.xcdatamodel", to: "B.xcdatamodel")
    let changes = try Self.changes(text)
    #expect(changes.places.isEmpty)
    let fixed = try #require(FixedFile.files(with: changes.edits).first).fixed
    #expect(
      String(decoding: fixed, as: UTF8.self)
        == text.replacing(">name</attribute>", with: ">title</attribute>"))
  }

  /// Each row: the versions of a mapping that is left alone, and the number of places to look at.
  @Test(arguments: [
    // The name of another version's property is right as it is, but may have to follow.
    ("A.xcdatamodel", "C.xcdatamodel", 1),
    // The value of the destination is taken from the property of this name.
    ("B.xcdatamodel", "C.xcdatamodel", 2),
  ])
  func anotherMappingIsListed(_ source: String, _ destination: String, _ count: Int) throws {
    let changes = try Self.changes(Self.text(from: source, to: destination))
    #expect(changes.edits.isEmpty)
    #expect(changes.places.count == count)
  }
}
