import Foundation
import MomentumQuery

/// One state of a coordinator's stores, which all contexts of one query generation read.
final class PinnedSource: ObjectSource, Sendable {
  let coordinator: StoreCoordinator

  private struct State {
    /// The stores as they were when the state was pinned; `nil` before the first use.
    var stores: [any ObjectStore]?
    /// When the state was pinned. Rows that were read earlier may belong to another state, so they
    /// are read again.
    var pinnedAt = 0.0
  }

  private let state = Locked(State())

  init(_ coordinator: StoreCoordinator) { self.coordinator = coordinator }

  deinit {
    for store in state.withLock({ $0.stores }) ?? []
    where !coordinator.stores.contains(where: {
      $0 === store
    }) {
      store.close()
    }
  }

  var isPinned: Bool { state.withLock { $0.stores != nil } }

  /// The stores in the pinned state; the first call pins the state.
  func stores() throws -> [any ObjectStore] {
    try state.withLock { state in
      if let known = state.stores { return known }
      state.pinnedAt = Date.timeIntervalSinceReferenceDate
      let made = try coordinator.stores.map { try $0.pinned() }
      state.stores = made
      return made
    }
  }

  private func stores(_ fetch: StoreFetch, _ wanted: [String]?) throws -> [any ObjectStore] {
    let entity = coordinator.model[fetch.request.entity]
    return try stores().filter { store in
      store.holds(entity) && (wanted?.contains(store.identifier) ?? true)
    }
  }

  private func store(_ id: ObjectID) throws -> (any ObjectStore)? {
    try stores().first { $0.identifier == id.place.store }
  }

  func rows(_ fetch: StoreFetch, stores wanted: [String]?) throws -> [RowSnapshot] {
    try stores(fetch, wanted).flatMap { try $0.rows(fetch) }
  }

  func identities(_ fetch: StoreFetch, stores wanted: [String]?) throws -> [ObjectID] {
    try stores(fetch, wanted).flatMap { try $0.identities(fetch) }
  }

  func count(_ fetch: StoreFetch, stores wanted: [String]?) throws -> Int {
    try stores(fetch, wanted).count(fetch)
  }

  func dictionaries(
    _ fetch: StoreFetch, stores wanted: [String]?
  ) throws -> [[String: StoredValue]] {
    try stores(fetch, wanted).flatMap { try $0.dictionaries(fetch) }
  }

  /// The row in the pinned state. `known` is returned if it was read in this state, whatever its
  /// age.
  func row(_ id: ObjectID, known: RowSnapshot?, maximumAge: Double) throws -> RowSnapshot? {
    guard let store = try store(id) else { return nil }
    if let known, known.readAt >= state.withLock({ $0.pinnedAt }) { return known }
    return try store.row(id)
  }

  func members(_ relationship: ObjectRelationship, of id: ObjectID) throws -> [ObjectID] {
    try store(id)?.members(relationship, of: id) ?? []
  }

  func prefetch(
    _ relationship: ObjectRelationship, of ids: [ObjectID]
  ) throws -> (members: [ObjectID: [ObjectID]], rows: [RowSnapshot]) {
    var members: [ObjectID: [ObjectID]] = [:]
    var rows: [RowSnapshot] = []
    for store in try stores() {
      let own = ids.filter { $0.place.store == store.identifier }
      guard !own.isEmpty else { continue }
      let found = try store.prefetch(relationship, of: own, readsRows: true)
      members.merge(found.members) { first, _ in first }
      rows += found.rows
    }
    return (members, rows)
  }
}

extension PinnedSource: Hashable {
  static func == (left: PinnedSource, right: PinnedSource) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ObjectStore {
  /// A store without generations is not pinned and is read as it is.
  package func pinned() throws -> any ObjectStore { self }
}
