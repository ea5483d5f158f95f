internal import MomentumModel
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumStore

/// A request as a statement for the server, whose columns generated code can read.
struct ServerStatement {
  var sql: SQLText
  var entity: EntityID
  /// The meaning of each column.
  var columns: [FetchColumn]
}

extension ServerDatabase {
  /// The statement of a request.
  func statement(_ request: FetchRequest) -> ServerStatement {
    var lowered = lowering.lower(request)
    // Pages have to be the same for each call, also where objects are equal in all sort keys: the
    // server returns equal rows in any order.
    if request.limit != nil || request.offset != nil,
      request.resultType == .managedObjects
        || request.resultType == .managedObjectIDs
    {
      lowered.select.order.append(lowering.keyOrder(of: request.entity))
    }
    return statement(lowered, of: request.entity)
  }

  func statement(_ lowered: LoweredFetchRequest, of entity: EntityID) -> ServerStatement {
    ServerStatement(
      sql: lowering.print(lowered), entity: entity, columns: lowered.columns)
  }

  /// The rows of a relationship's objects, for their owners; see ``ServerLowering/related(_:keys:)``.
  func statement(_ plan: RelationshipPlan, keys: some Sequence<Int64>) -> ServerStatement {
    statement(lowering.related(plan, keys: keys), of: plan.relationship.destination)
  }
}
