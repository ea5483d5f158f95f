package import MomentumModel
import MomentumPredicate
import MomentumSQL
import MomentumStore

// The statements that follow the first one of a fetch: for the objects of a batch, and for the
// objects of a prefetched relationship. Each reads its keys from a table of values, which Core Data
// names `_Z_intarray0` (observed, 2013 to 2026). They exist only for Core Data's layout.

/// The statement that reads the objects of a prefetched relationship.
package struct LoweredPrefetch: Sendable, Hashable {
  package var statement: LoweredFetchRequest
  /// The index of the column with the key for which an object was fetched. If the key is not a
  /// property of the object, its column follows the last one of `statement.columns`.
  package var linkColumn: Int
}

extension FetchRequestLowering {
  /// The statement for the keys of all objects of a batched request, in the request's order:
  /// `SELECT 0, t0.Z_PK FROM …`.
  package func lowerKeys(of request: FetchRequest) -> LoweredFetchRequest {
    var keys = request
    keys.resultType = .managedObjectIDs
    keys.propertiesToFetch = []
    keys.batchSize = nil
    keys.prefetchedRelationships = []
    return lower(keys)
  }

  /// The statement for the objects of one batch, in no particular order.
  ///
  ///     SELECT … WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)   LIMIT 20
  ///
  /// Source: observed in logs of iOS 13 and 14; logs up to 2013 repeat the ORDER BY.
  package func lowerBatch(of request: FetchRequest, keys: [Int64]) -> LoweredFetchRequest {
    var lowered = lowerAll(
      request.entity, includesSubentities: request.includesSubentities,
      properties: request.propertiesToFetch)
    lowered.select.condition = isAmong(keys, SQLColumn("t0", "Z_PK"))
    lowered.select.limit = request.batchSize
    return lowered
  }

  /// The statement for the objects of a relationship; `nil` if the relationship is not stored.
  ///
  /// Source: observed on macOS 12 for one-to-many, on iOS 6 for to-one. Assumed: many-to-many has
  /// the form of ``StoreStatements/toManyFault(_:)``.
  ///
  /// - Parameter keys: For a to-one relationship the keys of the objects to read, for a to-many one
  ///   the keys of their owners.
  package func lowerPrefetch(
    of relationship: RelationshipID, keys: [Int64]
  ) -> LoweredPrefetch? {
    guard let storage = layout.relationship(relationship) else { return nil }
    let lowered = lowerAll(layout.model[relationship].destination, includesSubentities: true)
    switch storage {
    case .foreignKey: return toOne(lowered, keys)
    case .inverseForeignKey(let key): return oneToMany(lowered, key, keys)
    case .joinTable(let side): return manyToMany(lowered, side, keys)
    }
  }

  // MARK: - Kinds of relationships

  /// The statement for a to-one relationship: `SELECT … FROM ZIMAGE t0 WHERE  t0.Z_PK IN (SELECT *
  /// FROM _Z_intarray0) `.
  private func toOne(_ all: LoweredFetchRequest, _ keys: [Int64]) -> LoweredPrefetch {
    var lowered = all
    lowered.select.condition = isAmong(keys, SQLColumn("t0", "Z_PK"))
    return LoweredPrefetch(
      statement: lowered, linkColumn: lowered.columns.firstIndex(of: .primaryKey) ?? 0)
  }

  /// The statement for a one-to-many relationship: `SELECT … WHERE  t0.ZITEM IN (SELECT * FROM
  /// _Z_intarray0)  ORDER BY t0.ZITEM`.
  private func oneToMany(
    _ all: LoweredFetchRequest, _ key: ForeignKey, _ keys: [Int64]
  ) -> LoweredPrefetch {
    var lowered = all
    let link = SQLColumn("t0", key.column)
    lowered.select.condition = isAmong(keys, link)
    lowered.select.order = order([link, key.orderColumn.map { SQLColumn("t0", $0) }])
    let index = lowered.select.columns.firstIndex(of: .column(link))
    if index == nil { lowered.select.columns.append(.column(link)) }
    return LoweredPrefetch(
      statement: lowered, linkColumn: index ?? lowered.select.columns.count - 1)
  }

  /// The statement for a many-to-many relationship: `SELECT …, t1.Z_1ITEMS FROM Z_1TAGS t1 JOIN
  /// ZTAG t0 ON … WHERE  t1.Z_1ITEMS IN …`.
  private func manyToMany(
    _ all: LoweredFetchRequest, _ side: JoinTableSide, _ keys: [Int64]
  ) -> LoweredPrefetch {
    var lowered = all
    let link = SQLColumn("t1", side.sourceColumn)
    if case .table(let table, _) = lowered.select.source {
      lowered.select.joins = [
        SQLJoin(
          .inner, .table(table, alias: "t0"),
          on: .comparison(
            .joinColumn(SQLColumn("t0", "Z_PK")), .equal,
            .joinColumn(SQLColumn("t1", side.destinationColumn))))
      ]
    }
    lowered.select.source = .table(side.table, alias: "t1")
    lowered.select.condition = isAmong(keys, link)
    lowered.select.order = order([link, side.orderColumn.map { SQLColumn("t1", $0) }])
    lowered.select.columns.append(.column(link))
    return LoweredPrefetch(
      statement: lowered, linkColumn: lowered.select.columns.count - 1)
  }

  // MARK: - Parts

  /// A SELECT of all columns of an entity, without a condition. It also lacks the restriction to
  /// the entity, because the caller adds a condition on keys, which choose the rows.
  private func lowerAll(
    _ entity: EntityID, includesSubentities: Bool, properties: [PropertyToFetch] = []
  ) -> LoweredFetchRequest {
    var lowered = lower(
      FetchRequest(
        entity: entity, includesSubentities: includesSubentities, propertiesToFetch: properties))
    lowered.select.condition = nil
    return lowered
  }

  private func isAmong(_ keys: [Int64], _ column: SQLColumn) -> SQLExpression {
    .isInArray(
      .column(column), SQLValueArray(name: "_Z_intarray0", values: keys.map { .integer($0) }))
  }

  private func order(_ columns: [SQLColumn?]) -> [SQLOrderTerm] {
    columns.compactMap { $0 }.map { SQLOrderTerm(.column($0)) }
  }
}

extension FetchRequest {
  /// Adds the prefetched to-one relationships to the properties that the request chooses. Without
  /// their keys, the objects to prefetch would be unknown.
  package mutating func selectPrefetchedKeys(of layout: QueryLayout) {
    guard resultType == .managedObjects, !propertiesToFetch.isEmpty else { return }
    for step in prefetchedRelationships.compactMap(\.first) where !layout.model[step].isToMany {
      let path = TypedKeyPath(root: entity, steps: [step], target: .object)
      guard !propertiesToFetch.contains(where: { $0.value == .path(path) }) else { continue }
      propertiesToFetch.append(
        PropertyToFetch(name: layout.model[step].name, value: .path(path)))
    }
  }
}
