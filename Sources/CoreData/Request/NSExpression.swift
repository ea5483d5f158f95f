import MomentumDiagnostics
import MomentumEvaluation
import MomentumPredicate

/// A value that is computed: a constant, a key path, a function.
///
/// It hides Foundation's class of this name, which has no initialisers on Linux. In an annotation,
/// write `CoreData.NSExpression` if the file also imports Foundation (CL-3).
open class NSExpression: NSObject, NSCopying {
  public enum ExpressionType: UInt, Sendable {
    case constantValue = 0
    case evaluatedObject = 1
    case variable = 2
    case keyPath = 3
    case function = 4
    case unionSet = 5
    case intersectSet = 6
    case minusSet = 7
    case subquery = 13
    case aggregate = 14
    case anyKey = 15
    case block = 19
    case conditional = 20
  }

  /// The expression as a format writes it: `sum:(price)`.
  let text: String
  open private(set) var expressionType: ExpressionType
  private var value: Any?
  private var path: String?
  private var functionName: String?
  private var functionArguments: [NSExpression]?

  init(text: String, _ type: ExpressionType = .function) {
    self.text = text
    expressionType = type
  }

  public convenience init(forKeyPath keyPath: String) {
    self.init(text: keyPath, .keyPath)
    path = keyPath
  }

  public convenience init(forConstantValue value: Any?) {
    self.init(text: Self.literal(value), .constantValue)
    self.value = value
  }

  public convenience init(forVariable name: String) { self.init(text: "$\(name)", .variable) }

  public convenience init(forAggregate expressions: [NSExpression]) {
    self.init(text: "{\(expressions.map(\.text).joined(separator: ", "))}", .aggregate)
  }

  public convenience init(forFunction name: String, arguments: [Any]) {
    let expressions = arguments.map { $0 as? NSExpression ?? NSExpression(forConstantValue: $0) }
    self.init(text: "\(name)(\(expressions.map(\.text).joined(separator: ", ")))", .function)
    functionName = name
    functionArguments = expressions
  }

  /// An expression in the language of predicates.
  public convenience init(format: String, _ arguments: Any?...) {
    self.init(text: Self.filled(format, arguments))
  }

  public convenience init(format: String, argumentArray: [Any]) {
    self.init(text: Self.filled(format, argumentArray))
  }

  open class func expressionForEvaluatedObject() -> NSExpression {
    NSExpression(text: "SELF", .evaluatedObject)
  }

  open var keyPath: String { path ?? text }
  open var constantValue: Any? { value }
  open var function: String { functionName ?? "" }
  open var arguments: [NSExpression]? { functionArguments }
  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override var description: String { text }
  open override var hash: Int { text.hashValue }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSExpression)?.text == text
  }

  /// The value of the expression for an object.
  open func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "expression", text: text)
    guard let syntax = PredicateParser.parseExpression(source, &diagnostics) else {
      CoreDataException.raise(
        "NSInvalidArgumentException",
        "Unable to parse the format string \"\(text)\"\n"
          + TextRenderer().render(diagnostics.all.filter { $0.severity == .error }))
    }
    var evaluator = PredicateEvaluator(
      options: EvaluationOptions(now: Date.timeIntervalSinceReferenceDate))
    do throws(EvaluationError) {
      return try evaluator.value(of: syntax, on: PredicateValue(foundation: object)).foundationValue
    } catch {
      CoreDataException.raise("NSInvalidArgumentException", error.description)
    }
  }

  // MARK: - Texts

  private static func literal(_ value: Any?) -> String { filled("%@", [value]) }

  /// A format with its values written out: the text of `SELF == <format>` without its beginning.
  private static func filled(_ format: String, _ arguments: [Any?]) -> String {
    guard !arguments.isEmpty else { return format }
    let canonical = FormatPredicate("SELF == \(format)", arguments.map(flat)).canonical
    return String(canonical.dropFirst("SELF == ".count))
  }
}
