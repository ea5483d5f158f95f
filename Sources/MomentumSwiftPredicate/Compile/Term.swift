import MomentumDiagnostics
import MomentumModel
import MomentumPredicate

/// The value of a part of a closure: its syntax in the predicate language, and what is known of its
/// Swift type.
struct Term {
  indirect enum Form {
    case expression(ExpressionSyntax)
    /// A Boolean that is computed: `$0.a == 1`.
    case predicate(PredicateSyntax)
    /// A range: `a...b`, `a..<b`, `a...`, `...b` or `..<b`
    case span(lower: ExpressionSyntax?, upper: ExpressionSyntax?, isClosed: Bool)
    /// The result of `caseInsensitiveCompare(_:)` and the like.
    case ordering(ExpressionSyntax, ExpressionSyntax, ComparisonOptions)
    /// `.orderedSame`, `.orderedAscending` or `.orderedDescending`, as `==`, `<` or `>`.
    case orderingResult(ComparisonOperator)
    /// The name of a type: `Date`, `Kind`
    case typeName
    /// The object of the program around the closure: `self`
    case instance
  }

  enum ValueType: Hashable {
    case attribute(AttributeType)
    case object(EntityID)
    /// `persistentModelID` of an object.
    case identifier(EntityID)
    /// The objects of a to-many relationship.
    case objects(EntityID)
    /// A struct or an enum that is stored as a composite attribute.
    case composite(CompositeID)
    /// An array literal: `[1, 2]`
    case list
    case null
    case integerLiteral
    case floatLiteral
    /// A value from outside of the closure: its use decides the type.
    case variable
    /// A case of an enum: `.foo` or `Kind.foo`
    case enumCase
    case other
  }

  var form: Form
  var type: ValueType
  /// Whether the value itself may be nil.
  var isOptional = false
  /// The values that are nil where the chain `a?.b?.c` ends early; the whole is nil then.
  var guards: [ExpressionSyntax] = []
  var range: SourceRange
  /// For a variable, the name of what was read: `user_id` for `user.id`.
  var name = ""
  /// Whether an optional to-many relationship was unwrapped in the chain that leads to the value.
  var hasOptionalCollection = false
  /// Whether the value is a condition that `isEmpty` of a collection was compiled to.
  var isEmptiness = false
  /// How many optionals were unwrapped in the chain that leads to the value: 2 for `a?.b?.c`.
  var stepCount = 0

  init(_ form: Form, _ type: ValueType, _ range: SourceRange, isOptional: Bool = false) {
    self.form = form
    self.type = type
    self.range = range
    self.isOptional = isOptional
  }

  init(
    _ kind: ExpressionSyntax.Kind, _ type: ValueType, _ range: SourceRange, isOptional: Bool = false
  ) {
    self.init(.expression(ExpressionSyntax(kind, range)), type, range, isOptional: isOptional)
  }

  init(_ predicate: PredicateSyntax) {
    self.init(.predicate(predicate), .attribute(.boolean), predicate.range)
  }

  /// Whether the value may be nil, by itself or because a chain ends early.
  var mayBeNil: Bool { isOptional || !guards.isEmpty }

  var isVariable: Bool { type == .variable }

  /// The value of a Boolean literal; `nil` for any other term.
  var booleanLiteral: Bool? {
    guard case .expression(let expression) = form,
      case .literal(.integer(let number)) = expression.kind,
      type == .attribute(.boolean)
    else { return nil }
    return number == 1
  }

  /// The expression, if it is a key path without computed parts; otherwise `nil`.
  var keyPath: ExpressionSyntax? {
    guard case .expression(let expression) = form else { return nil }
    return expression.isPath ? expression : nil
  }

  /// Whether the value is computed by a TERNARY, or will be because it may be nil.
  var isConditional: Bool {
    if !guards.isEmpty { return true }
    guard case .expression(let expression) = form, case .ternary = expression.kind else {
      return false
    }
    return true
  }

  /// `a.caseInsensitiveCompare(b) == .orderedSame` is `a ==[c] b`; `nil` if the term is no such call.
  func orderTest(_ sign: ComparisonOperator, _ right: Term, _ place: SourceRange) -> Term? {
    guard case .ordering(let first, let second, let options) = form,
      case .orderingResult(let result) = right.form, sign == .equal || sign == .notEqual
    else { return nil }
    let order = PredicateSyntax.compare(first, result, second, place, options: options)
    let isNegated = sign == .notEqual
    return Term(
      Guards.apply(
        guards, to: isNegated ? .not(order, place) : order, holdsForNil: isNegated, place))
  }
}

extension Term.ValueType {
  /// The kinds of values; Swift compares values of one kind only, numbers with numbers, texts with
  /// texts.
  enum Family: String {
    case number = "a number"
    case text = "a text"
    case boolean = "a Bool"
    case date = "a date"
    case data = "data"
    case uuid = "a UUID"
    case url = "a URL"
    case object = "an object"
    case identifier = "an identifier"
    case objects = "a collection of objects"
    case list = "an array"
  }

  /// The kind of the values of this type; `nil` if the type is not known or has none of these
  /// kinds.
  var family: Family? {
    switch self {
    case .attribute(let type):
      switch type {
      case .integer16, .integer32, .integer64, .decimal, .double, .float: .number
      case .string: .text
      case .boolean: .boolean
      case .date: .date
      case .binary: .data
      case .uuid: .uuid
      case .uri: .url
      case .undefined, .transformable, .objectID, .composite: nil
      }
    case .integerLiteral, .floatLiteral: .number
    case .object: .object
    case .identifier: .identifier
    case .objects: .objects
    case .list: .list
    case .composite, .null, .variable, .enumCase, .other: nil
    }
  }
}

extension Term.ValueType {
  /// Whether the model stores the value as an integer.
  var isWhole: Bool {
    switch self {
    case .attribute(.integer16), .attribute(.integer32), .attribute(.integer64): true
    case .attribute, .object, .identifier, .objects, .composite, .list, .null, .integerLiteral,
      .floatLiteral, .variable, .enumCase, .other:
      false
    }
  }

  var isAttribute: Bool {
    if case .attribute = self { true } else { false }
  }
}
