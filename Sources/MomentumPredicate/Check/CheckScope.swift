import MomentumDiagnostics
import MomentumModel

/// What is around an operand in the text. It is passed down by value, so a part cannot leave it changed for
/// the next one.
///
/// An object that nobody changes once a part has it: ``copy()`` makes another one for what is inside. Each part
/// holds a scope, and a struct of its size would count four references whenever a part is made.
final class CheckScope {
  /// The SUBQUERYs around, outermost first.
  var bindings: [SubqueryBinding] = []
  /// The comparison that the operand is a part of. Messages rewrite it.
  var comparison: ComparisonContext?
  /// The variable of the SUBQUERY whose collection is being read. Messages rewrite the SUBQUERY.
  var collectionVariable: String?
  /// What a constant is compared with, for messages.
  var partner = ComparisonPartner.nothing
  /// Whether a TERNARY is around.
  var isInTernary = false

  func copy() -> CheckScope {
    let copy = CheckScope()
    copy.bindings = bindings
    copy.comparison = comparison
    copy.collectionVariable = collectionVariable
    copy.partner = partner
    copy.isInTernary = isInTernary
    return copy
  }
}

/// What a SUBQUERY's variable stands for.
struct SubqueryBinding {
  /// As written.
  var variable: String
  /// Different from those of all SUBQUERYs around.
  var name: String
  var entity: EntityID
}

/// A comparison while its operands are read. It is an object, because messages about the right side need the
/// type of the left side, which is found in between.
final class ComparisonContext {
  let syntax: ComparisonSyntax
  let range: SourceRange
  /// Known once the left side was read.
  var leftType: PredicateType?
  /// Whether no side has a type of its own.
  var isOpen = false

  init(syntax: ComparisonSyntax, range: SourceRange) {
    self.syntax = syntax
    self.range = range
  }
}

/// What a constant is compared with. A place and no text, because only a message needs the text.
enum ComparisonPartner {
  case nothing
  case written(SourceRange)
  /// The constant is an argument of a function.
  case function
}

/// What a way of typing a comparison has made of it.
enum ComparisonAttempt {
  /// The comparison is of another kind: try the next way.
  case notMine
  /// The comparison has an error, which is reported: try no other way.
  case refused
  case typed(TypedPredicate)

  /// A missing predicate means that the comparison was refused.
  init(_ predicate: TypedPredicate?) { self = predicate.map { .typed($0) } ?? .refused }
}
