/// The operators and forms of the language, and what Core Data's SQLite store does with them.
/// Functions, and arithmetic with operator signs, have their rows in ``FunctionTable``.
///
/// The checker warns of the two forms that have a property here, `lengthKey` and `message`; a test
/// checks the examples of the other rows.
package enum OperatorTable {
  /// One operator or form.
  package struct Row: Sendable, Hashable {
    /// The name in the documentation.
    package var name: String
    /// A predicate that uses the operator, about an employee of the model Staff.
    package var example: String
    package var coreData: CoreDataSupport

    init(_ name: String, _ example: String, _ coreData: CoreDataSupport) {
      self.name = name
      self.example = example
      self.coreData = coreData
    }
  }

  /// `name.length`: the length of a text attribute, written as a key after the attribute.
  static let lengthKey = Row(
    "`.length` of a text", "name.length > 3",
    .refuses(
      .observed("'keypath firstName.length not found in entity', an article's log"),
      instead: "an empty text is '== \"\"'"))

  /// A method call on a stored value: `FUNCTION(hiredOn, 'dateByAddingTimeInterval:', 60)`.
  static let message = Row(
    "`FUNCTION` of a stored value", "FUNCTION(hiredOn, 'dateByAddingTimeInterval:', 60) > now()",
    .refuses(.assumed))

  private static let sets = CoreDataSupport.Standing.documented(
    "NSExpression, \"Set Expressions\": Core Data doesn't support set expressions")
  private static let log = "logs of SQLDebug"
  private static let apps = "fetches of shipped apps"

  /// All operators and forms, by kind.
  package static let all: [Row] = [
    Row("`== != < <= > >=`", "badge >= 7", .computes(.observed(log))),
    Row("`== nil`, `!= nil`", "manager == nil", .computes(.observed(log))),
    Row("`AND OR NOT`", "NOT (badge == 1 OR badge == 2)", .computes(.observed(log))),
    Row("`IN` with constants", "badge IN {1, 2}", .computes(.observed(apps))),
    Row(
      "`IN` with keys in the braces", "5 IN {badge, salary}",
      .refuses(
        .documented("NSExpression, \"Aggregate Expressions\": Core Data doesn't support them"))),
    Row(
      "`BETWEEN` constants", "badge BETWEEN {1, 9}",
      .computes(.observed(apps))),
    Row(
      "`BETWEEN` with a computed bound", "badge BETWEEN {1, badge}",
      .refuses(
        .observed("openradar 18116899, 'near \")\": syntax error'"),
        instead: "write two comparisons by >= and <=")),
    Row(
      "`CONTAINS` of texts", "name CONTAINS[cd] 'a'",
      .computes(.observed("logs of SQLDebug, with [cdl]"))),
    Row(
      "`BEGINSWITH ENDSWITH LIKE` of texts", "name LIKE 'a*'",
      .computes(.observed(apps))),
    Row(
      "`MATCHES`", "name MATCHES '[a-c]+'",
      .computes(.observed("fetches of shipped apps, against a book of 2015"))),
    Row("`ANY`, `SOME`, `NONE`", "ANY reports.badge == 1", .computes(.observed(log))),
    Row(
      "`ALL`", "ALL reports.badge == 1",
      .refuses(
        .observed("'Unsupported predicate'"), instead: "write NONE with the opposite condition")),
    Row(
      "`SUBQUERY(…).@count`", "SUBQUERY(reports, $x, $x.badge > 1).@count > 0",
      .computes(.observed(log))),
    Row("`@count` of a relationship", "reports.@count > 2", .computes(.observed(log))),
    Row(
      "`@sum @avg @min @max` of a relationship", "reports.@sum.salary > 2",
      .computes(.assumed)),
    Row(
      "`TERNARY`", "TERNARY(badge > 1, name, 'x') == 'x'",
      .computes(.observed("fetches of SwiftData, which makes it of '?:' and '??'"))),
    Row(
      "`TERNARY` on the left of `IN`", "TERNARY(name == nil, 'a', name) IN {'a', 'b'}",
      .refuses(.observed("'unimplemented SQL generation for predicate … (bad LHS)'"))),
    Row(
      "`@count` inside `TERNARY`", "TERNARY(reports.@count > 1, 1, 2) == 1",
      .refuses(.observed("'Keypath containing KVC aggregate where there shouldn't be one'"))),
    Row(
      "`IN FETCH(…)`", "SELF IN FETCH('freelancers', nil, NO)", .computes(.observed(log))),
    lengthKey, message,
    Row(
      "`FUNCTION` of constants", "hiredOn > FUNCTION(now(), 'dateByAddingTimeInterval:', -60)",
      .computes(.assumed)),
    Row("`UNION INTERSECT MINUS`", "SELF IN (reports UNION reports)", .refuses(sets)),
    Row("`ANYKEY`", "ANYKEY == 1", .refuses(.assumed)),
    Row(
      "`UTI-CONFORMS-TO UTI-EQUALS`", "name UTI-EQUALS 'public.text'", .refuses(.assumed)),
    Row(
      "an operator that is a selector", "name isKindOfClass: 'x'", .refuses(.assumed)),
    Row("`a[FIRST]`, `a[0]`", "reports[FIRST] == nil", .refuses(.assumed)),
    Row("`a[SIZE]`", "reports[SIZE] > 1", .refuses(.assumed, instead: "write '.@count'")),
  ]
}
