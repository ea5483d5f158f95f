package import MomentumModel
import MomentumSQL
import MomentumStore

extension StoreStatements {
  /// Inserts the row of a join table that links two objects:
  /// `INSERT INTO Z_1TAGS(Z_1ITEMS, Z_2TAGS) VALUES(?, ?)`.
  ///
  /// `nil` for a relationship without a join table. For an ordered relationship, the position is
  /// set too; the position in an ordered inverse stays NULL until it is known. The text is assumed:
  /// no log was found.
  package func insertJoinRow(_ relationship: RelationshipID) -> StoreStatement? {
    guard case .joinTable(let side) = schema.relationships[relationship] else { return nil }
    var columns = pair(side, relationship)
    if let order = side.orderColumn {
      columns.append(Column(name: order, parameter: .position(relationship)))
    }
    columns.sort { $0.name < $1.name }
    return StoreStatement(
      .insert(SQLInsert(into: side.table, columns.map(\.assignment))),
      parameters: columns.map(\.parameter))
  }

  /// The keys of two objects that a row of a join table links.
  package struct Pair: Sendable, Hashable {
    package var source: Int64
    package var destination: Int64

    package init(source: Int64, destination: Int64) {
      self.source = source
      self.destination = destination
    }
  }

  /// Deletes the row of a join table that links two objects:
  /// `DELETE FROM Z_2TAGS WHERE Z_2ENTRIES = 2 AND Z_3TAGS = 1`.
  ///
  /// `nil` for a relationship without a join table. If `pair` is given, its keys are in the text;
  /// otherwise the statement has placeholders. Source: the form with keys observed on Mac OS X
  /// 10.5, where updates had values in the text too. Assumed: today's form has placeholders, as
  /// today's updates have.
  package func deleteJoinRow(
    _ relationship: RelationshipID, _ pair: Pair? = nil
  ) -> StoreStatement? {
    guard case .joinTable(let side) = schema.relationships[relationship] else { return nil }
    let columns = self.pair(side, relationship).sorted { $0.name < $1.name }
    let conditions = columns.map { column -> SQLExpression in
      guard let pair else { return column.isEqual }
      let key = column.parameter == .source(relationship) ? pair.source : pair.destination
      return .comparison(.name(column.name), .equal, .integer(key))
    }
    return StoreStatement(
      .delete(SQLDelete(from: side.table, where: conditions)),
      parameters: pair == nil ? columns.map(\.parameter) : [])
  }

  private func pair(_ side: JoinTableSide, _ relationship: RelationshipID) -> [Column] {
    [
      Column(name: side.sourceColumn, parameter: .source(relationship)),
      Column(name: side.destinationColumn, parameter: .destination(relationship)),
    ]
  }
}
