import MomentumDiagnostics
import MomentumModel

/// The surroundings of an operand in the text: the SUBQUERYs and the comparison that contain it.
///
/// A scope is not changed after a part was made with it; ``copy()`` makes another one for an inner
/// operand. It is a class to save time: a struct with these fields would retain five references
/// whenever a part is made.
final class CheckScope {
  let state: CheckState
  /// The SUBQUERYs around the operand, outermost first.
  var bindings: [SubqueryBinding] = []
  /// The comparison that contains the operand; messages propose a corrected comparison.
  var comparison: ComparisonContext?
  /// The variable of the SUBQUERY whose collection is being read; messages propose a corrected
  /// SUBQUERY.
  var collectionVariable: String?
  /// Whether the operand is inside a TERNARY.
  var isInTernary = false

  init(_ state: CheckState) { self.state = state }

  func copy() -> CheckScope {
    let copy = CheckScope(state)
    copy.bindings = bindings
    copy.comparison = comparison
    copy.collectionVariable = collectionVariable
    copy.isInTernary = isInTernary
    return copy
  }
}

/// The variable of a SUBQUERY, and the entity of its objects.
struct SubqueryBinding {
  /// The variable's name in the text of the predicate.
  var variable: String
  /// The name in the typed predicate, without a dollar sign. It differs from the names of all
  /// SUBQUERYs around this one, so that two variables are never confused.
  var name: String
  var entity: EntityID
}

/// A comparison while its operands are read. The scope that contains it is changed when the left side was read, and
/// messages about the right side read its type.
struct ComparisonContext {
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

/// The other operand of the comparison that contains a constant. It is kept as a range, because its
/// text is needed only if a message is reported.
enum ComparisonPartner {
  case nothing
  case written(SourceRange)
  /// There is no other side, because the constant is an argument of a function.
  case function
}

/// The result of one attempt to type a comparison. The checker tries several ways in turn.
enum ComparisonAttempt {
  /// The comparison is of another kind: try the next way.
  case notMine
  /// The comparison has an error, which is reported: try no other way.
  case refused
  case typed(TypedPredicate)

  /// The result for a typed predicate; `nil` means that the comparison has an error.
  init(_ predicate: TypedPredicate?) { self = predicate.map { .typed($0) } ?? .refused }
}
