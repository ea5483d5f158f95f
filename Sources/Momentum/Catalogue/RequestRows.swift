import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// Of fetch requests.
  static let requestRows: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "request.aggregate-of-all", .warning,
      "A value of one object is selected beside an aggregate of all.",
      """
      Without groups an aggregate makes one row of all objects, and a key path beside it has the \
      value of any of them: SQLite picks one, PostgreSQL refuses. Group by the key path, or leave \
      it out.
      """,
      .documented("SQLite, SELECT, Bare columns in an aggregate query")),
    DiagnosticExplanation(
      "request.duplicate-name",
      .error(.noMeaning("the rows or columns that are asked for are not known")),
      "Two selected properties have one name.",
      """
      The names are the keys of the resulting dictionaries, and a key stands in a dictionary once. \
      Core Data recurses until the process crashes (rdar 14568695). Give one of them another name \
      with AS.
      """,
      .observed("rdar 14568695")),
    DiagnosticExplanation(
      "request.empty-selection",
      .error(.noMeaning("the rows or columns that are asked for are not known")),
      "A selection is empty.",
      """
      There is nothing in front of AS, or nothing at all. Write a key path such as 'owner.name', \
      'objectID', or an expression such as 'count:(name) AS names'.
      """,
      .own),
    DiagnosticExplanation(
      "request.group-beside-to-many",
      .error(.noMeaning("the rows of a group are found by properties alone")),
      "An aggregate over a to-many relationship stands beside a group by an expression.",
      """
      Medians, modes, deviations and numbers of different values over a to-many relationship have a \
      SELECT of their own, which finds the rows of a group by properties. Group by properties alone, or \
      fetch the aggregate by itself.
      """,
      .own),
    DiagnosticExplanation(
      "request.group-by-aggregate",
      .error(.noMeaning("what is made of a group cannot make it")),
      "A request groups by what is made of its groups.",
      """
      An aggregate such as 'count:(name)' is one value for a group, so objects cannot be put into groups \
      by it. Group by a property, or by an expression of one object's values, and put a condition on \
      the aggregate into the having predicate.
      """,
      .documented("NSFetchRequest.propertiesToGroupBy")),
    DiagnosticExplanation(
      "request.group-needs-dictionaries",
      .error(
        .refused(
          by: .coreData, .documented("NSFetchRequest.propertiesToGroupBy, which requires them"))),
      "Objects, IDs or a count are asked for by a request with groups.",
      """
      A row of such a request stands for a group of objects and is none of them. Fetch \
      dictionaries, and count groups by the number of rows.
      """,
      .documented("NSFetchRequest.propertiesToGroupBy")),
    DiagnosticExplanation(
      "request.group-not-selected",
      .error(.noMeaning("nothing of this name is known")),
      "An expression to group by is not selected.",
      """
      Groups are made by properties and by selected expressions: by an expression's name, or by its \
      text as it was selected. Select it too: 'uppercase:(name) AS initial' and 'initial'.
      """,
      .documented("NSFetchRequest.propertiesToGroupBy")),
    DiagnosticExplanation(
      "request.group-over-to-many",
      .error(.refused(by: .coreData, .assumed)),
      "A key to group by crosses a to-many relationship.",
      """
      Such an object would belong to many groups at once. Group from the other side of the \
      relationship, where it is to-one.
      """,
      .documented("NSFetchRequest.propertiesToGroupBy")),
    DiagnosticExplanation(
      "request.having-without-group",
      .error(
        .refused(by: .coreData, .documented("NSFetchRequest.havingPredicate, which requires it"))),
      "A predicate over groups stands in a request without groups.",
      """
      The predicate chooses among the groups that GROUP BY makes. Name a key to group by, or put \
      the condition into the predicate of the request.
      """,
      .documented("NSFetchRequest.havingPredicate")),
    DiagnosticExplanation(
      "request.ignored-option", .warning, "An option has no meaning for what is fetched.",
      """
      Distinct rows are rows of dictionaries; batches and prefetching are about objects; IDs and \
      counts have no properties. Core Data passes over such an option, and it is left out here. \
      Delete it, or ask for another result.
      """,
      .documented("NSFetchRequest.returnsDistinctResults")),
    DiagnosticExplanation(
      "request.immutable",
      .error(.noMeaning("the rows or columns that are asked for are not known")),
      "A stored fetch request is to be changed.",
      """
      It belongs to the model, and everyone who asks for it by name gets the same. Core Data \
      raises an exception. Take a copy and change that: on the command line all options but the \
      entity and the predicate change a copy.
      """,
      .documented("NSManagedObjectModel.fetchRequestTemplate(forName:)")),
    DiagnosticExplanation(
      "request.no-entity",
      .error(.noMeaning("the rows or columns that are asked for are not known")),
      "A request names no entity.",
      """
      A fetch looks for the objects of one entity and its sub-entities. Give the name of an \
      entity, or of a fetch request that the model stores.
      """,
      .documented("NSFetchRequest")),
    DiagnosticExplanation(
      "request.not-grouped",
      .error(
        .refused(
          by: .coreData, .documented("NSFetchRequest.propertiesToGroupBy, which requires it"))),
      "A selected property differs within a group.",
      """
      A row stands for a group, so it can have what all objects of the group share, and what an \
      aggregate makes of them. Core Data raises an exception with the message's first sentence. \
      Group by the property too, or put it into an aggregate such as 'max:(name)'.
      """,
      .documented("NSFetchRequest.propertiesToGroupBy")),
    DiagnosticExplanation(
      "request.prefetch-length", .error(.noMeaning("a path through all objects would have no end")),
      "A path to prefetch is too long.",
      """
      Each relationship of the path is a statement of its own and a level of nesting in the \
      result. Shorten the path.
      """,
      .own),
    DiagnosticExplanation(
      "request.property-of-objects",
      .error(.noMeaning("the rows or columns that are asked for are not known")),
      "Objects are to be fetched with a property that is none of their own.",
      """
      The properties of such a request are filled into the objects, which have no place for an \
      expression or for what lies behind a relationship. Fetch dictionaries.
      """,
      .documented("NSFetchRequest.propertiesToFetch")),
    DiagnosticExplanation(
      "request.result-type",
      .error(.noMeaning("a value has no form of the type")),
      "A selected expression is not given as the type behind its name.",
      """
      Behind a name may stand a type, 'sum:(days) AS total: Integer 64', as an expression description \
      has a result type. Numbers, truth values and dates can be given as each other; texts, bytes and \
      objects as what they are. Write one of the names that Xcode has for attribute types, or leave it out.
      """,
      .documented("NSExpressionDescription.expressionResultType")),
    DiagnosticExplanation(
      "request.selection-name",
      .error(.noMeaning("the rows or columns that are asked for are not known")),
      "The name behind AS cannot be read.",
      """
      A name is one word of letters, digits and underscores, or any text in quotes. Sort keys and \
      predicates over groups use it.
      """,
      .own),
    DiagnosticExplanation(
      "request.several-keys",
      .error(.noMeaning("the rows or columns that are asked for are not known")),
      "Several keys stand where one belongs.",
      """
      Each selected property and each sort key is given by itself; commas do not divide them, \
      since an expression may have commas of its own. Give the keys one by one, in their order.
      """,
      .own),
    DiagnosticExplanation(
      "request.sort-aggregate",
      .error(.noMeaning("the rows or columns that are asked for are not known")),
      "A sort key is computed from related objects.",
      """
      Core Data's store sorts by attributes and by what is selected. Select the value under a name \
      and sort by the name, or keep the value in an attribute.
      """,
      .assumed),
    DiagnosticExplanation(
      "request.sort-comparison", .warning, "A comparison of strings sorts something else.",
      """
      The selectors but 'compare:' say how letters are ordered; numbers, dates and objects have \
      one order. In memory such a selector is not recognised and raises an exception. It is left \
      out; delete it.
      """,
      .documented("NSSortDescriptor")),
    DiagnosticExplanation(
      "request.sort-direction",
      .error(.noMeaning("the rows or columns that are asked for are not known")),
      "A sort key has an unknown direction.",
      """
      A sort key is a key path, with ':asc' or ':desc' behind it; without them it is ascending. \
      Write one of the two.
      """,
      .own),
    DiagnosticExplanation(
      "request.sort-not-grouped",
      .error(.refused(by: .coreData, .assumed)),
      "Groups are sorted by what differs within them.",
      """
      A group has no one value of the property. Sort by a property of the GROUP BY, or select an \
      aggregate such as 'max:(name) AS last' and sort by its name.
      """,
      .own),
    DiagnosticExplanation(
      "request.sort-over-to-many",
      .error(.refused(by: .coreData, .assumed)),
      "A sort key crosses a to-many relationship.",
      """
      The path reaches many values of each object, and none of them can decide its place. Sort \
      by an attribute of the object or behind to-one relationships.
      """,
      .assumed),
    DiagnosticExplanation(
      "request.sort-selector",
      .error(
        .refused(
          by: .coreData,
          .documented("Core Data Programming Guide, Persistent Store Types and Behaviors"))),
      "A sort key has an unknown selector.",
      """
      A store sorts by SQL, so it knows 'compare:', 'caseInsensitiveCompare:', \
      'localizedCompare:', 'localizedCaseInsensitiveCompare:' and 'localizedStandardCompare:', and \
      no selector or block of an app. Core Data raises an exception. Choose one of these.
      """,
      .documented("Core Data Programming Guide, Troubleshooting")),
    DiagnosticExplanation(
      "request.sort-word-twice",
      .error(.noMeaning("the rows or columns that are asked for are not known")),
      "A sort key has two directions or two comparisons.",
      """
      Behind the key stand at most one of 'asc' and 'desc' and at most one comparison. Delete the \
      second one.
      """,
      .own),
    DiagnosticExplanation(
      "request.to-many-to-fetch",
      .error(
        .refused(
          by: .coreData,
          .documented(
            """
            NSFetchRequest.propertiesToFetch: attributes, to-one relationships, or expressions
            """))),
      "A selected key path crosses a to-many relationship.",
      """
      A dictionary has one value for each name, and the path reaches many. Core Data raises an \
      exception with the message's first words. Put the path into an aggregate, as in \
      'count:(contracts)', or fetch objects and prefetch the relationship.
      """,
      .observed("FreeCoreData's tests against Core Data of macOS 26 and 27")),
    DiagnosticExplanation(
      "request.too-long",
      .error(.noMeaning("a small text could demand more work than a machine has")),
      "The SQL of a request would be too long.",
      """
      Some computations have no word in SQL and are written with an operand twice: '^' in SQLite, \
      'sqrt:' and comparisons with options in PostgreSQL. Nested in each other they double the text \
      with each level. Nest less, or compute the inner value where the objects are saved.
      """,
      .own),
    DiagnosticExplanation(
      "request.unknown-entity",
      .error(
        .refused(
          by: .coreData,
          .observed(
            """
            'could not locate an NSEntityDescription', an exception; \
            magicalpanda/MagicalRecord issue 953
            """))),
      "The model has no entity of the name that a request gives.",
      """
      The name is misspelt, or belongs to another model or version. Names distinguish case. Give \
      the name of an entity of this model.
      """,
      .documented("NSFetchRequest")),
    DiagnosticExplanation(
      "request.unknown-relationship",
      .error(.refused(by: .coreData, .assumed)),
      "A path to prefetch names no relationship.",
      """
      Each part of the path is a relationship of the entity that the part before it leads to. \
      Attributes come with their objects and need no prefetching.
      """,
      .documented("NSFetchRequest.relationshipKeyPathsForPrefetching")),
    DiagnosticExplanation(
      "request.unknown-stored-request",
      .error(.noMeaning("the rows or columns that are asked for are not known")),
      "The model has no fetch request of that name.",
      """
      Core Data returns nil for a template that does not exist. Give the name of a \
      'fetchRequest' of this model, or give an entity and a predicate instead.
      """,
      .documented("NSManagedObjectModel.fetchRequestTemplate(forName:)")),
    DiagnosticExplanation(
      "request.unusable-stored-request",
      .error(.noMeaning("the rows or columns that are asked for are not known")),
      "The predicate of a stored fetch request has errors.",
      """
      The fetch request cannot be compiled as long as its predicate is wrong or uses what is not \
      compiled here. Run 'momentum check' on the model, and correct 'predicateString' at the \
      places that it shows.
      """,
      .own),
    DiagnosticExplanation(
      "request.variable-in-selection",
      .error(.noMeaning("the rows or columns that are asked for are not known")),
      "A selected expression has a variable.",
      """
      Variables of a request get their values in its predicate, and those of a predicate over \
      groups are names of what is selected. Write the value itself.
      """,
      .own),
  ]
}
