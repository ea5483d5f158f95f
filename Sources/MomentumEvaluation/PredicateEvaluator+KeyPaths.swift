internal import MomentumDiagnostics
internal import MomentumPredicate

// Evaluates key paths like `valueForKeyPath:`, step by step.

extension PredicateEvaluator {
  /// The greatest number of keys in one path.
  private static let keysMax = 1000

  mutating func value(
    of components: [KeyComponent], from base: PredicateValue
  ) throws(EvaluationError) -> PredicateValue {
    if components.count == 1, case .key(let name) = components[0].name {
      return try value(forKey: name, of: base)
    }
    var steps: [KeyStep] = []
    for component in components {
      do { steps += try self.steps(component) } catch { throw error.located(component.range) }
    }
    guard steps.count <= Self.keysMax else {
      throw EvaluationError(.tooDeep(levelsMax: Self.keysMax))
    }
    return try value(of: steps[...], from: base)
  }

  private mutating func steps(_ component: KeyComponent) throws(EvaluationError) -> [KeyStep] {
    switch component.name {
    case .key(let name), .quoted(let name): return [.key(name)]
    case .collectionOperator(let name): return [.collectionOperator(name)]
    case .argument(let index): return KeyStep.path(try key(argument(index)))
    case .variable(let name): return [.key(try key(variable(name)))]
    case .expression(let expression): return [.key(try key(value(expression)))]
    }
  }

  private func key(_ value: PredicateValue) throws(EvaluationError) -> String {
    guard case .string(let key) = value else { throw EvaluationError(.keyIsNoString(value.kind)) }
    return key
  }

  func value(
    of steps: ArraySlice<KeyStep>, from base: PredicateValue
  ) throws(EvaluationError) -> PredicateValue {
    var current = base
    for index in steps.indices {
      switch steps[index] {
      case .key(let key): current = try value(forKey: key, of: current)
      case .collectionOperator(let name):
        return try collectionOperator(name, of: current, steps[(index + 1)...])
      }
    }
    return current
  }

  /// The result of `valueForKey:`. Any key of nil is nil; a collection returns the values of its
  /// elements.
  func value(
    forKey key: String, of base: PredicateValue
  ) throws(EvaluationError) -> PredicateValue {
    switch base {
    case .null: return .null
    case .object(let object):
      if key == "self" { return base }
      do { return try object.value(forKey: key) } catch {
        throw EvaluationError(.unknownKey(error.key))
      }
    case .dictionary(let dictionary):
      return dictionary[.string(key)] ?? (key == "self" ? base : .null)
    case .array(let elements):
      return key == "self" ? base : .array(try values(forKey: key, of: elements))
    case .set(let set):
      if key == "self" { return base }
      let values = try values(forKey: key, of: set.elements)
      switch semantics {
      // A set of the values that are not nil (documented:
      // <https://developer.apple.com/documentation/foundation/nsset/1408344-value>).
      case .foundation: return .set(PredicateSet(values.filter { !$0.isNull }))
      // A join has a row for each element, so equal values stay.
      case .store: return .array(values)
      }
    case .orderedSet(let set):
      if key == "self" { return base }
      let values = try values(forKey: key, of: set.elements)
      // Foundation collects the values as for a set: each value once and without nil, but in the
      // order of the elements. A store keeps equal values, as for a set.
      return semantics == .foundation
        ? .orderedSet(PredicateSet(values.filter { !$0.isNull })) : .array(values)
    case .boolean, .integer, .double, .decimal, .string, .date, .data, .uuid, .url, .className:
      return try Method.property(key, of: base)
    }
  }

  private func values(
    forKey key: String, of elements: [PredicateValue]
  ) throws(EvaluationError) -> [PredicateValue] {
    var result: [PredicateValue] = []
    for element in elements { result.append(try value(forKey: key, of: element)) }
    return result
  }
}

/// One step of a key path.
enum KeyStep: Sendable, Hashable {
  case key(String)
  /// The name without the `@`.
  case collectionOperator(String)

  /// The steps of a text such as `author.books.@count`. `SELF` alone is the evaluated object,
  /// without steps.
  static func path(_ text: String) -> [KeyStep] {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let keys = parts[0].uppercased() == "SELF" ? Array(parts.dropFirst()) : parts
    return keys.map { $0.hasPrefix("@") ? .collectionOperator(String($0.dropFirst())) : .key($0) }
  }
}
