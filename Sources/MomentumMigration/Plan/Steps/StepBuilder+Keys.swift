import MomentumModel
import MomentumSQL
import MomentumStore

// Steps that correct keys after all rows are in their new tables: keys of removed rows, entity
// numbers that belong to keys, and positions in relationships that were not ordered before.

extension StepBuilder {
  mutating func addKeyRepairs() {
    for table in plans.entities {
      for key in table.keys where !key.sources.isEmpty { addRepairs(of: key, in: table) }
    }
    for (index, pair) in plans.pairs.enumerated() {
      let table = KeyPair.table(index)
      addRepairs(of: pair.first, from: table, row: "h", value: "t")
      addRepairs(of: pair.second, from: table, row: "t", value: "h")
    }
    for key in plans.entities.flatMap(\.keys) { addSelfRepairs(of: key) }
    for join in plans.joins where !join.sources.isEmpty { addRepairs(of: join) }
  }

  /// Sets a foreign key of a one-to-one relationship to the chosen link:
  ///
  /// `UPDATE ZVENUE SET ZCITY = (SELECT p.t FROM temp.momentum_pairs_1 p WHERE p.h = …) WHERE …`
  private mutating func addRepairs(
    of key: KeyRecipes.Key, from pairs: TemporaryTable, row: SQLFragment, value: SQLFragment
  ) {
    let table = matches.new.schema[key.holder].table
    let column = key.column.column
    let chosen: SQLFragment =
      "(SELECT p.\(sql: value) FROM \(sql: pairs.sql) p WHERE p.\(sql: row) = \(name: table).Z_PK)"
    var statements = [StepBuilder.setting(column, to: chosen, in: table)]
    if let entityColumn = key.column.entityColumn {
      statements.append(
        StepBuilder.setting(entityColumn, to: number(of: key, in: table), in: table))
    }
    add(
      MigrationPlan.Step(
        comment: "keeps one object of \(matches.name(key.relationship)) where there were several",
        statements: statements, causes: causes.of(relationship: key.relationship),
        isReversible: false, table: table))
  }

  /// Updates a column only in rows whose value changes:
  /// `UPDATE ZVENUE SET ZCITY = … WHERE ZCITY IS NOT …`.
  private static func setting(
    _ column: String, to value: SQLFragment, in table: String
  ) -> MigrationPlan.Statement {
    .other(
      "UPDATE \(name: table) SET \(name: column) = \(sql: value) "
        + "WHERE \(name: column) IS NOT \(sql: value)")
  }

  /// The number of the entity that a key leads to:
  /// `(SELECT r.Z_ENT FROM ZCITY r WHERE r.Z_PK = ZVENUE.ZCITY)`
  private func number(of key: KeyRecipes.Key, in table: String) -> SQLFragment {
    let target = matches.new.schema[key.target].table
    return "(SELECT r.Z_ENT FROM \(name: target) r "
      + "WHERE r.Z_PK = \(name: table).\(name: key.column.column))"
  }

  /// In a one-to-one relationship that is its own inverse, keeps only links that both objects have.
  private mutating func addSelfRepairs(of key: KeyRecipes.Key) {
    guard let other = plans.chosenPartner(of: key, in: matches.new.model),
      other.relationship == key.relationship
    else { return }
    let table = matches.new.schema[key.holder].table
    let target = matches.new.schema[key.target].table
    let column = key.column.column
    let agreeing: SQLFragment =
      "SELECT 1 FROM \(name: target) r WHERE r.Z_PK = \(name: table).\(name: column) "
      + "AND r.\(name: other.column.column) = \(name: table).Z_PK"
    add(
      MigrationPlan.Step(
        comment: "keeps one object of \(matches.name(key.relationship)) where there were several",
        statements: [
          .other(
            "UPDATE \(name: table) SET \(sql: StepBuilder.emptying(key)) "
              + "WHERE \(name: column) IS NOT NULL AND NOT EXISTS (\(sql: agreeing))")
        ],
        causes: causes.of(relationship: key.relationship), isReversible: false, table: table))
  }

  /// The assignments that clear a foreign key: `ZCITY = NULL, Z2_CITY = NULL`.
  private static func emptying(_ key: KeyRecipes.Key) -> SQLFragment {
    let columns = key.column.columns.map { column -> SQLFragment in "\(name: column) = NULL" }
    return "\(list: columns)"
  }

  private mutating func addRepairs(of key: KeyRecipes.Key, in table: TablePlan) {
    let column = key.column.column
    let place = matches.name(key.relationship)
    if !matches.allBecome(key.target, key.oldTargets) {
      let rows: SQLFragment = "\(name: table.name).\(name: column)"
      add(
        MigrationPlan.Step(
          comment: "empties \(place) where its object is gone",
          statements: [
            .other(
              "UPDATE \(name: table.name) SET \(sql: StepBuilder.emptying(key)) "
                + "WHERE \(name: column) IS NOT NULL "
                + "AND \(sql: matches.new.schema.hasNoRow(key.target, rows))")
          ],
          causes: causes.of(relationship: key.relationship), isReversible: false, table: table.name)
      )
    }
    if key.needsEntityNumbers, let entityColumn = key.column.entityColumn {
      add(
        MigrationPlan.Step(
          comment: "sets the entity numbers beside \(place)",
          statements: [
            .other(
              "UPDATE \(name: table.name) SET \(name: entityColumn) = "
                + "\(sql: number(of: key, in: table.name)) WHERE \(name: column) IS NOT NULL")
          ],
          causes: causes.of(relationship: key.relationship), table: table.name))
    }
    if key.needsPlaces(hasOrder), let order = key.column.orderColumn {
      addPlaces(
        in: table.name, row: "Z_PK", order: order, group: key.column.column, by: "Z_PK",
        key.relationship)
    }
  }

  /// Whether the links at this index of `plans.links` have a position of `h` among the links of the
  /// same `t`, as an ordered inverse has it.
  private func hasOrder(_ links: Int) -> Bool {
    plans.links[links].contains { source in
      switch matches.old.relationships[source.relationship] {
      case .foreignKey(let key): !source.isReversed && key.orderColumn != nil
      case .inverseForeignKey(let key): source.isReversed && key.orderColumn != nil
      case .joinTable(let side):
        source.isReversed ? side.orderColumn != nil : hasInverseOrder(source.relationship)
      case nil: false
      }
    }
  }

  private func hasInverseOrder(_ id: RelationshipID) -> Bool {
    guard let inverse = EntityMatches.inverse(of: id, in: matches.old.model),
      case .joinTable(let side) = matches.old.relationships[inverse]
    else { return false }
    return side.orderColumn != nil
  }

  private mutating func addPlaces(
    in table: String, row: String, order: String, group: String, by last: String,
    _ relationship: RelationshipID
  ) {
    let first = StorePosition.first
    let step = (StorePosition.at(1) ?? first) - first
    let places: SQLFragment =
      "SELECT \(name: row) AS row, \(number: first) + \(number: step) * (row_number() OVER ("
      + "PARTITION BY \(name: group) ORDER BY \(name: last)) - 1) AS place FROM \(name: table) "
      + "WHERE \(name: group) IS NOT NULL"
    add(
      MigrationPlan.Step(
        comment:
          "gives the objects of \(matches.name(relationship)) places in the order of their keys",
        statements: [
          .other(
            "UPDATE \(name: table) SET \(name: order) = p.place FROM (\(sql: places)) p "
              + "WHERE \(name: table).\(name: row) = p.row")
        ],
        causes: causes.of(relationship: relationship), table: table))
  }

  // MARK: - Join tables

  private mutating func addRepairs(of join: JoinTablePlan) {
    let table = join.table.name
    let schema = matches.new.schema
    var conditions: [SQLFragment] = []
    if join.loses.sources {
      conditions.append(
        schema.hasNoRow(
          join.relationship.entity, "\(name: table).\(name: join.side.sourceColumn)"))
    }
    if join.loses.destinations {
      conditions.append(
        schema.hasNoRow(
          matches.new.model[join.relationship].destination,
          "\(name: table).\(name: join.side.destinationColumn)"))
    }
    if !conditions.isEmpty {
      add(
        MigrationPlan.Step(
          comment: "removes links of \(matches.name(join.relationship)) to objects that are gone",
          statements: [
            "DELETE FROM \(name: table) WHERE \(list: conditions, separator: " OR ")"
          ],
          causes: causes.of(relationship: join.relationship), isReversible: false,
          table: join.table.name))
    }
    addPlaces(of: join)
  }

  private mutating func addPlaces(of join: JoinTablePlan) {
    let source = join.side.sourceColumn
    let destination = join.side.destinationColumn
    if let order = join.side.orderColumn, !hasPlaces(join, order, ofDestination: true) {
      addPlaces(
        in: join.table.name, row: "rowid", order: order, group: source, by: destination,
        join.relationship)
    }
    if let order = join.inverseOrder, !hasPlaces(join, order, ofDestination: false) {
      addPlaces(
        in: join.table.name, row: "rowid", order: order, group: destination, by: source,
        join.relationship)
    }
  }

  private func hasPlaces(_ join: JoinTablePlan, _ order: String, ofDestination: Bool) -> Bool {
    guard join.links != nil else { return join.oldColumns[order] != nil }
    return join.sources.contains { source in
      let isForward = source.isReversed != ofDestination
      return switch matches.old.relationships[source.relationship] {
      case .foreignKey(let key): !isForward && key.orderColumn != nil
      case .inverseForeignKey(let key): isForward && key.orderColumn != nil
      case .joinTable(let side):
        isForward ? side.orderColumn != nil : hasInverseOrder(source.relationship)
      case nil: false
      }
    }
  }
}

extension StoreSchema {
  /// A condition that is true if a key leads to no row of an entity or its sub-entities:
  ///
  /// `NOT EXISTS (SELECT 1 FROM ZCITY r WHERE r.Z_PK = ZVENUE.ZCITY AND r.Z_ENT BETWEEN 3 AND 5)`
  func hasNoRow(_ entity: EntityID, _ key: SQLFragment) -> SQLFragment {
    let storage = self[entity]
    let numbers = storage.familyNumbers
    return "NOT EXISTS (SELECT 1 FROM \(name: storage.table) r WHERE r.Z_PK = \(sql: key) "
      + "AND r.Z_ENT BETWEEN \(number: numbers.lowerBound) AND \(number: numbers.upperBound))"
  }
}
