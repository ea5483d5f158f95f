import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@testable import MomentumRuntime

/// The persistent history of an import: which properties of an object of the store it says to have
/// changed.
@Suite struct ImportHistoryTests {
  private static let contents = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Parcel" syncable="YES">
        <attribute name="label" attributeType="String"/>
        <attribute name="note" optional="YES" attributeType="String"/>
        <attribute name="size" optional="YES" attributeType="Composite" composite="Size"/>
        <attribute name="weight" optional="YES" attributeType="Integer 32"/>
      </entity>
      <composite name="Size">
        <attribute name="height" optional="YES" attributeType="Integer 32"/>
        <attribute name="width" optional="YES" attributeType="Integer 32"/>
      </composite>
    </model>
    """

  private static let map = """
    {"objects": [{"entity": "Parcel", "match": "label",
      "attributes": {"label": "label", "note": "note", "size": "size", "weight": "weight"}}]}
    """

  private static func parcel(note: String, size: String, weight: Int) -> String {
    """
    [{"label": "a", "note": "\(note)", "size": \(size), "weight": \(weight)}]
    """
  }

  /// An element of a composite is a change of the composite, and of no attribute beside it.
  @Test(arguments: [
    (parcel(note: "n", size: #"{"height": 1, "width": 2}"#, weight: 3), []),
    (parcel(note: "m", size: #"{"height": 1, "width": 2}"#, weight: 3), ["note"]),
    (parcel(note: "n", size: #"{"height": 4, "width": 2}"#, weight: 3), ["size"]),
    (parcel(note: "n", size: #"{"height": 1, "width": 4}"#, weight: 3), ["size"]),
    (parcel(note: "n", size: "null", weight: 3), ["size"]),
    (parcel(note: "n", size: #"{"height": 1, "width": 2}"#, weight: 4), ["weight"]),
    (
      parcel(note: "m", size: #"{"height": 2, "width": 1}"#, weight: 4), ["note", "size", "weight"]
    ),
  ])
  func theHistoryNamesWhatDiffers(data: String, expected: [String]) throws {
    var diagnostics = Diagnostics()
    let compiled = try #require(
      CompiledModel.compile(
        SourceFile(path: "contents", text: Self.contents), keepsHistory: true, &diagnostics),
      "\(diagnostics.all.map(\.text))")
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("parcels.sqlite").path
      try compiled.createStore(at: path)
      func load(_ text: String) throws -> ImportResult {
        let result = try compiled.importing(
          of: SourceFile(path: "data.json", text: text), into: path,
          mappedBy: SourceFile(path: "map.json", text: Self.map), &diagnostics)
        return try #require(result, "\(diagnostics.all.map(\.text))")
      }
      _ = try load(Self.parcel(note: "n", size: #"{"height": 1, "width": 2}"#, weight: 3))
      let result = try load(data)
      #expect(result.updated == (expected.isEmpty ? 0 : 1))
      let connection = try Connection(path: path, access: .readOnly)
      let id = try #require(compiled.model.entity(named: "Parcel"))
      let columns = HistoryColumns(id, compiled.model, compiled.schema)
      let stored = try connection.firstValue(
        sql: "SELECT ZCOLUMNS FROM ACHANGE WHERE ZCHANGETYPE = 1")
      var names: [String] = []
      if case .blob(let bytes)? = stored {
        for case .attribute(let attribute) in columns.changed(in: bytes) {
          names.append(compiled.model[attribute].name)
        }
      }
      #expect(names.sorted() == expected)
    }
  }
}
