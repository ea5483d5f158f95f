import MomentumDiagnostics
import MomentumModel

/// The surroundings of an operand in the text: the SUBQUERYs and the comparison that it is inside
/// of.
///
/// Nobody changes a scope after a part has it; ``copy()`` makes another one for an inner operand.
/// It is a class to save time: a struct of this size would count five references whenever a part is
/// made.
final class CheckScope {
  let state: CheckState
  /// The SUBQUERYs around the operand, outermost first.
  var bindings: [SubqueryBinding] = []
  /// The comparison that the operand is a part of; messages propose a corrected one.
  var comparison: ComparisonContext?
  /// The variable of the SUBQUERY whose collection is being read; messages propose a corrected
  /// SUBQUERY.
  var collectionVariable: String?
  /// The other side of the comparison that a constant is in, for messages.
  var partner = ComparisonPartner.nothing
  /// Whether the operand is inside a TERNARY.
  var isInTernary = false

  init(_ state: CheckState) { self.state = state }

  func copy() -> CheckScope {
    let copy = CheckScope(state)
    copy.bindings = bindings
    copy.comparison = comparison
    copy.collectionVariable = collectionVariable
    copy.partner = partner
    copy.isInTernary = isInTernary
    return copy
  }
}

/// The variable of a SUBQUERY, and the entity of its objects.
struct SubqueryBinding {
  /// The name as written.
  var variable: String
  /// A name that no SUBQUERY around has, so that two variables are never confused.
  var name: String
  var entity: EntityID
}

/// A comparison while its operands are read. It is a class, because `leftType` is set while a scope
/// already refers to the comparison; messages about the right side read it.
final class ComparisonContext {
  let syntax: ComparisonSyntax
  let range: SourceRange
  /// The type of the left side; `nil` until the left side was read.
  var leftType: PredicateType?
  /// Whether neither side has a type of its own, as in `$A == nil`.
  var isOpen = false

  init(syntax: ComparisonSyntax, range: SourceRange) {
    self.syntax = syntax
    self.range = range
  }
}

/// The other side of the comparison that a constant is in: its range instead of its text, because
/// only a message needs the text.
enum ComparisonPartner {
  case nothing
  case written(SourceRange)
  /// The constant is an argument of a function.
  case function
}

/// The result of one attempt to type a comparison. The checker tries several ways in turn.
enum ComparisonAttempt {
  /// The comparison is of another kind: try the next way.
  case notMine
  /// The comparison has an error, which is reported: try no other way.
  case refused
  case typed(TypedPredicate)

  /// A missing predicate means that the comparison was refused.
  init(_ predicate: TypedPredicate?) { self = predicate.map { .typed($0) } ?? .refused }
}
