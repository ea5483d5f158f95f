import MomentumDiagnostics

extension DiagnosticCatalogue {
  static let fileRows: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "bundle.bad-current-version-file", .warning,
      "The file '.xccurrentversion' does not name the current version.",
      """
      It has to be a property list with a string for '_XCCurrentVersionName', such as 'Model \
      2.xcdatamodel'. The file is ignored, and the last version by name is read. Choose the \
      current version in Xcode again, or correct the file.
      """,
      .observed("files that Xcode wrote")),
    DiagnosticExplanation(
      "bundle.bad-version-info-file", .warning,
      "The file VersionInfo.plist of a '.momd' folder cannot be read or names no current version.",
      """
      It has to be a property list with a string for 'NSManagedObjectModel_CurrentVersionName' \
      and the hashes of every version. The file is ignored, and the last version by name is \
      read. Compile the model again.
      """,
      .observed("VersionInfo.plist of compiled models in public repositories")),
    DiagnosticExplanation(
      "bundle.no-current-version", .warning,
      "A bundle has several versions, and none is named as the current one.",
      """
      Xcode writes '.xccurrentversion' as soon as there is a second version; often the file is \
      missing from version control, because its name begins with a dot. The last version by name \
      is read, which may be the wrong one. Add the file, or name the version on the command \
      line.
      """,
      .observed("bundles that Xcode wrote")),
    DiagnosticExplanation(
      "bundle.not-read", .error(.noMeaning("there is nothing to read")),
      "A model cannot be read, or a folder has none.",
      """
      The path leads nowhere, may not be read, or is a folder without a model below it. It was \
      not checked, so the check does not pass. Correct the path, or run the command in the \
      folder of the project.
      """,
      .own),
    DiagnosticExplanation(
      "bundle.no-versions", .error(.noMeaning("there is no version to read")),
      "A bundle has no version.",
      """
      An '.xcdatamodeld' folder holds one '.xcdatamodel' folder per version, and a '.momd' \
      folder one '.mom' file. There is nothing to read here. Restore the version from version \
      control, or compile the model again.
      """,
      .observed("bundles that Xcode wrote")),
    DiagnosticExplanation(
      "bundle.not-a-model", .error(.noMeaning("there is no version to read")),
      "A folder is not a data model.",
      """
      A model is an '.xcdatamodeld' folder, an '.xcdatamodel' folder with a 'contents' file, a \
      '.momd' folder, or one of the files in them. Give the path of one of these.
      """,
      .observed("bundles that Xcode wrote")),
    DiagnosticExplanation(
      "bundle.old-format", .error(.noMeaning("the format is not known")),
      "A model has the format of Xcode 3.",
      """
      Before Xcode 4 a model was a keyed archive in the files 'elements' and 'layout', not XML. \
      That format is not read. Open the model in Xcode and save it, which writes a 'contents' \
      file.
      """,
      .observed("models that Xcode 3 wrote")),
    DiagnosticExplanation(
      "bundle.unknown-version", .error(.noMeaning("there is no version to read")),
      "A bundle has no version of that name.",
      """
      The name was given on the command line, or '.xccurrentversion' or VersionInfo.plist refers \
      to a version that was renamed or deleted. Give the name of a version that the message \
      lists, or choose the current version in Xcode again.
      """,
      .observed("bundles that Xcode wrote")),
    DiagnosticExplanation(
      "compiled.bad-archive", .error(.noMeaning("what the bytes say cannot be known")),
      "A compiled model is not a keyed archive that can be read.",
      """
      A '.mom' file, like the model that a store keeps, is a binary property list of the kind \
      that NSKeyedArchiver writes. This one is truncated, damaged or another file. Compile the \
      model again, or read the '.xcdatamodeld' folder instead.
      """,
      .observed("compiled models and the models that some 100 stores keep")),
    DiagnosticExplanation(
      "compiled.lost-entity",
      .error(.noMeaning("a relationship, a parent or a request leads nowhere")),
      "A compiled model refers to an entity that it does not contain.",
      """
      A parent, a destination or the entity of a fetch request is missing from the archive, so \
      the model is incomplete and is refused. Compile the model again.
      """,
      .observed("compiled models and the models that some 100 stores keep")),
    DiagnosticExplanation(
      "compiled.lost-expression", .warning,
      "An archived predicate or expression is of a kind that is not read.",
      """
      The derivation, fetch index or fetch request that it belongs to is left out, since without \
      the expression it would mean something else. Everything else of the model is read. Read \
      the '.xcdatamodeld' folder instead, which has the text.
      """,
      .own),
    DiagnosticExplanation(
      "compiled.lost-property", .warning,
      "A compiled model has a property of a kind that is not read.",
      """
      Attributes, relationships and fetched properties are known; the archive names another \
      class. The property is left out, so the hash of its entity differs from the one that Core \
      Data computes. Read the '.xcdatamodeld' folder instead.
      """,
      .own),
    DiagnosticExplanation(
      "compiled.no-model", .error(.noMeaning("the archive holds something else")),
      "A keyed archive holds something other than a model.",
      """
      The root of a compiled model is an NSManagedObjectModel. The file is another archive, for \
      example a mapping model or a document. Give the path of a '.mom' file or a '.momd' folder.
      """,
      .observed("compiled models and the models that some 100 stores keep")),
    DiagnosticExplanation(
      "compiled.optimized-model", .error(.noMeaning("the format is not known")),
      "An optimized model cannot be read.",
      """
      The compiler writes an '.omo' file beside the '.mom' file of the current version. Both \
      mean the same, but the format of '.omo' files is not public. Give the path of the '.mom' \
      file or of the '.momd' folder.
      """,
      .own),
    DiagnosticExplanation(
      "config.bad-value", .error(.noMeaning("a check could be skipped by mistake")),
      "A key of '.momentum.json', '.momentum-baseline.json' or 'momentum.json' has a value that is not valid.",
      """
      The value is of another type than the key takes, or is not among its words. The \
      configuration is refused, so that no check is skipped by mistake. Write a value that the \
      message lists.
      """,
      .own),
    DiagnosticExplanation(
      "config.no-match", .error(.noMeaning("a check could be skipped by mistake")),
      "An override in '.momentum.json' names a bundle or a version that there is none of.",
      """
      'bundle' and 'version' of an override are names without suffix, in which '*' stands for any letters. \
      One that matches no bundle below the file's folder, or no version of those bundles, is misspelt or left over \
      from a version that was deleted. Correct the pattern, or delete the override.
      """,
      .own),
    DiagnosticExplanation(
      "config.one-target", .error(.noMeaning("nothing could be generated as it was asked for")),
      "The 'targets' of a plugin are not one.",
      """
      The build-tool plugin generates into a module, where the classes of Core Data and the values of \
      portable Swift would have the same names. Name one of them, or generate into two modules, each \
      with its own 'momentum.json'.
      """,
      .own),
    DiagnosticExplanation(
      "config.unknown-configuration",
      .error(.noMeaning("nothing could be generated as it was asked for")),
      "Code is wanted for a configuration that the model does not have.",
      """
      With '--configuration' or the setting 'configuration' only the entities of one configuration get \
      code. Nothing is generated for a misspelt one, and what was generated before stays.
      """,
      .own),
    DiagnosticExplanation(
      "config.unknown-id", .error(.noMeaning("a check could be skipped by mistake")),
      "The file '.momentum.json' names a diagnostic that does not exist.",
      """
      A severity that is set for a misspelt id would have no effect. Write the id as a message \
      shows it; 'momentum explain-diagnostic' prints what an id means.
      """,
      .own),
    DiagnosticExplanation(
      "config.unknown-key", .error(.noMeaning("a check could be skipped by mistake")),
      "The file '.momentum.json', '.momentum-baseline.json' or 'momentum.json' has a key that is not known.",
      """
      A misspelt key would have no effect, so it is refused. Correct the key, or delete it.
      """,
      .own),
    DiagnosticExplanation(
      "json.repeated-name",
      .error(.noMeaning("programs that read the object do not agree on its value")),
      "An object in a JSON file has one name twice.",
      """
      RFC 8259 asks for unique names and leaves open which value counts, so programs that read \
      the file would not agree. Here the first value is kept and the file is refused. Delete one \
      of the two members.
      """,
      .documented("RFC 8259, section 4")),
    DiagnosticExplanation(
      "json.syntax", .error(.noMeaning("it is no JSON text by RFC 8259, so it has no value")),
      "A text is not JSON.",
      """
      The message tells what was expected at that place. Comments, trailing commas and single \
      quotes are not part of JSON. Values can be nested 64 deep at most, which is a limit of \
      this tool.
      """,
      .documented("RFC 8259")),
    DiagnosticExplanation(
      "model.more-unknown", .warning,
      "A file has more unknown elements and attributes than are shown.",
      """
      After 200 of them the others are only counted. Such a file was hardly written by Xcode. \
      Check that it is a model, and repair those that are shown first.
      """,
      .own),
    DiagnosticExplanation(
      "model.not-a-model", .error(.noMeaning("no entity is described")),
      "The outermost element of a file is not 'model'.",
      """
      The file is well-formed XML, but of another kind, for example a storyboard or a mapping \
      model. Give the path of a data model.
      """,
      .observed("models that Xcode 4 to 16 wrote")),
    DiagnosticExplanation(
      "model.unexpected-text", .warning, "There is text between the tags of a model.",
      """
      A model says everything in XML attributes. Text has no meaning in it and is ignored; often \
      it is left by an edit or a merge. Delete the text.
      """,
      .observed("models that Xcode 4 to 16 wrote")),
    DiagnosticExplanation(
      "model.unknown-attribute", .warning,
      "An element has an XML attribute that is not known there.",
      """
      The attribute is ignored, so a misspelt 'optional' or 'toMany' silently has its default. \
      Correct the name, or delete the attribute. An attribute that a newer Xcode writes is \
      harmless, as long as its meaning is not needed.
      """,
      .observed("models that Xcode 4 to 16 wrote")),
    DiagnosticExplanation(
      "model.unknown-element", .warning, "An element stands where no such element can stand.",
      """
      The element is ignored with everything in it. Correct the name, move the element to its \
      place, or delete it.
      """,
      .observed("models that Xcode 4 to 16 wrote")),
    DiagnosticExplanation(
      "store.other-model",
      .error(.refused(by: .coreData, .documented("NSPersistentStoreIncompatibleVersionHashError"))),
      "A store was made with another version of the model.",
      """
      The store keeps the hash of every entity, and some of them differ from those of the model; \
      the notes list them. Core Data refuses to open the store with this model, and an import \
      would write rows that fit neither. Use the version that the store was made with, or \
      migrate the store.
      """,
      .documented("NSPersistentStoreIncompatibleVersionHashError")),
    DiagnosticExplanation(
      "xml.attribute-limit",
      .error(.noMeaning("a small file could demand more work than a machine has")),
      "An element has too many XML attributes.",
      """
      An element can have 256 attributes; an element of a model has fewer than thirty. The limit \
      bounds the work on files that were made to do harm. Delete the attributes that do not \
      belong there.
      """,
      .own),
    DiagnosticExplanation(
      "xml.attributes-limit",
      .error(.noMeaning("a small file could demand more work than a machine has")),
      "A file has too many XML attributes.",
      """
      All elements of a file together can have 2,000,000 attributes. The limit bounds the memory \
      that a file can demand. Split the model.
      """,
      .own),
    DiagnosticExplanation(
      "xml.binary-property-list", .error(.noMeaning("what the bytes say cannot be known")),
      "A file is a binary property list instead of XML.",
      """
      A compiled model is one, and so is a model of Xcode 3. Give the path of a '.mom' file or a \
      '.momd' folder under its own name, or open the model in Xcode and save it as a data model.
      """,
      .own),
    DiagnosticExplanation(
      "xml.depth-limit",
      .error(.noMeaning("a small file could demand more work than a machine has")),
      "Elements are nested too deep.",
      """
      Elements can nest 64 deep; a model nests six deep. The limit keeps a file from exhausting \
      the stack. Remove the elements that do not belong there.
      """,
      .own),
    DiagnosticExplanation(
      "xml.document-type",
      .error(.noMeaning("its entities can read other files or grow without bound")),
      "A file has a document type declaration that is refused.",
      """
      XML allows one, but its entities can read other files or grow without bound, and Xcode \
      writes none in a model. In the property list of a bundle it may name Apple's document type \
      and declare nothing. Delete the declaration.
      """,
      .own),
    DiagnosticExplanation(
      "xml.element-limit",
      .error(.noMeaning("a small file could demand more work than a machine has")),
      "A file has too many elements.",
      """
      A file can have 500,000 elements. The limit bounds the memory that a file can demand. \
      Split the model.
      """,
      .own),
    DiagnosticExplanation(
      "xml.empty-file",
      .error(.refused(by: .xmlParser, .documented("Extensible Markup Language (XML) 1.0"))),
      "A file is empty.",
      """
      A model consists of one 'model' element. An empty file is often what an interrupted write \
      or checkout left. Restore it from version control.
      """,
      .documented("Extensible Markup Language (XML) 1.0, section 2.1")),
    DiagnosticExplanation(
      "xml.encoding", .error(.noMeaning("what the bytes say cannot be known")),
      "A file is not in UTF-8.",
      """
      Xcode writes UTF-8, and no other encoding is read except ASCII, which is part of it. \
      Convert the file to UTF-8, and set 'encoding' of its XML declaration to UTF-8.
      """,
      .own),
    DiagnosticExplanation(
      "xml.malformed",
      .error(.refused(by: .xmlParser, .documented("Extensible Markup Language (XML) 1.0"))),
      "A file is not well-formed XML.",
      """
      A tag, a quote or a reference is not complete at that place, so nothing behind it can be \
      read. The message tells what was expected. Correct the place by hand, or restore the file \
      from version control.
      """,
      .documented("Extensible Markup Language (XML) 1.0")),
    DiagnosticExplanation(
      "xml.merge-conflict",
      .error(.refused(by: .xmlParser, .documented("Extensible Markup Language (XML) 1.0"))),
      "A merge conflict was left in a file.",
      """
      Git marks the two sides of a conflict by lines of seven '<', '=' and '>'. Keep the \
      elements of one side or of both, and delete the marks. Check afterwards that no entity or \
      property stands twice.
      """,
      .own),
    DiagnosticExplanation(
      "xml.not-text", .error(.noMeaning("what the bytes say cannot be known")),
      "A binary file stands where XML was expected.",
      """
      The file has bytes of value 0, which XML text cannot contain. Give the path of the \
      'contents' file of a model or of its folder.
      """,
      .documented("Extensible Markup Language (XML) 1.0, section 2.2")),
    DiagnosticExplanation(
      "xml.not-utf8", .error(.noMeaning("what the bytes say cannot be known")),
      "A file has bytes that are not UTF-8.",
      """
      The file says that it is UTF-8, or says nothing, and some program wrote other bytes into \
      it. What these stand for cannot be known. Replace the character at that place, or convert \
      the file from its true encoding.
      """,
      .documented("Extensible Markup Language (XML) 1.0, section 4.3.3")),
    DiagnosticExplanation(
      "xml.size-limit",
      .error(.noMeaning("a small file could demand more work than a machine has")),
      "A file is too large.",
      """
      A file can have 64 MB; the largest model that was met has 145 kB. Check that the path \
      leads to a model.
      """,
      .own),
    DiagnosticExplanation(
      "xml.value-limit",
      .error(.noMeaning("a small file could demand more work than a machine has")),
      "An attribute value is too long.",
      """
      A value can have 1,048,576 bytes. Often the closing quote is missing and the rest of the \
      file was taken for the value. Add the quote, or shorten the value.
      """,
      .own),
  ]
}
