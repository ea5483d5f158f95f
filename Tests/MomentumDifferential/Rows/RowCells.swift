import Foundation
import Momentum
import MomentumCompiler
import MomentumModel
import MomentumQuery
import MomentumSQL
import MomentumStore

/// A cell as a database gave it.
enum RowCell: CustomStringConvertible {
  case stored(SQLValue)
  /// As `psql` prints it.
  case printed(String?)

  var description: String {
    switch self {
    case .stored(let value): "\(value)"
    case .printed(let text): text ?? "NULL"
    }
  }
}

/// Compares cells with values, in the form that a layout has them in.
struct RowCells {
  let compiled: CompiledModel
  let graph: ObjectGraph
  let isCoreData: Bool

  /// The property that each column belongs to: an object has two.
  static func properties(of columns: [FetchColumn]) -> [Int] {
    var next = 0
    return columns.map { column in
      switch column {
      case .entityNumber: return next
      case .toOneEntity: return next - 1
      case .constant, .primaryKey, .optimisticLock, .attribute, .compositeElement, .toOne, .value,
        .count:
        next += 1
        return next - 1
      }
    }
  }

  /// The value of a column of a whole object.
  func value(_ column: FetchColumn, _ row: [RowValue]) -> RowValue {
    guard case .object(let index) = row[0] else { return .null }
    let object = graph.objects[index]
    switch column {
    case .attribute(let id):
      return object.values[ObjectGraph.Leaf(id)].map { .attribute($0) } ?? .null
    case .compositeElement(let id, let path, _):
      return object.values[ObjectGraph.Leaf(id, path: path)].map { .attribute($0) } ?? .null
    case .toOne(let id), .toOneEntity(let id):
      return object.links[id]?.first.map { .object($0) } ?? .null
    case .constant, .entityNumber, .primaryKey, .optimisticLock, .value, .count: return .anything
    }
  }

  static func distinct(_ parts: [[[RowValue]]]) -> [[[RowValue]]] {
    var seen: Set<[String]> = []
    return parts.map { $0.filter { seen.insert($0.map(\.key)).inserted } }
  }

  // MARK: - Rows

  /// Rows of equal sort keys may stand in any order, and a window may cut any of them off.
  func difference(
    _ rows: [[RowCell]], _ parts: [[[RowValue]]], _ columns: [FetchColumn],
    _ selection: RowSelection
  ) -> (expected: String, found: String)? {
    var skipped = selection.offset ?? 0
    var wanted = selection.limit ?? .max
    var rest = rows[...]
    func failure() -> (expected: String, found: String) {
      (Self.text(parts), "\(rows.prefix(12))")
    }
    for part in parts {
      let cut = min(skipped, part.count)
      skipped -= cut
      let count = min(part.count - cut, wanted)
      wanted -= count
      guard rest.count >= count else { return failure() }
      // Wide tolerances take what is left over.
      var open = part.sorted { Self.tolerance($0) < Self.tolerance($1) }
      for row in rest.prefix(count) {
        guard let index = open.firstIndex(where: { isSame($0, row, columns) }) else {
          return ("one of \(Self.text([open]))", "\(row) in \(rows.prefix(12))")
        }
        open.remove(at: index)
      }
      rest = rest.dropFirst(count)
    }
    return rest.isEmpty ? nil : failure()
  }

  private static func tolerance(_ row: [RowValue]) -> Double {
    row.reduce(0) { sum, value in
      switch value {
      case .anything: .infinity
      case .near(_, let tolerance): max(sum, tolerance)
      case .null, .attribute, .object: sum
      }
    }
  }

  private static func text(_ parts: [[[RowValue]]]) -> String {
    String("\(parts.prefix(12))".prefix(3000))
  }

  private func isSame(
    _ row: [RowValue], _ cells: [RowCell], _ columns: [FetchColumn]
  ) -> Bool {
    guard row.count == cells.count, row.count == columns.count else { return false }
    return row.indices.allSatisfy { index in
      switch columns[index] {
      case .entityNumber, .toOneEntity: isSameEntity(row[index], cells[index])
      case .constant, .primaryKey, .optimisticLock, .attribute, .compositeElement, .toOne, .value,
        .count:
        isSame(row[index], cells[index])
      }
    }
  }

  // MARK: - Cells

  private func isSameEntity(_ value: RowValue, _ cell: RowCell) -> Bool {
    guard case .object(let index) = value else { return isSame(value, cell) }
    let entity = graph.objects[index].entity
    guard isCoreData else { return isSame(.attribute(.string(graph.model[entity].name)), cell) }
    return isSame(.attribute(.integer(Int64(compiled.schema[entity].number))), cell)
  }

  func isSame(_ value: RowValue, _ cell: RowCell) -> Bool {
    switch value {
    case .null: cell.isNull
    case .anything: true
    case .object(let index):
      isSame(.attribute(.integer(graph.objects[index].primaryKey)), cell)
    case .near(let number, let tolerance):
      cell.number.map { abs($0 - number) <= tolerance || $0 == number } ?? false
    case .attribute(let value): isSame(value, cell)
    }
  }

  private func isSame(_ value: AttributeValue, _ cell: RowCell) -> Bool {
    switch value {
    case .integer(let number):
      if let integer = cell.integer { return integer == number }
      return cell.number == Double(number)
    case .boolean(let flag):
      return cell.text == (flag ? "t" : "f") || cell.integer == (flag ? 1 : 0)
    case .double, .decimal:
      guard let number = cell.number, let wanted = value.number else { return false }
      // `psql` prints as many digits of 32 bits as tell them from others.
      if case .printed = cell, Float(number) == Float(wanted) { return true }
      return abs(number - wanted) <= abs(wanted) * 1e-12
    case .date(let seconds):
      if isCoreData { return cell.number == seconds }
      if case .printed(let text) = cell { return text.flatMap(Self.seconds) == seconds }
      return cell.text == UTCDate.text(seconds)
    case .string(let text), .uri(let text):
      return cell.text?.utf8.elementsEqual(text.utf8) ?? false
    case .uuid(let uuid):
      if let text = cell.text { return text == uuid.uuidString.lowercased() }
      return cell.bytes == Self.bytes(value)
    case .binary(let bytes): return cell.bytes == bytes
    }
  }

  private static func bytes(_ value: AttributeValue) -> [UInt8]? {
    if case .blob(let bytes) = value.stored { bytes } else { nil }
  }

  /// `2001-01-01 00:00:00.5+00` in milliseconds of UTC.
  private static func seconds(_ text: String) -> Double? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    let parts = text.dropLast(3).split(separator: ".")
    guard text.hasSuffix("+00"), let first = parts.first,
      let date = formatter.date(from: String(first))
    else { return nil }
    let fraction = parts.count > 1 ? Double("0.\(parts[1])") ?? 0 : 0
    return (date.timeIntervalSinceReferenceDate * 1000 + (fraction * 1000).rounded()) / 1000
  }
}

extension RowCell {
  var isNull: Bool {
    switch self {
    case .stored(.null), .printed(nil): true
    case .stored, .printed: false
    }
  }

  var text: String? {
    switch self {
    case .stored(.text(let text)): text
    case .printed(let text): text
    case .stored: nil
    }
  }

  var integer: Int64? {
    switch self {
    case .stored(.integer(let number)): number
    case .printed(let text): text.flatMap { Int64($0) }
    case .stored: nil
    }
  }

  /// Digits in text are a decimal of the plain layout.
  var number: Double? {
    switch self {
    case .stored(.integer(let number)): Double(number)
    case .stored(.real(let number)): number
    case .stored(.text(let text)): Double(text)
    case .printed(let text): text.flatMap { Double($0) }
    case .stored: nil
    }
  }

  var bytes: [UInt8]? {
    switch self {
    case .stored(.blob(let bytes)): return bytes
    case .stored: return nil
    case .printed(let text):
      guard let text, text.hasPrefix("\\x") else { return nil }
      let digits = Array(text.dropFirst(2))
      return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16)
      }
    }
  }
}
