import MomentumEvaluation

/// An object of named values; any other key is unknown.
struct TestObject: EvaluatedObject {
  var identity: ObjectIdentity
  var values: [String: PredicateValue]

  init(_ number: Int64, _ values: [String: PredicateValue]) {
    identity = ObjectIdentity(kind: "Test", number: number)
    self.values = values
  }

  func value(forKey key: String) throws(UnknownKey) -> PredicateValue {
    guard let value = values[key] else { throw UnknownKey(key) }
    return value
  }
}
