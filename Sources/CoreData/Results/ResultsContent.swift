import MomentumObjects

/// What the controllers of one request share: the controller of the object graph and the delegate.
final class ResultsContent {
  let request: AnyFetchRequest
  let context: NSManagedObjectContext
  let sectionKeyPath: String?
  let cacheName: String?
  weak var delegate: (any NSFetchedResultsControllerDelegate)?
  private var controller: ResultsController?
  /// Whether the last call reached a default of the protocol: the delegate does not have the method.
  private var reachedDefault = false
  /// The controller that the delegate gets.
  private lazy var face = NSFetchedResultsController<any NSFetchRequestResult>(self)

  init(
    _ request: AnyFetchRequest, _ context: NSManagedObjectContext, _ sectionKeyPath: String?,
    _ cacheName: String?
  ) {
    self.request = request
    self.context = context
    self.sectionKeyPath = sectionKeyPath
    self.cacheName = cacheName
  }

  /// Makes a controller of the object graph with the settings that the request has now.
  func performFetch() throws {
    let made = try CoreDataException.reporting(in: context) {
      try ResultsController(
        context.core, request.objectRequest(in: context), sectionKeyPath: sectionKeyPath,
        isSorted: request.sortDescriptors != nil)
    }
    try CoreDataException.reporting(in: context) { try made.performFetch() }
    made.observe { [weak self] update in self?.tell(update) }
    controller = made
    // Observed: the first content is told as a snapshot, so that a data source can be filled with it.
    if let delegate { _ = takesSnapshot(delegate, reloaded: []) }
  }

  // MARK: - Content

  var objects: [NSManagedObject]? {
    controller?.objects?.map { ManagedObjectClasses.shared.object(of: $0) }
  }

  func object(at path: IndexPath) -> NSManagedObject? {
    controller?.object(at: ResultsPath(path.section, path.row)).map {
      ManagedObjectClasses.shared.object(of: $0)
    }
  }

  func path(of object: NSManagedObject) -> IndexPath? {
    controller?.path(of: object.core).map { IndexPath($0) }
  }

  var sections: [any NSFetchedResultsSectionInfo]? {
    guard let controller, let sections = controller.sections else { return nil }
    let all = controller.objects ?? []
    var start = 0
    return sections.map { section in
      defer { start += section.count }
      return ResultsSectionInfo(
        name: section.name, indexTitle: title(of: section.name),
        cores: Array(all[start..<start + section.count]))
    }
  }

  var titles: SectionIndexTitles {
    SectionIndexTitles(sections: controller?.sections?.map(\.name) ?? []) { self.title(of: $0) }
  }

  func title(of section: String) -> String? {
    guard let delegate else { return SectionIndexTitles.title(forSection: section) }
    return delegate.controller(face, sectionIndexTitleForSectionName: section)
  }

  // MARK: - Changes

  /// Documented: a delegate that has the method with a snapshot gets no other call, and neither does one
  /// that has the method with a difference, if there are no sections.
  private func tell(_ update: ResultsUpdate) {
    guard let delegate else { return }
    let coordinator = context.identityCoordinator
    let reloaded = update.reloaded.map { NSManagedObjectID($0, coordinator) }
    if takesSnapshot(delegate, reloaded: reloaded) { return }
    if let difference = update.difference, let own = identities(difference, coordinator),
      has({ delegate.controller(face, didChangeContentWith: own) })
    {
      return
    }
    delegate.controllerWillChangeContent(face)
    for step in update.steps { tell(step, delegate) }
    delegate.controllerDidChangeContent(face)
  }

  private func takesSnapshot(
    _ delegate: any NSFetchedResultsControllerDelegate, reloaded: [NSManagedObjectID]
  ) -> Bool {
    let coordinator = context.identityCoordinator
    let sections = (controller?.snapshot() ?? []).map { section in
      (name: section.section, items: section.objects.map { NSManagedObjectID($0, coordinator) })
    }
    let snapshot = NSDiffableDataSourceSnapshotReference(sections, reloaded: reloaded)
    return has { delegate.controller(face, didChangeContentWith: snapshot) }
  }

  /// Whether the delegate has the method that `call` calls.
  private func has(_ call: () -> Void) -> Bool {
    reachedDefault = false
    call()
    return !reachedDefault
  }

  func noteDefault() { reachedDefault = true }

  private func tell(
    _ step: ResultsUpdate.Step, _ delegate: any NSFetchedResultsControllerDelegate
  ) {
    func tell(
      _ object: ManagedObject, _ old: ResultsPath?, _ type: NSFetchedResultsChangeType,
      _ new: ResultsPath?
    ) {
      delegate.controller(
        face, didChange: ManagedObjectClasses.shared.object(of: object),
        at: old.map { IndexPath($0) }, for: type, newIndexPath: new.map { IndexPath($0) })
    }
    switch step {
    case .insertSection(let index, let name): tellSection(index, name, .insert, delegate)
    case .deleteSection(let index, let name): tellSection(index, name, .delete, delegate)
    case .insert(let object, let path): tell(object, nil, .insert, path)
    case .delete(let object, let path): tell(object, path, .delete, nil)
    case .move(let object, let old, let new): tell(object, old, .move, new)
    case .update(let object, let path): tell(object, path, .update, path)
    }
  }

  private func tellSection(
    _ index: Int, _ name: String, _ type: NSFetchedResultsChangeType,
    _ delegate: any NSFetchedResultsControllerDelegate
  ) {
    let known = type == .insert ? sections?.first { $0.name == name } : nil
    let info = known ?? ResultsSectionInfo(name: name, indexTitle: title(of: name), cores: [])
    delegate.controller(face, didChange: info, atSectionIndex: index, for: type)
  }

  private func identities(
    _ difference: CollectionDifference<ObjectID>, _ coordinator: NSPersistentStoreCoordinator?
  ) -> CollectionDifference<NSManagedObjectID>? {
    CollectionDifference(
      difference.map { change -> CollectionDifference<NSManagedObjectID>.Change in
        switch change {
        case .insert(let offset, let id, let other):
          .insert(
            offset: offset, element: NSManagedObjectID(id, coordinator), associatedWith: other)
        case .remove(let offset, let id, let other):
          .remove(
            offset: offset, element: NSManagedObjectID(id, coordinator), associatedWith: other)
        }
      })
  }
}

/// A section as it was when it was asked for.
private struct ResultsSectionInfo: NSFetchedResultsSectionInfo {
  let name: String
  let indexTitle: String?
  let cores: [ManagedObject]

  var numberOfObjects: Int { cores.count }
  var objects: [Any]? { cores.map { ManagedObjectClasses.shared.object(of: $0) } }
}

extension IndexPath {
  fileprivate init(_ path: ResultsPath) { self.init(row: path.row, section: path.section) }
}
