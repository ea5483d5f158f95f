import Foundation
import Momentum
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumRuntime
import MomentumSQL

/// The statements of a fetch as `momentum sql` prints them.
struct StatementText {
  var statements: [FetchStatement]
  /// Whether to break the statement into lines and to show what the bindings mean.
  var isPretty: Bool
  /// The dates in the request's predicate. In SQL they are plain numbers, so a binding that equals
  /// one of these numbers is shown as a date.
  var dates: Set<Double>

  var text: String {
    guard statements.count > 1 else { return statements.map(body).joined() }
    return statements.map { "-- \(TerminalText.oneLine($0.title))\n" + body($0) }
      .joined(separator: "\n")
  }

  /// A single statement is printed as a plain object, several statements as an object with a list.
  var json: JSONText {
    if statements.count == 1 { return statements[0].sql.json }
    return .object([
      (
        "statements",
        .array(
          statements.map { statement in
            var members: [(key: String, value: JSONText)] = [("title", .string(statement.title))]
            if let keys = statement.keys { members.append(("keys", .string(keys))) }
            if case .object(let rest) = statement.sql.json {
              members += rest.filter { $0.key != "arrays" || statement.keys == nil }
            }
            return .object(members)
          })
      )
    ])
  }

  // MARK: - One statement

  /// The statement, its bindings, and the tables of values that it reads.
  private func body(_ statement: FetchStatement) -> String {
    let sql = statement.sql
    var lines = isPretty ? PrettySQL.lines(sql.text) : [sql.text]
    lines += sql.bindings.enumerated().map { index, binding in
      "  bind[\(index)] = \(binding.debugText)" + (isPretty ? meaning(of: binding) : "")
    }
    lines += sql.arrays.map { array in
      let values = statement.keys.map { "(\($0))" }
      return "  \(array.name) = "
        + (values ?? array.values.map(\.debugText).joined(separator: ", "))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func meaning(of binding: SQLBinding) -> String {
    switch binding {
    case .value(.real(let seconds)) where dates.contains(seconds):
      "  (\(FetchText.date(seconds)))"
    case .value(.blob(let bytes)) where bytes.count == 16: "  (as a UUID: \(Self.uuid(bytes)))"
    case .value, .parameter: ""
    }
  }

  private static func uuid(_ bytes: [UInt8]) -> String {
    let digits = bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text.append(digit)
    }
    return text
  }
}

extension TypedPredicate {
  /// The constants that are dates, in seconds since 2001.
  func dates(in model: ObjectModel) -> Set<Double> {
    var dates: Set<Double> = []
    var rest = [json(in: model)]
    while let value = rest.popLast() {
      switch value {
      case .array(let elements): rest += elements
      case .object(let members):
        rest += members.map(\.value)
        let type = members.first { $0.key == "type" }?.value
        guard type == .string("date") else { continue }
        switch members.first(where: { $0.key == "constant" })?.value {
        case .number(let seconds)?: dates.insert(seconds)
        case .integer(let seconds)?: dates.insert(Double(seconds))
        case .null?, .bool?, .string?, .array?, .object?, nil: break
        }
      case .null, .bool, .integer, .number, .string: break
      }
    }
    return dates
  }
}

/// Functions of a statement that SQLite itself does not have.
enum RegisteredNames {
  /// The names, each once, in the order of the text. Quoted text is skipped: names of the model may
  /// look like functions.
  static func of(_ sql: String) -> [String] {
    var names: [String] = []
    var isQuoted: Character?
    var word = ""
    for character in sql + " " {
      if let quote = isQuoted {
        if character == quote { isQuoted = nil }
      } else if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        if character == "'" || character == "\"" { isQuoted = character }
        let isOurs = ["NSCoreData", "NSCollate", "Momentum", "_Z_intarray"].contains {
          word.hasPrefix($0)
        }
        if isOurs, !names.contains(word) { names.append(word) }
        word = ""
      }
    }
    return names
  }
}
