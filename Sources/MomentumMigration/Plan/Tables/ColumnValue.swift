import MomentumSQL

/// Where the value of a new column comes from, for the rows of one old entity.
indirect enum ColumnValue: Hashable {
  case null
  /// The default of an added attribute, for example `'none'`.
  case literal(SQLValue)
  /// A column of the old row, for example `ZNAME`.
  case column(String)
  /// A column converted to another kind of number: `CAST(ZAMOUNT AS REAL)`.
  case cast(String, type: CastType)
  /// A column with a default in place of NULL: `IFNULL(ZNAME, 'none')`.
  case filled(ColumnValue, with: SQLValue)
  /// `CASE Z5_OWNER WHEN 5 THEN 6 … ELSE Z5_OWNER END`: a column with entity numbers.
  case renumbered(String, [NumberChange])
  /// The key of the linked object, from the list of links at this index of ``TablePlans/links``.
  case link(Int)
  /// The position of the row's own object in the ordered inverse, from the links at this index of
  /// ``TablePlans/links``.
  case linkOrder(Int)

  /// The kind of number that CAST makes.
  enum CastType: Hashable {
    case real
    case integer
  }

  /// The old column from which the value is made; `nil` if there is none.
  var source: String? {
    switch self {
    case .column(let name), .cast(let name, _), .renumbered(let name, _): name
    case .filled(let value, _): value.source
    case .null, .literal, .link, .linkOrder: nil
    }
  }

  /// The old column that has as many values as the new one; `nil` if the numbers may differ.
  var countedSource: String? {
    switch self {
    case .column(let name), .cast(let name, _): name
    case .null, .literal, .filled, .renumbered, .link, .linkOrder: nil
    }
  }

  /// Whether a NULL stays NULL. Such a value can also be set in rows whose entity lacks the
  /// property.
  var keepsNull: Bool {
    switch self {
    case .null, .column, .cast, .renumbered, .link, .linkOrder: true
    case .literal, .filled: false
    }
  }

  /// The index in ``TablePlans/links`` of the list that the value is read from; `nil` for other
  /// values.
  var links: Int? {
    switch self {
    case .link(let index), .linkOrder(let index): index
    case .filled(let value, _): value.links
    case .null, .literal, .column, .cast, .renumbered: nil
    }
  }
}

/// An entity number that changes in the new model.
struct NumberChange: Hashable {
  var old: Int
  var new: Int
}

/// Prints columns and links in an expression, as the surrounding statement names them.
struct ColumnPrinter {
  /// Prints a column of the old row: `o.ZNAME`.
  var column: (String) -> SQLFragment
  /// Prints a column of the row's link in a temporary table of links.
  var link: (_ index: Int, _ column: LinkColumn) -> SQLFragment

  /// A column of the temporary tables of links.
  enum LinkColumn {
    /// `t`, the key of the other object.
    case target
    /// `o`, the position of the row's own object in the ordered inverse.
    case place

    var sql: SQLFragment {
      switch self {
      case .target: "t"
      case .place: "o"
      }
    }
  }

  func print(_ value: ColumnValue) -> SQLFragment {
    switch value {
    case .null: "NULL"
    case .literal(let value): value.literal
    case .column(let name): column(name)
    case .cast(let name, .real): "CAST(\(sql: column(name)) AS REAL)"
    case .cast(let name, .integer): "CAST(\(sql: column(name)) AS INTEGER)"
    case .filled(let value, let fill): "IFNULL(\(sql: print(value)), \(sql: fill.literal))"
    case .renumbered(let name, let changes): renumbering(of: column(name), changes)
    case .link(let index): link(index, .target)
    case .linkOrder(let index): link(index, .place)
    }
  }
}

/// Replaces entity numbers: `CASE Z_ENT WHEN 3 THEN 4 ELSE Z_ENT END`; the column alone if no
/// number changes.
func renumbering(of column: SQLFragment, _ changes: [NumberChange]) -> SQLFragment {
  let real = changes.filter { $0.old != $0.new }
  guard !real.isEmpty else { return column }
  let cases = real.map { change -> SQLFragment in
    "WHEN \(number: change.old) THEN \(number: change.new)"
  }
  return "CASE \(sql: column) \(list: cases, separator: " ") ELSE \(sql: column) END"
}
