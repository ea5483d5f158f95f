import MomentumDiagnostics
package import MomentumEvaluation
import MomentumModel
import MomentumPredicate

// Access to several properties at once, and to key paths (OG-907, OG-908, OG-913).

extension ManagedObject {
  /// The values of several properties; a missing value is `null`.
  package final func values(forKeys keys: [String]) throws -> [String: PropertyValue] {
    var values: [String: PropertyValue] = [:]
    for key in keys { values[key] = try value(forKey: key) }
    return values
  }

  /// Sets several properties, in the order of their names.
  package final func setValues(_ values: [String: PropertyValue]) throws {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) { try setValue(value, forKey: key) }
  }

  /// The value of a key path: `company.name`, `address.city`, `people.name` (a set of names) or
  /// `people.@avg.age`.
  package final func value(forKeyPath keyPath: String) throws -> PredicateValue {
    let none = SourceRange(0, 0)
    let components = keyPath.split(separator: ".").map { key in
      key.hasPrefix("@")
        ? KeyComponent(.collectionOperator(String(key.dropFirst())), none)
        : KeyComponent(.quoted(String(key)), none)
    }
    var evaluator = PredicateEvaluator()
    return try evaluator.value(
      of: ExpressionSyntax(.keyPath(components), none),
      on: .object(EvaluatedManagedObject(object: self)))
  }

  /// Sets the property at the end of a key path of to-one relationships, or an element of a
  /// composite. If a relationship on the path has no object, nothing is set.
  package final func setValue(_ value: PropertyValue, forKeyPath keyPath: String) throws {
    let keys = keyPath.split(separator: ".").map(String.init)
    try setValue(value, at: keys[...])
  }

  private final func setValue(_ value: PropertyValue, at keys: ArraySlice<String>) throws {
    guard let key = keys.first else {
      throw ObjectMisuse.undefinedKey("", of: self, isSetter: true)
    }
    guard keys.count > 1 else { return try setValue(value, forKey: key) }
    let rest = keys.dropFirst()
    switch plan.place(of: key) {
    case .toOne(let index)?: try toOne(index)?.setValue(value, at: rest)
    case .attribute(let index)? where plan.attributes[index].isComposite:
      var composite = try attribute(index)
      composite.setElement(value, at: rest)
      try setValue(composite, forKey: key)
    default: throw ObjectMisuse.undefinedKey(key, of: self, isSetter: true)
    }
  }
}

extension PropertyValue {
  fileprivate mutating func setElement(_ value: PropertyValue, at path: ArraySlice<String>) {
    guard let name = path.first else {
      self = value
      return
    }
    var values: [String: PropertyValue] = [:]
    if case .composite(let known) = self { values = known }
    var element = values[name] ?? .null
    element.setElement(value, at: path.dropFirst())
    values[name] = element
    self = .composite(values)
  }
}
