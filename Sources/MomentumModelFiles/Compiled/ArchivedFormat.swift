import MomentumPropertyList

// A compiled model keeps predicates and expressions as objects. Here they become format strings again, so
// that the stages after this one see what they see in a `contents` file.
//
// The numbers are those of NSComparisonPredicate.Operator, its Options and Modifier, and
// NSCompoundPredicate.LogicalType (documented). The archived keys were observed in stores' cached models
// and a compiled mapping model; aggregates and sub-predicates in a `SUBQUERY` are assumed.

/// Prints archived predicates and expressions; `nil` for a kind that has no format string or is not known.
struct ArchivedFormat {
  private static let depthMax = 200

  let archive: KeyedArchive
  /// An object may be referred to many times over, so a small archive can mean a huge text.
  private let budget: ArchiveBudget

  init(archive: KeyedArchive, budget: ArchiveBudget) {
    self.archive = archive
    self.budget = budget
  }

  func predicate(_ value: PropertyList?) -> String? { predicate(value, depth: 0) }

  func expression(_ value: PropertyList?) -> String? { expression(value, depth: 0) }

  // MARK: - Predicates

  private func predicate(_ value: PropertyList?, depth: Int) -> String? {
    guard depth < Self.depthMax, budget.take(), let object = archive.object(value) else {
      return nil
    }
    switch object.className {
    case "NSTruePredicate": return "TRUEPREDICATE"
    case "NSFalsePredicate": return "FALSEPREDICATE"
    case "NSCompoundPredicate": return compound(object, depth: depth)
    case "NSComparisonPredicate": return comparison(object, depth: depth)
    case _: return nil
    }
  }

  private func compound(_ object: KeyedArchive.Object, depth: Int) -> String? {
    let items = archive.items(object.members["NSSubpredicates"])
    let parts = items.compactMap { predicate($0, depth: depth + 1) }
    guard parts.count == items.count else { return nil }
    switch archive.integer(object.members["NSCompoundPredicateType"]) {
    case 0: return parts.first.map { "NOT (\($0))" }
    case 1: return parts.isEmpty ? "TRUEPREDICATE" : joined(parts, "AND")
    case 2: return parts.isEmpty ? "FALSEPREDICATE" : joined(parts, "OR")
    case _: return nil
    }
  }

  private func joined(_ parts: [String], _ word: String) -> String {
    parts.count == 1 ? parts[0] : parts.map { "(\($0))" }.joined(separator: " \(word) ")
  }

  private static let operators: [Int64: String] = [
    0: "<", 1: "<=", 2: ">", 3: ">=", 4: "==", 5: "!=", 6: "MATCHES", 7: "LIKE", 8: "BEGINSWITH",
    9: "ENDSWITH", 10: "IN", 99: "CONTAINS", 100: "BETWEEN",
  ]

  private func comparison(_ object: KeyedArchive.Object, depth: Int) -> String? {
    guard let kind = archive.object(object.members["NSPredicateOperator"]),
      let number = archive.integer(kind.members["NSOperatorType"]),
      let symbol = Self.operators[number],
      let left = expression(object.members["NSLeftExpression"], depth: depth + 1),
      let right = expression(object.members["NSRightExpression"], depth: depth + 1)
    else { return nil }
    let modifiers = ["", "ALL ", "ANY "]
    let modifier = archive.integer(kind.members["NSModifier"]) ?? 0
    guard (0...2).contains(modifier) else { return nil }
    let flags =
      archive.integer(kind.members["NSOptions"]) ?? archive.integer(kind.members["NSFlags"]) ?? 0
    let letters = [(1, "c"), (2, "d"), (4, "n"), (8, "l")].filter { flags & $0.0 != 0 }.map(\.1)
    let options = letters.isEmpty ? "" : "[\(letters.joined())]"
    return "\(modifiers[Int(modifier)])\(left) \(symbol)\(options) \(right)"
  }

  // MARK: - Expressions

  private func expression(_ value: PropertyList?, depth: Int) -> String? {
    guard depth < Self.depthMax, budget.take(), let object = archive.object(value) else {
      return nil
    }
    switch object.className {
    case "NSSelfExpression": return "SELF"
    case "NSConstantValueExpression": return constant(object.members["NSConstantValue"])
    case "NSVariableExpression":
      return archive.string(object.members["NSVariable"]).map { "$\($0)" }
    case "NSKeyPathExpression": return keyPath(object, depth: depth)
    case "NSKeyPathSpecifierExpression": return archive.string(object.members["NSKeyPath"])
    case "NSFunctionExpression": return function(object, depth: depth)
    case "NSAggregateExpression":
      return list(archive.items(object.members["NSCollection"]), depth: depth).map { "{\($0)}" }
    case _: return nil
    }
  }

  private func keyPath(_ object: KeyedArchive.Object, depth: Int) -> String? {
    guard let specifier = archive.items(object.members["NSArguments"]).first,
      let path = expression(specifier, depth: depth + 1),
      let operand = expression(object.members["NSOperand"], depth: depth + 1)
    else { return nil }
    return operand == "SELF" ? path : "\(operand).\(path)"
  }

  /// The selectors that stand for an operator of the format language.
  private static let operatorSelectors = [
    "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/",
    "raise:toPower:": "**",
  ]
  /// The selectors that stand for a collection operator behind a key path.
  private static let collectionSelectors = [
    "count:": "@count", "sum:": "@sum", "average:": "@avg", "min:": "@min", "max:": "@max",
  ]

  private func function(_ object: KeyedArchive.Object, depth: Int) -> String? {
    guard let selector = archive.string(object.members["NSSelectorName"]) else { return nil }
    let items = archive.items(object.members["NSArguments"])
    if let symbol = Self.operatorSelectors[selector], items.count == 2 {
      guard let left = expression(items[0], depth: depth + 1),
        let right = expression(items[1], depth: depth + 1)
      else { return nil }
      return "(\(left) \(symbol) \(right))"
    }
    if let name = Self.collectionSelectors[selector], items.count == 1,
      archive.object(items[0])?.className == "NSKeyPathExpression"
    {
      return expression(items[0], depth: depth + 1).map { "\($0).\(name)" }
    }
    guard let arguments = list(items, depth: depth) else { return nil }
    if selector == "castObject:toType:" { return "CAST(\(arguments))" }
    return "\(selector)(\(arguments))"
  }

  private func list(_ items: [PropertyList], depth: Int) -> String? {
    let parts = items.compactMap { expression($0, depth: depth + 1) }
    return parts.count == items.count ? parts.joined(separator: ", ") : nil
  }

  private func constant(_ value: PropertyList?) -> String? {
    switch archive.node(value) {
    case .null: return "nil"
    case .value(.boolean(let flag)): return flag ? "YES" : "NO"
    case .value(.integer(let number)): return "\(number)"
    case .value(.real(let number)): return number.isFinite ? "\(number)" : nil
    case .value(.string(let text)): return quoted(text)
    case .value(.date(let seconds)): return "CAST(\(seconds), 'NSDate')"
    case .value: return nil
    case .object(let object):
      if let text = object.members["NS.string"]?.string { return quoted(text) }
      if case .real(let seconds)? = object.members["NS.time"] {
        return "CAST(\(seconds), 'NSDate')"
      }
      guard object.className == "NSArray" || object.className == "NSMutableArray" else {
        return nil
      }
      let items = archive.items(value)
      let parts = items.compactMap { item in
        archive.items(item).isEmpty ? constant(item) : nil
      }
      return parts.count == items.count ? "{\(parts.joined(separator: ", "))}" : nil
    }
  }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(character)
      }
    }
    return result + "\""
  }
}
