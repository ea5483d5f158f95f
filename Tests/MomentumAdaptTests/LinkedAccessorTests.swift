import Foundation
import MomentumAdapt
import MomentumDiagnostics
import MomentumTestSupport
import Testing

/// CL-17: sources are compiled as they are, and the linker finds their accessors. Holds for the toolchain that runs
/// the tests; it was written with Swift 6.3. Each seed is a program with other names and types, which the compiler
/// turns into other symbols.
@Suite(.tags(.compiles, .random), .enabled(if: SwiftCompiler.found != nil))
struct LinkedAccessorTests {
  /// A stand-in for the module: its objects keep values in boxes.
  private static let module = """
    import Foundation
    final class Box<Value> {
      let value: Value
      init(_ value: Value) { self.value = value }
    }
    open class NSManagedObject: NSObject {
      private var boxes: [String: AnyObject] = [:]
      public func managedValue<Value>(forKey key: String) -> Value { (boxes[key] as! Box<Value>).value }
      public func setManagedValue<Value>(_ value: Value, forKey key: String) { boxes[key] = Box(value) }
      public func addManagedObjects(_ value: AnyObject, forKey key: String) { boxes[key] = value }
      public func added(_ key: String) -> AnyObject? { boxes[key] }
    }
    """

  #if os(Linux)
    @Test(arguments: 1...TestLength.choose(short: UInt64(1), long: 6))
    func programsLink(_ seed: UInt64) throws {
      let compiler = try #require(SwiftCompiler.found)
      var program = LinkedProgram(seed: seed)
      let source = program.text()
      var found = Diagnostics()
      let accessors = LinkedAccessors(
        [SourceFile(path: "main.swift", text: source)], module: "Shop", models: [])
      let text = accessors.text(&found)
      try #require(found.all.isEmpty)
      try RepositoryFiles.withTemporaryFolder { folder in
        let files = ["CoreData.swift": Self.module, "main.swift": source, "Accessors.swift": text]
        for (name, text) in files {
          try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        let steps = [
          [
            "-parse-as-library", "-emit-module", "-emit-object", "-module-name", "CoreData",
            "CoreData.swift", "-o", "CoreData.o",
          ],
          [
            "-I", ".", "-module-name", "Shop", seed % 2 == 0 ? "-Onone" : "-O", "-wmo",
            "main.swift",
            "Accessors.swift", "CoreData.o", "-o", "program",
          ],
        ]
        for step in steps {
          let output = try compiler.run(step, in: folder)
          try #require(!output.contains("error:"), "\(output)")
        }
        let (status, output) = try SwiftCompiler.launch(
          folder.appendingPathComponent("program").path, [], in: folder)
        #expect(status == 0)
        expectText(output, program.output)
      }
    }
  #endif
}

/// A program with classes that have hard names: words that come again, digits, underscores.
private struct LinkedProgram {
  private var random: SeededGenerator
  private(set) var output = ""

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let words = [
    "Shop", "shop", "Venue", "venue", "Name", "URL", "url", "x", "_", "2", "Tip", "tip", "Set",
    "Foundation", "Date",
  ]
  /// A type with `*` for the class, and two values of it.
  private static let types = [
    ("String", "\"a\"", "\"b\""), ("Int16", "1", "-2"), ("Bool", "true", "false"),
    ("[String: [String: Int]]", "[:]", "[\"k\": [\"l\": 1]]"),
    ("Set<Date>?", "nil", "[.distantPast]"),
    ("[Double]", "[]", "[0.5, 1]"), ("NSNumber?", "nil", "7"), ("Any?", "1", "2"),
    ("*.Kind", ".one", ".two"), ("*.Inner.Deep?", "nil", ".low"), ("UUID?", "UUID()", "nil"),
    ("Date", ".now", ".distantPast"), ("[Bool: Bool]", "[:]", "[true: false]"),
    ("Set<*>?", "[]", "nil"),
  ]

  private mutating func name(_ used: inout Set<String>) -> String {
    while true {
      let name = (0..<Int.random(in: 2...5, using: &random)).map { _ in
        Self.words.randomElement(using: &random) ?? ""
      }.joined()
      let isName = name.first?.isNumber == false && name.contains { $0.isLetter }
      if isName, used.insert(name).inserted { return name }
    }
  }

  /// The source. Sets `output` to what its program prints.
  mutating func text() -> String {
    var used: Set<String> = []
    var text = "import CoreData\nimport Foundation\n"
    var main = "func isSame<T>(_ a: T, _ b: T) -> Bool { \"\\(a)\" == \"\\(b)\" }\n"
    for number in 0..<8 {
      let (type, object) = (name(&used), "object\(number)")
      text += "public class \(type): NSManagedObject {\n"
      main += "let \(object) = \(type)()\n"
      for _ in 0..<12 {
        let (property, value) = (
          name(&used), Self.types.randomElement(using: &random) ?? Self.types[0]
        )
        let written = value.0.replacing("*", with: type)
        text += "  @NSManaged var \(property): \(written)\n"
        let place = "\(object).\(property)"
        main +=
          "\(place) = \(value.1)\n\(place) = \(value.2)\nprint(isSame(\(place), \(value.2)))\n"
        output += "true\n"
      }
      text += "  @NSManaged public func addToTips(_ value: \(type))\n"
      text += "  enum Kind { case one, two }\n}\n"
      text += "extension \(type) { struct Inner { enum Deep { case low } } }\n"
      main += "\(object).addToTips(\(object))\n"
      main += "print(\(object).added(\"tips\") === \(object))\n"
      output += "true\n"
    }
    return text + main
  }
}
