import MomentumArchive
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPredicate
import MomentumTestSupport
import Testing

/// Predicates as archived objects: written, read back as a format, and written again.
@Suite struct PredicateArchiveTests {
  private let place = SourceLocation(SourceFile(path: "Model", utf8: []), SourceRange(0, 0))

  private func model(_ format: String) -> ObjectModel {
    ObjectModel(
      entities: [Entity(name: "A")],
      fetchRequests: [
        StoredFetchRequest(name: "r", entity: EntityID(0), predicateFormat: format)
      ])
  }

  /// The format that is read from the archive of a format, with the bytes; `nil` if it has no form.
  private func readBack(_ format: String) throws -> (format: String, bytes: [UInt8])? {
    var diagnostics = Diagnostics()
    let bytes = ModelArchive.bytes(of: model(format), module: nil, at: place, &diagnostics)
    guard diagnostics.isEmpty else { return nil }
    let again = try #require(
      CompiledModelReader.read(bytes, path: "a.mom", &diagnostics),
      "\(format): \(TextRenderer().render(diagnostics.all))")
    let request = try #require(again.fetchRequests.first, "\(format): the request is lost")
    return (try #require(request.predicateFormat, "\(format)"), bytes)
  }

  private func canonical(_ format: String) throws -> String {
    var diagnostics = Diagnostics()
    let file = SourceFile(path: "<predicate>", text: format)
    let syntax = try #require(PredicateParser.parse(file, &diagnostics), "\(format)")
    return PredicatePrinter.print(syntax)
  }

  @Test(arguments: [
    "TRUEPREDICATE", "FALSEPREDICATE", "a == nil", "a != \"x\\\"y\"", "a < 1", "a <= 1.5",
    "a > -2", "a >= $LEAST", "a.b.c == SELF", "SELF == $x", "a IN {1, 2, nil}",
    "a BETWEEN {1, $HIGH}", "a BEGINSWITH[c] \"x\"", "a ENDSWITH[d] \"x\"", "a CONTAINS[cd] \"x\"",
    "a LIKE[n] \"x*\"", "a MATCHES[l] \"x.\"", "ANY a.b > 3", "ALL a.b > 3", "NOT a == 1",
    "a == 1 AND b == 2 AND c == 3", "a == 1 AND (b == 2 OR NOT c == 3)", "a.@count > 3",
    "a.b.@sum == 3", "a + b * 2 == c ** 2 - 1 / 4", "abs:(a) == 1", "now() > a",
    "SUBQUERY(a, $x, $x.b == 1 AND $x.c IN {2}).@count > 0",
    "TERNARY(a == 1, b, c) == 2", "a[FIRST] == 1", "a[2] == 1", "a UNION b == c",
    "CAST(a, \"NSDate\") > b", "FUNCTION(a, \"f:\", 1) == 2", "$x.y == 1",
    "a isKindOf: b", "ANYKEY == 1",
  ])
  func aFormatReadsBackAsItMeans(format: String) throws {
    let first = try #require(try readBack(format), "\(format) has no form")
    let second = try #require(try readBack(first.format), "\(first.format) has no form")
    #expect(second.format == first.format)
    #expect(second.bytes == first.bytes)
  }

  /// These formats have one spelling only, so they come back as they are printed.
  @Test(arguments: [
    "a == nil", "a.b.c == SELF", "a IN {1, 2, nil}", "a BEGINSWITH[c] \"x\"", "ANY a.b > 3",
    "NOT a == 1", "a == 1 AND (b == 2 OR NOT c == 3)", "a.@count > 3", "a + b * 2 == 7",
    "SUBQUERY(a, $x, $x.b == 1).@count > 0", "TERNARY(a == 1, b, c) == 2",
    "a UNION b == c",
  ])
  func aFormatReadsBackWithItsTree(format: String) throws {
    let read = try #require(try readBack(format))
    #expect(try canonical(read.format) == canonical(format))
  }

  @Test func everyFormatOfTheTableReadsBackAsItMeans() throws {
    let rows = try RepositoryFiles.text("Tests/Cases/Predicates/formats.tsv").split(separator: "\n")
    let examples = FunctionTable.all.compactMap(\.example)
    var written = 0
    let formats = rows.map { $0.split(separator: "\t") }.filter { $0[0] == "predicate" }
    for format in formats.map({ String($0[1]) }) + examples {
      // The reader writes no '#' before a key that is a reserved word, and 'count:(a)' as 'a.@count'.
      guard !format.contains("#"), !format.contains("count"), parses(format),
        let first = try readBack(format)
      else { continue }
      written += 1
      let second = try readBack(first.format)
      #expect(second?.bytes == first.bytes, "\(format) is read as \(first.format)")
    }
    #expect(written > 60)
  }

  private func parses(_ format: String) -> Bool {
    var ignored = Diagnostics()
    return PredicateParser.parse(SourceFile(path: "<predicate>", text: format), &ignored) != nil
  }

  @Test func aDeepPredicateIsLeftOut() throws {
    let deep =
      String(repeating: "NOT (", count: 160) + "a == 1" + String(repeating: ")", count: 160)
    var diagnostics = Diagnostics()
    _ = ModelArchive.bytes(of: model(deep), module: nil, at: place, &diagnostics)
    #expect(
      diagnostics.all.map(\.text) == [
        "fetch request 'r' is left out of the compiled model: its predicate cannot be parsed"
      ])
  }
}
