public import MomentumDiagnostics
public import MomentumModel

/// Checks a predicate against an entity: resolves its key paths, converts its constants, types its
/// variables.
///
/// What Core Data's SQLite store accepts is accepted. What it refuses is an error that begins with its
/// own sentence, or a warning where SQL can answer all the same.
public struct PredicateChecker {
  /// What a predicate is checked for.
  struct Purpose {
    /// Whether aggregates are over the rows of a result.
    var allowsRowAggregates = false
    /// Whether the text belongs to a model, which has no arguments to give.
    var isStored = false
    /// Whether the text is a format whose arguments are not given yet.
    var hasPlaceholders = false
    /// The values that a having predicate knows.
    var names: [(name: String, type: PredicateType)]?
  }

  /// What a SUBQUERY's variable stands for.
  struct Binding {
    /// As written.
    var variable: String
    /// Different from those of all SUBQUERYs around.
    var name: String
    var entity: EntityID
  }

  /// The first use that says most of a variable's type.
  struct VariableUse {
    var variable: PredicateVariable
    var range: SourceRange
    /// It stands beside literals only: a property decides where there is one.
    var isOpen: Bool
  }

  /// What a constant is compared with. A place and no text, which only a message needs.
  enum Partner {
    case nothing
    case written(SourceRange)
    /// The constant is an argument of a function.
    case function
  }

  /// A comparison with its whole range, and the type of its left side once that is known.
  struct Context {
    var syntax: ComparisonSyntax
    var range: SourceRange
    var leftType: PredicateType?
    /// No side has a type of its own.
    var isOpen = false
  }

  /// Predicates and expressions inside each other: half of what the parser reads, because a level takes
  /// some 3 KB of stack here and threads may have 512 KB in all. Real predicates stay below 20.
  static let levelsMax = 100

  let model: ObjectModel
  let entity: EntityID
  let source: SourceFile
  let arguments: [PredicateArgument]
  let storedRequests: [String: TypedFetch]
  let isRegularExpression: ((String) -> Bool)?
  let purpose: Purpose
  var diagnostics = Diagnostics()
  /// Where each variable was first used, and as what.
  var variableUses: [String: VariableUse] = [:]
  /// Types that variables have by uses further on in the text, once these are known.
  var knownTypes: [String: PredicateType] = [:]
  /// Whether a variable stands beside nil, a literal or a variable alone, before its type is known.
  var waitsForTypes = false
  /// The conversions of a format's placeholders, by the names of their variables.
  var placeholders: [String: ArgumentConversion] = [:]
  /// The SUBQUERYs around, outermost first.
  var bindings: [Binding] = []
  /// The comparison that is being checked, for rewrites.
  var comparison: Context?
  /// The variable of the SUBQUERY whose collection is being resolved, for rewrites.
  var collectionVariable: String?
  /// What constants are compared with, for messages.
  var comparedWith = Partner.nothing
  var ternaryDepth = 0
  private var depth = 0
  private var argumentsUsed = 0

  /// The typed predicate, `nil` when anything was an error. Reports as many problems as it can.
  ///
  /// `arguments` are taken in the order of the text, one for each conversion. `storedRequests` are what
  /// a FETCH may name by text. `isRegularExpression` tells whether ICU reads a pattern; without it
  /// patterns are not looked at.
  public static func check(
    _ syntax: PredicateSyntax, source: SourceFile, entity: EntityID, model: ObjectModel,
    arguments: [PredicateArgument] = [], storedRequests: [String: TypedFetch] = [:],
    isRegularExpression: ((String) -> Bool)? = nil, _ diagnostics: inout Diagnostics
  ) -> TypedPredicate? {
    var checker = PredicateChecker(
      model: model, entity: entity, source: source, arguments: arguments,
      storedRequests: storedRequests, isRegularExpression: isRegularExpression,
      purpose: Purpose())
    return checker.finish({ $0.check(syntax) }, &diagnostics)
  }

  /// A predicate that stands in a model: `%@` has no value there, and `$NAME` is what was meant.
  package static func checkStored(
    _ syntax: PredicateSyntax, source: SourceFile, entity: EntityID, model: ObjectModel,
    isRegularExpression: ((String) -> Bool)?, _ diagnostics: inout Diagnostics
  ) -> TypedPredicate? {
    var checker = PredicateChecker(
      model: model, entity: entity, source: source, isRegularExpression: isRegularExpression,
      purpose: Purpose(isStored: true))
    return checker.finish({ $0.check(syntax) }, &diagnostics)
  }

  /// Checks a format without its arguments: what they will be is told by what they stand beside.
  ///
  /// `%@`, `%d` and `$NAME` take the type of the other side. What a `%K`, or a key of an argument, reaches
  /// is not known, so of a comparison with one only the other side is checked.
  public static func checkFormat(
    _ syntax: PredicateSyntax, source: SourceFile, entity: EntityID, model: ObjectModel,
    isRegularExpression: ((String) -> Bool)? = nil, _ diagnostics: inout Diagnostics
  ) {
    var checker = PredicateChecker(
      model: model, entity: entity, source: source, isRegularExpression: isRegularExpression,
      purpose: Purpose(hasPlaceholders: true))
    _ = checker.finish({ $0.check(syntax) }, &diagnostics)
  }

  /// The value of an `NSExpression` with its type: a column of a dictionary result, or a sort key.
  ///
  /// With `allowsRowAggregates` `sum:(a)`, `@sum.a`, `count:(rel)` and the like are over the rows of the
  /// result or group, and `rel.@count` is still one number for each row. `nil` after an error.
  public static func checkExpression(
    _ syntax: ExpressionSyntax, source: SourceFile, entity: EntityID, model: ObjectModel,
    arguments: [PredicateArgument] = [], storedRequests: [String: TypedFetch] = [:],
    allowsRowAggregates: Bool, _ diagnostics: inout Diagnostics
  ) -> (TypedExpression, PredicateType)? {
    var checker = PredicateChecker(
      model: model, entity: entity, source: source, arguments: arguments,
      storedRequests: storedRequests, purpose: Purpose(allowsRowAggregates: allowsRowAggregates))
    return checker.finish({ $0.value(of: syntax) }, &diagnostics)
  }

  /// A having predicate: its variables are the names of fetched values.
  ///
  /// `names` gives them with their types. Key paths and aggregate functions are refused as Core Data
  /// does.
  public static func checkHaving(
    _ syntax: PredicateSyntax, source: SourceFile, entity: EntityID, model: ObjectModel,
    names: [(name: String, type: PredicateType)], arguments: [PredicateArgument] = [],
    _ diagnostics: inout Diagnostics
  ) -> TypedPredicate? {
    var checker = PredicateChecker(
      model: model, entity: entity, source: source, arguments: arguments,
      purpose: Purpose(names: names))
    return checker.finish({ $0.check(syntax) }, &diagnostics)
  }

  private init(
    model: ObjectModel, entity: EntityID, source: SourceFile,
    arguments: [PredicateArgument] = [], storedRequests: [String: TypedFetch] = [:],
    isRegularExpression: ((String) -> Bool)? = nil, purpose: Purpose
  ) {
    self.model = model
    self.entity = entity
    self.source = source
    self.arguments = arguments
    self.storedRequests = storedRequests
    self.isRegularExpression = isRegularExpression
    self.purpose = purpose
  }

  private mutating func finish<Result>(
    _ body: (inout PredicateChecker) -> Result?, _ diagnostics: inout Diagnostics
  ) -> Result? {
    var result = body(&self)
    if waitsForTypes {
      // `$A == nil OR name == $A`: once more, with the types that the whole text gives.
      let types = variableUses.mapValues(\.variable.type)
      self = PredicateChecker(
        model: model, entity: entity, source: source, arguments: arguments,
        storedRequests: storedRequests, isRegularExpression: isRegularExpression, purpose: purpose)
      knownTypes = types
      result = body(&self)
    }
    if argumentsUsed < arguments.count {
      report(
        .tooManyArguments(
          expected: argumentsUsed, given: arguments.count, quoted: quotedConversion),
        at: SourceRange(source.utf8.count, source.utf8.count))
    }
    // The parser warns of a bare `size`; in a store it is an error, said once.
    for finding in self.diagnostics.all
    where finding.id == PredicateSyntaxMessage.barePositionRule.id {
      if let location = finding.location { diagnostics.withdraw(id: finding.id, at: location) }
    }
    diagnostics.append(contentsOf: self.diagnostics)
    return self.diagnostics.hasErrors ? nil : result
  }

  /// `%@` within quotes, where it is text.
  private var quotedConversion: String? {
    var ignored = Diagnostics()
    for token in PredicateLexer.tokens(of: source, &ignored) {
      guard case .string = token.kind else { continue }
      let content = text(token.range)
      if let found = ["%@", "%K", "%d", "%ld", "%f", "%i"].first(where: { content.contains($0) }) {
        return found
      }
    }
    return nil
  }

  // MARK: - What all parts use

  mutating func report(
    _ message: PredicateMessage, at range: SourceRange, notes: [Diagnostic.Note] = [],
    fixIts: [Diagnostic.FixIt] = []
  ) {
    // Nobody reads more of one text, and each shows the line it stands in.
    guard diagnostics.all.count < PredicateChecker.findingsMax else { return }
    diagnostics.report(
      message, at: SourceLocation(source, range), notes: notes, fixIts: fixIts)
  }

  private static let findingsMax = 50

  func fixIt(_ text: String, _ range: SourceRange, _ replacement: String) -> Diagnostic.FixIt {
    Diagnostic.FixIt(text, replace: SourceLocation(source, range), with: replacement)
  }

  /// The text that was written.
  func text(_ range: SourceRange) -> String { source.text(in: range) }

  func text(_ expression: ExpressionSyntax) -> String { source.text(in: expression.range) }

  /// What a constant is compared with, as written.
  var other: String {
    switch comparedWith {
    case .nothing: ""
    case .written(let range): text(range)
    case .function: "the function"
    }
  }

  /// The argument of an index; reports one that is not there.
  mutating func argument(_ index: Int, at range: SourceRange) -> PredicateArgument? {
    use(index)
    if purpose.isStored {
      reportArgumentInStored(range)
      return nil
    }
    if index < arguments.count { return arguments[index].withoutNullSpelling }
    report(
      .missingArgument(text(range), index: index + 1, given: arguments.count), at: range)
    return nil
  }

  /// Takes note of an argument whose value does not matter.
  mutating func use(_ index: Int) { argumentsUsed = max(argumentsUsed, index + 1) }

  /// Runs one level deeper, or reports that it is too deep.
  mutating func nested<Result>(
    at range: SourceRange, _ body: (inout PredicateChecker) -> Result?
  ) -> Result? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= PredicateChecker.levelsMax else {
      report(.tooDeep(levelsMax: PredicateChecker.levelsMax), at: range)
      return nil
    }
    return body(&self)
  }
}
