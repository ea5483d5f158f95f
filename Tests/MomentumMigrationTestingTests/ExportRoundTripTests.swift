import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumMigrationTesting
import MomentumMigrator
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// A store, exported and imported into a new one, is the same store.
@Suite struct ExportRoundTripTests {
  /// Every type, each kind of relationship, with and without order and inverse.
  private static let contents = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Thing" representedClassName="Thing" isAbstract="YES" syncable="YES">
        <attribute name="label" optional="YES" attributeType="String" defaultValueString="new"/>
        <relationship name="notes" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Note" inverseName="thing" inverseEntity="Note"/>
      </entity>
      <entity name="Gauge" representedClassName="Gauge" parentEntity="Thing" syncable="YES">
        <attribute name="small" optional="YES" attributeType="Integer 16" usesScalarValueType="NO"/>
        <attribute name="large" optional="YES" attributeType="Integer 64" usesScalarValueType="NO"/>
        <attribute name="exact" optional="YES" attributeType="Decimal" usesScalarValueType="NO"/>
        <attribute name="real" optional="YES" attributeType="Double" usesScalarValueType="NO"/>
        <attribute name="single" optional="YES" attributeType="Float" usesScalarValueType="NO"/>
        <attribute name="isOn" optional="YES" attributeType="Boolean" usesScalarValueType="NO"/>
        <attribute name="read" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
        <attribute name="bytes" optional="YES" attributeType="Binary"/>
        <attribute name="image" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <attribute name="mark" optional="YES" attributeType="UUID" usesScalarValueType="NO"/>
        <attribute name="link" optional="YES" attributeType="URI"/>
        <attribute name="state" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData"/>
        <relationship name="tags" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="gauges" inverseEntity="Tag"/>
        <relationship name="peers" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Gauge" inverseName="peers" inverseEntity="Gauge"/>
        <relationship name="case" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Case" inverseName="gauge" inverseEntity="Case"/>
      </entity>
      <entity name="Dial" representedClassName="Dial" parentEntity="Gauge" syncable="YES">
        <attribute name="steps" attributeType="Integer 32" defaultValueString="12" usesScalarValueType="YES"/>
        <relationship name="spares" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Case"/>
      </entity>
      <entity name="Case" representedClassName="Case" syncable="YES">
        <relationship name="gauge" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Gauge" inverseName="case" inverseEntity="Gauge"/>
      </entity>
      <entity name="Note" representedClassName="Note" syncable="YES">
        <attribute name="text" attributeType="String"/>
        <relationship name="thing" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Thing" inverseName="notes" inverseEntity="Thing"/>
      </entity>
      <entity name="Tag" representedClassName="Tag" syncable="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="gauges" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Gauge" inverseName="tags" inverseEntity="Gauge"/>
      </entity>
    </model>
    """

  private static func compiled() throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "contents", text: contents)
    return try #require(CompiledModel.compile(source, &diagnostics), "\(diagnostics.all)")
  }

  /// What columns may hold that no seed would choose.
  private static let oddities = [
    "UPDATE ZTHING SET ZLABEL = '' WHERE Z_PK = 1",
    "UPDATE ZTHING SET ZLABEL = 'a' || char(10) || char(0) || '\"e\u{301}', Z_OPT = 77 WHERE Z_PK = 2",
    "UPDATE ZTHING SET ZREAL = 9e999, ZREAD = 631152000.1234567 WHERE Z_PK = 2",
    "UPDATE ZTHING SET ZREAL = 4.9e-324, ZREAD = -0.00001 WHERE Z_PK = 3",
    "UPDATE ZTHING SET ZREAL = 1e300, ZEXACT = 1e300, ZREAD = -9e999 WHERE Z_PK = 4",
    "UPDATE ZTHING SET ZREAD = 1e15, ZEXACT = 0.1, ZSINGLE = 0.1 WHERE Z_PK = 5",
    "UPDATE ZTHING SET ZSMALL = 70000, ZISON = 5, ZLARGE = -9223372036854775808 WHERE Z_PK = 6",
    "UPDATE ZTHING SET ZLABEL = NULL, ZMARK = x'0102', ZLINK = '', ZBYTES = x'' WHERE Z_PK = 7",
    "UPDATE ZTHING SET ZIMAGE = x'', ZBYTES = 'no bytes', ZSTATE = x'00ff' WHERE Z_PK = 8",
    "UPDATE ZTHING SET ZREAL = 'text', ZREAD = 63113904000.5 WHERE Z_PK = 9",
    // Texts that a field of CSV could be taken for something else by.
    "UPDATE ZTAG SET ZNAME = '{\"$integer\": 5}' WHERE Z_PK = 1",
    "UPDATE ZTAG SET ZNAME = ' ,;' || char(13, 10, 13) || '\"\"' WHERE Z_PK = 2",
    "UPDATE ZTAG SET ZNAME = '{\"a\": [1, 2]}' WHERE Z_PK = 3",
    "UPDATE ZTAG SET ZNAME = '[1' WHERE Z_PK = 4", "UPDATE ZTAG SET ZNAME = '' WHERE Z_PK = 5",
    "UPDATE ZTAG SET ZNAME = NULL WHERE Z_PK = 6", "UPDATE ZTAG SET ZNAME = '5' WHERE Z_PK = 7",
    "DELETE FROM ZNOTE WHERE Z_PK = (SELECT MAX(Z_PK) FROM ZNOTE)",
  ]

  /// Exports, imports and compares, by JSON and by CSV.
  private func expectRoundTrip(
    _ path: String, _ compiled: CompiledModel, _ folder: String, checksRules: Bool
  ) throws {
    let importing = ImportOptions(checksRules: checksRules)
    let options = ConnectionOptions(now: { 0 })
    try expectCopy(of: path, at: folder + "/json.sqlite", compiled) { copy, diagnostics in
      var text = ""
      #expect(try compiled.exportJSON(of: path, &diagnostics) { text += $0 } != nil)
      return try compiled.importObjects(
        of: SourceFile(path: "export.json", text: text), into: copy, importing: importing,
        options: options, &diagnostics)
    }
    try expectCopy(of: path, at: folder + "/csv.sqlite", compiled) { copy, diagnostics in
      var texts: [String: String] = [:]
      #expect(
        try compiled.exportCSV(of: path, &diagnostics) { texts[$0, default: ""] += $1 } != nil)
      let files = texts.sorted { $0.key < $1.key }.map { SourceFile(path: $0.key, text: $0.value) }
      return try compiled.importing(
        ofCSV: files, into: copy, importing: importing, options: options, &diagnostics)?.rows
    }
  }

  private func expectCopy(
    of path: String, at copy: String, _ compiled: CompiledModel,
    _ fill: (String, inout Diagnostics) throws -> [String: Int]?
  ) throws {
    try compiled.createStore(at: copy)
    var diagnostics = Diagnostics()
    let imported = try fill(copy, &diagnostics)
    #expect(imported != nil, "\(diagnostics.all.map(\.text))")
    var options = StoreComparison.Options()
    options.includesValues = true
    var comparison = try StoreComparison.compare(
      path, of: compiled, with: copy, of: compiled, options: options)
    // A store has an identifier of its own.
    #expect(comparison.metadataKeys == ["NSStoreUUID"])
    comparison.metadataKeys = []
    #expect(comparison.isLossless, "\(comparison)")
    #expect(comparison.keepsBookkeeping, "\(comparison)")
  }

  @Test(arguments: [1, 2, 3, 4, 5])
  func everyKindOfValueAndLinkIsKept(seed: UInt64) throws {
    let compiled = try Self.compiled()
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("store.sqlite").path
      try compiled.createStore(at: path)
      var diagnostics = Diagnostics()
      let objects = StoreSeed(rowsPerEntity: 9, number: seed).objects(of: compiled)
      #expect(try objects.insert(into: path, of: compiled, &diagnostics) != nil)
      let connection = try Connection(path: path, access: .readWrite)
      for statement in Self.oddities { try connection.execute(sql: statement) }
      try expectRoundTrip(path, compiled, folder.path, checksRules: false)
    }
  }

  @Test(arguments: TestingFixture.bundles, [1, 2] as [UInt64])
  func storesOfEveryVersionAreKept(bundle: String, seed: UInt64) throws {
    for version in try MigrationTestHelper(bundle: bundle).versions {
      try RepositoryFiles.withTemporaryFolder { folder in
        let path = folder.appendingPathComponent("store.sqlite").path
        try version.compiled.createStore(at: path)
        var diagnostics = Diagnostics()
        let objects = StoreSeed(rowsPerEntity: 12, number: seed).objects(of: version.compiled)
        #expect(try objects.insert(into: path, of: version.compiled, &diagnostics) != nil)
        try expectRoundTrip(path, version.compiled, folder.path, checksRules: true)
      }
    }
  }

  @Test func aBinaryInAFileOfItsOwnComesAlong() throws {
    let compiled = try Self.compiled()
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("store.sqlite").path
      try compiled.createStore(at: path)
      var diagnostics = Diagnostics()
      let object = #"{"objects": [{"entity": "Dial", "attributes": {"image": "AQID"}}]}"#
      let source = SourceFile(path: "seed.json", text: object)
      #expect(try compiled.importObjects(of: source, into: path, &diagnostics) != nil)
      let name = "7A3B64C8-2F0E-4E57-9B3A-0C4D1E5F6A7B"
      let external = folder.appendingPathComponent(".store_SUPPORT/_EXTERNAL_DATA")
      try FileManager.default.createDirectory(at: external, withIntermediateDirectories: true)
      try Data([9, 8, 7]).write(to: external.appendingPathComponent(name))
      let connection = try Connection(path: path, access: .readWrite)
      let bytes = [2] + Array(name.utf8) + [0]
      try connection.execute("UPDATE ZTHING SET ZIMAGE = ?", [.blob(bytes)])
      var text = ""
      _ = try compiled.exportJSON(of: path, &diagnostics) { text += $0 }
      #expect(text.contains(#""image": "CQgH""#), "\(text)")
    }
  }

  @Test func keysThatAreTakenAreRefusedOrNew() throws {
    let compiled = try Self.compiled()
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("store.sqlite").path
      try compiled.createStore(at: path)
      var diagnostics = Diagnostics()
      let objects = StoreSeed(rowsPerEntity: 3).objects(of: compiled)
      #expect(try objects.insert(into: path, of: compiled, &diagnostics) != nil)
      var text = ""
      let count = try compiled.exportJSON(of: path, &diagnostics) { text += $0 }
      let file = SourceFile(path: "export.json", text: text)
      let error = #expect(throws: StoreError.self) {
        try compiled.importObjects(of: file, into: path, &diagnostics)
      }
      #expect("\(String(describing: error))".contains("has an object of its key"))
      let again = try compiled.importObjects(
        of: file, into: path, importing: ImportOptions(keepsKeys: false), &diagnostics)
      #expect(again != nil)
      var second = ""
      let double = try compiled.exportJSON(of: path, &diagnostics) { second += $0 }
      #expect(double == (count ?? 0) * 2)
    }
  }
}
