import MomentumDiff
import MomentumModel
import MomentumSQL
import MomentumStore

extension CheckBuilder {
  /// Finds rows that a unique index of the new model would refuse.
  ///
  /// The index covers all rows of the table, whatever their entity. Rows with a NULL in one of its
  /// columns never conflict (documented:
  /// <https://sqlite.org/lang_createindex.html#unique_indexes>).
  func duplicates(in table: TablePlan) -> [MigrationPlan.Precondition] {
    guard table.match.source != nil else { return [] }
    let model = matches.new.model
    return matches.newFamilies.family(of: table.match.root).flatMap { entity in
      unique(model[entity].uniquenessConstraints).compactMap {
        list -> MigrationPlan.Precondition? in
        guard let columns = columns(list, of: entity), !isUnique(columns, in: table),
          !hasPair(columns, in: table)
        else {
          return nil
        }
        return duplicates(
          columns, in: table, place: "\(model[entity].name).\(list.joined(separator: ","))")
      }
    }
  }

  /// Whether one of the columns is the key of a one-to-one relationship that keeps one of several
  /// links. No two rows then get the same key, so the columns cannot have duplicates.
  private func hasPair(_ columns: [String], in table: TablePlan) -> Bool {
    table.keys.contains { key in
      columns.contains(key.column.column)
        && plans.chosenPartner(of: key, in: matches.new.model) != nil
    }
  }

  /// The columns of a constraint; `nil` if one of its properties has no column or the constraint
  /// has no properties, since no index is then made.
  private func columns(_ list: [String], of entity: EntityID) -> [String]? {
    let columns = list.compactMap { name in
      matches.new.schema.column(named: name, of: entity, in: matches.new.model)
        ?? leafColumn(of: name, in: entity)
    }
    return columns.count == list.count && !columns.isEmpty ? columns : nil
  }

  private func leafColumn(of path: String, in entity: EntityID) -> String? {
    let parts = path.split(separator: ".").map(String.init)
    guard let first = parts.first,
      case .attribute(let id) = matches.new.model.property(named: first, in: entity)
    else { return nil }
    return matches.new.schema.compositeColumns[id]?.first { $0.path == Array(parts.dropFirst()) }?
      .column
  }

  /// Whether a unique index of the old store already forbids duplicates of values that the
  /// migration does not change.
  private func isUnique(_ columns: [String], in table: TablePlan) -> Bool {
    var sources: Set<String> = []
    for column in columns {
      guard let recipe = table.recipes.first(where: { $0.target.name == column }),
        let oldColumn = table.oldColumns[column],
        recipe.values.values.allSatisfy({ $0 == .column(oldColumn) || $0 == .null })
      else { return false }
      sources.insert(oldColumn)
    }
    guard let source = table.match.source else { return true }
    return catalog.objects.contains { object in
      guard object.kind == .index, folded(object.table) == folded(source.name) else { return false }
      let lists =
        object.sql.map { UniqueIndex($0).map { [$0.columns] } ?? [] }
        ?? inlineUniqueness(of: source.name)
      return lists.contains { !$0.isEmpty && Set($0).isSubset(of: Set(sources.map(folded))) }
    }
  }

  /// The columns of the UNIQUE constraints in the CREATE TABLE of the old table.
  private func inlineUniqueness(of table: String) -> [[String]] {
    (matches.old.schema.tables.first { folded($0.name) == folded(table) }?.inlineUniqueness ?? [])
      .map { $0.map(folded) }
  }

  private func duplicates(
    _ columns: [String], in table: TablePlan, place: String
  ) -> MigrationPlan.Precondition {
    let (source, values) = values(of: columns, in: table)
    let names = columns.indices.map { index -> SQLFragment in "c\(number: index)" }
    let list = zip(values, names).map { value, name -> SQLFragment in
      "\(sql: value) AS \(sql: name)"
    }
    let scope: SQLFragment =
      table.droppedNumbers.isEmpty ? "" : " WHERE \(sql: numberTest("o.Z_ENT", table.oldNumbers))"
    let rows: SQLFragment =
      "(SELECT o.Z_ENT AS Z_ENT, o.Z_PK AS Z_PK, \(list: list) FROM \(sql: source)\(sql: scope))"
    let present = names.map { name -> SQLFragment in "\(sql: name) IS NOT NULL" }
      .joined(separator: " AND ")
    let group = names.joined(separator: ", ")
    let tableName = columns.map { "\(table.name).\($0)" }.joined(separator: ", ")
    return MigrationPlan.Precondition(
      rule: .change(.uniquenessConstraintAdded), place: place,
      problem: "another row has the same values, and the constraint forbids that",
      consequence: .fails,
      countSQL: "SELECT ifnull(sum(n), 0) FROM (SELECT count(*) AS n FROM \(sql: rows) "
        + "WHERE \(sql: present) GROUP BY \(sql: group) HAVING count(*) > 1)",
      rowsSQL: "SELECT Z_ENT, Z_PK FROM (SELECT Z_ENT, Z_PK, "
        + "count(*) OVER (PARTITION BY \(sql: group)) AS n FROM \(sql: rows) "
        + "WHERE \(sql: present)) WHERE n > 1 ORDER BY Z_ENT, Z_PK",
      coreDataError: CoreDataError(
        code: 134110,
        reason: CoreDataError.constraintViolation.reason
          + ": UNIQUE constraint failed: \(tableName)"))
  }

  /// The new columns as expressions over the rows of the old table.
  func values(
    of columns: [String], in table: TablePlan
  ) -> (source: SQLFragment, values: [SQLFragment]) {
    var source = source(of: table)
    var joined: Set<Int> = []
    let reader = LinkReader(old: matches.old)
    let printer = ColumnPrinter(
      column: { "o.\(name: $0)" },
      link: { index, column in "l\(number: index).\(sql: column.sql)" })
    let values = columns.map { column -> SQLFragment in
      guard let recipe = table.recipes.first(where: { $0.target.name == column }) else {
        return "NULL"
      }
      for index in recipe.values.values.compactMap(\.links).sorted()
      where joined.insert(index).inserted {
        source +=
          " LEFT JOIN (\(sql: reader.selectFirst(plans.links[index]))) l\(number: index) "
          + "ON l\(number: index).h = o.Z_PK"
      }
      let value = recipe.expression(
        table.oldNumbers, fillsAll: table.fillsAll, entity: "o.Z_ENT", printer)
      guard let key = table.keys.first(where: { $0.column.column == column }) else { return value }
      return surviving(value, key)
    }
    return (source, values)
  }

  /// The key after the migration, which is NULL if the object that it leads to is not kept:
  ///
  /// `CASE WHEN EXISTS (SELECT 1 FROM ZCITY r WHERE r.Z_PK = o.ZCITY AND …) THEN o.ZCITY END`
  private func surviving(_ value: SQLFragment, _ key: KeyRecipes.Key) -> SQLFragment {
    guard !matches.allBecome(key.target, key.oldTargets), let first = key.oldTargets.min(),
      let table = matches.old.table(of: first)
    else { return value }
    let numbers = key.oldTargets.filter { matches.allBecome(key.target, [$0]) }
      .map { matches.old.number(of: $0) }.sorted()
    guard !numbers.isEmpty else { return "NULL" }
    return "CASE WHEN EXISTS (SELECT 1 FROM \(name: table.name) r WHERE r.Z_PK = \(sql: value) "
      + "AND \(sql: numberTest("r.Z_ENT", numbers))) THEN \(sql: value) END"
  }
}

/// The columns of a unique index of a store, if the index is over columns and not over expressions.
struct UniqueIndex {
  /// The names of the columns, with ASCII letters in lower case.
  var columns: [String]

  /// `nil` for an index that is not unique, that is partial, or that is over expressions.
  init?(_ sql: String) {
    let tokens = StatementTokens(sql).tokens
    let open = StatementTokens.Token.symbol(UInt8(ascii: "("))
    let close = StatementTokens.Token.symbol(UInt8(ascii: ")"))
    guard tokens.prefix(3).elementsEqual([.word("create"), .word("unique"), .word("index")]),
      let start = tokens.firstIndex(of: open), tokens.last == close
    else { return nil }
    let terms = tokens[(start + 1)..<(tokens.count - 1)]
      .split(separator: .symbol(UInt8(ascii: ",")), omittingEmptySubsequences: false)
    columns = []
    for term in terms {
      // A column with a COLLATE clause is accepted: if two values differ in the collation, their
      // bytes differ too.
      guard let name = term.first?.name, term.allSatisfy({ $0.name != nil }) else { return nil }
      columns.append(name)
    }
  }
}
