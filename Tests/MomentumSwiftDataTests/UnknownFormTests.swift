import MomentumModel
import MomentumSwiftData
import Testing

/// What is kept of a declaration of which nobody knows how SwiftData stores it: an edit of it shows, and
/// what is not stored does not.
@Suite struct UnknownFormTests {
  private static let around = """
    enum Loaded: Codable { case none, some(Int), home(Address) }
    struct Address: Codable { var street: String; var zip: Int = 1; let fixed = 2 }
    @Model final class Item {
      var loaded: Loaded
      var list: [Address] = []
      var other: Missing
      #if DEBUG
      var debug: Int
      #endif
      @Wrapped(3) var wrapped: Int
      #Unique<Item>(paths)
    }
    @Model final class One { var two: Two? }
    @Model final class Two { var ones: [One] }
    """

  private static func forms(_ text: String) throws -> [String] {
    try SwiftDataSample.read(text).model.unknownForms
  }

  @Test func theFormsAreWritten() throws {
    #expect(
      try Self.forms(Self.around) == [
        "Item.: #Unique<Item>(paths)",
        "Item.debug: #if DEBUG Int",
        "Item.list: [{street: String; zip: Int}]",
        "Item.loaded: enum{home({street: String; zip: Int}); none; some(Int)}",
        "Item.other: Missing Schema",
        "Item.wrapped: @Wrapped(3) Int Schema",
        "One.two: inverse to Two.ones or not",
        "Two.ones: inverse to One.two or not",
      ])
  }

  /// Each row: an edit that may change what is stored.
  @Test(arguments: [
    ("some(Int)", "some(String)"), ("case none", "case all, none"),
    ("var street: String", "var street: String?"), ("street", "road"), ("#if DEBUG", "#if RELEASE"),
    ("@Wrapped(3)", "@Wrapped(4)"), ("other: Missing", "other: Absent"), ("(paths)", "(others)"),
    ("var two: Two?", "@Relationship(inverse: \\Two.ones) var two: Two?"),
  ])
  func anEditOfWhatIsStoredShows(_ old: String, _ new: String) throws {
    #expect(Self.around.contains(old))
    let edited = try Self.forms(Self.around.replacing(old, with: new))
    #expect(try Self.forms(Self.around) != edited)
  }

  /// Each row: an edit of what is not stored, or of a name that is not.
  @Test(arguments: [
    ("zip: Int = 1", "zip: Int = 7"), ("let fixed = 2", "let fixed = 3"),
    ("list: [Address] = []", "list: [Address]"),
    ("Address", "Place"), ("Loaded", "Held"), ("let fixed = 2", "var line: String { street }"),
    ("case none, some(Int)", "case some(Int), none"),
  ])
  func anEditOfTheRestDoesNot(_ old: String, _ new: String) throws {
    #expect(Self.around.contains(old))
    let edited = try Self.forms(Self.around.replacing(old, with: new))
    #expect(try Self.forms(Self.around) == edited)
  }

  @Test func whatIsKnownHasNoForm() throws {
    let forms = try Self.forms(
      "enum State: String, Codable { case a }\n@Model class A { var s: State\nvar n: Int }")
    #expect(forms.isEmpty)
  }

  @Test func aDefaultThatTheAppWorksOutIsADefault() throws {
    let read = try SwiftDataSample.read(
      "@Model class A { var id: UUID = UUID()\nvar n: Int\nvar m: Int = 3\nvar o: Int? = nil }")
    let attributes = try #require(read.model.entities.first?.attributes)
    #expect(
      attributes.map { "\($0.name) \($0.hasComputedDefault) \($0.hasDefault)" } == [
        "id true true", "n false false", "m false true", "o false false",
      ])
  }
}
