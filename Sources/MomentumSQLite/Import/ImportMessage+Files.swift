import MomentumDiagnostics

/// Messages about the form of imported files and of mapping files.
extension ImportMessage {
  static let fileRules: [DiagnosticRule] = [
    csvSyntaxRule, expectedRule, fieldCountRule, mapFileRule, mapKeyRule, mapPathRule,
    missingKeyRule, repeatedColumnRule, unknownKeyRule,
  ]

  static let csvSyntaxRule = DiagnosticRule(
    "import.csv-syntax", .error(.noMeaning("the row cannot be stored as it is written")),
    "A file is not CSV as RFC 4180 has it.",
    """
    A field that holds the delimiter, a quote or a line end stands in quotes, and a quote in it is \
    written twice. The text is UTF-8, and the first line names the columns. Mend the place, or give \
    the file's own delimiter with --delimiter.
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
    "A row of a CSV file has another number of fields than the first line.",
    """
    The value of each field would be taken for that of another column. Most often a field holds the \
    delimiter and is not in quotes, or the file has another delimiter (--delimiter).
    """,
    .documented("RFC 4180, section 2"))

  static func fieldCount(expected: Int, found: Int) -> Self {
    Self(
      rule: fieldCountRule,
      text: "the number of fields has to be \(expected), as in the first line, not \(found)")
  }

  static let mapFileRule = DiagnosticRule(
    "import.map-file", .error(.noMeaning("no file has the rows that the rule is for")),
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
    Most often the name is misspelt. Where files may lack it, write it as \
    {"key": "since", "optional": true}: the attribute then gets its default, and an object of the \
    store keeps its value.
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
    "import.map-path", .error(.noMeaning("no objects stand there")),
    "The path of a rule leads to nothing in the file.",
    """
    The path is the keys from the outermost object to the list of objects, with dots between \
    them. Correct it; CSV has no path, since a rule is for the rows of its file.
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
    "Two columns of a CSV file have one name.",
    """
    An object would have two values for one property. Delete one of the columns, or correct its name.
    """,
    .own)

  static func repeatedColumn(_ name: String) -> Self {
    Self(rule: repeatedColumnRule, text: "the column '\(name)' can stand in a file once")
  }

  static let unknownKeyRule = DiagnosticRule(
    "import.unknown-key", .error(.noMeaning("the row cannot be stored as it is written")),
    "An object of the file has a key that is not known there.",
    """
    A misspelt key would lose its value silently, so it is refused. Properties of the entity \
    belong in "attributes" or "relationships". Correct the key, or delete it.
    """,
    .own)

  static func unknownKey(_ name: String, near: String?) -> Self {
    Self(rule: unknownKeyRule, text: "no key '\(name)' is known here" + didYouMean(near))
  }
}
