// SQLite's limits on a statement. An error about a limit has the same code as one about wrong SQL,
// so the limit is found by SQLite's message. Documented: <https://sqlite.org/limits.html>; the
// messages are those of its sources.

extension SQLiteError {
  /// The same error with advice, if the statement is correct but exceeds a limit.
  var namingLimit: SQLiteError {
    guard let limit = Self.limits.first(where: { message.hasPrefix($0.beginning) }) else {
      return self
    }
    var error = self
    error.reason = .tooLarge
    error.message = "\(limit.meaning) (SQLite says '\(message)')"
    return error
  }

  private static let limits: [(beginning: String, meaning: String)] = [
    (
      "parser stack overflow",
      "the statement nests deeper than SQLite reads; take NOT, parentheses, SUBQUERY or arithmetic of the predicate apart"
    ),
    (
      "Expression tree is too large",
      "the statement nests deeper than SQLite computes; take NOT, SUBQUERY or arithmetic of the predicate apart"
    ),
    (
      "at most ",
      "the statement joins more tables than SQLite does; compare fewer key paths in one predicate"
    ),
    (
      "too many FROM clause terms",
      "the statement joins more tables than SQLite does; compare fewer key paths in one predicate"
    ),
    (
      "too many SQL variables",
      "the statement has more values than SQLite takes; give a long list as one argument of IN"
    ),
    (
      "too many columns",
      "the statement has more columns than SQLite takes; select fewer properties"
    ),
    (
      "too many terms in",
      "the statement sorts or groups by more keys than SQLite takes; name fewer"
    ),
    ("too many references to", "the statement reads one table more often than SQLite does"),
    ("string or blob too big", "the statement is longer than SQLite reads"),
    ("statement too long", "the statement is longer than SQLite reads"),
  ]
}
