import MomentumEvaluation

/// An object of `Crate0` that needs no store.
struct Crate: EvaluatedObject {
  let name: String
  let value1: Int64
  let value4: Double

  var identity: ObjectIdentity { ObjectIdentity(kind: "Crate0", number: value1) }

  func value(forKey key: String) throws(UnknownKey) -> PredicateValue {
    switch key {
    case "name": .string(name)
    case "value1": .integer(value1)
    case "value4": .double(value4)
    default: .null
    }
  }
}
