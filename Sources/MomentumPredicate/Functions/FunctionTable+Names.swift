import MomentumDiagnostics

// Dictionaries that find the rows of the function table by selector, name or meaning. Each is built
// once, because the checker looks up every call.

extension FunctionTable {
  private static let bySelector = Dictionary(
    uniqueKeysWithValues: all.map { ($0.selector.lowercased(), $0) })

  /// Returns the function with a selector, such as `add:to:`; `nil` if there is none. Case matters,
  /// except for functions that can be called by one bare word, because Apple's own texts write
  /// `MAX(1, 5, 10)`.
  package static func function(selector: String) -> Row? {
    guard let row = bySelector[selector.lowercased()] else { return nil }
    return row.bareName != nil || row.selector == selector ? row : nil
  }

  /// Returns the function that a call by a bare name means: `name(x)` calls `name:`, and `name()`
  /// calls `name`. Returns `nil` if no function has this name and this number of arguments.
  static func function(bareName: String, argumentCount: Int) -> Row? {
    let name = bareName.lowercased()
    if let row = function(selector: argumentCount == 0 ? name : name + ":") { return row }
    return all.first {
      $0.bareName == name && $0.argumentCounts.contains(argumentCount)
    }
  }

  // MARK: - Near names

  /// The function that was probably meant: `modulus:by:` for `modulus:`, `sum:` for `summ:`.
  static func near(_ selector: String) -> String? {
    let name = selector.prefix { $0 != ":" }.lowercased()
    if let row = all.first(where: { $0.selector.prefix { $0 != ":" }.lowercased() == name }) {
      return row.selector
    }
    if let row = all.first(where: { $0.otherNames.contains(name) }) { return row.selector }
    return nearName(to: selector, among: all.map(\.selector))
  }

  /// The selectors of all functions that SQL can compute, from which messages propose near names.
  static let computedSelectors: [String] = all.filter { row in
    switch row.meaning {
    case .function, .arithmetic, .aggregate: true
    case .cast, .index, .distinct, .words, .notComputed: false
    }
  }.map(\.selector).sorted()

  // MARK: - Meanings

  fileprivate static let signatures: [PredicateFunction: Signature] = Dictionary(
    uniqueKeysWithValues: (all.compactMap(\.signature) + casts).map { ($0.function, $0) })

  fileprivate static let byFunction: [PredicateFunction: Row] = Dictionary(
    uniqueKeysWithValues: all.flatMap { row in
      let cast: [Signature] = row.meaning == .cast ? casts : []
      return ((row.signature.map { [$0] } ?? []) + cast).map { ($0.function, row) }
    })

  fileprivate static let byOperator: [ArithmeticOperator: Row] = Dictionary(
    uniqueKeysWithValues: all.compactMap { row in
      if case .arithmetic(let sign) = row.meaning { (sign, row) } else { nil }
    })

  /// Keys and methods of strings that mean a function of the string: `name.length`.
  static let stringMembers: [String: PredicateFunction] = {
    var members: [String: PredicateFunction] = [
      "lowercaseString": .lowercase, "uppercaseString": .uppercase,
    ]
    for row in all where row.signature?.arguments == [.string] {
      members[row.selector] = row.signature?.function
      members[String(row.selector.dropLast())] = row.signature?.function
    }
    return members
  }()

  /// The operators after an `@` in a key path.
  static let collectionOperators: [String: AggregateFunction] = [
    "count": .count, "sum": .sum, "avg": .average, "min": .minimum, "max": .maximum,
  ]
}

extension FunctionTable.Row {
  /// The arguments and result of a function of a single row's values; `nil` for other functions.
  package var signature: FunctionTable.Signature? {
    if case .function(let signature) = meaning { signature } else { nil }
  }
}

extension PredicateFunction {
  /// The arguments and result of the function.
  package var signature: FunctionTable.Signature {
    guard let signature = FunctionTable.signatures[self] else {
      preconditionFailure("a test looks for the row of each function, '\(rawValue)' among them")
    }
    return signature
  }

  /// The row of the function table. The three casts share the row of `castObject:toType:`.
  package var row: FunctionTable.Row {
    guard let row = FunctionTable.byFunction[self] else {
      preconditionFailure("a test looks for the row of each function, '\(rawValue)' among them")
    }
    return row
  }
}

extension PredicateFunction {
  /// The name that `momentum dump typed` prints: the selector, or for a cast its case name.
  var name: String {
    if case .cast = row.meaning { rawValue } else { row.selector }
  }
}

extension ArithmeticOperator {
  /// The row of the function that the operator sign means.
  package var row: FunctionTable.Row {
    guard let row = FunctionTable.byOperator[self] else {
      preconditionFailure("a test looks for the row of each sign, '\(rawValue)' among them")
    }
    return row
  }
}
