/// The names of the properties that lead from an object to a value: `priceInfo.priceCategory`.
///
/// ```swift
/// let priceInfo = PropertyPath.object.appending("priceInfo")
/// let category = AttributePath<String?>(priceInfo, "priceCategory")
/// let cheap = Venue.where { _ in category == "$" }
/// ```
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

  /// The path to a property of the object that this path leads to.
  public func appending(_ key: String) -> PropertyPath {
    PropertyPath(variable: variable, keys: keys + [key])
  }
}

/// A path to an attribute, or to an element of a composite.
///
/// `Value` is an optional type if the attribute is optional.
///
/// ```swift
/// let found = Venue.where { $0.name == "Zen Sip" && $0.openedOn != nil }
/// ```
public struct AttributePath<Value>: Sendable {
  /// The names of the properties that lead from the object to the attribute.
  public let path: PropertyPath

  /// The path to an attribute with this name in the model; `owner` leads to the object that has it.
  public init(_ owner: PropertyPath, _ name: String) { path = owner.appending(name) }

  /// The key of the object itself: `$0.objectID == key`.
  public init(object: PropertyPath) where Value: ObjectKey { path = object }
}

/// A path to the object of a to-one relationship. Properties of that object can be appended to it.
///
/// ```swift
/// let bakeries = Venue.where { $0.category.name == "Bakery" }
/// let unsorted = Venue.where { $0.category == nil }
/// ```
@dynamicMemberLookup
public struct ToOnePath<Destination: StoredEntity>: Sendable {
  /// The names of the properties that lead from the object to the relationship.
  public let path: PropertyPath

  /// The path to a relationship with this name in the model; `owner` leads to the object that has
  /// it.
  public init(_ owner: PropertyPath, _ name: String) { path = owner.appending(name) }

  /// The path to a property of the relationship's object: `$0.category.name`.
  public subscript<Property>(dynamicMember property: KeyPath<Destination.Paths, Property>)
    -> Property
  {
    Destination.Paths(path)[keyPath: property]
  }
}

/// A path to the objects of a to-many relationship.
///
/// ```swift
/// let withDeals = VenueCategory.where { $0.venues.any { $0.specialCount > 0 } }
/// let large = VenueCategory.where { $0.venues.count > 3 }
/// ```
public struct ToManyPath<Destination: StoredEntity>: Sendable {
  /// The names of the properties that lead from the object to the relationship.
  public let path: PropertyPath

  /// The path to a relationship with this name in the model; `owner` leads to the object that has
  /// it.
  public init(_ owner: PropertyPath, _ name: String) { path = owner.appending(name) }
}
