package import MomentumModel
import MomentumSQL
import MomentumStore

extension StoreStatements {
  /// The statement that reads the values of one object:
  /// `SELECT 0, t0.Z_PK, t0.Z_OPT, … FROM ZCOUNTRY t0 WHERE  t0.Z_PK = ?`.
  ///
  /// The key chooses the row, so the statement has no restriction to the entity. Source: observed
  /// on iOS 9.
  package func fault(_ entity: EntityID) -> StoreStatement {
    var lowered = lowering.lower(FetchRequest(entity: entity))
    lowered.select.condition = isEqual(.column(SQLColumn("t0", "Z_PK")))
    return StoreStatement(
      .select(lowered.select), parameters: [.primaryKey], columns: lowered.columns)
  }

  /// The statement that reads the keys of the objects of a to-many relationship, in the order of
  /// the relationship if it has one.
  ///
  ///     SELECT 0, t0.Z_PK FROM Z_1TAGS t1 JOIN ZTAG t0 ON t0.Z_PK = t1.Z_2TAGS WHERE …
  ///
  /// `nil` for a relationship that is to-one or not stored. Source: many-to-many observed on Mac OS
  /// X 10.5 and macOS 12. Assumed: the form of one-to-many, and the ORDER BY.
  package func toManyFault(_ relationship: RelationshipID) -> StoreStatement? {
    var lowered = lowering.lower(
      FetchRequest(
        entity: model[relationship].destination, resultType: .managedObjectIDs))
    lowered.select.condition = nil
    let order: SQLColumn?
    switch schema.relationships[relationship] {
    case .inverseForeignKey(let key):
      order = key.orderColumn.map { SQLColumn("t0", $0) }
      lowered.select.condition = isEqual(.column(SQLColumn("t0", key.column)))
    case .joinTable(let side):
      order = side.orderColumn.map { SQLColumn("t1", $0) }
      lowered.select.joins = [
        SQLJoin(
          .inner, lowered.select.source,
          on: .comparison(
            .joinColumn(SQLColumn("t0", "Z_PK")), .equal,
            .joinColumn(SQLColumn("t1", side.destinationColumn))))
      ]
      lowered.select.source = .table(side.table, alias: "t1")
      lowered.select.condition = isEqual(.joinColumn(SQLColumn("t1", side.sourceColumn)))
    case .foreignKey, nil: return nil
    }
    lowered.select.order = order.map { [SQLOrderTerm(.column($0))] } ?? []
    return StoreStatement(
      .select(lowered.select), parameters: [.source(relationship)], columns: lowered.columns)
  }

  private func isEqual(_ column: SQLExpression) -> SQLExpression {
    .comparison(column, .equal, .placeholder(.parameter("Z_PK")))
  }
}
