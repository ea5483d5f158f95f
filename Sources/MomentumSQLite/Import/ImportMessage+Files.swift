import MomentumDiagnostics

/// Messages about the form of imported files and of mapping files.
extension ImportMessage {
  static let fileRules: [DiagnosticRule] = [
    csvSyntaxRule, expectedRule, fieldCountRule, mapFileRule, mapKeyRule, mapPathRule,
    missingKeyRule, repeatedColumnRule, unknownKeyRule,
  ]

  static let csvSyntaxRule = DiagnosticRule(
    "import.csv-syntax", .error(.noMeaning("the row cannot be stored as it is written")),
    "A file is not CSV according to RFC 4180.",
    """
    A field that contains the delimiter, a quote or a line end is in quotes, and a quote in it is \
    written twice. The text is UTF-8, and the first line names the columns. Correct the place, or \
    name the file's delimiter with --delimiter.
    """,
    .documented("RFC 4180, section 2"))

  static func csvSyntax(_ what: String) -> Self {
    Self(rule: csvSyntaxRule, text: what)
  }

  static let expectedRule = DiagnosticRule(
    "import.expected", .error(.noMeaning("the row cannot be stored as it is written")),
    "The file does not have the shape of an import file.",
    """
    The file is an object whose key "objects" holds a list. Each element is an object with \
    "entity" and, where needed, "id", "attributes" and "relationships". Write what the message \
    asks for at that place.
    """,
    .own)

  static func expected(_ what: String, found: String) -> Self {
    Self(rule: expectedRule, text: "expected \(what), not \(found)")
  }

  static let fieldCountRule = DiagnosticRule(
    "import.field-count", .error(.noMeaning("the row cannot be stored as it is written")),
    "The number of fields in a row of a CSV file is not that of the first line.",
    """
    Values would go into the wrong columns. Most often a field contains the delimiter and is not \
    in quotes: put it in quotes. If the file has another delimiter, name it with --delimiter.
    """,
    .documented("RFC 4180, section 2"))

  static func fieldCount(expected: Int, found: Int) -> Self {
    Self(
      rule: fieldCountRule,
      text: "the number of fields has to be \(expected), as in the first line, not \(found)")
  }

  static let mapFileRule = DiagnosticRule(
    "import.map-file", .error(.noMeaning("no file has rows for the rule")),
    "A rule of a mapping file names a file that is not among those of the import.",
    """
    Only files that the command line names are read: a file, or those of a folder. Correct the \
    name in "file", or add the file to the folder.
    """,
    .own)

  static func mapFile(_ name: String, among names: [String], near: String?) -> Self {
    Self(
      rule: mapFileRule,
      text: "no file '\(name)' is among \(names.joined(separator: ", "))" + didYouMean(near))
  }

  static let mapKeyRule = DiagnosticRule(
    "import.map-key", .error(.noMeaning("every object would silently get the default")),
    "A mapping file names a key or a column that no object of the file has.",
    """
    Most often the name is misspelt. If files may lack it, write {"key": "birthday", "optional": \
    true}: a new object then gets the attribute's default, and an object of the store keeps its \
    value.
    """,
    .own)

  static func mapKey(_ key: String, file: String, isColumn: Bool, near: String?) -> Self {
    Self(
      rule: mapKeyRule,
      text: (isColumn
        ? "no column '\(key)' in '\(file)'" : "no object of '\(file)' has the key '\(key)'")
        + didYouMean(near))
  }

  static let mapPathRule = DiagnosticRule(
    "import.map-path", .error(.noMeaning("there are no objects at that place")),
    "The path of a rule leads to nothing in the file.",
    """
    The path consists of the keys from the outermost object to the list of objects, with dots \
    between them. Correct it. For CSV leave the path out, because a rule is for all rows of its \
    file.
    """,
    .own)

  static func mapPath(_ path: String, file: String, near: String?) -> Self {
    Self(
      rule: mapPathRule, text: "no key '\(path)' leads to objects in '\(file)'" + didYouMean(near))
  }

  static let missingKeyRule = DiagnosticRule(
    "import.missing-key", .error(.noMeaning("the row cannot be stored as it is written")),
    "An object of the file lacks a required key.",
    """
    The file needs the key "objects", and each object the key "entity". Add the key.
    """,
    .own)

  static func missingKey(_ key: String, of owner: String) -> Self {
    Self(rule: missingKeyRule, text: "\(owner) needs the key '\(key)'")
  }

  static let repeatedColumnRule = DiagnosticRule(
    "import.repeated-column", .error(.noMeaning("the row cannot be stored as it is written")),
    "Two columns of a CSV file have the same name.",
    """
    An object would have two values for one property. Delete one of the columns, or correct its name.
    """,
    .own)

  static func repeatedColumn(_ name: String) -> Self {
    Self(rule: repeatedColumnRule, text: "the column '\(name)' can stand in a file once")
  }

  static let unknownKeyRule = DiagnosticRule(
    "import.unknown-key", .error(.noMeaning("the row cannot be stored as it is written")),
    "An object of the file has an unknown key.",
    """
    A misspelt key would lose its value silently, so it is refused. Properties of the entity \
    belong in "attributes" or "relationships". Correct the key, or delete it.
    """,
    .own)

  static func unknownKey(_ name: String, near: String?) -> Self {
    Self(rule: unknownKeyRule, text: "no key '\(name)' is known here" + didYouMean(near))
  }
}
