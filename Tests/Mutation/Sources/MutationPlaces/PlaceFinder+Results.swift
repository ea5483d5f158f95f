import SwiftSyntax

extension PlaceFinder {
  // MARK: - Results

  /// `return a` → `return (§ ? nil : (a))`.
  func addResult(_ value: ExprSyntax, of node: Syntax) {
    guard let type = Scope(of: node).resultType else { return }
    let text = value.trimmedDescription
    if type.trimmedDescription == "Bool" {
      if value.is(BooleanLiteralExprSyntax.self) || value.is(InfixOperatorExprSyntax.self) {
        return
      }
      add(.result, value, "(§ != (\(text)))", "return \(text) → return !(\(text))")
    } else if type.is(OptionalTypeSyntax.self), text != "nil" {
      add(.result, value, "(§ ? nil : (\(text)))", "return \(text) → return nil")
    } else if type.is(ArrayTypeSyntax.self), text != "[]" {
      add(.result, value, "(§ ? [] : (\(text)))", "return \(text) → return []")
    }
  }

  /// The one expression of a body that is its result without the word `return`.
  func addImplicitResult(_ node: CodeBlockItemSyntax) {
    guard case .expr(let value) = node.item, !value.is(IfExprSyntax.self),
      !value.is(SwitchExprSyntax.self),
      let list = node.parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
      let owner = list.parent,
      owner.is(AccessorBlockSyntax.self) || owner.parent?.is(FunctionDeclSyntax.self) == true
        || owner.parent?.is(AccessorDeclSyntax.self) == true
    else { return }
    addResult(value, of: Syntax(node))
  }

  // MARK: - Arguments

  /// `f(a, b)` → `(§ ? f(b, a) : f(a, b))`. Both have to be of one type.
  func addArguments(_ node: FunctionCallExprSyntax) {
    let arguments = Array(node.arguments)
    guard arguments.count >= 2, node.trailingClosure == nil,
      !Self.symmetric.contains(
        node.calledExpression.trimmedDescription.split(separator: ".").last ?? ""),
      !node.trimmedDescription.contains("//")
    else { return }
    for index in 1..<arguments.count {
      let (first, second) = (arguments[index - 1].expression, arguments[index].expression)
      guard Self.isSimple(first), Self.isSimple(second),
        first.trimmedDescription != second.trimmedDescription,
        signatures.allowExchange(node, before: index)
      else { continue }
      var exchanged = arguments
      exchanged[index - 1].expression = second.trimmed
      exchanged[index].expression = first.trimmed
      let call = node.with(\.arguments, LabeledExprListSyntax(exchanged)).trimmedDescription
      let text = node.trimmedDescription
      add(.arguments, node, "(§ ? \(call) : \(text))", "\(text) → \(call)")
    }
  }

  /// An initializer cannot be called twice in one, and the others are the same either way round.
  private static let symmetric: Set<Substring> = ["init", "min", "max", "swap", "swapAt"]

  private static func isSimple(_ node: ExprSyntax) -> Bool {
    node.is(DeclReferenceExprSyntax.self) || node.is(IntegerLiteralExprSyntax.self)
      || node.is(StringLiteralExprSyntax.self) || node.is(SubscriptCallExprSyntax.self)
      || node.is(MemberAccessExprSyntax.self) || node.is(FunctionCallExprSyntax.self)
  }
}

/// The function, accessor or closure around a node.
struct Scope {
  var isInitializer = false
  var hasResult = false
  /// `nil` in a closure, whose type only the compiler knows.
  var resultType: TypeSyntax?

  init(of node: Syntax) {
    var next = node.parent
    while let current = next {
      if current.is(ClosureExprSyntax.self) {
        hasResult = true
        return
      }
      if current.is(InitializerDeclSyntax.self) {
        isInitializer = true
        return
      }
      if let function = current.as(FunctionDeclSyntax.self) {
        resultType = function.signature.returnClause?.type
        hasResult = resultType != nil
        return
      }
      if let accessor = current.as(AccessorDeclSyntax.self) {
        if accessor.accessorSpecifier.text == "get" {
          next = current.parent
          hasResult = true
        } else {
          return
        }
      }
      if let binding = current.as(PatternBindingSyntax.self) {
        resultType = binding.typeAnnotation?.type
        hasResult = true
        return
      }
      if let item = current.as(SubscriptDeclSyntax.self) {
        resultType = item.returnClause.type
        hasResult = true
        return
      }
      next = current.parent
    }
  }
}
