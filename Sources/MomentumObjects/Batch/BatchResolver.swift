import MomentumDiagnostics
import MomentumModel
import MomentumQuery
import MomentumRuntime

/// Resolves the names of a batch request and checks its values.
struct BatchResolver {
  let context: ObjectContext

  private var model: ModelPlan { context.model }

  func resolve(_ request: BatchRequest, _ type: BatchResultType) throws -> StoreBatch {
    StoreBatch(kind: try kind(request), className: request.className, resultType: type)
  }

  private func kind(_ request: BatchRequest) throws -> StoreBatch.Kind {
    switch request {
    case .insert(let name, let objects):
      let plan = try plan(name)
      var rows = objects.makeIterator()
      return insert(plan) {
        try rows.next().map { try BatchRow(plan, context).values(of: $0) }
      }
    case .insertDictionaries(let name, let fill):
      let plan = try plan(name)
      return insert(plan) {
        var values: [String: PropertyValue] = [:]
        return try fill(&values) ? nil : try BatchRow(plan, context).values(of: values)
      }
    case .insertObjects(let name, let fill):
      let plan = try plan(name)
      return insert(plan) {
        let row = BatchRow(plan, context)
        return try fill(row.object) ? nil : try row.values()
      }
    case .update(let name, let predicate, let values, let expressions, let includesSubentities):
      var request = ObjectRequest(name, where: predicate)
      request.includesSubentities = includesSubentities
      let fetch = try RequestResolver(model: model).resolve(request)
      let assignments = try BatchAssignments(context, model[fetch.request.entity])
      return .update(fetch, try assignments.resolve(values, expressions))
    case .delete(let request):
      return .delete(try RequestResolver(model: model).resolve(request))
    case .deleteObjects(let ids): return try delete(ids)
    }
  }

  private func insert(
    _ plan: EntityPlan, _ nextRow: @escaping () throws -> [AttributeValue?]?
  ) -> StoreBatch.Kind {
    let takesInserted =
      switch context.mergePolicy {
      case .objectTrump, .overwrite: true
      case .error, .storeTrump, .rollback, .custom: false
      }
    return .insert(plan, takesInserted: takesInserted, nextRow: nextRow)
  }

  private func plan(_ name: String) throws -> EntityPlan {
    guard let plan = model.entity(named: name) else { throw ObjectMisuse.unknownEntity(name) }
    guard !plan.isAbstract else { throw ObjectMisuse.abstract(plan) }
    return plan
  }

  /// All objects have to be of one entity. Objects that were never saved have no rows and are left
  /// out.
  private func delete(_ ids: [ObjectID]) throws -> StoreBatch.Kind {
    guard let first = ids.first else {
      throw ObjectMisuse("NSInvalidArgumentException", "A batch delete needs at least one object.")
    }
    guard let other = ids.first(where: { $0.entity !== first.entity }) else {
      return .deleteObjects(first.entity, ids.filter { !$0.isTemporary })
    }
    throw ObjectMisuse(
      "NSInvalidArgumentException",
      "mismatched objectIDs in batch delete initializer: objects of the entities "
        + "\(first.entityName) and \(other.entityName). Use one request for each entity.")
  }
}

/// One row of a batch insertion.
struct BatchRow {
  /// An object of no context, with default values.
  let object: ManagedObject

  init(_ plan: EntityPlan, _ context: ObjectContext) {
    let place = context.coordinator.temporaryPlaces[plan]
    let seed = ObjectSeed(id: .temporary(place), identities: nil, state: [], row: nil)
    object = context.coordinator.classes.type(of: plan).init(seed)
    object.begin(with: ObjectDetails(new: plan, values: plan.defaults))
  }

  /// Sets the values of a dictionary, and returns the values of all attributes by index in
  /// `plan.leaves`.
  func values(of values: [String: PropertyValue]) throws -> [AttributeValue?] {
    let plan = object.plan
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      guard case .attribute? = plan.place(of: key) else {
        let why =
          plan.place(of: key) == nil
          ? "has no attribute '\(key)'" : "cannot set '\(key)' in a batch: it is no attribute"
        throw ObjectError(.notValid, key: key, "the entity \(plan.name) \(why)")
      }
      try object.setValue(value, forKey: key)
    }
    return try self.values()
  }

  /// The values of all attributes by index in `plan.leaves`. Throws ``ObjectError`` if a value
  /// breaks a rule of the model.
  func values() throws -> [AttributeValue?] {
    try ObjectValidator(object).validateAttributes()
    var values = object.leafValues
    for (index, leaf) in object.plan.leaves.enumerated() where leaf.isTransient {
      values[index] = nil
    }
    return values
  }
}
