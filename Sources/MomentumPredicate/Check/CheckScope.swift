import MomentumDiagnostics
import MomentumModel

/// The surroundings of an operand in the text: the SUBQUERYs and the comparison that contain it.
///
/// A part for an inner operand gets a changed copy, made by ``copy()``. Only `leftType` and
/// `isOpen` of `comparison` are changed in place, while the sides of the comparison are read. A
/// class saves time: a struct with these fields would retain five references whenever a part is
/// made.
final class CheckScope {
  let state: CheckState
  /// The SUBQUERYs around the operand, outermost first.
  var bindings: [SubqueryBinding]
  /// The comparison that contains the operand; messages propose a corrected comparison.
  var comparison: ComparisonContext?
  /// The variable of the SUBQUERY whose collection is being read; messages propose a corrected
  /// SUBQUERY.
  var collectionVariable: String?
  /// Whether the operand is inside a TERNARY.
  var isInTernary: Bool

  init(_ state: CheckState) {
    self.state = state
    bindings = []
    isInTernary = false
  }

  /// A scope inside of another one, in which `comparison` contains the operands.
  init(in outer: CheckScope, comparison: ComparisonContext?) {
    state = outer.state
    bindings = outer.bindings
    self.comparison = comparison
    collectionVariable = outer.collectionVariable
    isInTernary = outer.isInTernary
  }

  func copy() -> CheckScope { CheckScope(in: self, comparison: comparison) }
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

/// The comparison whose operands are being read, for messages about one of its sides.
struct ComparisonContext {
  let syntax: ComparisonSyntax
  let range: SourceRange
  /// The type of the left side, set before the right side is read; `nil` before that, and if the
  /// left side has no type of its own.
  var leftType: PredicateType?
  /// Whether neither side has a type of its own, as in `$A == nil`.
  var isOpen = false

  init(syntax: ComparisonSyntax, range: SourceRange) {
    self.syntax = syntax
    self.range = range
  }
}

/// The other side of the comparison that contains a constant, for messages about the constant. It
/// is kept as a range, because its text is needed only if there is a message.
enum ComparisonPartner {
  case nothing
  case written(SourceRange)
  /// There is no other side, because the constant is an argument of a function.
  case function
}

/// The result of one way to type a comparison: as one with `%K`, with a SUBQUERY, or with a to-many
/// relationship. The checker tries these ways in turn.
enum ComparisonAttempt {
  /// The comparison is of another kind: try the next way.
  case notMine
  /// The comparison has an error, which is reported: try no other way.
  case refused
  case typed(TypedPredicate)

  /// The result of a way that applies to the comparison; `nil` means that an error was reported.
  init(_ predicate: TypedPredicate?) { self = predicate.map { .typed($0) } ?? .refused }
}
