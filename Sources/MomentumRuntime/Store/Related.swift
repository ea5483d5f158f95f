/// The objects of a to-one relationship, by the objects that have them.
public struct RelatedObject<Owner: StoredEntity, Destination: StoredEntity>: Sendable {
  private let destinations: [Int64: Destination]
  private let keys: [Owner.ID: Int64]

  init(_ destinations: [Int64: Destination], _ keys: [Owner.ID: Int64]) {
    self.destinations = destinations
    self.keys = keys
  }

  /// `nil` for an object that has none, or was not among those that were asked for.
  public subscript(owner: Owner) -> Destination? { self[owner.objectID] }

  public subscript(owner: Owner.ID) -> Destination? { keys[owner].flatMap { destinations[$0] } }
}

/// The objects of a to-many relationship, by the objects that have them.
public struct RelatedObjects<Owner: StoredEntity, Destination: StoredEntity>: Sendable {
  private let destinations: [Int64: [Destination]]

  init(_ destinations: [Int64: [Destination]]) { self.destinations = destinations }

  /// In the order of the relationship, or by key where it has none. Empty for an object that has none, or was
  /// not among those that were asked for.
  public subscript(owner: Owner) -> [Destination] { self[owner.objectID] }

  public subscript(owner: Owner.ID) -> [Destination] { destinations[owner.rawValue] ?? [] }
}
