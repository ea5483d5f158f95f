import MomentumDiagnostics
import MomentumPredicate
import MomentumPropertyList

// Predicates as archived objects; `ArchivedFormat` in MomentumModelFiles reads them. Expressions are
// in PredicateArchive+Expressions.swift.
//
// The numbers are those of NSComparisonPredicate.Operator, its Modifier and Options, and
// NSCompoundPredicate.LogicalType (documented). One comparison was observed (`>=`, in the cache of a
// store); the keys of the others follow it, which is assumed.

/// Writes predicates and expressions into an archive.
struct PredicateArchive {
  /// The reason why a predicate cannot be archived.
  enum Failure: Error, Hashable {
    /// The operator or operand that the text names cannot be archived.
    case noForm(String)
    case tooDeep
    /// The text is no predicate or no expression.
    case unparsable(String)
  }

  /// The greatest nesting of expressions. The reader of compiled models refuses deeper trees too.
  static let depthMax = 150

  var builder: KeyedArchiveBuilder

  typealias Reference = KeyedArchiveBuilder.Reference

  mutating func predicate(format: String) throws(Failure) -> Reference {
    var ignored = Diagnostics()
    let source = SourceFile(path: "<predicate>", text: format)
    guard let syntax = PredicateParser.parse(source, &ignored) else {
      throw .unparsable("predicate")
    }
    return try predicate(syntax)
  }

  mutating func expression(format: String) throws(Failure) -> Reference {
    var ignored = Diagnostics()
    let source = SourceFile(path: "<expression>", text: format)
    guard let syntax = PredicateParser.parseExpression(source, &ignored) else {
      throw .unparsable("expression")
    }
    return try expression(syntax)
  }

  mutating func predicate(
    _ syntax: PredicateSyntax, depth: Int = 0
  ) throws(Failure) -> Reference {
    guard depth < Self.depthMax else { throw .tooDeep }
    switch syntax.kind {
    case .constant(let isTrue):
      return builder.object(.predicate(isTrue ? "NSTruePredicate" : "NSFalsePredicate"), [:])
    case .not(let part): return try compound(0, [part], depth)
    case .and(let parts): return try compound(1, parts, depth)
    case .or(let parts): return try compound(2, parts, depth)
    case .comparison(let comparison): return try self.comparison(comparison, depth)
    }
  }

  private mutating func compound(
    _ type: Int64, _ parts: [PredicateSyntax], _ depth: Int
  ) throws(Failure) -> Reference {
    var references: [Reference] = []
    for part in parts { references.append(try predicate(part, depth: depth + 1)) }
    return builder.object(
      .predicate("NSCompoundPredicate"),
      [
        "NSCompoundPredicateType": .integer(type),
        "NSSubpredicates": builder.array(references).value,
      ])
  }

  private mutating func comparison(
    _ syntax: ComparisonSyntax, _ depth: Int
  ) throws(Failure) -> Reference {
    let left = try expression(syntax.left, depth: depth + 1)
    let right = try expression(syntax.right, depth: depth + 1)
    return builder.object(
      .predicate("NSComparisonPredicate"),
      [
        "NSLeftExpression": left.value, "NSRightExpression": right.value,
        "NSPredicateOperator": try comparisonOperator(of: syntax).value,
      ])
  }

  private mutating func comparisonOperator(
    of syntax: ComparisonSyntax
  ) throws(Failure) -> Reference {
    let form = try Self.form(syntax.comparisonOperator)
    var members = form.members
    members["NSOperatorType"] = .integer(form.number)
    members["NSModifier"] = .integer(syntax.quantifier.map { $0 == .all ? 1 : 2 } ?? 0)
    members[form.optionsKey] = .integer(Int64(syntax.options.rawValue))
    return builder.object(.predicateOperator(form.className), members)
  }

  /// The number, class and keys with which one operator is archived.
  private struct Form {
    var number: Int64
    var className: String
    var optionsKey = "NSFlags"
    var members: [String: PropertyList] = [:]
  }

  private static func form(_ symbol: ComparisonOperator) throws(Failure) -> Form {
    switch symbol {
    case .less: ordered(0)
    case .lessOrEqual: ordered(1)
    case .greater: ordered(2)
    case .greaterOrEqual: ordered(3)
    case .equal: equality(4, isNegated: false)
    case .notEqual: equality(5, isNegated: true)
    case .matches: Form(number: 6, className: "NSMatchingPredicateOperator")
    case .like: Form(number: 7, className: "NSLikePredicateOperator")
    case .beginsWith: substring(8, position: 0)
    case .endsWith: substring(9, position: 1)
    case .in: Form(number: 10, className: "NSInPredicateOperator")
    case .contains: Form(number: 99, className: "NSContainsPredicateOperator")
    case .between: Form(number: 100, className: "NSBetweenPredicateOperator")
    case .custom(let selector):
      Form(
        number: 11, className: "NSCustomPredicateOperator",
        members: ["NSSelectorName": .string(selector)])
    case .utiConformsTo, .utiEquals: throw .noForm("'\(symbol.text)'")
    }
  }

  /// How an operator of order is archived: `<`, `<=`, `>`, `>=`
  private static func ordered(_ number: Int64) -> Form {
    Form(
      number: number, className: "NSComparisonPredicateOperator", optionsKey: "NSOptions",
      members: ["NSVariant": .integer(number)])
  }

  /// How an operator of equality is archived: `==`, `!=`
  private static func equality(_ number: Int64, isNegated: Bool) -> Form {
    Form(
      number: number, className: "NSEqualityPredicateOperator", optionsKey: "NSOptions",
      members: ["NSNegate": .boolean(isNegated)])
  }

  /// How an operator for the ends of a text is archived: `BEGINSWITH`, `ENDSWITH`
  private static func substring(_ number: Int64, position: Int64) -> Form {
    Form(
      number: number, className: "NSSubstringPredicateOperator",
      members: ["NSPosition": .integer(position)])
  }
}
