package import MomentumModel
package import MomentumQuery
package import MomentumSQL

/// The rows of a fetch as they are stored, with the meaning of their columns.
package struct FetchResult: Sendable, Hashable {
  /// The entity of the request; a row may belong to a sub-entity.
  package var entity: EntityID
  package var columns: [FetchColumn]
  package var rows: [[SQLValue]]
  /// The prefetched objects by relationship, in the order in which the request names them.
  package var prefetched: [PrefetchedObjects]

  package init(
    entity: EntityID, columns: [FetchColumn], rows: [[SQLValue]],
    prefetched: [PrefetchedObjects] = []
  ) {
    self.entity = entity
    self.columns = columns
    self.rows = rows
    self.prefetched = prefetched
  }

  /// The number of objects including all nested ones, as JSON shows them, or `limit` if there are
  /// more. An object that is reached several times counts each time.
  package func nestedCount(limit: Int) -> Int {
    nestedCounts(limit: limit).reduce(0) { min(limit, $0 + $1) }
  }

  /// The number of objects that each row leads to, itself included, by index of the row.
  private func nestedCounts(limit: Int) -> [Int] {
    var counts = rows.map { _ in 1 }
    for reached in prefetched {
      let inner = reached.objects.nestedCounts(limit: limit)
      for (index, row) in rows.enumerated() {
        let indexes = primaryKey(of: row).flatMap { reached.indexes[$0] } ?? []
        counts[index] = indexes.reduce(counts[index]) { min(limit, $0 + inner[$1]) }
      }
    }
    return counts
  }

  /// The key of the row's object; `nil` for a dictionary without a key.
  package func primaryKey(of row: [SQLValue]) -> Int64? {
    guard let index = columns.firstIndex(of: .primaryKey), index < row.count,
      case .integer(let key) = row[index]
    else { return nil }
    return key
  }
}

/// The objects that a relationship reaches from the objects of a fetch.
package struct PrefetchedObjects: Sendable, Hashable {
  package var relationship: RelationshipID
  /// Each object once, with the objects that were prefetched from it.
  package var objects: FetchResult
  /// The indexes in `objects.rows` of each owner's objects, by the owner's key, in the order of the
  /// relationship. An owner without objects has no entry.
  package var indexes: [Int64: [Int]]

  package init(
    relationship: RelationshipID, objects: FetchResult, indexes: [Int64: [Int]]
  ) {
    self.relationship = relationship
    self.objects = objects
    self.indexes = indexes
  }
}
