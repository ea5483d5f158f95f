internal import MomentumExplain

/// Finds what makes a plan of the server slow, and the indexes that it uses.
enum ServerPlanFindings {
  /// Below this number of rows the server reads a table as a whole even if an index would serve.
  private static let smallRows = 1_000

  /// - Parameters:
  ///   - isFiltered: Whether the request has a condition; otherwise it needs every row.
  ///   - order: The sort keys in words; `nil` for a request without an order.
  static func of(
    _ root: ServerPlanNode, _ words: ServerPlanWords, isFiltered: Bool, order: String?
  ) -> [PlanFinding] {
    var found: [PlanFinding] = []
    add(root, words, isFiltered: isFiltered, order: order, &found)
    // The gravest finding comes first; equally grave ones keep the order of the plan.
    return found.enumerated().sorted {
      ($1.element.kind, $0.offset) < ($0.element.kind, $1.offset)
    }.map(\.element)
  }

  private static func add(
    _ node: ServerPlanNode, _ words: ServerPlanWords, isFiltered: Bool, order: String?,
    _ found: inout [PlanFinding]
  ) {
    if let finding = finding(node, words, isFiltered, order), !found.contains(finding) {
      found.append(finding)
    }
    // Rows are also sorted to make groups or to join; an index for the request's order would not
    // save that.
    let needsOrder = ["Aggregate", "Group", "Unique", "Merge Join", "SetOp"].contains(node.type)
    for child in node.children {
      add(child, words, isFiltered: isFiltered, order: needsOrder ? nil : order, &found)
    }
  }

  private static func finding(
    _ node: ServerPlanNode, _ words: ServerPlanWords, _ isFiltered: Bool, _ order: String?
  ) -> PlanFinding? {
    if node.type == "Sort", let order {
      return PlanFinding(kind: .sort, text: "no index gives the order \(order)")
    }
    if node.readsAllRows {
      guard isFiltered, let table = node.table else { return nil }
      var text = "every row of \(words.title(node)) is read"
      if let rows = words.rows[table], rows < smallRows {
        text += "; it has about \(rows), and so few are read as a whole in any case"
      }
      return PlanFinding(kind: .scan, text: text)
    }
    guard node.index != nil else { return nil }
    return PlanFinding(kind: .index, text: "\(words.index(node)) is used")
  }
}
