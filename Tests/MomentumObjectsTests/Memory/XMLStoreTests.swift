import Foundation
import MomentumModel
import MomentumPropertyList
import Testing

@testable import MomentumObjects

/// The file of an XML store, line by line.
@Suite struct XMLStoreTests {
  private func read(_ text: String) throws -> XMLStoreDocument {
    try XMLStoreReader.read(Array(text.utf8), path: "store.xml")
  }

  /// The form that Core Data writes (SR-285 to SR-291).
  private let text = """
    <?xml version="1.0"?>
    <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

    <database>
        <databaseInfo>
            <version>134481920</version>
            <UUID>4F1C7C5E-0000-4000-8000-000000000001</UUID>
            <nextObjectID>103</nextObjectID>
            <metadata>
                <plist version="1.0">
                    <dict>
                        <key>NSPersistenceFrameworkVersion</key>
                        <integer>754</integer>
                        <key>NSStoreModelVersionHashes</key>
                        <dict>
                            <key>Person</key>
                            <data>
    \t\tAQID
    \t\t</data>
                        </dict>
                        <key>NSStoreModelVersionIdentifiers</key>
                        <array>
                            <string></string>
                        </array>
                    </dict>
                </plist>
            </metadata>
        </databaseInfo>
        <object type="PERSON" id="z102">
            <attribute name="name" type="string">Ann &amp; Bob</attribute>
            <attribute name="hiredate" type="date">445103622.25000000000000000000</attribute>
            <attribute name="empty" type="string"></attribute>
            <relationship name="company" type="1/1" destination="COMPANY" idrefs="z103"></relationship>
            <relationship name="friends" type="0/0" destination="PERSON"></relationship>
        </object>
        <object type="COMPANY" id="z103">
            <relationship name="people" type="0/0" destination="PERSON" idrefs="z102 z102"></relationship>
        </object>
    </database>
    """

  @Test func theFormOfCoreDataIsReadAndWritten() throws {
    let document = try read(text)
    #expect(document.lastNumber == 103)
    #expect(
      document.metadata["NSStoreModelVersionHashes"] == .dictionary(["Person": .data([1, 2, 3])]))
    #expect(
      document.objects[0].attributes.map(\.text) == [
        "Ann & Bob", "445103622.25000000000000000000", "",
      ])
    #expect(document.objects[0].relationships[0].ids == ["z103"])
    #expect(document.objects[1].line == 36)
    #expect(document.text == text)
  }

  @Test func aStoreIsWrittenInThatForm() throws {
    let model = try ModelPlan(
      compiledModel(
        """
        <entity name="Person">
          <attribute name="fullName" optional="YES" attributeType="String"/>
          <attribute name="isNew" optional="YES" attributeType="Boolean"/>
          <attribute name="born" optional="YES" attributeType="Date"/>
          <attribute name="photo" optional="YES" attributeType="Binary"/>
          <relationship name="boss" optional="YES" maxCount="1" destinationEntity="Person"
            inverseName="staff" inverseEntity="Person"/>
          <relationship name="staff" optional="YES" toMany="YES" destinationEntity="Person"
            inverseName="boss" inverseEntity="Person"/>
        </entity>
        """))
    let entity = model.entities[0]
    let nodes = [
      StoreNode(
        entity: entity, number: 102,
        values: [
          .string("Ann"), .boolean(true), .date(0.5), .binary(Array(repeating: 0, count: 60)),
        ], toOnes: [nil], toManys: [[103, 104]]),
      StoreNode(
        entity: entity, number: 103, values: [nil, nil, nil, nil], toOnes: [102], toManys: [[]]),
    ]
    let contents = StoreContents(
      information: StoreInformation(["NSStoreUUID": .string("U")]), lastNumber: 104, nodes: nodes)
    let bytes = try XMLStoreFormat().write(contents, path: "", model)
    let written = String(decoding: bytes, as: UTF8.self)
    let objects = try #require(written.range(of: "    <object"))
    #expect(
      String(written[objects.lowerBound...]) == """
            <object type="PERSON" id="z102">
                <attribute name="fullname" type="string">Ann</attribute>
                <attribute name="isnew" type="bool">1</attribute>
                <attribute name="born" type="date">0.50000000000000000000</attribute>
                <attribute name="photo" type="binary">\(String(repeating: "A", count: 76))
        AAAA
        </attribute>
                <relationship name="boss" type="1/1" destination="PERSON"></relationship>
                <relationship name="staff" type="0/0" destination="PERSON" idrefs="z103 z104"></relationship>
            </object>
            <object type="PERSON" id="z103">
                <relationship name="boss" type="1/1" destination="PERSON" idrefs="z102"></relationship>
                <relationship name="staff" type="0/0" destination="PERSON"></relationship>
            </object>
        </database>
        """)
  }

  /// Each text is one change of the file above, with the line that is wrong.
  @Test(
    arguments: [
      ("</database>", "", nil), ("<database>", "<data>", nil),
      ("<nextObjectID>103<", "<nextObjectID>many<", 5),
      ("<UUID>4F1C7C5E-0000-4000-8000-000000000001</UUID>", "", 5),
      ("id=\"z103\"", "id=\"z102\"", 36), (" id=\"z103\"", "", 36),
      ("<attribute name=\"empty\" type=\"string\"></attribute>", "<thing></thing>", 32),
      ("<integer>754</integer>", "<integer>x<b/></integer>", 10),
      (" destination=\"COMPANY\"", "", 33),
      ("Ann &amp; Bob", "Ann & Bob", 30), ("Ann &amp; Bob", "Ann <b>Bob</b>", 30),
    ] as [(String, String, Int?)])
  func aMalformedFileIsAnErrorWithItsLine(_ old: String, _ new: String, _ line: Int?) throws {
    let broken = text.replacingOccurrences(of: old, with: new)
    #expect(broken != text)
    #expect {
      try read(broken)
    } throws: { error in
      guard let error = error as? MemoryStoreError, case .corrupt(_, let found) = error.kind else {
        return false
      }
      return error.code == 259 && (line == nil || found == line)
    }
  }

  private func contents(_ text: String, _ entities: String) throws -> StoreContents {
    try XMLStoreFormat().read(
      Array(text.utf8), path: "store.xml", ModelPlan(compiledModel(entities)))
  }

  private let person = """
    <entity name="Person">
      <attribute name="name" optional="YES" attributeType="String"/>
      <attribute name="hireDate" optional="YES" attributeType="Date"/>
      <attribute name="empty" optional="YES" attributeType="String"/>
      <relationship name="company" optional="YES" maxCount="1" destinationEntity="Company"
        inverseName="people" inverseEntity="Company"/>
      <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Person"
        inverseName="friends" inverseEntity="Person"/>
    </entity>
    <entity name="Company">
      <relationship name="people" optional="YES" toMany="YES" destinationEntity="Person"
        inverseName="company" inverseEntity="Person"/>
    </entity>
    """

  @Test func namesAreFoundInAnyCase() throws {
    let contents = try contents(text, person)
    #expect(contents.nodes.map(\.entity.name) == ["Person", "Company"])
    #expect(contents.nodes[0].values == [.string("Ann & Bob"), .date(445_103_622.25), .string("")])
    #expect(contents.nodes[0].toOnes == [103])
    #expect(contents.information["NSStoreType"] == .string("XML"))
  }

  @Test(arguments: [
    ("\"PERSON\" id", "\"OTHER\" id", 29), ("name=\"hiredate\"", "name=\"other\"", 31),
    (">445103622.25000000000000000000<", ">soon<", 31), ("\"z102\"", "\"102\"", 29),
    ("idrefs=\"z103\"", "idrefs=\"z103 z104\"", 33),
    ("name=\"friends\"", "name=\"name\"", 34),
  ])
  func whatTheModelDoesNotHaveIsAnError(_ old: String, _ new: String, _ line: Int) throws {
    let broken = text.replacingOccurrences(of: old, with: new)
    #expect {
      try contents(broken, person)
    } throws: { error in
      guard case .corrupt(_, let found)? = (error as? MemoryStoreError)?.kind else { return false }
      return found == line
    }
  }

  @Test func aReferenceToNoObjectIsAnError() throws {
    let contents = try contents(
      text.replacingOccurrences(of: "idrefs=\"z103\"", with: "idrefs=\"z999\""), person)
    let model = try ModelPlan(compiledModel(person))
    #expect(throws: MemoryStoreError.self) {
      try MemoryTables(
        contents.nodes, model, ObjectPlaces(store: "U", model), readAt: 0, path: "store.xml")
    }
  }

  /// SR-293
  @Test func namesThatDifferOnlyInCaseAreRefused() throws {
    let model = try ModelPlan(
      compiledModel(
        """
        <entity name="Person">
          <attribute name="fullName" optional="YES" attributeType="String"/>
          <attribute name="fullname" optional="YES" attributeType="String"/>
        </entity>
        """))
    let contents = StoreContents(information: StoreInformation(), lastNumber: 0, nodes: [])
    let error = MemoryStoreError(.sameName("fullName", "fullname"), path: "")
    #expect(throws: error) { try XMLStoreFormat().write(contents, path: "", model) }
    #expect(error.code == 134030)
  }

  @Test(arguments: [
    "", " ", "\n\n", " a", "a ", "&", "a&lt;b", "<![CDATA[x]]>", "\r", "\r\n", "]]>", "\t", "é😀",
    "e\u{301}\u{301}", "&#13;", "a\r\nb\n",
  ])
  func aTextReadsBack(_ value: String) throws {
    var document = try read(text)
    document.objects[0].attributes[0].text = value
    #expect(Array(try read(document.text).objects[0].attributes[0].text.utf8) == Array(value.utf8))
  }

  @Test(
    arguments: [
      (.integer(-5), .integer16), (.integer(.min), .integer64), (.double(0.1), .double),
      (.double(-.infinity), .double),
      (.decimal(Decimal(string: "12345678901234567890.5") ?? 0), .decimal),
      (.boolean(false), .boolean), (.date(-1_234_567.125), .date), (.binary([]), .binary),
      (.binary(Array(0...200)), .transformable), (.uuid(UUID()), .uuid), (.uri("a:b c"), .uri),
    ] as [(AttributeValue, AttributeType)])
  func aValueReadsBack(_ value: AttributeValue, _ type: AttributeType) {
    #expect(XMLStoreValue.value(XMLStoreValue.text(value), type) == value)
  }

  @Test(
    arguments: [
      ("32768", .integer16), ("x", .integer64), ("YES", .boolean), ("1 2", .decimal), ("", .double),
      ("1", .uuid),
    ] as [(String, AttributeType)])
  func aTextOfAnotherTypeIsNoValue(_ text: String, _ type: AttributeType) {
    #expect(XMLStoreValue.value(text, type) == nil)
  }
}
