import Foundation
import MomentumQuery

// A coordinator is the source of rows for contexts.

extension StoreCoordinator: ObjectSource {
  func rows(_ fetch: StoreFetch, stores wanted: [String]?) throws -> [RowSnapshot] {
    let found = stores(answering: fetch, wanted)
    return try reading {
      if found.count == 1 { return try found[0].rows(fetch) }
      return try found.flatMap { try $0.rows(fetch) }
    }
  }

  func identities(_ fetch: StoreFetch, stores wanted: [String]?) throws -> [ObjectID] {
    try reading {
      try stores(answering: fetch, wanted).flatMap { try $0.identities(fetch) }
    }
  }

  func count(_ fetch: StoreFetch, stores wanted: [String]?) throws -> Int {
    let found = stores(answering: fetch, wanted)
    return try reading { try found.count(fetch) }
  }

  /// The stores that can answer a request. If no store is open, the result is empty, as in Core
  /// Data, and a line of the log says why.
  private func stores(answering fetch: StoreFetch, _ wanted: [String]?) -> [any ObjectStore] {
    let found = stores(for: model[fetch.request.entity], wanted)
    if found.isEmpty, stores.isEmpty {
      log(
        "CoreData: error: A fetch of the entity '\(model[fetch.request.entity].name)' has no "
          + "persistent stores to read. Open one first.")
    }
    return found
  }

  private func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw ObjectError.reported(error, .read) }
  }

  /// The number of stores that can hold the entity of the request.
  ///
  /// - Parameter wanted: The identifiers of the only stores to count; `nil` counts all.
  func storeCount(of fetch: StoreFetch, _ wanted: [String]?) -> Int {
    stores(for: model[fetch.request.entity], wanted).count
  }

  func dictionaries(
    _ fetch: StoreFetch, stores wanted: [String]?
  ) throws -> [[String: StoredValue]] {
    try reading {
      try stores(answering: fetch, wanted).flatMap { try $0.dictionaries(fetch) }
    }
  }

  func row(_ id: ObjectID, known: RowSnapshot?, maximumAge: Double) throws -> RowSnapshot? {
    let (saved, forgottenUntil, isRemoved) = state.withLock { state in
      let isRemoved = !state.removed.isEmpty && state.removed.contains(id.place.store ?? "")
      return (state.saved.state(of: id), state.saved.forgottenUntil, isRemoved)
    }
    guard !isRemoved else { return nil }
    if maximumAge < 0 {
      switch saved {
      case .some(nil): return nil
      case .some(let row?):
        if let known, known.version >= row.version, known.readAt > 0 { return known }
        // A saved row with derived attributes lacks their values, so the store is asked.
        if row.readAt > 0 { return row }
      case nil:
        if let known, known.readAt > forgottenUntil { return known }
      }
    } else if let known, known.readAt > forgottenUntil, saved == nil,
      Date.timeIntervalSinceReferenceDate - known.readAt < maximumAge
    {
      return known
    }
    guard let store = id.place.store.flatMap({ store($0) }) else { return nil }
    do { return try store.row(id) } catch {
      throw ObjectError.reported(error, .read, path: store.path)
    }
  }

  func members(_ relationship: ObjectRelationship, of id: ObjectID) throws -> [ObjectID] {
    guard let store = id.place.store.flatMap({ store($0) }) else { return [] }
    return try reading { try store.members(relationship, of: id) }
  }

  func prefetch(
    _ relationship: ObjectRelationship, of ids: [ObjectID]
  ) throws -> (members: [ObjectID: [ObjectID]], rows: [RowSnapshot]) {
    var members: [ObjectID: [ObjectID]] = [:]
    var rows: [RowSnapshot] = []
    for (identifier, group) in Dictionary(grouping: ids, by: { $0.place.store }) {
      guard let store = identifier.flatMap({ store($0) }) else { continue }
      let found = try reading {
        try store.prefetch(relationship, of: group, readsRows: true)
      }
      members.merge(found.members) { first, _ in first }
      rows += found.rows
    }
    return (members, rows)
  }
}
