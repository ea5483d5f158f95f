extension ModelCheck {
  mutating func checkFetchRequests() -> [StoredFetchRequest] {
    syntax.fetchRequests.compactMap { checkFetchRequest($0) }
  }

  mutating func checkFetchedProperty(_ element: SyntaxElement) -> FetchedProperty {
    // Nobody asks for this request by name, so it need not have one.
    let requests = element.children(.fetchRequest).compactMap { checkFetchRequest($0) }
    return FetchedProperty(
      name: name(of: element), isOptional: flag(element, .optional),
      isSyncable: flag(element, .syncable, absent: true), request: requests.first,
      userInfo: userInfo(of: element))
  }

  /// `nil` where the entity is unknown, which is reported.
  private mutating func checkFetchRequest(_ element: SyntaxElement) -> StoredFetchRequest? {
    let types: [StoredFetchRequest.ResultType] = [
      .managedObject, .managedObjectID, .dictionary, .count,
    ]
    let target = required(element, .entity).flatMap { entity($0, as: .request) }
    let resultType = choice(element, .resultType, among: types.map { (String($0.rawValue), $0) })
    let fetchLimit = count(element, .fetchLimit)
    let batchSize = count(element, .fetchBatchSize)
    let includesSubentities = flag(element, .includeSubentities, absent: true)
    let includesPropertyValues = flag(element, .includePropertyValues, absent: true)
    let includesPendingChanges = flag(element, .includesPendingChanges, absent: true)
    let returnsFaults = flag(element, .returnObjectsAsFaults, absent: true)
    let returnsDistinct = flag(element, .returnDistinctResults)
    guard let target else { return nil }
    return StoredFetchRequest(
      name: name(of: element), entity: target, predicateFormat: text(element, .predicateString),
      resultType: resultType ?? .managedObject, fetchLimit: fetchLimit ?? 0,
      fetchBatchSize: batchSize ?? 0, includesSubentities: includesSubentities,
      includesPropertyValues: includesPropertyValues,
      includesPendingChanges: includesPendingChanges, returnsObjectsAsFaults: returnsFaults,
      returnsDistinctResults: returnsDistinct)
  }
}
