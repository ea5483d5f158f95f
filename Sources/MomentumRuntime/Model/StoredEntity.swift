/// An entity as a Swift value, with what a store needs to read and write it. Conformances are generated.
public protocol StoredEntity: Sendable {
  associatedtype Model: StoredModel
  associatedtype ID: ObjectKey
  associatedtype Paths: EntityPaths

  /// The entity's name in the model.
  static var entityName: String { get }
  /// The row's primary key; `.unsaved` before a store has inserted the value.
  var objectID: ID { get set }

  /// The properties in the order in which `encode` gives their values; a leaf of a composite is
  /// named by its attribute and its elements: `address.city`. Derived attributes are left out.
  static var storedProperties: [String] { get }

  /// Reads the row of an object. Columns stand as a statement for all objects of the entity gives them.
  init(row: Row) throws(RowError)

  /// Gives the value of each of `storedProperties`, in their order.
  func encode(into row: inout RowEncoder)
}

/// The primary key of a row, of a type of its own for each root entity.
public protocol ObjectKey: RawRepresentable, AttributeConvertible, Hashable
where RawValue == Int64, Unwrapped == Self {
  init(rawValue: Int64)
}

extension ObjectKey {
  /// Of a value that no store holds yet. Keys begin at 1.
  public static var unsaved: Self { Self(rawValue: 0) }
  public var isUnsaved: Bool { rawValue <= 0 }
}

/// The properties of an entity, by which conditions, sort orders and changes name them.
public protocol EntityPaths: Sendable {
  init(_ path: PropertyPath)
}
