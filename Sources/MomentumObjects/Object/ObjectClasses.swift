/// The classes of managed objects by the names of their entities.
///
/// ```swift
/// var classes = ObjectClasses()
/// classes["Venue"] = Venue.self
/// let container = try ObjectContainer(model: "Shop.xcdatamodeld", classes: classes)
/// ```
///
/// An entity without a registered class has that of its nearest ancestor, or ``ManagedObject``.
public struct ObjectClasses: Sendable {
  private var types: [String: ManagedObject.Type] = [:]
  /// The registered classes alone, when `types` also has those that entities get from ancestors.
  private var named: [String: ManagedObject.Type] = [:]

  /// Makes a list without classes.
  public init() {}

  /// The class that is registered for an entity; `nil` for none.
  public subscript(entityName: String) -> ManagedObject.Type? {
    get { types[entityName] }
    set { types[entityName] = newValue }
  }

  func type(of plan: EntityPlan) -> ManagedObject.Type {
    types.isEmpty ? ManagedObject.self : types[plan.name] ?? ManagedObject.self
  }

  /// The classes, with those that entities of a model get from ancestors.
  func inherited(in model: ModelPlan) -> ObjectClasses {
    var result = self
    result.named = types
    guard !types.isEmpty else { return result }
    for plan in model.entities where types[plan.name] == nil {
      result.types[plan.name] =
        plan.lineage.lazy.compactMap { types[model[$0].name] }.first ?? ManagedObject.self
    }
    return result
  }

  /// The names of the entities that a class was registered for.
  func entityNames(of type: ManagedObject.Type) -> [String] {
    named.filter { $0.value == type }.keys.sorted()
  }
}
