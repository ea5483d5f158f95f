import MomentumSQL
import MomentumText

// Prints comments: statements that the database stores, or lines of the script.

extension PlainPrinter {
  /// The comment of a column: its own sentence, and the conditions that the dialect cannot express.
  private func comment(_ column: PlainColumn) -> String? {
    // The definition of a generated column shows its expression, so its comment is left out.
    var sentences =
      column.generation.flatMap(expression) == nil ? [column.comment].compactMap { $0 } : []
    for check in column.checks {
      if case .matches(_, let pattern) = check, condition(check) == nil {
        sentences.append("In the model it matches \(pattern)")
      }
    }
    return sentences.isEmpty ? nil : SingleLine.forStoredComment(sentences.joined(separator: " "))
  }

  func lineComment(_ column: PlainColumn) -> String? {
    dialect.tables.hasCommentStatements ? nil : comment(column)
  }

  /// The statements for comments: `COMMENT ON COLUMN article.modified_at IS 'Derived in the model:
  /// now().'`. Empty for a dialect without such statements.
  func comments(on table: PlainTable) -> [SQLFragment] {
    guard dialect.tables.hasCommentStatements else { return [] }
    let texts = commentTexts(on: table)
    var comments: [SQLFragment] = []
    if let text = texts[""] {
      comments.append("COMMENT ON TABLE \(name: table.name) IS \(text: text)")
    }
    for column in table.columns {
      guard let text = texts[column.name] else { continue }
      comments.append(
        "COMMENT ON COLUMN \(name: table.name).\(name: column.name) IS \(text: text)")
    }
    return comments
  }

  /// The text of each comment, by the name of its column; that of the table has the empty name.
  func commentTexts(on table: PlainTable) -> [String: String] {
    var texts: [String: String] = [:]
    if !table.notes.isEmpty {
      texts[""] = SingleLine.forStoredComment(table.notes.joined(separator: " "))
    }
    for column in table.columns { texts[column.name] = comment(column) }
    return texts
  }
}
