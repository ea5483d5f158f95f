// Evaluates `@count`, `@sum` and the other collection operators of a key path.
//
// Source: Key-Value Coding Programming Guide, "Using Collection Operators".

internal import MomentumPredicate

extension PredicateEvaluator {
  /// Evaluates a collection operator and the key path after it: `<base>.@name.<rest>`.
  func collectionOperator(
    _ name: String, of base: PredicateValue, _ rest: ArraySlice<KeyStep>
  ) throws(EvaluationError) -> PredicateValue {
    if case .dictionary(let dictionary) = base {
      switch name {
      case "count": return try value(of: rest, from: .integer(Int64(dictionary.count)))
      case "allKeys": return try value(of: rest, from: .array(dictionary.keys))
      case "allValues": return try value(of: rest, from: .array(dictionary.values))
      case _: throw EvaluationError(.unknownKey("@" + name))
      }
    }
    // If an object on the path is missing, the result is nil, even for a count.
    if base.isNull { return .null }
    guard let elements = base.elements else {
      throw EvaluationError(.unknownKey("@" + name))
    }
    if name == "count" { return try value(of: rest, from: .integer(Int64(elements.count))) }
    guard let row = CollectionOperator(rawValue: name), !rest.isEmpty else {
      throw EvaluationError(.unknownKey("@" + name))
    }
    var values: [PredicateValue] = []
    for element in elements {
      let value = try value(of: rest, from: element)
      if !value.isNull { values.append(value) }
    }
    return try result(row, values)
  }

  private func result(
    _ row: CollectionOperator, _ values: [PredicateValue]
  ) throws(EvaluationError) -> PredicateValue {
    let name = "@" + row.rawValue
    switch row {
    case .sum: return try Statistics.total(values, name, semantics).value
    case .average: return try Statistics.average(values, name, semantics)
    case .minimum: return try extreme(values) { $0 < 0 }
    case .maximum: return try extreme(values) { $0 > 0 }
    case .unionOfObjects: return .array(values)
    case .distinctUnionOfObjects: return .array(PredicateSet(values).elements)
    case .unionOfArrays, .unionOfSets: return .array(try flattened(values, name))
    case .distinctUnionOfArrays: return .array(PredicateSet(try flattened(values, name)).elements)
    case .distinctUnionOfSets: return .set(PredicateSet(try flattened(values, name)))
    }
  }

  /// The value that `isBetter` prefers to all others, by the result of their comparison; of equal
  /// values, the first one. Nil without values.
  func extreme(
    _ values: [PredicateValue], _ isBetter: (Int) -> Bool
  ) throws(EvaluationError) -> PredicateValue {
    guard var best = values.first else { return .null }
    for value in values.dropFirst() where isBetter(try order(value, best, [])) { best = value }
    return best
  }

  private func flattened(
    _ values: [PredicateValue], _ name: String
  ) throws(EvaluationError) -> [PredicateValue] {
    var result: [PredicateValue] = []
    for value in values {
      guard let elements = value.elements else {
        throw EvaluationError(.noCollection(value.kind, in: name))
      }
      result += elements
    }
    return result
  }
}

/// An operator that is followed by a key path. The raw value is its name.
private enum CollectionOperator: String {
  case sum
  case average = "avg"
  case minimum = "min"
  case maximum = "max"
  case unionOfObjects
  case distinctUnionOfObjects
  case unionOfArrays
  case distinctUnionOfArrays
  case unionOfSets
  case distinctUnionOfSets
}
