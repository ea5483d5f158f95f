import MomentumDiagnostics

/// A message of the lexer or the parser.
struct PredicateSyntaxMessage: RuleMessage {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] = [
    barePositionRule, blockPredicateRule, emptyPredicateRule, expectedRule, foreignMethodRule,
    functionArgumentsRule, noTokenRule, notInRule, numberTooLargeRule, radixNumberRule,
    shiftSignRule, surplusLetterRule, tooDeepRule, tooLongRule, unknownConversionRule,
    unknownFunctionRule, unknownOptionRule, unterminatedStringRule, wideNumberRule,
  ]

  static let barePositionRule = DiagnosticRule(
    "predicate.bare-position", .warning, "FIRST, LAST or SIZE is used where a key was meant.",
    """
    These three words mean positions of an array and are reserved in upper and lower case, so \
    'size == 1' does not ask for a key 'size'. Foundation accepts it silently and compares \
    something else. Write the key with a number sign: '#size == 1'.
    """,
    .documented("Predicate Programming Guide, Predicate Format String Syntax"))

  static func barePosition(_ word: String) -> Self {
    Self(
      rule: barePositionRule,
      text:
        "'\(word)' here is the position \(word.uppercased()), not a key; a key of that name is '#\(word)'"
    )
  }

  static let blockPredicateRule = DiagnosticRule(
    "predicate.block",
    .error(.refused(by: .coreData, .documented("NSPredicate, init(block:)"))),
    "BLOCKPREDICATE stands for a closure, which cannot be written as text.",
    """
    'BLOCKPREDICATE(0x…)' is what Foundation prints for 'NSPredicate(block:)'. The closure is code of \
    a program: its text cannot be read back, and Core Data's SQLite store cannot make SQL of it and \
    raises 'Problem with subpredicate BLOCKPREDICATE(0x…)'. Write the condition as a format, or \
    fetch without it and filter the objects.
    """,
    .documented("NSPredicate, init(block:); Core Data Programming Guide, Fetching Objects"))

  static let blockPredicate = Self(
    rule: blockPredicateRule,
    text:
      "BLOCKPREDICATE stands for the closure of NSPredicate(block:), which has no text: it cannot be read back, and no store can make SQL of it; write the condition as a format, or filter the objects that a fetch gives"
  )

  static let emptyPredicateRule = DiagnosticRule(
    "predicate.empty",
    .error(.refused(by: .predicateParser, .assumed)), "A predicate is empty.",
    """
    The text has nothing but blanks. Leave the predicate out, or write 'TRUEPREDICATE' to ask \
    for every object.
    """,
    .own)

  static let emptyPredicate = Self(
    rule: emptyPredicateRule,
    text: "expected a predicate, found nothing; every object is 'TRUEPREDICATE'")

  static let expectedRule = DiagnosticRule(
    "predicate.syntax",
    .error(
      .refused(
        by: .predicateParser,
        .observed(
          """
          'Unable to parse the format string', an exception; realm/realm-swift \
          issue 2763
          """))), "A predicate is not complete, or does not follow the grammar.",
    """
    The message says what was expected and what was found. A predicate is one or more comparisons, \
    each of two sides and an operator, combined with AND, OR and NOT. A key that is a reserved \
    word needs a number sign before it: '#in'. Correct the text at that place.
    """,
    .documented("Predicate Programming Guide, Predicate Format String Syntax"))

  static func expected(_ what: String, found: String, hint: String? = nil) -> Self {
    Self(
      rule: expectedRule, text: "expected \(what), found \(found)" + (hint.map { "; \($0)" } ?? ""))
  }

  static let foreignMethodRule = DiagnosticRule(
    "predicate.foreign-method", .warning, "FUNCTION calls a method that Momentum does not know.",
    """
    On Apple's systems FUNCTION can call any method of any object, so a predicate in text can run \
    any code. Momentum knows only methods of strings, numbers, dates and arrays that have no side \
    effects, and refuses all others when it checks or evaluates the predicate. Use one of these \
    methods, or compute the value in code and give it as an argument of '%@'.
    """,
    .own)

  static func foreignMethod(_ selector: String) -> Self {
    Self(
      rule: foreignMethodRule,
      text:
        "'\(selector)' is a method that only Apple's systems could call; nothing here evaluates it")
  }

  static let functionArgumentsRule = DiagnosticRule(
    "predicate.function-arguments",
    .error(.refused(by: .predicateParser, .assumed)),
    "A function has too many or too few arguments.",
    """
    Each function takes as many arguments as its name has colons: two for 'modulus:by:'. Only \
    functions over a collection, such as 'sum:' and 'max:', take a list instead. Give the number \
    of arguments that the message names.
    """,
    .documented("NSExpression.init(forFunction:arguments:)"))

  static func functionArguments(_ selector: String, wanted: ClosedRange<Int>, found: Int) -> Self {
    Self(
      rule: functionArgumentsRule,
      text: "the function '\(selector)' takes \(count(wanted)), found \(found)")
  }

  static let noTokenRule = DiagnosticRule(
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
    .documented("Predicate Programming Guide, Predicate Format String Syntax"))

  static func noToken(_ text: String, hint: String?) -> Self {
    Self(
      rule: noTokenRule,
      text: "'\(text)' is no part of a predicate" + (hint.map { "; \($0)" } ?? ""))
  }

  static let notInRule = DiagnosticRule(
    "predicate.not-in", .warning, "'NOT IN' is not documented.",
    """
    It is read as NOT (… IN …), which is what is meant, but the published grammar has NOT only \
    before a whole comparison. Write 'NOT x IN {1, 2}'.
    """,
    .assumed)

  static let notIn = Self(
    rule: notInRule, text: "'NOT IN' is not documented; it is read as NOT (… IN …)")

  static let numberTooLargeRule = DiagnosticRule(
    "predicate.number-too-large",
    .error(.noMeaning("no stored number is infinite")), "A number is larger than any double.",
    """
    Such a number becomes infinity, which no stored number equals. Correct the number.
    """,
    .own)

  static func numberTooLarge(_ text: String, limit: String) -> Self {
    Self(rule: numberTooLargeRule, text: "the number \(text) is larger than \(limit)")
  }

  static let radixNumberRule = DiagnosticRule(
    "predicate.radix-number", .warning, "A number is written in base 2 or 8.",
    """
    The form is documented, but Foundation is reported to read such a number as 0. Momentum reads \
    its documented value. Write the number in decimal or, with '0x', in hexadecimal.
    """,
    .assumed)

  static func radixNumber(_ text: String) -> Self {
    Self(
      rule: radixNumberRule,
      text: "the form of \(text) is documented, but Foundation is said to read it as 0")
  }

  static let shiftSignRule = DiagnosticRule(
    "predicate.shift-sign", .warning, "A number is shifted by '<<' or '>>'.",
    """
    Apple documents the functions 'leftshift:by:' and 'rightshift:by:', but not the signs '<<' and \
    '>>', which some apps are reported to use. Momentum reads the signs as calls of the functions, \
    with the precedence of C, between '+' and '&'. Write the function, so that the meaning is \
    documented.
    """,
    .assumed)

  static func shiftSign(_ sign: String, selector: String) -> Self {
    Self(rule: shiftSignRule, text: "'\(sign)' is not documented; it is read as \(selector)(…, …)")
  }

  static let surplusLetterRule = DiagnosticRule(
    "predicate.surplus-letter", .warning, "There is a surplus letter after a conversion.",
    """
    '%lu' takes an unsigned number, and the 'd' of '%lud' has no meaning. Released apps use such \
    formats, so Foundation ignores the letter, and Momentum does too. Write '%lu'.
    """,
    .observed("a library for synchronisation, which fetches by 'state == %lud'"))

  static func surplusLetter(_ written: String, _ documented: String) -> Self {
    Self(
      rule: surplusLetterRule,
      text: "'\(written)' is no documented conversion; it is read as '\(documented)'")
  }

  static let tooDeepRule = DiagnosticRule(
    "predicate.too-deep",
    .error(.noMeaning("a small text could demand more work than a machine has")),
    "A predicate is nested too deep.",
    """
    Operators, functions and braces can nest 100 deep, so that no later stage exhausts its stack; \
    parentheses that only group are not counted. Split the predicate. Instead of a long chain of \
    values, write one collection, as in 'x IN {1, 2, 3}'.
    """,
    .own)

  static func tooDeep(levelsMax limit: Int) -> Self {
    Self(rule: tooDeepRule, text: "a predicate cannot nest deeper than \(limit) levels")
  }

  static let tooLongRule = DiagnosticRule(
    "predicate.too-long",
    .error(.noMeaning("a small text could demand more work than a machine has")),
    "A predicate is too long.",
    """
    A predicate can have 1,048,576 bytes. Give long lists of values as an argument of '%@' \
    instead of writing them into the text.
    """,
    .own)

  static func tooLong(bytesMax limit: Int) -> Self {
    Self(rule: tooLongRule, text: "a predicate cannot be longer than \(limit) bytes")
  }

  static let unknownConversionRule = DiagnosticRule(
    "predicate.unknown-conversion",
    .error(.refused(by: .predicateParser, .assumed)), "A percent sign begins no known conversion.",
    """
    '%@' takes a value, '%K' a key path, and '%d', '%f' and the like take numbers. Use one of \
    these. A percent sign that is text belongs in quotes.
    """,
    .documented("Predicate Programming Guide, Predicate Format String Syntax"))

  static func unknownConversion(_ text: String) -> Self {
    Self(
      rule: unknownConversionRule,
      text: "'\(text)' is no conversion; arguments are written %@, %K, %d, %f and the like")
  }

  static let unknownFunctionRule = DiagnosticRule(
    "predicate.unknown-function",
    .error(
      .refused(
        by: .predicateParser,
        .assumed)
    ), "A call names a function that the language does not have.",
    """
    Foundation has a fixed list of functions. For any other name it raises an exception; the \
    message begins with the text of this exception. Functions with two arguments are called by \
    their full names with colons, such as 'modulus:by:(a, 2)'. Write the name that the message \
    proposes, or compute the value in code.
    """,
    .assumed)

  static func unknownFunction(_ selector: String, near: String?) -> Self {
    Self(
      rule: unknownFunctionRule,
      text: "unable to parse function name '\(selector)' into supported selector (\(selector))"
        + didYouMean(near))
  }

  static let unknownOptionRule = DiagnosticRule(
    "predicate.unknown-option",
    .error(.refused(by: .predicateParser, .assumed)),
    "A comparison has an option that does not exist.",
    """
    The options are c for any case, d for any accent, n for text that is already normalized and l \
    for the rules of the locale. Write them in brackets after the operator, such as \
    'CONTAINS[cd]'.
    """,
    .documented("NSComparisonPredicate.Options"))

  static func unknownOption(_ letter: String) -> Self {
    Self(rule: unknownOptionRule, text: "'\(letter)' is no option; options are c, d, n and l")
  }

  static let unterminatedStringRule = DiagnosticRule(
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
    .documented("Predicate Programming Guide, Predicate Format String Syntax"))

  static let unterminatedString = Self(
    rule: unterminatedStringRule, text: "the string has no closing quote")

  static let wideNumberRule = DiagnosticRule(
    "predicate.wide-number", .warning, "A whole number does not fit 64 bits.",
    """
    It is read as a decimal number, so that no digit is lost; how Foundation reads it is not \
    known. Give such a number as an argument of '%@'.
    """,
    .assumed)

  static func wideNumber(_ text: String) -> Self {
    Self(
      rule: wideNumberRule,
      text: "the whole number \(text) does not fit 64 bits; it is read as a decimal number")
  }

  /// The number of arguments that a function takes, for a message: `2 arguments`,
  /// `one argument or more`.
  private static func count(_ wanted: ClosedRange<Int>) -> String {
    if wanted.lowerBound < wanted.upperBound { return "one argument or more" }
    switch wanted.lowerBound {
    case 0: return "no arguments"
    case 1: return "1 argument"
    case let count: return "\(count) arguments"
    }
  }
}
