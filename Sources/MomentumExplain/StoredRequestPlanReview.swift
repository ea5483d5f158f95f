package import MomentumCompiler
package import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumSQLite

/// Reports stored fetch requests that read a whole table, although SQLite would use an index if
/// there were one.
package enum StoredRequestPlanReview {
  package static func review(_ checked: CheckedModel, _ diagnostics: inout Diagnostics) {
    // Only requests with a predicate can need an index. If there are none, save the time for a
    // layout and a database.
    guard checked.storedRequests.contains(where: { $0.predicate != nil }) else { return }
    do throws(StoreError) {
      try plan(checked, &diagnostics)
    } catch {
      // A store of the model cannot be made, for example because a table has more columns than
      // SQLite allows. Then no plan is known, so review the form of the requests only.
      StoredRequestReview.review(
        checked.storedRequests, checked.syntax, checked.model, &diagnostics)
    }
  }

  private static func plan(
    _ checked: CheckedModel, _ diagnostics: inout Diagnostics
  ) throws(StoreError) {
    let compiled = CompiledModel(checked)
    let fetches = checked.storedRequests.map { $0.predicate == nil ? nil : compiled.compile($0) }
    let planner = try FetchPlanner(compiled, for: fetches.compactMap { $0 })
    // Collect findings until all requests are planned. After an error the other review reports all
    // requests, and findings that were already reported would appear again.
    var found = Diagnostics()
    var offered: Set<SuggestedIndex> = []
    let written = checked.syntax.fetchRequestsByName
    for (stored, fetch) in zip(checked.storedRequests, fetches) {
      guard let fetch, let element = written[stored.request.name] else { continue }
      let explained = try planner.explain(fetch)
      guard let advice = explained.advice, explained.findings.has(.scan) else { continue }
      let place = element[.predicateString]?.valueRange ?? element.nameRange
      found.report(
        StoredRequestPlanMessage.unindexed(
          request: stored.request.name, explained.tablesRead,
          indexes: advice.indexes),
        at: checked.syntax.location(place),
        notes: advice.indexes.map { note($0, checked.syntax) },
        fixIts: advice.indexes.compactMap { index in
          offered.insert(index.suggestion).inserted ? fixIt(index, checked.syntax) : nil
        })
    }
    diagnostics.append(contentsOf: found)
  }

  /// A note with the index as an XML element on one line. Its location is that of the entity to
  /// which the element belongs.
  private static func note(_ index: IndexAdvice.Index, _ syntax: ModelSyntax) -> Diagnostic.Note {
    Diagnostic.Note(
      "put into entity '\(index.entity)': \(index.suggestion.element(indent: "", lineEnd: ""))",
      at: syntax.element(of: index.suggestion.entity).map { syntax.location($0.nameRange) })
  }

  /// A fix-it that adds the index after the last property or index of the entity, as Xcode does,
  /// with the same indentation.
  private static func fixIt(
    _ index: IndexAdvice.Index, _ syntax: ModelSyntax
  ) -> Diagnostic.FixIt? {
    let before = syntax.element(of: index.suggestion.entity)?.children.last { child in
      switch child.kind {
      case .attribute, .relationship, .fetchedProperty, .fetchIndex: true
      case _: false
      }
    }
    guard let before else { return nil }
    let indent = indentation(of: before, in: syntax.file)
    let text =
      indent.map { "\n" + index.suggestion.element(indent: $0, lineEnd: "\n") }
      ?? index.suggestion.element(indent: "", lineEnd: "")
    return Diagnostic.FixIt(
      "add fetch index '\(index.suggestion.index.name)' to entity '\(index.entity)'",
      replace: syntax.location(SourceRange(before.range.end, before.range.end)), with: text)
  }

  /// The blanks before an element; `nil` unless it is the first one on its line.
  private static func indentation(of element: SyntaxElement, in file: SourceFile) -> String? {
    var start = element.range.start
    guard start <= file.utf8.count else { return nil }
    while start > 0, [0x20, 0x09].contains(file.utf8[start - 1]) { start -= 1 }
    guard start > 0, file.utf8[start - 1] == 0x0A else { return nil }
    return String(decoding: file.utf8[start..<element.range.start], as: UTF8.self)
  }
}

extension ExplainedFetch {
  /// The names of the entities whose tables are read as a whole, each once.
  fileprivate var tablesRead: [String] {
    var result: [String] = []
    for (step, line) in zip(steps, plan.lines) where line.node.step.readsAllRows {
      if let entity = step.entity, !result.contains(entity) { result.append(entity) }
    }
    return result
  }
}

/// A finding about a stored fetch request that reads a whole table.
struct StoredRequestPlanMessage: RuleMessage {
  let rule: DiagnosticRule
  let text: String

  static func unindexed(
    request: String, _ entities: [String], indexes: [IndexAdvice.Index]
  ) -> Self {
    let helpful = indexes.map { index in
      "on \(quotedList(index.suggestion.index.elements.map(\.key.text))) of '\(index.entity)'"
    }
    return Self(
      rule: StoredRequestMessage.unindexedRule,
      text:
        "fetch request '\(request)' reads every row of \(entities.isEmpty ? "a table" : quotedList(entities)); an index \(helpful.joined(separator: ", and one ")) would spare it"
    )
  }
}

extension FetchIndex.Key {
  fileprivate var text: String {
    switch self {
    case .property(let name), .expression(let name): name
    }
  }
}
