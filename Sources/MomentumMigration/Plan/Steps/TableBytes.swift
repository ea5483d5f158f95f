import MomentumSQL
import MomentumStore

/// How many bytes tables and indexes take, as far as a catalogue knows.
struct TableBytes {
  private let indexes: [String: Int64]
  private let ofIndexes: [String: Int64]

  init(_ catalog: StoreCatalog) {
    var indexes: [String: Int64] = [:]
    var sums: [String: Int64] = [:]
    for object in catalog.objects where object.kind == .index {
      guard let bytes = object.byteCount else { continue }
      indexes[folded(object.name)] = bytes
      sums[folded(object.table)] = sums[folded(object.table), default: 0].addingClamped(bytes)
    }
    self.indexes = indexes
    ofIndexes = sums
  }

  /// The rows alone.
  func rows(of table: StoreCatalog.Table) -> Int64? {
    table.byteCount.map { max(0, $0 - max(0, ofIndexes[folded(table.name)] ?? 0)) }
  }

  /// The bytes of a part of a table's rows.
  func share(of table: StoreCatalog.Table, rows: Int64?) -> Int64? {
    guard let bytes = self.rows(of: table), let all = table.rowCount, let rows else { return nil }
    guard all > 0 else { return 0 }
    let part = Double(bytes) * min(1, Double(rows) / Double(all))
    return Int64(exactly: part.rounded()) ?? bytes
  }

  /// What an index of the catalogue takes, or what one of its columns would take.
  ///
  /// Measured: 11 bytes a row over integers, 15 over dates, 20 over texts of 11 letters.
  func index(_ index: SQLIndex, columns: [StoreColumn], rows: Int64?) -> Int64? {
    if let known = indexes[folded(index.name)] { return known }
    guard let rows else { return nil }
    let types = Dictionary(columns.map { (folded($0.name), $0.sqlType) }) { first, _ in first }
    var width: Int64 = 7
    for term in index.terms {
      let name = folded(term.names.first ?? "")
      switch types[name] {
      case "INTEGER", nil: width += 4
      case "FLOAT", "TIMESTAMP", "DECIMAL": width += 9
      default: width += 18
      }
    }
    return rows.multipliedClamped(width)
  }

  /// How much a table grows when each row gets longer: full pages are split.
  ///
  /// Measured on a million rows of 100 bytes: by 11 % for a small number, by 25 % for a text of 12 letters.
  static func growth(of bytes: Int64, rows: Int64, by width: Int64) -> Int64 {
    max(bytes / 100 * 11, rows.multipliedClamped(width).multipliedClamped(2))
  }
}

extension Int64 {
  /// For sizes: the largest number where the sum is none.
  func addingClamped(_ other: Int64) -> Int64 {
    let (result, isOver) = addingReportingOverflow(other)
    return isOver ? .max : result
  }

  func multipliedClamped(_ other: Int64) -> Int64 {
    let (result, isOver) = multipliedReportingOverflow(by: other)
    return isOver ? .max : result
  }
}
