import MomentumSQL

// Prints comments: statements that the database stores, or lines of the script.

extension PlainPrinter {
  /// The comment of a column: its own, and the conditions that the dialect cannot express.
  private func comment(_ column: PlainColumn) -> String? {
    // A generated column does not need its comment: the definition shows the expression.
    var sentences =
      column.generation.flatMap(expression) == nil ? [column.comment].compactMap { $0 } : []
    for check in column.checks {
      if case .matches(_, let pattern) = check, text(check) == nil {
        sentences.append("In the model it matches \(pattern)")
      }
    }
    return sentences.isEmpty ? nil : oneLine(sentences.joined(separator: " "))
  }

  func lineComment(_ column: PlainColumn) -> String? {
    dialect.hasCommentStatements ? nil : comment(column)
  }

  /// `COMMENT ON COLUMN article.modified_at IS 'Derived in the model: now().'`
  func comments(on table: PlainTable) -> [String] {
    guard dialect.hasCommentStatements else { return [] }
    let tableName = name(table.name)
    let notes =
      table.notes.isEmpty
      ? []
      : [
        "COMMENT ON TABLE \(tableName) IS "
          + SQLPrinter.literal(oneLine(table.notes.joined(separator: " ")))
      ]
    return notes
      + table.columns.compactMap { column in
        comment(column).map {
          "COMMENT ON COLUMN \(tableName).\(name(column.name)) IS \(SQLPrinter.literal($0))"
        }
      }
  }

  /// Replaces line ends: a comment ends with its line, and a text of the model could end it and add
  /// SQL.
  func oneLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator, .format: " "
          default: scalar
          }
        }))
  }
}
