import Foundation
import MomentumTestSupport
import Testing

/// SwiftData sources on the command line, as a user meets them.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct SwiftDataCommandTests {
  private static let values = """
    import Foundation

    enum OrderState: Codable {
      case open
      case paid
    }

    struct Address: Codable {
      var street: String
    }
    """

  /// A version with a required number, and more properties in later versions.
  private static func version(_ number: Int) -> String {
    let more = (2...4).filter { $0 <= number }.map { "    var extra\($0): String?\n" }.joined()
    return """
      import SwiftData

      enum SchemaV\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Customer.self, Order.self] }

        @Model
        final class Customer {
          @Attribute(.unique) var name: String
          var address: Address
          @Relationship(deleteRule: .cascade, inverse: \\Order.customer) var orders: [Order] = []
        }

        @Model
        final class Order {
          var number: Int
          var state: OrderState
      \(more)    var customer: Customer?
        }
      }

      """
  }

  private static let plan = """
    import SwiftData

    enum ShopPlan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self, SchemaV3.self] }
      static var stages: [MigrationStage] { [
        .lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self),
        .lightweight(fromVersion: SchemaV2.self, toVersion: SchemaV3.self),
      ] }
    }

    """

  /// A repository whose release v1.0 has three versions and values that they share.
  private func withShop(_ body: (TemporaryRepository, String) throws -> Void) throws {
    try TemporaryRepository.with { repository in
      try repository.write(Self.values, to: "Sources/Values.swift")
      for number in 1...3 {
        try repository.write(Self.version(number), to: "Sources/SchemaV\(number).swift")
      }
      try repository.write(Self.plan, to: "Sources/Plan.swift")
      try repository.commit(tag: "v1.0")
      try body(repository, repository.path("Sources"))
    }
  }

  @Test func aVersionThatIsNotThereAndOtherModelsOfTheFolderAreNamed() throws {
    try withShop { repository, sources in
      let unknown = Run("hash", "\(sources)@SchemaV9")
      #expect(unknown.status == 65)
      #expect(
        unknown.error.contains(
          "no version 'SchemaV9' in the Swift sources, which have 'SchemaV1', 'SchemaV2', 'SchemaV3'"
        ))
      #expect(Run("hash", "\(sources)@").error.contains("no such file or folder"))
      #expect(!Run("hash", sources).error.contains("also has"))
      try repository.write(
        "<model/>", to: "Sources/Old.xcdatamodeld/Old.xcdatamodel/contents")
      let both = Run("hash", sources)
      #expect(both.status == 0)
      #expect(both.error.contains("'\(sources)' also has '\(sources)/Old.xcdatamodeld'"))
      try repository.write("", to: "Empty/README")
      #expect(
        Run("check", repository.path("Empty")).output.contains("or Swift sources with '@Model'"))
    }
  }

  @Test func appsOfOneRepositoryAreCheckedOneByOne() throws {
    try TemporaryRepository.with { repository in
      for (app, property) in [("Bakery", "loaves"), ("Garage", "wheels")] {
        try repository.write(
          "import SwiftData\n@Model final class Order {\n  var \(property): Int\n}\n",
          to: "\(app)/Order.swift")
        try repository.write(
          "import SwiftData\nlet p = #Predicate<Order> { $0.\(property) == 4 }\n",
          to: "\(app)/Uses.swift")
      }
      let check = Run("check", repository.folder.path)
      #expect(check.status == 0)
      #expect(check.error == "2 models checked: 0 errors, 0 warnings\n")
      #expect(Run("check", repository.folder.path, "--against", "HEAD").status == 65)
      try repository.commit(tag: "v1")
      #expect(Run("check", repository.folder.path, "--against", "v1").status == 0)
    }
  }

  @Test func anEditedSharedEnumIsFoundAndItsRepairMakesTheCheckPass() throws {
    try withShop { repository, sources in
      #expect(Run("check", sources).status == 0)
      #expect(Run("check", sources, "--against", "v1.0").status == 0)
      try repository.write(
        Self.values.replacing("case paid", with: "case paid\n  case shipped"),
        to: "Sources/Values.swift")
      let check = Run("check", sources, "--against", "v1.0")
      #expect(check.status == 1)
      for number in 1...3 {
        for part in [
          "SchemaV\(number).swift:15:15: error: version 'SchemaV\(number)' was in 'v1.0' and is edited: the hash of 'Order' changed",
          "momentum freeze --swift '\(sources)@SchemaV\(number)' --at v1.0",
          "extension SchemaV\(number) { struct Address: Codable { var street: String }  enum OrderState: Codable { case open; case paid } }",
        ] {
          #expect(check.output.contains(part), "\(part)")
        }
      }
      #expect(check.output.contains("→ open optional String, paid optional String, shipped"))
      #expect(check.output.contains("134504"))

      for number in 1...3 {
        let place = "\(sources)@SchemaV\(number)"
        #expect(Run("freeze", "--swift", place, "--at", "v1.0", "--check").status == 1)
        let freeze = Run("freeze", "--swift", place, "--at", "v1.0")
        #expect(freeze.status == 0)
        #expect(freeze.output == "\(sources)/SchemaV\(number)+Frozen.swift: written\n")
        #expect(Run("freeze", "--swift", place, "--at", "v1.0", "--check").status == 0)
      }
      let frozen = try String(
        contentsOfFile: sources + "/SchemaV1+Frozen.swift", encoding: .utf8)
      #expect(
        frozen == """
          // What SchemaV1 had when it was released. Do not edit: stores of users depend on it.

          import Foundation
          import SwiftData

          extension SchemaV1 {
            struct Address: Codable {
              var street: String
            }

            enum OrderState: Codable {
              case open
              case paid
            }
          }

          """)
      let again = Run("check", sources, "--against", "v1.0")
      #expect(again.status == 0, "\(again.output)")
      #expect(Run("hash", "\(sources)@SchemaV1").status == 0)
    }
  }

  @Test func sourcesAreAModelForEachCommand() throws {
    try withShop { repository, sources in
      let hash = Run("hash", "\(sources)@SchemaV2")
      #expect(hash.status == 0 && hash.output.contains("  Customer\n"))
      #expect(Run("hash", sources).output == Run("hash", "\(sources)@SchemaV3").output)
      #expect(Run("hash", "\(sources)@SchemaV9").error.contains("SchemaV9"))
      let diff = Run("diff", "\(sources)@SchemaV1", "\(sources)@SchemaV2")
      #expect(diff.output.contains("+ attribute extra2"))
      #expect(diff.output.contains("Sources/SchemaV2.swift:"))
      let schema = Run("schema", sources)
      #expect(schema.output.contains("CREATE TABLE ZORDER"))
      #expect(schema.output.contains("CREATE TABLE ACHANGE"))
      #expect(Run("diagram", sources, "--format", "mermaid").output.contains("Order"))
      #expect(
        Run("sql", sources, "--entity", "Order", "--where", "customer.name == 'x'").status == 0)
      let store = repository.path("shop.store")
      #expect(Run("create", "\(sources)@SchemaV1", store).status == 0)
      let inspect = Run("inspect", store, "--model", sources)
      #expect(inspect.output.contains("version 'SchemaV1': matches"))
      #expect(inspect.output.contains("version 'SchemaV3' (current): 1 entity differs"))
      let migrate = Run("migrate", store, "--to", sources)
      #expect(migrate.status == 0, "\(migrate.error)")
      #expect(
        Run("inspect", store, "--model", sources).output.contains(
          "version 'SchemaV3' (current): matches"))
    }
  }

  @Test func anUnknownHashIsSaidAndNoStoreIsMade() throws {
    try TemporaryRepository.with { repository in
      try repository.write(
        "@Model class A { var link: URL }\n@Model class B { var x: Int }", to: "A.swift")
      let model = repository.path("A.swift")
      let hash = Run("hash", model)
      #expect(hash.status == 0)
      #expect(hash.output.hasPrefix("unknown "))
      #expect(hash.output.contains("checksum  unknown\ndigest    unknown\n"))
      #expect(hash.error.contains("A.swift:1:22: warning: how SwiftData stores 'URL'"))
      let json = Run("hash", model, "--format", "json")
      #expect(json.output.contains("\"A\" : null") || json.output.contains("\"A\": null"))
      let create = Run("create", model, repository.path("a.store"))
      #expect(create.status == 65)
      #expect(create.error.contains("the version hash of 'A' is unknown"))
    }
  }

  @Test func aPlanIsJudged() throws {
    try withShop { repository, sources in
      let cases: [(String, String, String)] = [
        ("SchemaV2.self, SchemaV3.self]", "SchemaV3.self, SchemaV2.self]", "plan.plan-order"),
        ("[SchemaV1.self, SchemaV2.self,", "[SchemaV2.self,", "plan.not-in-plan"),
        ("SchemaV3.self] }\n", "SchemaV3.self, SchemaV4.self] }\n", "plan.unknown-schema"),
        (
          "    .lightweight(fromVersion: SchemaV2.self, toVersion: SchemaV3.self),\n", "",
          "plan.missing-stage"
        ),
        (
          "fromVersion: SchemaV2.self, toVersion: SchemaV3.self",
          "fromVersion: SchemaV1.self, toVersion: SchemaV3.self",
          "plan.stage-versions"
        ),
      ]
      for (old, new, id) in cases {
        #expect(Self.plan.contains(old))
        try repository.write(Self.plan.replacing(old, with: new), to: "Sources/Plan.swift")
        #expect(Run("check", sources).output.contains("[\(id)]"), "\(id)")
      }
      try repository.write(Self.plan, to: "Sources/Plan.swift")
      let stages: [(String, String)] = [
        ("    var number: Int\n", "plan.stage-loses-data"),
        ("    var extra2: String?\n", "plan.same-hashes"),
      ]
      for (line, id) in stages {
        let text = Self.version(2).replacing(line, with: "")
        try repository.write(text, to: "Sources/SchemaV2.swift")
        #expect(Run("check", sources).output.contains("[\(id)]"), "\(id)")
      }
      try repository.write(
        Self.version(2).replacing("var extra2: String?", with: "var extra2: Date"),
        to: "Sources/SchemaV2.swift")
      #expect(Run("check", sources).output.contains("[plan.stage-not-inferrable]"))
    }
  }

  @Test func aPropertyIsRenamedInModelAndSources() throws {
    try TemporaryRepository.with { repository in
      let model = "Shop.xcdatamodel/contents"
      try repository.write(
        SampleContents.contents(
          "<entity name=\"Cheese\" representedClassName=\"Cheese\">\n\(SampleContents.attribute("name"))\n</entity>"
        ),
        to: model)
      let source = """
        import CoreData
        class Cheese: NSManagedObject {
          @NSManaged var name: String?
          static func request() -> NSFetchRequest<Cheese> {
            let request = NSFetchRequest<Cheese>(entityName: "Cheese")
            request.predicate = NSPredicate(format: "name == %@ AND #size == 1", "name")
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            return request
          }
        }
        """
      try repository.write(source, to: "Cheese.swift")
      let arguments = [
        "rename", "Cheese.name", "title", "--model", repository.path("Shop.xcdatamodel"),
        repository.path("Cheese.swift"),
      ]
      let shown = Run(arguments)
      #expect(shown.status == 0)
      #expect(shown.output.contains("+  @NSManaged var title: String?"))
      #expect(
        try String(contentsOfFile: repository.path("Cheese.swift"), encoding: .utf8) == source)
      #expect(Run(arguments + ["--write"]).status == 0)
      #expect(
        try String(contentsOfFile: repository.path("Cheese.swift"), encoding: .utf8)
          == source.replacing("var name", with: "var title")
          .replacing("\"name == %@", with: "\"title == %@")
          .replacing("key: \"name\"", with: "key: \"title\""))
      let contents = try String(contentsOfFile: repository.path(model), encoding: .utf8)
      #expect(contents.contains("name=\"title\" elementID=\"name\""))
      #expect(Run(arguments).status == 65)
    }
  }
}
