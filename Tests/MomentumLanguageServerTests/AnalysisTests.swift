import MomentumDiagnostics
import MomentumLanguageServer
import MomentumModelFiles
import MomentumTestSupport
import Testing

@Suite(.tags(.random)) struct AnalysisTests {
  @Test func anUnsavedTextCountsAndNotTheFile() async throws {
    try await Workshop.with { shop in
      let broken = Workshop.contentsText.replacing(
        "\"Customer\" inverseName", with: "\"Custom\" inverseName")
      let found = shop.analysis([shop.contents: broken])?.findings ?? []
      #expect(found.contains { $0.severity == .error && $0.location?.path == shop.contents })
      #expect(shop.analysis()?.findings.contains { $0.severity == .error } == false)
    }
  }

  @Test func aSourceIsCheckedAgainstTheUnsavedModel() async throws {
    try await Workshop.with { shop in
      let renamed = Workshop.contentsText.replacing("name=\"email\"", with: "name=\"mail\"")
        .replacing("property=\"email\"", with: "property=\"mail\"")
        .replacing("email ", with: "mail ")
      let found = shop.analysis([shop.contents: renamed])?.findings ?? []
      #expect(
        found.contains { $0.id == "predicate.unknown-key" && $0.location?.path == shop.source })
    }
  }

  @Test func settingsOfTheEditorCount() async throws {
    try await Workshop.with { shop in
      let id = "model.unindexed-request"
      #expect(shop.analysis()?.findings.contains { $0.id == id } == true)
      let hidden = "{ \"diagnostics\": { \"\(id)\": \"allow\" } }"
      #expect(shop.analysis([shop.settings: hidden])?.findings.contains { $0.id == id } == false)
    }
  }

  /// After each sequence of edits, what is kept from earlier states must not show: the findings are
  /// those of an analyser that reads everything anew.
  @Test func editsLeaveTheFindingsOfAFreshAnalysis() async throws {
    try await Workshop.with { shop in
      var edits = RandomEdits(shop, seed: 20)
      var analyzer = shop.analyzer()
      _ = analyzer.analyze(EditedFiles())
      for sequence in 0..<TestLength.choose(short: 120, long: 600) {
        let changed = edits.run()
        analyzer.invalidate(changed, filesMayDiffer: false)
        let files = EditedFiles(edits.store.texts)
        var fresh = shop.analyzer()
        #expect(
          analyzer.analyze(files)?.findings == fresh.analyze(files)?.findings,
          "sequence \(sequence)")
      }
    }
  }
}

/// Makes edits as a client sends them, in texts that now and then begin anew.
struct RandomEdits {
  private(set) var store = DocumentStore()
  private let files: [(path: String, text: String)]
  private var generator: SeededGenerator
  private var version = 1

  private static let pieces = [
    "", "", "\"", "<", ">", "/>", "name", "Customer", "Order", "email", " optional=\"YES\"", "\n",
    "é", "😀", "AND", " == ", "$NAME", "&amp;", "{", "}", ",", "total", "note", "error",
    "@Model class A { var b: Int = 0 }",
  ]

  init(_ shop: Workshop, seed: UInt64) {
    files = shop.files
    generator = SeededGenerator(seed: seed)
    for (path, text) in files { open(path, text) }
  }

  private mutating func open(_ path: String, _ text: String) {
    store.open(TextDocument(uri: FileURI.uri(path), version: version, text: Array(text.utf8)))
  }

  /// Makes a few edits.
  ///
  /// - Returns: The paths of the edited files.
  mutating func run() -> Set<String> {
    var changed: Set<String> = []
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      guard let (path, text) = files.randomElement(using: &generator) else { continue }
      changed.insert(path)
      version += 1
      if Int.random(in: 0..<4, using: &generator) == 0 {
        open(path, text)
        continue
      }
      let uri = FileURI.uri(path)
      guard let lines = store[uri]?.lines else { continue }
      let lower = Int.random(in: 0...lines.utf8.count, using: &generator)
      let upper = min(lower + Int.random(in: 0...8, using: &generator), lines.utf8.count)
      let span = lines.span(of: SourceRange(lower, upper), store.encoding)
      let piece = RandomEdits.pieces.randomElement(using: &generator) ?? ""
      _ = store.change(uri, version: version, [TextChange(span, piece)])
    }
    return changed
  }
}
