import MomentumDiagnostics
import MomentumEvaluation
import MomentumPredicate

extension NSExpression {
  /// An expression of a format that was parsed, with the values of its placeholders.
  convenience init(_ syntax: ExpressionSyntax, _ arguments: [Any?]) {
    let text = FormatPredicate.text(of: syntax, arguments)
    switch syntax.kind {
    case .selfObject: self.init(ExpressionContent(format: "SELF"), .evaluatedObject)
    case .argument(let index, _):
      self.init(forConstantValue: arguments.indices.contains(index) ? arguments[index] : nil)
    case .literal(let literal): self.init(forConstantValue: literal.foundationValue)
    case .variable(let name): self.init(forVariable: name)
    case .keyPath:
      self.init(
        ExpressionContent(format: text), .keyPath,
        Parts(name: text.replacing("#", with: "")))
    case .aggregate(let elements):
      self.init(forAggregate: elements.map { NSExpression($0, arguments) })
    case .call(let call):
      self.init(
        forFunction: call.selector, arguments: call.arguments.map { NSExpression($0, arguments) })
    case .setOperation(let sign, let left, let right):
      let (left, right) = (NSExpression(left, arguments), NSExpression(right, arguments))
      switch sign {
      case .union: self.init(forUnionSet: left, with: right)
      case .intersect: self.init(forIntersectSet: left, with: right)
      case .minus: self.init(forMinusSet: left, with: right)
      }
    case .anyKey: self.init(ExpressionContent(format: "ANYKEY"), .anyKey)
    case .subquery: self.init(ExpressionContent(format: text), .subquery)
    case .ternary: self.init(ExpressionContent(format: text), .conditional)
    case .indexSymbol, .path, .method, .index, .arithmetic, .cast, .function, .fetch, .assignment:
      self.init(ExpressionContent(format: text), .function)
    }
  }
}

extension Literal {
  /// The constant as Foundation has it; `nil` for no value.
  fileprivate var foundationValue: Any? {
    switch self {
    case .null: nil
    case .integer(let number): NSNumber(value: number)
    case .double(let number): NSNumber(value: number)
    case .decimal(let digits): NSDecimalNumber(string: digits)
    case .string(let text): text
    }
  }
}
