/// An entity as a Swift value that a store can read and write. Conformances are generated.
public protocol StoredEntity: Sendable {
  associatedtype Model: StoredModel
  associatedtype ID: ObjectKey
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
public protocol ObjectKey: RawRepresentable, AttributeConvertible, Hashable
where RawValue == Int64, Unwrapped == Self {
  init(rawValue: Int64)
}

extension ObjectKey {
  /// The key of a value that is not in a store. Keys in a store begin at 1.
  public static var unsaved: Self { Self(rawValue: 0) }
  public var isUnsaved: Bool { rawValue <= 0 }
}

/// The properties of an entity, for use in conditions, sort orders and changes.
public protocol EntityPaths: Sendable {
  init(_ path: PropertyPath)
}
