import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumRename
import MomentumScan
import MomentumSwiftData
import Testing

/// What the renaming of an entity changes in a model, in mapping models and in sources.
@Suite struct EntityRenameTests {
  private static let contents = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Venue" representedClassName="Shop.Venue">
        <attribute name="name" attributeType="String"/>
        <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Person" inverseName="venues" inverseEntity="Person"/>
        <fetchedProperty name="twins"><fetchRequest name="fetchedPropertyFetchRequest" entity="Venue" predicateString="name == $FETCH_SOURCE.name"/></fetchedProperty>
      </entity>
      <entity name="Cafe" representedClassName="CafeObject" parentEntity="Venue"/>
      <entity name="Person" representedClassName="Human" elementID="Owner">
        <attribute name="name" attributeType="String"/>
        <relationship name="venues" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Venue" inverseName="owner" inverseEntity="Venue"/>
      </entity>
      <fetchRequest name="all" entity="Venue" predicateString="name == &quot;Venue&quot;"/>
      <configuration name="Cloud"><memberEntity name="Venue"/></configuration>
      <elements><element name="Venue" positionX="0" positionY="0" width="128" height="58"/></elements>
    </model>
    """

  private static func read() throws -> (syntax: ModelSyntax, model: ObjectModel) {
    var diagnostics = Diagnostics()
    return try #require(
      ModelReader.model(contents: SourceFile(path: "contents", text: contents), &diagnostics))
  }

  private static func renamed(_ entity: String, _ name: String) throws -> String {
    let (syntax, model) = try read()
    let rename = try EntityRename(entity, to: name, in: model)
    let file = try #require(FixedFile.files(with: rename.modelEdits(in: syntax)).first)
    return String(decoding: file.fixed, as: UTF8.self)
  }

  @Test func everyPlaceOfTheModelHasTheNewName() throws {
    let expected = Self.contents
      .replacing(
        "<entity name=\"Venue\" representedClassName=\"Shop.Venue\">",
        with: "<entity name=\"Place\" elementID=\"Venue\" representedClassName=\"Shop.Place\">"
      )
      .replacing("entity=\"Venue\"", with: "entity=\"Place\"")
      .replacing("parentEntity=\"Venue\"", with: "parentEntity=\"Place\"")
      .replacing("destinationEntity=\"Venue\"", with: "destinationEntity=\"Place\"")
      .replacing("inverseEntity=\"Venue\"", with: "inverseEntity=\"Place\"")
      .replacing("memberEntity name=\"Venue\"", with: "memberEntity name=\"Place\"")
      .replacing("element name=\"Venue\"", with: "element name=\"Place\"")
    #expect(try Self.renamed("Venue", "Place") == expected)
  }

  /// The identifier that is there names the first version, and a class of another name is left alone.
  @Test func anIdentifierAndAClassOfAnotherNameStay() throws {
    let expected = Self.contents
      .replacing("<entity name=\"Person\"", with: "<entity name=\"Contact\"")
      .replacing("destinationEntity=\"Person\"", with: "destinationEntity=\"Contact\"")
      .replacing("inverseEntity=\"Person\"", with: "inverseEntity=\"Contact\"")
    #expect(try Self.renamed("Person", "Contact") == expected)
  }

  @Test(arguments: [
    ("Venu", "Place", "the model has no entity 'Venu'; did you mean 'Venue'?"),
    ("Venue", "Cafe", "the model has an entity 'Cafe'"),
    ("Venue", "Venue", "'Venue' is the name that it has"),
    (
      "Venue", "A B",
      "'A B' is not a name: letters, digits and underscores, not beginning with a digit"
    ),
  ])
  func aWrongRenamingIsRefused(_ entity: String, _ name: String, _ text: String) throws {
    let model = try Self.read().model
    let failure = #expect(throws: RenameFailure.self) {
      try EntityRename(entity, to: name, in: model)
    }
    #expect(failure?.description == text)
  }

  // MARK: - Sources

  /// Each row: code, and the code after `Venue` was renamed to `Place`.
  @Test(arguments: [
    (
      "let r = NSFetchRequest<Venue>(entityName: \"Venue\")",
      "let r = NSFetchRequest<Place>(entityName: \"Place\")"
    ),
    (
      "@objc(Venue) class Venue: NSManagedObject {}", "@objc(Place) class Place: NSManagedObject {}"
    ),
    (
      "extension Venue { var copy: Venue? { nil } }", "extension Place { var copy: Place? { nil } }"
    ),
    ("let v: Shop.Venue? = nil", "let v: Shop.Place? = nil"),
    ("let t = \"\\(Venue.self) \\(1)\"", "let t = \"\\(Place.self) \\(1)\""),
    ("let k = #keyPath(Venue.name)", "let k = #keyPath(Place.name)"),
    ("enum Kind { case Venue }", "enum Kind { case Venue }"),
    ("// Venue", "// Venue"),
    (
      "struct Map { struct Venue {}; var v: Venue }", "struct Map { struct Venue {}; var v: Venue }"
    ),
    ("let venue = make().Venue", "let venue = make().Venue"),
  ])
  func theClassIsRenamedWhereItIsMeant(_ code: String, _ expected: String) throws {
    let (fixed, places) = try Self.renamed(code: code, path: "A.swift")
    #expect(fixed == expected)
    #expect(places.isEmpty)
  }

  @Test func aTextThatMayBeTheNameIsListed() throws {
    let code = "let kinds = [\"Venue\": 1, \"Venues\": 2]"
    let (fixed, places) = try Self.renamed(code: code, path: "A.swift")
    #expect(fixed == code)
    #expect(places.map { $0.file.text(in: $0.range) } == ["Venue"])
  }

  @Test func objectiveCHasTheNewName() throws {
    let code = """
      @class Venue;
      Venue *v = [NSEntityDescription insertNewObjectForEntityForName:@"Venue" inManagedObjectContext:c];
      """
    let (fixed, places) = try Self.renamed(code: code, path: "A.m")
    #expect(fixed == code.replacing("Venue", with: "Place"))
    #expect(places.isEmpty)
  }

  private static func renamed(code: String, path: String) throws -> (
    String, [MomentumDiagnostics.SourceLocation]
  ) {
    let rename = try EntityRename("Venue", to: "Place", in: read().model)
    let file = SourceFile(path: path, text: code)
    let scan = SourceScan([ScannedFile(file)], model: ScanModel([rename.model]))
    let sites = scan.resolved(scan.files.indices.map { scan.sites(of: $0) })
    let uses = ClassUses(of: "Venue", declaredAt: nil, in: [file])
    let edits = rename.sourceEdits(scan, sites, uses)
    let fixed = FixedFile.files(with: edits).first.map { String(decoding: $0.fixed, as: UTF8.self) }
    return (fixed ?? code, rename.openPlaces(scan, edits: edits))
  }

  // MARK: - Mapping models

  /// Each row: the versions of a mapping, whether its destination is renamed, and the places to look at.
  @Test(arguments: [
    ("A", "B", true, 0), ("A", "C", false, 1), ("B", "C", false, 1),
  ])
  func theDestinationOfAMappingToTheVersionIsRenamed(
    _ source: String, _ destination: String, _ isRenamed: Bool, _ count: Int
  ) throws {
    let text = """
      <database>
      <object type="XDDEVMAPPINGMODEL" id="z1">
      <attribute name="sourcemodelpath" type="string">App/Model.xcdatamodeld/\(source).xcdatamodel</attribute>
      <attribute name="destinationmodelpath" type="string">App/Model.xcdatamodeld/\(destination).xcdatamodel</attribute>
      <relationship name="entitymappings" type="0/0" destination="XDDEVENTITYMAPPING" idrefs="z2"></relationship>
      </object>
      <object type="XDDEVENTITYMAPPING" id="z2">
      <attribute name="sourcename" type="string">Venue</attribute>
      <attribute name="destinationname" type="string">Venue</attribute>
      </object>
      </database>
      """
    var diagnostics = Diagnostics()
    let read = MappingModelReader.read(
      SourceFile(path: "M.xcmappingmodel/xcmapping.xml", text: text), &diagnostics)
    guard case .editor(let mapping)? = read else {
      Issue.record("no mapping model")
      return
    }
    let rename = try EntityRename("Venue", to: "Place", in: Self.read().model)
    let changes = rename.changes(
      of: mapping, version: "App/Model.xcdatamodeld/B.xcdatamodel/contents")
    #expect(changes.places.count == count)
    let fixed = FixedFile.files(with: changes.edits).first.map {
      String(decoding: $0.fixed, as: UTF8.self)
    }
    let name = "<attribute name=\"destinationname\" type=\"string\">"
    #expect(
      fixed == (isRenamed ? text.replacing(name + "Venue", with: name + "Place") : nil))
  }
}
