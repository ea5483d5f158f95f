import MomentumDiagnostics
import MomentumModel

// Warns of functions and operators that Momentum can compute in SQL, but Core Data's SQLite store
// refuses. ``FunctionTable`` and ``OperatorTable`` list them.

extension PredicateWarnings {
  /// Warns of a function, unless all its operands are constant: then the value is computed before
  /// the statement is made, and the store never sees the function.
  func warnAboutStore(
    _ row: FunctionTable.Row, _ operands: [Operand], _ range: SourceRange
  ) {
    guard operands.isEmpty || operands.contains(where: { !$0.isConstant }) else { return }
    warnAboutStore(row.coreData, "'\(row.selector)'", range)
  }

  func warnAboutStore(
    _ support: CoreDataSupport, _ what: @autoclosure () -> String, _ range: SourceRange
  ) {
    report(support, what(), sentence: "Unsupported function expression \(text(range))", range)
  }

  /// Warns of `name.length`: Core Data's store searches the entity for a property 'name.length'.
  func warnAboutStore(keyOfText parts: [PathPart], from entity: EntityID) {
    guard let first = parts.first, let last = parts.last else { return }
    let path = parts.map(\.name).joined(separator: ".")
    report(
      OperatorTable.lengthKey.coreData, "'\(last.name)' of a text",
      sentence: "keypath \(path) not found in entity \(model[entity].name)",
      first.range.union(last.range))
  }

  private func report(
    _ support: CoreDataSupport, _ what: @autoclosure () -> String,
    sentence: @autoclosure () -> String, _ range: SourceRange
  ) {
    guard support.isRefused(inSelections: purpose.allowsRowAggregates) else { return }
    report(
      .storeRefuses(
        sentence: sentence(),
        why: "Core Data's SQLite store \(support.standing.verb) \(what()); it is compiled here"
          + (support.instead.map { "; \($0)" } ?? "")), at: range)
  }
}

extension Operand {
  /// Whether the operand is `now()`, which Core Data computes before it makes a statement.
  var isNow: Bool {
    if case .typed(.function(.now, _), _) = shape { true } else { false }
  }
}
