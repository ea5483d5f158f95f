// Sets and dictionaries that keep their order, so that no result depends on hashing.

/// Values without duplicates, in the order of their first occurrence.
///
/// ```swift
/// let tags = PredicateValue.set(PredicateSet([.string("new"), .string("used")]))
/// ```
public struct PredicateSet: Sendable {
  package let elements: [PredicateValue]
  private let members: Set<PredicateValue>

  /// A value that occurs twice is kept once.
  public init(_ values: some Sequence<PredicateValue>) {
    var members: Set<PredicateValue> = []
    elements = values.filter { members.insert($0).inserted }
    self.members = members
  }

  package var count: Int { elements.count }

  package func contains(_ value: PredicateValue) -> Bool { members.contains(value) }

  /// Whether both sets have the same values, in any order.
  package func hasSameMembers(as other: PredicateSet) -> Bool { members == other.members }
}

/// Keys and values, in the order in which the keys first occur.
///
/// ```swift
/// let event = PredicateDictionary([(.string("kind"), .string("click"))])
/// ```
public struct PredicateDictionary: Sendable, Equatable {
  package private(set) var keys: [PredicateValue] = []
  private var valueByKey: [PredicateValue: PredicateValue] = [:]

  /// If a key occurs twice, the later value is used.
  public init(_ entries: some Sequence<(PredicateValue, PredicateValue)>) {
    for (key, value) in entries {
      if valueByKey.updateValue(value, forKey: key) == nil { keys.append(key) }
    }
  }

  package var count: Int { keys.count }

  /// The values in the order of the keys.
  package var values: [PredicateValue] { keys.compactMap { valueByKey[$0] } }

  /// The value for a key; `nil` if there is none.
  package subscript(key: PredicateValue) -> PredicateValue? { valueByKey[key] }

  /// Whether both have the same values for the same keys, in any order.
  public static func == (left: PredicateDictionary, right: PredicateDictionary) -> Bool {
    left.valueByKey == right.valueByKey
  }
}
