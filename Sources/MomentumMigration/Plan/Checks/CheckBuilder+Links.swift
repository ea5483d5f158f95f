import MomentumDiff
import MomentumModel
import MomentumSQL
import MomentumStore

extension CheckBuilder {
  /// Finds rows without an object in a to-one relationship that becomes required: these objects
  /// cannot be saved after the migration.
  func emptyKeys(_ key: KeyRecipes.Key, in table: TablePlan) -> [MigrationPlan.Precondition] {
    let model = matches.new.model
    let relationship = model[key.relationship]
    guard table.match.source != nil, !key.isVirtual, !relationship.isOptional else { return [] }
    let numbers = matches.newFamilies.family(of: key.holder).compactMap { entity in
      matches.pairs[entity.index].flatMap { pair -> Int? in
        let old = pair.relationships[key.relationship]
        let wasRequired = old.map { !matches.old.model[$0].isOptional } ?? false
        return wasRequired && matches.allBecome(key.target, key.oldTargets)
          ? nil : matches.old.number(of: pair.old)
      }
    }.sorted()
    guard !numbers.isEmpty else { return [] }
    let (source, values) = values(of: [key.column.column], in: table)
    return [
      check(
        EmptyRelationshipDecision.rule(isAdded: key.sources.isEmpty),
        matches.name(key.relationship),
        "the relationship is required and empty, so the object cannot be saved", .warns,
        from: source, where: "\(sql: numberTest("o.Z_ENT", numbers)) AND \(sql: values[0]) IS NULL",
        error: .missingPropertyOnSave)
    ]
  }

  /// Finds objects with several old links of a relationship whose new foreign key can keep only
  /// one.
  func lostLinks(_ key: KeyRecipes.Key) -> [MigrationPlan.Precondition] {
    if let pair = plans.pair(of: key) {
      let isFirst = key.relationship == pair.first.relationship
      return [contestedLinks(key, pair.sources, isFirst ? ("h", "t") : ("t", "h"))]
    }
    // A partner without a `KeyPair` is the same key: a one-to-one relationship that is its own
    // inverse.
    if plans.chosenPartner(of: key, in: matches.new.model) != nil {
      let sources = LinkSources(matches).sources(of: key.relationship, isReversed: false)
      return [contestedLinks(key, sources, ("h", "t"))]
    }
    let lists = unique(
      key.sources.values.compactMap { source -> Int? in
        guard case .links(let index, _) = source else { return nil }
        return index
      }.sorted())
    return lists.map { index in
      let links = LinkReader(old: matches.old).select(plans.links[index])
      return check(
        .relationshipMadeToOne, matches.name(key.relationship),
        "the object has several links, of which only that to the lowest key stays", .warns,
        from: holders(of: key),
        where: "o.Z_PK IN (SELECT h FROM (\(sql: links)) GROUP BY h HAVING count(DISTINCT t) > 1)")
    }
  }

  /// Finds objects that may lose a link of a one-to-one relationship, because they or their targets
  /// have several links.
  ///
  /// - Parameter ends: The columns of the links: the object's own key and the key of the other
  ///   object.
  private func contestedLinks(
    _ key: KeyRecipes.Key, _ sources: [LinkSource], _ ends: (own: SQLFragment, other: SQLFragment)
  ) -> MigrationPlan.Precondition {
    let links: SQLFragment = "(\(sql: LinkReader(old: matches.old).select(sources)))"
    let (own, other) = ends
    let several: SQLFragment =
      "SELECT \(sql: own) FROM \(sql: links) GROUP BY \(sql: own) "
      + "HAVING count(DISTINCT \(sql: other)) > 1"
    let shared: SQLFragment =
      "SELECT \(sql: other) FROM \(sql: links) GROUP BY \(sql: other) "
      + "HAVING count(DISTINCT \(sql: own)) > 1"
    return check(
      .relationshipMadeToOne, matches.name(key.relationship),
      "the object, or one that it is linked with, has several links; one of each stays, those of the "
        + "lowest keys first, and the object may be left without one",
      .warns, from: holders(of: key),
      where: "o.Z_PK IN (\(sql: several) UNION SELECT \(sql: own) FROM \(sql: links) "
        + "WHERE \(sql: other) IN (\(sql: shared)))")
  }

  /// The old table of the rows that have the foreign key, with the alias of the checks: `ZVENUE o`.
  private func holders(of key: KeyRecipes.Key) -> SQLFragment {
    let holder = matches.newFamilies.family(of: key.holder).compactMap { entity in
      matches.pairs[entity.index]?.old
    }.first
    return "\(name: holder.flatMap { matches.old.table(of: $0)?.name } ?? "") o"
  }
}

/// Statements that find foreign keys which lead to no row of the destination.
struct DanglingKeys {
  /// The name of the column or join table with the keys. Two relationships may share it, and it
  /// must be checked once only.
  let place: String
  let countSQL: SQLFragment
  let rowsSQL: SQLFragment

  /// The rows of an entity and its sub-entities, to which foreign keys should lead.
  struct Rows {
    var table: String
    /// The entity numbers of these rows; `nil` if all rows of the table belong to the entities.
    var numbers: [Int]?
  }

  init?(_ id: RelationshipID, _ old: OldStore) {
    guard let storage = old.relationships[id], let near = old.rows(of: id.entity),
      let far = old.rows(of: old.model[id].destination)
    else { return nil }
    switch storage {
    case .foreignKey(let key): self.init(near.table, key.column, far)
    // If there is an inverse, the key belongs to the inverse and is checked there.
    case .inverseForeignKey(let key):
      guard EntityMatches.inverse(of: id, in: old.model) == nil else { return nil }
      self.init(far.table, key.column, near)
    case .joinTable(let side):
      self.init(side, near, far)
    }
  }

  private init(_ side: JoinTableSide, _ near: Rows, _ far: Rows) {
    place = side.table
    let links: SQLFragment = "\(name: side.table) j"
    let source: SQLFragment = "j.\(name: side.sourceColumn)"
    let destination: SQLFragment = "j.\(name: side.destinationColumn)"
    let joinedSource = DanglingKeys.join(near, as: "h", of: source)
    let joinedDestination = DanglingKeys.join(far, as: "t", of: destination)
    countSQL =
      "SELECT count(*) FROM \(sql: links) \(sql: joinedSource) \(sql: joinedDestination) "
      + "WHERE h.Z_PK IS NULL OR t.Z_PK IS NULL"
    let withoutDestination: SQLFragment =
      "SELECT o.Z_ENT, o.Z_PK FROM \(sql: links) JOIN \(name: near.table) o "
      + "ON o.Z_PK = \(sql: source) \(sql: joinedDestination) WHERE t.Z_PK IS NULL"
    let withoutSource: SQLFragment =
      "SELECT o.Z_ENT, o.Z_PK FROM \(sql: links) JOIN \(name: far.table) o "
      + "ON o.Z_PK = \(sql: destination) \(sql: joinedSource) WHERE h.Z_PK IS NULL"
    rowsSQL = "\(sql: withoutDestination) UNION ALL \(sql: withoutSource) ORDER BY 1, 2"
  }

  private init(_ table: String, _ column: String, _ other: Rows) {
    place = "\(table).\(column)"
    let (source, condition) = DanglingKeys.rows(of: table, column, to: other)
    countSQL = "SELECT count(*) FROM \(sql: source) WHERE \(sql: condition)"
    rowsSQL =
      "SELECT o.Z_ENT, o.Z_PK FROM \(sql: source) WHERE \(sql: condition) "
      + "ORDER BY o.Z_ENT, o.Z_PK"
  }

  /// Selects the rows `o` of a table whose key leads to none of the given rows: the source
  /// `ZVENUE o LEFT JOIN ZCITY r ON r.Z_PK = o.ZCITY` and the condition
  /// `o.ZCITY IS NOT NULL AND r.Z_PK IS NULL`.
  static func rows(
    of table: String, _ column: String, to rows: Rows
  ) -> (source: SQLFragment, condition: SQLFragment) {
    let key: SQLFragment = "o.\(name: column)"
    return (
      "\(name: table) o \(sql: join(rows, as: "r", of: key))",
      "\(sql: key) IS NOT NULL AND r.Z_PK IS NULL"
    )
  }

  /// Joins the rows that keys lead to. A row whose key leads nowhere stays in the result, with NULL
  /// in the joined columns.
  ///
  /// NOT EXISTS has the same result, but SQLite then opens the other table again for each row
  /// (measured over 1,000,000 keys: 82 ms, the join takes 35 ms).
  private static func join(
    _ rows: Rows, as name: SQLFragment, of key: SQLFragment
  ) -> SQLFragment {
    let number: SQLFragment = "\(sql: name).Z_ENT"
    let numbers: SQLFragment = rows.numbers.map { " AND \(sql: numberTest(number, $0))" } ?? ""
    return "LEFT JOIN \(name: rows.table) \(sql: name) "
      + "ON \(sql: name).Z_PK = \(sql: key)\(sql: numbers)"
  }
}

extension OldStore {
  /// The rows of an entity and its sub-entities; `nil` if the store has no table for them.
  func rows(of id: EntityID) -> DanglingKeys.Rows? {
    table(of: id).map { table in
      DanglingKeys.Rows(
        table: table.name,
        numbers: families.root(of: id) == id ? nil : familyNumbers(of: id).sorted())
    }
  }
}
