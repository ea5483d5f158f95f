import Momentum
import MomentumDiagnostics
import MomentumModel
import MomentumQuery
import MomentumSQL
import MomentumStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Fetched objects as a table, JSON or CSV.
struct FetchText {
  let model: ObjectModel
  let result: FetchResult
  /// `Venue/p1`, by row.
  let objects: [String]

  /// The columns that people see: attributes and to-one relationships.
  private struct Column {
    var index: Int
    var name: String
    var isNumber: Bool
    var value: (SQLValue) -> Cell
  }

  private enum Cell {
    case missing
    case value(AttributeValue)
    /// Stored in another way than its type says.
    case raw(SQLValue)
    case object(String)
  }

  private var columns: [Column] {
    result.columns.enumerated().compactMap { index, column in
      switch column {
      case .attribute(let id):
        self.column(index, model[id].name, model[id].type)
      case .compositeElement(let id, let path, let type):
        self.column(index, ([model[id].name] + path).joined(separator: "."), type)
      case .toOne(let id):
        Column(index: index, name: model[id].name, isNumber: false) { value in
          guard case .integer(let key) = value else { return .missing }
          return .object("\(model[model[id].destination].name)/p\(key)")
        }
      case .constant, .entityNumber, .primaryKey, .optimisticLock, .count, .toOneEntity, .value: nil
      }
    }
  }

  private func column(_ index: Int, _ name: String, _ type: AttributeType) -> Column {
    let isNumber = [.integer16, .integer32, .integer64, .double, .float, .decimal].contains(type)
    return Column(index: index, name: name, isNumber: isNumber) { value in
      if value == .null { return .missing }
      return AttributeValue(stored: value, type: type).map { .value($0) } ?? .raw(value)
    }
  }

  // MARK: - Table and CSV

  var table: String {
    let columns = columns
    return TextTable(
      ["object"] + columns.map(\.name),
      alignments: [.left] + columns.map { $0.isNumber ? .right : .left },
      rows: rows(columns).map { $0.map { $0 ?? "" } }
    ).text
  }

  /// RFC 4180; a missing value is an empty field, an empty text two quotes.
  var csv: String {
    let columns = columns
    let lines = [["object"] + columns.map(\.name)] + rows(columns)
    return lines.map { line in
      line.map { $0.map(FetchText.csvField) ?? "" }.joined(separator: ",") + "\r\n"
    }.joined()
  }

  private func rows(_ columns: [Column]) -> [[String?]] {
    zip(objects, result.rows).map { object, row in
      [object] + columns.map { text($0.value(row[$0.index])) }
    }
  }

  private func text(_ cell: Cell) -> String? {
    switch cell {
    case .missing: nil
    case .value(let value): FetchText.text(value)
    case .raw(let value): value.debugText
    case .object(let name): name
    }
  }

  private static func text(_ value: AttributeValue) -> String {
    switch value {
    case .integer(let number): String(number)
    case .double(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .string(let text), .uri(let text): text
    case .boolean(let isTrue): isTrue ? "YES" : "NO"
    case .date(let seconds): date(seconds)
    case .binary(let bytes): "<\(bytes.count) bytes>"
    case .uuid(let uuid): uuid.uuidString
    }
  }

  /// ISO 8601 in UTC; a date outside the years 1 to 9999 as its seconds since 2001.
  private static func date(_ seconds: Double) -> String {
    guard seconds > -63_114_000_000, seconds < 252_423_993_600 else { return "\(seconds)" }
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let hasFraction = seconds != seconds.rounded()
    return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
  }

  private static func csvField(_ text: String) -> String {
    // By scalar: a line end of two is one character.
    let needsQuotes =
      text.isEmpty || text.unicodeScalars.contains { "\",\r\n".unicodeScalars.contains($0) }
    guard needsQuotes else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  // MARK: - JSON

  /// An array with an object per row; a missing value is null.
  var json: JSONText {
    let columns = columns
    return .array(
      zip(objects, result.rows).map { object, row in
        .object(
          [("object", .string(object))]
            + columns.map { ($0.name, json($0.value(row[$0.index]))) })
      })
  }

  private func json(_ cell: Cell) -> JSONText {
    switch cell {
    case .missing: .null
    case .value(.date(let seconds)): .string(FetchText.date(seconds))
    case .value(.binary(let bytes)): .object([("hex", .string(bytes.hexadecimal))])
    case .value(let value): value.json
    case .raw(let value): value.json
    case .object(let name): .string(name)
    }
  }
}
