import MomentumDiagnostics
import MomentumModel

/// What is known of one text while it is checked: its model, its arguments, and all that was found so far.
///
/// One object for all parts of the check. Whatever changes on the way into an operand and back is in
/// ``CheckScope`` instead.
final class CheckState {
  /// What a predicate is checked for.
  struct Purpose {
    /// Whether aggregates are over the rows of a result.
    var allowsRowAggregates = false
    /// Whether the text belongs to a model, which has no arguments to give.
    var isStored = false
    /// Whether the text is a format whose arguments are not given yet.
    var hasPlaceholders = false
    /// The values that a having predicate can name.
    var names: [(name: String, type: PredicateType)]?
  }

  /// The use of a variable that says most about its type.
  struct VariableUse {
    var variable: PredicateVariable
    var range: SourceRange
    /// Whether it stands beside literals only. A later use beside a property then decides the type.
    var isOpen: Bool
  }

  let model: ObjectModel
  let entity: EntityID
  let source: SourceFile
  let arguments: [PredicateArgument]
  let storedRequests: [String: TypedFetch]
  let isRegularExpression: ((String) -> Bool)?
  let purpose: Purpose
  /// The types of variables, once a first check of the whole text has found them; empty before.
  let knownTypes: [String: PredicateType]
  var diagnostics = Diagnostics()
  /// By the name of the variable.
  var variableUses: [String: VariableUse] = [:]
  /// Whether a variable stands beside nil, a literal or a variable alone, before its type is known.
  var waitsForTypes = false
  /// The conversions of a format's placeholders, by the names of the variables that stand for them.
  var placeholders: [String: ArgumentConversion] = [:]
  /// How many arguments the conversions read so far need.
  var argumentsUsed = 0
  /// How many predicates and expressions are around the place that is being checked.
  var depth = 0

  init(
    model: ObjectModel, entity: EntityID, source: SourceFile,
    arguments: [PredicateArgument] = [], storedRequests: [String: TypedFetch] = [:],
    isRegularExpression: ((String) -> Bool)? = nil, purpose: Purpose,
    knownTypes: [String: PredicateType] = [:]
  ) {
    self.model = model
    self.entity = entity
    self.source = source
    self.arguments = arguments
    self.storedRequests = storedRequests
    self.isRegularExpression = isRegularExpression
    self.purpose = purpose
    self.knownTypes = knownTypes
  }

  /// The state before a second check, which knows the types that the first one has found.
  func withKnownTypes() -> CheckState {
    CheckState(
      model: model, entity: entity, source: source, arguments: arguments,
      storedRequests: storedRequests, isRegularExpression: isRegularExpression, purpose: purpose,
      knownTypes: variableUses.mapValues(\.variable.type))
  }
}
