import MomentumModel
import MomentumSQL
import MomentumStore

extension StepBuilder {
  /// Copies the rows of an entity's table to the new table, or changes them in place.
  mutating func addRows(of table: TablePlan) {
    guard let source = table.match.source else { return }
    switch table.shape {
    case .created: break
    case .rebuilt: addCopy(of: table, from: source)
    case .altered(let alteration): addChanges(of: table, source, alteration)
    }
  }

  /// Copies the rows: `INSERT INTO ZVENUE (…) SELECT … FROM Z_MOMENTUM_1 o ORDER BY o.Z_PK`.
  private mutating func addCopy(of table: TablePlan, from source: StoreCatalog.Table) {
    let printer = ColumnPrinter(
      column: { "o.\(name: $0)" }, link: { StepBuilder.link($0, $1, ofRow: "o.Z_PK") })
    let columns = ["Z_PK", "Z_ENT", "Z_OPT"] + table.recipes.map(\.target.name)
    let values =
      ["o.Z_PK", renumbering(of: "o.Z_ENT", table.numbers), "o.Z_OPT"]
      + table.recipes.map {
        $0.expression(table.oldNumbers, fillsAll: table.fillsAll, entity: "o.Z_ENT", printer)
      }
    let restriction: SQLFragment =
      table.droppedNumbers.isEmpty ? "" : " WHERE \(sql: numberTest("o.Z_ENT", table.oldNumbers))"
    var statements: [MigrationPlan.Statement] = [
      .other(
        "INSERT INTO \(name: table.name) (\(names: columns)) SELECT \(list: values) "
          + "FROM \(name: current(source)) o\(sql: restriction) ORDER BY o.Z_PK")
    ]
    let isLast = plans.entities.last { $0.match.source?.name == source.name }?.name == table.name
    if isLast { statements.append(.definition(.drop(.table, current(source)))) }
    let count = table.droppedNumbers.isEmpty ? source.rowCount : rowCount(table.oldNumbers)
    let new = bytes.share(of: source, rows: count).map {
      $0.addingClamped((count ?? 0).multipliedClamped(widening(table)))
    }
    add(
      MigrationPlan.Step(
        comment: "rebuilds table \(table.name)\(summary(of: table))", statements: statements,
        causes: causes.of(newTable: table.name), isReversible: !loses(table), table: table.name,
        rowCount: count, byteCount: new, newByteCount: new,
        freedByteCount: isLast ? source.byteCount : 0))
  }

  /// The key at the other end of a row's link:
  /// `(SELECT l.t FROM temp.momentum_links_1_first l WHERE l.h = o.Z_PK)`
  private static func link(
    _ index: Int, _ column: ColumnPrinter.LinkColumn, ofRow key: SQLFragment
  ) -> SQLFragment {
    "(SELECT l.\(sql: column.sql) FROM \(sql: firstLinkTable(index).sql) l WHERE l.h = \(sql: key))"
  }

  /// The number of bytes by which default values make each row longer.
  private func widening(_ table: TablePlan) -> Int64 {
    table.recipes.reduce(0) { sum, recipe in
      let widths = recipe.values.values.compactMap { value -> Int? in
        guard case .literal(let value) = value else { return nil }
        return value.width
      }
      return sum + Int64(widths.max() ?? 0)
    }
  }

  /// The added and removed columns, for the step's comment.
  private func summary(of table: TablePlan) -> String {
    let carried = Set(table.oldColumns.values)
    let added = table.recipes.filter { table.oldColumns[$0.target.name] == nil }.map(\.target.name)
    let removed = lostColumns(of: table, carried)
    let parts = [("with", added), ("without", removed)].filter { !$0.1.isEmpty }.map {
      word, names in
      let shown = names.prefix(6).joined(separator: ", ")
      return "\(word) \(shown)\(names.count > 6 ? " and \(names.count - 6) more" : "")"
    }
    return parts.isEmpty ? "" : " " + parts.joined(separator: ", ")
  }

  private func lostColumns(of table: TablePlan, _ carried: Set<String>) -> [String] {
    let kept = Set((Array(carried) + ["Z_PK", "Z_ENT", "Z_OPT"]).map(folded))
    return (table.match.source?.columns ?? []).map(\.name).filter { !kept.contains(folded($0)) }
  }

  private func loses(_ table: TablePlan) -> Bool {
    !table.droppedNumbers.isEmpty || !lostColumns(of: table, Set(table.oldColumns.values)).isEmpty
  }

  private mutating func addChanges(
    of table: TablePlan, _ source: StoreCatalog.Table, _ alteration: TableAlteration
  ) {
    let name = table.name
    let renames = alteration.renameStatements(in: name, existing: source.columns)
    if !renames.isEmpty {
      let list = alteration.renames.map { "\($0.old) to \($0.new)" }.joined(separator: ", ")
      add(
        MigrationPlan.Step(
          comment: "renames columns of \(name): \(list)", statements: renames,
          causes: causes.of(newTable: name), table: name))
    }
    let added = alteration.additions.map(\.name)
    add(
      MigrationPlan.Step(
        comment: "adds columns to \(name): \(added.joined(separator: ", "))",
        statements: alteration.additionStatements(in: name), causes: causes.of(newTable: name),
        table: name))
    if !table.droppedNumbers.isEmpty {
      add(
        MigrationPlan.Step(
          comment: "removes the rows of removed entities from \(name)",
          statements: [
            .other(
              "DELETE FROM \(name: name) "
                + "WHERE \(sql: numberTest("Z_ENT", table.droppedNumbers))")
          ],
          causes: causes.of(newTable: name), isReversible: false, table: name,
          rowCount: rowCount(table.droppedNumbers)))
    }
    addUpdate(of: table, source, alteration)
  }

  private mutating func addUpdate(
    of table: TablePlan, _ source: StoreCatalog.Table, _ alteration: TableAlteration
  ) {
    let newNames = Dictionary(alteration.renames.map { ($0.old, $0.new) }) { first, _ in first }
    let printer = ColumnPrinter(
      column: { SQLFragment.name(newNames[$0] ?? $0) },
      link: { StepBuilder.link($0, $1, ofRow: "\(name: table.name).Z_PK") })
    let assignments = table.assignments(printer)
    guard !assignments.isEmpty else { return }
    let rows = assignments.reduce(into: Set<Int>()) { $0.formUnion($1.rows) }.sorted()
    let isAll = rows.count == table.numbers.count
    let list = assignments.map { assignment -> SQLFragment in
      "\(name: assignment.column) = \(sql: assignment.value)"
    }
    let restriction: SQLFragment = isAll ? "" : " WHERE \(sql: numberTest("Z_ENT", rows))"
    let count = isAll && table.droppedNumbers.isEmpty ? source.rowCount : rowCount(rows)
    let growth = bytes.share(of: source, rows: count).map { bytes in
      lengthens(table, alteration)
        ? TableBytes.growth(of: bytes, rows: count ?? 0, by: widening(table)) : 0
    }
    add(
      MigrationPlan.Step(
        comment:
          "sets \(assignments.map(\.column).joined(separator: ", ")) in the rows of \(table.name)",
        statements: [
          "UPDATE \(name: table.name) SET \(list: list)\(sql: restriction)"
        ],
        causes: causes.of(newTable: table.name), table: table.name, rowCount: count,
        byteCount: bytes.share(of: source, rows: count).map { $0.addingClamped(growth ?? 0) },
        newByteCount: growth))
  }

  /// Whether an UPDATE makes rows longer. The numbers 0 and 1 take no byte beyond the record's
  /// header (documented: <https://sqlite.org/fileformat2.html#record_format>).
  private func lengthens(_ table: TablePlan, _ alteration: TableAlteration) -> Bool {
    let added = Set(alteration.additions.map(\.name))
    return table.numbers.contains { $0.old <= 1 && $0.new > 1 }
      || table.recipes.contains { recipe in
        added.contains(recipe.target.name) && recipe.values.values.contains { $0 != .null }
      }
  }

  /// The number of rows of the entities with these old numbers; `nil` unless all of them were
  /// counted.
  private func rowCount(_ numbers: [Int]) -> Int64? {
    let counts = catalog.entityNumbers.filter { numbers.contains($0.number) }.map(\.rowCount)
    guard counts.count == numbers.count else { return nil }
    return counts.reduce(0) { sum, count in
      guard let sum, let count else { return nil }
      let (result, isOver) = sum.addingReportingOverflow(count)
      return isOver ? nil : result
    }
  }

  // MARK: - Join tables

  mutating func addRows(of join: JoinTablePlan) {
    let name = join.table.name
    let place = matches.name(join.relationship)
    if let links = join.links {
      addLinks(to: join, from: StepBuilder.linkTable(links), place)
    }
    guard let source = join.source else { return }
    switch join.shape {
    case .created: break
    case .altered(let alteration):
      let statements =
        alteration.renameStatements(in: name, existing: source.columns)
        + alteration.additionStatements(in: name)
      add(
        MigrationPlan.Step(
          comment: "renames columns of the join table of \(place)", statements: statements,
          causes: causes.of(relationship: join.relationship), table: name))
    case .rebuilt:
      let pairs = join.table.columns.compactMap { column in
        join.oldColumns[column.name].map { (column.name, $0) }
      }
      add(
        MigrationPlan.Step(
          comment: "rebuilds the join table of \(place)",
          statements: [
            .other(
              "INSERT INTO \(name: name) (\(names: pairs.map(\.0))) "
                + "SELECT \(names: pairs.map(\.1)) FROM \(name: current(source))"),
            .definition(.drop(.table, current(source))),
          ],
          causes: causes.of(relationship: join.relationship), table: name,
          rowCount: source.rowCount, byteCount: bytes.rows(of: source),
          newByteCount: bytes.rows(of: source), freedByteCount: source.byteCount))
    }
  }

  private mutating func addLinks(
    to join: JoinTablePlan, from links: TemporaryTable, _ place: String
  ) {
    var columns = [join.side.sourceColumn, join.side.destinationColumn]
    // If two relationships became one, a link may have two positions; take the lower one.
    var values: [SQLFragment] = ["h", "t"]
    if let order = join.side.orderColumn {
      columns.append(order)
      values.append("min(o)")
    }
    if let order = join.inverseOrder {
      columns.append(order)
      values.append("min(ho)")
    }
    add(
      MigrationPlan.Step(
        comment: "fills the join table of \(place)",
        statements: [
          .other(
            "INSERT INTO \(name: join.table.name) (\(names: columns)) "
              + "SELECT \(list: values) FROM \(sql: links.sql) GROUP BY h, t")
        ],
        causes: causes.of(relationship: join.relationship), table: join.table.name))
  }
}

extension SQLValue {
  /// The approximate number of bytes that the value takes in a row.
  fileprivate var width: Int {
    switch self {
    case .blob(let bytes): bytes.count
    case .text(let text): text.utf8.count
    case .null, .integer, .real: min(literal.text.utf8.count, 8)
    }
  }
}
