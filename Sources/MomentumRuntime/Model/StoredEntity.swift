/// An entity as a Swift value that a store can read and write. Conformances are generated.
///
/// ```swift
/// func keys<Entity: StoredEntity>(
///   of type: Entity.Type, in store: Store<Entity.Model>
/// ) throws -> [Entity.ID] {
///   try store.keys(Entity.all)
/// }
/// ```
public protocol StoredEntity: Sendable {
  /// The model that the entity belongs to.
  associatedtype Model: StoredModel
  /// The type of the entity's keys, which is that of its root entity.
  associatedtype ID: ObjectKey
  /// The type of the argument of the closures of `where` and `sorted`.
  associatedtype Paths: EntityPaths

  /// The entity's name in the model.
  static var entityName: String { get }
  /// The row's primary key; `.unsaved` before a store has inserted the value.
  var objectID: ID { get set }

  /// The stored properties in the order of the values in `encode`. An element of a composite is
  /// named by its path: `address.city`. Derived attributes are left out.
  static var storedProperties: [String] { get }

  /// Reads an object from a row whose columns have the order of a fetch of all objects.
  init(row: Row) throws(RowError)

  /// Appends the value of each of `storedProperties`, in their order.
  func encode(into row: inout RowEncoder)
}

/// The primary key of a row. Each root entity has its own key type, so that keys of different
/// tables cannot be confused.
///
/// ```swift
/// let key = Venue.ID(rawValue: 3)
/// let venue = try store.find(Venue.self, key)
/// ```
public protocol ObjectKey: RawRepresentable, AttributeConvertible, Hashable
where RawValue == Int64, Unwrapped == Self {
  /// Makes a key from the number in the row's `Z_PK`.
  init(rawValue: Int64)
}

extension ObjectKey {
  /// The key of a value that is not in a store. Keys in a store begin at 1.
  public static var unsaved: Self { Self(rawValue: 0) }
  /// Whether the key belongs to a value that no store has inserted yet.
  public var isUnsaved: Bool { rawValue <= 0 }
}

/// The properties of an entity, for use in conditions, sort orders and changes.
///
/// ```swift
/// func isCheap(_ venue: Venue.Paths) -> Condition { venue.priceInfo.priceCategory == "$" }
/// let cheap = Venue.where { isCheap($0) }
/// ```
public protocol EntityPaths: Sendable {
  /// Makes the properties of the object that a path leads to; ``PropertyPath/object`` is the
  /// fetched object.
  init(_ path: PropertyPath)
}
