import Foundation
import MomentumEvaluation
import MomentumModel

/// The objects of a request in sections, kept up to date while the context changes.
///
/// ```swift
/// let controller = try ResultsController(context, request, sectionKeyPath: "city")
/// controller.observe { update in for step in update.steps { print(step) } }
/// try controller.performFetch()
/// ```
///
/// It must be used on the queue of its context. Updates come when the context processes its
/// changes.
public final class ResultsController {
  /// The context whose objects are shown.
  public let context: ObjectContext
  /// The request whose objects are shown. After changing it, call ``performFetch()``.
  public var request: ObjectRequest
  /// The key path whose values name the sections; `nil` for one section without a name.
  public let sectionKeyPath: String?
  private var list: ResultList<ManagedObject>?
  private var fetch: StoreFetch?
  private var observation: ContextObservation?
  private var observer: ((ResultsUpdate) -> Void)?

  /// Makes a controller. Throws ``ObjectMisuse`` for a request without sort keys: its order would
  /// be undefined.
  public convenience init(
    _ context: ObjectContext, _ request: ObjectRequest, sectionKeyPath: String? = nil
  ) throws {
    try self.init(context, request, sectionKeyPath: sectionKeyPath, isSorted: false)
  }

  /// - Parameter isSorted: Whether the program has named an order, which may be that of the store.
  package init(
    _ context: ObjectContext, _ request: ObjectRequest, sectionKeyPath: String?, isSorted: Bool
  ) throws {
    guard isSorted || !request.sortKeys.isEmpty else {
      throw ObjectMisuse(
        "NSInvalidArgumentException",
        "An instance of NSFetchedResultsController requires a fetch request with sort descriptors")
    }
    self.context = context
    self.request = request
    self.sectionKeyPath = sectionKeyPath
  }

  /// Calls a closure after each event that changes what is shown.
  public func observe(_ body: @escaping (ResultsUpdate) -> Void) { observer = body }

  /// Fetches the objects. With a batch size and without sections, their values are read when they
  /// are used, batch by batch.
  ///
  /// Throws ``ObjectError`` of code 134060 if the objects are not sorted by section; the former
  /// content then stays. Observers are not called.
  public func performFetch() throws {
    let fetch = try RequestResolver(model: context.model).resolve(request)
    var request = request
    if isLazy { request.includesPropertyValues = false }
    let objects = try context.fetch(request)
    let sorting = ObjectSorting(fetch)
    do throws(SectionOrderError) {
      list = try ResultList(
        objects, order: { sorting.order($0, $1) }, sectionName: sectionKeyPath.map(sectionName))
    } catch {
      throw report(error)
    }
    self.fetch = fetch
    if let sectionKeyPath, list?.allSections.contains(where: \.name.isEmpty) == true {
      context.coordinator.log(ResultSection.unnamedLine(keyPath: sectionKeyPath))
    }
    observation = context.observe { [weak self] event in
      if case .didChange(let changes) = event { self?.digest(changes) }
    }
  }

  /// Whether only identities are fetched. With sections this is not possible, since their names
  /// need the values of all objects.
  private var isLazy: Bool {
    request.batchSize > 0 && sectionKeyPath == nil && request.includesPropertyValues
      && request.returnsFaults && request.prefetchedKeyPaths.isEmpty
  }

  private func report(_ error: SectionOrderError) -> ObjectError {
    context.coordinator.log(error.logLine)
    return ObjectError(.noStore, error.reason, userInfo: ["reason": .string(error.reason)])
  }

  private func sectionName(_ keyPath: String) -> (ManagedObject) -> String? {
    { $0.text(atKeyPath: keyPath) }
  }

  // MARK: - Content

  /// The objects in their order; `nil` before the first fetch.
  public var objects: [ManagedObject]? { list?.all }
  /// The number of objects.
  public var count: Int { list?.count ?? 0 }
  /// The names and lengths of the sections; `nil` before the first fetch.
  public var sections: [ResultsSection]? {
    list?.allSections.map { ResultsSection(name: $0.name, count: $0.count) }
  }

  /// The object at a path; `nil` outside the content.
  public func object(at path: ResultsPath) -> ManagedObject? {
    guard let list, let object = list[ResultPath(path.section, path.row)] else { return nil }
    if object.isFault, object.row == nil, isLazy { readBatch(around: path.row, list) }
    return object
  }

  /// Reads the values of the batch that contains a row.
  private func readBatch(around row: Int, _ list: ResultList<ManagedObject>) {
    let first = row / request.batchSize * request.batchSize
    let batch = (first..<min(first + request.batchSize, list.count)).compactMap { list[$0] }
    do { try context.prefetcher.readRows(of: batch, batchSize: request.batchSize) } catch {
      if let id = batch.first?.objectID { context.notify(.failed(id, error)) }
    }
  }

  /// The path of an object; `nil` if it is not shown.
  public func path(of object: ManagedObject) -> ResultsPath? {
    list?.path(of: object).map(ResultsPath.init)
  }

  /// The names of the sections with the identities of their objects, for example to send them to
  /// another process.
  public func snapshot() -> [(section: String, objects: [ObjectID])] {
    list?.snapshot { $0.objectID }.sections.map { ($0.name, $0.ids) } ?? []
  }

  // MARK: - Changes

  private func digest(_ changes: ContextChanges) {
    guard let fetch, list != nil else { return }
    if !changes.invalidatedAll.isEmpty {
      list?.removeAll()
      return
    }
    let membership = ObjectMembership(fetch)
    let deleted = Set(changes.deleted)
    var touched = ObjectSet()
    for object in changes.inserted + changes.updated + changes.refreshed + changes.deleted
    where membership.isOfEntity(object) { touched.insert(object) }
    let touches = touched.map { object in
      ResultTouch(
        object,
        isMember: !deleted.contains(object) && !object.isDeleted && object.context != nil
          && membership.matches(object))
    }
    guard !touches.isEmpty, let found = digest(touches), !found.isEmpty, let list else { return }
    observer?(ResultsUpdate(found, list, hasSections: sectionKeyPath != nil))
  }

  /// Changes the list in place, since a copy would take time for all its rows. The list is taken
  /// out of the property meanwhile: reading an object may call hooks of its class, which may ask
  /// the controller.
  private func digest(_ touches: [ResultTouch<ManagedObject>]) -> ResultChangeSet<ManagedObject>? {
    guard var list else { return nil }
    self.list = nil
    defer { self.list = list }
    do throws(SectionOrderError) { return try list.digest(touches) } catch {
      // The list keeps its content until the next fetch, which throws this error.
      let failure = report(error)
      if let first = touches.first { context.notify(.failed(first.element.objectID, failure)) }
      return nil
    }
  }
}
