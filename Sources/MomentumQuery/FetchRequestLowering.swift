package import MomentumModel
import MomentumPredicate
import MomentumSQL
package import MomentumStore

/// Turns a checked fetch request into SQL for the tables of a layout.
///
/// The text is what Core Data prints under `-com.apple.CoreData.SQLDebug` if a log shows it.
/// Otherwise it is the simplest SQL that returns the right rows.
package struct FetchRequestLowering: Sendable {
  let layout: QueryLayout
  let options: QueryOptions

  package init(layout: QueryLayout, options: QueryOptions = QueryOptions()) {
    self.layout = layout
    self.options = options
  }

  /// Makes a lowering for the tables of a Core Data store.
  package init(model: ObjectModel, schema: StoreSchema) {
    self.init(layout: .coreData(model, schema))
  }

  /// The statement of a request. A `$VARIABLE` becomes a placeholder with its name, because its
  /// value is not known yet.
  package func lower(_ request: FetchRequest) -> LoweredFetchRequest {
    var lowering = Lowering(
      layout: layout, options: options, root: request.entity,
      allowsJoins: request.resultType != .dictionaries)
    let condition = lowering.condition(request.predicate)
    let restriction = layout.restriction(
      to: request.entity, includesSubentities: request.includesSubentities, alias: "t0")
    // The restriction to the entity comes after the request's own condition. Observed in one log,
    // which was published only in paraphrase.
    let restricted = SQLExpression.all([condition, restriction])
    switch request.resultType {
    case .count: return lowerCount(request, restricted, lowering)
    case .managedObjects, .managedObjectIDs: return lowerObjects(request, restricted, &lowering)
    case .dictionaries:
      var rows = DictionaryLowering(request: request, layout: layout, lowering: lowering)
      return rows.lower(restricted)
    }
  }

  private func source(_ request: FetchRequest) -> SQLSource {
    .table(layout.table(of: request.entity), alias: "t0")
  }

  // MARK: - Objects

  private func lowerObjects(
    _ request: FetchRequest, _ condition: SQLExpression?, _ lowering: inout Lowering
  ) -> LoweredFetchRequest {
    let order = request.sortKeys.compactMap { lowering.orderTerm($0) { _ in nil } }
    let columns = ResultColumns.objects(request, layout)
    let scope = lowering.scopes[0]
    let select = SQLSelect(
      isDistinct: scope.multipliesRows, columns: columns.expressions,
      source: source(request), joins: scope.joins, condition: condition, order: order,
      limit: request.limit, offset: request.offset)
    return LoweredFetchRequest(select: select, columns: columns.meanings)
  }

  // MARK: - Counts

  /// Makes the statement that counts. Core Data counts a whole table by
  /// `SELECT COUNT(*) FROM ZITEM` and a filtered one by
  /// `SELECT COUNT(DISTINCT t0.Z_PK) FROM ZITEM t0 …`. With a limit or offset, the rows of an inner
  /// SELECT are counted.
  private func lowerCount(
    _ request: FetchRequest, _ condition: SQLExpression?, _ lowering: Lowering
  ) -> LoweredFetchRequest {
    let scope = lowering.scopes[0]
    let key = SQLExpression.joinColumn(SQLColumn("t0", layout.identity(of: request.entity)))
    var select: SQLSelect
    if request.limit != nil || request.offset != nil {
      let window = SQLSelect(
        isDistinct: scope.multipliesRows, columns: [key], source: source(request),
        joins: scope.joins, condition: condition, limit: request.limit, offset: request.offset)
      select = SQLSelect(columns: [.count(.star)], source: .select(window, alias: "counted"))
    } else if condition == nil {
      select = SQLSelect(
        columns: [.count(.star)],
        source: .table(layout.table(of: request.entity), alias: nil))
    } else {
      select = SQLSelect(
        columns: [.count(key, isDistinct: true)], source: source(request), joins: scope.joins,
        condition: condition)
    }
    return LoweredFetchRequest(select: select, columns: [.count])
  }
}

extension Lowering {
  /// The ORDER BY term of a sort key. `property` returns the SQL of a fetched property by its
  /// index; if it returns `nil`, there is no term.
  mutating func orderTerm(
    _ key: SortKey, _ property: (Int) -> (SQLExpression, isText: Bool)?
  ) -> SQLOrderTerm? {
    let term: (SQLExpression, isText: Bool)
    switch key.value {
    case .path(let path):
      let isText = type(of: .keyPath(path)) == .text
      term = (reference(path, isRequired: false), isText)
    case .fetchedProperty(let index):
      guard let known = property(index) else { return nil }
      term = known
    }
    return SQLOrderTerm(
      term.0, collation: term.isText ? key.comparison : nil,
      isAscending: key.isAscending)
  }
}
