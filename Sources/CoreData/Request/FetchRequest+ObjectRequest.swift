import MomentumObjects

extension AnyFetchRequest {
  /// Takes the settings of a request of the object graph, but those for dictionaries.
  func take(
    _ request: ObjectRequest, _ entity: NSEntityDescription?,
    _ coordinator: NSPersistentStoreCoordinator?
  ) {
    self.entity = entity
    predicate = request.predicate.map { predicate in
      FormatPredicate(
        predicate.format, predicate.arguments.map { $0.foundationValue(coordinator) },
        variables: predicate.variables.mapValues { $0.foundationValue(coordinator) }
      ).specific
    }
    sortDescriptors =
      request.sortKeys.isEmpty
      ? nil
      : request.sortKeys.map { key in
        NSSortDescriptor(
          key: key.keyPath, ascending: key.isAscending, selector: Selector(key.comparison))
      }
    fetchLimit = request.limit
    fetchOffset = request.offset
    fetchBatchSize = request.batchSize
    includesSubentities = request.includesSubentities
    includesPropertyValues = request.includesPropertyValues
    includesPendingChanges = request.includesPendingChanges
    returnsObjectsAsFaults = request.returnsFaults
    returnsDistinctResults = request.isDistinct
    shouldRefreshRefetchedObjects = request.refreshesFetchedObjects
  }
}

extension ObjectPredicate.Argument {
  fileprivate func foundationValue(_ coordinator: NSPersistentStoreCoordinator?) -> Any? {
    switch self {
    case .null, .token: nil
    case .value(let value): value.foundationValue
    case .object(let id): NSManagedObjectID(id, coordinator)
    case .list(let elements): elements.map { $0.foundationValue(coordinator) ?? NSNull() }
    }
  }
}

extension Selector {
  fileprivate init?(_ comparison: ObjectSort.Comparison) {
    switch comparison {
    case .binary: return nil
    case .caseInsensitive: self.init("caseInsensitiveCompare:")
    case .localized: self.init("localizedCompare:")
    case .localizedCaseInsensitive: self.init("localizedCaseInsensitiveCompare:")
    case .localizedStandard: self.init("localizedStandardCompare:")
    }
  }
}
