import MomentumDiagnostics

/// Messages about groups and predicates over them.
extension RequestMessage {
  static let groupRules: [DiagnosticRule] = [
    groupBesideToManyRule, groupByAggregateRule, groupNeedsDictionariesRule, groupNotSelectedRule,
    groupOverToManyRule, havingWithoutGroupRule, notGroupedRule,
  ]

  static let groupBesideToManyRule = DiagnosticRule(
    "request.group-beside-to-many",
    .error(.noMeaning("only properties can find the rows of a group")),
    "An aggregate over a to-many relationship is combined with groups by an expression.",
    """
    Medians, modes, standard deviations and numbers of distinct values over a to-many relationship \
    are computed by a SELECT of their own, which can find the rows of a group only by properties. \
    Group only by properties, or fetch the aggregate in a request of its own.
    """,
    .own)

  static func groupBesideToMany(_ text: String) -> Self {
    Self(
      rule: groupBesideToManyRule,
      text:
        "'\(text)' reaches many values of each object, whose group cannot be found by an expression; group by properties alone"
    )
  }

  static let groupByAggregateRule = DiagnosticRule(
    "request.group-by-aggregate",
    .error(.noMeaning("an aggregate of a group cannot define the group")),
    "A request groups by an aggregate of its groups.",
    """
    An aggregate such as 'count:(name)' is one value for a group, so objects cannot be put into groups \
    by it. Group by a property, or by an expression of one object's values, and put a condition on \
    the aggregate into the having predicate.
    """,
    .documented("NSFetchRequest.propertiesToGroupBy"))

  static func groupByAggregate(_ text: String) -> Self {
    Self(
      rule: groupByAggregateRule,
      text:
        "'\(text)' is computed from a whole group, so it cannot decide the group of an object; group by a property, or by an expression of one object's values"
    )
  }

  static let groupNeedsDictionariesRule = DiagnosticRule(
    "request.group-needs-dictionaries",
    .error(
      .refused(
        by: .coreData, .documented("NSFetchRequest.propertiesToGroupBy"))),
    "Objects, IDs or a count are asked for by a request with groups.",
    """
    A row of such a request stands for a group of objects, not for one object. Fetch dictionaries; \
    the number of groups is the number of rows.
    """,
    .documented("NSFetchRequest.propertiesToGroupBy"))

  static let groupNeedsDictionaries = Self(
    rule: groupNeedsDictionariesRule,
    text: "groups are fetched as dictionaries only: a group is no object and has no ID")

  static let groupNotSelectedRule = DiagnosticRule(
    "request.group-not-selected",
    .error(.noMeaning("nothing has this name")),
    "An expression to group by is not selected.",
    """
    Objects can be grouped by properties and by selected expressions. Select the expression under \
    a name, such as 'uppercase:(city) AS place'. Then group by this name, 'place', or by the text \
    of the expression, 'uppercase:(city)'.
    """,
    .documented("NSFetchRequest.propertiesToGroupBy"))

  static func groupNotSelected(_ text: String) -> Self {
    Self(
      rule: groupNotSelectedRule,
      text:
        "'\(text)' is no property and none of the selected expressions; select it, and group by its name"
    )
  }

  static let groupOverToManyRule = DiagnosticRule(
    "request.group-over-to-many",
    .error(.refused(by: .coreData, .assumed)),
    "A key to group by crosses a to-many relationship.",
    """
    Such an object would belong to many groups at once. Group from the other side of the \
    relationship, where it is to-one.
    """,
    .documented("NSFetchRequest.propertiesToGroupBy"))

  static func groupOverToMany(_ path: String) -> Self {
    Self(
      rule: groupOverToManyRule,
      text: "'\(path)' reaches many values; objects are grouped by attributes and to-one objects")
  }

  static let havingWithoutGroupRule = DiagnosticRule(
    "request.having-without-group",
    .error(
      .refused(by: .coreData, .documented("NSFetchRequest.havingPredicate, which requires it"))),
    "A request without groups has a predicate over groups.",
    """
    A having predicate chooses among the groups that GROUP BY makes. Name a key to group by, or \
    move the condition to the predicate of the request.
    """,
    .documented("NSFetchRequest.havingPredicate"))

  static let havingWithoutGroup = Self(
    rule: havingWithoutGroupRule, text: "a predicate over groups needs a GROUP BY")

  static let notGroupedRule = DiagnosticRule(
    "request.not-grouped",
    .error(
      .refused(
        by: .coreData, .documented("NSFetchRequest.propertiesToGroupBy"))),
    "A selected property differs within a group.",
    """
    A row stands for a group, so it can only have values that are the same for all objects of the \
    group, and aggregates. Core Data raises an exception with the first sentence of the message. \
    Group by the property too, or put it into an aggregate such as 'max:(name)'.
    """,
    .documented("NSFetchRequest.propertiesToGroupBy"))

  /// - Parameter text: The selected value that is not grouped; `nil` if nothing is selected.
  static func notGrouped(_ text: String?) -> Self {
    Self(
      rule: notGroupedRule,
      text:
        "SELECT clauses in queries with GROUP BY components can only contain properties named in the GROUP BY or aggregate functions"
        + (text.map { " ('\($0)' is neither)" } ?? "; select some of them"))
  }
}
