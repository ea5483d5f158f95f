import Foundation
import MomentumTestSupport

/// A Swift file of the sources with its string literals.
struct SwiftSource {
  struct Interpolation: Equatable {
    /// Whether it begins with a label: `\(name: table)`.
    var hasLabel: Bool
  }

  struct Literal {
    /// Where it begins, from 1.
    var line: Int
    /// What stands between the quotes; each interpolation is one `\()`.
    var text: String
    var interpolations: [Interpolation]

    /// Whether the text has words that only SQL has, in capitals.
    var holdsSQL: Bool { hasTwoCapitals && text.contains(Self.words) }

    /// Whether two capital letters stand side by side, as in each of the words. Few texts have them,
    /// and the regular expression is compiled each time.
    private var hasTwoCapitals: Bool {
      let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
      return zip(text.utf8, text.utf8.dropFirst()).contains {
        capitals.contains($0) && capitals.contains($1)
      }
    }

    private static var words: some RegexComponent {
      /\b(SELECT|INSERT INTO|INSERT OR|UPDATE \S+ SET|DELETE FROM|ALTER TABLE|PRAGMA|FROM|WHERE|VALUES ?\(|JOIN|COLLATE|ORDER BY|GROUP BY|UNION|IS NULL|IS NOT NULL|(CREATE|DROP) (TEMP |UNIQUE |VIRTUAL )?(TABLE|INDEX|TRIGGER|VIEW))\b|Z_(PK|ENT|OPT) (=|<|>|IN)/
    }
  }

  let path: String
  let code: String

  init(path: String, text: String) {
    self.path = path
    code = text
  }

  /// The string literals in their order; each call scans the file.
  var literals: [Literal] {
    var scanner = Scanner(code)
    scanner.scanCode(until: nil)
    return scanner.literals.sorted { $0.offset < $1.offset }.map(\.literal)
  }

  /// All files below `Sources`.
  static func all() throws -> [SwiftSource] {
    try paths(below: "Sources").map { SwiftSource(path: $0, text: try RepositoryFiles.text($0)) }
  }

  /// The paths of the Swift files below a folder of the repository, without what builds and goldens left there.
  static func paths(below folder: String) throws -> [String] {
    let names =
      FileManager.default.enumerator(atPath: RepositoryFiles.url(folder).path)?
      .compactMap { $0 as? String } ?? []
    return names.filter {
      $0.hasSuffix(".swift") && !$0.contains(".build") && !$0.hasPrefix("GoldenCode/")
        && !$0.hasPrefix("Cases/")
    }
    .sorted().map { "\(folder)/\($0)" }
  }

  /// `MomentumStore`
  var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

  /// Finds literals, also those within the interpolations of others.
  private struct Scanner {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    var literals: [(offset: Int, literal: Literal)] = []

    init(_ text: String) { bytes = Array(text.utf8) }

    private func has(_ text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(place + offset).starts(with: text.utf8)
    }

    private mutating func skip(_ count: Int = 1) {
      for _ in 0..<count where place < bytes.count {
        if bytes[place] == UInt8(ascii: "\n") { line += 1 }
        place += 1
      }
    }

    /// Reads code to the end, or to the parenthesis that closes an interpolation.
    mutating func scanCode(until end: UInt8?) {
      var depth = 0
      while place < bytes.count {
        switch bytes[place] {
        case UInt8(ascii: "/") where has("//"):
          while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { skip() }
        case UInt8(ascii: "/") where has("/*"):
          while place < bytes.count, !has("*/") { skip() }
          skip(2)
        case UInt8(ascii: "\""): scanLiteral(hashes: 0)
        case UInt8(ascii: "#"):
          let hashes = bytes[place...].prefix { $0 == UInt8(ascii: "#") }.count
          guard has("\"", at: hashes) else {
            skip()
            continue
          }
          skip(hashes)
          scanLiteral(hashes: hashes)
        case UInt8(ascii: "("):
          depth += 1
          skip()
        case UInt8(ascii: ")"):
          skip()
          if depth == 0, end != nil { return }
          depth -= 1
        default: skip()
        }
      }
    }

    private mutating func scanLiteral(hashes: Int) {
      let start = (place, line)
      let quotes = has("\"\"\"") ? "\"\"\"" : "\""
      let sign = String(repeating: "#", count: hashes)
      skip(quotes.utf8.count)
      var text: [UInt8] = []
      var interpolations: [Interpolation] = []
      while place < bytes.count {
        if has(quotes + sign) {
          skip(quotes.utf8.count + hashes)
          break
        }
        if has("\\" + sign + "(") {
          skip(2 + hashes)
          interpolations.append(Interpolation(hasLabel: startsWithLabel))
          scanCode(until: UInt8(ascii: ")"))
          text += Array("\\()".utf8)
          continue
        }
        // An escaped quote ends nothing.
        if has("\\" + sign) {
          text.append(bytes[place])
          skip(1 + hashes)
        }
        guard place < bytes.count else { break }
        text.append(bytes[place])
        skip()
      }
      literals.append(
        (
          start.0,
          Literal(
            line: start.1, text: String(decoding: text, as: UTF8.self),
            interpolations: interpolations)
        ))
    }

    /// `name:` but not `a ? b : c`.
    private var startsWithLabel: Bool {
      let word = bytes[place...].prefix {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
      }
      return !word.isEmpty && place + word.count < bytes.count
        && bytes[place + word.count] == UInt8(ascii: ":")
    }
  }
}
