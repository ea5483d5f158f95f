import MomentumDiagnostics
import MomentumModel

// Warns of what Momentum compiles and Core Data's SQLite store refuses. The tables of functions and operators
// say which those are.

extension PredicateWarnings {
  /// Warns of a function of stored values. What is constant is computed before a statement is made.
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

  /// `name.length`: a key that the store looks for in the entity.
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
  /// Whether it is `now()`, which Core Data computes before it makes a statement.
  var isNow: Bool {
    if case .typed(.function(.now, _), _) = shape { true } else { false }
  }
}
