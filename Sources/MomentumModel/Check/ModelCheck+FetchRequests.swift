extension ModelCheck {
  mutating func checkFetchRequests() -> [StoredFetchRequest] {
    unique(syntax.fetchRequests, .fetchRequest).compactMap { _, element in
      subject = ModelSubject("fetch request", name(of: element))
      defer { subject = nil }
      return checkFetchRequest(element)
    }
  }

  mutating func checkFetchedProperty(_ element: SyntaxElement) -> FetchedProperty {
    let outer = subject
    subject = ModelSubject("fetched property", name(of: element), of: outer)
    defer { subject = outer }
    // The request of a fetched property is never looked up by name, so it needs no name.
    let requests = element.children(.fetchRequest).compactMap { checkFetchRequest($0) }
    return FetchedProperty(
      name: name(of: element), isOptional: flag(element, .optional),
      isSyncable: flag(element, .syncable, absent: true), request: requests.first,
      userInfo: userInfo(of: element))
  }

  /// Reads a stored fetch request; returns `nil` if its entity is unknown, which is reported.
  private mutating func checkFetchRequest(_ element: SyntaxElement) -> StoredFetchRequest? {
    let types: [StoredFetchRequest.ResultType] = [
      .managedObject, .managedObjectID, .dictionary, .count,
    ]
    let target = value(of: .entity, in: element).flatMap { entity($0, as: .request) }
    let resultType = choice(
      element, .resultType, among: types.map { (String($0.rawValue), $0) },
      absent: ("0", .managedObject))
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
      resultType: resultType, fetchLimit: max(0, fetchLimit ?? 0),
      fetchBatchSize: max(0, batchSize ?? 0), includesSubentities: includesSubentities,
      includesPropertyValues: includesPropertyValues,
      includesPendingChanges: includesPendingChanges, returnsObjectsAsFaults: returnsFaults,
      returnsDistinctResults: returnsDistinct)
  }
}
