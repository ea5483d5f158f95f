/// The names of properties from an object to a value: `priceInfo.priceCategory`.
public struct PropertyPath: Sendable, Hashable {
  /// The variable for the object in `any`, `all`, `none` and `count`, without the dollar sign;
  /// `nil` for the fetched object.
  package var variable: String?
  package var keys: [String]

  package init(variable: String? = nil, keys: [String] = []) {
    self.variable = variable
    self.keys = keys
  }

  /// The fetched object.
  public static let object = PropertyPath()

  public func appending(_ key: String) -> PropertyPath {
    PropertyPath(variable: variable, keys: keys + [key])
  }
}

/// A path to an attribute, or to an element of a composite.
///
/// `Value` is optional if the attribute is.
public struct AttributePath<Value>: Sendable {
  public let path: PropertyPath

  public init(_ owner: PropertyPath, _ name: String) { path = owner.appending(name) }

  /// The key of the object itself: `$0.objectID == key`.
  public init(object: PropertyPath) where Value: ObjectKey { path = object }
}

/// A path to the object of a to-one relationship. Properties of that object can be appended to it.
@dynamicMemberLookup
public struct ToOnePath<Destination: StoredEntity>: Sendable {
  public let path: PropertyPath

  public init(_ owner: PropertyPath, _ name: String) { path = owner.appending(name) }

  public subscript<Property>(dynamicMember property: KeyPath<Destination.Paths, Property>)
    -> Property
  {
    Destination.Paths(path)[keyPath: property]
  }
}

/// A path to the objects of a to-many relationship.
public struct ToManyPath<Destination: StoredEntity>: Sendable {
  public let path: PropertyPath

  public init(_ owner: PropertyPath, _ name: String) { path = owner.appending(name) }
}
