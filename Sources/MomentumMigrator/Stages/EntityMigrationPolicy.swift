public import MomentumSQL

/// The code of an app for a policy class that a mapping model names. It does what a subclass of
/// `NSEntityMigrationPolicy` does for Core Data.
///
/// ```swift
/// var policy = EntityMigrationPolicy()
/// policy.createDestinationInstances = { car, context in
///   let made = try context.insertAsMapped(from: car)
///   try context.set(["isOld": .integer(1)], of: made)
/// }
/// ```
///
/// Hooks run in three passes over all entity mappings. First `begin`, then the objects are made,
/// then `endInstanceCreation`. Second the relationships are set, then `endRelationshipCreation`.
/// Third `performCustomValidation`, then `end`. Documented:
/// <https://developer.apple.com/documentation/coredata/nsentitymigrationpolicy>. If a hook throws,
/// the migration fails and the store is unchanged.
public struct EntityMigrationPolicy: Sendable {
  /// A method that a value expression calls: `FUNCTION($entityPolicy, "shorten:", $source.name)`.
  ///
  /// It returns the value as the store keeps it: a date as seconds since 2001-01-01 UTC, a UUID as
  /// 16 bytes.
  public typealias Method = @Sendable (_ arguments: [PolicyArgument]) throws -> SQLValue
  /// A closure that is called once for each entity mapping with the policy. If it throws, the
  /// migration fails.
  public typealias Hook = @Sendable (_ context: MigrationContext) throws -> Void
  /// A closure that is called for each source object of an entity mapping.
  public typealias InstanceHook =
    @Sendable (_ source: MigratingObject, _ context: MigrationContext) throws -> Void
  /// A closure that is called for each pair of a new object and the old object that it was made
  /// from.
  public typealias RelationshipHook =
    @Sendable (
      _ destination: MigratedObject, _ source: MigratingObject, _ context: MigrationContext
    ) throws -> Void

  /// The methods by full selector: `shorten:`, `join:with:`.
  public var methods: [String: Method]
  /// Called before the mapping's objects are made; `nil` does nothing.
  public var begin: Hook?
  /// Called for each source object, instead of the mapping's statements that make the objects.
  /// ``MigrationContext/insertAsMapped(from:)`` makes the object that the mapping describes, like a
  /// call of `super`.
  public var createDestinationInstances: InstanceHook?
  /// Called after the mapping's objects are made; `nil` does nothing.
  public var endInstanceCreation: Hook?
  /// Called for each pair of a source object and the object made from it, after the mapping has set
  /// the relationships.
  public var createRelationships: RelationshipHook?
  /// Called after the mapping's relationships are set; `nil` does nothing.
  public var endRelationshipCreation: Hook?
  /// Called after the relationships of all mappings are set, to check the new objects; `nil` does
  /// nothing.
  public var performCustomValidation: Hook?
  /// Called last, after ``performCustomValidation``; `nil` does nothing.
  public var end: Hook?

  /// Makes a policy; a hook that is `nil` leaves the work to the entity mapping.
  public init(
    methods: [String: Method] = [:], begin: Hook? = nil,
    createDestinationInstances: InstanceHook? = nil, endInstanceCreation: Hook? = nil,
    createRelationships: RelationshipHook? = nil, endRelationshipCreation: Hook? = nil,
    performCustomValidation: Hook? = nil, end: Hook? = nil
  ) {
    self.methods = methods
    self.begin = begin
    self.createDestinationInstances = createDestinationInstances
    self.endInstanceCreation = endInstanceCreation
    self.createRelationships = createRelationships
    self.endRelationshipCreation = endRelationshipCreation
    self.performCustomValidation = performCustomValidation
    self.end = end
  }
}

/// An argument that a value expression passes to a policy's method.
///
/// ```swift
/// policy.methods["shorten:"] = { arguments in
///   guard case .value(.text(let name)) = arguments[0] else { return .null }
///   return .text(String(name.prefix(10)))
/// }
/// ```
public enum PolicyArgument: Sendable, Hashable {
  /// The value of an attribute or of an expression, as the store keeps it.
  case value(SQLValue)
  /// `$source`, or an object that a key path leads to; `nil` if there is none.
  case object(MigratingObject?)
  /// `$manager` or another variable, which has no value here; the name without its dollar sign.
  case variable(String)
}

/// An object of the old store.
///
/// ```swift
/// policy.createDestinationInstances = { car, context in
///   let maker = try context.value("maker", of: car)
///   try context.insert("Car", values: ["brand": maker], from: car)
/// }
/// ```
public struct MigratingObject: Sendable, Hashable {
  /// The name of the object's own entity, which may be a sub-entity of the one in the entity
  /// mapping.
  public var entity: String
  /// The primary key in the old store (`Z_PK`).
  public var key: Int64

  package init(entity: String, key: Int64) {
    self.entity = entity
    self.key = key
  }
}

/// An object of the new store.
///
/// ```swift
/// policy.createRelationships = { car, source, context in
///   let owners = try context.objects("owners", of: source)
///   let people = try owners.flatMap { try context.destinations(of: $0, mapping: nil) }
///   try context.set("owners", of: car, to: people)
/// }
/// ```
public struct MigratedObject: Sendable, Hashable {
  /// The name of the object's own entity, which may be a sub-entity of the one in the entity
  /// mapping.
  public var entity: String
  /// The primary key in the new store (`Z_PK`).
  public var key: Int64

  package init(entity: String, key: Int64) {
    self.entity = entity
    self.key = key
  }
}

/// The error for a wrong call of ``MigrationContext``.
///
/// A call that names something that the models do not have throws it:
///
/// ```swift
/// policy.createDestinationInstances = { car, context in
///   _ = try context.value("mkaer", of: car)  // throws a MigrationContextError
/// }
/// ```
public struct MigrationContextError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The mistake in the call, in one line.
  public var description: String
}
