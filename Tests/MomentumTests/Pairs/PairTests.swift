import Foundation
import MomentumTestSupport
import Testing

/// Statements that Core Data printed or that its stores hold, against ours, byte for byte.
///
/// The statements themselves are in a corpus that is no part of this repository. Where it is missing, the
/// cases are made and looked at for their form only.
@Suite struct PairTests {
  @Test(arguments: PairCase.all)
  func caseGivesTheStatementByteForByte(pair: PairCase) throws {
    let actual = try pair.sql()
    #expect(!actual.isEmpty && !actual.contains("\n"))
    guard let corpus = try Corpus.shared() else { return }
    if let sql = corpus.exact[pair.id] {
      expectText(actual, Corpus.withoutSemicolon(sql), "\(pair)")
    } else {
      // Its source has lost blanks, so those are not compared.
      let sql = try #require(corpus.inexact[pair.id], "the corpus has no \(pair.id)")
      expectText(Corpus.singleBlanks(actual), Corpus.singleBlanks(sql), "\(pair)")
    }
  }

  /// Says in the log of a run without corpus what was left out.
  @Test(.enabled("the corpus is here", { RepositoryFiles.corpus != nil }))
  func everyExactStatementHasACaseOrANote() throws {
    let expected = try #require(try Corpus.shared()).exact
    let cases = Set(PairCase.all.map(\.id))
    let notes = try Corpus.notes()
    for id in expected.keys.sorted() {
      #expect(
        cases.contains(id) != notes.contains(id),
        "\(id) needs a case or a note in Tests/Cases/Pairs/Notes.md, and not both")
    }
    #expect(notes.isSubset(of: expected.keys), "a note about what is not in the corpus")
    #expect(expected.count >= 79, "the corpus had 79 exact statements when this was written")
  }

  @Test func everyCaseIsAboutAnotherStatement() {
    let ids = PairCase.all.map(\.id)
    #expect(ids.count > 60)
    #expect(Set(ids).count == ids.count)
  }
}

/// What Core Data printed, and the notes about what is not repeated.
private struct Corpus {
  private struct Row: Decodable {
    var id: String
    var exact: Bool?
    var sql: String?
    /// The text with what its source lost, by the corpus's own judgement.
    var reconstructed: String?

    enum CodingKeys: String, CodingKey {
      case id, exact, sql
      case reconstructed = "sql_reconstructed"
    }
  }

  /// By id.
  var exact: [String: String] = [:]
  var inexact: [String: String] = [:]

  /// `nil` where there is no corpus.
  static func shared() throws -> Corpus? {
    guard let corpus = RepositoryFiles.corpus else { return nil }
    let file = corpus.appendingPathComponent("sql/pairs.jsonl")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    var result = Corpus()
    for line in lines {
      let row = try JSONDecoder().decode(Row.self, from: Data(line.utf8))
      guard let sql = row.sql else { continue }
      if row.exact == true {
        result.exact[row.id] = sql
      } else {
        result.inexact[row.id] = row.reconstructed ?? sql
      }
    }
    return result
  }

  /// `.schema` of SQLite's shell and one article end a statement with one; a log and `sqlite_master` do not.
  static func withoutSemicolon(_ sql: String) -> String {
    sql.hasSuffix(";") ? String(sql.dropLast()) : sql
  }

  static func singleBlanks(_ sql: String) -> String {
    sql.split(separator: " ").joined(separator: " ")
  }

  /// The ids at the start of `| radar-01 | … |` lines.
  static func notes() throws -> Set<String> {
    let lines = try RepositoryFiles.text("Tests/Cases/Pairs/Notes.md").split(separator: "\n")
    let ids = lines.compactMap { line -> String? in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("| "), let id = cells.first, id.contains("-"), cells.count >= 2,
        !cells[1].isEmpty
      else { return nil }
      return id
    }
    return Set(ids)
  }
}
