import Foundation
import MomentumEvaluation
import MomentumModel
import MomentumQuery

/// The parts of each object that a fetch reads.
enum FetchedContent {
  case identities
  /// The row of a fault, so that firing it needs no statement.
  case rows
  /// The row, with which faults are filled at once.
  case values
}

/// One fetch of a context: what the stores find, corrected by the unsaved changes.
struct ContextFetch {
  private let context: ObjectContext
  private let fetch: StoreFetch
  private let stores: [String]?

  /// - Parameter stores: The identifiers of the stores to search; `nil` for all.
  init(_ context: ObjectContext, _ fetch: StoreFetch, _ stores: [String]?) {
    self.context = context
    var fetch = fetch
    fetch.request.resultType = .managedObjects
    self.fetch = fetch
    self.stores = stores
  }

  /// Whether several stores answer, so that the context puts their answers together.
  var isMerged: Bool {
    context.parent == nil && context.coordinator.storeCount(of: fetch, stores) > 1
  }

  // MARK: - The saved part

  /// The objects that the stores find.
  func saved(_ content: FetchedContent) throws -> [ManagedObject] {
    guard isMerged else { return try read(fetch, content) }
    // Each store could sort and limit only its own objects. So fetch without limit and offset, and
    // sort and limit all objects here.
    return fetch.window(try sorted(try read(fetch.widened, content)))
  }

  private func read(_ fetch: StoreFetch, _ content: FetchedContent) throws -> [ManagedObject] {
    guard content != .identities else {
      return context.objects(with: try context.source.identities(fetch, stores: stores))
    }
    return registered(try context.source.rows(fetch, stores: stores), content)
  }

  /// Returns the objects of rows that were read. If the request refreshes objects, those with
  /// another version take the values of the rows and keep their unsaved changes.
  func registered(_ rows: [RowSnapshot], _ content: FetchedContent = .rows) -> [ManagedObject] {
    // The rows were read just now, so nobody is asked for newer ones.
    guard fetch.refreshesObjects else {
      return context.objects(of: rows, fills: content == .values)
    }
    let objects = context.objects(of: rows)
    for (object, row) in zip(objects, rows) {
      if !object.isFault, !row.isSame(as: object.row), object.row?.version != row.version {
        object.takeBelowChanges(row)
        object.awake(from: .refresh)
        context.event.refreshed.insert(object)
      }
    }
    return objects
  }

  private func sorted(_ objects: [ManagedObject]) throws -> [ManagedObject] {
    guard !fetch.sortKeys.isEmpty else { return objects }
    var evaluator = evaluator()
    let values = objects.map { PredicateValue.object(EvaluatedManagedObject(object: $0)) }
    return try evaluator.sorted(values, by: fetch.sortKeys).compactMap { value in
      guard case .object(let object) = value else { return nil }
      return (object as? EvaluatedManagedObject)?.object
    }
  }

  // MARK: - The unsaved part

  /// The saved objects of a request, corrected by the unsaved changes. The limit holds for the
  /// corrected list, the offset only for the saved one, as in Core Data.
  func patched(
    _ content: FetchedContent = .rows, sorts: Bool = true
  ) throws -> [ManagedObject] {
    try corrected(try saved(content), sorts: sorts)
  }

  /// Saved objects, corrected by the unsaved changes.
  func corrected(_ objects: [ManagedObject], sorts: Bool = true) throws -> [ManagedObject] {
    guard hasPending else { return objects }
    var patched = try withChanges(objects, sorts: sorts)
    if let limit = fetch.request.limit, patched.count > limit { patched.removeSubrange(limit...) }
    return patched
  }

  /// Whether the context has unsaved changes of objects that the request could find.
  var hasPending: Bool {
    guard context.hasChanges else { return false }
    return [context.inserted, context.updated, context.deleted].contains { objects in
      objects.contains { isWanted($0) }
    }
  }

  /// Whether a request could find an object: by its entity, and by its store unless it is new and
  /// was not assigned to one.
  private func isWanted(_ object: ManagedObject) -> Bool {
    let store = object.objectID.place.store ?? object.details?.assignedStore
    if let stores, let store, !stores.contains(store) { return false }
    return fetch.request.includesSubentities
      ? object.plan.inherits(from: fetch.request.entity)
      : object.plan.id == fetch.request.entity
  }

  private func withChanges(
    _ objects: [ManagedObject], sorts: Bool
  ) throws -> [ManagedObject] {
    var evaluator = evaluator()
    func matches(_ object: ManagedObject) throws -> Bool {
      guard let predicate = fetch.predicate else { return true }
      return try evaluator.evaluate(
        predicate, on: .object(EvaluatedManagedObject(object: object)))
    }
    var result = ObjectSet()
    for object in objects where !object.isDeleted {
      if object.state.contains(.updated), try !matches(object) { continue }
      result.insert(object)
    }
    for object in context.inserted.elements + context.updated.elements
    where !object.isDeleted && isWanted(object) && !result.contains(object) {
      if try matches(object) { result.insert(object) }
    }
    return sorts ? try sorted(result.elements) : result.elements
  }

  private func evaluator() -> PredicateEvaluator {
    PredicateEvaluator(
      arguments: fetch.arguments, bindings: fetch.variables,
      options: EvaluationOptions(now: Date.timeIntervalSinceReferenceDate))
  }
}
