import MomentumDiagnostics

/// Messages about predicates that the macro `#Predicate`, Foundation's conversion to NSPredicate or
/// the store refuses.
extension SwiftPredicateMessage {
  static let refusalRules: [DiagnosticRule] = [
    enumCaseRule, enumPropertyRule, unsupportedCallRule, optionalCallRule, valueInsideRule,
    arrayAttributeRule, integerDivisionRule, unsupportedRule, notCompiledRule,
  ]

  static let enumCaseRule = DiagnosticRule(
    "swift-predicate.enum-case", .warning, "A predicate names the case of an enum.",
    """
    '== .draft' does not compile ('Member access without an explicit base'), and '== Kind.draft' \
    neither ('Key path cannot refer to enum case'). Assign the value to a constant before the \
    predicate, such as 'let draft = Kind.draft.rawValue', and compare with the constant.
    """, .observed("swiftlang/swift-foundation #318"))

  static func enumCase(_ name: String) -> Self {
    Self(rule: enumCaseRule, text: "the macro refuses '\(name)'; capture its raw value in a 'let'")
  }

  static let enumPropertyRule = DiagnosticRule(
    "swift-predicate.enum-property", .warning, "A predicate uses a property whose type is an enum.",
    """
    SwiftData stores an enum as a composite attribute, and as of iOS 18 its predicates support \
    neither the comparison with a captured value nor '.rawValue' of the property. Store the raw \
    value in an attribute, and compute the enum from it. Momentum itself compiles the comparison, \
    with the column of the raw value.
    """, .observed("mjtsai.com 2024-08-26"))

  static func enumProperty(_ name: String) -> Self {
    Self(
      rule: enumPropertyRule,
      text:
        "'\(name)' is an enum, which predicates of SwiftData do not support; store its raw value")
  }

  static let unsupportedCallRule = DiagnosticRule(
    "swift-predicate.unsupported-call", .warning,
    "A predicate calls a method or function that '#Predicate' does not support.",
    """
    The macro refuses 'hasPrefix', 'hasSuffix', 'lowercased', 'map', 'reduce', 'count(where:)', \
    'first', and functions and operators of your own. Use 'starts(with:)' and \
    'localizedStandardContains' for texts, and 'contains(where:)', 'allSatisfy' and 'filter' for \
    collections.
    """, .observed("the predicates guide of swiftdata-pro"))

  static func unsupportedCall(_ name: String, instead: String?) -> Self {
    Self(
      rule: unsupportedCallRule,
      text: "'\(name)' is not supported in a predicate" + (instead.map { "; \($0)" } ?? ""))
  }

  static let optionalCallRule = DiagnosticRule(
    "swift-predicate.optional-call", .warning, "A predicate calls a method after '?.'.",
    """
    The macro of iOS 17 refuses the call: 'Optional chaining is not supported here'. Write \
    '($0.name ?? "").contains(text)', or unwrap the value with 'flatMap' or 'if let'.
    """, .observed("fatbobman.com on optional values in predicates, and copies of Stack Overflow"))

  static func optionalCall(_ name: String) -> Self {
    Self(
      rule: optionalCallRule,
      text:
        "the macro of iOS 17 refuses '\(name)' behind '?.'; write '(… ?? \"\").\(name)' or 'flatMap'"
    )
  }

  static let valueInsideRule = DiagnosticRule(
    "swift-predicate.value-inside", .warning,
    "A predicate computes a value inside its closure that does not depend on the object.",
    """
    Inside the closure, 'self.text', 'Date()' and a property of a captured object, such as \
    'trip.name', do not compile, or the fetch fails because the predicate is unsupported. Assign \
    the value to a constant before the predicate, such as 'let now = Date.now', and use the \
    constant.
    """, .observed("hackernoon.com, #Predicate explained, and fatbobman.com"))

  static func valueInside(_ text: String, name: String) -> Self {
    Self(
      rule: valueInsideRule,
      text: "'\(text)' is read inside the closure; capture it before: 'let \(name) = \(text)'")
  }

  static let arrayAttributeRule = DiagnosticRule(
    "swift-predicate.array-attribute", .warning,
    "A predicate looks into an attribute that is an array or dictionary.",
    """
    SwiftData stores such an attribute as bytes, which SQL cannot search, so the fetch fails. Make its \
    elements a model class with a relationship, or filter the fetched objects in memory.
    """, .assumed)

  static func arrayAttribute(_ path: String) -> Self {
    Self(rule: arrayAttributeRule, text: "'\(path)' is stored as bytes, which SQL cannot search")
  }

  static let integerDivisionRule = DiagnosticRule(
    "swift-predicate.integer-division", .warning,
    "A predicate divides whole numbers or takes a remainder.",
    """
    For a store, Foundation converts the predicate to an NSPredicate. It can convert '/' of \
    floating-point numbers, but neither '/' nor '%' of whole numbers: the conversion throws \
    'unsupportedType'. Store the result in an attribute, or filter the fetched objects in memory. \
    Momentum itself compiles the predicate.
    """,
    .documented("swift-foundation, NSPredicateConversion.swift: IntegerDivision is not convertible")
  )

  static func integerDivision(_ sign: String) -> Self {
    Self(
      rule: integerDivisionRule,
      text: "Foundation does not convert '\(sign)' of whole numbers for a store")
  }

  static let unsupportedRule = DiagnosticRule(
    "swift-predicate.unsupported", .warning, "A predicate has a form that cannot be read.",
    """
    '#Predicate' takes one expression of operators, property names and a few methods; it takes no \
    statements, subscripts of relationships, casts or interpolation. Momentum does not check such \
    a predicate further. Write it in the supported form, or filter the fetched objects in memory.
    """, .documented("Foundation, Predicate: supported operations"))

  static func unsupported(_ what: String) -> Self {
    Self(rule: unsupportedRule, text: "\(what) cannot be compiled")
  }

  static let notCompiledRule = DiagnosticRule(
    "swift-predicate.not-compiled", .warning, "A predicate has no SQL.",
    """
    Momentum can read the predicate, but cannot compile it to SQL. The message is the one that the \
    same predicate gets in the format of NSPredicate. Change the condition as the message says, or \
    filter the fetched objects in memory.
    """, .own)

  static func notCompiled(_ why: String, predicate: String) -> Self {
    Self(rule: notCompiledRule, text: "'\(predicate)' has no SQL: \(why)")
  }
}
