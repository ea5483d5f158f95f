import MomentumObjects

extension AnyFetchRequest {
  /// The request for the object graph. Stops the program for an unknown entity.
  func objectRequest(in context: NSManagedObjectContext) -> ObjectRequest {
    let entity = resolvedEntity(in: context)
    var request = ObjectRequest(entity.name ?? "")
    request.predicate = predicate.map { PredicateText($0).objectPredicate }
    request.sortKeys = (sortDescriptors ?? []).map { ObjectSort($0) }
    request.limit = fetchLimit
    request.offset = fetchOffset
    request.batchSize = fetchBatchSize
    request.includesSubentities = includesSubentities
    request.includesPendingChanges = includesPendingChanges
    request.includesPropertyValues = includesPropertyValues
    request.returnsFaults = returnsObjectsAsFaults
    request.refreshesFetchedObjects = shouldRefreshRefetchedObjects
    request.prefetchedKeyPaths = relationshipKeyPathsForPrefetching ?? []
    request.storeIdentifiers = affectedStores?.map { $0.identifier ?? "" }
    request.propertiesToFetch = (propertiesToFetch ?? []).map(Self.selection)
    request.propertiesToGroupBy = (propertiesToGroupBy ?? []).map(Self.keyPath)
    request.havingFormat = havingPredicate.map { PredicateText($0).literal }
    request.isDistinct = returnsDistinctResults
    return request
  }

  private func resolvedEntity(in context: NSManagedObjectContext) -> NSEntityDescription {
    let name = entityName ?? ""
    guard let entity = context.model?.entitiesByName[name] else {
      CoreDataException.raise(
        "NSInvalidArgumentException",
        name.isEmpty
          ? "executeFetchRequest:error: A fetch request must have an entity."
          : "executeFetchRequest:error: \(name) is not a known entity name in the given "
            + "fetch request's context.")
    }
    if namedEntity == nil { namedEntity = entity }
    return entity
  }

  /// A property to fetch as the object graph writes it: `max:(age) AS oldest`.
  private static func selection(_ property: Any) -> String {
    guard let description = property as? NSExpressionDescription, let value = description.expression
    else { return keyPath(property) }
    let type =
      description.expressionResultType == .undefinedAttributeType
      ? "" : typeName(description.expressionResultType).map { ": \($0)" } ?? ""
    return "\(value.text) AS \"\(description.name)\"\(type)"
  }

  private static func keyPath(_ property: Any) -> String {
    switch property {
    case let description as NSExpressionDescription: description.expression?.text ?? ""
    case let description as NSPropertyDescription: description.name
    case let expression as NSExpression: expression.text
    default: "\(property)"
    }
  }

  private static func typeName(_ type: NSAttributeType) -> String? {
    switch type {
    case .integer16AttributeType: "Integer 16"
    case .integer32AttributeType: "Integer 32"
    case .integer64AttributeType: "Integer 64"
    case .decimalAttributeType: "Decimal"
    case .doubleAttributeType: "Double"
    case .floatAttributeType: "Float"
    case .stringAttributeType: "String"
    case .booleanAttributeType: "Boolean"
    case .dateAttributeType: "Date"
    case .binaryDataAttributeType: "Binary"
    case .UUIDAttributeType: "UUID"
    case .URIAttributeType: "URI"
    case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType,
      .compositeAttributeType:
      nil
    }
  }
}
