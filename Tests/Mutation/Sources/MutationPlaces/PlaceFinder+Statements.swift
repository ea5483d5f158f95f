import SwiftSyntax

extension PlaceFinder {
  // MARK: - Conditions

  /// `if a, let b {` → `if !§, a, let b {`.
  func addIf(_ node: IfExprSyntax) {
    let leaves = node.body.statements.last.map { Self.leaves($0) } ?? false
    let hasBinding = node.conditions.contains { !$0.condition.is(ExprSyntax.self) }
    guard leaves || hasBinding else { return }
    add(
      leaves ? .exit : .branch, node.conditions, "!§, \(node.conditions.trimmedDescription)",
      "if \(node.conditions.trimmedDescription) → never")
  }

  /// `guard a else {` → `guard (§ || (a)) else {`, and `guard let a else {` → `guard !§, let a else {`.
  func addGuard(_ node: GuardStmtSyntax) {
    let text = node.conditions.trimmedDescription
    if let first = node.conditions.first, node.conditions.count == 1,
      let condition = first.condition.as(ExprSyntax.self)
    {
      add(.exit, condition, "(§ || (\(text)))", "guard \(text) → left out")
    } else {
      add(.branch, node.conditions, "!§, \(text)", "guard \(text) → always leaves")
    }
  }

  /// `if a {` → `if § != (a) {`. A comparison has a change of its own.
  func addCondition(_ node: ConditionElementSyntax) {
    guard let condition = node.condition.as(ExprSyntax.self),
      !condition.is(InfixOperatorExprSyntax.self), !condition.is(BooleanLiteralExprSyntax.self)
    else { return }
    let text = condition.trimmedDescription
    add(.condition, condition, "§ != (\(text))", "\(text) → !(\(text))")
  }

  private static func leaves(_ item: CodeBlockItemSyntax) -> Bool {
    switch item.item {
    case .stmt(let statement):
      statement.is(ReturnStmtSyntax.self) || statement.is(ThrowStmtSyntax.self)
        || statement.is(ContinueStmtSyntax.self) || statement.is(BreakStmtSyntax.self)
    default: false
    }
  }

  // MARK: - Statements

  /// `f()` → `if !§ { f() }`; the same of an assignment.
  func addStatement(_ node: CodeBlockItemSyntax) {
    guard case .expr(let whole) = node.item else { return }
    var expression = whole
    if let assignment = expression.as(InfixOperatorExprSyntax.self) {
      guard !addChangeInPlace(assignment, node) else { return }
      guard assignment.operator.is(AssignmentExprSyntax.self) else { return }
      // An initializer has to set every property.
      let isDiscarded = assignment.leftOperand.is(DiscardAssignmentExprSyntax.self)
      if !isDiscarded, Scope(of: Syntax(node)).isInitializer { return }
      if isDiscarded { expression = assignment.rightOperand }
    }
    while let inner = expression.as(TryExprSyntax.self)?.expression
      ?? expression.as(AwaitExprSyntax.self)?.expression
    {
      expression = inner
    }
    let isAssignment = expression.is(InfixOperatorExprSyntax.self)
    let call = expression.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
    guard isAssignment || call != nil, !Self.traps.contains(call ?? "") else { return }
    if call?.hasSuffix(".init") == true || isLastOfResult(node) { return }
    let text = whole.trimmedDescription
    let name = call?.split(separator: ".").last?.lowercased() ?? ""
    let checks = ["sync", "check", "verify", "validate", "flush", "fsync", "fdatasync"]
    add(
      checks.contains { name.hasPrefix($0) } ? .check : .statement, whole, "if !§ { \(text) }",
      "\(text) → left out")
  }

  /// `a += b` → `if § { a -= b } else { a += b }`.
  private func addChangeInPlace(
    _ node: InfixOperatorExprSyntax, _ item: CodeBlockItemSyntax
  ) -> Bool {
    guard let sign = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text,
      sign == "+=" || sign == "-=", !isLastOfResult(item)
    else { return false }
    let (left, right) = (node.leftOperand.trimmedDescription, node.rightOperand.trimmedDescription)
    if sign == "+=", !Self.isNumber(right) {
      add(
        .statement, node, "if !§ { \(left) \(sign) \(right) }",
        "\(left) \(sign) \(right) → left out")
    } else {
      let other = sign == "+=" ? "-=" : "+="
      add(
        .arithmetic, node,
        "if § { \(left) \(other) \(right) } else { \(left) \(sign) \(right) }",
        "\(left) \(sign) \(right) → \(left) \(other) \(right)")
    }
    return true
  }

  /// Whether the statement is the only one of a body, and so may be its result.
  private func isLastOfResult(_ node: CodeBlockItemSyntax) -> Bool {
    guard let list = node.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else {
      return false
    }
    guard let owner = list.parent else { return false }
    if owner.is(ClosureExprSyntax.self) || owner.is(AccessorBlockSyntax.self) { return true }
    // A branch of an `if` or a `switch` that is an expression.
    if owner.is(SwitchCaseSyntax.self) || owner.parent?.is(IfExprSyntax.self) == true {
      return Scope(of: Syntax(node)).hasResult
    }
    return owner.parent?.as(FunctionDeclSyntax.self)?.signature.returnClause != nil
      || owner.parent?.is(AccessorDeclSyntax.self) == true
  }
}
