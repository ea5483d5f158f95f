import MomentumDiagnostics
import MomentumModel

/// The state of one check: the model, the arguments, and all that was found so far.
///
/// All parts of the checker share one object. Values that differ from operand to operand are in
/// ``CheckScope`` instead.
final class CheckState {
  /// The kind of text that is checked, such as a stored predicate, and the constructs that it may
  /// contain.
  struct Purpose {
    /// Whether aggregates such as `sum:(a)` are computed over the rows of a result.
    var allowsRowAggregates = false
    /// Whether the text belongs to a model. Such a text has no arguments, so `%@` is an error.
    var isStored = false
    /// Whether the text is a format of source code, whose arguments are not known.
    var hasPlaceholders = false
    /// The names that a having predicate can use, with their types; `nil` for other predicates.
    var names: [(name: String, type: PredicateType)]?
  }

  /// The use that has decided a variable's type: the first comparison with a typed operand; before
  /// that, a comparison with a literal.
  struct VariableUse {
    var variable: PredicateVariable
    var range: SourceRange
    /// Whether the variable is only compared with literals. A later comparison with a property then
    /// decides its type.
    var isOpen: Bool
  }

  let model: ObjectModel
  let resolver: KeyPathResolver
  let entity: EntityID
  let source: SourceFile
  let arguments: [PredicateArgument]
  let storedRequests: [String: TypedFetch]
  let isRegularExpression: ((String) -> Bool)?
  let purpose: Purpose
  /// The types of variables, found by a first check of the whole text; empty during the first
  /// check.
  let knownTypes: [String: PredicateType]
  var diagnostics = Diagnostics()
  /// The use that has decided the type of each variable, by the variable's name.
  var variableUses: [String: VariableUse] = [:]
  /// Whether a variable is compared with nil, a literal or another variable before its type is
  /// known. If so, a second check is needed.
  var waitsForTypes = false
  /// The conversions such as `%d` of a format's placeholders, by the names of the variables that
  /// replace them.
  var placeholders: [String: ArgumentConversion] = [:]
  /// The number of arguments that the conversions such as `%@` read so far need.
  var argumentsUsed = 0
  /// The first conversion inside quotes, such as `%@` in `'%@'`: it is plain text there, so no
  /// argument replaces it. Noted only if there are arguments.
  private(set) var quotedConversion: String?
  /// The number of predicates and expressions that enclose the one that is being checked.
  var depth = 0

  init(
    model: ObjectModel, entity: EntityID, source: SourceFile,
    arguments: [PredicateArgument] = [], storedRequests: [String: TypedFetch] = [:],
    isRegularExpression: ((String) -> Bool)? = nil, purpose: Purpose,
    knownTypes: [String: PredicateType] = [:]
  ) {
    self.model = model
    resolver = KeyPathResolver(model: model)
    self.entity = entity
    self.source = source
    self.arguments = arguments
    self.storedRequests = storedRequests
    self.isRegularExpression = isRegularExpression
    self.purpose = purpose
    self.knownTypes = knownTypes
  }

  var converter: ValueConverter { ValueConverter(model: model) }

  func noteConversion(inQuotes text: String) {
    guard !arguments.isEmpty, quotedConversion == nil else { return }
    quotedConversion = ["%@", "%K", "%d", "%ld", "%f", "%i"].first { text.contains($0) }
  }

  /// The state for a second check, which begins with the types of variables that the first check
  /// found.
  func withKnownTypes() -> CheckState {
    CheckState(
      model: model, entity: entity, source: source, arguments: arguments,
      storedRequests: storedRequests, isRegularExpression: isRegularExpression, purpose: purpose,
      knownTypes: variableUses.mapValues(\.variable.type))
  }
}
