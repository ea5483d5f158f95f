import MomentumCompiler
import MomentumExplain
import MomentumModel
import MomentumSQL
import MomentumSQLite

/// The SQL of a request and SQLite's plan for it, in stores with 100,000 rows in each table.
enum PlanText {
  /// The statement and the plan, for a hover.
  static func markdown(of fetch: CompiledFetch, in model: CompiledModel) -> String {
    var text = MarkdownCode.block(fetch.sql.text, "sql")
    if let explained = explain(fetch, in: model) {
      text += "\n\n" + MarkdownCode.block(explained.text.trimmedEnd, "text")
    }
    return text
  }

  /// One line about what the plan costs, for a code lens:
  ///
  ///     reads every row of 'Person'; an index on 'name' would help
  static func cost(of explained: ExplainedFetch) -> String {
    let worst = explained.findings.map(\.kind).max()
    var text =
      switch worst {
      case .scan: "reads all rows: "
      case .sort: "sorts in memory: "
      case .function: "compares by a function: "
      case .index: "uses an index: "
      case nil: "plan: "
      }
    text += explained.steps.first.map { $0.text } ?? "no step"
    if explained.steps.count > 1 { text += ", and \(explained.steps.count - 1) more" }
    if explained.advice != nil { text += "; an index would help" }
    return text
  }

  /// `nil` if no store of the model can be made, for example because a table has too many columns.
  static func explain(_ fetch: CompiledFetch, in model: CompiledModel) -> ExplainedFetch? {
    do throws(StoreError) {
      return try FetchPlanner(model, for: [fetch]).explain(fetch)
    } catch {
      return nil
    }
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}
