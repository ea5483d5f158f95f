package import MomentumEvaluation
import MomentumModel

/// A managed object for the evaluation of predicates.
///
/// It is `Sendable` only because the evaluator asks for it: it is used on the queue of its context,
/// during one evaluation.
package struct EvaluatedManagedObject: EvaluatedObject, @unchecked Sendable {
  package let object: ManagedObject

  package init(object: ManagedObject) { self.object = object }

  package var identity: ObjectIdentity { object.objectID.evaluated }

  package func value(forKey key: String) throws(UnknownKey) -> PredicateValue {
    guard let place = object.plan.place(of: key) else {
      if key == "objectID" || key == "self" { return .object(self) }
      throw UnknownKey(key)
    }
    // If the object's row was deleted, it has no values.
    guard let value = try? object.value(at: place) else { return .null }
    return PredicateValue(value)
  }
}

extension PredicateValue {
  fileprivate init(_ value: PropertyValue) {
    switch value {
    case .null, .transformed: self = .null
    case .attribute(let value): self = PredicateValue(value)
    case .composite(let values):
      self = .dictionary(
        PredicateDictionary(
          values.sorted { $0.key < $1.key }.map { (.string($0.key), PredicateValue($0.value)) }))
    case .object(let object): self = .object(EvaluatedManagedObject(object: object))
    case .objects(let objects):
      self = .set(PredicateSet(objects.map { .object(EvaluatedManagedObject(object: $0)) }))
    case .orderedObjects(let objects):
      self = .orderedSet(PredicateSet(objects.map { .object(EvaluatedManagedObject(object: $0)) }))
    }
  }
}
