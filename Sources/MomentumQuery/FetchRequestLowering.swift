public import MomentumModel
import MomentumPredicate
import MomentumSQL
public import MomentumStore

/// Turns a checked fetch request into SQL on a store's tables.
///
/// The text follows what Core Data prints under `-com.apple.CoreData.SQLDebug` where a log shows it;
/// elsewhere it is the simplest SQL that gives the right rows.
public struct FetchRequestLowering: Sendable {
  let model: ObjectModel
  let schema: StoreSchema

  public init(model: ObjectModel, schema: StoreSchema) {
    self.model = model
    self.schema = schema
  }

  /// The statement of a request. `$VARIABLES` that are still free become named parameters.
  public func lower(_ request: FetchRequest) -> LoweredFetchRequest {
    var scope = JoinScope(model: model, schema: schema, root: request.entity)
    let predicates = PredicateLowering(schema: schema)
    let condition = request.predicate.flatMap { predicates.lower($0, in: &scope) }
    let restricted = restrict(condition, to: request)
    switch request.resultType {
    case .count:
      return lowerCount(request, restricted, scope)
    case .managedObjects, .managedObjectIDs, .dictionaries:
      return lowerRows(request, restricted, &scope)
    }
  }

  // MARK: - Rows

  private func lowerRows(
    _ request: FetchRequest, _ condition: SQLExpression?, _ scope: inout JoinScope
  ) -> LoweredFetchRequest {
    let order = request.sortKeys.compactMap { key -> SQLOrderTerm? in
      guard case .path(let path) = key.value else { return nil }
      return SQLOrderTerm(
        scope.reference(to: path, isRequired: false), isAscending: key.isAscending)
    }
    let columns = resultColumns(of: request)
    let select = SQLSelect(
      isDistinct: scope.multipliesRows, columns: columns.map(expression),
      source: .table(schema[request.entity].table, alias: "t0"), joins: scope.joins,
      condition: condition, order: order, limit: request.limit, offset: request.offset)
    return LoweredFetchRequest(select: select, columns: columns)
  }

  /// `0` or `Z_ENT`, `Z_PK`, `Z_OPT`, then attributes and to-one keys, each sorted by column.
  ///
  /// An entity with sub-entities selects theirs too, so that any row can become its object.
  private func resultColumns(of request: FetchRequest) -> [FetchColumn] {
    let storage = schema[request.entity]
    let hasSubentities = storage.familyNumbers.count > 1 && request.includesSubentities
    let head: [FetchColumn] = [hasSubentities ? .entityNumber : .constant(0), .primaryKey]
    guard request.resultType == .managedObjects else { return head }
    var owners = [model.lineage(of: request.entity)]
    if hasSubentities { owners += subentities(of: request.entity).map { [$0] } }
    let attributes = owners.flatMap { sortedByColumn($0.flatMap(attributeColumns)) }
    let keys = owners.flatMap { sortedByColumn($0.flatMap(toOneColumns)) }
    return head + [.optimisticLock] + attributes + keys
  }

  /// All entities below, by entity number.
  private func subentities(of entity: EntityID) -> [EntityID] {
    let numbers = schema[entity].familyNumbers
    return model.entityIDs
      .filter { $0 != entity && numbers.contains(schema[$0].number) }
      .sorted { schema[$0].number < schema[$1].number }
  }

  private func attributeColumns(of entity: EntityID) -> [FetchColumn] {
    model[entity].attributes.indices.flatMap { index -> [FetchColumn] in
      let id = AttributeID(entity, index)
      if let leaves = schema.compositeColumns[id] {
        return leaves.map { .compositeElement(id, path: $0.path, $0.type) }
      }
      return schema.attributeColumns[id] == nil ? [] : [.attribute(id)]
    }
  }

  private func toOneColumns(of entity: EntityID) -> [FetchColumn] {
    model[entity].relationships.indices.compactMap { index in
      let id = RelationshipID(entity, index)
      if case .foreignKey = schema.relationships[id] { return .toOne(id) }
      return nil
    }
  }

  private func sortedByColumn(_ columns: [FetchColumn]) -> [FetchColumn] {
    columns.map { ($0, columnName(of: $0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private func expression(_ column: FetchColumn) -> SQLExpression {
    switch column {
    case .constant(let value): .integer(value)
    case .count: .count(.star, isDistinct: false)
    case .entityNumber, .primaryKey, .optimisticLock, .attribute, .compositeElement, .toOne,
      .toOneEntity, .value:
      .column(SQLColumn("t0", columnName(of: column)))
    }
  }

  private func columnName(of column: FetchColumn) -> String {
    switch column {
    case .constant, .count, .toOneEntity, .value: return ""
    case .entityNumber: return "Z_ENT"
    case .primaryKey: return "Z_PK"
    case .optimisticLock: return "Z_OPT"
    case .attribute(let id): return schema.attributeColumns[id] ?? ""
    case .compositeElement(let id, let path, _):
      return schema.compositeColumns[id]?.first { $0.path == path }?.column ?? ""
    case .toOne(let id):
      if case .foreignKey(let key) = schema.relationships[id] { return key.column }
      return ""
    }
  }

  // MARK: - Counts

  /// Core Data counts a whole table as `SELECT COUNT(*) FROM ZITEM` and a filtered one as
  /// `SELECT COUNT(DISTINCT t0.Z_PK) FROM ZITEM t0 …`. A count of a window counts its rows.
  private func lowerCount(
    _ request: FetchRequest, _ condition: SQLExpression?, _ scope: JoinScope
  ) -> LoweredFetchRequest {
    let table = schema[request.entity].table
    let key = SQLColumn("t0", "Z_PK")
    var select: SQLSelect
    if request.limit != nil || request.offset != nil {
      let window = SQLSelect(
        isDistinct: scope.multipliesRows, columns: [.column(key)],
        source: .table(table, alias: "t0"), joins: scope.joins, condition: condition,
        limit: request.limit, offset: request.offset)
      select = SQLSelect(columns: [.count(.star, isDistinct: false)], source: .select(window))
    } else if condition == nil {
      select = SQLSelect(
        columns: [.count(.star, isDistinct: false)], source: .table(table, alias: nil))
    } else {
      select = SQLSelect(
        columns: [.count(.joinColumn(key), isDistinct: true)], source: .table(table, alias: "t0"),
        joins: scope.joins, condition: condition)
    }
    return LoweredFetchRequest(select: select, columns: [.count])
  }

  // MARK: - Entities that share a table

  /// Adds the restriction to the entity's rows behind the request's own condition.
  private func restrict(
    _ condition: SQLExpression?, to request: FetchRequest
  ) -> SQLExpression? {
    let storage = schema[request.entity]
    let root = schema[model.root(of: request.entity)]
    let wanted =
      request.includesSubentities ? storage.familyNumbers : storage.number...storage.number
    guard storage.sharesTable, wanted != root.familyNumbers else { return condition }
    let column = SQLExpression.column(SQLColumn("t0", "Z_ENT"))
    func number(_ value: Int) -> SQLExpression { .placeholder(.value(.integer(Int64(value)))) }
    let restriction: SQLExpression =
      wanted.count == 1
      ? .comparison(column, .equal, number(wanted.lowerBound))
      : .and([
        .comparison(column, .greaterOrEqual, number(wanted.lowerBound)),
        .comparison(column, .lessOrEqual, number(wanted.upperBound)),
      ])
    return condition.map { .and([$0, restriction]) } ?? restriction
  }
}
