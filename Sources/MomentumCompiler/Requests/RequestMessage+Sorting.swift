import MomentumDiagnostics
import MomentumPredicate
import MomentumQuery

/// Messages about sort keys.
extension RequestMessage {
  static let sortRules: [DiagnosticRule] = [
    sortAggregateRule, sortComparisonRule, sortDirectionRule, sortNotGroupedRule,
    sortOverToManyRule, sortSelectorRule, sortWordTwiceRule,
  ]

  static let sortAggregateRule = DiagnosticRule(
    "request.sort-aggregate",
    .error(.noMeaning("an object has no stored value to sort by")),
    "A sort key is an aggregate over related objects, such as '@count'.",
    """
    Core Data's store sorts by attributes and by selected values. Select the value under a name \
    and sort by that name, or store the value in an attribute.
    """,
    .assumed)

  static func sortAggregate(_ path: String) -> Self {
    Self(
      rule: sortAggregateRule,
      text:
        "'\(path)' is computed, and a sort key is stored; select '\(path) AS total' and sort by 'total'"
    )
  }

  static let sortComparisonRule = DiagnosticRule(
    "request.sort-comparison", .warning, "A comparison for strings is used to sort other values.",
    """
    All selectors except 'compare:' say how letters are ordered; numbers, dates and objects have \
    only one order. In memory such a selector is unrecognised and raises an exception. Momentum \
    ignores it; delete it.
    """,
    .documented("NSSortDescriptor"))

  static func sortComparison(_ comparison: SortComparison, type: String) -> Self {
    Self(
      rule: sortComparisonRule,
      text:
        "'\(comparison.rawValue)' compares strings and has no meaning for \(type); it is left out")
  }

  static let sortDirectionRule = DiagnosticRule(
    "request.sort-direction",
    .error(.noMeaning("the direction is not known")),
    "A sort key has an unknown direction.",
    """
    A sort key is a key path, followed by ':asc' or ':desc', as in 'name:desc'; without them it is \
    ascending. Other spellings, such as 'name desc' and '-name', are not read. Write ':asc' or \
    ':desc' after the key path.
    """,
    .own)

  static func sortDirection(_ text: String, near: String?) -> Self {
    Self(
      rule: sortDirectionRule,
      text: "'\(text)' is no direction; a sort key ends in ':asc' or ':desc'"
        + didYouMean(near))
  }

  static let sortNotGroupedRule = DiagnosticRule(
    "request.sort-not-grouped",
    .error(.refused(by: .coreData, .assumed)),
    "Groups are sorted by a property that differs within them.",
    """
    A group has no single value of the property. Sort by a property of the GROUP BY, or select an \
    aggregate such as 'max:(date) AS latest' and sort by 'latest'.
    """,
    .own)

  static func sortNotGrouped(_ path: String) -> Self {
    Self(
      rule: sortNotGroupedRule,
      text:
        "'\(path)' differs within a group; groups are sorted by what they are grouped by, or by a selected name"
    )
  }

  static let sortOverToManyRule = DiagnosticRule(
    "request.sort-over-to-many",
    .error(.refused(by: .coreData, .assumed)),
    "A sort key crosses a to-many relationship.",
    """
    The path leads to many values for each object, so none of them decides the object's position. \
    Sort by an attribute of the object, or by a path over to-one relationships.
    """,
    .assumed)

  static func sortOverToMany(_ path: String) -> Self {
    Self(rule: sortOverToManyRule, text: "'\(path)' reaches many values; a sort key reaches one")
  }

  static let sortSelectorRule = DiagnosticRule(
    "request.sort-selector",
    .error(
      .refused(
        by: .coreData,
        .documented("Core Data Programming Guide, Persistent Store Types and Behaviors"))),
    "A sort key has an unknown selector.",
    """
    A store sorts in SQL, so it supports only 'compare:', 'caseInsensitiveCompare:', \
    'localizedCompare:', 'localizedCaseInsensitiveCompare:' and 'localizedStandardCompare:', and \
    no selector or block of an app. Core Data raises an exception. Choose one of these.
    """,
    .documented("Core Data Programming Guide, Troubleshooting"))

  static func sortSelector(_ selector: String, near: String?) -> Self {
    Self(
      rule: sortSelectorRule,
      text: "unsupported NSSortDescriptor selector: \(selector)"
        + (near.map { "; did you mean '\($0)'?" }
          ?? "; known are \(SortComparison.allCases.map(\.rawValue).joined(separator: " "))"))
  }

  static func sortSpelling(_ text: String, rewrite: String) -> Self {
    Self(rule: sortDirectionRule, text: "'\(text)' is no sort key; write '\(rewrite)'")
  }

  static let sortWordTwiceRule = DiagnosticRule(
    "request.sort-word-twice",
    .error(.noMeaning("it is not known which of the two is meant")),
    "A sort key has two directions or two comparisons.",
    """
    At most one of 'asc' and 'desc' and at most one comparison may follow the key. Delete the \
    second one.
    """,
    .own)

  static func sortWordTwice(_ word: String) -> Self {
    Self(
      rule: sortWordTwiceRule,
      text: "a sort key takes one direction and one comparison, and '\(word)' is a second one")
  }
}
