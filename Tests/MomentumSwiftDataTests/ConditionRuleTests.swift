import MomentumDiagnostics
import MomentumModel
import MomentumSwiftData
import Testing

/// `#if` in the sources of a schema, and types of one name: SD-15.
@Suite struct ConditionRuleTests {
  /// The attributes as `name: type`, and whether the hash is known.
  private static func text(_ read: SwiftDataModel) -> [String] {
    read.model.entities.flatMap { entity in
      entity.attributes.map { "\(entity.name).\($0.name): \($0.type.xmlName)" }
    }
  }

  /// Each row: a condition, and which of the two clauses is built; `nil` if that depends on the build.
  @Test(
    arguments: [
      ("canImport(SwiftData)", true), ("canImport(SwiftUI)", true), ("canImport(Glibc)", false),
      ("os(Linux)", false), ("!os(Linux)", true), ("os(Linux) || os(Windows)", false),
      ("swift(>=5.9)", true), ("compiler(>=5.3)", true), ("swift(<5.5)", false), ("true", true),
      ("canImport(SwiftData) && !os(Linux)", true), ("os(Linux) && DEBUG", false),
      ("canImport(CoreData) || DEBUG", true), ("(true)", true),
      ("DEBUG", nil), ("os(iOS)", nil), ("canImport(UIKit)", nil), ("swift(>=6.0)", nil),
      ("compiler(>=6.2)", nil), ("targetEnvironment(simulator)", nil), ("!DEBUG", nil),
      ("canImport(SwiftUI, _version: 6)", nil), ("os(iOS) || os(macOS)", nil),
    ] as [(String, Bool?)])
  func aConditionIsAnsweredWhereEveryBuildAgrees(_ condition: String, _ answer: Bool?) throws {
    let read = try SwiftDataSample.read(
      """
      @Model class Item {
        #if \(condition)
        var a: Int
        #else
        var b: Int
        #endif
      }
      """)
    let names = read.model.entities[0].attributes.map(\.name)
    #expect(names == (answer.map { $0 ? ["a"] : ["b"] } ?? ["a", "b"]))
    #expect(read.model.entities[0].hasUnknownHash == (answer == nil))
    #expect(
      SwiftDataSample.ids(read.diagnostics)
        == (answer == nil ? ["swiftdata.conditional-property"] : []))
  }

  /// Each row: a class, its attributes and the findings.
  @Test(arguments: [
    // Both clauses agree.
    ("#if DEBUG\nvar a: Int = 1\n#else\nvar a: Int\n#endif", ["Item.a: Integer 64"], [String]()),
    (
      "#if os(iOS)\nvar a: Image?\n#elseif os(macOS)\nvar a: Data?\n#else\nvar a: Data?\n#endif",
      ["Item.a: Binary"], []
    ),
    (
      "#if DEBUG\nvar a: Int\n#else\nvar a: String\n#endif", ["Item.a: Integer 64"],
      ["swiftdata.conditional-property"]
    ),
    (
      "#if DEBUG\n@Attribute(.unique) var a: Int\n#else\nvar a: Int\n#endif",
      ["Item.a: Integer 64"], ["swiftdata.conditional-property"]
    ),
    (
      "#if os(iOS)\nvar a: Int\n#elseif os(macOS)\nvar a: Int\n#endif", ["Item.a: Integer 64"],
      ["swiftdata.conditional-property"]
    ),
    (
      "#if DEBUG\n@Attribute(.unique)\n#endif\nvar a: Int", ["Item.a: Integer 64"],
      ["swiftdata.conditional-property"]
    ),
    ("#if os(Linux)\n@Attribute(.unique)\n#endif\nvar a: Int", ["Item.a: Integer 64"], []),
    ("#if DEBUG\nvar c: Int { 1 }\nfunc f() {}\n#endif\nvar a: Int", ["Item.a: Integer 64"], []),
    (
      "#if DEBUG\n#Unique<Item>([\\.a])\n#endif\nvar a: Int", ["Item.a: Integer 64"],
      ["swiftdata.conditional-property"]
    ),
    // Parts of values; the cases of an enum with raw values are not in the hash.
    ("var a: Spot", ["Item.a: Composite"], ["swiftdata.conditional-property"]),
    ("var a: Kind", ["Item.a: Composite"], ["swiftdata.conditional-property"]),
    ("var a: Raw", ["Item.a: Composite"], []),
    ("var a: Even", ["Item.a: Composite"], []),
    // Types in clauses
    ("var a: Code", ["Item.a: String"], []),
    ("var a: Loose", ["Item.a: Undefined"], ["swiftdata.ambiguous-type"]),
    ("var a: Same", ["Item.a: Composite"], []),
    ("var a: Other", ["Item.a: Undefined"], ["swiftdata.conditional-type"]),
  ])
  func aPartInACondition(_ line: String, _ expected: [String], _ findings: [String]) throws {
    let read = try SwiftDataSample.read(
      """
      typealias Image = Data
      struct Spot: Codable { var x: Int
        #if DEBUG
        var y: Int
        #endif
      }
      struct Even: Codable {
        #if DEBUG
        var y: Int
        #else
        var y: Int?
        #endif
      }
      enum Kind: Codable { case a
        #if DEBUG
        case b
        #endif
      }
      enum Raw: String, Codable { case a
        #if DEBUG
        case b
        #endif
      }
      #if os(iOS)
      typealias Code = String
      typealias Loose = Int
      struct Same: Codable { var x: Int }
      struct Other: Codable { var x: Int }
      #else
      typealias Code = String
      typealias Loose = String
      struct Same: Codable { var x: Int; var z: Int { 1 } }
      struct Other: Codable { var x: String }
      #endif
      @Model class Item {
      \(line)
      }
      """)
    #expect(Self.text(read) == expected)
    #expect(SwiftDataSample.ids(read.diagnostics) == findings)
    #expect(read.model.entities[0].hasUnknownHash == !findings.isEmpty)
  }

  /// Each row: classes, the attributes, and the entities without a hash.
  @Test(arguments: [
    (
      "#if DEBUG\n@Model class A { var x: Int }\n#else\n@Model class A { var x: Int }\n#endif",
      ["A.x: Integer 64", "B.y: Integer 64"], [String]()
    ),
    (
      "#if DEBUG\n@Model class A { var x: Int }\n#else\n@Model class A { var x: String }\n#endif",
      ["A.x: Integer 64", "B.y: Integer 64"], ["A"]
    ),
    (
      "#if DEBUG\n@Model class A { var x: Int }\n#endif",
      ["A.x: Integer 64", "B.y: Integer 64"], ["A"]
    ),
    ("#if os(Linux)\n@Model class A { var x: Int }\n#endif", ["B.y: Integer 64"], []),
  ])
  func aClassInACondition(_ text: String, _ expected: [String], _ unknown: [String]) throws {
    let read = try SwiftDataSample.read(text + "\n@Model class B { var y: Int }")
    #expect(Self.text(read) == expected)
    #expect(read.model.entities.filter(\.hasUnknownHash).map(\.name) == unknown)
    #expect(
      SwiftDataSample.ids(read.diagnostics)
        == (unknown.isEmpty ? [] : ["swiftdata.conditional-type"])
    )
  }

  @Test func aConditionAroundTheWholeSchemaDoesNoHarm() throws {
    let read = try SwiftDataSample.read(
      "#if os(iOS)\n@Model class A { var x: Int }\n@Model class B { var y: Int }\n#endif")
    #expect(read.diagnostics.isEmpty)
    #expect(!read.model.entities.contains { $0.hasUnknownHash })
  }

  @Test func eachPlatformMayHaveAFile() throws {
    let reader = SwiftDataSample.reader([
      ("M/A.swift", "@Model class A { var spot: Spot }"),
      ("M/iOS.swift", "#if os(iOS)\nstruct Spot: Codable { var x: Int }\n#endif"),
      ("M/Mac.swift", "#if os(macOS)\nstruct Spot: Codable { var x: Double }\n#endif"),
    ])
    let read = reader.model(of: try #require(reader.current))
    #expect(SwiftDataSample.ids(read.diagnostics) == ["swiftdata.conditional-type"])
  }

  /// Each row: two other files with a type of the name, and the findings.
  @Test(arguments: [
    (
      "enum Kind: String, Codable { case a }", "enum Kind: Int, Codable { case a }",
      ["swiftdata.ambiguous-type"]
    ),
    ("enum Kind: String, Codable { case a }", "enum Kind: String, Codable { case b }", []),
    (
      "struct Kind: Codable { var x: Int }", "struct Kind: Codable { var x: Int; var y: Int }",
      ["swiftdata.ambiguous-type"]
    ),
    ("struct Kind: Codable { var x: Int }", "private struct Kind: Codable { var y: Int }", []),
    ("typealias Kind = Int", "typealias Kind = String", ["swiftdata.ambiguous-type"]),
    ("typealias Kind = Int", "private typealias Kind = String", []),
    ("typealias Kind = Int", "typealias Kind = Int", []),
  ])
  func twoTypesOfOneName(_ one: String, _ other: String, _ findings: [String]) throws {
    let reader = SwiftDataSample.reader([
      ("M/A.swift", "@Model class A { var kind: Kind }"), ("N/One.swift", one),
      ("O/Other.swift", other),
    ])
    let read = reader.model(of: try #require(reader.current))
    #expect(SwiftDataSample.ids(read.diagnostics) == findings)
    #expect(read.model.entities[0].hasUnknownHash == !findings.isEmpty)
  }

  @Test func aGenericClassHasNoHash() throws {
    let read = try SwiftDataSample.read("@Model class Box<T> { var x: Int }")
    #expect(SwiftDataSample.ids(read.diagnostics) == ["swiftdata.unobserved"])
    #expect(read.model.entities[0].hasUnknownHash)
  }

  @Test(arguments: [
    "typealias A = A.B\n@Model class Item { var a: A.C }",
    "typealias A = B\ntypealias B = A\n@Model class Item { var a: A.C }",
  ])
  func aliasesInCirclesEnd(_ text: String) throws {
    let read = try SwiftDataSample.read(text)
    #expect(SwiftDataSample.ids(read.diagnostics) == ["swiftdata.unknown-type"])
  }
}
