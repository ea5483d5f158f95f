package import MomentumModel

/// The parts of a fetched property that a model file does not have, or that a program may change
/// while the model is in use.
package struct FetchedPropertySettings: Sendable, Hashable {
  package var sortKeys: [ObjectSort]
  /// The values of `$FETCHED_PROPERTY.userInfo.key`, by key.
  package var userInfo: [String: AttributeValue]

  package init(sortKeys: [ObjectSort], userInfo: [String: AttributeValue]) {
    self.sortKeys = sortKeys
    self.userInfo = userInfo
  }

  init(_ property: FetchedProperty) {
    self.init(
      sortKeys: [],
      userInfo: Dictionary(property.userInfo.map { ($0.key, .string($0.value)) }) { $1 })
  }
}

/// The objects of a fetched property, and the settings that they were fetched with.
struct FetchedPropertyContent {
  var settings: FetchedPropertySettings
  var objects: [ManagedObject]
}

extension ManagedObject {
  /// The value of a property by name. A fetched property is fetched with `settings`, which returns
  /// `nil` to fetch it as the model has it.
  package final func value(
    forKey key: String, fetchedWith settings: () -> FetchedPropertySettings?
  ) throws -> PropertyValue {
    guard case .fetchedProperty(let index)? = plan.place(of: key) else {
      return try value(forKey: key)
    }
    context?.willUse(self)
    if isFault { try realize(for: .fetchedProperty(index)) }
    return .orderedObjects(try fetchedProperty(index, settings()))
  }

  /// The objects of a fetched property. They are fetched once and kept until the object is
  /// refreshed, or until the settings are others (OG-916).
  final func fetchedProperty(
    _ index: Int, _ settings: FetchedPropertySettings? = nil
  ) throws -> [ManagedObject] {
    let property = plan.fetchedProperties[index]
    let settings = settings ?? FetchedPropertySettings(property)
    if let known = details?.fetched[index], known.settings == settings { return known.objects }
    guard let context, let stored = property.request else { return [] }
    var request = ObjectRequest(context.model[stored.entity].name)
    request.limit = stored.fetchLimit
    request.includesSubentities = stored.includesSubentities
    request.sortKeys = settings.sortKeys
    request.predicate = try stored.predicateFormat.map {
      try bindingVariables(in: $0, name: property.name, settings)
    }
    let objects = try context.fetch(request)
    ownDetails().fetched[index] = FetchedPropertyContent(settings: settings, objects: objects)
    return objects
  }

  /// Binds the fetching object to `$FETCH_SOURCE`. Its key paths, such as `$FETCH_SOURCE.name`, and
  /// those of `$FETCHED_PROPERTY` are replaced by further variables, such as `$FETCH_SOURCE_1`, with
  /// their values.
  private func bindingVariables(
    in format: String, name: String, _ settings: FetchedPropertySettings
  ) throws -> ObjectPredicate {
    let (source, description) = ("$FETCH_SOURCE", "$FETCHED_PROPERTY")
    var variables: [String: ObjectPredicate.Argument] = [:]
    let text = try FormatText.replacing(in: format) { rest in
      guard let start = [source, description].first(where: { rest.hasPrefix($0) }) else {
        return nil
      }
      let path = rest.dropFirst(start.count).prefix {
        $0 == "." || $0 == "_" || $0.isLetter || $0.isNumber
      }
      guard path.first == "." else {
        if path.isEmpty, start == source { variables["FETCH_SOURCE"] = .object(objectID) }
        return (start, start.count)
      }
      let keys = path.split(separator: ".").map(String.init)
      let variable = "FETCH_SOURCE_\(variables.count + 1)"
      variables[variable] =
        start == source
        ? try argument(atKeyPath: keys) : Self.argument(atKeyPath: keys, name, settings)
      return ("$" + variable, start.count + path.count)
    }
    return ObjectPredicate(text, variables: variables)
  }

  /// The value of `$FETCHED_PROPERTY.userInfo.key` or `$FETCHED_PROPERTY.name`.
  private static func argument(
    atKeyPath keys: [String], _ name: String, _ settings: FetchedPropertySettings
  ) -> ObjectPredicate.Argument {
    if keys == ["name"] { return .value(.string(name)) }
    guard keys.first == "userInfo",
      let value = settings.userInfo[keys.dropFirst().joined(separator: ".")]
    else { return .null }
    return .value(value)
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
