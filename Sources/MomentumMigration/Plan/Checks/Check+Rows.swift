import MomentumDiff
import MomentumModel
import MomentumSQL
import MomentumStore

// Checks of both inferred migrations and migrations by a mapping model.

extension MigrationPlan.Precondition {
  /// A check over the rows `o` of a table.
  ///
  /// - Parameters:
  ///   - source: The table with the alias `o`, and joins if the condition needs them: `ZVENUE o`.
  ///   - condition: True for a row that fails the check.
  init(
    _ rule: CheckRule, _ place: String, _ problem: String, _ consequence: Consequence,
    from source: SQLFragment, where condition: SQLFragment, error: CoreDataError? = nil
  ) {
    self.init(
      rule: rule, place: place, problem: problem, consequence: consequence,
      countSQL: "SELECT count(*) FROM \(sql: source) WHERE \(sql: condition)",
      rowsSQL: "SELECT o.Z_ENT, o.Z_PK FROM \(sql: source) WHERE \(sql: condition) "
        + "ORDER BY o.Z_ENT, o.Z_PK",
      coreDataError: error)
  }

  /// Finds rows whose entity number belongs to no entity of the table. The entity of such a row is
  /// unknown, so the migration could only delete the row.
  static func unknownNumbers(
    _ place: String, from source: SQLFragment, known numbers: [Int]
  ) -> MigrationPlan.Precondition {
    // Every row of every store is tested here. A table of one entity is tested by one comparison,
    // which takes two thirds of the time of `NOT IN`.
    let condition: SQLFragment =
      numbers.count == 1
      ? "o.Z_ENT IS NOT \(number: numbers[0])"
      : "o.Z_ENT IS NULL OR o.Z_ENT NOT IN (\(numbers: numbers.sorted()))"
    return MigrationPlan.Precondition(
      .store(StoreRule.unknownEntityNumber), place,
      "the row's Z_ENT is the number of no entity of this table", .fails, from: source,
      where: condition)
  }
}

extension MigrationPlan.Precondition {
  /// Reports an app's own view or trigger that names a table, view or column that the new model
  /// lacks.
  static func dropped(_ object: StoreCatalog.Object) -> MigrationPlan.Precondition {
    let kind = object.kind.rawValue
    return MigrationPlan.Precondition(
      rule: .store(object.kind == .view ? StoreRule.viewDropped : StoreRule.triggerDropped),
      place: "\(kind) \(object.name)",
      problem:
        "the \(kind) names a table, a view or a column that the target does not have, and is "
        + "dropped",
      consequence: .warns,
      countSQL: "SELECT count(*) FROM sqlite_master WHERE type = \(text: kind) "
        + "AND name = \(text: object.name)",
      rowsSQL: "SELECT NULL, NULL WHERE 0")
  }
}

extension OldStore {
  /// Finds foreign keys that lead to no row of the relationship's destination.
  func danglingKeys() -> [MigrationPlan.Precondition] {
    var seen: Set<String> = []
    return model.entityIDs.flatMap { entity in
      model[entity].relationships.indices.compactMap { index -> MigrationPlan.Precondition? in
        let id = RelationshipID(entity, index)
        guard let dangling = DanglingKeys(id, self), seen.insert(dangling.place).inserted
        else { return nil }
        return MigrationPlan.Precondition(
          rule: .store(StoreRule.danglingReference),
          place: "\(model[entity].name).\(model[id].name)",
          problem: "what it leads to is no object of its destination in the store",
          consequence: .warns,
          countSQL: dangling.countSQL, rowsSQL: dangling.rowsSQL)
      }
    }
  }
}
