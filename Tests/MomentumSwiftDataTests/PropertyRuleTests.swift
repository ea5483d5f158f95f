import MomentumDiagnostics
import MomentumModel
import MomentumSwiftData
import Testing

/// How a property of a model class is stored: SD-10 to SD-32 of the rules about SwiftData.
@Suite struct PropertyRuleTests {
  /// What stands around the property of a row.
  private static let around = """
    import Foundation
    import SwiftData
    typealias Points = Int32
    typealias MaybeName = String?
    enum Grade: String, Codable { case good, bad }
    enum Level: Int, Codable { case low = 1, high }
    enum Bits: UInt16, Codable { case none }
    enum Plain: Codable { case first, second }
    enum Loaded: Codable { case none, some(Int) }
    typealias Code = String
    enum Coded: Code, Codable { case a, b = "c" }
    protocol Shown {}
    enum Named: Shown, Codable { case a, b }
    enum Own: RawRepresentable, Codable { case a; var rawValue: String { "a" } }
    enum Later: Codable { case a }
    extension Later: RawRepresentable { var rawValue: Int { 1 } }
    struct Box: ExpressibleByStringLiteral, Equatable {}
    enum Boxed: Box, Codable { case a }
    enum Foreign: SomeLib.Raw, Codable { case a }
    struct Bag: Codable { var names: Set<String> }
    struct Table: Codable { var names: [String: Int] }
    struct Gaps: Codable { var names: [String?] }
    struct Wrapped: Codable { @Trimmed var name: String }
    struct Couple: Codable { var (a, b) = (1, 2) }
    struct Holder<T: Codable>: Codable { var value: T }
    struct Parsed: Codable { var x: Int; init?(text: String) { nil }; init(number: Int) { x = number } }
    extension Date { init?(iso: String) { nil }; static let start = Date(); var year: Int { 1 } }
    enum Response { struct Body: Codable { var x: Int } }
    struct Spot: Codable { var x: Double; var name: String?; static let zero = Spot(x: 0); var y: Double { x } }
    struct Nested: Codable { var spot: Spot; var marks: [Int]; let fixed = 1 }
    struct Flags: OptionSet { let rawValue: Int }
    struct WithEnum: Codable { var grade: Grade }
    """

  private static func read(_ line: String) throws -> SwiftDataModel {
    try SwiftDataSample.read("\(around)\n@Model final class Item {\n  \(line)\n  init() {}\n}")
  }

  /// Each row: a line of a class, and the attribute as `type` with a `?` if it is optional.
  @Test(arguments: [
    ("var a: Int", "Integer 64"), ("var a: Int64?", "Integer 64?"), ("var a: UInt64", "Integer 64"),
    ("var a: Int32", "Integer 32"), ("var a: UInt32", "Integer 32"), ("var a: Int16", "Integer 16"),
    ("var a: UInt8", "Integer 16"), ("var a: Double", "Double"), ("var a: TimeInterval", "Double"),
    ("var a: Float?", "Float?"), ("var a: String", "String"), ("var a: Swift.String", "String"),
    ("var a: Bool", "Boolean"), ("var a: Date", "Date"), ("var a: Foundation.Date?", "Date?"),
    ("var a: Data", "Binary"), ("var a: UUID", "UUID"),
    // A default does not make an attribute optional.
    ("var a: Int = 3", "Integer 64"), ("var a: String! = nil", "String?"),
    ("var a: Optional<Int>", "Integer 64?"), ("private var a: Int", "Integer 64"),
    ("let a: Int", "Integer 64"), ("public private(set) var a: Int = 1", "Integer 64"),
    ("var a: Int = 0 { didSet { print(a) } }", "Integer 64"),
    ("var `in`: Int", "Integer 64"),
    // SD-21, SD-22
    ("var a: [String]", "Transformable"), ("var a: [Int]?", "Transformable?"),
    ("var a: Array<UInt32>", "Transformable"), ("var a: [String: Int]", "Binary"),
    ("var a: [String: Spot]?", "Binary?"), ("var a: Dictionary<String, Int>", "Binary"),
    // SD-31
    ("var a: Points", "Integer 32"), ("var a: MaybeName", "String?"),
    // SD-32
    ("var a = 1", "Integer 64"), ("var a = -1", "Integer 64"), ("var a = 1.5", "Double"),
    ("var a = \"x\"", "String"), ("var a = true", "Boolean"), ("var a = Date()", "Date"),
    ("var a = Date.now", "Date"), ("var a = UUID()", "UUID"), ("var a = [Int]()", "Transformable"),
    ("var a = Data.init()", "Binary"), ("var a = 1 as Int16", "Integer 16"),
    ("var a = Grade.good.rawValue", "String"), ("var a = [\"x\"]", "Transformable"),
    ("var a = 60 * 60", "Integer 64"), ("var a = 60 * 1.5", "Double"),
    ("var a = [1, 2.5]", "Transformable"),
    ("var a = -(1 + 2)", "Integer 64"), ("var a = \"a\" + \"b\"", "String"),
    ("var a = UUID().uuidString", "String"), ("var a = UUID().uuidString.lowercased()", "String"),
    ("var a = Date.now.addingTimeInterval(60 * 60)", "Date"), ("var a = Date() + 60", "Date"),
    ("var a = Date().timeIntervalSince1970 * 1000", "Double"),
    ("var a = Int.random(in: 1...6)", "Integer 64"),
    ("var a = Optional<Int>.none", "Integer 64?"), ("var a = Int?.none", "Integer 64?"),
    ("var a = Optional(1)", "Integer 64?"), ("var a = 1 < 2", "Boolean"),
    ("var a = true ? 1 : 2", "Integer 64"),
    ("var a = 1 as? Int16", "Integer 16?"), ("var a = Date.start", "Date"),
    ("var a = Date().year", "Integer 64"),
    ("var a = Self.first\n  static let first: Int32 = 1", "Integer 32"),
    ("var a = Item.make()\n  static func make() -> String { \"\" }", "String"),
    // Initializers that may fail
    ("var a = UUID(uuidString: \"x\")", "UUID?"), ("var a = UUID(uuidString: \"x\")!", "UUID"),
    ("var a = UUID(uuidString: \"x\") ?? UUID()", "UUID"), ("var a = Int(\"5\")", "Integer 64?"),
    ("var a = Int(5.5)", "Integer 64"), ("var a = Double(\"5\")", "Double?"),
    ("var a = Bool(\"true\")", "Boolean?"),
    ("var a = Int(\"ff\", radix: 16)", "Integer 64?"), ("var a = Int16(exactly: 5)", "Integer 16?"),
    ("var a = Data(base64Encoded: \"\")", "Binary?"), ("var a = Points(\"5\")", "Integer 32?"),
    ("var a = Date(iso: \"\")", "Date?"), ("var a = String(5)", "String"),
    // Options
    ("@Attribute(.transformable(by: Box.self)) var a: Loaded", "Transformable"),
  ])
  func aTypeIsStoredAs(_ line: String, _ expected: String) throws {
    let read = try Self.read(line)
    let attribute = try #require(read.model.entities.first?.attributes.first)
    #expect(attribute.type.xmlName + (attribute.isOptional ? "?" : "") == expected)
    #expect(read.diagnostics.isEmpty)
    #expect(read.model.entities.first?.hasUnknownHash == false)
  }

  /// Each row: a line, and the elements of the composite attribute, those of inner ones in brackets.
  @Test(arguments: [
    ("var a: Grade", "a: String"), ("var a: Level?", "a: Integer 64"),
    ("var a = Grade.good", "a: String"),
    ("var a: Plain", "first: String, second: String"),
    ("var a: Coded", "a: String"), ("var a: Named", "a: String, b: String"),
    ("var a = Spot.zero", "x: Double, name: String"),
    ("var a = Grade(rawValue: \"good\")", "a: String"),
    ("var a = Parsed(number: 1)", "x: Integer 64"), ("var a: Response.Body", "x: Integer 64"),
    ("var a: Spot", "x: Double, name: String"), ("var a = Spot.zero", "x: Double, name: String"),
    ("var a: Nested", "spot: [x: Double, name: String], marks: Binary"),
  ])
  func aStructOrEnumIsStoredByItsParts(_ line: String, _ expected: String) throws {
    let read = try Self.read(line)
    let attribute = try #require(read.model.entities.first?.attributes.first)
    #expect(Self.parts(attribute.type, read.model) == expected)
    #expect(read.diagnostics.isEmpty)
  }

  private static func parts(_ type: AttributeType, _ model: ObjectModel) -> String {
    guard case .composite(let id) = type else { return type.xmlName }
    return model[id].elements.map { element in
      #expect(element.isOptional)
      guard case .composite = element.type else {
        return "\(element.name): \(element.type.xmlName)"
      }
      return "\(element.name): [\(parts(element.type, model))]"
    }.joined(separator: ", ")
  }

  @Test(arguments: [
    "var a: Int { 1 }", "var a: Int { get { 1 } set {} }", "static var a = 1",
    "static let a: Int = 1", "@Transient var a = 1", "lazy var a = 1", "func a() {}",
    "struct A { var b = 1 }", "typealias A = Int",
  ])
  func whatIsNotStoredIsNoProperty(_ line: String) throws {
    let read = try Self.read(line)
    #expect(read.model.entities.first?.attributes.isEmpty == true)
    #expect(read.model.entities.first?.relationships.isEmpty == true)
  }

  /// What nobody has seen in a store: the hash stays unknown.
  @Test(arguments: [
    ("var a: UInt16", "swiftdata.unobserved"), ("var a: Int8", "swiftdata.unobserved"),
    ("var a: UInt", "swiftdata.unobserved"), ("var a: Decimal", "swiftdata.unobserved"),
    ("var a: URL?", "swiftdata.unobserved"), ("var a: CGFloat", "swiftdata.unobserved"),
    ("var a: Set<String>", "swiftdata.unobserved"), ("var a: [Spot]", "swiftdata.unobserved"),
    ("var a: [Grade]", "swiftdata.unobserved"), ("var a: Loaded", "swiftdata.unobserved"),
    ("var a: Flags", "swiftdata.unobserved"), ("var a: WithEnum", "swiftdata.unobserved"),
    ("var a: Bits", "swiftdata.unobserved"), ("var größe: Int", "swiftdata.unobserved"),
    ("@Attribute(hashModifier: \"2\") var a: Int", "swiftdata.unobserved"),
    ("@Attribute(.preserveValueOnDeletion) var a: Int", "swiftdata.unobserved"),
    ("@Attribute(.transformable(by: \"Box\")) var a: Loaded", "swiftdata.unobserved"),
    ("var a: Own", "swiftdata.unobserved"), ("var a: Later", "swiftdata.unobserved"),
    ("var a: Boxed", "swiftdata.unobserved"), ("var a: Foreign", "swiftdata.unknown-type"),
    ("var a: Bag", "swiftdata.unobserved"), ("var a: Table", "swiftdata.unobserved"),
    ("var a: Gaps", "swiftdata.unobserved"), ("var a: [String?]", "swiftdata.unobserved"),
    ("var a: Int??", "swiftdata.unobserved"), ("var a: Optional<Int?>", "swiftdata.unobserved"),
    ("var a: Couple", "swiftdata.unobserved"), ("var (a, b) = (1, 2)", "swiftdata.unobserved"),
    ("var a: Holder<Int>", "swiftdata.unobserved"), ("var a: Wrapped", "swiftdata.unknown-macro"),
    ("var a = URL(string: \"x\")", "swiftdata.unobserved"),
    ("var a: Response.Data", "swiftdata.unknown-type"),
    ("var a: SomeLib.String", "swiftdata.unknown-type"),
    ("var a: [Response.Data]", "swiftdata.unknown-type"),
    ("var a: [Unknown]", "swiftdata.unknown-type"),
    ("var a = Int(some)", "swiftdata.no-type"), ("var a = [1, \"x\"]", "swiftdata.no-type"),
    ("var a = [1, nil]", "swiftdata.no-type"), ("var a = try? make()", "swiftdata.no-type"),
    ("var a: Unknown", "swiftdata.unknown-type"), ("var a: (Int, Int)", "swiftdata.unknown-type"),
    ("var a = make()", "swiftdata.no-type"), ("var a = .first", "swiftdata.no-type"),
    ("@Wrapper var a: Int", "swiftdata.unknown-macro"),
    ("#Extra()", "swiftdata.unknown-macro"),
    ("@Attribute(options) var a: Int", "swiftdata.unread-argument"),
    ("@Attribute(originalName: old) var a: Int", "swiftdata.unread-argument"),
    ("#Unique<Item>(paths)", "swiftdata.unread-argument"),
    ("#if DEBUG\n  var a: Int\n  #endif", "swiftdata.conditional-property"),
  ])
  func whatIsNotKnownLeavesTheHashUnknown(_ line: String, _ id: String) throws {
    let read = try Self.read(line)
    #expect(SwiftDataSample.ids(read.diagnostics) == [id])
    #expect(read.model.entities.first?.hasUnknownHash == true)
  }

  /// Initializers that may fail give an optional composite too.
  @Test(arguments: [
    ("var a = Grade(rawValue: \"good\")", true), ("var a = Parsed(text: \"\")", true),
    ("var a = Parsed(number: 1)", false), ("var a = Grade.good", false),
  ])
  func aFailableInitializerGivesAnOptional(_ line: String, _ isOptional: Bool) throws {
    let read = try Self.read(line)
    #expect(read.model.entities.first?.attributes.first?.isOptional == isOptional)
    #expect(read.diagnostics.isEmpty)
  }

  /// A composite has the name of its struct or enum.
  @Test func compositesAreNamedAfterTheirTypes() throws {
    let read = try Self.read("var home: Spot\n  var work: Spot?\n  var grade: Grade")
    #expect(read.model.composites.map(\.name) == ["Spot", "Grade"])
  }

  /// A value that refers to itself, and a chain of many operators, have no type.
  @Test func inferenceEnds() throws {
    let chain = Array(repeating: "1", count: 20_000).joined(separator: " + ")
    for value in ["Item.b", chain, "Self.b"] {
      let read = try Self.read("var a = \(value)\n  static let b = Item.c\n  static let c = Item.b")
      #expect(SwiftDataSample.ids(read.diagnostics) == ["swiftdata.no-type"])
    }
  }

  @Test func optionsOfAnAttribute() throws {
    let read = try Self.read(
      """
      @Attribute(.unique, originalName: "id") var key: UUID
        @Attribute(.externalStorage) var image: Data?
        @Attribute(.ephemeral) var draft: Double? = 0
        @Attribute(.spotlight, .allowsCloudEncryption) var note: String = "a\\tb"
        @Attribute(.transformable(by: Box.self)) var box: Loaded?
        var count: Int = 1_000
        var ratio: Double = -0.5
        var isOn: Bool = true
      """)
    let entity = try #require(read.model.entities.first)
    let byName = Dictionary(uniqueKeysWithValues: entity.attributes.map { ($0.name, $0) })
    #expect(entity.uniquenessConstraints == [["key"]])
    #expect(byName["key"]?.renamingIdentifier == "id")
    #expect(byName["image"]?.allowsExternalStorage == true)
    #expect(byName["draft"]?.isTransient == true)
    #expect(byName["note"]?.isIndexedBySpotlight == true)
    #expect(byName["note"]?.allowsCloudEncryption == true)
    #expect(byName["note"]?.defaultValue == .string("a\tb"))
    #expect(byName["box"]?.valueTransformerName == "Box")
    #expect(byName["count"]?.defaultValue == .integer(1000))
    #expect(byName["ratio"]?.defaultValue == .double(-0.5))
    #expect(byName["isOn"]?.defaultValue == .boolean(true))
    #expect(read.model.isSwiftData && read.model.listsAllIndexes)
  }
}
