import MomentumModel
import MomentumSQL
import MomentumStore

/// Writes the invariants of a plan, and the statements that must return 0 in the result.
struct InvariantBuilder {
  let matches: EntityMatches
  let plans: TablePlans

  /// The most terms in one sum. A longer sum is nested deeper than SQLite allows (documented:
  /// SQLITE_MAX_EXPR_DEPTH, 1000).
  private static let termsMax = 400

  func invariants() -> [MigrationPlan.Invariant] {
    // Columns that no statement writes are not counted: only a damaged page could change them,
    // which `PRAGMA integrity_check` finds. Renamed columns of foreign keys are counted all the
    // same: if two of them had swapped names, the keys would lead to wrong objects.
    let written = plans.entities.map {
      Written(table: $0, columns: $0.writtenColumns?.union($0.renamedKeyColumns))
    }
    .filter { $0.columns?.isEmpty != true }
    return written.flatMap { counts(of: $0) }
      + written.flatMap { part in
        part.table.keys.filter { part.has($0.column.column) }
          .flatMap { links(of: $0, in: part.table) }
      }
      + plans.joins.compactMap { links(of: $0) }
  }

  /// A table, and the columns to count: those that a statement writes, and renamed columns of
  /// foreign keys. `nil` for all columns.
  private struct Written {
    let table: TablePlan
    let columns: Set<String>?

    func has(_ column: String) -> Bool { columns?.contains(column) ?? true }
  }

  /// Compares the number of all rows, of the rows of each entity, and of the values in each kept
  /// column. One statement reads all these numbers, because each statement reads the whole table.
  ///
  /// The number of all rows also shows that no row has another entity number.
  private func counts(of written: Written) -> [MigrationPlan.Invariant] {
    let table = written.table
    guard let source = table.match.source else { return [] }
    var terms: [(SQLFragment, SQLFragment)] = [("count(*)", "count(*)")]
    if written.has("Z_ENT") {
      terms += table.match.members.map { member in
        (
          rowCount(matches.old.number(of: member.old)), rowCount(matches.newNumber(of: member.new))
        )
      }
    }
    terms += values(of: written)
    terms += table.keys.filter { written.has($0.column.column) }.flatMap { key in
      keptColumn(of: key, in: table).map { keptKeys($0, key.column.column) } ?? []
    }
    let chunks = stride(from: 0, to: terms.count, by: InvariantBuilder.termsMax).map {
      terms[$0..<min($0 + InvariantBuilder.termsMax, terms.count)]
    }
    let scope: SQLFragment =
      table.droppedNumbers.isEmpty ? "" : " WHERE \(sql: numberTest("Z_ENT", table.oldNumbers))"
    return chunks.enumerated().map { index, chunk in
      MigrationPlan.Invariant(
        name: "rows and values of \(matches.new.model[table.match.root].name)"
          + (chunks.count > 1 ? " (\(index + 1) of \(chunks.count))" : ""),
        sourceSQL: "SELECT \(sql: list(chunk.map(\.0))) FROM \(name: source.name)\(sql: scope)",
        resultSQL: "SELECT \(sql: list(chunk.map(\.1))) FROM \(name: table.name)")
    }
  }

  /// Joins several numbers to one text, so that one column holds them: `12 5 7`.
  private func list(_ terms: [SQLFragment]) -> SQLFragment {
    terms.joined(separator: " || ' ' || ")
  }

  /// Counts the rows of an entity: `count(CASE WHEN Z_ENT = 3 THEN 1 END)`.
  private func rowCount(_ number: Int) -> SQLFragment {
    "count(CASE WHEN Z_ENT = \(number: number) THEN 1 END)"
  }

  /// The expressions that count the values of each kept column, in the old and in the new table.
  private func values(of written: Written) -> [(SQLFragment, SQLFragment)] {
    let table = written.table
    let newNumbers = Dictionary(table.numbers.map { ($0.old, $0.new) }) { first, _ in first }
    let derived = derivedColumns
    var pairs: [(SQLFragment, SQLFragment)] = []
    for recipe in table.recipes where !derived.contains("\(table.name).\(recipe.target.name)") {
      guard written.has(recipe.target.name),
        !table.keys.contains(where: { $0.owns(recipe.target.name) })
      else { continue }
      for (value, numbers) in recipe.groups(table.oldNumbers) {
        guard let column = value.countedSource else { continue }
        let isAll = numbers.count == table.oldNumbers.count
        let kept = numbers.compactMap { newNumbers[$0] }
        pairs.append(
          (term(column, isAll ? nil : numbers), term(recipe.target.name, isAll ? nil : kept)))
      }
    }
    return pairs
  }

  /// Counts the values of a column, `count(ZNAME)`, or only those in rows of certain entities,
  /// `count(CASE WHEN Z_ENT = 3 THEN ZNAME END)`.
  private func term(_ column: String, _ numbers: [Int]?) -> SQLFragment {
    guard let numbers else { return "count(\(name: column))" }
    let test = numberTest("Z_ENT", numbers.sorted())
    return "count(CASE WHEN \(sql: test) THEN \(name: column) END)"
  }

  /// The expressions for the number of keys in a column and for a check sum over the rows' own keys
  /// and these keys, in the old and in the new table.
  private func keptKeys(_ old: String, _ new: String) -> [(SQLFragment, SQLFragment)] {
    [
      (term(old, nil), term(new, nil)),
      (PairDigest.sum("Z_PK", .name(old)), PairDigest.sum("Z_PK", .name(new))),
    ]
  }

  private var derivedColumns: Set<String> {
    let schema = matches.new.schema
    return Set(
      schema.attributeColumns.compactMap { id, column in
        matches.new.model[id].derivation == nil ? nil : "\(schema[id.entity].table).\(column)"
      })
  }

  // MARK: - Links

  /// Compares the links between objects that are kept, before and after the migration.
  ///
  /// One-to-one relationships for which one of several links was chosen are left out, since only
  /// the plan's own statements know the chosen link. For these, `mustBeZero` tests that both sides
  /// agree.
  private func links(of key: KeyRecipes.Key, in table: TablePlan) -> [MigrationPlan.Invariant] {
    guard let source = table.match.source,
      plans.chosenPartner(of: key, in: matches.new.model) == nil
    else { return [] }
    let keepsAll = keepsAllLinks(key)
    let danglingKeys =
      keepsAll ? dangling(key, table, sources: groups(key, table), source.name) : nil
    if keptColumn(of: key, in: table) != nil { return [danglingKeys].compactMap { $0 } }
    let parts = groups(key, table).map { value, numbers -> SQLFragment in
      "SELECT h, t FROM (\(sql: oldKeys(of: key, value, in: source.name))) WHERE h IN "
        + "(SELECT Z_PK FROM \(name: source.name) WHERE \(sql: numberTest("Z_ENT", numbers)))"
    }
    guard !parts.isEmpty else { return [] }
    let column = SQLFragment.name(key.column.column)
    return [
      MigrationPlan.Invariant(
        name: "links of \(matches.name(key.relationship))",
        sourceSQL: "SELECT \(sql: links("h", "t")) FROM (\(list: parts, separator: " UNION ALL "))",
        resultSQL: "SELECT \(sql: links("Z_PK", column)) FROM \(name: table.name) "
          + "WHERE \(sql: column) IS NOT NULL "
          + "AND \(sql: numberTest("Z_ENT", newNumbers(of: key)))"),
      danglingKeys,
    ].compactMap { $0 }
  }

  /// Selects the old links of a foreign key:
  ///
  /// `SELECT Z_PK AS h, ZCITY AS t FROM ZVENUE WHERE ZCITY IS NOT NULL`
  private func oldKeys(
    of key: KeyRecipes.Key, _ value: KeyRecipes.KeySource, in table: String
  ) -> SQLFragment {
    switch value {
    case .key(let old, let target):
      let column = old.column
      var sql: SQLFragment =
        "SELECT Z_PK AS h, \(name: column) AS t FROM \(name: table) WHERE \(name: column) IS NOT NULL"
      if !keepsAllLinks(key), let rows = matches.old.table(of: target)?.name {
        let staying = key.oldTargets.filter { matches.allBecome(key.target, [$0]) }
          .map { matches.old.number(of: $0) }.sorted()
        sql +=
          " AND \(name: column) IN (SELECT Z_PK FROM \(name: rows) "
          + "WHERE \(sql: numberTest("Z_ENT", staying)))"
      }
      return sql
    case .links(let index, _):
      return LinkReader(old: matches.old).selectFirst(plans.links[index])
    }
  }

  /// Describes the links that a statement selects, as one text: `3 links, check sum 1048`.
  private func links(_ source: SQLFragment, _ destination: SQLFragment) -> SQLFragment {
    "count(*) || ' links, check sum ' || \(sql: PairDigest.sum(source, destination))"
  }

  private func keepsAllLinks(_ key: KeyRecipes.Key) -> Bool {
    matches.allBecome(key.target, key.oldTargets)
      && plans.chosenPartner(of: key, in: matches.new.model) == nil
  }

  /// The old column of a foreign key; `nil` unless all rows of the table get their keys from this
  /// one column.
  private func keptColumn(of key: KeyRecipes.Key, in table: TablePlan) -> String? {
    let sources = groups(key, table)
    guard keepsAllLinks(key), sources.count == 1, case .key(let old, _) = sources[0].value,
      sources[0].numbers.count == table.oldNumbers.count,
      newNumbers(of: key).count == table.numbers.count
    else { return nil }
    return old.column
  }

  private func newNumbers(of key: KeyRecipes.Key) -> [Int] {
    matches.newFamilies.family(of: key.holder).filter { matches.pairs[$0.index] != nil }
      .map { matches.newNumber(of: $0) }.sorted()
  }

  private func groups(
    _ key: KeyRecipes.Key, _ table: TablePlan
  ) -> [(value: KeyRecipes.KeySource, numbers: [Int])] {
    let sources = table.oldNumbers.compactMap { number in
      key.sources[number].map { ($0, number) }
    }
    return unique(sources.map(\.0)).map { source in
      (source, sources.filter { $0.0 == source }.map(\.1))
    }
  }

  /// Tests that the number of foreign keys that lead to no row does not change.
  private func dangling(
    _ key: KeyRecipes.Key, _ table: TablePlan,
    sources: [(value: KeyRecipes.KeySource, numbers: [Int])], _ source: String
  ) -> MigrationPlan.Invariant? {
    guard sources.count == 1, case .key(let old, let target) = sources[0].value,
      let oldTarget = matches.old.rows(of: target)
    else { return nil }
    // A target counts only if its entity belongs to the destination, both in the old and in the new
    // store.
    let newTarget = DanglingKeys.Rows(
      table: matches.new.schema[key.target].table,
      numbers: oldTarget.numbers.map { _ in
        matches.numberChanges(ofFamily: target).map(\.new).sorted()
      })
    // If all rows count, use the same statement as the check of dangling keys, so that the source
    // is read only once.
    let isAll = keptColumn(of: key, in: table) != nil && table.droppedNumbers.isEmpty
    func count(
      _ name: String, _ column: String, _ target: DanglingKeys.Rows, _ numbers: [Int]
    ) -> SQLFragment {
      let (source, keys) = DanglingKeys.rows(of: name, column, to: target)
      let rows: SQLFragment = isAll ? "" : "\(sql: numberTest("o.Z_ENT", numbers)) AND "
      return "SELECT count(*) FROM \(sql: source) WHERE \(sql: rows)\(sql: keys)"
    }
    return MigrationPlan.Invariant(
      name: "dangling keys of \(matches.name(key.relationship))",
      sourceSQL: count(source, old.column, oldTarget, sources[0].numbers),
      resultSQL: count(table.name, key.column.column, newTarget, newNumbers(of: key)))
  }

  /// Compares the links of a join table between objects that are kept, before and after;
  /// `mustBeZero` tests that there are no other links.
  private func links(of join: JoinTablePlan) -> MigrationPlan.Invariant? {
    let pairs = StoredPairs(
      matches: matches, relationship: join.relationship,
      staysOnly: (join.loses.sources, join.loses.destinations))
    let parts = join.sources.compactMap { pairs.select($0) }
    guard !parts.isEmpty else { return nil }
    let all: SQLFragment = parts.joined(separator: " UNION ALL ")
    // A join table that is kept has all its rows. A join table that is filled from other tables has
    // each link once, and only links whose two objects exist.
    let rows: SQLFragment =
      join.source != nil
      ? all : "SELECT DISTINCT h, t FROM (\(sql: all)) WHERE h IS NOT NULL AND t IS NOT NULL"
    return MigrationPlan.Invariant(
      name: "links of \(matches.name(join.relationship))",
      sourceSQL: "SELECT \(sql: links("h", "t")) FROM (\(sql: rows))",
      resultSQL: "SELECT "
        + links(.name(join.side.sourceColumn), .name(join.side.destinationColumn))
        + " FROM \(name: join.table.name)")
  }

  // MARK: - Statements that must return 0

  func mustBeZero() -> [MigrationPlan.Invariant] {
    plans.entities.flatMap { zeros(of: $0) }
      + plans.entities.flatMap { table in table.keys.compactMap { orphans(of: $0, in: table) } }
      + plans.entities.flatMap { table in table.keys.compactMap { disagreements(of: $0, in: table) }
      }
      + plans.joins.compactMap { orphans(of: $0) }
  }

  private func zero(_ name: String, _ sql: SQLFragment) -> MigrationPlan.Invariant {
    MigrationPlan.Invariant(name: name, sourceSQL: "SELECT 0", resultSQL: sql)
  }

  private func zeros(of table: TablePlan) -> [MigrationPlan.Invariant] {
    let storage = matches.new.schema[table.match.root]
    return [
      zero(
        "keys of \(storage.name) above Z_MAX",
        "SELECT count(*) FROM \(name: table.name) WHERE Z_PK > "
          + "ifnull((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number: storage.number)), 0)")
    ]
  }

  private func orphans(of key: KeyRecipes.Key, in table: TablePlan) -> MigrationPlan.Invariant? {
    guard !key.sources.isEmpty, !matches.allBecome(key.target, key.oldTargets) else { return nil }
    let column: SQLFragment = "o.\(name: key.column.column)"
    return zero(
      "keys of \(matches.name(key.relationship)) without a row",
      "SELECT count(*) FROM \(name: table.name) o WHERE \(sql: column) IS NOT NULL "
        + "AND \(sql: matches.new.schema.hasNoRow(key.target, column))")
  }

  private func disagreements(
    of key: KeyRecipes.Key, in table: TablePlan
  ) -> MigrationPlan.Invariant? {
    guard let other = plans.chosenPartner(of: key, in: matches.new.model) else { return nil }
    let column: SQLFragment = "o.\(name: key.column.column)"
    return zero(
      "links of \(matches.name(key.relationship)) that its inverse does not have",
      "SELECT count(*) FROM \(name: table.name) o WHERE \(sql: column) IS NOT NULL AND NOT EXISTS "
        + "(SELECT 1 FROM \(name: matches.new.schema[key.target].table) r "
        + "WHERE r.Z_PK = \(sql: column) AND r.\(name: other.column.column) = o.Z_PK)")
  }

  /// Tests only the ends of links whose objects may have been removed: other ends may have led to
  /// no row before.
  private func orphans(of join: JoinTablePlan) -> MigrationPlan.Invariant? {
    let schema = matches.new.schema
    var conditions: [SQLFragment] = []
    if join.loses.sources {
      conditions.append(
        schema.hasNoRow(join.relationship.entity, "j.\(name: join.side.sourceColumn)"))
    }
    if join.loses.destinations {
      conditions.append(
        schema.hasNoRow(
          matches.new.model[join.relationship].destination,
          "j.\(name: join.side.destinationColumn)"))
    }
    guard !join.sources.isEmpty, !conditions.isEmpty else { return nil }
    return zero(
      "links of \(matches.name(join.relationship)) without a row",
      "SELECT count(*) FROM \(name: join.table.name) j "
        + "WHERE \(list: conditions, separator: " OR ")")
  }
}

extension KeyRecipes.Key {
  func owns(_ name: String) -> Bool {
    name == column.column || name == column.entityColumn || name == column.orderColumn
  }
}
