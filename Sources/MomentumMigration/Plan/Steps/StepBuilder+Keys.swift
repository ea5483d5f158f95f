import MomentumModel
import MomentumStore

// What is put right after all rows stand in their new tables: keys of rows that are gone, numbers of
// entities beside keys, places in relationships that were not ordered before.

extension StepBuilder {
  mutating func addKeyRepairs() {
    for table in plans.entities {
      for key in table.keys where !key.sources.isEmpty { addRepairs(of: key, in: table) }
    }
    for (index, pair) in plans.pairs.enumerated() {
      addRepairs(of: pair.first, from: KeyPair.table(index), row: "h", value: "t")
      addRepairs(of: pair.second, from: KeyPair.table(index), row: "t", value: "h")
    }
    for key in plans.entities.flatMap(\.keys) { addSelfRepairs(of: key) }
    for join in plans.joins where !join.sources.isEmpty { addRepairs(of: join) }
  }

  /// Sets a key of a pair to the link that was chosen.
  private mutating func addRepairs(
    of key: KeyRecipes.Key, from pairs: String, row: String, value: String
  ) {
    let table = matches.new.schema[key.holder].table
    let name = sqlName(table)
    let column = sqlName(key.column.column)
    let chosen = "(SELECT p.\(value) FROM \(pairs) p WHERE p.\(row) = \(name).Z_PK)"
    var statements = ["UPDATE \(name) SET \(column) = \(chosen) WHERE \(column) IS NOT \(chosen)"]
    if let entityColumn = key.column.entityColumn.map(sqlName) {
      let target = sqlName(matches.new.schema[key.target].table)
      let number = "(SELECT r.Z_ENT FROM \(target) r WHERE r.Z_PK = \(name).\(column))"
      statements.append(
        "UPDATE \(name) SET \(entityColumn) = \(number) WHERE \(entityColumn) IS NOT \(number)")
    }
    add(
      MigrationPlan.Step(
        comment: "keeps one object of \(matches.name(key.relationship)) where there were several",
        statements: statements, causes: causes.of(relationship: key.relationship),
        isReversible: false, table: table))
  }

  /// One-to-one with itself: what two objects agree on stays.
  private mutating func addSelfRepairs(of key: KeyRecipes.Key) {
    guard let other = plans.chosenPartner(of: key, in: matches.new.model),
      other.relationship == key.relationship
    else { return }
    let name = sqlName(matches.new.schema[key.holder].table)
    let column = sqlName(key.column.column)
    let columns = [key.column.column, key.column.entityColumn, key.column.orderColumn]
      .compactMap { $0 }.map { "\(sqlName($0)) = NULL" }.joined(separator: ", ")
    add(
      MigrationPlan.Step(
        comment: "keeps one object of \(matches.name(key.relationship)) where there were several",
        statements: [
          "UPDATE \(name) SET \(columns) WHERE \(column) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "
            + "\(sqlName(matches.new.schema[key.target].table)) r WHERE r.Z_PK = \(name).\(column) "
            + "AND r.\(sqlName(other.column.column)) = \(name).Z_PK)"
        ],
        causes: causes.of(relationship: key.relationship), isReversible: false,
        table: matches.new.schema[key.holder].table))
  }

  /// `NOT EXISTS (SELECT 1 FROM ZCITY r WHERE r.Z_PK = ZVENUE.ZCITY AND r.Z_ENT BETWEEN 3 AND 5)`
  func hasNoRow(_ entity: EntityID, _ key: String) -> String {
    let storage = matches.new.schema[entity]
    let numbers = storage.familyNumbers
    return "NOT EXISTS (SELECT 1 FROM \(sqlName(storage.table)) r WHERE r.Z_PK = \(key) "
      + "AND r.Z_ENT BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound))"
  }

  private mutating func addRepairs(of key: KeyRecipes.Key, in table: TablePlan) {
    let name = sqlName(table.name)
    let column = sqlName(key.column.column)
    let place = matches.name(key.relationship)
    if !matches.allBecome(key.target, key.oldTargets) {
      let columns = [key.column.column, key.column.entityColumn, key.column.orderColumn]
        .compactMap { $0 }.map { "\(sqlName($0)) = NULL" }.joined(separator: ", ")
      add(
        MigrationPlan.Step(
          comment: "empties \(place) where its object is gone",
          statements: [
            "UPDATE \(name) SET \(columns) WHERE \(column) IS NOT NULL "
              + "AND \(hasNoRow(key.target, "\(name).\(column)"))"
          ],
          causes: causes.of(relationship: key.relationship), isReversible: false, table: table.name)
      )
    }
    if key.needsEntityNumbers, let entityColumn = key.column.entityColumn {
      let target = sqlName(matches.new.schema[key.target].table)
      add(
        MigrationPlan.Step(
          comment: "sets the entity numbers beside \(place)",
          statements: [
            "UPDATE \(name) SET \(sqlName(entityColumn)) = "
              + "(SELECT r.Z_ENT FROM \(target) r WHERE r.Z_PK = \(name).\(column)) "
              + "WHERE \(column) IS NOT NULL"
          ],
          causes: causes.of(relationship: key.relationship), table: table.name))
    }
    if key.needsPlaces(hasOrder), let order = key.column.orderColumn {
      addPlaces(
        in: table.name, row: "Z_PK", order: order, group: key.column.column, by: "Z_PK",
        key.relationship)
    }
  }

  /// Whether a list of links knows the place of `h` among those of its `t`.
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
    let name = sqlName(table)
    let first = StorePosition.first
    let step = (StorePosition.at(1) ?? first) - first
    add(
      MigrationPlan.Step(
        comment:
          "gives the objects of \(matches.name(relationship)) places in the order of their keys",
        statements: [
          "UPDATE \(name) SET \(sqlName(order)) = p.place FROM ("
            + "SELECT \(row) AS row, \(first) + \(step) * (row_number() OVER ("
            + "PARTITION BY \(sqlName(group)) ORDER BY \(sqlName(last))) - 1) AS place FROM \(name) "
            + "WHERE \(sqlName(group)) IS NOT NULL) p WHERE \(name).\(row) = p.row"
        ],
        causes: causes.of(relationship: relationship), table: table))
  }

  // MARK: - Join tables

  private mutating func addRepairs(of join: JoinTablePlan) {
    let name = sqlName(join.table.name)
    let model = matches.new.model
    var conditions: [String] = []
    if join.loses.sources {
      conditions.append(
        hasNoRow(join.relationship.entity, "\(name).\(sqlName(join.side.sourceColumn))"))
    }
    if join.loses.destinations {
      conditions.append(
        hasNoRow(
          model[join.relationship].destination, "\(name).\(sqlName(join.side.destinationColumn))"))
    }
    if !conditions.isEmpty {
      add(
        MigrationPlan.Step(
          comment: "removes links of \(matches.name(join.relationship)) to objects that are gone",
          statements: ["DELETE FROM \(name) WHERE \(conditions.joined(separator: " OR "))"],
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
    guard join.links != nil else { return join.carriers[order] != nil }
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
