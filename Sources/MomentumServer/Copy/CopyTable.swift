internal import MomentumPostgreSQL
internal import MomentumSQL
internal import MomentumStore

/// A table on the server, and where a Core Data store has the same rows.
struct CopyTable: Sendable {
  enum Rows: Sendable {
    /// Objects of a root entity and its sub-entities, by `Z_PK`.
    case objects
    /// Pairs of a join table.
    case pairs
    /// Pairs of a join table that has each pair from either side, and the server once.
    case pairsFromBothSides
    /// Pairs of a to-many relationship without inverse, which the store has as a key in the rows of
    /// the destination.
    case keysOfDestination
  }

  var name: String
  /// The store's table.
  var stored: String
  var rows: Rows
  /// The columns that are written, those of the key first; generated columns are not among them.
  var columns: [CopyColumn]
  /// The number of columns of the key: `id`, or both foreign keys of a join table.
  var keyCount: Int
  /// The column of the key that the server counts; `nil` for a join table.
  var identity: String?
  /// The entities by `Z_ENT`, and the number of the root entity.
  var entities: [Int64: String] = [:]
  var rootNumber: Int64 = 0

  var isOfObjects: Bool { identity != nil }
  /// The position of the column with the row's entity; `nil` if all rows are of the root entity.
  var entityPosition: Int? { columns.firstIndex { $0.content == .entity } }
  var types: [PostgreSQLType] { columns.map(\.type) }
}

/// A column on the server, and the column of the store that has the same value.
struct CopyColumn: Sendable {
  enum Content: Sendable, Hashable {
    /// A key, a foreign key, or a position.
    case number
    /// The name of the row's entity, for `Z_ENT`.
    case entity
    /// An attribute.
    case value(SQLColumnType)
    /// A binary attribute with external storage. In the store its first byte says whether the value
    /// follows or is in a file; the server has the value without this byte.
    case external
  }

  var name: String
  var stored: String
  var content: Content
  var type: PostgreSQLType
  var isNullable: Bool
  /// The property in the words of the model, for messages: `Venue.name`.
  var property: String
  /// The entities whose rows have the property; `nil` if all rows of the table have it.
  var owners: Owners?

  /// The entities, by `Z_ENT`, that have a property which other entities of the table lack.
  struct Owners: Sendable {
    var numbers: Set<Int64>
    var isRequired: Bool
  }

  /// Whether rows of an entity have the property.
  func belongs(to entity: Int64?) -> Bool {
    guard let owners, let entity else { return true }
    return owners.numbers.contains(entity)
  }
}

extension PostgreSQLType {
  /// The type of a column of the plain layout.
  init(_ type: SQLColumnType) {
    switch type {
    case .identity, .key, .bigInteger: self = .int8
    case .smallInteger: self = .int2
    case .integer: self = .int4
    case .decimal: self = .numeric
    case .float: self = .float4
    case .double: self = .float8
    case .text: self = .text
    case .boolean: self = .bool
    case .date: self = .timestamptz
    case .uuid: self = .uuid
    case .binary: self = .bytea
    }
  }
}

extension CopyTable {
  /// The rows of the store after a key, in the order of the key:
  /// `SELECT Z_PK, ZNAME, Z_OPT FROM ZVENUE WHERE Z_PK > ? ORDER BY Z_PK`.
  func selection(after key: [Int64]) -> (sql: SQLFragment, values: [SQLValue]) {
    let keys = columns.prefix(keyCount).map(\.stored)
    var conditions: [SQLFragment] = []
    switch rows {
    case .objects, .pairs: break
    case .pairsFromBothSides: conditions.append("\(name: keys[0]) <= \(name: keys[1])")
    case .keysOfDestination: conditions.append("\(name: keys[0]) IS NOT NULL")
    }
    if !key.isEmpty {
      let places = key.map { _ in "?" as SQLFragment }
      conditions.append("(\(names: keys)) > (\(list: places))")
    }
    let all = columns.map(\.stored) + (isOfObjects ? ["Z_OPT"] : [])
    let filter: SQLFragment =
      conditions.isEmpty ? "" : " WHERE \(list: conditions, separator: " AND ")"
    return (
      "SELECT \(names: all) FROM \(name: stored)\(sql: filter) ORDER BY \(names: keys)",
      key.map { .integer($0) }
    )
  }

  /// The rows of the store, counted: `SELECT count(*) FROM ZVENUE`.
  var counting: SQLFragment {
    let (sql, _) = selection(after: [])
    return rows.isWhole
      ? "SELECT count(*) FROM \(name: stored)" : "SELECT count(*) FROM (\(sql: sql))"
  }

  /// `COPY venue (id, name) FROM STDIN (FORMAT binary)`
  var copyIn: SQLFragment {
    "COPY \(name: name) (\(names: columns.map(\.name))) FROM STDIN (FORMAT binary)"
  }

  /// The same columns in the same order, as the server sends them:
  /// `COPY (SELECT id, name FROM venue) TO STDOUT (FORMAT binary)`.
  var copyOut: SQLFragment {
    "COPY (SELECT \(names: columns.map(\.name)) FROM \(name: name)) TO STDOUT (FORMAT binary)"
  }
}

extension CopyTable.Rows {
  /// Whether every row of the store's table is one on the server.
  fileprivate var isWhole: Bool {
    switch self {
    case .objects, .pairs: true
    case .pairsFromBothSides, .keysOfDestination: false
    }
  }
}
