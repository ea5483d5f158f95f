import MomentumModel

extension ManagedObject {
  /// The objects of a fetched property. They are fetched once and kept until the object is
  /// refreshed.
  final func fetchedProperty(_ index: Int) throws -> [ManagedObject] {
    if let known = details?.fetched[index] { return known }
    guard let context, let stored = plan.fetchedProperties[index].request else { return [] }
    var request = ObjectRequest(context.model[stored.entity].name)
    request.limit = stored.fetchLimit
    request.includesSubentities = stored.includesSubentities
    request.predicate = stored.predicateFormat.map {
      ObjectPredicate(
        $0, variables: $0.contains("$FETCH_SOURCE") ? ["FETCH_SOURCE": .object(objectID)] : [:])
    }
    let objects = try context.fetch(request)
    ownDetails().fetched[index] = objects
    return objects
  }
}
