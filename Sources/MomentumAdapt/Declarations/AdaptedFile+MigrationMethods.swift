import MomentumSwiftSource

extension AdaptedFile {
  /// Adds `value(ofMethod:arguments:)` to a policy or a manager of migrations, in the line of its brace:
  /// value expressions of mapping models call the methods with `@objc` by their selectors, which
  /// Linux does not find.
  ///
  ///     final class Policy: NSEntityMigrationPolicy { override func value(ofMethod method: Selector, …
  mutating func editMigrationClass(_ located: LocatedDeclaration) {
    let (declaration, tokens) = (located.declaration, located.tokens)
    guard classes.isOfMigration(declaration.name), let body = declaration.body, body.lowerBound > 0
    else { return }
    let all = declaration.members.filter {
      $0.kind == .function && active.contains(tokens[$0.nameToken].start)
    }
    let isWritten = all.contains {
      $0.name == "value"
        && FunctionParameter.all($0, tokens).map(\.label) == ["ofMethod", "arguments"]
    }
    guard !isWritten else { return }
    let cases = all.compactMap { method -> String? in
      guard
        method.attribute("objc") != nil || declaration.attribute("objcMembers") != nil,
        !method.hasModifier("override"), !method.hasModifier("static"),
        !method.hasModifier("class"), method.genericParameters == nil
      else { return nil }
      return branch(method, tokens)
    }
    guard !cases.isEmpty else { return }
    edits.insert(
      " override \(Self.access(declaration))func value(ofMethod method: Selector, "
        + "arguments: [Any?]) throws -> Any? { switch method { " + cases.joined(separator: "; ")
        + "; default: return try super.value(ofMethod: method, arguments: arguments) } }",
      at: tokens[body.lowerBound - 1].end)
  }

  /// `case "short:": return try short(method.argument(0, of: arguments))`
  private func branch(_ method: SwiftDeclaration, _ tokens: SwiftTokens) -> String {
    let parameters = FunctionParameter.all(method, tokens)
    let selector =
      method.attribute("objc")?.arguments.map { $0.map { tokens.name($0) }.joined() }
      ?? FunctionParameter.selector(method.name, parameters)
    let arguments = parameters.enumerated().map { index, parameter in
      (parameter.label.isEmpty ? "" : "\(parameter.label): ")
        + "method.argument(\(index), of: arguments)"
    }
    let throwing = throwsErrors(method, tokens) || !parameters.isEmpty
    let call =
      "\(throwing ? "try " : "")`\(method.name)`(\(arguments.joined(separator: ", ")))"
    let hasResult = method.type != nil && method.type?.name != "Void"
    return "case \"\(selector)\": " + (hasResult ? "return \(call)" : "\(call); return nil")
  }

  private func throwsErrors(_ method: SwiftDeclaration, _ tokens: SwiftTokens) -> Bool {
    guard let parameters = method.parameters, let body = method.body else { return false }
    return (parameters.upperBound..<body.lowerBound).contains { tokens.token($0, is: "throws") }
  }
}
