import MomentumPropertyList
import MomentumText

// A compiled model has predicates and expressions as archived objects. This file turns them into
// format strings, so that later stages read the same text as from a `contents` file.
//
// The numbers are those of NSComparisonPredicate.Operator, its Options and Modifier, and
// NSCompoundPredicate.LogicalType (documented). The archived keys were observed in stores' cached
// models, in mapping models and in a compiled one; aggregates and sub-predicates are assumed.

/// The reason why an archived predicate or expression cannot be printed as a format string.
enum ArchivedFormatFailure: Error, Hashable {
  /// A class, a selector or a number that is unknown, or that the format language cannot express.
  case unknownKind(String)
  /// A member is missing or is of another type.
  case malformed(String)
  case tooLarge

  var text: String {
    switch self {
    case .unknownKind(let kind): "it holds a '\(kind.prefix(80))', which is not known"
    case .malformed(let kind): "a '\(kind)' in it is not whole"
    case .tooLarge: "it is nested too deeply or refers to itself"
    }
  }
}

/// Prints archived predicates and expressions.
struct ArchivedFormat {
  typealias Failure = ArchivedFormatFailure

  private static let depthMax = 200

  let archive: KeyedArchive
  /// The objects and bytes that may still be read: an object may be referred to many times, so a
  /// small archive can mean a huge text.
  private let budget: ArchiveBudget

  init(archive: KeyedArchive, budget: ArchiveBudget) {
    self.archive = archive
    self.budget = budget
  }

  /// The format of an archived predicate; `nil` if its kind is unknown or the format language
  /// cannot express it.
  func predicate(_ value: PropertyList?) -> String? { try? predicate(value, depth: 0) }

  /// The format of an archived expression; `nil` if its kind is unknown or the format language
  /// cannot express it.
  func expression(_ value: PropertyList?) -> String? { try? expression(value, depth: 0) }

  /// The same as `expression(_:)`, but throws the reason instead of returning `nil`.
  func decodedExpression(_ value: PropertyList?) throws(Failure) -> String {
    try expression(value, depth: 0)
  }

  private func object(_ value: PropertyList?, depth: Int) throws(Failure) -> KeyedArchive.Object {
    guard depth < Self.depthMax, budget.take() else { throw .tooLarge }
    guard let object = archive.object(value) else { throw .malformed("reference") }
    return object
  }

  private func measured(_ text: String) throws(Failure) -> String {
    guard budget.take(bytes: text.utf8.count) else { throw .tooLarge }
    return text
  }

  // MARK: - Predicates

  func predicate(_ value: PropertyList?, depth: Int) throws(Failure) -> String {
    let object = try object(value, depth: depth)
    switch object.className {
    case "NSTruePredicate": return "TRUEPREDICATE"
    case "NSFalsePredicate": return "FALSEPREDICATE"
    case "NSCompoundPredicate": return try measured(compound(object, depth: depth))
    case "NSComparisonPredicate": return try measured(comparison(object, depth: depth))
    case let name: throw .unknownKind(name)
    }
  }

  private func compound(
    _ object: KeyedArchive.Object, depth: Int
  ) throws(Failure) -> String {
    var parts: [String] = []
    for item in archive.items(object.members["NSSubpredicates"]) {
      parts.append(try predicate(item, depth: depth + 1))
    }
    let number = archive.integer(object.members["NSCompoundPredicateType"])
    switch (number, parts.first) {
    case (0, let part?): return "NOT (\(part))"
    case (1, _): return parts.isEmpty ? "TRUEPREDICATE" : joined(parts, "AND")
    case (2, _): return parts.isEmpty ? "FALSEPREDICATE" : joined(parts, "OR")
    case _: throw .malformed(object.className)
    }
  }

  private func joined(_ parts: [String], _ word: String) -> String {
    parts.count == 1 ? parts[0] : parts.map { "(\($0))" }.joined(separator: " \(word) ")
  }

  private static let operators: [Int64: String] = [
    0: "<", 1: "<=", 2: ">", 3: ">=", 4: "==", 5: "!=", 6: "MATCHES", 7: "LIKE", 8: "BEGINSWITH",
    9: "ENDSWITH", 10: "IN", 99: "CONTAINS", 100: "BETWEEN",
  ]

  private func comparison(
    _ object: KeyedArchive.Object, depth: Int
  ) throws(Failure) -> String {
    guard let kind = archive.object(object.members["NSPredicateOperator"]),
      let number = archive.integer(kind.members["NSOperatorType"])
    else { throw .malformed(object.className) }
    guard let symbol = Self.operators[number] ?? custom(number, kind) else {
      throw .unknownKind("predicate operator \(number)")
    }
    let left = try expression(object.members["NSLeftExpression"], depth: depth + 1)
    let right = try expression(object.members["NSRightExpression"], depth: depth + 1)
    let modifiers = ["", "ALL ", "ANY "]
    let modifier = archive.integer(kind.members["NSModifier"]) ?? 0
    guard (0...2).contains(modifier) else { throw .unknownKind("modifier \(modifier)") }
    let flags =
      archive.integer(kind.members["NSOptions"]) ?? archive.integer(kind.members["NSFlags"]) ?? 0
    let letters = [(1, "c"), (2, "d"), (4, "n"), (8, "l")].filter { flags & $0.0 != 0 }.map(\.1)
    let options = letters.isEmpty ? "" : "[\(letters.joined())]"
    return "\(modifiers[Int(modifier)])\(left) \(symbol)\(options) \(right)"
  }

  /// The selector of a custom operator such as `isKindOfClass:`; `nil` for any other operator.
  private func custom(_ number: Int64, _ kind: KeyedArchive.Object) -> String? {
    number == 11 ? archive.string(kind.members["NSSelectorName"]) : nil
  }

  // MARK: - Expressions

  func expression(_ value: PropertyList?, depth: Int) throws(Failure) -> String {
    let object = try object(value, depth: depth)
    switch object.className {
    case "NSSelfExpression": return "SELF"
    case "NSAnyKeyExpression": return "ANYKEY"
    case "NSConstantValueExpression":
      return try measured(constant(object.members["NSConstantValue"], depth: depth))
    case "NSVariableExpression":
      guard let name = archive.string(object.members["NSVariable"]) else {
        throw .malformed(object.className)
      }
      return try measured("$\(name)")
    case "NSKeyPathExpression": return try measured(keyPath(object, depth: depth))
    case "NSKeyPathSpecifierExpression":
      guard let path = archive.string(object.members["NSKeyPath"]) else {
        throw .malformed(object.className)
      }
      return try measured(path)
    case "NSFunctionExpression": return try measured(function(object, depth: depth))
    case "NSFetchRequestExpression": return try measured(fetch(object, depth: depth))
    case "NSAggregateExpression":
      let list = try list(archive.items(object.members["NSCollection"]), depth: depth)
      return try measured("{\(list)}")
    case "NSSymbolicExpression", "NSSetExpression", "NSSubqueryExpression", "NSTernaryExpression",
      "NSVariableAssignmentExpression":
      return try measured(rare(object, depth: depth + 1))
    case let name: throw .unknownKind(name)
    }
  }

  private func keyPath(_ object: KeyedArchive.Object, depth: Int) throws(Failure) -> String {
    let specifier = archive.items(object.members["NSArguments"]).first
    let path = try expression(specifier, depth: depth + 1)
    let operand = try expression(object.members["NSOperand"], depth: depth + 1)
    return operand == "SELF" ? path : "\(operand).\(path)"
  }

  /// The selectors that are operators in the format language.
  private static let operatorSelectors = [
    "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/",
    "raise:toPower:": "**",
  ]
  /// The selectors that are collection operators after a key path in the format language.
  private static let collectionSelectors = [
    "count:": "@count", "sum:": "@sum", "average:": "@avg", "min:": "@min", "max:": "@max",
  ]

  private func function(_ object: KeyedArchive.Object, depth: Int) throws(Failure) -> String {
    guard let selector = archive.string(object.members["NSSelectorName"]) else {
      throw .malformed(object.className)
    }
    let items = archive.items(object.members["NSArguments"])
    if let target = try target(of: object, depth: depth) {
      let arguments = try list(items, depth: depth)
      let selector = StringLiteral.quoted(selector)
      return "FUNCTION(\(target), \(selector)\(items.isEmpty ? "" : ", ")\(arguments))"
    }
    if let symbol = Self.operatorSelectors[selector], items.count == 2 {
      let left = try expression(items[0], depth: depth + 1)
      let right = try expression(items[1], depth: depth + 1)
      return "(\(left) \(symbol) \(right))"
    }
    if let name = Self.collectionSelectors[selector], items.count == 1,
      archive.object(items[0])?.className == "NSKeyPathExpression"
    {
      return "\(try expression(items[0], depth: depth + 1)).\(name)"
    }
    let arguments = try list(items, depth: depth)
    if selector == "castObject:toType:" { return "CAST(\(arguments))" }
    return "\(selector)(\(arguments))"
  }

  /// The expression whose method a function calls; `nil` for functions of the format language,
  /// which are methods of the class `_NSPredicateUtilities` (observed).
  private func target(of object: KeyedArchive.Object, depth: Int) throws(Failure) -> String? {
    guard case .object(let operand) = archive.node(object.members["NSOperand"]) else { return nil }
    if let name = archive.string(operand.members["NSConstantValueClassName"]) {
      guard name == "_NSPredicateUtilities" else { throw .unknownKind("method of '\(name)'") }
      return nil
    }
    return try expression(object.members["NSOperand"], depth: depth + 1)
  }

  private func fetch(_ object: KeyedArchive.Object, depth: Int) throws(Failure) -> String {
    let request = try expression(object.members["NSFRExpression"], depth: depth + 1)
    let context = try expression(object.members["NSMOCExpression"], depth: depth + 1)
    let countsOnly = archive.flag(object.members["NSCountOnlyFlag"])
    return "FETCH(\(request), \(context), \(countsOnly ? "YES" : "NO"))"
  }

  private func list(_ items: [PropertyList], depth: Int) throws(Failure) -> String {
    var parts: [String] = []
    for item in items { parts.append(try expression(item, depth: depth + 1)) }
    return parts.joined(separator: ", ")
  }

  // MARK: - Constants

  private func constant(_ value: PropertyList?, depth: Int) throws(Failure) -> String {
    guard depth < Self.depthMax, budget.take() else { throw .tooLarge }
    switch archive.node(value) {
    case .null: return "nil"
    case .value(.boolean(let flag)): return flag ? "YES" : "NO"
    case .value(.integer(let number)): return "\(number)"
    case .value(.real(let number)):
      guard number.isFinite else { throw .unknownKind("number that is not finite") }
      return "\(number)"
    case .value(.string(let text)): return try measured(StringLiteral.quoted(text))
    case .value(.date(let seconds)): return try date(seconds)
    case .value: throw .unknownKind("constant of another type")
    case .object(let object):
      if let text = object.members["NS.string"]?.string {
        return try measured(StringLiteral.quoted(text))
      }
      if case .real(let seconds)? = object.members["NS.time"] { return try date(seconds) }
      guard object.className == "NSArray" || object.className == "NSMutableArray" else {
        throw .unknownKind("constant of class \(object.className)")
      }
      var parts: [String] = []
      for item in archive.items(value) {
        guard archive.items(item).isEmpty else { throw .unknownKind("list in a list") }
        parts.append(try constant(item, depth: depth + 1))
      }
      return "{\(parts.joined(separator: ", "))}"
    }
  }

  private func date(_ seconds: Double) throws(Failure) -> String {
    guard seconds.isFinite else { throw .unknownKind("date that is not finite") }
    return "CAST(\(seconds), 'NSDate')"
  }
}
