// The kinds of expressions that a program makes.

extension NSExpression {
  public convenience init(forKeyPath keyPath: String) {
    self.init(ExpressionContent(keyPath: keyPath), .keyPath, Parts(name: keyPath))
  }

  /// The value of a property of a managed object: `\Book.title` is `title`.
  public convenience init<Root: NSManagedObject, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
    self.init(forKeyPath: keyPath.keyName)
  }

  public convenience init(forConstantValue value: Any?) {
    self.init(ExpressionContent(constant: value), .constantValue, Parts(value: flat(value)))
  }

  public convenience init(forVariable name: String) {
    self.init(ExpressionContent(format: "$\(name)"), .variable, Parts(name: name))
  }

  public convenience init(forAggregate expressions: [Any]) {
    let operands = Self.expressions(expressions)
    self.init(
      ExpressionContent("{", operands.map(\.content), "}"), .aggregate, Parts(operands: operands))
  }

  /// A call of a function, whose name has a colon for each argument: `add:to:`.
  public convenience init(forFunction name: String, arguments: [Any]) {
    let operands = Self.expressions(arguments)
    self.init(
      ExpressionContent("\(name)(", operands.map(\.content), ")"), .function,
      Parts(name: name, operands: operands))
  }

  /// A call of a method of an object.
  public convenience init(
    forFunction target: NSExpression, selectorName name: String, arguments: [Any]?
  ) {
    let operands = Self.expressions(arguments ?? [])
    let selector = ExpressionContent(constant: name)
    self.init(
      ExpressionContent(
        "FUNCTION(", [target.content, selector] + operands.map(\.content), ")"), .function,
      Parts(value: target, name: name, operands: operands))
  }

  public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
    self.init(left, "UNION", right, .unionSet)
  }

  public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
    self.init(left, "INTERSECT", right, .intersectSet)
  }

  public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
    self.init(left, "MINUS", right, .minusSet)
  }

  private convenience init(
    _ left: NSExpression, _ sign: String, _ right: NSExpression, _ type: ExpressionType
  ) {
    self.init(
      ExpressionContent([
        left.content, ExpressionContent(format: " \(sign) "), right.content,
      ]), type, Parts(operands: [left, right]))
  }

  /// The objects of a collection for which a predicate is true.
  public convenience init(
    forSubquery expression: NSExpression, usingIteratorVariable variable: String,
    predicate: NSPredicate
  ) {
    self.init(
      ExpressionContent(
        "SUBQUERY(",
        [
          expression.content, ExpressionContent(format: "$\(variable)"),
          ExpressionContent(predicate),
        ], ")"), .subquery,
      Parts(name: variable, operands: [expression], predicate: predicate))
  }

  /// One of two expressions, as a predicate says.
  public convenience init(
    forConditional predicate: NSPredicate, trueExpression: NSExpression,
    falseExpression: NSExpression
  ) {
    self.init(
      ExpressionContent(
        "TERNARY(",
        [ExpressionContent(predicate), trueExpression.content, falseExpression.content], ")"),
      .conditional, Parts(operands: [trueExpression, falseExpression], predicate: predicate))
  }

  /// An expression that a block computes. No store can run it.
  public convenience init(block: @escaping Block, arguments: [NSExpression]?) {
    self.init(
      ExpressionContent(format: "BLOCK"), .block, Parts(operands: arguments ?? [], block: block))
  }

  /// An expression in the language of predicates.
  public convenience init(format: String, _ arguments: Any?...) {
    self.init(format: format, values: arguments)
  }

  public convenience init(format: String, argumentArray: [Any]) {
    self.init(format: format, values: argumentArray)
  }

  private convenience init(format: String, values: [Any?]) {
    let filling = FormatFilling(format, values.map(flat))
    self.init(
      ExpressionContent(format: filling.format, arguments: filling.arguments),
      .function)
  }

  public class func expressionForEvaluatedObject() -> NSExpression {
    NSExpression(ExpressionContent(format: "SELF"), .evaluatedObject)
  }

  /// Any key of an entry, in a query of Spotlight. No store can run it.
  public class func expressionForAnyKey() -> NSExpression {
    NSExpression(ExpressionContent(format: "ANYKEY"), .anyKey)
  }

  /// An expression that a model has as a text.
  convenience init(written text: String, _ type: ExpressionType = .function) {
    self.init(ExpressionContent(format: text), type)
  }

  private static func expressions(_ values: [Any]) -> [NSExpression] {
    values.map { $0 as? NSExpression ?? NSExpression(forConstantValue: $0) }
  }
}
