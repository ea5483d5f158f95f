// Exports the type, so that callers can write `.localizedStandard` and import this module alone.
@_exported public import enum MomentumText.SortComparison

/// A fetch of the objects of an entity: condition, order and limits.
///
/// A fetch is a value: each method returns a changed copy. Nothing runs until the fetch is passed
/// to a ``Store``.
///
/// ```swift
/// let cheap = Venue.where { $0.priceInfo.priceCategory == "$" }
///   .sorted(by: \.name, .ascending, .localizedStandard)
///   .limit(20)
/// let venues = try store.fetch(cheap)
/// ```
public struct Fetch<Entity: StoredEntity>: Sendable {
  package var parts: FetchParts

  package init() { parts = FetchParts(entityName: Entity.entityName) }

  /// Adds a condition that the objects must satisfy too.
  public func `where`(_ condition: (Entity.Paths) -> Condition) -> Fetch {
    with { $0.conditions.append(.condition(condition(Entity.Paths(.object)))) }
  }

  /// Adds a predicate in the format of `NSPredicate` that the objects must satisfy too.
  ///
  /// Arguments replace `%@`, `%d`, `%K` and similar in the order of the text. Errors in the format
  /// are thrown when the fetch runs.
  public func `where`(format: String, _ arguments: any FormatArgument...) -> Fetch {
    self.where(format: format, arguments: arguments)
  }

  /// Adds a predicate in the format of `NSPredicate`, with its arguments as a list.
  public func `where`(format: String, arguments: [any FormatArgument]) -> Fetch {
    with { $0.conditions.append(.format(format, arguments.map { $0.attributeConstant })) }
  }

  /// Restricts the fetch to objects with these keys.
  public func `where`(keys: [Entity.ID]) -> Fetch {
    with { $0.conditions.append(.condition(AttributePath<Entity.ID>(object: .object).isIn(keys))) }
  }

  /// Sorts the objects by a value. Objects with the same value are sorted by the property of the
  /// next call.
  ///
  /// In ascending order, objects without the value come first. Texts are compared by code points.
  public func sorted<Path: ValuePath>(
    by property: (Entity.Paths) -> Path, _ order: SortDirection = .ascending
  ) -> Fetch {
    let path = property(Entity.Paths(.object)).path
    return with { $0.sorts.append(FetchSort(path: path, order: order)) }
  }

  /// Sorts the objects by a text with a chosen comparison.
  public func sorted<Path: ValuePath>(
    by property: (Entity.Paths) -> Path, _ order: SortDirection = .ascending,
    _ comparison: TextComparison
  ) -> Fetch where Path.Value: TextAttribute {
    let path = property(Entity.Paths(.object)).path
    return with {
      $0.sorts.append(FetchSort(path: path, order: order, comparison: comparison))
    }
  }

  /// Fetches at most this many objects; none for 0.
  public func limit(_ count: Int) -> Fetch { with { $0.limit = count } }

  /// Skips the first objects of the order.
  public func offset(_ count: Int) -> Fetch { with { $0.offset = count } }

  private func with(_ change: (inout FetchParts) -> Void) -> Fetch {
    var copy = self
    change(&copy.parts)
    return copy
  }
}

extension StoredEntity {
  /// All objects of the entity and of its sub-entities.
  public static var all: Fetch<Self> { Fetch() }

  /// The objects that satisfy a condition.
  public static func `where`(_ condition: (Paths) -> Condition) -> Fetch<Self> {
    all.where(condition)
  }

  /// The objects that satisfy a predicate in the format of `NSPredicate`.
  public static func `where`(
    format: String, _ arguments: any FormatArgument...
  ) -> Fetch<Self> {
    all.where(format: format, arguments: arguments)
  }

  /// The objects with these keys, as far as they exist, in no particular order.
  public static func `where`(keys: [ID]) -> Fetch<Self> { all.where(keys: keys) }
}

/// The direction of a sort key.
///
/// ```swift
/// let newest = Venue.all.sorted(by: \.openedOn, .descending).limit(10)
/// ```
public enum SortDirection: Sendable, Hashable, CaseIterable {
  /// From the least value to the greatest; objects without the value come first.
  case ascending
  /// From the greatest value to the least; objects without the value come last.
  case descending
}

/// How texts are compared for sorting.
public typealias TextComparison = SortComparison

/// The parts of a fetch without its generic type.
package struct FetchParts: Sendable {
  package enum Filter: Sendable {
    case condition(Condition)
    case format(String, [AttributeConstant])
  }

  package var entityName: String
  package var conditions: [Filter] = []
  package var sorts: [FetchSort] = []
  package var limit: Int?
  package var offset: Int?

  package var isWindow: Bool { limit != nil || offset != nil }
}

/// One sort key.
package struct FetchSort: Sendable {
  package var path: PropertyPath
  package var order: SortDirection
  package var comparison = TextComparison.binary
}
