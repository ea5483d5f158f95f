import Foundation
import MomentumDiagnostics
import MomentumLanguageServer
import MomentumModelFiles
import MomentumTestSupport

/// A folder with a model, a mapping model, settings and sources, for tests of the server.
struct Workshop {
  let root: String

  var contents: String { root + "/Shop.xcdatamodeld/Shop.xcdatamodel/contents" }
  var source: String { root + "/App.swift" }
  var settings: String { root + "/.momentum.json" }
  var mapping: String { root + "/Shop.xcmappingmodel/xcmapping.xml" }

  static let contentsText = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
        <entity name="Customer" representedClassName="Customer" syncable="YES">
            <attribute name="email" optional="YES" attributeType="String"/>
            <attribute name="name" attributeType="String" defaultValueString=""/>
            <relationship name="orders" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Order" inverseName="customer" inverseEntity="Order"/>
            <fetchIndex name="byEmail">
                <fetchIndexElement property="email" type="Binary" order="ascending"/>
            </fetchIndex>
        </entity>
        <entity name="Order" representedClassName="Order" syncable="YES">
            <attribute name="total" attributeType="Double" defaultValueString="0.0" usesScalarValueType="YES"/>
            <relationship name="customer" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Customer" inverseName="orders" inverseEntity="Customer"/>
        </entity>
        <fetchRequest name="byName" entity="Customer" predicateString="name == $NAME AND email != nil"/>
        <fetchRequest name="byEmail" entity="Customer" predicateString="email == $EMAIL"/>
    </model>

    """

  static let sourceText = """
    import CoreData

    func load(_ context: NSManagedObjectContext) throws -> [Customer] {
      let request = NSFetchRequest<Customer>(entityName: "Customer")
      request.predicate = NSPredicate(format: "email != nil AND name == %@", "a")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      return try context.fetch(request)
    }

    func label(_ customer: Customer) -> String { customer.name ?? "é😀" }

    """

  static let settingsText = """
    { "diagnostics": { "model.unindexed-request": "note" } }

    """

  static let mappingText = """
    <?xml version="1.0" standalone="yes"?>
    <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
    <database>
        <databaseInfo><version>134481920</version></databaseInfo>
        <object type="XDDEVATTRIBUTEMAPPING" id="z102">
            <attribute name="name" type="string">total</attribute>
        </object>
        <object type="XDDEVENTITYMAPPING" id="z101">
            <attribute name="mappingtypename" type="string">Undefined</attribute>
            <attribute name="mappingnumber" type="int16">1</attribute>
            <attribute name="destinationname" type="string">Order</attribute>
            <attribute name="sourcename" type="string">Order</attribute>
            <relationship name="attributemappings" type="0/0" destination="XDDEVATTRIBUTEMAPPING" idrefs="z102"></relationship>
            <relationship name="relationshipmappings" type="0/0" destination="XDDEVRELATIONSHIPMAPPING"></relationship>
        </object>
        <object type="XDDEVMAPPINGMODEL" id="z100">
            <attribute name="sourcemodelpath" type="string">Shop.xcdatamodeld/Shop.xcdatamodel</attribute>
            <attribute name="destinationmodelpath" type="string">Shop.xcdatamodeld/Shop.xcdatamodel</attribute>
            <relationship name="entitymappings" type="0/0" destination="XDDEVENTITYMAPPING" idrefs="z101"></relationship>
        </object>
    </database>

    """

  /// The files with their first texts.
  var files: [(path: String, text: String)] {
    [
      (contents, Workshop.contentsText), (source, Workshop.sourceText),
      (settings, Workshop.settingsText), (mapping, Workshop.mappingText),
    ]
  }

  static func with<Result>(_ body: (Workshop) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("workshop-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let workshop = Workshop(root: folder.resolvingSymlinksInPath().path)
    for (path, text) in workshop.files { try workshop.write(text, to: path) }
    return try await body(workshop)
  }

  func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func analyzer() -> WorkspaceAnalyzer { WorkspaceAnalyzer(root: root) { _ in .known } }

  /// The analysis of the files with some texts in place of theirs.
  func analysis(_ texts: [String: String] = [:]) -> Analysis? {
    var analyzer = analyzer()
    return analyzer.analyze(EditedFiles(texts.mapValues { Array($0.utf8) }))
  }
}

/// A text with the place of a cursor, written as `‸`.
struct CursorText {
  let text: String
  let offset: Int

  init(_ marked: String) {
    let parts = marked.components(separatedBy: "‸")
    text = parts.joined()
    offset = parts[0].utf8.count
  }
}
