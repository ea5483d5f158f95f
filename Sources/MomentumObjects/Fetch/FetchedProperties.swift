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
    request.predicate = try stored.predicateFormat.map { try bindingSource(in: $0) }
    let objects = try context.fetch(request)
    ownDetails().fetched[index] = objects
    return objects
  }

  /// Binds the fetching object to `$FETCH_SOURCE`. Its key paths, such as `$FETCH_SOURCE.name`, are
  /// replaced by further variables, such as `$FETCH_SOURCE_1`, with their values.
  private func bindingSource(in format: String) throws -> ObjectPredicate {
    let name = "$FETCH_SOURCE"
    var variables: [String: ObjectPredicate.Argument] = [:]
    let text = try FormatText.replacing(in: format) { rest in
      guard rest.hasPrefix(name) else { return nil }
      let path = rest.dropFirst(name.count).prefix {
        $0 == "." || $0 == "_" || $0.isLetter || $0.isNumber
      }
      guard path.first == "." else {
        if path.isEmpty { variables["FETCH_SOURCE"] = .object(objectID) }
        return (name, name.count)
      }
      let variable = "FETCH_SOURCE_\(variables.count + 1)"
      variables[variable] = try argument(atKeyPath: path.split(separator: ".").map(String.init))
      return ("$" + variable, name.count + path.count)
    }
    return ObjectPredicate(text, variables: variables)
  }

  /// The value at the end of a key path of to-one relationships, as an argument of a predicate.
  private func argument(atKeyPath keys: [String]) throws -> ObjectPredicate.Argument {
    var object = self
    for key in keys.dropLast() {
      guard case .object(let next) = try object.value(forKey: key) else { return .null }
      object = next
    }
    guard let key = keys.last else { return .object(objectID) }
    switch try object.value(forKey: key) {
    case .attribute(let value): return .value(value)
    case .object(let object): return .object(object.objectID)
    case .objects(let objects), .orderedObjects(let objects):
      return .list(objects.map { .object($0.objectID) })
    case .null, .composite, .transformed: return .null
    }
  }
}
