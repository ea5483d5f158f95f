import MomentumDiagnostics
import MomentumModel

/// Reads key paths that begin at the fetched object, at a SUBQUERY's object, or after another
/// value.
struct KeyPathReader: CheckPart {
  let scope: CheckScope

  /// Reads a path that begins at the fetched object.
  func keyPath(_ components: [KeyComponent], _ range: SourceRange) -> Operand? {
    guard let parts = parts(components) else { return nil }
    if purpose.names != nil {
      refuseInHaving(parts, range)
      return nil
    }
    return resolvePath(parts, from: nil, range)
  }

  /// Reads a path that begins after any other expression.
  func path(
    _ base: ExpressionSyntax, _ components: [KeyComponent], _ range: SourceRange
  ) -> Operand? {
    switch base.kind {
    case .selfObject: return keyPath(components, range)
    case .keyPath(let inner): return keyPath(inner + components, range)
    case .path(let first, let inner): return path(first, inner + components, range)
    case .variable(let name):
      guard let binding = binding(name) else {
        report(
          .keyOfValue(
            "'$\(name)'", why: freeVariableHint(name)), at: components.first?.range ?? range)
        return nil
      }
      return parts(components).flatMap { resolvePath($0, from: binding, range) }
    case .subquery:
      guard let objects = operandReader.operand(base), let parts = parts(components) else {
        return nil
      }
      return operandReader.ask(objects, parts, range)
    case .argument(let index, _):
      return operandReader.path(ofArgument: index, components, at: base.range, range)
    case .literal, .anyKey, .indexSymbol, .aggregate, .method, .index, .call,
      .arithmetic, .setOperation, .ternary, .cast, .function, .fetch, .assignment:
      guard let parts = parts(components), let value = operandReader.single(base) else {
        return nil
      }
      return functionReader.member(parts, of: value, range)
    }
  }

  private func freeVariableHint(_ name: String) -> String {
    let near = nearName(to: name, among: bindings.map(\.variable))
    return
      near.map { "no SUBQUERY around has this variable; did you mean '$\($0)'?" }
      ?? "it is no SUBQUERY's variable, and one value is put in its place; substitute the value of the key"
  }

  /// The keys of a path, with each `%K` replaced by the keys of its argument; `nil` after an error.
  func parts(_ components: [KeyComponent]) -> [PathPart]? {
    var parts: [PathPart] = []
    parts.reserveCapacity(components.count)
    for component in components {
      switch component.name {
      case .key(let name), .quoted(let name):
        parts.append(PathPart(name: name, isOperator: false, range: component.range))
      case .collectionOperator(let name):
        parts.append(PathPart(name: name, isOperator: true, range: component.range))
      case .argument(let index):
        guard let names = keyNames(index, component.range) else { return nil }
        parts += names.map { name in
          name.hasPrefix("@")
            ? PathPart(name: String(name.dropFirst()), isOperator: true, range: component.range)
            : PathPart(name: name, isOperator: false, range: component.range)
        }
      case .variable, .expression:
        report(
          .unsupported(
            text(component.range), why: "the keys of a path have to be known",
            rewrite: "the key itself, or %K"), at: component.range)
        return nil
      }
    }
    return parts
  }

  /// The keys that the argument of a `%K` names: `owner.name` is two keys.
  private func keyNames(_ index: Int, _ range: SourceRange) -> [String]? {
    switch argument(index, at: range) {
    case .text(let text), .value(.string(let text)):
      return text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    case .value, .object, .key, .null, .list, .fetch:
      report(
        .value("the argument", of: "%K", type: "a key path", hint: "give the name of a property"),
        at: range)
      return nil
    case nil:
      return nil
    }
  }

  // MARK: - Resolving

  /// Resolves a path from the fetched object, or from the object of a SUBQUERY.
  func resolvePath(
    _ parts: [PathPart], from binding: SubqueryBinding?, _ range: SourceRange
  ) -> Operand? {
    if let place = parts.firstIndex(where: \.isOperator) {
      return collectionOperator(parts, place, from: binding, range)
    }
    return walk(parts, from: binding).map { Operand($0, range) }
  }

  /// Resolves keys to a path, or `name.length` to a function of a string.
  func walk(_ parts: [PathPart], from binding: SubqueryBinding?) -> Operand.Shape? {
    let start = binding?.entity ?? entity
    do throws(KeyPathResolver.Failure) {
      return .path(
        try state.resolver.walk(
          parts, from: start, origin: binding.map { .variable($0.name) } ?? .queriedObject))
    } catch {
      if let attribute = error.attribute, attribute.type.isString, !attribute.crossesToMany,
        error.index == parts.count - 1,
        let function = FunctionTable.stringMembers[parts[error.index].name]
      {
        let range = parts[0].range.union(parts[error.index - 1].range)
        warnings.warnAboutStore(keyOfText: parts, from: start)
        return .function(function, [Operand(.path(attribute), range)])
      }
      if let attribute = error.attribute, attribute.type.isString, attribute.crossesToMany,
        FunctionTable.stringMembers[parts[error.index].name] != nil
      {
        let range = parts[0].range.union(parts[error.index - 1].range)
        report(
          .toManyInExpression(
            text(range), rewrite: comparison.flatMap { subqueryRewrite(around: $0.syntax.left) }),
          at: range)
        return nil
      }
      report(error, parts, from: binding)
      return nil
    }
  }

  private func report(
    _ failure: KeyPathResolver.Failure, _ parts: [PathPart], from binding: SubqueryBinding?
  ) {
    let range = failure.index < parts.count ? parts[failure.index].range : SourceRange(0, 0)
    if isArgument(range) { return report(failure, ofArgument: range) }
    if let name = collectionOperator(parts, failure, from: binding) {
      let operatorName = "@\(name)"
      report(
        .keyOfCollection(parts[failure.index].name, operator: operatorName), at: range,
        fixIts: [fixIt("use '\(operatorName)'", range, operatorName)])
    } else if failure.message.rule == PredicateMessage.multipleToManyRule {
      if let rewrite = collectionRewrite(parts, failure.index) {
        report(.multipleToMany(rewrite: rewrite), at: range)
        return
      }
      let rewrite = binding == nil ? nestedRewrite(parts, failure.index) : nil
      report(
        .multipleToMany(rewrite: rewrite.map { "'\($0)'" }), at: range,
        fixIts: rewrite.flatMap { text in comparison.map { [fixIt("ask each", $0.range, text)] } }
          ?? [])
    } else if let (name, entity) = failure.unknownKey {
      let near = failure.near
      let hint = unknownKeyHint(name, parts, failure.index, near, binding)
      let subqueryKey = hint.flatMap { $0.variable }
      report(
        .unknownKey(name, entity: entity, near: near, hint: hint?.text), at: range,
        fixIts: subqueryKey.map {
          [fixIt("ask the SUBQUERY's object", SourceRange(range.start, range.start), "$\($0).")]
        } ?? hint.map { _ in [fixIt("quote the text", range, "'\(name)'")] }
          ?? KeyPathResolver.fixIts(near, SourceLocation(source, range)))
    } else {
      report(
        failure.message, at: range,
        fixIts: KeyPathResolver.fixIts(failure.near, SourceLocation(source, range)))
    }
  }

  /// Whether the text in the range is a `%K`, so that its argument is the key.
  func isArgument(_ range: SourceRange) -> Bool { text(range).hasPrefix("%") }

  /// Reports a wrong key in the key path that an argument for `%K` contains. The finding has no
  /// fix-it, because the text of the predicate needs no change.
  private func report(
    _ failure: KeyPathResolver.Failure, ofArgument range: SourceRange
  ) {
    if let (name, entity) = failure.unknownKey {
      report(.argumentKey(name, entity: entity, near: failure.near), at: range)
    } else {
      report(failure.message, at: range)
    }
  }

  /// Returns the collection operator that the unknown key probably means, to propose it: `count`
  /// for `tags.count`. Returns `nil` if the key is not after a to-many relationship or is no
  /// operator's name.
  private func collectionOperator(
    _ parts: [PathPart], _ failure: KeyPathResolver.Failure, from binding: SubqueryBinding?
  ) -> String? {
    guard let (name, _) = failure.unknownKey, failure.index > 0 else { return nil }
    let before = try? state.resolver.walk(parts[..<failure.index], from: binding?.entity ?? entity)
    guard let last = before?.path.steps.last, model[last].isToMany else { return nil }
    switch name {
    case "count", "size", "length": return failure.index == parts.count - 1 ? "count" : nil
    case _:
      return FunctionTable.collectionOperators[name] != nil && failure.index < parts.count - 1
        ? name : nil
    }
  }

  private struct KeyHint {
    var text: String
    /// The variable of the SUBQUERY that is probably missing before the key: `$x`, written without
    /// the dollar sign here.
    var variable: String?
  }

  private func unknownKeyHint(
    _ name: String, _ parts: [PathPart], _ index: Int, _ near: String?, _ binding: SubqueryBinding?
  ) -> KeyHint? {
    if binding == nil, index == 0,
      let inner = bindings.last(where: { model.property(named: name, in: $0.entity) != nil })
    {
      return KeyHint(
        text:
          "a plain key in a SUBQUERY belongs to '\(model[entity].name)'; write '$\(inner.variable).\(name)' for the key of '\(model[inner.entity].name)'",
        variable: inner.variable)
    }
    guard near == nil, parts.count == 1, let comparison, comparison.leftType?.isString == true,
      comparison.syntax.right.range == parts[0].range
    else { return nil }
    return KeyHint(text: "a text stands in quotes: \"\(name)\"")
  }

  // MARK: - Rewrites

  /// The text to propose for a path with two to-many keys:
  /// `SUBQUERY(a, $x, ANY $x.b.c == 1).@count > 0` for `ANY a.b.c == 1`. `index` is the position of
  /// the second to-many key in `parts`. Returns `nil` if no text can be proposed.
  private func nestedRewrite(_ parts: [PathPart], _ index: Int) -> String? {
    guard let comparison, let first = parts.first, let last = parts.last,
      comparison.syntax.left.range.start <= first.range.start,
      last.range.end <= comparison.syntax.left.range.end,
      comparison.syntax.quantifier != .all, !parts.contains(where: \.isOperator),
      case .keyPath(let components) = comparison.syntax.left.kind
    else { return nil }
    let names = parts.map { PredicatePrinter.escaped($0.name) }
    guard let cut = firstToMany(parts.map(\.name)), cut < index else { return nil }
    let variable = freshVariable()
    let outer = names[...cut].joined(separator: ".")
    // A comparison with a count needs no quantifier; a comparison with values of several objects
    // needs ANY.
    let hasOperator = components.contains {
      if case .collectionOperator = $0.name { true } else { false }
    }
    let inner =
      hasOperator
      ? text(SourceRange(parts[cut + 1].range.start, comparison.syntax.left.range.end))
      : names[(cut + 1)...].joined(separator: ".")
    let condition =
      (hasOperator ? "" : "ANY ") + "$\(variable).\(inner) "
      + "\(text(comparison.syntax.operatorRange)) \(text(comparison.syntax.right))"
    // The replaced text includes NONE, so the proposed text has to negate the comparison itself.
    let isNone = text(comparison.range).prefix(4).uppercased() == "NONE"
    return "SUBQUERY(\(outer), $\(variable), \(condition)).@count \(isNone ? "==" : ">") 0"
  }

  /// The text to propose for a SUBQUERY over `a.b`, two to-many keys:
  /// `SUBQUERY(a, $y, SUBQUERY($y.b, $x, …).@count > 0)`.
  private func collectionRewrite(_ parts: [PathPart], _ index: Int) -> String? {
    guard let collectionVariable = scope.collectionVariable, !parts.contains(where: \.isOperator)
    else { return nil }
    let names = parts.map { PredicatePrinter.escaped($0.name) }
    guard let cut = firstToMany(parts.map(\.name)), cut < index else { return nil }
    let variable = ["y", "z", "x"].first { $0 != collectionVariable && binding($0) == nil } ?? "y"
    let outer = names[...cut].joined(separator: ".")
    let inner = names[(cut + 1)...].joined(separator: ".")
    return
      "'SUBQUERY(\(outer), $\(variable), SUBQUERY($\(variable).\(inner), $\(collectionVariable), …).@count > 0)'"
  }

  /// The index of the first key that is a to-many relationship; `nil` if there is none, or if a key
  /// before it is not a relationship.
  private func firstToMany(_ names: [String]) -> Int? {
    var current = entity
    for (index, name) in names.enumerated() {
      guard case .relationship(let id)? = model.property(named: name, in: current) else {
        return nil
      }
      if model[id].isToMany { return index }
      current = model[id].destination
    }
    return nil
  }

  /// A name for the variable of a proposed SUBQUERY. No other variable of the text has this name.
  func freshVariable() -> String {
    let used = Set(bindings.flatMap { [$0.variable, $0.name] }).union(state.variableUses.keys)
    return ["x", "y", "z"].first { !used.contains($0) } ?? "x\(bindings.count)"
  }

  /// The text to propose for a comparison with a to-many path inside an expression: a SUBQUERY over
  /// the to-many part of the path.
  func subqueryRewrite(around expression: ExpressionSyntax) -> String? {
    guard let comparison, case .keyPath(let components) = expression.kind,
      expression.range.start >= comparison.range.start,
      expression.range.end <= comparison.range.end
    else { return nil }
    var names: [String] = []
    for component in components {
      guard case .key(let name) = component.name else { return nil }
      names.append(name)
    }
    guard let cut = firstToMany(names) else { return nil }
    let variable = freshVariable()
    let rest = names[(cut + 1)...].map { "." + PredicatePrinter.escaped($0) }.joined()
    let outer = names[...cut].map { PredicatePrinter.escaped($0) }.joined(separator: ".")
    let start = comparison.syntax.left.range.start
    let before = text(SourceRange(start, expression.range.start))
    let after = text(SourceRange(expression.range.end, comparison.syntax.right.range.end))
    guard expression.range.start >= start else { return nil }
    return "'SUBQUERY(\(outer), $\(variable), \(before)$\(variable)\(rest)\(after)).@count > 0'"
  }

  // MARK: - Having

  private func refuseInHaving(_ parts: [PathPart], _ range: SourceRange) {
    let name = parts.map { ($0.isOperator ? "@" : "") + $0.name }.joined(separator: ".")
    let isFetched = purpose.names?.contains { $0.name == name } == true
    report(
      .having(
        "'\(name)' is a key path",
        sentence: "keypath \(name) not found in entity \(model[entity].name)",
        rewrite: isFetched
          ? "write '$\(name)'" : "fetch it as an expression of a name, and write '$name'"),
      at: range, fixIts: isFetched ? [fixIt("use the name", range, "$\(name)")] : [])
  }

  func refuseInHaving(function: String, _ range: SourceRange) {
    report(
      .having(
        "'\(function)' is computed from keys",
        sentence: "Unsupported function expression \(function)",
        rewrite: "fetch it as an expression of a name, and write '$name'"), at: range)
  }
}
