import Foundation
import MomentumDiagnostics
import MomentumPredicate
import MomentumTestSupport
import Testing

/// Formats as programs have them, with the canonical text that Foundation prints, or `refused`:
/// `Tests/Cases/Predicates/formats.tsv`, and strings of public programs where the corpus is there.
@Suite(.tags(.corpus)) struct FormatTableTests {
  struct Format: Sendable, CustomTestStringConvertible {
    var text: String
    var isExpression: Bool
    /// `nil` where the format is refused or where nobody knows its canonical text.
    var printed: String?
    var isRefused: Bool
    var testDescription: String { text }
  }

  /// A table with a row of names; `␊` and `␉` stand for a line end and a tabulator.
  private static func table(_ text: String) -> [[String: String]] {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { line in
      Dictionary(zip(lines[0], line)) { first, _ in first }.mapValues {
        $0.replacing("␊", with: "\n").replacing("␉", with: "\t")
      }
    }
  }

  static let own: [Format] = {
    let text = (try? RepositoryFiles.text("Tests/Cases/Predicates/formats.tsv")) ?? ""
    return table(text).map { row in
      let printed = row["canonical", default: ""]
      return Format(
        text: row["format", default: ""], isExpression: row["context"] == "expression",
        printed: printed == "refused" ? nil : printed, isRefused: printed == "refused")
    }
  }()

  /// Empty where there is no corpus.
  private static let ofCorpus: [Format] = {
    func text(_ name: String) -> String {
      let url = RepositoryFiles.corpus?.appendingPathComponent("predicates/\(name)")
      return url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
    }
    let shipped = table(text("corpus.tsv")).compactMap { row -> Format? in
      let validity = row["validity", default: ""]
      let isValid =
        validity.hasPrefix("valid") && validity != "valid-with-extension"
        || validity == "likely-valid"
      // The format is right where only its arguments are too few: the parser sees no arguments.
      let lacksArguments = row["expected_error", default: ""].contains("Insufficient arguments")
      guard isValid || validity == "invalid" && !lacksArguments else { return nil }
      return Format(
        text: row["format", default: ""], isExpression: row["context"] == "expression",
        printed: nil, isRefused: !isValid)
    }
    let printed = table(text("golden_print.tsv")).map { row in
      Format(
        text: row["format", default: ""], isExpression: false, printed: row["predicateFormat"],
        isRefused: false)
    }
    return shipped + printed
  }()

  static let all = own + ofCorpus

  /// The canonical text, `nil` where the text is refused.
  private func canonical(_ text: String, isExpression: Bool) -> String? {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: text)
    return isExpression
      ? PredicateParser.parseExpression(source, &diagnostics).map { PredicatePrinter.print($0) }
      : PredicateParser.parse(source, &diagnostics).map { PredicatePrinter.print($0) }
  }

  @Test func theTableHasRowsOfEveryKind() {
    let refused = Self.own.filter(\.isRefused)
    #expect(refused.count >= 80, "\(refused.count) refused formats")
    #expect(Self.own.count - refused.count >= 140, "\(Self.own.count - refused.count) formats")
    #expect(Self.own.filter(\.isExpression).count >= 20)
    #expect(Set(Self.own.map { "\($0.isExpression) \($0.text)" }).count == Self.own.count)
    #expect(RepositoryFiles.corpus == nil || Self.ofCorpus.count > 1_100)
  }

  @Test func formatsPrintAsTheTableSays() {
    for format in Self.all where !format.isRefused {
      let printed = canonical(format.text, isExpression: format.isExpression) ?? "refused"
      expectText(printed, format.printed ?? printed, "\(format.text)")
      #expect(printed != "refused", "a valid format: \(format.text)")
    }
  }

  @Test func canonicalTextPrintsToItself() {
    for format in Self.all where !format.isRefused {
      let isExpression = format.isExpression
      guard let printed = canonical(format.text, isExpression: isExpression) else { continue }
      let again = canonical(printed, isExpression: isExpression) ?? "refused"
      expectText(again, printed, "\(format.text)")
    }
  }

  @Test func formatsThatFoundationRefusesAreRefused() {
    for format in Self.all where format.isRefused {
      let printed = canonical(format.text, isExpression: format.isExpression)
      #expect(printed == nil, "taken, but Foundation refuses it: \(format.text)")
    }
  }

  /// Every fifth; the loop is long.
  @Test func damagedFormatsAreSurvived() {
    for (index, format) in Self.all.filter({ $0.text.utf8.count < 60 }).enumerated()
    where index.isMultiple(of: 5) {
      expectSurvival(of: format.text)
    }
  }
}
