import Foundation
import MomentumDiagnostics
import MomentumDiff
import MomentumModel
import MomentumReports
import MomentumTestSupport
import MomentumVersionHash
import Testing

/// The page of a whole model. `Tests/Tools/view-page` tests it in a browser.
@Suite struct ModelPageTests {
  /// One of everything that a model can have.
  private static let contents = """
    <model versionHashModifier="" userDefinedModelVersionIdentifier="2.0">
      <entity name="Person" representedClassName=".Human" codeGenerationType="category" isAbstract="YES" elementID="Human">
        <attribute name="name" attributeType="String" defaultValueString="x" minValueString="1" maxValueString="80"
          regularExpressionString="[a-z]+" elementID="fullName" versionHashModifier="v2" syncable="NO"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
        <userInfo><entry key="owner" value="core team"/></userInfo>
      </entity>
      <entity name="Author" parentEntity="Person" versionHashModifier="entity-2">
        <attribute name="age" optional="YES" attributeType="Integer 16" usesScalarValueType="YES" indexed="YES"/>
        <attribute name="count" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="books.@count"/>
        <attribute name="born" optional="YES" attributeType="Date" defaultDateTimeInterval="0"/>
        <attribute name="draft" optional="YES" transient="YES" attributeType="Boolean"/>
        <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <attribute name="tags" optional="YES" attributeType="Transformable" customClassName="NSArray" valueTransformerName="Secure"/>
        <relationship name="books" optional="YES" toMany="YES" ordered="YES" minCount="2" maxCount="9" deletionRule="Cascade"
          destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
        <fetchedProperty name="rivals" optional="YES">
          <fetchRequest name="fetchedPropertyFetchRequest" entity="Author" predicateString="age &gt; 3"/>
        </fetchedProperty>
        <fetchIndex name="byAge">
          <fetchIndexElement property="age" type="Binary" order="descending"/>
        </fetchIndex>
        <compoundIndexes><compoundIndex><index value="age"/><index value="born"/></compoundIndex></compoundIndexes>
      </entity>
      <entity name="Book">
        <attribute name="size" optional="YES" attributeType="Composite" composite="Size"/>
        <relationship name="author" maxCount="1" deletionRule="Deny" destinationEntity="Author" inverseName="books"
          inverseEntity="Author"/>
      </entity>
      <composite name="Size"><attribute name="width" attributeType="Double" defaultValueString="1.5"/></composite>
      <configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="Book"/></configuration>
      <fetchRequest name="thick" entity="Book" predicateString="size.width &gt; $WIDTH" fetchLimit="7" resultType="1"/>
      <fetchRequest name="broken" entity="Book"/>
    </model>
    """

  private static func page(_ contents: String = contents) throws -> ModelPage {
    let version = try ReportVersion(named: "Model 2", contents: contents)
    var page = ModelPage(title: "Library", version: "Model 2", model: version.model)
    page.hashes = ["Author": String(repeating: "ab", count: 32)]
    page.checksum = "c2hvcnQ="
    page.tables = ["ZPERSON", "ZPERSON", "ZBOOK"]
    var plan = ModelPage.Plan(statement: ["SELECT 0", "FROM ZBOOK t0", "WHERE t0.ZWIDTH > ?"])
    plan.placeholders = ["$WIDTH, Double"]
    plan.steps = [
      .init(depth: 0, text: "reads every row of 'Book' (ZBOOK)", rows: 12),
      .init(depth: 1, text: "sorts in memory"),
    ]
    plan.rowsRead = 24
    plan.findings = ["scan: no index"]
    plan.advice = [.init(entity: "Book", element: "<fetchIndex name=\"byWidth\"/>")]
    page.plans = [plan, nil]
    page.planBasis = "The plans are assumed."
    return page
  }

  /// The text of an entity's section without tags.
  private static func section(_ id: String, of html: String) throws -> String {
    let start = try #require(html.range(of: "<article class=\"thing\" id=\"\(id)\""))
    let end = try #require(html.range(of: "</article>", range: start.upperBound..<html.endIndex))
    return html[start.lowerBound..<end.lowerBound]
      .replacingOccurrences(of: "</t[hd]>|</dt>", with: " | ", options: .regularExpression)
      .replacingOccurrences(of: "<[^>]*>", with: "", options: .regularExpression)
  }

  // MARK: - What is on the page

  @Test func thePageIsWellFormed() throws {
    #expect(HTMLCheck.problems(of: try Self.page().html()) == [])
  }

  @Test func anAbstractParentHasItsFacts() throws {
    let text = try Self.section("e0", of: try Self.page().html())
    for fact in [
      "Person abstract", "Class | .Human", "Code generation | category", "Sub-entities | Author",
      "Renaming ID | Human",
      "Table | ZPERSON", "Version hash | unknown",
      "name | String | no | &#39;x&#39; | length from 1 to 80; matches [a-z]+; renaming ID fullName; hash modifier v2; not syncable",
      "Uniqueness constraints\nname", "User info\nowner = core team",
    ] { #expect(text.contains(fact), "\(fact) in \(text)") }
  }

  @Test func everyPropertyOfAnEntityIsInItsTables() throws {
    let text = try Self.section("e1", of: try Self.page().html())
    for fact in [
      "Parent | Person", "Hash modifier | entity-2", "Version hash | abababab",
      "age | Integer 16 | yes |  | indexed; scalar",
      "count | Integer 64 | yes |  | derived from books.@count",
      "born | Date | yes | 2001-01-01", "draft | Boolean | yes |  | transient",
      "photo | Binary | yes |  | external storage",
      "tags | Transformable of NSArray | yes |  | transformer Secure",
      "books | 0..9 Book | author | Cascade | to-many; ordered; optional",
      "rivals | Author | age &gt; 3 | optional", "Fetch indexes\nbyAge: age descending",
      "Compound indexes\nage, born", "Inherited\nPerson: name",
    ] { #expect(text.contains(fact), "\(fact) in \(text)") }
  }

  @Test func compositesAndConfigurationsAreOnThePage() throws {
    let html = try Self.page().html()
    #expect(try Self.section("e2", of: html).contains("size | Size | yes"))
    #expect(try Self.section("e2", of: html).contains("author | 1 Author | books | Deny |  | "))
    #expect(try Self.section("e3", of: html).contains("width | Double | no | 1.5"))
    #expect(
      html.contains("<bdi>Cloud</bdi> <span class=\"tag\">CloudKit</span></dt><dd><a href=\"#e2\">")
    )
    #expect(html.contains("c2hvcnQ="))
  }

  @Test func aStoredRequestHasItsStatementAndPlan() throws {
    let html = try Self.page().html()
    let text = try Self.section("q0", of: html)
    for fact in [
      "Fetches Book, where size.width &gt; $WIDTH.", "Limit | 7", "Result | object IDs",
      "SELECT 0\nFROM ZBOOK t0\nWHERE t0.ZWIDTH &gt; ?", "?1 = $WIDTH, Double",
      "reads every row of &#39;Book&#39; (ZBOOK): 12 rows",
      "About 24 rows and index entries are read.",
      "scan: no index", "&lt;fetchIndex name=&quot;byWidth&quot;/&gt;",
    ] { #expect(text.contains(fact), "\(fact) in \(text)") }
    #expect(try Self.section("q1", of: html).contains("The predicate has errors"))
  }

  @Test func eachBoxOfTheDiagramHasASectionAndALink() throws {
    let html = try Self.page().html()
    for index in 0..<4 {
      #expect(html.contains("<g data-box=\"\(index)\">"))
      #expect(html.contains("<li><a href=\"#e\(index)\">"))
    }
    #expect(!html.contains("data-box=\"4\""))
    #expect(html.contains("data-edge=\"1 2\""))
  }

  @Test func theStoreGivesNumbersAlone() throws {
    var page = try Self.page()
    var store = ModelPage.StoreContents(name: "tea.sqlite", bytes: 90_112)
    store.rows = ["Author": 12, "Book": 1]
    store.tables = [
      .init(name: "ZPERSON", rows: 12, bytes: 4_096), .init(name: "Z_1TAGS", rows: nil, bytes: nil),
    ]
    store.mismatches = ["'Book' differs"]
    page.store = store
    let html = page.html()
    #expect(HTMLCheck.problems(of: html) == [])
    #expect(html.contains("<dt>Size</dt><dd>90.1 kB</dd>"))
    #expect(html.contains("<span class=\"count\">12 rows</span>"))
    #expect(html.contains("<span class=\"count\">1 row</span>"))
    #expect(html.contains("<td>12</td><td>4.1 kB</td>"))
    #expect(html.contains("<td>unknown</td><td>unknown</td>"))
    #expect(html.contains("<li>&#39;Book&#39; differs</li>"))
    #expect(try Self.section("e1", of: html).contains("Rows | 12"))
  }

  @Test func versionsAndTheirDifferencesAreOnThePage() throws {
    let old = try ReportVersion(
      named: "Model", contents: "<model><entity name=\"Book\"/><entity name=\"Shelf\"/></model>")
    let new = try ReportVersion(named: "Model 2", contents: Self.contents)
    var page = try Self.page()
    page.history = HistoryPage(
      title: "Library",
      versions: [
        .init(label: old.label, model: old.model), .init(label: new.label, model: new.model),
      ], steps: [ModelDiffer.diff(old.diffed, new.diffed)])
    page.unreadableVersions = ["Model 3"]
    let html = page.html()
    #expect(HTMLCheck.problems(of: html) == [])
    #expect(html.contains("<a href=\"#history\">Versions (2)</a>"))
    #expect(html.contains("entity <code>Shelf</code> <span class=\"kind\">removed"))
    #expect(html.contains("Version <bdi>Model 3</bdi> cannot be read"))
  }

  @Test func anEmptyModelHasAPage() throws {
    let html = ModelPage(title: "Empty", version: "1", model: ObjectModel()).html()
    #expect(HTMLCheck.problems(of: html) == [])
    #expect(html.contains("0 entities"))
  }

  // MARK: - What may never be on it

  @Test(arguments: HostileReportTests.names.indices) func namesAreText(_ index: Int) throws {
    let name = HostileReportTests.names[index]
    var model = HostileReportTests.model(name)
    model.entities[0].className = name
    model.entities[0].uniquenessConstraints = [[name]]
    model.entities[0].fetchIndexes = [
      FetchIndex(name: name, elements: [.init(.expression(name))], partialPredicate: name)
    ]
    model.entities[0].userInfo = [UserInfoEntry(key: name, value: name)]
    model.entities[0].attributes = [
      Attribute(
        name: name, type: .string, defaultValue: .string(name), regularExpression: name,
        derivation: name, valueClassName: name, valueTransformerName: name,
        renamingIdentifier: name)
    ]
    model.composites = [CompositeType(name: name, elements: [])]
    model.configurations = [Configuration(name: name, members: [EntityID(0)])]
    model.versionIdentifiers = [name]
    model.fetchRequests = [
      StoredFetchRequest(name: name, entity: EntityID(0), predicateFormat: name)
    ]
    var page = ModelPage(title: name, version: name, model: model)
    page.tables = [name]
    var plan = ModelPage.Plan(statement: [name])
    (plan.placeholders, plan.findings) = ([name], [name])
    plan.steps = [.init(depth: 900, text: name)]
    plan.advice = [.init(entity: name, element: name)]
    page.plans = [plan]
    page.unreadableVersions = [name]
    page.store = ModelPage.StoreContents(name: name, bytes: .max)
    page.store?.tables = [.init(name: name, rows: .max, bytes: .min)]
    page.store?.mismatches = [name]
    page.store?.matchingVersions = [name]
    let html = page.html()
    #expect(HTMLCheck.problems(of: html) == [])
    #expect(html.components(separatedBy: "<script").count == 2, "the page's own script alone")
    #expect(html.components(separatedBy: "</script").count == 2)
    #expect(
      html.components(separatedBy: "</style>").count == 3, "one of the page, one of the diagram")
    #expect(!html.contains("<a<b>") && !html.contains("<img"))
  }

  @Test func theBrowserRunsThisScriptAlone() throws {
    let html = try Self.page().html()
    let start = try #require(html.range(of: "<script>"))
    let end = try #require(html.range(of: "</script>"))
    let script = html[start.upperBound..<end.lowerBound]
    // The checksum of one hash is the SHA-256 of its bytes.
    let digest = ModelHashes(entities: [.init(name: "script", hash: Array(script.utf8))]).checksum
    #expect(html.contains("script-src 'sha256-\(digest)';"))
    #expect(html.contains("default-src 'none'"))
  }

  @Test func nothingIsLoaded() throws {
    let html = try Self.page().html()
    for part in [
      "http://", "https://", "url(", "@import", "src=", "fetch(", "XMLHttpRequest", "innerHTML",
    ] {
      let found = html.replacingOccurrences(of: "xmlns=\"http://www.w3.org/2000/svg\"", with: "")
      #expect(!found.contains(part), "\(part)")
    }
  }

  // MARK: - Size

  @Test func equalModelsMakeEqualBytes() throws {
    let (first, second) = (try Self.page().html(), try Self.page().html())
    #expect(first == second)
  }

  @Test func fiveHundredEntitiesAreAPageOfAFewMegabytes() throws {
    let count = 500
    let entities = (0..<count).map { index in
      Entity(
        name: "Entity\(index)",
        attributes: (0..<8).map { Attribute(name: "attribute\(index)x\($0)", type: .string) },
        relationships: [
          Relationship(
            name: "next", destination: EntityID((index + 1) % count),
            inverse: RelationshipID(EntityID((index + 1) % count), 1)),
          Relationship(
            name: "previous", destination: EntityID((index + count - 1) % count),
            inverse: RelationshipID(EntityID((index + count - 1) % count), 0)),
        ])
    }
    let html = ModelPage(
      title: "Large", version: "1", model: ObjectModel(entities: entities)
    ).html()
    #expect((1_000_000..<4_000_000).contains(html.utf8.count))
    let heads = Set(
      html.components(separatedBy: "<th scope=\"row\"><bdi>").dropFirst().map {
        String($0.prefix { $0 != "<" })
      })
    for entity in entities {
      #expect(entity.attributes.allSatisfy { heads.contains($0.name) })
    }
  }
}
