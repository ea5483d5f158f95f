public import MomentumSQL

/// The code of an app for a policy class that a mapping model names. It does what a subclass of
/// `NSEntityMigrationPolicy` does for Core Data.
///
/// ```swift
/// var policy = EntityMigrationPolicy()
/// policy.methods["shorten:"] = { arguments in … }
/// policy.createDestinationInstances = { car, context in
///   let made = try context.insertAsMapped(from: car)
///   …
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
  public typealias Hook = @Sendable (_ context: MigrationContext) throws -> Void
  public typealias InstanceHook =
    @Sendable (_ source: MigratingObject, _ context: MigrationContext) throws -> Void
  public typealias RelationshipHook =
    @Sendable (
      _ destination: MigratedObject, _ source: MigratingObject, _ context: MigrationContext
    ) throws -> Void

  /// The methods by full selector: `shorten:`, `join:with:`.
  public var methods: [String: Method]
  public var begin: Hook?
  /// Called for each source object, instead of the mapping's statements that make the objects.
  /// ``MigrationContext/insertAsMapped(from:)`` makes the object that the mapping describes, like a
  /// call of `super`.
  public var createDestinationInstances: InstanceHook?
  public var endInstanceCreation: Hook?
  /// Called for each pair of a source object and the object made from it, after the mapping has set
  /// the relationships.
  public var createRelationships: RelationshipHook?
  public var endRelationshipCreation: Hook?
  public var performCustomValidation: Hook?
  public var end: Hook?

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
public enum PolicyArgument: Sendable, Hashable {
  case value(SQLValue)
  /// `$source`, or an object that a key path leads to; `nil` if there is none.
  case object(MigratingObject?)
  /// `$manager` or another variable, which has no value here; the name without its dollar sign.
  case variable(String)
}

/// An object of the old store.
public struct MigratingObject: Sendable, Hashable {
  /// The name of its own entity, which may be a sub-entity of the requested one.
  public var entity: String
  /// `Z_PK`
  public var key: Int64

  package init(entity: String, key: Int64) {
    self.entity = entity
    self.key = key
  }
}

/// An object of the new store.
public struct MigratedObject: Sendable, Hashable {
  /// The name of its own entity, which may be a sub-entity of the requested one.
  public var entity: String
  /// `Z_PK`
  public var key: Int64

  package init(entity: String, key: Int64) {
    self.entity = entity
    self.key = key
  }
}

/// The error for a wrong call of ``MigrationContext``.
public struct MigrationContextError: Error, Sendable, Hashable, CustomStringConvertible {
  public var description: String
}
