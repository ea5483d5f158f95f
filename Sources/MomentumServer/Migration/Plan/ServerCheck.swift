internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

/// A query for rows of the old database that do not fit the new model.
package struct ServerCheck: Sendable, Hashable {
  /// The element of the model: `Venue.rank`.
  package var place: String
  /// What is wrong with the rows, without their number.
  package var problem: String
  /// Selects the keys of the rows, ascending.
  var rows: SQLFragment
  /// Counts the rows.
  var count: SQLFragment
  /// The old table.
  package var table: String

  package var rowsSQL: String { rows.text(in: .postgreSQL) }
  package var countSQL: String { count.text(in: .postgreSQL) }
}

/// Finds the checks of a migration: values that a required property lacks, conditions, unique
/// constraints, and values that a type cannot hold.
struct ServerCheckFinder {
  let match: SchemaMatch

  func checks() -> [ServerCheck] {
    match.tables.flatMap { table -> [ServerCheck] in
      guard let source = table.source, case .entity = source.kind,
        let identity = source.primaryKey.first
      else { return [] }
      let view = FutureRows(match: match, table: table, source: source, identity: identity)
      return view.misfits() + view.missing() + view.violations() + view.duplicates()
        + view.missingLinks()
    }
  }
}

/// The rows of an old table as they would be in the new one.
private struct FutureRows {
  let match: SchemaMatch
  let table: TableMatch
  let source: PlainTable
  let identity: String

  private var entityColumn: String? { match.old.entityColumn(of: source) }

  /// The condition of the rows that stay: `entity IN ('Bar')`; `nil` if all do.
  private var staying: SQLFragment? {
    guard let entityColumn, case .entity(let root) = source.kind,
      match.old.concrete(root).count > table.members.count || table.old == nil
    else { return nil }
    return ColumnMatch.isOne(of: table.members.map(\.old), entityColumn)
  }

  private func check(
    _ place: String, _ problem: String, _ condition: SQLFragment, from rows: SQLFragment? = nil
  ) -> ServerCheck {
    let parts = [rows == nil ? staying : nil, condition].compactMap { $0 }
    let from = rows ?? .name(source.name)
    let rest: SQLFragment = "FROM \(sql: from) WHERE \(list: parts, separator: " AND ")"
    return ServerCheck(
      place: place, problem: problem,
      rows: "SELECT \(name: identity) \(sql: rest) ORDER BY \(name: identity)",
      count: "SELECT count(*) \(sql: rest)", table: source.name)
  }

  // MARK: - Values

  func misfits() -> [ServerCheck] {
    table.columns.flatMap { column -> [ServerCheck] in
      guard case .gathered(let parts) = column.source else { return [] }
      return parts.compactMap { part in
        guard let old = source.columns.first(where: { $0.name == part.column }),
          let misfit = ValueConversion.misfit(
            .name(part.column), from: old.type, to: column.new.type)
        else { return nil }
        let owners = part.entities.flatMap { entities in
          entityColumn.map { ColumnMatch.isOne(of: entities, $0) }
        }
        let condition = [owners, misfit].compactMap { $0 }
        return check(
          column.subject, "the new type cannot hold the value",
          "\(list: condition, separator: " AND ")")
      }
    }
  }

  /// The value of a column in the new table, in terms of the old one.
  private func value(_ column: ColumnMatch) -> SQLFragment? {
    switch column.role {
    case .identity: return .name(identity)
    case .entity: return entityValue
    case .attribute, .key, .other: break
    }
    if case .gathered(let parts) = column.source, parts.contains(where: { $0.conversion != .same })
    {
      return guarded(column, parts)
    }
    let base = column.value({ $0 }, entityColumn: entityColumn)
    return filled(column, base)
  }

  /// A value whose conversion would fail is left out: its own check tells it.
  private func guarded(
    _ column: ColumnMatch, _ parts: [ColumnMatch.Contribution]
  ) -> SQLFragment? {
    guard parts.count == 1, let part = parts.first,
      let old = source.columns.first(where: { $0.name == part.column }),
      let value = column.value({ $0 }, entityColumn: entityColumn)
    else { return nil }
    let misfit = ValueConversion.misfit(.name(part.column), from: old.type, to: column.new.type)
    return filled(
      column, misfit.map { "CASE WHEN \(sql: $0) THEN NULL ELSE \(sql: value) END" } ?? value)
  }

  private func filled(_ column: ColumnMatch, _ base: SQLFragment?) -> SQLFragment? {
    var result = base
    for fill in column.fills {
      let other = result ?? "NULL"
      if let entities = fill.entities, let entityColumn {
        result = """
          CASE WHEN \(sql: ColumnMatch.isOne(of: entities, entityColumn)) \
          THEN \(sql: fill.constant) ELSE \(sql: other) END
          """
      } else {
        result = fill.constant
      }
    }
    guard let constant = column.nullFill else { return result ?? "NULL" }
    let value: SQLFragment = "coalesce(\(sql: result ?? "NULL"), \(sql: constant))"
    guard let owners = owners(column) else { return value }
    return "CASE WHEN \(sql: owners) THEN \(sql: value) ELSE \(sql: result ?? "NULL") END"
  }

  private var entityValue: SQLFragment {
    guard let entityColumn else { return .text(table.members.first?.new ?? "") }
    let cases = table.members.map { member -> SQLFragment in
      "WHEN \(text: member.old) THEN \(text: member.new)"
    }
    return "CASE \(name: entityColumn) \(list: cases, separator: " ") END"
  }

  /// The rows of the entities that have the property; `nil` if all do.
  private func owners(_ column: ColumnMatch) -> SQLFragment? {
    let entity: EntityID
    switch column.role {
    case .attribute(let id, _): entity = id.entity
    case .key(let id): entity = id.entity
    case .identity, .entity, .other: return nil
    }
    let owners = table.members.filter { match.new.model.inherits($0.newID, from: entity) }
    guard let entityColumn, owners.count < table.members.count else { return nil }
    return ColumnMatch.isOne(of: owners.map(\.old), entityColumn)
  }

  // MARK: - Required values

  func missing() -> [ServerCheck] {
    table.columns.compactMap { column in
      guard column.isRequired, mayLack(column), hasOwners(column) else { return nil }
      guard let condition = lacks(column) else { return nil }
      let all = [owners(column), condition].compactMap { $0 }
      return check(
        column.subject, "the property is required, and the row has no value",
        "\(list: all, separator: " AND ")")
    }
  }

  /// `(rank) IS NULL`; for links that move, whether the row has one afterwards.
  private func lacks(_ column: ColumnMatch) -> SQLFragment? {
    let move = match.links.first {
      $0.table == table.new.name && $0.column == column.new.name
    }
    guard let move else {
      return value(column).map { "(\(sql: $0)) IS NULL" }
    }
    return LinkStatements(match: match, names: CurrentNames()).links(move).map { links in
      """
      NOT EXISTS (SELECT 1 FROM (\(sql: links.query)) AS moved \
      WHERE moved.source = \(name: source.name).\(name: identity))
      """
    }
  }

  /// Whether the table has rows of an entity with the property.
  private func hasOwners(_ column: ColumnMatch) -> Bool {
    switch column.role {
    case .attribute(let id, _):
      table.members.contains { match.new.model.inherits($0.newID, from: id.entity) }
    case .key(let id):
      table.members.contains { match.new.model.inherits($0.newID, from: id.entity) }
    case .identity, .entity, .other: true
    }
  }

  /// Whether the old table may have rows without the value.
  private func mayLack(_ column: ColumnMatch) -> Bool {
    switch column.source {
    case .kept(let name):
      let old = source.columns.first { $0.name == name }
      return old?.isNullable ?? true
    case .gathered, .none:
      let isFilled = column.fills.contains { $0.entities == nil }
      return !isFilled && column.role != .entity && column.role != .identity
    case .generated: return false
    }
  }

  // MARK: - Conditions

  func violations() -> [ServerCheck] {
    let conditions = table.new.columns.flatMap(\.checks) + table.new.checks
    let olds = table.old.map { $0.columns.flatMap(\.checks) + $0.checks } ?? []
    let known = Set(olds.map { $0.renaming(table.keptNames) })
    return conditions.compactMap { constraint in
      switch constraint {
      case .range, .length, .matches: break
      case .entity, .required, .reserved, .ordered: return nil
      }
      guard let name = constraint.columns.first,
        let column = table.columns.first(where: { $0.new.name == name }),
        !(known.contains(constraint) && column.keptName != nil && column.fills.isEmpty
          && column.nullFill == nil),
        let condition = constraint.condition(.postgreSQL), let rows = future([column])
      else { return nil }
      return check(
        column.subject, "the value does not satisfy the limits of the property",
        "NOT (\(sql: condition))", from: rows)
    }
  }

  /// `(SELECT id, rank AS rank FROM venue) AS future`
  private func future(_ columns: [ColumnMatch]) -> SQLFragment? {
    var terms: [SQLFragment] = []
    for column in columns {
      guard let value = value(column) else { return nil }
      let typed: SQLFragment = "CAST(\(sql: value) AS \(sql: column.new.typeName(.postgreSQL)))"
      terms.append("\(sql: typed) AS \(name: column.new.name)")
    }
    let needsKey = !columns.contains { $0.new.name == identity }
    if needsKey { terms.insert(.name(identity), at: 0) }
    let condition: SQLFragment = staying.map { " WHERE \(sql: $0)" } ?? ""
    return "(SELECT \(list: terms) FROM \(name: source.name)" + condition + ") AS future"
  }

  // MARK: - Unique constraints

  func duplicates() -> [ServerCheck] {
    // Defaults may make rows equal that were not.
    let filled = Set(
      table.columns.filter { !$0.fills.isEmpty || $0.nullFill != nil }.map(\.new.name))
    let known = (table.old?.uniqueConstraints ?? []).map { constraint in
      constraint.columns.map { table.keptNames[$0] }
    }.filter { columns in !columns.contains { $0.map(filled.contains) ?? false } }
    let constraints = table.new.uniqueConstraints.filter { constraint in
      !known.contains(constraint.columns.map { $0 })
    }
    let kept = (table.old?.indexes ?? []).map { $0.renaming(table.keptNames) }
      .filter { index in !index.terms.contains { filled.contains($0.column) } }
    let indexes = table.new.indexes.filter { index in
      index.isUnique
        && !kept.contains {
          $0.isUnique && $0.terms == index.terms && $0.condition == index.condition
        }
    }
    return constraints.compactMap { duplicates($0.columns, where: nil, []) }
      + indexes.compactMap { index in
        duplicates(
          index.terms.map(\.column), where: index.definition(on: table.new, .postgreSQL)?.condition,
          index.condition?.columns ?? [])
      }
  }

  /// The rows with equal values in the columns, among those that meet a condition over other columns.
  private func duplicates(
    _ names: [String], where condition: SQLFragment?, _ others: [String]
  ) -> ServerCheck? {
    let columns = names.compactMap { name in table.columns.first { $0.new.name == name } }
    let read = unique(names + others).compactMap { name in
      table.columns.first { $0.new.name == name }
    }
    guard columns.count == names.count, let rows = future(read) else { return nil }
    let isFull = names.map { name -> SQLFragment in "\(name: name) IS NOT NULL" }
    let all = isFull + [condition].compactMap { $0 }
    let counted: SQLFragment = """
      (SELECT \(name: identity), count(*) OVER (PARTITION BY \(names: names)) AS equal_rows \
      FROM \(sql: rows) WHERE \(list: all, separator: " AND ")) AS counted
      """
    return check(
      columns.map(\.subject).joined(separator: ", "),
      "another row has the same values, and the constraint forbids that", "equal_rows > 1",
      from: counted)
  }

  // MARK: - Links

  /// Rows whose required link is to a row that goes.
  func missingLinks() -> [ServerCheck] {
    table.columns.compactMap { column in
      guard column.isRequired, case .key(let id) = column.role, let name = column.keptName,
        let target = match.tables.first(where: {
          $0.new.name == match.new.table(of: match.new.model[id].destination)?.name
        }), let other = target.source, let otherEntity = match.old.entityColumn(of: other),
        case .entity(let root) = other.kind, let key = other.primaryKey.first
      else { return nil }
      let staying = Set(target.members.map(\.old))
      let leaving = match.old.concrete(root).map { match.old.model[$0].name }
        .filter { !staying.contains($0) }.sorted()
      guard !leaving.isEmpty else { return nil }
      return check(
        column.subject, "the property is required, and its object is removed",
        """
        \(name: name) IN (SELECT \(name: key) FROM \(name: other.name) \
        WHERE \(sql: ColumnMatch.isOne(of: leaving, otherEntity)))
        """)
    }
  }
}
