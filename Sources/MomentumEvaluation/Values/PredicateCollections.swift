// Sets and dictionaries that keep the order they were made in, so that a result never hangs on
// hashing.

/// Values of which no two are equal, in the order in which they were first given.
public struct PredicateSet: Sendable {
  public let elements: [PredicateValue]
  private let members: Set<PredicateValue>

  public init(_ values: some Sequence<PredicateValue>) {
    var members: Set<PredicateValue> = []
    elements = values.filter { members.insert($0).inserted }
    self.members = members
  }

  public var count: Int { elements.count }

  public func contains(_ value: PredicateValue) -> Bool { members.contains(value) }

  /// Whether both hold the same values, in whatever order.
  public func hasSameMembers(as other: PredicateSet) -> Bool { members == other.members }
}

/// Keys and values, in the order in which the keys were first given.
public struct PredicateDictionary: Sendable, Equatable {
  public private(set) var keys: [PredicateValue] = []
  private var valueByKey: [PredicateValue: PredicateValue] = [:]

  /// A key that stands twice has its later value.
  public init(_ entries: some Sequence<(PredicateValue, PredicateValue)>) {
    for (key, value) in entries {
      if valueByKey.updateValue(value, forKey: key) == nil { keys.append(key) }
    }
  }

  public var count: Int { keys.count }

  /// In the order of the keys.
  public var values: [PredicateValue] { keys.compactMap { valueByKey[$0] } }

  /// `nil` for a key that it does not have.
  public subscript(key: PredicateValue) -> PredicateValue? { valueByKey[key] }

  public static func == (left: PredicateDictionary, right: PredicateDictionary) -> Bool {
    left.valueByKey == right.valueByKey
  }
}
