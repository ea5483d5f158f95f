import Foundation
import MomentumEvaluation
import MomentumModel
import MomentumPredicate
import MomentumQuery

@testable import MomentumObjects

/// The simplest store: rows in a dictionary. Tests of contexts use it where the kind of store does
/// not matter, and see from it what a context has written.
final class TableStore: ObjectStore {
  let type = "InMemory"
  let path: String? = nil
  let identifier = UUID().uuidString
  let configuration: String? = nil
  let isReadOnly = false
  let places: ObjectPlaces
  var metadata: StoreInformation {
    get { StoreInformation() }
    set { _ = newValue }
  }
  private let model: ModelPlan
  private let state = Locked(State())

  fileprivate struct State {
    var rows: [ObjectID: RowSnapshot] = [:]
    var order: [ObjectID] = []
    var links: [RelationshipID: [ObjectID: [ObjectID]]] = [:]
    var highest: [EntityID: Int64] = [:]
    var log: [String] = []
    var isUnreadable = false
    var refusesSaves = false
  }

  init(_ model: ModelPlan) {
    self.model = model
    places = ObjectPlaces(store: identifier, model)
  }

  /// What was asked of the store since the last call: `rows Person`, `row Person/p1`, `save +1 ~0 -0`.
  func takeLog() -> [String] {
    state.withLock { state in
      defer { state.log = [] }
      return state.log
    }
  }

  /// An error of the file system, as a store on a disk reports it.
  struct Unreadable: Error {}

  /// Whether reading rows and members fails.
  var isUnreadable: Bool {
    get { state.withLock { $0.isUnreadable } }
    set { state.withLock { $0.isUnreadable = newValue } }
  }

  /// Whether each save fails.
  var refusesSaves: Bool {
    get { state.withLock { $0.refusesSaves } }
    set { state.withLock { $0.refusesSaves = newValue } }
  }

  private func log(_ line: String) { state.withLock { $0.log.append(line) } }

  func holds(_ entity: EntityPlan) -> Bool { true }

  private func found(_ fetch: StoreFetch) throws -> [RowSnapshot] {
    let request = fetch.request
    let all = state.withLock { state in state.order.compactMap { state.rows[$0] } }
    var result: [RowSnapshot] = []
    var evaluator = PredicateEvaluator(
      arguments: fetch.arguments, bindings: fetch.variables,
      options: EvaluationOptions(nullSemantics: .store))
    for row in all {
      if let wanted = fetch.identities, !wanted.contains(row.id) { continue }
      guard
        request.includesSubentities
          ? row.id.entity.inherits(from: request.entity) : row.id.entity.id == request.entity
      else { continue }
      if let predicate = fetch.predicate {
        guard try evaluator.evaluate(predicate, on: .object(EvaluatedRow(row: row, store: self)))
        else { continue }
      }
      result.append(row)
    }
    if !fetch.sortKeys.isEmpty {
      result = try evaluator.sorted(
        result.map { .object(EvaluatedRow(row: $0, store: self)) }, by: fetch.sortKeys
      ).compactMap { value in
        guard case .object(let object) = value else { return nil }
        return (object as? EvaluatedRow)?.row
      }
    }
    result = Array(result.dropFirst(request.offset ?? 0))
    return Array(result.prefix(request.limit ?? result.count))
  }

  func rows(_ fetch: StoreFetch) throws -> [RowSnapshot] {
    log("rows \(model[fetch.request.entity].name)")
    return try found(fetch)
  }

  func identities(_ fetch: StoreFetch) throws -> [ObjectID] {
    log("identities \(model[fetch.request.entity].name)")
    return try found(fetch).map(\.id)
  }

  func count(_ fetch: StoreFetch) throws -> Int { try found(fetch).count }

  func dictionaries(_ fetch: StoreFetch) throws -> [[String: StoredValue]] { [] }

  func row(_ id: ObjectID) throws -> RowSnapshot? {
    log("row \(id.entityName)/p\(id.number)")
    guard !isUnreadable else { throw Unreadable() }
    return stored(id)
  }

  func stored(_ id: ObjectID) -> RowSnapshot? { state.withLock { $0.rows[id] } }

  func members(_ relationship: ObjectRelationship, of id: ObjectID) throws -> [ObjectID] {
    log("members \(relationship.name)")
    guard !isUnreadable else { throw Unreadable() }
    return storedMembers(relationship, of: id)
  }

  private func storedMembers(
    _ relationship: ObjectRelationship, of id: ObjectID
  ) -> [ObjectID] {
    state.withLock { state in
      if let linked = state.links[relationship.id]?[id] { return linked }
      guard case .toOne(let inverse)? = relationship.inverse else { return [] }
      return state.order.filter {
        $0.entity.inherits(from: relationship.destination)
          && state.rows[$0]?.toOnes[inverse] == id
      }
    }
  }

  func members(
    _ relationship: ObjectRelationship, of ids: [ObjectID]
  ) throws -> [ObjectID: [ObjectID]] {
    log("members \(relationship.name) of \(ids.count)")
    var result: [ObjectID: [ObjectID]] = [:]
    for id in ids { result[id] = storedMembers(relationship, of: id) }
    return result
  }

  func reserveNumbers(_ count: Int, root: EntityPlan) throws -> ClosedRange<Int64> {
    state.withLock { state in
      let last = state.highest[root.id] ?? 0
      state.highest[root.id] = last + Int64(count)
      return last + 1...last + Int64(count)
    }
  }

  func save(_ changes: StoreChanges) throws {
    log("save +\(changes.inserts.count) ~\(changes.updates.count) -\(changes.deletes.count)")
    guard !refusesSaves else { throw Unreadable() }
    try state.withLock { state in
      let conflicts = changes.readVersions.filter { state.rows[$0.id]?.version != $0.version }
      guard conflicts.isEmpty else {
        throw StoreConflict.rows(conflicts.map { ($0.id, state.rows[$0.id]) })
      }
      for delete in changes.deletes {
        state.rows[delete.old.id] = nil
        state.order.removeAll { $0 == delete.old.id }
      }
      for insert in changes.inserts {
        state.rows[insert.row.id] = insert.row
        state.order.append(insert.row.id)
      }
      for update in changes.updates { state.rows[update.new.id] = update.new }
      for link in changes.links { state.apply(link) }
    }
  }

  func close() {}
}

extension TableStore.State {
  fileprivate mutating func apply(_ link: StoreChanges.Link) {
    let id = link.relationship.id
    var members = links[id]?[link.source] ?? []
    members.removeAll { link.removed.contains($0) }
    members += link.added
    links[id, default: [:]][link.source] = link.order ?? members
    guard case .toMany(let place)? = link.relationship.inverse else { return }
    for (others, isAdded) in [(link.added, true), (link.removed, false)] {
      for other in others {
        let inverse = other.entity.toManys[place].id
        var back = links[inverse]?[other] ?? []
        back.removeAll { $0 == link.source }
        if isAdded { back.append(link.source) }
        links[inverse, default: [:]][other] = back
      }
    }
  }
}

/// A row for the evaluation of predicates.
private struct EvaluatedRow: EvaluatedObject {
  let row: RowSnapshot
  let store: TableStore

  var identity: ObjectIdentity { row.id.evaluated }

  func value(forKey key: String) throws(UnknownKey) -> PredicateValue {
    switch row.id.entity.place(of: key) {
    case .attribute(let index)?:
      let leaf = row.id.entity.attributes[index].leaves.lowerBound
      return row.values[leaf].map { PredicateValue($0) } ?? .null
    case .toOne(let index)?:
      return row.toOnes[index].flatMap { store.stored($0) }.map {
        .object(EvaluatedRow(row: $0, store: store))
      } ?? .null
    case .toMany?, .fetchedProperty?, nil: throw UnknownKey(key)
    }
  }
}
