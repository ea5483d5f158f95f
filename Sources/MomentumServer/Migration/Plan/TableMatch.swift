internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

/// A table of the new model with the old one whose rows it keeps.
struct TableMatch {
  var new: PlainTable
  /// `nil` for a table that is made anew.
  var old: PlainTable?
  /// In the order of the new table's columns.
  var columns: [ColumnMatch] = []
  /// The old entities whose rows stay, with their new names.
  var members: [TableMember] = []
  /// The old entities of the old table whose rows do not stay in the table.
  var leaving: [String] = []
  /// Whether the rows of a new table come from this old one, which is another table's now.
  var copied: PlainTable?

  /// The table that has the old rows.
  var source: PlainTable? { old ?? copied }

  /// The old columns that no new one keeps.
  var droppedColumns: [PlainColumn] {
    guard let old else { return [] }
    let kept = Set(columns.compactMap(\.keptName))
    return old.columns.filter { !kept.contains($0.name) }
  }

  /// The new names of kept columns by their old names.
  var keptNames: [String: String] {
    Dictionary(
      columns.compactMap { match in match.keptName.map { ($0, match.new.name) } }
    ) { first, _ in first }
  }
}

/// An entity whose rows stay, by its names.
struct TableMember: Hashable {
  var newID: EntityID
  var oldID: EntityID
  var new: String
  var old: String
}

/// A column of the new model with where its values come from.
struct ColumnMatch {
  enum Role: Hashable {
    case identity
    case entity
    case attribute(AttributeID, path: [String])
    case key(RelationshipID)
    /// The position in an ordered relationship, or a key of a join table.
    case other
  }

  enum Source: Hashable {
    /// The old column with its values; its name may be another one.
    case kept(String)
    /// Values of old columns, each for the rows of some entities.
    case gathered([Contribution])
    /// The server computes the column.
    case generated
    /// No old value; `fills` has constants.
    case none
  }

  /// An old column from which the rows of some entities get their value.
  struct Contribution: Hashable {
    /// The old names; `nil` if all rows of the table get it.
    var entities: [String]?
    var column: String
    var oldType: AttributeType?
    var conversion: ValueConversion
  }

  /// A constant for rows that have no old value, by the old names of their entities.
  struct Fill: Hashable {
    var entities: [String]?
    var constant: SQLFragment
  }

  var new: PlainColumn
  var role: Role
  /// `Venue.rank`
  var subject: String
  var source: Source = .none
  var fills: [Fill] = []
  /// Old entities in whose rows a kept column has values that are not the new property's.
  var cleared: [String] = []
  /// Whether rows of the property's entities must have a value.
  var isRequired = false
  /// The default that rows without a value get, since the property has become required.
  var nullFill: SQLFragment?

  var keptName: String? { if case .kept(let name) = source { name } else { nil } }

  /// Whether each row gets the value that it had in the old column.
  func hasAllValues(of column: String) -> Bool {
    switch source {
    case .kept(let name): name == column && cleared.isEmpty
    case .gathered(let parts):
      parts.count == 1 && parts[0].entities == nil && parts[0].column == column
    case .generated, .none: false
    }
  }
}

extension ColumnMatch {
  /// The value in terms of the old columns, as `names` calls them; `nil` for one that is not
  /// computed from them.
  func value(
    _ names: (String) -> String, entityColumn: String?, otherwise: SQLFragment = "NULL"
  ) -> SQLFragment? {
    let type = new.typeName(.postgreSQL)
    switch source {
    case .kept(let column):
      let value = SQLFragment.name(names(column))
      return cleared.isEmpty
        ? value
        : Self.choice(
          [(cleared, "NULL")], entityColumn.map(names), otherwise: value)
    case .gathered(let contributions):
      if contributions.count == 1, contributions[0].entities == nil {
        return contributions[0].conversion.sql(.name(names(contributions[0].column)), to: type)
      }
      return Self.choice(
        contributions.map { part in
          (part.entities ?? [], part.conversion.sql(.name(names(part.column)), to: type))
        }, entityColumn.map(names), otherwise: otherwise)
    case .generated, .none: return nil
    }
  }

  /// `CASE WHEN entity IN ('Editor') THEN level ELSE NULL END`
  private static func choice(
    _ parts: [(entities: [String], value: SQLFragment)], _ entityColumn: String?,
    otherwise: SQLFragment
  ) -> SQLFragment {
    guard let entityColumn else { return parts.first?.value ?? otherwise }
    let cases = parts.map { part -> SQLFragment in
      "WHEN \(sql: isOne(of: part.entities, entityColumn)) THEN \(sql: part.value)"
    }
    return "CASE \(list: cases, separator: " ") ELSE \(sql: otherwise) END"
  }

  /// `entity IN ('Editor', 'Writer')`
  static func isOne(of entities: [String], _ column: String) -> SQLFragment {
    "\(name: column) IN (\(list: entities.map { .text($0) }))"
  }
}
