public import MomentumSQL

/// What a program does for a policy class that a mapping model names: the part of
/// `NSEntityMigrationPolicy`.
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
/// Hooks run in three passes over all entity mappings: `begin`, the objects, `endInstanceCreation`; the
/// relationships, `endRelationshipCreation`; `performCustomValidation`, `end`. Documented:
/// <https://developer.apple.com/documentation/coredata/nsentitymigrationpolicy>. What they throw ends the
/// migration, and the store is as it was.
public struct EntityMigrationPolicy: Sendable {
  /// A method that a value expression calls: `FUNCTION($entityPolicy, "shorten:", $source.name)`.
  ///
  /// Gives the value as the store holds it: a date as seconds since 2001-01-01 UTC, a UUID as 16 bytes.
  public typealias Method = @Sendable (_ arguments: [PolicyArgument]) throws -> SQLValue
  public typealias Hook = @Sendable (_ context: MigrationContext) throws -> Void
  public typealias InstanceHook =
    @Sendable (_ source: MigratingObject, _ context: MigrationContext) throws -> Void
  public typealias RelationshipHook =
    @Sendable (
      _ destination: MigratedObject, _ source: MigratingObject, _ context: MigrationContext
    ) throws -> Void

  /// By selector, in full: `shorten:`, `join:with:`.
  public var methods: [String: Method]
  public var begin: Hook?
  /// Called for each source object, instead of what the mapping says; ``MigrationContext/insertAsMapped(from:)``
  /// does that too, as a call of `super` does. Without it the mapping's statements make the objects.
  public var createDestinationInstances: InstanceHook?
  public var endInstanceCreation: Hook?
  /// Called for each pair of a source object and what was made of it, after the relationships that the
  /// mapping sets.
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

/// What a value expression passes to a policy's method.
public enum PolicyArgument: Sendable, Hashable {
  case value(SQLValue)
  /// `$source`, or an object that a key path leads to; `nil` where it leads to none.
  case object(MigratingObject?)
  /// `$manager` and the like, which have no value here; the name without its dollar sign.
  case variable(String)
}

/// An object of the old store.
public struct MigratingObject: Sendable, Hashable {
  /// The name of its own entity, which may be below the one that was asked for.
  public var entity: String
  /// `Z_PK`
  public var key: Int64

  public init(entity: String, key: Int64) {
    self.entity = entity
    self.key = key
  }
}

/// An object of the new store.
public struct MigratedObject: Sendable, Hashable {
  /// The name of its own entity, which may be below the one that was asked for.
  public var entity: String
  /// `Z_PK`
  public var key: Int64

  public init(entity: String, key: Int64) {
    self.entity = entity
    self.key = key
  }
}

/// What is wrong with a call of ``MigrationContext``.
public struct MigrationContextError: Error, Sendable, Hashable, CustomStringConvertible {
  public var description: String
}
