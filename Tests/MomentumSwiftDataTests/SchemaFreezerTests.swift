import MomentumDiagnostics
import MomentumModel
import MomentumSwiftData
import Testing

/// What a frozen version gets.
@Suite struct SchemaFreezerTests {
  private static func version(_ body: String, _ models: String = "Item.self") -> String {
    """
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [\(models)] }
      \(body)
    }
    """
  }

  private static let nested = version("@Model class Item { var state: State; var home: Address? }")

  /// The result, and whether the version has its former model with it.
  private static func freeze(
    _ former: String, _ present: String
  ) throws -> (result: SchemaFreezer.Result, isRestored: Bool) {
    let before = SwiftDataSample.reader(former)
    let now = SwiftDataSample.reader(present)
    let result = try #require(SchemaFreezer(former: before, present: now).freeze("V1"))
    var bytes = Array(present.utf8)
    for edit in result.edits.sorted(by: { $0.location.range.start > $1.location.range.start }) {
      bytes.replaceSubrange(
        edit.location.range.start..<edit.location.range.end, with: edit.text.utf8)
    }
    let after = SwiftDataReader([
      SourceFile(path: "Models.swift", utf8: bytes),
      SourceFile(path: "Frozen.swift", text: result.text),
    ])
    func model(_ reader: SwiftDataReader) -> [Entity]? {
      reader.schemas.first { $0.name == "V1" }.map { reader.model(of: $0).model }.map { model in
        model.entities.map { entity in
          var plain = entity
          // Only the places of composites differ.
          plain.userInfo = []
          return plain
        }
      }
    }
    return (result, model(before) != nil && model(before) == model(after))
  }

  private static let values = """
    enum State: Codable { case open, paid; var isOpen: Bool { self == .open } }
    public struct Address: Codable, Identifiable { var street: String = "x"; var id: String { street } }
    """

  @Test func sharedValuesAreCopied() throws {
    let former = Self.nested + "\n" + Self.values
    let present = former.replacing("open, paid;", with: "open, paid, shipped;")
    let (result, isRestored) = try Self.freeze(former, present)
    #expect(result.edits.isEmpty)
    #expect(
      result.lines == [
        "extension V1 {", "  enum State: Codable {", "    case open", "    case paid", "  }", "",
        "  struct Address: Codable {", "    var street: String = \"x\"", "  }", "}",
      ])
    #expect(
      result.oneLine
        == "extension V1 { enum State: Codable { case open; case paid }  struct Address: Codable { var street: String = \"x\" } }"
    )
    #expect(isRestored)
  }

  @Test func liveClassesAreCopiedWithAnInitializer() throws {
    let live = """
      @Model public final class Item {
        #Unique<Item>([\\.name])
        @Attribute(.unique) public var name: String
        var count: Int = 0 { didSet { print(count) } }
        var title: String { name }
        @Relationship(inverse: \\Item.parent) var kids: [Item] = []
        var parent: Item?
        @Transient var cache = 1
        init(name: String) { self.name = name }
        func work() {}
      }
      """
    let former = Self.version("") + "\n" + live
    let present = former.replacing("var count: Int = 0", with: "var count: Int32 = 0")
    let (result, isRestored) = try Self.freeze(former, present)
    #expect(
      result.lines == [
        "extension V1 {", "  @Model", "  final class Item {", "    #Unique<Item>([\\.name])",
        "    @Attribute(.unique) var name: String", "    var count: Int = 0",
        "    @Relationship(inverse: \\Item.parent) var kids: [Item] = []", "    var parent: Item?",
        "", "    init(name: String) {", "      self.name = name", "    }", "  }", "}",
      ])
    #expect(isRestored)
  }

  @Test func whatWasEditedInsideGetsItsFormerText() throws {
    let former = Self.version(
      "@Model class Item { var a: Int }\n  @Model class Other { var b: Int }",
      "Item.self, Other.self")
    let present = former.replacing("var a: Int", with: "var a: Int32").replacing(
      "[Item.self, Other.self]", with: "[Item.self]")
    let (result, isRestored) = try Self.freeze(former, present)
    #expect(result.lines.isEmpty)
    #expect(
      result.edits.map(\.text) == [
        "@Model class Item { var a: Int }",
        "static var models: [any PersistentModel.Type] { [Item.self, Other.self] }",
      ])
    #expect(isRestored)
  }

  @Test func aVersionThatIsGoneComesBackWhole() throws {
    let (result, isRestored) = try Self.freeze(
      Self.nested + "\n" + Self.values, Self.values + "\n@Model class Item { var x: Int }")
    #expect(result.lines.first == "enum V1: VersionedSchema {")
    #expect(isRestored)
  }

  @Test func namesOfOtherVersionsBecomeItsOwn() throws {
    let former =
      Self.version(
        "@Model class Item { var kind: V2.Kind?; @Relationship(inverse: \\V1.Item.kids) var up: V1.Item?; var kids: [V1.Item] = [] }"
      )
      + "\nenum V2 { enum Kind: String, Codable { case a = \"x\", `in` } }"
    let (result, isRestored) = try Self.freeze(former, former)
    #expect(
      result.lines == [
        "extension V1 {", "  enum Kind: String, Codable {", "    case a = \"x\"", "    case `in`",
        "  }", "}",
      ])
    #expect(isRestored)
  }

  /// The copy does not depend on an alias of the app, nor on a condition whose clauses agree.
  @Test func aliasesAndConditionsAreResolved() throws {
    let values = """
      typealias Code = String
      enum State: Code, Codable { case open, paid }
      struct Address: Codable {
        #if DEBUG
        var street: String = "x"
        #else
        var street: String
        #endif
      }
      """
    let former = Self.nested + "\n" + values
    let (result, isRestored) = try Self.freeze(
      former, former.replacing("Code = String", with: "Code = Int"))
    #expect(
      result.lines == [
        "extension V1 {", "  enum State: String, Codable {", "    case open", "    case paid",
        "  }",
        "", "  struct Address: Codable {", "    var street: String = \"x\"", "  }", "}",
      ])
    #expect(isRestored)
  }

  @Test func aWholeVersionNeedsNothing() throws {
    let text = Self.version("@Model class Item { var a: Int }")
    #expect(try Self.freeze(text, text).result.isEmpty)
  }
}
