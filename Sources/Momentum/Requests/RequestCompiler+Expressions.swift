import MomentumDiagnostics
import MomentumPredicate
import MomentumQuery

// Selected expressions and the predicate over groups.

extension RequestCompiler {
  mutating func value(
    of source: SourceFile, _ diagnostics: inout Diagnostics
  ) -> PropertyToFetch.Value? {
    diagnostics.report(
      RequestMessage.emptySelection, at: SourceLocation(source, SourceRange(0, source.utf8.count)))
    return nil
  }

  mutating func resolveHaving() {
    guard let having = text.having else { return }
    let source = SourceFile(path: "<having>", text: having)
    let location = SourceLocation(source, SourceRange(0, source.utf8.count))
    guard !text.propertiesToGroupBy.isEmpty else {
      return report(.havingWithoutGroup, at: location)
    }
  }
}
