import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumRename
import MomentumScan
import Testing

/// Which uses of a property in Swift code are renamed, and which are left to a person.
@Suite struct SourceRenameTests {
  /// Each row: code, and the code after `Venue.name` was renamed to `title`.
  @Test(arguments: [
    ("func f(venue: Venue) { print(venue.name) }", "func f(venue: Venue) { print(venue.title) }"),
    ("func f(venue: Venue?) { _ = venue?.name }", "func f(venue: Venue?) { _ = venue?.title }"),
    (
      "func f(owner: Person) { print(owner.name) }", "func f(owner: Person) { print(owner.name) }"
    ),
    (
      "func f(venue: Venue) { print(venue.owner!.name, venue.name) }",
      "func f(venue: Venue) { print(venue.owner!.name, venue.title) }"
    ),
    (
      "func f(owner: Person) { for venue in owner.places { venue.name = owner.name } }",
      "func f(owner: Person) { for venue in owner.places { venue.title = owner.name } }"
    ),
    ("let path = \\Venue.name", "let path = \\Venue.title"),
    ("let path = \\Person.name", "let path = \\Person.name"),
    ("let path = \\Venue.owner?.name", "let path = \\Venue.owner?.name"),
    (
      "extension Venue { func f() -> String { name } }",
      "extension Venue { func f() -> String { title } }"
    ),
    (
      "extension Venue { func f(name: String) { self.name = name } }",
      "extension Venue { func f(name: String) { self.title = name } }"
    ),
    (
      "extension Venue { func f() { let name = self.name; print(name) } }",
      "extension Venue { func f() { let name = self.title; print(name) } }"
    ),
    (
      "extension Venue { func f() { call(name: name) } }",
      "extension Venue { func f() { call(name: title) } }"
    ),
    (
      "extension Person { func f() -> String { name } }",
      "extension Person { func f() -> String { name } }"
    ),
    ("struct File { var name = \"\" }", "struct File { var name = \"\" }"),
    (
      "struct File { var name = \"\" }\nfunc f(file: File) { print(file.name) }",
      "struct File { var name = \"\" }\nfunc f(file: File) { print(file.name) }"
    ),
  ])
  func aUseIsRenamedIfItsObjectIsOfTheEntity(_ code: String, _ expected: String) throws {
    let (fixed, places) = try Self.renamed(Self.classes + code)
    let classes = Self.classes.replacing(
      "var name: String // Venue", with: "var title: String // Venue")
    #expect(fixed == classes + expected)
    #expect(places.isEmpty)
  }

  /// Each row: code in which nothing is renamed, and the places that are listed.
  @Test(arguments: [
    ("func f() { let thing = make(); print(thing.name) }", ["thing.name"]),
    ("func f() { show(\\.name) }", ["\\.name"]),
    ("func f() { print(make().name()) }", []),
    ("func f() { pick(.name) }", []),
  ])
  func aUseOfAnUnknownObjectIsListed(_ code: String, _ texts: [String]) throws {
    let (fixed, places) = try Self.renamed(Self.classes + code)
    #expect(fixed.hasSuffix(code))
    // The place is that of the name, the last of the text.
    let found = try places.map { place in
      let start = try #require(texts.first).utf8.count - "name".utf8.count
      return place.file.text(in: SourceRange(place.range.start - start, place.range.end))
    }
    #expect(found == texts)
  }

  private static let classes = """
    import CoreData
    class Venue: NSManagedObject {
      @NSManaged var name: String // Venue
      @NSManaged var owner: Person?
    }
    class Person: NSManagedObject { @NSManaged var name: String }

    """

  static let contents = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Venue" representedClassName="Venue">
        <attribute name="name" attributeType="String"/>
        <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Person" inverseName="places" inverseEntity="Person"/>
      </entity>
      <entity name="Person" representedClassName="Person">
        <attribute name="name" attributeType="String"/>
        <relationship name="places" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Venue" inverseName="owner" inverseEntity="Venue"/>
      </entity>
    </model>
    """

  static func rename(
    path: String = "contents"
  ) throws -> PropertyRename {
    var diagnostics = Diagnostics()
    let read = try #require(
      ModelReader.model(contents: SourceFile(path: path, text: contents), &diagnostics))
    return try PropertyRename(("Venue", "name"), to: "title", in: read.model)
  }

  private static func renamed(_ code: String) throws -> (
    String, [MomentumDiagnostics.SourceLocation]
  ) {
    let rename = try rename()
    let scan = SourceScan(
      [ScannedFile(SourceFile(path: "A.swift", text: code))], model: ScanModel([rename.model]))
    let sites = scan.resolved(scan.files.indices.map { scan.sites(of: $0) })
    let edits = rename.sourceEdits(scan, sites)
    let fixed = FixedFile.files(with: edits).first.map { String(decoding: $0.fixed, as: UTF8.self) }
    return (fixed ?? code, rename.openPlaces(scan, sites, edits: edits))
  }
}
