import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// What the check of a predicate against a model finds beside unknown names and wrong types.
  static let predicateCheckRows: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "predicate.argument-in-model", .error(.noMeaning("there is no value to compare with")),
      "A predicate of the model has an argument.",
      """
      Nobody gives arguments to a predicate that a model stores, so '%@' has no value there. Write \
      '$NAME', and give the value when the request is made from its template.
      """,
      .documented("NSManagedObjectModel.fetchRequestFromTemplate(withName:substitutionVariables:)")),
    DiagnosticExplanation(
      "predicate.arithmetic", .error(.noMeaning("two readings differ, or there is none")),
      "A computation has no result.",
      """
      The operands are constants that divide by zero or leave the range of numbers, or nil, or \
      dates that are multiplied. A date can be moved by a number of seconds, and the distance of \
      two dates is a number of seconds. Correct the operands.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.cast", .error(.noMeaning("two readings differ, or there is none")),
      "CAST has no such result.",
      """
      CAST makes a date of a number or of an ISO 8601 text, a number of a text or a date, a text \
      of a number, and a UUID or a URL of a text. Other classes have no value in a store. Name one \
      of these, or give the value as an argument.
      """,
      .observed("NSExpression's error 'Don't know how to cast …', in public implementations")),
    DiagnosticExplanation(
      "predicate.constant-condition", .warning, "A comparison is the same for every object.",
      """
      Both sides are constants. Often one of them was meant as a key and stands in quotes. Remove \
      the quotes, or write TRUEPREDICATE or FALSEPREDICATE.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.fetch", .error(.noMeaning("two readings differ, or there is none")),
      "A FETCH cannot be made.",
      """
      FETCH takes a fetch request, a context and whether to count. The request is an argument, or \
      the name of a fetch request that the model stores; the context is not looked at. Correct the \
      name, or the last argument to YES or NO.
      """,
      .documented("NSFetchRequestExpression")),
    DiagnosticExplanation(
      "predicate.foreign-wildcard", .warning, "A pattern of LIKE has the wildcards of SQL.",
      """
      In a predicate '*' stands for any characters and '?' for one, while '%' and '_' are \
      ordinary characters, so that the pattern is compared as a whole text. Write '*' for '%' and \
      '?' for '_'; where the characters themselves are meant, write '=='.
      """,
      .documented("Predicate Programming Guide, String Comparisons")),
    DiagnosticExplanation(
      "predicate.function", .error(.noMeaning("two readings differ, or there is none")),
      "A function is not computed by a store.",
      """
      Functions of all rows, such as 'sum:(price)', belong into a fetched expression; a predicate \
      knows '@count', '@sum', '@avg', '@min' and '@max' of a to-many relationship. Messages to \
      objects and functions of locations need objects in memory. Write the path form, or filter in \
      memory.
      """,
      .observed("an error of Core Data's SQLite store, 'Unsupported function expression …'")),
    DiagnosticExplanation(
      "predicate.function-argument", .error(.noMeaning("two readings differ, or there is none")),
      "A function or an operator has an operand of a wrong type.",
      """
      Arithmetic takes numbers, 'lowercase:' a text, 'modulus:by:' whole numbers. Give a value of \
      the type that the message names, or convert it by CAST.
      """,
      .documented("NSExpression")),
    DiagnosticExplanation(
      "predicate.having", .error(.noMeaning("two readings differ, or there is none")),
      "A having predicate uses a key path or an aggregate.",
      """
      What a group has to meet is said of the fetched values, by name: '$headcount > 5', where \
      'headcount' is the name of a fetched expression. Core Data raises an exception for the key \
      and for the function. Fetch the value under a name, and write '$name'.
      """,
      .observed("errors of Core Data's SQLite store, 'keypath headcount not found in entity …'")),
    DiagnosticExplanation(
      "predicate.key-of-value", .error(.noMeaning("two readings differ, or there is none")),
      "Keys stand behind a value that has none.",
      """
      A variable or an argument is replaced by one value before the fetch, and a computed value is \
      no object. Only the variable of a SUBQUERY and the fetched object have keys. Give the value \
      of the key itself.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.like-without-wildcard", .note, "LIKE has a pattern without a wildcard.",
      """
      Unlike in SQL, '%' is no wildcard; '*' stands for any characters and '?' for one. Without \
      them LIKE compares the whole text. Write '==' for that, or add '*'.
      """,
      .documented("Predicate Programming Guide, String Comparisons")),
    DiagnosticExplanation(
      "predicate.list", .error(.noMeaning("two readings differ, or there is none")),
      "A collection stands where one value belongs.",
      """
      A value is never equal to a collection, nor less or greater. Write IN to ask for one of \
      several values, and ANY before a to-many relationship.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.nil-in-list", .warning, "A collection behind IN holds nil.",
      """
      A missing value is never found in a collection, and in SQL a NOT IN with nil in its list \
      finds nothing at all. Delete nil, and ask for missing values by '== nil'.
      """,
      .documented("SQLite, The IN and NOT IN operators")),
    DiagnosticExplanation(
      "predicate.order", .error(.noMeaning("two readings differ, or there is none")),
      "Values without an order are compared as less or greater.",
      """
      Objects, UUIDs, URLs and bytes are equal or not; the order of their stored form means \
      nothing. Compare by '==' or '!=', or compare an attribute that is a number, a text or a date.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.pattern",
      .error(
        .refused(
          by: .predicateParser,
          .observed("'Can't do regex matching', an exception; Appboy/appboy-ios-sdk issue 243"))),
      "A pattern behind MATCHES is no regular expression.",
      """
      MATCHES takes a regular expression as ICU reads it, which has to match the whole text. \
      Foundation raises an exception for any other. In the text of a predicate a backslash is \
      written twice. Correct the pattern.
      """,
      .observed("NSPredicate's error 'Can't do regex matching, reason: Can't open pattern …'")),
    DiagnosticExplanation(
      "predicate.shadowed-variable", .warning, "A SUBQUERY's variable hides another.",
      """
      Inside the inner SUBQUERY the name means its own object, and nothing can ask for the outer \
      one. Give each SUBQUERY a variable of its own.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.store-refuses", .warning,
      "Core Data's SQLite store refuses what is compiled here.",
      """
      SQL can compute it, but a fetch request with it raises an exception in Core Data, with the \
      sentence at the beginning of the message. Write what the message says if the predicate has to \
      work there too. 'is not known to' says that no log of the refusal was found; the table of all \
      functions and operators is in the article on predicates. '--strict-core-data', or \
      "strictCoreData" in .momentum.json, makes it an error.
      """,
      .observed("errors of Core Data's SQLite store in public logs")),
    DiagnosticExplanation(
      "predicate.subquery-collection", .error(.noMeaning("two readings differ, or there is none")),
      "SUBQUERY goes over something that is no to-many relationship.",
      """
      Its first operand has to be a path that ends in a to-many relationship. End the path there, \
      and ask for the rest in the predicate.
      """,
      .observed(
        "an error of Core Data's SQLite store, 'Can't have a non-relationship collection element'")),
    DiagnosticExplanation(
      "predicate.substring", .note, "IN with one text asks for a part of it.",
      """
      Between two texts IN asks whether the right one contains the left one. To ask for one of \
      several values, put braces around them.
      """,
      .documented("Predicate Programming Guide, Predicate Format String Syntax")),
    DiagnosticExplanation(
      "predicate.two-collections", .error(.noMeaning("two readings differ, or there is none")),
      "Two to-many relationships are compared with each other.",
      """
      A comparison can ask about the values of one to-many relationship. Write a SUBQUERY over one \
      of them, and a comparison with ANY over the other inside.
      """,
      .observed("an error of Core Data's SQLite store, 'multiple to-many keys not allowed here'")),
    DiagnosticExplanation(
      "predicate.unsupported",
      .error(
        .refused(
          by: .coreData,
          .documented(
            """
            NSExpression, Set Expressions, for UNION, INTERSECT and MINUS; the \
            others are assumed
            """))),
      "A construct of the language has no meaning in a store.",
      """
      Places in a relationship, UNION and its like, ANYKEY, type identifiers and messages to \
      objects need objects in memory. Write what the message says, or filter the fetched objects.
      """,
      .observed(
        "an error of Core Data's SQLite store, 'unimplemented SQL generation for predicate'")),
  ]
}
