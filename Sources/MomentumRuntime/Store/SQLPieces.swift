/// The text of a statement, split into words and the characters between them. Joining the pieces
/// restores the text.
struct SQLPieces {
  struct Piece {
    var text: String
    /// The name without its quotes; empty if the piece is not a name.
    var name: String
  }

  private(set) var all: [Piece] = []

  init(_ text: String) {
    var rest = text[...]
    while let first = rest.first {
      let end: String.Index
      if first == "\"" || first == "'" {
        end = SQLPieces.end(ofQuoted: rest, first)
      } else if SQLPieces.isWord(first) {
        end = rest.firstIndex { !SQLPieces.isWord($0) } ?? rest.endIndex
      } else {
        end = rest.index(after: rest.startIndex)
      }
      all.append(SQLPieces.piece(rest[..<end], first))
      rest = rest[end...]
    }
  }

  private static func piece(_ text: Substring, _ first: Character) -> Piece {
    guard first == "\"" else {
      return Piece(text: String(text), name: isWord(first) ? String(text) : "")
    }
    return Piece(
      text: String(text),
      name: String(text.dropFirst().dropLast()).replacing("\"\"", with: "\""))
  }

  /// The index after the closing quote of a quoted text. A doubled quote does not close it.
  private static func end(ofQuoted text: Substring, _ quote: Character) -> String.Index {
    var index = text.index(after: text.startIndex)
    while index < text.endIndex {
      let next = text.index(after: index)
      if text[index] == quote {
        guard next < text.endIndex, text[next] == quote else { return next }
        index = text.index(after: next)
      } else {
        index = next
      }
    }
    return text.endIndex
  }

  private static func isWord(_ character: Character) -> Bool {
    character == "_" || character == "$" || character.isLetter || character.isNumber
  }

  // MARK: - Tables

  /// The table names by alias and by their own names, and the indexes in ``all`` of the pieces that
  /// name tables. A statement and its subquery may use the same alias for two tables.
  var aliases: (tables: [String: Set<String>], places: [Int]) {
    var tables: [String: Set<String>] = [:]
    var places: [Int] = []
    let words = all.indices.filter { !all[$0].text.allSatisfy(\.isWhitespace) }
    for (position, index) in words.enumerated() where ["FROM", "JOIN"].contains(all[index].text) {
      guard position + 1 < words.count, !all[words[position + 1]].name.isEmpty else { continue }
      let table = words[position + 1]
      places.append(table)
      var alias = position + 2
      if alias < words.count, all[words[alias]].text == "AS" { alias += 1 }
      let name = all[table].name
      tables[name, default: []].insert(name)
      if alias < words.count, !all[words[alias]].name.isEmpty {
        tables[all[words[alias]].name, default: []].insert(name)
      }
    }
    return (tables, places)
  }

  /// Whether one of these columns is compared: `t0.Z_ENT = ?`.
  func comparesColumn(in names: Set<String>) -> Bool {
    let words = all.filter { !$0.text.allSatisfy(\.isWhitespace) }
    let comparisons: Set<String> = ["=", "<", ">", "!", "IN", "NOT", "BETWEEN", "IS"]
    return zip(words, words.dropFirst()).contains {
      names.contains($0.name) && comparisons.contains($1.text)
    }
  }
}
