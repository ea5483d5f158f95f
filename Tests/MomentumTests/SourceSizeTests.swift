import MomentumDiagnostics
import MomentumSwiftSource
import MomentumTestSupport
import Testing

/// The sizes of files, functions and types. What grows beyond them does several things at once, and its readers have
/// to find out which lines belong together.
@Suite struct SourceSizeTests {
  private struct Measured {
    var place: String
    var lines: Int
  }

  /// A file of the sources, read as Swift.
  private struct ReadFile {
    let module: String
    let path: String
    let file: SwiftFile

    init(_ source: SwiftSource) {
      module = source.module
      path = source.path
      file = SwiftFile(SourceFile(path: source.path, text: source.code))
    }

    func lines(_ declaration: SwiftDeclaration) -> Int {
      let text = file.tokens.text(declaration.tokens)
      return text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
    }
  }

  private static let files: [ReadFile] = ((try? SwiftSource.all()) ?? []).map(ReadFile.init)

  @Test func filesAreShort() {
    let files = Self.files.map {
      Measured(place: $0.path, lines: $0.file.source.utf8.count { $0 == UInt8(ascii: "\n") })
    }
    #expect(files.count > 1000, "files are no longer found")
    Self.expect(files, median: 120, ninetieth: 250, largest: 400)
  }

  @Test func filesOfTestsAreShort() throws {
    let files = try SwiftSource.paths(below: "Tests").map { path in
      Measured(
        place: path, lines: try RepositoryFiles.text(path).utf8.count { $0 == UInt8(ascii: "\n") })
    }
    #expect(files.count > 500, "files are no longer found")
    Self.expect(files, median: 130, ninetieth: 275, largest: 400)
  }

  @Test func functionsAreShort() {
    let functions = Self.files.flatMap { read in
      Self.functions(in: read.file.declarations).map {
        Measured(place: "\(read.path), \($0.name)", lines: read.lines($0))
      }
    }
    #expect(functions.count > 8000, "functions are no longer found")
    Self.expect(functions, median: 15, ninetieth: 25, largest: 60)
  }

  /// A type with its extensions: otherwise one namespace grows over many short files, in which every function may
  /// call every other.
  @Test func typesHaveAtMost1200LinesOverTheirFiles() {
    var lines: [String: Int] = [:]
    for read in Self.files {
      for declaration in read.file.declarations where declaration.kind.hasMembers {
        lines["\(read.module).\(declaration.name)", default: 0] += read.lines(declaration)
      }
    }
    #expect(lines.count > 1000, "types are no longer found")
    let large = lines.filter { $0.value > 1200 }.sorted { $0.key < $1.key }
    #expect(large.isEmpty, "cut these: \(large.map { "\($0.key): \($0.value)" })")
  }

  // MARK: - Measuring

  /// The functions and the variables with accessors, without those inside other functions.
  private static func functions(in declarations: [SwiftDeclaration]) -> [SwiftDeclaration] {
    declarations.flatMap { declaration -> [SwiftDeclaration] in
      switch declaration.kind {
      case .function, .initializer, .deinitializer, .subscript:
        declaration.body == nil ? [] : [declaration]
      case .variable: declaration.accessors.isEmpty ? [] : [declaration]
      case .class, .struct, .enum, .extension, .protocol, .actor:
        functions(in: declaration.members)
      case .import, .typeAlias, .associatedType, .enumCase, .macro, .operator, .precedenceGroup,
        .macroExpansion:
        []
      }
    }
  }

  private static func expect(
    _ measured: [Measured], median: Int, ninetieth: Int, largest: Int,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let sorted = measured.map(\.lines).sorted()
    guard !sorted.isEmpty else { return }
    #expect(sorted[sorted.count / 2] <= median, sourceLocation: sourceLocation)
    #expect(sorted[sorted.count * 9 / 10] <= ninetieth, sourceLocation: sourceLocation)
    let long = measured.filter { $0.lines > largest }.map { "\($0.place): \($0.lines) lines" }
    #expect(long.isEmpty, "split by topic: \(long)", sourceLocation: sourceLocation)
  }
}
