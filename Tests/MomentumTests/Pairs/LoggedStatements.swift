import Foundation
import MomentumModel
import MomentumTestSupport

/// A statement of the corpus.
struct LoggedStatement {
  var id: String
  /// Whether its source has kept every blank.
  var isExact: Bool
  var sql: String
}

/// What Core Data printed, by number, and the notes about what is not repeated.
enum LoggedStatements {
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

  /// Empty where there is no corpus.
  static let shared = Result { () throws -> [String: LoggedStatement] in
    guard let corpus = RepositoryFiles.corpus else { return [:] }
    let file = corpus.appendingPathComponent("sql/pairs.jsonl")
    var result: [String: LoggedStatement] = [:]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let row = try JSONDecoder().decode(Row.self, from: Data(line.utf8))
      guard let sql = row.sql else { continue }
      let isExact = row.exact == true
      result[row.id] = LoggedStatement(
        id: row.id, isExact: isExact, sql: isExact ? sql : row.reconstructed ?? sql)
    }
    return result
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

/// The names of a case's model, which stand for the names of a logged statement.
///
///     ZSHIP.ZNAME  ↔  ZPOST.ZTITLE
struct PairNames {
  private let names: Set<String>

  init(names: [String]) { self.names = Set(names.map { $0.lowercased() }) }

  /// - Parameter migration: The case's own statements, which may add columns: `ADD COLUMN ZSTAMP BLOB`.
  init(_ model: ObjectModel, migration: String = "") {
    var names = model.composites.flatMap { $0.elements.map(\.name) }
    for entity in model.entities {
      names.append(entity.name)
      names += entity.attributes.map(\.name) + entity.relationships.map(\.name)
      names += entity.fetchIndexes.map(\.name)
    }
    let words = migration.split(separator: " ")
    names += zip(words, words.dropFirst()).filter { $0.0 == "COLUMN" }.map { "\($0.1.dropFirst())" }
    self.init(names: names)
  }

  /// Where a statement differs from a logged one in more than names; `nil` if it does not.
  ///
  /// Blanks count only where the log has kept them. `.schema` of SQLite's shell ends a statement with a
  /// semicolon, a log and `sqlite_master` do not.
  func difference(_ statement: String, _ logged: LoggedStatement) -> String? {
    let theirs = logged.sql.hasSuffix(";") ? String(logged.sql.dropLast()) : logged.sql
    let parts = (
      own: words(statement, logged.isExact), theirs: words(theirs, logged.isExact)
    )
    var forward: [String: String] = [:]
    var backward: [String: String] = [:]
    for (own, their) in zip(parts.own, parts.theirs) where own != their || own.isName(in: names) {
      let name = own.name.lowercased()
      guard names.contains(name), own.prefix == their.prefix else {
        return "'\(own)' stands for '\(their)'"
      }
      let other = their.name.lowercased()
      guard forward[name, default: other] == other, backward[other, default: name] == name,
        own.isUppercase == their.isUppercase
      else { return "'\(own)' stands for '\(their)' and for another name" }
      (forward[name], backward[other]) = (other, name)
    }
    guard parts.own.count == parts.theirs.count else {
      return "it has \(parts.own.count) words, not \(parts.theirs.count)"
    }
    return nil
  }

  private struct Word: Equatable, CustomStringConvertible {
    /// `Z1` of `Z1VISITS`, `16` of `Z_16GUESTS`.
    var prefix = ""
    var name: String
    var description: String { prefix + name }
    var isUppercase: Bool { name == name.uppercased() }

    func isName(in names: Set<String>) -> Bool { names.contains(name.lowercased()) }
  }

  /// `Z_16GUESTS` → `Z`, `_`, `16`+`GUESTS`. What follows no `Z` and stands in no quotes is no name.
  private func words(_ sql: String, _ keepsBlanks: Bool) -> [Word] {
    var result: [Word] = []
    var rest = sql[...]
    while let first = rest.first {
      guard first.isLetter || first.isNumber else {
        let mark = rest.removeFirst()
        if mark != " " || (keepsBlanks || result.last?.name != " ") {
          result.append(Word(name: String(mark)))
        }
        continue
      }
      let token = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest = rest.dropFirst(token.count)
      guard first == "Z" || result.last?.name == "'" else {
        result.append(Word(prefix: String(token), name: ""))
        continue
      }
      let parts = token.split(separator: "_", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 { result.append(Word(name: "_")) }
        result.append(word(part, isFirst: index == 0 || part.first == "Z"))
      }
    }
    return result
  }

  private func word(_ part: Substring, isFirst: Bool) -> Word {
    if !isFirst || part.first != "Z" {
      let digits = part.prefix { $0.isNumber }
      return Word(prefix: String(digits), name: String(part.dropFirst(digits.count)))
    }
    let digits = part.dropFirst().prefix { $0.isNumber }
    return Word(prefix: "Z" + digits, name: String(part.dropFirst(1 + digits.count)))
  }
}
