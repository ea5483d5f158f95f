import MomentumDiagnostics
import MomentumSwiftSource
import MomentumTestSupport

/// The tests of this module, with the words that each of them says.
struct APITests {
  struct Test {
    let name: String
    /// The words of the test itself, its attributes and parameters included.
    let own: Set<String>
    /// The words of each helper that the test names: a function or a type of its own file that is no
    /// test, or a class of the module's other tests, such as a store that overrides Apple's methods.
    let behind: [Set<String>]
  }

  private(set) var all: [Test] = []
  /// The superclass, or the protocol, that each class of the module and of its tests names first.
  private var superclasses: [String: String] = [:]

  private struct Source {
    let file: SwiftFile
    var tests: [SwiftDeclaration] = []
    var helpers: [String: Set<String>] = [:]
  }

  init() throws {
    for path in try RepositoryFiles.swiftPaths(below: "Sources/CoreData") {
      note(try Self.file(path).declarations)
    }
    let paths = try RepositoryFiles.swiftPaths(below: "Tests/CoreDataTests")
    let sources = try paths.filter { !$0.contains("/API/") }.map { path in
      let file = try Self.file(path)
      var source = Source(file: file)
      for declaration in file.declarations { Self.add(declaration, to: &source) }
      return source
    }
    var classes: [String: Set<String>] = [:]
    for source in sources {
      note(source.file.declarations)
      for declaration in source.file.declarations where declaration.kind == .class {
        classes[declaration.name] = CodeWords(declaration, in: source.file).all
      }
    }
    for source in sources { all += Self.tests(of: source, classes) }
  }

  private static func file(_ path: String) throws -> SwiftFile {
    SwiftFile(SourceFile(path: path, text: try RepositoryFiles.text(path)))
  }

  private static func add(_ declaration: SwiftDeclaration, to source: inout Source) {
    if declaration.attribute("Test") != nil {
      source.tests.append(declaration)
    } else if declaration.attribute("Suite") != nil || declaration.kind == .extension {
      for member in declaration.members { add(member, to: &source) }
    } else {
      source.helpers[declaration.name, default: []]
        .formUnion(CodeWords(declaration, in: source.file).all)
    }
  }

  private static func tests(of source: Source, _ classes: [String: Set<String>]) -> [Test] {
    source.tests.map { test in
      let own = CodeWords(test, in: source.file).all
      let named = source.helpers.filter { own.contains($0.key) }.map(\.value)
      let others = classes.filter { own.contains($0.key) }.map(\.value)
      return Test(name: test.name, own: own, behind: named + others)
    }
  }

  private mutating func note(_ declarations: [SwiftDeclaration]) {
    for declaration in declarations {
      if declaration.kind == .class, let first = declaration.inheritedTypes.first,
        case .named(let components) = first
      {
        superclasses[declaration.name] = components.last?.name
      }
      note(declaration.members)
    }
  }

  /// A type with all its subclasses.
  func family(of type: String) -> Set<String> {
    var result: Set<String> = [type]
    var count = 0
    while count < result.count {
      count = result.count
      for (name, parent) in superclasses where result.contains(parent) { result.insert(name) }
    }
    return result
  }
}
