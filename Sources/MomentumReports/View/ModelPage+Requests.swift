import MomentumModel

// The section of the page that shows each stored fetch request with its SQL statement and SQLite's plan.

extension ModelPage {
  var requestSection: String {
    guard !model.fetchRequests.isEmpty else { return "" }
    let articles = model.fetchRequests.indices.map(request)
    let basis = planBasis.isEmpty ? "" : "<p class=\"quiet\">\(HTMLText.sentence(planBasis))</p>\n"
    return "<section aria-labelledby=\"requests\">\n"
      + "<h2 id=\"requests\" tabindex=\"-1\">Stored fetch requests</h2>\n"
      + basis + articles.joined(separator: "\n") + "\n</section>"
  }

  private func request(_ index: Int) -> String {
    let request = model.fetchRequests[index]
    let condition = request.predicateFormat.map { ", where \(whole($0))" } ?? ", every object"
    let plan = plans.indices.contains(index) ? plans[index] : nil
    let parts =
      [
        "<article class=\"thing\" id=\"q\(index)\" tabindex=\"-1\">",
        "<h3>\(HTMLText.isolated(request.name))</h3>",
        "<p>Fetches \(link(request.entity))\(condition).</p>", settings(of: request),
      ]
      + (plan.map(self.plan) ?? [
        "<p>The predicate has errors; <code>momentum check</code> says why.</p>"
      ])
      + ["</article>"]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func settings(of request: StoredFetchRequest) -> String {
    let result: String? =
      switch request.resultType {
      case .managedObject: nil
      case .managedObjectID: "object IDs"
      case .dictionary: request.returnsDistinctResults ? "distinct dictionaries" : "dictionaries"
      case .count: "the number of objects"
      }
    return pairs([
      ("Result", result),
      ("Limit", request.fetchLimit > 0 ? "\(request.fetchLimit)" : nil),
      ("Batch size", request.fetchBatchSize > 0 ? "\(request.fetchBatchSize)" : nil),
      ("Sub-entities", request.includesSubentities ? nil : "left out"),
      ("Property values", request.includesPropertyValues ? nil : "left out"),
      ("Pending changes", request.includesPendingChanges ? nil : "left out"),
      ("Objects", request.returnsObjectsAsFaults ? nil : "not as faults"),
    ])
  }

  // MARK: - Plan

  private func plan(_ plan: Plan) -> [String] {
    [
      "<h4>SQL</h4>", block(plan.statement),
      items("Values", plan.placeholders.enumerated().map { "?\($0 + 1) = \(whole($1))" }),
      "<h4>SQLite’s plan</h4>", steps(of: plan),
      plan.rowsRead.map {
        "<p>About \(counted($0, "row and index entry", "rows and index entries")) \($0 == 1 ? "is" : "are") read.</p>"
      } ?? "",
      items("Findings", plan.findings.map { HTMLText.escaped(ReportText.oneLine($0)) }),
      plan.advice.map(advice).joined(separator: "\n"),
    ]
  }

  private func steps(of plan: Plan) -> String {
    let items = plan.steps.map { step in
      let rows = step.rows.map { ": \(counted($0, "row"))" } ?? ""
      return "<li class=\"depth\(min(step.depth, 6))\">"
        + HTMLText.escaped(ReportText.oneLine(step.text)) + rows + "</li>"
    }
    return "<ul class=\"plan\">\(items.joined(separator: "\n"))</ul>"
  }

  private func advice(_ advice: Plan.Advice) -> String {
    "<h4>An index that helps, in entity \(HTMLText.isolated(advice.entity))</h4>\n"
      + block(ReportText.lines(advice.element))
  }

  private func items(_ title: String, _ items: [String]) -> String {
    guard !items.isEmpty else { return "" }
    return "<h4>\(title)</h4>\n<ul>\(items.map { "<li>\($0)</li>" }.joined(separator: "\n"))</ul>"
  }

  private func block(_ lines: [String]) -> String {
    "<pre>\(lines.map { HTMLText.escaped(ReportText.oneLine($0)) }.joined(separator: "\n"))</pre>"
  }
}
