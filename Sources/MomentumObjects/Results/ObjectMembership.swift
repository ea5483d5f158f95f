import Foundation
import MomentumEvaluation
import MomentumModel
import MomentumQuery

/// Decides in memory whether objects satisfy a request.
final class ObjectMembership {
  private let fetch: StoreFetch
  private var evaluator: PredicateEvaluator

  init(_ fetch: StoreFetch) {
    self.fetch = fetch
    evaluator = PredicateEvaluator(
      arguments: fetch.arguments, bindings: fetch.variables,
      options: EvaluationOptions(now: Date.timeIntervalSinceReferenceDate))
  }

  func isOfEntity(_ object: ManagedObject) -> Bool {
    fetch.request.includesSubentities
      ? object.plan.inherits(from: fetch.request.entity)
      : object.plan.id == fetch.request.entity
  }

  /// Whether an object satisfies the predicate; `false` if the predicate cannot be evaluated.
  func matches(_ object: ManagedObject) -> Bool {
    guard let predicate = fetch.predicate else { return true }
    return
      (try? evaluator.evaluate(predicate, on: .object(EvaluatedManagedObject(object: object))))
      ?? false
  }
}

/// The order of a request's sort keys, for objects in memory.
///
/// It is a class because evaluating a key caches values in the evaluator.
final class ObjectSorting {
  private let keys: [ValueSortKey]
  private var evaluator = PredicateEvaluator()

  init(_ fetch: StoreFetch) { keys = fetch.sortKeys }

  /// Negative if the first object comes first, 0 if the values are equal or cannot be compared.
  func order(_ left: ManagedObject, _ right: ManagedObject) -> Int {
    guard let one = values(left), let other = values(right) else { return 0 }
    return (try? evaluator.order(one, other, keys)) ?? 0
  }

  private func values(_ object: ManagedObject) -> [PredicateValue]? {
    try? keys.map {
      try evaluator.value(
        of: $0.expression, on: .object(EvaluatedManagedObject(object: object)))
    }
  }
}

extension ManagedObject {
  /// The value of a key path as text, for the name of a section; `nil` if there is no value.
  final func text(atKeyPath keyPath: String) -> String? {
    var object = self
    let keys = keyPath.split(separator: ".").map(String.init)
    for key in keys.dropLast() {
      guard case .object(let next)? = try? object.value(forKey: key) else { return nil }
      object = next
    }
    guard let key = keys.last, let value = try? object.value(forKey: key) else { return nil }
    switch value {
    case .null: return nil
    case .attribute(let value): return value.text
    case .object(let object): return object.objectID.uri
    case .composite, .transformed, .objects, .orderedObjects: return value.kind
    }
  }
}

extension AttributeValue {
  /// The text that Foundation's `description` would return for the value: a Boolean is 0 or 1.
  var text: String {
    switch self {
    case .integer(let number): "\(number)"
    case .double(let number), .date(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .string(let text), .uri(let text): text
    case .boolean(let flag): flag ? "1" : "0"
    case .binary(let bytes): "{length = \(bytes.count)}"
    case .uuid(let uuid): uuid.uuidString
    }
  }
}
