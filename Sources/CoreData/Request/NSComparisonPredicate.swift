import MomentumPredicate

/// A comparison of two expressions.
///
/// It hides Foundation's class of this name, which has no initialisers on Linux. In an annotation,
/// write `CoreData.NSComparisonPredicate` if the file also imports Foundation (CL-3).
open class NSComparisonPredicate: NSPredicate {
  /// How the sides are compared. Source of the numbers: documented.
  public struct Options: OptionSet, Sendable, Hashable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let caseInsensitive = Self(rawValue: 1)
    public static let diacriticInsensitive = Self(rawValue: 2)
    public static let normalized = Self(rawValue: 4)
  }

  /// How a collection on the left side is compared. Source of the numbers: documented.
  public enum Modifier: UInt, Sendable {
    case direct = 0
    case all = 1
    case any = 2
  }

  /// The operator. Source of the numbers: documented.
  public enum Operator: UInt, Sendable {
    case lessThan = 0
    case lessThanOrEqualTo = 1
    case greaterThan = 2
    case greaterThanOrEqualTo = 3
    case equalTo = 4
    case notEqualTo = 5
    case matches = 6
    case like = 7
    case beginsWith = 8
    case endsWith = 9
    case `in` = 10
    case customSelector = 11
    case contains = 99
    case between = 100
  }

  public let leftExpression: NSExpression
  public let rightExpression: NSExpression
  public let comparisonPredicateModifier: Modifier
  public let predicateOperatorType: Operator
  public let options: Options
  public let customSelector: Selector?
  /// The comparison as a format. Of a comparison with a block, it has the block's place only.
  let comparison: FormatPredicate

  public init(
    leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, modifier: Modifier,
    type: Operator, options: Options = []
  ) {
    leftExpression = lhs
    rightExpression = rhs
    comparisonPredicateModifier = modifier
    predicateOperatorType = type
    self.options = options
    customSelector = nil
    let words = Self.modifierText(modifier)
    comparison = Self.form(words, lhs, type.text + ComparisonOptions(options).text, rhs)
    super.init(value: true)
  }

  /// A comparison by a method of the left side.
  public init(
    leftExpression lhs: NSExpression, rightExpression rhs: NSExpression,
    customSelector selector: Selector
  ) {
    leftExpression = lhs
    rightExpression = rhs
    comparisonPredicateModifier = .direct
    predicateOperatorType = .customSelector
    options = []
    customSelector = selector
    comparison = Self.form("", lhs, selector.name, rhs)
    super.init(value: true)
  }

  /// A comparison that was written as a format.
  init(_ form: FormatPredicate, _ syntax: ComparisonSyntax) {
    self.comparison = form
    leftExpression = NSExpression(syntax.left, form.arguments)
    rightExpression = NSExpression(syntax.right, form.arguments)
    comparisonPredicateModifier =
      syntax.quantifier.map { $0 == .any ? .any : .all } ?? .direct
    predicateOperatorType = Operator(syntax.comparisonOperator)
    options = Options(rawValue: UInt(syntax.options.rawValue))
    if case .custom(let name) = syntax.comparisonOperator {
      customSelector = Selector(name)
    } else {
      customSelector = nil
    }
    super.init(value: true)
  }

  /// `nil`: a predicate of this class has no archive that Foundation could read.
  public required init?(coder: NSCoder) { nil }

  private static func modifierText(_ modifier: Modifier) -> String {
    switch modifier {
    case .direct: ""
    case .all: "ALL "
    case .any: "ANY "
    }
  }

  private static func form(
    _ modifier: String, _ left: NSExpression, _ sign: String, _ right: NSExpression
  ) -> FormatPredicate {
    let content = ExpressionContent([
      ExpressionContent(format: modifier), left.content, ExpressionContent(format: " \(sign) "),
      right.content,
    ])
    return FormatPredicate(content.format, content.arguments)
  }

  open override func copy(with zone: NSZone? = nil) -> Any { self }
  open override var predicateFormat: String { comparison.canonical }
  open override var description: String { comparison.canonical }
  open override var hash: Int { comparison.hash }
  open override func isEqual(_ object: Any?) -> Bool { comparison.isEqual(object) }

  // MARK: - Evaluating

  open override func evaluate(with object: Any?) -> Bool {
    evaluate(with: object, substitutionVariables: nil)
  }

  open override func evaluate(
    with object: Any?, substitutionVariables bindings: [String: Any]?
  ) -> Bool {
    guard leftExpression.expressionType == .block || rightExpression.expressionType == .block
    else { return comparison.evaluate(with: object, substitutionVariables: bindings) }
    let context = bindings.map { NSMutableDictionary(dictionary: $0) }
    let sides = [leftExpression, rightExpression].map { side in
      NSExpression(forConstantValue: side.expressionValue(with: object, context: context))
    }
    return NSComparisonPredicate(
      leftExpression: sides[0], rightExpression: sides[1], modifier: comparisonPredicateModifier,
      type: predicateOperatorType, options: options
    ).evaluate(with: object)
  }
}

extension NSComparisonPredicate.Operator {
  fileprivate var text: String {
    switch self {
    case .lessThan: "<"
    case .lessThanOrEqualTo: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqualTo: ">="
    case .equalTo: "=="
    case .notEqualTo: "!="
    case .matches: "MATCHES"
    case .like: "LIKE"
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .in: "IN"
    case .contains: "CONTAINS"
    case .between: "BETWEEN"
    case .customSelector:
      CoreDataException.raise(
        "NSInvalidArgumentException", "a comparison by a selector is made with the selector.")
    }
  }

  fileprivate init(_ sign: ComparisonOperator) {
    switch sign {
    case .equal: self = .equalTo
    case .notEqual: self = .notEqualTo
    case .less: self = .lessThan
    case .lessOrEqual: self = .lessThanOrEqualTo
    case .greater: self = .greaterThan
    case .greaterOrEqual: self = .greaterThanOrEqualTo
    case .in: self = .in
    case .contains: self = .contains
    case .beginsWith: self = .beginsWith
    case .endsWith: self = .endsWith
    case .like: self = .like
    case .matches: self = .matches
    case .between: self = .between
    case .utiConformsTo, .utiEquals, .custom: self = .customSelector
    }
  }
}

extension ComparisonOptions {
  fileprivate init(_ options: NSComparisonPredicate.Options) {
    self.init(rawValue: Int(options.rawValue & 7))
  }
}
