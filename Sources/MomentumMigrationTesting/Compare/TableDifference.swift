internal import MomentumSQLite
package import MomentumStore

/// A table, column, index or trigger that differs between two databases.
///
/// Statements are compared without blanks and quotes. An index with the same terms and another name
/// is a single difference, because Core Data's own migrations leave old names (observed in stores
/// of frameworks 977 to 1145).
///
/// ```swift
/// let result = try helper.migrate(store)
/// #expect(result.tables.isEmpty, "\(result.tables.map(\.name))")
/// ```
public struct TableDifference: Sendable, Hashable {
  package enum Element: String, Sendable, Hashable {
    case table
    case column
    case index
    case trigger
    case view
  }

  package enum Kind: String, Sendable, Hashable {
    case onlyInOld = "only-in-old"
    case onlyInNew = "only-in-new"
    /// A column has another declared type, or another object has another statement.
    case differs
    /// An index has another name.
    case otherName = "other-name"
    /// The columns of a table have another order.
    case otherOrder = "other-order"
  }

  package var kind: Kind
  package var element: Element
  /// The name of the table that differs, or that the column, index or trigger belongs to.
  public var table: String
  /// The name in the new database; if the new one does not have the element, the name in the old
  /// one.
  public var name: String

  package init(_ kind: Kind, _ element: Element, table: String, name: String) {
    self.kind = kind
    self.element = element
    self.table = table
    self.name = name
  }

  /// All differences between two catalogs: first tables with their columns, by table, then indexes
  /// and triggers, by name.
  ///
  /// Tables that SQLite makes for itself are ignored. Rows are not compared.
  package static func between(_ old: StoreCatalog, _ new: StoreCatalog) -> [TableDifference] {
    tables(old, new) + objects(old, new)
  }

  static func compare(_ old: StoreSide, _ new: StoreSide) throws -> [TableDifference] {
    between(
      try StoreCatalog.read(from: old.connection),
      try StoreCatalog.read(from: new.connection))
  }

  // MARK: - Tables

  private static func tables(_ old: StoreCatalog, _ new: StoreCatalog) -> [TableDifference] {
    let left = byName(old.tables)
    let right = byName(new.tables)
    let names = Set(left.keys).union(right.keys).filter { !$0.hasPrefix("sqlite_") }.sorted()
    return names.flatMap { name -> [TableDifference] in
      switch (left[name], right[name]) {
      case (let one?, let other?): columns(one, other)
      case (_?, nil): [TableDifference(.onlyInOld, .table, table: name, name: name)]
      case (nil, _): [TableDifference(.onlyInNew, .table, table: name, name: name)]
      }
    }
  }

  private static func byName(_ tables: [StoreCatalog.Table]) -> [String: StoreCatalog.Table] {
    Dictionary(tables.map { ($0.name, $0) }) { first, _ in first }
  }

  private static func columns(
    _ old: StoreCatalog.Table, _ new: StoreCatalog.Table
  ) -> [TableDifference] {
    var result: [TableDifference] = []
    func note(_ kind: Kind, _ name: String) {
      result.append(TableDifference(kind, .column, table: new.name, name: name))
    }
    for column in old.columns where !new.columns.contains(where: { $0.name == column.name }) {
      note(.onlyInOld, column.name)
    }
    for column in new.columns {
      guard let other = old.columns.first(where: { $0.name == column.name }) else {
        note(.onlyInNew, column.name)
        continue
      }
      if other.sqlType.uppercased() != column.sqlType.uppercased() { note(.differs, column.name) }
    }
    let names = new.columns.map(\.name)
    if result.allSatisfy({ $0.kind == .differs }), old.columns.map(\.name) != names {
      result.append(TableDifference(.otherOrder, .table, table: new.name, name: new.name))
    }
    return result
  }

  // MARK: - Indexes and triggers

  private static func objects(_ old: StoreCatalog, _ new: StoreCatalog) -> [TableDifference] {
    var unmatched = old.objects.filter { !$0.isAutomatic }
    var result: [TableDifference] = []
    func take(_ isWanted: (StoreCatalog.Object) -> Bool) -> StoreCatalog.Object? {
      unmatched.firstIndex(where: isWanted).map { unmatched.remove(at: $0) }
    }
    var left: [StoreCatalog.Object] = []
    for object in new.objects where !object.isAutomatic {
      guard let other = take({ $0.kind == object.kind && $0.name == object.name }) else {
        left.append(object)
        continue
      }
      if other.normalized != object.normalized { result.append(object.difference(.differs)) }
    }
    for object in left {
      let isNamesake = object.kind == .index && take { $0.body == object.body } != nil
      result.append(object.difference(isNamesake ? .otherName : .onlyInNew))
    }
    result += unmatched.map { $0.difference(.onlyInOld) }
    return result.sorted {
      ($0.table, $0.name, $0.kind.rawValue) < ($1.table, $1.name, $1.kind.rawValue)
    }
  }
}

extension StoreCatalog.Object {
  /// Whether SQLite made the index for a constraint of a table. It is compared with the table.
  fileprivate var isAutomatic: Bool { sql == nil || name.hasPrefix("sqlite_") }

  /// The statement without the characters that do not matter: blanks and quotes.
  fileprivate var normalized: String {
    (sql ?? "").filter { !$0.isWhitespace && $0 != "\"" }
  }

  /// The terms of an index: its statement without the name.
  fileprivate var body: String {
    let text = normalized
    for start in ["CREATEINDEX", "CREATEUNIQUEINDEX"] {
      let head = start + name.filter { !$0.isWhitespace && $0 != "\"" } + "ON"
      if text.hasPrefix(head) { return start + text.dropFirst(head.count) }
    }
    return text
  }

  fileprivate func difference(_ kind: TableDifference.Kind) -> TableDifference {
    let element: TableDifference.Element =
      switch self.kind {
      case .index: .index
      case .trigger: .trigger
      case .view: .view
      }
    return TableDifference(kind, element, table: table, name: name)
  }
}
