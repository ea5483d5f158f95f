import Foundation
import MomentumTestSupport
import Testing

/// Edits of released SwiftData schemas of which nobody knows whether they change a hash: the check must
/// not pass over them.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct SwiftDataUndecidedTests {
  private static let sources = """
    import Foundation
    import SwiftData

    enum Status: Codable {
      case open
      case paid(Int)
    }

    struct Line: Codable {
      var title: String
    }

    enum SchemaV1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Order.self, Customer.self] }

      @Model final class Order {
        var number: Int = 0
        var status: Status
        var lines: [Line]
        var customer: Customer?
      }

      @Model final class Customer {
        var name: String
        var orders: [Order]
      }
    }

    """

  private func withRelease(
    _ text: String, _ body: (TemporaryRepository, String) throws -> Void
  ) throws {
    try TemporaryRepository.with { repository in
      try repository.write(text, to: "S/Models.swift")
      try repository.commit(tag: "v1.0")
      try body(repository, repository.path("S"))
    }
  }

  /// Each row: an edit, and what the finding says of it.
  @Test(arguments: [
    ("paid(Int)", "paid(String)", "entity 'Order': 'status': written enum{open; paid(Int)} → enum"),
    ("var title: String", "var title: String?", "'lines': written [{title: String}] → "),
    (
      "var orders: [Order]", "@Relationship(inverse: \\Order.customer) var orders: [Order]",
      "'orders': written inverse to Order.customer or not → otherwise"
    ),
    ("var orders: [Order]", "@Relationship var orders: [Order]", "inverse customer → none"),
  ])
  func anEditOfWhatIsNotKnownIsUndecided(_ old: String, _ new: String, _ note: String) throws {
    try withRelease(Self.sources) { repository, sources in
      #expect(Run("check", sources, "--against", "v1.0").status == 0)
      #expect(Self.sources.contains(old))
      try repository.write(Self.sources.replacing(old, with: new), to: "S/Models.swift")
      let check = Run("check", sources, "--against", "v1.0")
      #expect(check.status == 1)
      #expect(
        check.output.contains("warning: version 'SchemaV1' was in 'v1.0' and is edited where"))
      #expect(check.output.contains("[versions.undecided]"))
      #expect(!check.output.contains("[versions.edited-after-release]"))
      #expect(check.output.contains(note), "\(check.output)")
      let diff = Run("diff", sources, "--against", "v1.0")
      #expect(diff.error.contains("whether the hashes of 'SchemaV1' changed is undecided"))
    }
  }

  /// An edit of what is known beside what is not known is an edit.
  @Test func anEditOfWhatIsKnownIsAnEdit() throws {
    try withRelease(Self.sources) { repository, sources in
      try repository.write(
        Self.sources.replacing("var number: Int = 0", with: "var number: Int16 = 0"),
        to: "S/Models.swift")
      let check = Run("check", sources, "--against", "v1.0")
      #expect(check.status == 1)
      #expect(check.output.contains("the hash of 'Order' changed"))
      #expect(!check.output.contains("[versions.undecided]"))
    }
  }

  /// What no hash depends on is no edit.
  @Test(arguments: [
    ("var number: Int = 0", "var number: Int = 1"), ("struct Line", "/// A line.\nstruct Line"),
    ("var title: String", "var title: String\n  var long: String { title }"),
  ])
  func anEditWithoutEffectIsNone(_ old: String, _ new: String) throws {
    try withRelease(Self.sources) { repository, sources in
      try repository.write(Self.sources.replacing(old, with: new), to: "S/Models.swift")
      let check = Run("check", sources, "--against", "v1.0")
      #expect(check.status == 0, "\(check.output)")
      #expect(!check.output.contains("[versions."))
    }
  }

  @Test func anUndecidedEditIsAcknowledged() throws {
    try withRelease(Self.sources) { repository, sources in
      try repository.write(
        Self.sources.replacing("paid(Int)", with: "paid(String)"), to: "S/Models.swift")
      #expect(Run("check", sources, "--against", "v1.0", "--baseline").status == 0)
      let check = Run("check", sources, "--against", "v1.0")
      #expect(check.status == 0, "\(check.output)")
    }
  }

  /// An acknowledgement leads from the released form, which two edits have in common, to the edited one.
  @Test func anAcknowledgementLeadsFromTheReleaseToTheEdit() throws {
    func checksums(after edit: String) throws -> [(from: String, to: String)] {
      var result: [(from: String, to: String)] = []
      try withRelease(Self.sources) { repository, sources in
        try repository.write(
          Self.sources.replacing("var orders: [Order]", with: edit), to: "S/Models.swift")
        #expect(Run("check", sources, "--against", "v1.0", "--baseline").status == 0)
        let file = try String(contentsOfFile: repository.path(".momentum.json"), encoding: .utf8)
        let sums = file.matches(of: /"(from|to)":[^}]*"checksum": "([^"]+)"/)
        for (old, new) in zip(sums.filter { $0.1 == "from" }, sums.filter { $0.1 == "to" }) {
          result.append((String(old.2), String(new.2)))
        }
      }
      return result
    }
    let first = try checksums(after: "@Relationship var orders: [Order]")
    let second = try checksums(after: "var orders: [Order] = []\n    var more: [Int]")
    #expect(!first.isEmpty && !second.isEmpty)
    #expect(Set((first + second).map(\.from)).count == 1, "\(first) \(second)")
    #expect(Set((first + second).map(\.to)).count == 2, "\(first) \(second)")
  }

  /// The repair that the finding prints makes the check pass.
  @Test func theRepairOfAnUndecidedEdit() throws {
    try withRelease(Self.sources) { repository, sources in
      try repository.write(
        Self.sources.replacing("paid(Int)", with: "paid(String)"), to: "S/Models.swift")
      let place = "\(sources)@SchemaV1"
      let check = Run("check", sources, "--against", "v1.0")
      #expect(check.output.contains("momentum freeze --swift '\(place)' --at v1.0"))
      #expect(Run("freeze", "--swift", place, "--at", "v1.0").status == 0)
      let again = Run("check", sources, "--against", "v1.0")
      #expect(again.status == 0, "\(again.output)")
      #expect(!again.output.contains("[versions."))
    }
  }

  // MARK: - Lists

  private static let listed = """
    import SwiftData

    enum SchemaV1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { make() }
      @Model final class A { var x: Int }
      @Model final class B { var x: Int }
    }

    func make() -> [any PersistentModel.Type] { [SchemaV1.A.self, SchemaV1.B.self] }

    """

  @Test func aListThatCannotBeReadLeavesTheHashesUnknown() throws {
    try withRelease(Self.listed) { repository, sources in
      let hash = Run("hash", sources)
      #expect(hash.status == 0)
      #expect(hash.output == "checksum  unknown\ndigest    unknown\n")
      #expect(
        hash.error.contains("S/Models.swift:5:51: warning: the list of classes of 'SchemaV1'"))
      let json = Run("hash", sources, "--format", "json")
      #expect(
        json.output.contains("\"checksum\" : null") || json.output.contains("\"checksum\": null"))
      #expect(Run("check", sources).output.contains("[swiftdata.unread-models]"))
      let create = Run("create", sources, repository.path("a.store"))
      #expect(create.status == 65)
      #expect(create.error.contains("the list of the schema's classes cannot be read"))
      let freeze = Run("freeze", "--swift", "\(sources)@SchemaV1")
      #expect(freeze.status == 65)
      #expect(freeze.error.contains("the list of classes of 'SchemaV1' cannot be read"))
    }
  }

  /// Each row: an edit, and whether it may change the hashes.
  @Test(arguments: [
    ("[SchemaV1.A.self, SchemaV1.B.self]", "[SchemaV1.A.self]", true),
    ("class A { var x: Int }", "class A { var x: String }", true),
    ("{ make() }", "{ [A.self] }", true),
    ("import SwiftData", "// A comment.\nimport SwiftData", false),
  ])
  func anEditBesideAnUnreadListIsUndecided(
    _ old: String, _ new: String, _ isUndecided: Bool
  ) throws {
    try withRelease(Self.listed) { repository, sources in
      try repository.write(Self.listed.replacing(old, with: new), to: "S/Models.swift")
      let check = Run("check", sources, "--against", "v1.0")
      #expect((check.status == 1) == isUndecided, "\(check.output)")
      #expect(check.output.contains("[versions.undecided]") == isUndecided)
    }
  }

  /// Classes of a list that is read on both sides are compared.
  @Test func aClassOfTheReadPartIsCompared() throws {
    let text = Self.listed.replacing("{ make() }", with: "{ [A.self] + make() }")
    try withRelease(text) { repository, sources in
      try repository.write(
        text.replacing("class A { var x: Int }", with: "class A { var x: String }"),
        to: "S/Models.swift")
      let check = Run("check", sources, "--against", "v1.0")
      #expect(check.status == 1)
      #expect(check.output.contains("the hash of 'A' changed"))
    }
  }

  // MARK: - Folders and unversioned sources

  @Test func aFolderIsComparedInAnySpelling() throws {
    try withRelease(Self.sources) { repository, sources in
      try repository.write(
        Self.sources.replacing("var name: String", with: "var title: String"), to: "S/Models.swift")
      for path in [sources, sources + "/", repository.path(""), repository.path(".")] {
        let diff = Run("diff", path, "--against", "v1.0")
        #expect(diff.output.contains("attribute title"), "\(path): \(diff.output)\(diff.error)")
        #expect(!diff.output.contains("''"))
      }
      let none = Run("diff", repository.path("S/None"), "--against", "v1.0")
      #expect(none.status != 0)
      #expect(none.error.contains("S/None"))
    }
  }

  @Test func unversionedSourcesGetAVersion() throws {
    let text = """
      import SwiftData
      enum Kind: Codable { case one, two }
      @Model final class A {
        var x: Int
        var kind: Kind
      }
      let schema = Schema([A.self])
      """
    try withRelease(text) { repository, sources in
      try repository.write(
        text.replacing("one, two", with: "one, two, three"), to: "S/Models.swift")
      let check = Run("check", sources, "--against", "v1.0")
      #expect(check.status == 1)
      let command = "momentum freeze --swift '\(sources)@SchemaV1' --at v1.0"
      #expect(check.output.contains(command), "\(check.output)")
      #expect(!check.output.contains("extension  {"))
      let freeze = Run("freeze", "--swift", "\(sources)@SchemaV1", "--at", "v1.0")
      #expect(freeze.status == 0, "\(freeze.error)")
      let again = Run("check", sources, "--against", "v1.0")
      #expect(again.status == 0, "\(again.output)")
      #expect(again.output.contains("is now called 'SchemaV1'"))
      let twice = Run("freeze", "--swift", "\(sources)@SchemaV1", "--at", "v1.0")
      #expect(twice.status == 65)
      let named = Run("freeze", "--swift", "\(sources)@Schema", "--at", "v1.0")
      #expect(named.status == 65)
      #expect(named.error.contains("SchemaV1"))
    }
  }

  @Test func repairsHaveSwiftsWords() throws {
    let text =
      "import SwiftData\n@Model final class Item {\n  var title: String\n  var size: Int?\n}\n"
    try withRelease(text) { repository, sources in
      try repository.write(
        text.replacing("title", with: "titles").replacing("Int?", with: "Int")
          .replacing("class Item {", with: "class Item {\n  var code: String"),
        to: "S/Models.swift")
      let diff = Run("diff", sources, "--against", "v1.0")
      #expect(diff.output.contains("@Attribute(originalName: \"title\")"), "\(diff.output)")
      #expect(diff.output.contains("add '= \"\"' or '?' to property 'Item.code'"))
      for word in ["elementID", "optional=", "mapping model", "Xcode", "defaultValueString"] {
        #expect(!diff.output.contains(word), "\(word): \(diff.output)")
      }
    }
  }
}
