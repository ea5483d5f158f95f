public import MomentumModel
import MomentumPredicate
import MomentumSQL
import MomentumStore

// The statements that follow the first one of a fetch: the objects of a batch, and those of a relationship
// that is fetched along. Each reads the keys it is about from a table of values, which Core Data binds under
// the name `_Z_intarray0` (observed, 2013 to 2026). Core Data's layout only.

/// The objects of a relationship as a statement.
public struct LoweredPrefetch: Sendable, Hashable {
  public var statement: LoweredFetchRequest
  /// The index of the column that joins an object to those it was fetched for. May lie behind the last
  /// one of `statement.columns`: then it is none of the object's properties.
  public var linkColumn: Int
}

extension FetchRequestLowering {
  /// The keys of all objects of a batched request, in its order: `SELECT 0, t0.Z_PK FROM …`.
  public func lowerKeys(of request: FetchRequest) -> LoweredFetchRequest {
    var keys = request
    keys.resultType = .managedObjectIDs
    keys.propertiesToFetch = []
    keys.batchSize = nil
    keys.prefetchedRelationships = []
    return lower(keys)
  }

  /// The objects of one batch, in no order.
  ///
  ///     SELECT … WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)   LIMIT 20
  ///
  /// Source: observed in logs of iOS 13 and 14; those up to 2013 repeat the order.
  public func lowerBatch(of request: FetchRequest, keys: [Int64]) -> LoweredFetchRequest {
    var lowered = lowerAll(
      request.entity, includesSubentities: request.includesSubentities,
      properties: request.propertiesToFetch)
    lowered.select.condition = isAmong(keys, SQLColumn("t0", "Z_PK"))
    lowered.select.limit = request.batchSize
    return lowered
  }

  /// The objects that a relationship reaches. `keys` are their own for a to-one relationship, and those of
  /// the objects that it starts from for a to-many one.
  ///
  /// `nil` for a relationship that is not stored. Source: observed on macOS 12 for one-to-many, on iOS 6
  /// for to-one; many-to-many follows the shape of a fault's statement.
  public func lowerPrefetch(
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

  /// `SELECT … FROM ZIMAGE t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0) `
  private func toOne(_ all: LoweredFetchRequest, _ keys: [Int64]) -> LoweredPrefetch {
    var lowered = all
    lowered.select.condition = isAmong(keys, SQLColumn("t0", "Z_PK"))
    return LoweredPrefetch(
      statement: lowered, linkColumn: lowered.columns.firstIndex(of: .primaryKey) ?? 0)
  }

  /// `SELECT … FROM ZATTACHMENT t0 WHERE  t0.ZITEM IN (SELECT * FROM _Z_intarray0)  ORDER BY t0.ZITEM`
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

  /// `SELECT …, t1.Z_1ITEMS FROM Z_1TAGS t1 JOIN ZTAG t0 ON t0.Z_PK = t1.Z_2TAGS WHERE  t1.Z_1ITEMS IN …`
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

  /// The objects of an entity with all columns and no condition. A key says which rows are wanted, so the
  /// restriction to the entity is left out as well.
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
  /// Adds the to-one relationships to the chosen properties of objects whose objects are fetched along:
  /// without the key nobody knows which.
  public mutating func selectPrefetchedKeys(of layout: QueryLayout) {
    guard resultType == .managedObjects, !propertiesToFetch.isEmpty else { return }
    for step in prefetchedRelationships.compactMap(\.first) where !layout.model[step].isToMany {
      let path = TypedKeyPath(root: entity, steps: [step], target: .object)
      guard !propertiesToFetch.contains(where: { $0.value == .path(path) }) else { continue }
      propertiesToFetch.append(
        PropertyToFetch(name: layout.model[step].name, value: .path(path)))
    }
  }
}
