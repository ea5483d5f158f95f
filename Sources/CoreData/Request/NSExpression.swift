import MomentumDiagnostics
import MomentumEvaluation
import MomentumPredicate

/// A value that is computed: a constant, a key path, a function.
///
/// It hides Foundation's class of this name, which has no initialisers on Linux. In an annotation,
/// write `CoreData.NSExpression` if the file also imports Foundation (CL-3).
open class NSExpression: NSObject, NSCopying {
  /// Computes the value of an expression with a block.
  public typealias Block = (Any?, [Any], NSMutableDictionary?) -> Any

  /// The kind of an expression. Source of the numbers: documented.
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

  /// What the kinds of expressions have.
  struct Parts {
    var value: Any?
    /// A key path, the name of a function or of a variable.
    var name = ""
    var operands: [NSExpression] = []
    var predicate: NSPredicate?
    var block: Block?
  }

  private let ownContent: ExpressionContent
  let parts: Parts
  open private(set) var expressionType: ExpressionType

  init(_ content: ExpressionContent, _ type: ExpressionType, _ parts: Parts = Parts()) {
    ownContent = content
    self.parts = parts
    expressionType = type
  }

  /// The expression as a part of a format.
  var content: ExpressionContent { ownContent }

  /// The expression as a format writes it: `sum:(price)`.
  var text: String { content.text }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override var description: String { text }
  open override var hash: Int { text.hashValue }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSExpression)?.text == text
  }

  // MARK: - Parts

  /// The path of a key path. Of another expression, its text.
  open var keyPath: String { expressionType == .keyPath ? parts.name : text }
  open var constantValue: Any? { parts.value }
  /// The name of a function with its colons.
  open var function: String { expressionType == .function ? parts.name : "" }
  /// The name of a variable, also of the one of a subquery.
  open var variable: String {
    expressionType == .variable || expressionType == .subquery ? parts.name : ""
  }
  open var arguments: [NSExpression]? {
    expressionType == .function || expressionType == .block ? parts.operands : nil
  }
  /// The expressions of an aggregate, the expression of a subquery's collection.
  open var collection: Any? {
    switch expressionType {
    case .aggregate: parts.operands
    case .subquery: parts.operands.first
    default: nil
    }
  }
  /// The object whose method a function calls.
  open var operand: NSExpression { parts.value as? NSExpression ?? self }
  /// The condition of a subquery or a conditional expression.
  open var predicate: NSPredicate { parts.predicate ?? NSPredicate(value: true) }
  /// The first collection of an operation on two.
  open var left: NSExpression { parts.operands.first ?? self }
  /// The second collection of an operation on two.
  open var right: NSExpression { parts.operands.last ?? self }
  /// What a conditional expression is if its predicate is true.
  open var `true`: NSExpression { left }
  /// What a conditional expression is if its predicate is false.
  open var `false`: NSExpression { right }
  open var expressionBlock: Block { parts.block ?? { _, _, _ in NSNull() } }

  // MARK: - Value

  /// The value of the expression for an object. Stops the program if it has none.
  ///
  /// - Parameter context: The values of variables, by name.
  open func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    if let block = parts.block {
      let values = parts.operands.map {
        $0.expressionValue(with: object, context: context) ?? NSNull()
      }
      return flat(block(object, values, context))
    }
    if expressionType == .constantValue { return flat(parts.value) }
    do throws(UnusableExpression) {
      return try textValue(with: object, context: context)
    } catch {
      CoreDataException.raise("NSInvalidArgumentException", error.description)
    }
  }

  /// Why the text of an expression has no value.
  struct UnusableExpression: Error {
    let description: String
  }

  /// The value of the text. What is wrong with it is an error here, since it may be from a file.
  final func textValue(
    with object: Any?, context: NSMutableDictionary?
  ) throws(UnusableExpression) -> Any? {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "expression", text: content.format)
    guard let syntax = PredicateParser.parseExpression(source, &diagnostics) else {
      throw UnusableExpression(
        description: "Unable to parse the format string \"\(text)\"\n"
          + TextRenderer().render(diagnostics.all.filter { $0.severity == .error }))
    }
    var evaluator = PredicateEvaluator(
      arguments: content.arguments.map { PredicateValue(foundation: $0) },
      bindings: (context as? [String: Any] ?? [:]).mapValues { PredicateValue(foundation: $0) },
      options: EvaluationOptions(now: Date.timeIntervalSinceReferenceDate))
    do throws(EvaluationError) {
      return try evaluator.value(of: syntax, on: PredicateValue(foundation: object)).foundationValue
    } catch {
      throw UnusableExpression(description: error.description)
    }
  }
}
