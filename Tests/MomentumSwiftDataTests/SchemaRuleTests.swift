import MomentumDiagnostics
import MomentumModel
import MomentumSwiftData
import Testing

/// Which classes belong to a schema, and which versions there are: SD-1 to SD-7.
@Suite struct SchemaRuleTests {
  private static let classes = """
    @Model class A { var x: Int }
    @Model class B { var x: Int }
    """

  private static func names(_ reader: SwiftDataReader) -> [String] {
    reader.schemas.map { schema in
      let entities = reader.model(of: schema).model.entities.map(\.name).joined(separator: ",")
      return "\(schema.name) \(schema.identifierText): \(entities)"
    }
  }

  @Test(arguments: [
    ("", ["Schema 1.0.0: A,B"]),
    ("let c = try ModelContainer(for: A.self)", ["Schema 1.0.0: A"]),
    ("let c = try ModelContainer(for: A.self, B.self, configurations: x)", ["Schema 1.0.0: A,B"]),
    ("let s = Schema([B.self], version: Schema.Version(2, 1, 0))", ["Schema 2.1.0: B"]),
    ("var body: some Scene { X().modelContainer(for: [A.self]) }", ["Schema 1.0.0: A"]),
    // A preview has a container of its own.
    ("#Preview { X().modelContainer(for: A.self) }", ["Schema 1.0.0: A,B"]),
    ("let s = Schema([A.self])\nlet t = Schema([A.self, B.self])", ["Schema 1.0.0: A,B"]),
    (
      "enum V1: VersionedSchema { static var versionIdentifier = Schema.Version(1, 2, 3)\n static var models: [any PersistentModel.Type] { [A.self] } }",
      ["V1 1.2.3: A"]
    ),
    (
      "enum V1: VersionedSchema { static let versionIdentifier: Schema.Version = .init(1, 0, 0)\n static let models: [any PersistentModel.Type] = [A.self] + Rest.models }\nenum Rest { static var models: [any PersistentModel.Type] { return [B.self] } }",
      ["V1 1.0.0: A,B"]
    ),
    (
      "enum V2: VersionedSchema { static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }\n static var models: [any PersistentModel.Type] { [A.self] }\n @Model class A { var y: Int } }\nenum V1: VersionedSchema { static var versionIdentifier: Schema.Version { .init(1, 0, 0) }\n static var models: [any PersistentModel.Type] { [A.self, B.self] } }",
      ["V1 1.0.0: A,B", "V2 2.0.0: A"]
    ),
    (
      "enum V1 {}\nextension V1: VersionedSchema { static var models: [any PersistentModel.Type] { [Live.self] } }\ntypealias Live = B",
      ["V1 1.0.0: B"]
    ),
  ])
  func theListDecides(_ more: String, _ expected: [String]) {
    #expect(Self.names(SwiftDataSample.reader(Self.classes + "\n" + more)) == expected)
  }

  @Test func classesOfTestsAndPreviewsAreLeftOut() {
    let reader = SwiftDataSample.reader([
      ("App/A.swift", "@Model class A { var x: Int }"),
      ("AppTests/B.swift", "@Model class B { var x: Int }"),
      ("App/Preview Content/C.swift", "@Model class C { var x: Int }"),
    ])
    #expect(Self.names(reader) == ["Schema 1.0.0: A"])
  }

  @Test func schemasOfTestsAreLeftOutUnlessThereIsNoOther() {
    func version(_ name: String, _ number: Int) -> String {
      """
      enum \(name): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [A.self] }
        @Model class A { var x: Int }
      }
      """
    }
    let test = ("AppTests/Old.swift", version("Old", 9))
    #expect(
      Self.names(SwiftDataSample.reader([("App/V1.swift", version("V1", 1)), test]))
        == ["V1 1.0.0: A"])
    #expect(Self.names(SwiftDataSample.reader([test])) == ["Old 9.0.0: A"])
  }

  @Test func namesakesAreTypesOfOneNameInSeveralFiles() {
    let reader = SwiftDataSample.reader([
      ("One/A.swift", "@Model class A { var x: Int }"),
      ("Two/A.swift", "@Model class A { var x: Int }\n@Model class C { var x: Int }"),
      ("OneTests/C.swift", "@Model class C { var x: Int }"),
      ("One/B.swift", "struct B {}"), ("Two/B.swift", "struct B {}"),
    ])
    #expect(reader.namesakes == [["One/A.swift", "Two/A.swift"]])
    let versions = SwiftDataSample.reader([
      ("One/V.swift", "enum V1: VersionedSchema { @Model class A {} }"),
      ("Two/V.swift", "enum Two { enum V1: VersionedSchema { @Model class B {} } }"),
    ])
    #expect(versions.namesakes == [["One/V.swift", "Two/V.swift"]])
  }

  @Test func namesLeadToTheNearestClass() throws {
    let reader = SwiftDataSample.reader([
      ("One/A.swift", "@Model class A { @Relationship var b: B? }"),
      ("One/B.swift", "@Model class B { var one: Int }"),
      ("Two/B.swift", "@Model class B { var two: Int }"),
      ("One/App.swift", "let c = ModelContainer(for: A.self, B.self)"),
    ])
    let read = reader.model(of: try #require(reader.current))
    #expect(read.model.entities.map { $0.attributes.map(\.name) } == [[], ["one"]])
  }

  @Test func aClassThatARelationshipLeadsToIsAdded() throws {
    let reader = SwiftDataSample.reader(
      "@Model class A { @Relationship var b: B? }\n@Model class B { var x: Int }\nlet s = Schema([A.self])"
    )
    let read = reader.model(of: try #require(reader.current))
    #expect(read.model.entities.map(\.name) == ["A", "B"])
    #expect(SwiftDataSample.ids(read.diagnostics) == ["swiftdata.unlisted-model"])
  }

  @Test func anOldVersionThatUsesALiveClassIsReported() throws {
    let reader = SwiftDataSample.reader(
      """
      @Model class B { var x: Int }
      enum V1: VersionedSchema {
        static var models: [any PersistentModel.Type] { [A.self, V1.Own.B.self] }
        @Model class A { @Relationship var b: B? }
        enum Own { @Model class B { var x: Int } }
      }
      """)
    let read = reader.model(of: try #require(reader.current))
    #expect(SwiftDataSample.ids(read.diagnostics) == ["swiftdata.foreign-class"])
  }

  @Test func anUnknownClassIsAnError() {
    let reader = SwiftDataSample.reader(Self.classes + "\nlet s = Schema([A.self, Bb.self])")
    #expect(SwiftDataSample.ids(reader.diagnostics) == ["swiftdata.unknown-model"])
    #expect(reader.diagnostics.all.first?.text.hasSuffix("did you mean 'B'?") == true)
  }

  @Test func theCurrentVersionIsTheLastOfThePlan() {
    let versions = (1...3).map { number in
      "enum V\(number): VersionedSchema { static var versionIdentifier = Schema.Version(\(number), 0, 0)\n static var models: [any PersistentModel.Type] { [A.self] } }"
    }.joined(separator: "\n")
    let plan =
      "enum P: SchemaMigrationPlan { static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] } }"
    #expect(SwiftDataSample.reader(Self.classes + "\n" + versions).current?.name == "V3")
    #expect(
      SwiftDataSample.reader(Self.classes + "\n" + versions + "\n" + plan).current?.name == "V2")
  }

  @Test(arguments: [
    "@Model class A: A { var x: Int }", "typealias T = T\n@Model class A { var x: T }",
    "struct S: Codable { var s: S? }\n@Model class A { var s: S }",
    "struct S: Codable { var t: T }\nstruct T: Codable { var s: S }\n@Model class A { var s: S }",
    "enum L { static var models = L.models }\nenum V: VersionedSchema { static var models: [X] { L.models } }\n@Model class A { var x: Int }",
    "@Model class A: B { var x: Int }\n@Model class B: A { var y: Int }",
  ])
  func circlesEnd(_ text: String) {
    let reader = SwiftDataSample.reader(text)
    for schema in reader.schemas { _ = reader.model(of: schema) }
  }

  @Test func anyPartOfASourceIsRead() {
    let text = """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [User.self] }
        @Model final class User {
          #Unique<User>([\\.name])
          @Attribute(.unique, originalName: "n") var name: String = "a\\(1)b"
          @Relationship(deleteRule: .cascade, inverse: \\User.parent) var kids: [User] = []
          var parent: User?
          var kind: Kind?
          enum Kind: String, Codable { case a, b = "c" }
        }
      }
      """
    let bytes = Array(text.utf8)
    for end in 0...bytes.count {
      let reader = SwiftDataReader([SourceFile(path: "a.swift", utf8: Array(bytes[..<end]))])
      for schema in reader.schemas { _ = reader.model(of: schema) }
    }
  }
}
