import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumMigrator
import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport

/// Bundles of two small versions, written for one test.
struct TestingFixture {
  let folder: URL

  init(_ folder: URL) { self.folder = folder }

  /// Writes `Shop.xcdatamodeld` with versions of the given entities' XML; the last one is current.
  func bundle(_ versions: [(name: String, entities: String)]) throws -> String {
    let bundle = folder.appendingPathComponent("Shop.xcdatamodeld")
    for version in versions {
      let inner = bundle.appendingPathComponent(version.name + ".xcdatamodel")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      let text = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        \(version.entities)
        </model>
        """
      try text.write(
        to: inner.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    }
    let current = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
      <string>\(versions.last?.name ?? "").xcdatamodel</string></dict></plist>
      """
    try current.write(
      to: bundle.appendingPathComponent(".xccurrentversion"), atomically: true, encoding: .utf8)
    return bundle.path
  }

  static func run(_ path: String, _ statements: String...) throws {
    let connection = try Connection(path: path, access: .readWrite)
    for statement in statements { try connection.execute(sql: statement) }
  }

  static func value(_ path: String, _ sql: String) throws -> SQLValue? {
    try Connection(path: path, access: .readWrite).firstValue(sql: sql)
  }

  static let bubbleTea = RepositoryFiles.url("Models/BubbleTea.xcdatamodeld").path
  static let bundles = ["BubbleTea", "Newsroom", "Staff", "SurfJournal"].map {
    RepositoryFiles.url("Models/\($0).xcdatamodeld").path
  }

  /// Two versions with every kind of change that a comparison has a word for.
  static let shop1 = """
    <entity name="Item" syncable="YES">
      <attribute name="code" optional="YES" attributeType="String"/>
      <attribute name="count" attributeType="Integer 16" defaultValueString="1" usesScalarValueType="YES"/>
      <attribute name="note" optional="YES" attributeType="String"/>
      <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" ordered="YES" destinationEntity="Tag" inverseName="items" inverseEntity="Tag"/>
      <relationship name="box" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Box" inverseName="items" inverseEntity="Box"/>
    </entity>
    <entity name="Box" syncable="YES">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="box" inverseEntity="Item"/>
    </entity>
    <entity name="Tag" syncable="YES">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="tags" inverseEntity="Item"/>
    </entity>
    <entity name="Old" syncable="YES">
      <attribute name="name" optional="YES" attributeType="String"/>
    </entity>
    """
  static let shop2 = """
    <entity name="Item" syncable="YES">
      <attribute name="sku" optional="YES" attributeType="String" elementID="code"/>
      <attribute name="count" attributeType="Double" defaultValueString="1" usesScalarValueType="YES"/>
      <attribute name="isSold" attributeType="Boolean" defaultValueString="YES" usesScalarValueType="YES"/>
      <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" ordered="YES" destinationEntity="Tag" inverseName="items" inverseEntity="Tag"/>
      <relationship name="box" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Box" inverseName="items" inverseEntity="Box"/>
    </entity>
    <entity name="Box" syncable="YES">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="box" inverseEntity="Item"/>
    </entity>
    <entity name="Tag" syncable="YES">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="tags" inverseEntity="Item"/>
    </entity>
    """
}
