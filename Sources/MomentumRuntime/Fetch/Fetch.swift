// Callers write `.localizedStandard` and import this module alone.
@_exported public import enum MomentumText.SortComparison

/// Which objects of an entity, in which order, how many of them.
///
/// A value: each call gives another one, and nothing runs before a ``Store`` is asked.
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

  /// Those that meet this condition as well.
  public func `where`(_ condition: (Entity.Paths) -> Condition) -> Fetch {
    with { $0.conditions.append(.condition(condition(Entity.Paths(.object)))) }
  }

  /// Those that meet this predicate as well, in the format of `NSPredicate`.
  ///
  /// Arguments take the places of `%@`, `%d`, `%K` and the like in the order of the text. What is wrong with
  /// the format is told when the fetch runs.
  public func `where`(format: String, _ arguments: any FormatArgument...) -> Fetch {
    self.where(format: format, arguments: arguments)
  }

  /// The same with the arguments as a list.
  public func `where`(format: String, arguments: [any FormatArgument]) -> Fetch {
    with { $0.conditions.append(.format(format, arguments.map { $0.attributeConstant })) }
  }

  /// Those of these keys as well.
  public func `where`(keys: [Entity.ID]) -> Fetch {
    with { $0.conditions.append(.condition(AttributePath<Entity.ID>(object: .object).isIn(keys))) }
  }

  /// In the order of a value; where others have the same, a further call's decides.
  ///
  /// Objects without the value come first in ascending order. Binary comparison is by code points.
  public func sorted<Path: ValuePath>(
    by property: (Entity.Paths) -> Path, _ order: SortDirection = .ascending
  ) -> Fetch {
    let path = property(Entity.Paths(.object)).path
    return with { $0.sorts.append(FetchSort(path: path, order: order)) }
  }

  /// In the order of a text.
  public func sorted<Path: ValuePath>(
    by property: (Entity.Paths) -> Path, _ order: SortDirection = .ascending,
    _ comparison: TextComparison
  ) -> Fetch where Path.Value: TextAttribute {
    let path = property(Entity.Paths(.object)).path
    return with {
      $0.sorts.append(FetchSort(path: path, order: order, comparison: comparison))
    }
  }

  /// At most so many; none for 0.
  public func limit(_ count: Int) -> Fetch { with { $0.limit = count } }

  /// Without the first ones of the order.
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

  /// Those that meet a condition.
  public static func `where`(_ condition: (Paths) -> Condition) -> Fetch<Self> {
    all.where(condition)
  }

  /// Those that meet a predicate in the format of `NSPredicate`.
  public static func `where`(
    format: String, _ arguments: any FormatArgument...
  ) -> Fetch<Self> {
    all.where(format: format, arguments: arguments)
  }

  /// Those of the keys that a store has, in no order.
  public static func `where`(keys: [ID]) -> Fetch<Self> { all.where(keys: keys) }
}

/// The direction of a sort key.
public enum SortDirection: Sendable, Hashable, CaseIterable {
  case ascending
  case descending
}

/// How texts are put in order.
public typealias TextComparison = SortComparison

/// A fetch without its type.
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
