import Foundation
import MomentumDiagnostics
import MomentumDiff
import MomentumModel
import MomentumModelFiles
import MomentumReports
import MomentumTestSupport
import Testing

/// Names that nobody would choose, in every report.
@Suite struct HostileReportTests {
  static let names = [
    "a<b>&\"c'", "]]>", "-->", "</details>", "</style><script>alert(1)</script>", "`", "``` x", "|",
    "a\\|b", "\\", "@everyone", "#123", "[x](https://example.com)", "![x](y)", "www.example.com",
    "https://example.com/?a=1&b=2", "<!-- momentum diff -->", "x direction LR", "%%{x}%%",
    "\"]:::x {",
    "日本語の名前", "مرحبا", "👩‍👩‍👧‍👦", "e\u{301}", "a\u{0}b", "a\nb\r\nc\u{85}d\u{2028}e",
    "\u{1B}[31mred\u{1B}[0m",
    "\u{9B}31m", "\u{202E}abc", "\u{200F}abc", "\u{2066}a\u{2069}", "\u{FFFE}\u{FFFF}", "", " ",
    "- x",
    "# x", "$\\x$", "::error::x", "%0A", String(repeating: "long", count: 2_500),
    "a" + String(repeating: "\u{301}", count: 10_000),
  ]

  /// A diff whose every text is the name.
  static func compared(_ name: String, copies: Int = 1) -> ComparedVersions {
    let file = SourceFile(path: name, text: "<a/>\n")
    let location = SourceLocation(file, SourceRange(0, 4))
    let kinds = ModelChange.Kind.allCases
    let elements = ModelChange.Element.allCases
    let changes = (0..<copies).flatMap { copy in
      elements.enumerated().map { index, element in
        let entity = element == .model ? nil : copy == 0 ? name : "\(name)\(copy)"
        let place = ModelChange.Place(
          entity: entity, name: element == .entity || element == .model ? nil : name,
          location: location)
        let kind = kinds[(index + copy) % kinds.count]
        return ModelChange(
          element: element, kind: kind, old: kind == .added ? nil : place,
          new: kind == .removed ? nil : place, differences: [.name, .type],
          details: [.init("type", from: name, to: nil), .init("name", from: nil, to: name)],
          assessment: Assessment(
            MigrationClass.allCases[(index + copy) % 6], rule: .notStored, effect: name,
            coreDataError: CoreDataError(code: 134110, reason: name),
            repair: index.isMultiple(of: 2) ? name : "<a>\n  \(name)\n</a>"))
      }
    }
    let place = ModelChange.Place(entity: name, name: name, location: location)
    let diff = ModelDiff(
      changes: changes,
      suspectedRenames: [
        .init(element: .attribute, old: place, new: place, similarity: .nan, repair: name)
      ],
      inference: .impossible(
        error: CoreDataError(code: 134140, reason: name), reasons: [name, name]))
    return ComparedVersions(
      old: VersionLabel(name: name, path: name, ref: name),
      new: VersionLabel(name: name, path: name), oldModel: model(name), newModel: model(name),
      diff: diff)
  }

  static func model(_ name: String) -> ObjectModel {
    ObjectModel(entities: [
      Entity(
        name: name, attributes: [Attribute(name: name, type: .string)],
        relationships: [
          Relationship(
            name: name, destination: EntityID(1), inverse: RelationshipID(EntityID(1), 0))
        ]),
      Entity(
        name: "Other", parent: EntityID(0),
        relationships: [
          Relationship(
            name: name, destination: EntityID(0), inverse: RelationshipID(EntityID(0), 0))
        ]),
    ])
  }

  /// Control characters but the line end, and marks that turn the reading direction.
  private static func unsafe(in text: String) -> [String] {
    text.unicodeScalars.filter { scalar in
      switch scalar {
      case "\n": false
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}",
        "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FFFE}", "\u{FFFF}":
        true
      default: false
      }
    }.map { "U+\(String($0.value, radix: 16))" }
  }

  @Test(arguments: names.indices) func textHasNoControlCharacters(_ index: Int) {
    let name = Self.names[index]
    let text = DiffReport.text([Self.compared(name)])
    #expect(Self.unsafe(in: text) == [])
    for line in text.split(separator: "\n") { #expect(line.unicodeScalars.count < 4_100) }
  }

  @Test func colourIsTheOnlyEscapeSequence() {
    for name in Self.names {
      let colored = DiffReport.text([Self.compared(name)], usesColor: true)
      let plain = DiffReport.text([Self.compared(name)])
      let stripped = colored.replacingOccurrences(
        of: "\u{1B}\\[[0-9;]*m", with: "", options: .regularExpression)
      #expect(stripped == plain)
      #expect(colored.contains("\u{1B}["))
    }
  }

  @Test(arguments: names.indices) func jsonKeepsTheNames(_ index: Int) throws {
    let name = Self.names[index]
    let text = DiffReport.json([Self.compared(name)])
    #expect(try JSONSchema(at: "Grammar/DiffReport.schema.json").problems(in: text) == [])
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let comparison = (document?["comparisons"] as? [[String: Any]])?.first
    let path = (comparison?["old"] as? [String: Any])?["path"] as? String
    #expect(path.map { Array($0.unicodeScalars) } == Array(name.unicodeScalars))
  }

  @Test(arguments: names.indices) func markdownHoldsItsTables(_ index: Int) {
    let name = Self.names[index]
    let text = DiffReport.markdown([Self.compared(name)])
    #expect(Self.unsafe(in: text) == [])
    #expect(text.utf8.count <= DiffReport.commentLengthMax)
    var fence: String?
    var depth = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = fence {
        if line == open { fence = nil }
        continue
      }
      if line.hasPrefix("```") {
        fence = String(line.prefix { $0 == "`" })
        continue
      }
      if line.hasPrefix("| ") { #expect(line.count { $0 == "|" } == 3, "\(line)") }
      if line.hasPrefix("<details>") { depth += 1 }
      if line.hasPrefix("</details>") { depth -= 1 }
      #expect(!line.contains("<script"))
      // A code span mentions nobody.
      let prose = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
      #expect(!prose.contains("@everyone"), "\(line)")
    }
    #expect(fence == nil)
    #expect(depth == 0)
    // What a workflow looks for.
    #expect(text.hasPrefix(DiffReport.commentMark + "\n"))
  }

  @Test(arguments: names.indices) func thePictureHasOnlyItsOwnLines(_ index: Int) throws {
    let name = Self.names[index]
    let text = DiffReport.markdown([Self.compared(name)])
    let start = try #require(text.range(of: "```mermaid\n"))
    let end = try #require(text.range(of: "\n```", range: start.upperBound..<text.endIndex))
    for line in text[start.upperBound..<end.lowerBound].split(separator: "\n") {
      let found = line.wholeMatch(
        of:
          #/classDiagram|  direction LR|  class n\d+\["[^"\[\]`]+"\]:::(added|removed|changed)( \{)?|    [-+~][^{}"]+|  \}|  n\d+ ("0\.\.[1*]" )?(<\|--|-->|--) ("0\.\.[1*]" )?n\d+( : .+)?|  classDef (added|removed|changed) [-a-z#0-9:,]+/#
      )
      #expect(found != nil, "\(line)")
    }
  }

  @Test(arguments: names.indices) func thePageIsWellFormed(_ index: Int) {
    let name = Self.names[index]
    let compared = Self.compared(name)
    let page = HistoryPage(
      title: name,
      versions: [
        .init(label: compared.old, model: compared.oldModel, notes: [name]),
        .init(label: compared.new, model: compared.newModel, notes: [name]),
      ], steps: [compared.diff],
      matrix: MigrationMatrixReport(
        versions: [name, name, name],
        pairs: [
          .init(old: 0, new: 1, migrationClass: .lossless, inference: .inferred),
          .init(old: 1, new: 2, migrationClass: .lossless, inference: .inferred),
          .init(old: 0, new: 2, migrationClass: .dropsData, inference: .inferred),
        ]))
    let html = page.html()
    #expect(HTMLCheck.problems(of: html) == [])
    #expect(Self.unsafe(in: html) == [])
    #expect(!html.contains("<script"))
  }

  @Test func aCommentIsCutToItsLength() {
    let many = Self.compared("Entity", copies: 60)
    let whole = DiffReport.markdown([many], lengthMax: 10_000_000)
    #expect(whole.utf8.count > 2 * DiffReport.commentLengthMax)
    for limit in [1_000, 2_000, 10_000, DiffReport.commentLengthMax] {
      let text = DiffReport.markdown([many, many], lengthMax: limit)
      #expect(text.utf8.count <= limit)
      #expect(text.contains("Left out: "))
      #expect(
        text.components(separatedBy: "<details>").count
          == text.components(separatedBy: "</details>").count)
    }
    #expect(!whole.contains("Left out"))
  }

  @Test func theWorstNamesFitAComment() {
    for name in Self.names {
      let text = DiffReport.markdown([Self.compared(name, copies: 8)])
      #expect(text.utf8.count <= DiffReport.commentLengthMax)
      #expect(text.contains("does not migrate this by itself"))
    }
  }

  @Test func matricesTakeAnyName() throws {
    let schema = try JSONSchema(at: "Grammar/MigrationMatrix.schema.json")
    for name in Self.names {
      let error = CoreDataError(code: 134140, reason: name)
      let matrix = MigrationMatrixReport(
        versions: [name, name, "3"],
        pairs: [
          .init(
            old: 0, new: 1, migrationClass: .lossless,
            inference: .impossible(error: error, reasons: [name])),
          .init(old: 2, new: 1, migrationClass: .lossless, inference: .inferred),
          .init(old: -1, new: 7, migrationClass: .lossless, inference: .inferred),
        ])
      #expect(matrix.pairs.count == 1)
      #expect(Self.unsafe(in: matrix.text()) == [])
      #expect(Self.unsafe(in: matrix.markdown()) == [])
      #expect(try schema.problems(in: matrix.json()) == [])
      for line in matrix.markdown().split(separator: "\n") where line.hasPrefix("| ") {
        #expect(line.count { $0 == "|" } == 4, "\(line)")
      }
    }
  }
}
