import MomentumDiagnostics

/// A message of the XML reader.
struct XMLMessage: RuleMessage, Hashable {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] = [
    attributeLimitRule, attributesLimitRule, binaryPropertyListRule, depthLimitRule,
    documentTypeRule, elementLimitRule, emptyFileRule, encodingRule, malformedRule,
    mergeConflictRule, notTextRule, notUTF8Rule, sizeLimitRule, valueLimitRule,
  ]

  private static let limits = XMLLimits()

  static let attributeLimitRule = DiagnosticRule(
    "xml.attribute-limit",
    .error(.noMeaning("a small file could demand more work than a machine has")),
    "An element has too many XML attributes.",
    """
    An element can have \(limits.attributesPerElementMax) attributes; an element of a model has \
    fewer than thirty. The limit protects against files that were made to waste time and memory. \
    Delete the attributes that do not belong there.
    """,
    .own)

  static func attributeLimit(_ limit: Int) -> Self {
    Self(rule: attributeLimitRule, text: "an element can have at most \(limit) attributes")
  }

  static let attributesLimitRule = DiagnosticRule(
    "xml.attributes-limit",
    .error(.noMeaning("a small file could demand more work than a machine has")),
    "A file has too many XML attributes.",
    """
    All elements of a file together can have \(limits.attributesMax / 1_000_000) million \
    attributes. The limit bounds the memory that a file can demand. Split the model.
    """,
    .own)

  static func attributesLimit(_ limit: Int) -> Self {
    Self(rule: attributesLimitRule, text: "a file can have at most \(limit) attributes")
  }

  static let binaryPropertyListRule = DiagnosticRule(
    "xml.binary-property-list", .error(.noMeaning("the meaning of the bytes is not known")),
    "A file is a binary property list instead of XML.",
    """
    Compiled models and models of Xcode 3 are such files. If it is a compiled model, give the path \
    of the '.momd' folder, or of the file under its own name, which ends in '.mom'. If it is a \
    model of Xcode 3, open it in Xcode and save it, so that it becomes XML.
    """,
    .own)

  static let binaryPropertyList = Self(
    rule: binaryPropertyListRule,
    text:
      "a binary property list where XML was expected; a compiled model or a model of Xcode 3 has to be opened in Xcode and saved as a data model"
  )

  static let depthLimitRule = DiagnosticRule(
    "xml.depth-limit",
    .error(.noMeaning("a small file could demand more work than a machine has")),
    "Elements are nested too deep.",
    """
    Elements can nest \(limits.depthMax) deep; a model nests six deep. The limit keeps a file \
    from exhausting the stack. Remove the elements that do not belong there.
    """,
    .own)

  static func depthLimit(_ limit: Int) -> Self {
    Self(rule: depthLimitRule, text: "elements can nest at most \(limit) deep")
  }

  static let documentTypeRule = DiagnosticRule(
    "xml.document-type",
    .error(.noMeaning("the declared entities can read other files or grow without limit")),
    "A file has a document type declaration that is refused.",
    """
    XML allows such a declaration, but its entities can read other files or grow without limit, \
    and Xcode does not write one in a model. It is allowed only in the property list of a bundle, \
    if it names Apple's document type and declares nothing else. Delete the declaration.
    """,
    .own)

  static let documentType = Self(
    rule: documentTypeRule, text: "a document type declaration is refused; Xcode writes none")

  static let elementLimitRule = DiagnosticRule(
    "xml.element-limit",
    .error(.noMeaning("a small file could demand more work than a machine has")),
    "A file has too many elements.",
    """
    A file can have \(limits.elementsMax / 1_000_000) million elements. The limit bounds the \
    memory that a file can demand. Split the model.
    """,
    .own)

  static func elementLimit(_ limit: Int) -> Self {
    Self(rule: elementLimitRule, text: "a file can have at most \(limit) elements")
  }

  static let emptyFileRule = DiagnosticRule(
    "xml.empty-file",
    .error(
      .refused(by: .xmlParser, .documented("Extensible Markup Language (XML) 1.0, section 2.1"))),
    "A file is empty.",
    """
    A model consists of one 'model' element. An empty file is often what an interrupted write \
    or checkout left. Restore it from version control.
    """,
    .documented("Extensible Markup Language (XML) 1.0, section 2.1"))

  static let emptyFile = Self(
    rule: emptyFileRule, text: "the file is empty; a 'model' element was expected")

  static let encodingRule = DiagnosticRule(
    "xml.encoding", .error(.noMeaning("the meaning of the bytes is not known")),
    "A file is not in UTF-8.",
    """
    Xcode writes UTF-8, and no other encoding is read except ASCII, which is part of it. \
    Convert the file to UTF-8, and set 'encoding' of its XML declaration to UTF-8.
    """,
    .own)

  static func encoding(_ name: String) -> Self {
    Self(rule: encodingRule, text: "the encoding '\(name)' is not read; the file has to be UTF-8")
  }

  static let malformedRule = DiagnosticRule(
    "xml.malformed",
    .error(.refused(by: .xmlParser, .documented("Extensible Markup Language (XML) 1.0"))),
    "A file is not well-formed XML.",
    """
    A tag, a quote or a reference is not complete at that place, so the text after it cannot be \
    read. The message says what was expected. Correct the text by hand, or restore the file from \
    version control.
    """,
    .documented("Extensible Markup Language (XML) 1.0"))

  /// A message about text that is not well-formed; `reason` is a phrase of `XMLFailure`.
  static func malformed(_ reason: String) -> Self {
    Self(rule: malformedRule, text: "not well-formed XML: \(reason)")
  }

  static let mergeConflictRule = DiagnosticRule(
    "xml.merge-conflict",
    .error(.refused(by: .xmlParser, .documented("Extensible Markup Language (XML) 1.0"))),
    "A merge conflict was left in a file.",
    """
    Git marks the two sides of a conflict by lines of seven '<', '=' and '>'. Keep the elements of \
    one side or of both, and delete the marks. Check afterwards that no entity or property appears \
    twice.
    """,
    .own)

  static let mergeConflict = Self(
    rule: mergeConflictRule, text: "a merge conflict was left in the file")

  static let notTextRule = DiagnosticRule(
    "xml.not-text", .error(.noMeaning("the meaning of the bytes is not known")),
    "A file is binary, but XML was expected.",
    """
    The file has bytes of value 0, which XML text cannot contain. Give the path of the \
    'contents' file of a model or of its folder.
    """,
    .documented("Extensible Markup Language (XML) 1.0, section 2.2"))

  static let notText = Self(rule: notTextRule, text: "a binary file where XML was expected")

  static let notUTF8Rule = DiagnosticRule(
    "xml.not-utf8", .error(.noMeaning("the meaning of the bytes is not known")),
    "A file has bytes that are not UTF-8.",
    """
    The file says that it is UTF-8, or names no encoding, but some program wrote other bytes into \
    it. Momentum cannot know which characters these bytes mean. Replace the character at that \
    place, or convert the file from its true encoding.
    """,
    .documented("Extensible Markup Language (XML) 1.0, section 4.3.3"))

  static let notUTF8 = Self(rule: notUTF8Rule, text: "the bytes from here on are not UTF-8")

  static let sizeLimitRule = DiagnosticRule(
    "xml.size-limit",
    .error(.noMeaning("a small file could demand more work than a machine has")),
    "A file is too large.",
    """
    A file can have \(limits.sizeMax >> 20) MB; the largest model that was met has 145 kB. Check \
    that the path leads to a model.
    """,
    .own)

  static func sizeLimit(_ limit: Int) -> Self {
    Self(rule: sizeLimitRule, text: "a file can have at most \(limit >> 20) MB")
  }

  static let valueLimitRule = DiagnosticRule(
    "xml.value-limit",
    .error(.noMeaning("a small file could demand more work than a machine has")),
    "An attribute value is too long.",
    """
    A value can have \(limits.valueLengthMax >> 20) MB. Often the closing quote is missing and the \
    rest of the file was taken for the value. Add the quote, or shorten the value.
    """,
    .own)

  static func valueLimit(_ limit: Int) -> Self {
    Self(rule: valueLimitRule, text: "an attribute value can have at most \(limit) bytes")
  }
}
