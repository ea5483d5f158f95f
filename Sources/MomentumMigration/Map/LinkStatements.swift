package import MomentumModel
package import MomentumSQL
package import MomentumStore

/// Makes the statements that set one relationship of the objects which an entity mapping makes,
/// from the rows (links) of `temp.momentum_links`.
package struct LinkStatements {
  private let id: RelationshipID
  /// A `SELECT` of the keys (`Z_PK`) of the new objects whose relationship is set.
  private let owners: SQLFragment
  private let ownerEntity: EntityID
  private let new: PlannedModel

  package init(
    _ id: RelationshipID, owners: SQLFragment, ownerEntity: EntityID, new: PlannedModel
  ) {
    self.id = id
    self.owners = owners
    self.ownerEntity = ownerEntity
    self.new = new
  }

  /// The temporary table of the links to set. `owner` and `target` are keys of new objects,
  /// `entity` is the `Z_ENT` of the target, `place` its position among the owner's targets.
  package static let links = TemporaryTable("momentum_links")

  /// Creates the table of links empty. The table with the links of the previous relationship is
  /// dropped.
  package static let table = [
    links.drop(ifExists: true),
    links.create(
      columns: ["owner", "target", "entity", "place"].map {
        SQLColumnDefinition($0, "INTEGER", "NOT NULL")
      }, constraints: [.primaryKey(["owner", "target"])], options: " WITHOUT ROWID"),
    links.createIndex("momentum_links_target", on: ["target", "owner"]),
  ]

  package func statements(_ storage: RelationshipStorage) -> [MigrationPlan.Statement] {
    switch storage {
    case .foreignKey(let key): toOne(key)
    case .inverseForeignKey(let key): toMany(key)
    case .joinTable(let side): joinTable(side)
    }
  }

  private var ownerTable: String { new.schema[ownerEntity].table }
  private var targetTable: String { new.schema[new.model[id].destination].table }
  private var ownerNumber: SQLFragment { .number(new.schema[ownerEntity].number) }

  // MARK: - Removing surplus links

  /// Deletes surplus links of a to-one relationship: the first target by position, then by key,
  /// stays.
  private static let keepFirstTarget = keepFirst(of: "owner", by: "place, target")

  /// Deletes surplus links if each target can have one owner only: the owner with the lowest key
  /// keeps the target.
  private static let keepFirstOwner = keepFirst(of: "target", by: "owner")

  /// Deletes all but the first link of each group. Only groups with several links are sorted,
  /// because sorting all links of a large table takes long.
  private static func keepFirst(
    of group: SQLFragment, by order: SQLFragment
  ) -> MigrationPlan.Statement {
    let several: SQLFragment =
      """
      SELECT \(sql: group) FROM \(sql: links.sql) GROUP BY \(sql: group) HAVING count(*) > 1
      """
    return """
      DELETE FROM \(sql: links.sql) WHERE (owner, target) IN (SELECT owner, target FROM \
      (SELECT owner, target, row_number() OVER (PARTITION BY \(sql: group) ORDER BY \(sql: order)) \
      AS n FROM \(sql: links.sql) WHERE \(sql: group) IN (\(sql: several))) WHERE n > 1)
      """
  }

  // MARK: - Assignments

  /// The columns of a foreign key with their new values: the target's key and, if there are columns
  /// for them, the target's `Z_ENT` and its position.
  private struct Assignment {
    var columns: [String]
    var values: [SQLFragment]

    /// The assignments that clear the foreign key: `ZCITY = NULL, Z2_CITY = NULL`.
    var clearing: SQLFragment {
      let parts = columns.map { column -> SQLFragment in "\(name: column) = NULL" }
      return "\(list: parts)"
    }

    /// The left side of the assignment: `ZCITY`, or `(ZCITY, Z2_CITY)` for several columns.
    var target: SQLFragment {
      columns.count == 1 ? "\(names: columns)" : "(\(names: columns))"
    }
  }

  /// Sets a foreign key in all rows that have a link:
  ///
  /// `UPDATE ZVENUE SET ZCITY = (SELECT l.target FROM temp.momentum_links l WHERE l.owner = …) …`
  ///
  /// - Parameter end: The column of `temp.momentum_links` (`owner` or `target`) with the keys of
  ///   the rows to change.
  private func assign(
    _ assignment: Assignment, in table: String, by end: SQLFragment
  ) -> MigrationPlan.Statement {
    let links = LinkStatements.links.sql
    return """
      UPDATE \(name: table) SET \(sql: assignment.target) = \
      (SELECT \(list: assignment.values) FROM \(sql: links) l \
      WHERE l.\(sql: end) = \(name: table).Z_PK) WHERE Z_PK IN (SELECT \(sql: end) FROM \(sql: links))
      """
  }

  /// Assigns a foreign key, and the entity number if the key has a column for it.
  private func assignment(
    _ key: ForeignKey, _ value: SQLFragment, number: SQLFragment
  ) -> Assignment {
    guard let entityColumn = key.entityColumn else {
      return Assignment(columns: [key.column], values: [value])
    }
    return Assignment(columns: [key.column, entityColumn], values: [value, number])
  }

  // MARK: - Kinds of storage

  private func toOne(_ key: ForeignKey) -> [MigrationPlan.Statement] {
    let own = assignment(key, "l.target", number: "l.entity")
    let assign = assign(own, in: ownerTable, by: "owner")
    let clear: MigrationPlan.Statement =
      """
      UPDATE \(name: ownerTable) SET \(sql: own.clearing) WHERE Z_PK IN (\(sql: owners)) \
      AND \(name: key.column) IS NOT NULL
      """
    guard let inverse = new.model.storedInverse(of: id),
      case .foreignKey(let inverseKey) = new.schema.relationships[inverse]
    else { return [Self.keepFirstTarget, clear, assign] }
    let other = assignment(inverseKey, "l.owner", number: ownerNumber)
    return [
      Self.keepFirstTarget, Self.keepFirstOwner, clear,
      """
      UPDATE \(name: ownerTable) SET \(sql: own.clearing) \
      WHERE \(name: key.column) IN (SELECT target FROM \(sql: Self.links.sql))
      """,
      """
      UPDATE \(name: targetTable) SET \(sql: other.clearing) \
      WHERE \(name: inverseKey.column) IN (\(sql: owners))
      """,
      assign,
      self.assign(other, in: targetTable, by: "target"),
    ]
  }

  private func toMany(_ key: ForeignKey) -> [MigrationPlan.Statement] {
    var assignment = assignment(key, "l.owner", number: ownerNumber)
    if let order = key.orderColumn {
      assignment.columns.append(order)
      assignment.values.append("l.place")
    }
    return [
      Self.keepFirstOwner,
      """
      UPDATE \(name: targetTable) SET \(sql: assignment.clearing) \
      WHERE \(name: key.column) IN (\(sql: owners))
      """,
      assign(assignment, in: targetTable, by: "target"),
    ]
  }

  private func joinTable(_ side: JoinTableSide) -> [MigrationPlan.Statement] {
    let (table, source, destination) = (side.table, side.sourceColumn, side.destinationColumn)
    let links = LinkStatements.links.sql
    let isSame: SQLFragment =
      """
      l.owner = \(name: table).\(name: source) AND l.target = \(name: table).\(name: destination)
      """
    var result: [MigrationPlan.Statement] = [
      """
      DELETE FROM \(name: table) WHERE \(name: source) IN (\(sql: owners)) AND NOT EXISTS \
      (SELECT 1 FROM \(sql: links) l WHERE \(sql: isSame))
      """,
      """
      INSERT INTO \(name: table) (\(name: source), \(name: destination)) \
      SELECT l.owner, l.target FROM \(sql: links) l \
      WHERE NOT EXISTS (SELECT 1 FROM \(name: table) WHERE \(sql: isSame)) \
      ORDER BY l.owner, l.target
      """,
    ]
    if let order = side.orderColumn {
      result.append(
        """
        UPDATE \(name: table) SET \(name: order) = (SELECT l.place FROM \(sql: links) l \
        WHERE \(sql: isSame)) WHERE \(name: source) IN (SELECT owner FROM \(sql: links))
        """)
    }
    return result
  }
}
