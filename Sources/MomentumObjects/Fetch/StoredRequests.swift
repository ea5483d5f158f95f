import MomentumCompiler
package import MomentumModel
public import MomentumRuntime

extension ObjectPredicate.Argument {
  /// A value of Swift: a number, a text, a date, an optional, or an array of these.
  public init(_ value: some FormatArgument) {
    self.init(constant: value.attributeConstant)
  }

  /// An object, or no object.
  public init(_ object: ManagedObject?) { self = object.map { .object($0.objectID) } ?? .null }

  /// A collection of objects.
  public init(_ objects: [ManagedObject]) { self = .list(objects.map { .object($0.objectID) }) }

  private init(constant: AttributeConstant) {
    switch constant.argument {
    case .value(let value): self = .value(value)
    case .list(let elements):
      self = .list(elements.map { Self(constant: AttributeConstant($0)) })
    // `null` is `nil`. A Swift value makes none of the other kinds: `key`, for example, is the key
    // of a value of MomentumRuntime.
    case .null, .object, .key, .fetch, .text: self = .null
    }
  }
}

extension StoreCoordinator {
  /// A copy of a fetch request that the model stores, with all its variables filled.
  ///
  /// Throws ``ObjectMisuse`` if the model has no such request or a variable has no value.
  public func storedRequest(
    _ name: String, variables: [String: ObjectPredicate.Argument] = [:]
  ) throws -> ObjectRequest {
    guard let checked = model.compiled.storedRequests.first(where: { $0.request.name == name })
    else { throw ObjectMisuse.unknownRequest(name) }
    let stored = checked.request
    for variable in checked.predicate?.variables ?? [] where variables[variable.name] == nil {
      throw ObjectMisuse.unboundVariable(variable.name, request: name)
    }
    var request = ObjectRequest(stored, entityName: model[stored.entity].name)
    request.predicate?.variables = variables
    return request
  }
}

extension ObjectRequest {
  /// The settings of a fetch request that a model stores.
  package init(_ stored: StoredFetchRequest, entityName: String) {
    self.init(entityName)
    predicate = stored.predicateFormat.map { ObjectPredicate($0) }
    limit = stored.fetchLimit
    batchSize = stored.fetchBatchSize
    includesSubentities = stored.includesSubentities
    includesPendingChanges = stored.includesPendingChanges
    includesPropertyValues = stored.includesPropertyValues
    returnsFaults = stored.returnsObjectsAsFaults
    isDistinct = stored.returnsDistinctResults
  }
}

extension ObjectContext {
  /// The objects of a request, typed as their class. Throws ``ObjectMisuse`` if the class is not
  /// registered for the entity.
  ///
  /// `let venues: [Venue] = try context.fetch(request)`
  public final func fetch<Object: ManagedObject>(_ request: ObjectRequest) throws -> [Object] {
    try (fetch(request) as [ManagedObject]).typed()
  }
}

extension [ManagedObject] {
  fileprivate func typed<Object: ManagedObject>() throws -> [Object] {
    try map { object in
      guard let typed = object as? Object else {
        throw ObjectMisuse.otherClass(object, Object.self)
      }
      return typed
    }
  }
}

extension ObjectMisuse {
  static func unknownRequest(_ name: String) -> ObjectMisuse {
    ObjectMisuse(
      "NSInvalidArgumentException", "the model has no fetch request named '\(name)'.")
  }

  static func unboundVariable(_ name: String, request: String) -> ObjectMisuse {
    ObjectMisuse(
      "NSInvalidArgumentException",
      "the variable $\(name) of the fetch request '\(request)' has no value. Pass null for nil.")
  }
}
