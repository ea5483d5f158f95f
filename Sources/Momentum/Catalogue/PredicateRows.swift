import MomentumDiagnostics

extension DiagnosticCatalogue {
  static let predicateRows: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "predicate.all", .warning, "ALL is compiled here, but Core Data's SQLite store refuses it.",
      """
      The predicate works on objects in memory and in this tool, which writes NOT EXISTS. A \
      fetch request with it raises an exception in Core Data. Write NONE with the opposite \
      condition: 'NONE items.price < 5' for 'ALL items.price >= 5'.
      """,
      .observed("an error of Core Data's SQLite store, 'Unsupported predicate'")),
    DiagnosticExplanation(
      "predicate.always-false", .warning, "A comparison never holds.",
      """
      No text contains, begins with, ends with or matches the empty text in a predicate, not \
      even the empty one; and none of the objects of a to-many relationship is nil. Correct the \
      constant, write '.@count == 0' for a relationship without objects, or leave the comparison \
      out.
      """,
      .observed("NSPredicate, in public test suites")),
    DiagnosticExplanation(
      "predicate.ambiguous-type", .error(.noMeaning("two readings differ, or there is none")),
      "The type of a comparison cannot be told.",
      """
      Both sides are variables or nil, so nothing says how the values are to be stored and \
      compared. Compare with a key path or with a constant.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.bare-position", .warning, "FIRST, LAST or SIZE stands where a key was meant.",
      """
      The three words are positions of an array and reserved in any case, so 'size == 1' does \
      not ask for a key 'size'. Foundation parses it without a word and compares something else. \
      Write the key with a number sign: '#size == 1'.
      """,
      .documented("Predicate Programming Guide, Predicate Format String Syntax")),
    DiagnosticExplanation(
      "predicate.between",
      .error(.noMeaning("a range has one lower and one upper bound")),
      "BETWEEN does not have exactly two bounds.",
      """
      BETWEEN takes a collection of a lower and an upper bound, and both belong to the range. \
      Write 'x BETWEEN {1, 10}', or give a list of two values as the argument.
      """,
      .documented("Predicate Programming Guide, Predicate Format String Syntax")),
    DiagnosticExplanation(
      "predicate.block",
      .error(.refused(by: .coreData, .documented("NSPredicate, init(block:)"))),
      "BLOCKPREDICATE stands for a closure, which no text has.",
      """
      'BLOCKPREDICATE(0x…)' is what Foundation prints for 'NSPredicate(block:)'. The closure is code of \
      a program: its text cannot be read back, and Core Data's SQLite store cannot make SQL of it and \
      raises 'Problem with subpredicate BLOCKPREDICATE(0x…)'. Write the condition as a format, or \
      fetch without it and filter the objects.
      """,
      .documented("NSPredicate, init(block:); Core Data Programming Guide, Fetching Objects")),
    DiagnosticExplanation(
      "predicate.collection-operator",
      .error(
        .refused(
          by: .coreData,
          .documented(
            """
            Key-Value Coding Programming Guide, Using Collection Operators: a collection before the \
            operator and, except for @count, a property after it
            """))),
      "A collection operator stands where a store cannot compute it.",
      """
      '@count', '@sum', '@avg', '@min' and '@max' stand right behind a to-many relationship, and all \
      but '@count' have an attribute behind them: 'items.@sum.price'. Move the operator there.
      """,
      .observed(
        """
        'Keypath containing KVC aggregate where there shouldn't be one', an exception that logs and \
        comments of public apps quote
        """)),
    DiagnosticExplanation(
      "predicate.composite", .error(.noMeaning("two readings differ, or there is none")),
      "A composite attribute is compared as a whole.",
      """
      A composite attribute has no column, only its elements do. Write the path to an element, \
      such as 'address.city', and join several comparisons by AND.
      """,
      .assumed),
    DiagnosticExplanation(
      "predicate.empty",
      .error(.refused(by: .predicateParser, .assumed)), "A predicate is empty.",
      """
      The text has nothing but blanks. Leave the predicate out, or write 'TRUEPREDICATE' to ask \
      for every object.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.foreign-method", .warning, "FUNCTION sends a method that nothing here has.",
      """
      On Apple's systems FUNCTION can call any method of any object, which is how a text becomes \
      a program. Only methods of strings, numbers, dates and arrays without an effect are known \
      here, and any other is refused when the predicate is checked or evaluated. Name one of \
      them, or compute the value in code and give it as an argument of '%@'.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.function-arguments",
      .error(.refused(by: .predicateParser, .assumed)),
      "A function has too many or too few arguments.",
      """
      Each function takes as many arguments as its name has colons: two for 'modulus:by:'. Only \
      those over a collection, such as 'sum:' and 'max:', take a list instead. Give the number \
      of arguments that the message names.
      """,
      .documented("NSExpression.init(forFunction:arguments:)")),
    DiagnosticExplanation(
      "predicate.ignored-options", .warning,
      "The options of a comparison have no meaning for its type.",
      """
      The options c, d, n and l tell how strings are compared; numbers, dates and objects have \
      neither case nor accents. The options are left out. Delete them, or compare with a string \
      attribute.
      """,
      .documented("Predicate Programming Guide, Predicate Format String Syntax")),
    DiagnosticExplanation(
      "predicate.in",
      .error(.noMeaning("only a collection has elements to be among")),
      "The right side of IN is not a collection.",
      """
      IN asks whether the left side is among the elements of the right one; between strings it \
      asks whether the right one contains the left one. Write a collection such as '{1, 2}', \
      give a list as the argument, or use '=='.
      """,
      .documented("Predicate Programming Guide, Predicate Format String Syntax")),
    DiagnosticExplanation(
      "predicate.key-behind-attribute",
      .error(.refused(by: .coreData, .assumed)),
      "A key path goes on behind an attribute.",
      """
      The value of an attribute is one value without properties that a store knows, 'length' of a \
      text excepted. Delete the keys behind the attribute, or compare in memory.
      """,
      .assumed),
    DiagnosticExplanation(
      "predicate.missing-argument",
      .error(.refused(by: .predicateParser, .assumed)), "A conversion has no argument.",
      """
      Each '%@', '%K', '%d' and so on takes one argument, in the order of the text. Foundation \
      raises an exception, or reads memory that is not an argument. Give one more argument, or \
      delete the conversion.
      """,
      .documented("Predicate Programming Guide, Predicate Format String Syntax")),
    DiagnosticExplanation(
      "predicate.missing-variable", .error(.noMeaning("there is no value to compare with")),
      "A variable of a predicate has no value.",
      """
      Every '$NAME' has to be replaced before the fetch; Core Data raises an exception for one \
      that is left. Give a value for the variable.
      """,
      .documented("NSManagedObjectModel.fetchRequestFromTemplate(withName:substitutionVariables:)")),
    DiagnosticExplanation(
      "predicate.multiple-to-many",
      .error(
        .refused(
          by: .coreData,
          .documented("Core Data Programming Guide, Persistent Store Types and Behaviors"))),
      "A key path crosses more than one to-many relationship.",
      """
      Such a path leads to sets of sets. Core Data's SQLite store allows one to-many \
      relationship in a path and raises an exception for the second. Ask from an entity that \
      lies nearer, or fetch in two steps.
      """,
      .documented("Core Data Programming Guide, Persistent Store Types and Behaviors")),
    DiagnosticExplanation(
      "predicate.needless-quantifier", .warning, "A quantifier stands before a path to one value.",
      """
      ANY and ALL ask about the many values behind a to-many relationship. In a store the \
      quantifier does nothing here, and in memory it raises an exception. Delete the quantifier.
      """,
      .observed("NSPredicate's error 'The left hand side for an ALL or ANY operator must be …'")),
    DiagnosticExplanation(
      "predicate.nil-order", .error(.noMeaning("two readings differ, or there is none")),
      "Nil is compared by something other than == and !=.",
      """
      Nil is neither less nor greater than a value and lies in no range, so the comparison would \
      hold for no object. Write '== nil' or '!= nil', and join it with another comparison.
      """,
      .documented("Predicate Programming Guide, Using Null Values")),
    DiagnosticExplanation(
      "predicate.no-token",
      .error(
        .refused(
          by: .predicateParser,
          .observed(
            """
            'Unable to parse the format string' for a letter beyond ASCII, an \
            exception; Open Radar 17735684
            """))), "A character has no meaning in a predicate.",
      """
      The question mark, for example, is a placeholder in SQL but not in a predicate. Write '%@' \
      for an argument or '$NAME' for a variable, and put text in quotes.
      """,
      .documented("Predicate Programming Guide, Predicate Format String Syntax")),
    DiagnosticExplanation(
      "predicate.not-in", .warning, "'NOT IN' is not documented.",
      """
      It is read as NOT (… IN …), which is what is meant, but the published grammar has NOT only \
      before a whole comparison. Write 'NOT x IN {1, 2}'.
      """,
      .assumed),
    DiagnosticExplanation(
      "predicate.number-too-large",
      .error(.noMeaning("no stored number is infinite")), "A number is larger than any double.",
      """
      Such a number becomes infinity, which no stored number equals. Correct the number.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.quantifier-side", .error(.noMeaning("two readings differ, or there is none")),
      "A quantifier does not stand before the to-many key path.",
      """
      ANY, ALL, SOME and NONE ask about the values of the left side. Exchange the two sides and \
      turn the operator round: 'ANY items.price > 5' instead of 'ANY 5 < items.price'.
      """,
      .documented("Predicate Programming Guide, Predicate Format String Syntax")),
    DiagnosticExplanation(
      "predicate.radix-number", .warning, "A number is written in base 2 or 8.",
      """
      The form is documented, but Foundation is said to read such a number as 0. It has its \
      documented value here. Write the number in decimal or, with '0x', in hexadecimal.
      """,
      .assumed),
    DiagnosticExplanation(
      "predicate.reversed-bounds", .warning, "The lower bound of BETWEEN is above the upper one.",
      """
      BETWEEN takes the lower bound first, so nothing lies between these two and no object is \
      found. Exchange the bounds.
      """,
      .documented("Predicate Programming Guide, Predicate Format String Syntax")),
    DiagnosticExplanation(
      "predicate.shift-sign", .warning, "A number is shifted by '<<' or '>>'.",
      """
      Apple documents the functions 'leftshift:by:' and 'rightshift:by:' and no sign for them; apps are \
      reported to use the signs. They are read as calls of the functions and bind as in C, between '+' \
      and '&'. Write the function, and nobody has to know.
      """,
      .assumed),
    DiagnosticExplanation(
      "predicate.string-operator", .error(.noMeaning("two readings differ, or there is none")),
      "A string operator is applied to something that is not a string.",
      """
      CONTAINS, BEGINSWITH, ENDSWITH, LIKE and MATCHES work on strings only, and Core Data \
      raises an exception for a number, a date or nil. Compare by == or <, or use a string \
      attribute.
      """,
      .observed(
        """
        an error of Core Data's SQLite store, 'unimplemented SQL generation for predicate'
        """)),
    DiagnosticExplanation(
      "predicate.sub-entity-key",
      .error(
        .refused(
          by: .coreData,
          .observed(
            """
            'keypath … not found in entity', an exception at fetch; \
            3lvis/SwiftSync issue 73
            """))),
      "A key belongs to a sub-entity of the entity that is asked for.",
      """
      Objects of the entity do not have the property, although those of a sub-entity do. Core \
      Data raises an exception. Ask for the sub-entity, or move the property to the parent.
      """,
      .observed("an error of Core Data's SQLite store, 'keypath … not found in entity'")),
    DiagnosticExplanation(
      "predicate.surplus-letter", .warning, "A letter too many stands behind a conversion.",
      """
      '%lu' takes an unsigned number, and the 'd' of '%lud' is a habit of older printers. Apps ship with \
      such formats, so Foundation passes over the letter, and so does this. Write '%lu'.
      """,
      .observed("a library for synchronisation, which fetches by 'state == %lud'")),
    DiagnosticExplanation(
      "predicate.syntax",
      .error(
        .refused(
          by: .predicateParser,
          .observed(
            """
            'Unable to parse the format string', an exception; realm/realm-swift \
            issue 2763
            """))), "A predicate is not complete or not in the order of the grammar.",
      """
      The message tells what was expected and what stands there. A predicate is one or more \
      comparisons, each of two sides and an operator, joined by AND, OR and NOT. A key that is a \
      reserved word needs a number sign before it: '#in'.
      """,
      .documented("Predicate Programming Guide, Predicate Format String Syntax")),
    DiagnosticExplanation(
      "predicate.to-many",
      .error(
        .refused(
          by: .coreData,
          .observed(
            """
            'to-many key not allowed here', an exception at fetch; \
            3lvis/SwiftSync issue 202
            """))),
      "A path to many values is compared without a quantifier.",
      """
      It is not said whether one of the values or all of them have to satisfy the comparison, \
      and Core Data raises an exception. Write ANY or NONE before the path, or compare the \
      number of objects by '@count'.
      """,
      .observed("an error of Core Data's SQLite store, 'to-many key not allowed here'")),
    DiagnosticExplanation(
      "predicate.too-deep",
      .error(.noMeaning("a small text could demand more work than a machine has")),
      "A predicate is nested too deep.",
      """
      Operators, functions and braces can nest 100 deep, so that no later stage exhausts its \
      stack; parentheses that only group are not counted. Split the predicate, or give long \
      chains of values as one collection.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.too-long",
      .error(.noMeaning("a small text could demand more work than a machine has")),
      "A predicate is too long.",
      """
      A predicate can have 1,048,576 bytes. Give long lists of values as an argument of '%@' \
      instead of writing them into the text.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.too-many-arguments", .warning,
      "More arguments are given than the predicate has conversions.",
      """
      The arguments at the end are left out. Often a '%@' stands in quotes, where it is plain \
      text. Delete the quotes, or delete the arguments.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.transient",
      .error(
        .refused(
          by: .coreData,
          .documented(
            """
            Core Data Programming Guide, Persistent Store Types and Behaviors, \
            for sorting; for predicates it is assumed
            """))),
      "A predicate or a sort key uses a property that is not stored.",
      """
      Transient properties, attributes without a type and fetched properties have no column, so \
      SQLite cannot compare or sort by them. Use a stored property, or filter and sort the \
      objects in memory.
      """,
      .documented("Core Data Programming Guide, Persistent Store Types and Behaviors")),
    DiagnosticExplanation(
      "predicate.type-mismatch", .error(.noMeaning("two readings differ, or there is none")),
      "Two properties of different types are compared.",
      """
      Numbers compare with numbers of any type, and objects with objects of one hierarchy. Other \
      pairs never compare in a meaningful way, though SQLite would answer. Compare properties of \
      one type.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.unknown-conversion",
      .error(.refused(by: .predicateParser, .assumed)), "A percent sign begins no conversion.",
      """
      '%@' takes a value, '%K' a key path, and '%d', '%f' and the like take numbers. Use one of \
      these. A percent sign that is text belongs in quotes.
      """,
      .documented("Predicate Programming Guide, Predicate Format String Syntax")),
    DiagnosticExplanation(
      "predicate.unknown-function",
      .error(
        .refused(
          by: .predicateParser,
          .assumed)
      ), "A call names no function of the language.",
      """
      Functions are a fixed list, and Foundation raises an exception with this sentence for any \
      other name. Functions with two arguments are called by their full names with colons, such \
      as 'modulus:by:(a, 2)'. Write the name that the message proposes, or compute the value in \
      code.
      """,
      .assumed),
    DiagnosticExplanation(
      "predicate.unknown-key",
      .error(
        .refused(
          by: .coreData,
          .observed(
            """
            'keypath … not found in entity', an exception at fetch; \
            3lvis/SwiftSync issue 73
            """))),
      "An entity has no property of the name of a key.",
      """
      The key is misspelt, or it belongs to another entity; at run time the fetch raises an \
      exception. Write the name of a property of the entity that the path has reached. A word \
      that was meant as text needs quotes.
      """,
      .observed("an error of Core Data's SQLite store, 'keypath … not found in entity'")),
    DiagnosticExplanation(
      "predicate.unknown-option",
      .error(.refused(by: .predicateParser, .assumed)),
      "A comparison has an option that does not exist.",
      """
      The options are c for any case, d for any accent, n for text that is already normalized \
      and l for the rules of the locale. Write them in brackets behind the operator, such as \
      'CONTAINS[cd]'.
      """,
      .documented("NSComparisonPredicate.Options")),
    DiagnosticExplanation(
      "predicate.unknown-variable", .error(.noMeaning("there is no value to compare with")),
      "A value is given for a variable that the predicate does not have.",
      """
      The name is misspelt, and names of variables distinguish case. Write the name without its \
      dollar sign as the predicate has it.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.unterminated-string",
      .error(
        .refused(
          by: .predicateParser,
          .observed(
            """
            'Unable to parse the format string', an exception; realm/realm-swift \
            issue 6521
            """))), "A string has no closing quote.",
      """
      The rest of the text was taken for the string. Add the quote with which the string began. \
      A quote within a string needs a backslash before it, or the other kind of quotes around \
      the string.
      """,
      .documented("Predicate Programming Guide, Predicate Format String Syntax")),
    DiagnosticExplanation(
      "predicate.value-range", .warning, "A value lies outside the range of the attribute's type.",
      """
      No stored value of an Integer 16 or Integer 32 attribute can equal it, so an equality \
      holds for no object and a comparison for all or none. Correct the value, or change the \
      type of the attribute.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.value-type", .error(.noMeaning("two readings differ, or there is none")),
      "A value is not of the type that the comparison needs.",
      """
      Each constant and argument is read as a value of the property on the other side. Numbers \
      stand without quotes and strings with them; a date is an argument such as \
      2026-05-04T12:00:00Z, a Boolean is YES or NO. Write the value in that form.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.variable-twice", .error(.noMeaning("there is no value to compare with")),
      "A variable is given two values.",
      """
      One value is put in every place of the variable, and which of the two is meant cannot be \
      told. Give one of them; for IN several values are one list.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.variable-type", .error(.noMeaning("there is no value to compare with")),
      "The value given for a variable is not of its type.",
      """
      A variable has the type of the property that it is compared with, and behind IN or BETWEEN \
      it stands for a list with commas between the elements. Give a value of the type that the \
      message names.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.variable-types", .error(.noMeaning("there is no value to compare with")),
      "A variable is used as two types.",
      """
      One value is put in every place of the variable, so all places have to agree on the type, \
      and on whether it is a list. Use two variables of different names.
      """,
      .own),
    DiagnosticExplanation(
      "predicate.wide-number", .warning, "A whole number does not fit 64 bits.",
      """
      It is read as a decimal number, so that no digit is lost; how Foundation reads it is not \
      known. Give such a number as an argument of '%@'.
      """,
      .assumed),
  ]
}
