package import MomentumModel
import MomentumSQL
import MomentumStore

extension StoreStatements {
  /// Inserts an object.
  ///
  ///     INSERT INTO ZMOOD(Z_PK, Z_ENT, Z_OPT, ZCOUNTRY, ZCOLORS) VALUES(?, ?, ?, ?, ?)
  ///
  /// Keys of other objects come before attributes, unlike in a SELECT. Source: observed on iOS 9,
  /// 15 and 16. Assumed: derived attributes are among the columns.
  package func insert(_ entity: EntityID) -> StoreStatement {
    insert(
      entity, keyColumns(of: entity) + attributeColumns(of: entity), conflict: nil)
  }

  func insert(
    _ entity: EntityID, _ columns: [Column], conflict: SQLInsertConflict?
  ) -> StoreStatement {
    let all =
      [StoreStatements.primaryKey, StoreStatements.entityNumber, StoreStatements.optimisticLock]
      + columns
    return StoreStatement(
      .insert(
        SQLInsert(into: schema[entity].table, all.map(\.assignment), conflict: conflict)),
      parameters: all.map(\.parameter))
  }

  /// Writes an object's changed columns, if no other save has changed the object meanwhile.
  ///
  ///     UPDATE ZENTRY SET ZTITLE = ?, Z_OPT = ?  WHERE Z_PK = ? AND Z_OPT = ?
  ///
  /// `changed` are parameters of ``insert(_:)``; other parameters have no column. If it is empty,
  /// only `Z_OPT` is set: this happens if only the other side of a relationship has changed.
  /// Source: observed on Mac OS X 10.5 with numbers in the text and on iOS 9 with placeholders.
  /// Assumed: the order of several columns.
  package func update(
    _ entity: EntityID, changed: Set<StatementParameter>
  ) -> StoreStatement {
    let columns =
      (keyColumns(of: entity) + attributeColumns(of: entity)).filter {
        changed.contains($0.parameter)
      } + [StoreStatements.optimisticLock]
    let conditions = [StoreStatements.primaryKey, StoreStatements.previousLock]
    return StoreStatement(
      .update(
        SQLUpdate(
          schema[entity].table, set: columns.map(\.assignment), where: conditions.map(\.isEqual),
          leavesBlank: true)),
      parameters: (columns + conditions).map(\.parameter))
  }

  /// Deletes an object, if no other save has changed it meanwhile:
  /// `DELETE FROM ZMESSAGE WHERE Z_PK = ? AND Z_OPT = ?`.
  ///
  /// Source: observed on Mac OS X 10.5 and iOS 16.
  package func delete(_ entity: EntityID) -> StoreStatement {
    let conditions = [StoreStatements.primaryKey, StoreStatements.previousLock]
    return StoreStatement(
      .delete(SQLDelete(from: schema[entity].table, where: conditions.map(\.isEqual))),
      parameters: conditions.map(\.parameter))
  }
}
