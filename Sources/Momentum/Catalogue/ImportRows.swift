import MomentumDiagnostics

extension DiagnosticCatalogue {
  static let importRows: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "import.abstract-entity",
      .error(.refused(by: .coreData, .assumed)),
      "An object is of an abstract entity.",
      """
      Only sub-entities of an abstract entity have objects. Set "entity" to one of the \
      sub-entities.
      """,
      .documented("NSEntityDescription.isAbstract")),
    DiagnosticExplanation(
      "import.conflict", .error(.noMeaning("the row cannot be stored as it is written")),
      "The two sides of a relationship contradict each other.",
      """
      A relationship may be given on either object, or on both if they say the same. Here one \
      object names the other, which gives the inverse but does not name the first. Correct one \
      of the lists, or give the relationship on one side only.
      """,
      .own),
    DiagnosticExplanation(
      "import.count",
      .error(
        .refused(
          by: .coreData,
          .documented(
            """
            NSValidationRelationshipExceedsMaximumCountError and its counterpart \
            for too few
            """))),
      "A to-many relationship has too few or too many objects.",
      """
      Links that other objects give count too. Core Data checks 'minCount' and 'maxCount' when \
      an object is saved, and would refuse the object at its next save. Add or remove ids until \
      the number fits.
      """,
      .documented("Core Data Programming Guide, Object Validation")),
    DiagnosticExplanation(
      "import.csv-syntax", .error(.noMeaning("the row cannot be stored as it is written")),
      "A file is not CSV as RFC 4180 has it.",
      """
      A field that holds the delimiter, a quote or a line end stands in quotes, and a quote in it is \
      written twice. The text is UTF-8, and the first line names the columns. Mend the place, or give \
      the file's own delimiter with --delimiter.
      """,
      .documented("RFC 4180, section 2")),
    DiagnosticExplanation(
      "import.dangling-id", .error(.noMeaning("the row cannot be stored as it is written")),
      "No object of the file has the id that a relationship names.",
      """
      Ids are local to the file; objects that are in the store already are found by "match" in a \
      mapping file. Correct the id, or add the object to the file.
      """,
      .own),
    DiagnosticExplanation(
      "import.derived-attribute", .error(.noMeaning("the row cannot be stored as it is written")),
      "A value is given for a derived attribute.",
      """
      The store computes the value when the object is written, so a given one would be \
      overwritten. Delete the attribute from the object.
      """,
      .documented("NSDerivedAttributeDescription")),
    DiagnosticExplanation(
      "import.duplicate-id", .error(.noMeaning("the row cannot be stored as it is written")),
      "Two objects of the file have one id.",
      """
      Relationships refer to objects by id, so an id has to belong to one object. Change one of \
      the ids, and the relationships that mean it.
      """,
      .own),
    DiagnosticExplanation(
      "import.duplicate-key", .error(.noMeaning("one key is one row")),
      "Two objects of the file have one key.",
      """
      An export gives each object its Z_PK as 'key', and objects of an entity and of its \
      sub-entities stand in one table. Leave 'key' out of what was added by hand, or give new keys \
      to all with --new-keys.
      """,
      .own),
    DiagnosticExplanation(
      "import.expected", .error(.noMeaning("the row cannot be stored as it is written")),
      "The file does not have the shape of an import file.",
      """
      The file is an object whose key "objects" holds a list. Each element is an object with \
      "entity" and, where needed, "id", "attributes" and "relationships". Write what the message \
      asks for at that place.
      """,
      .own),
    DiagnosticExplanation(
      "import.field-count", .error(.noMeaning("the row cannot be stored as it is written")),
      "A row of a CSV file has another number of fields than the first line.",
      """
      The value of each field would be taken for that of another column. Most often a field holds the \
      delimiter and is not in quotes, or the file has another delimiter (--delimiter).
      """,
      .documented("RFC 4180, section 2")),
    DiagnosticExplanation(
      "import.given-twice", .error(.noMeaning("the row cannot be stored as it is written")),
      "A to-one relationship would lead to two objects.",
      """
      Two objects name this one in a relationship whose inverse leads to one object. Remove it \
      from one of them.
      """,
      .own),
    DiagnosticExplanation(
      "import.list-for-to-one", .error(.noMeaning("the row cannot be stored as it is written")),
      "A to-one relationship has a list as its value.",
      """
      It leads to one object, so its value is an id, or null for none. Replace the list by one \
      id.
      """,
      .own),
    DiagnosticExplanation(
      "import.map-file", .error(.noMeaning("no file has the rows that the rule is for")),
      "A rule of a mapping file names a file that is not among those of the import.",
      """
      Only files that the command line names are read: a file, or those of a folder. Correct the \
      name in "file", or add the file to the folder.
      """,
      .own),
    DiagnosticExplanation(
      "import.map-key", .error(.noMeaning("every object would silently get the default")),
      "A mapping file names a key or a column that no object of the file has.",
      """
      Most often the name is misspelt. Where files may lack it, write it as \
      {"key": "since", "optional": true}: the attribute then gets its default, and an object of the \
      store keeps its value.
      """,
      .own),
    DiagnosticExplanation(
      "import.map-path", .error(.noMeaning("no objects stand there")),
      "The path of a rule leads to nothing in the file.",
      """
      The path is the keys from the outermost object to the list of objects, with dots between \
      them. Correct it; CSV has no path, since a rule is for the rows of its file.
      """,
      .own),
    DiagnosticExplanation(
      "import.match-value", .error(.noMeaning("nothing says which object of the store it is")),
      "An object that is matched by an attribute has no value for it.",
      """
      Imported once more it would be a second object. Give the value, or match by another attribute.
      """,
      .own),
    DiagnosticExplanation(
      "import.matched-twice", .error(.noMeaning("one object takes one value")),
      "Two objects of the file are one object of the store.",
      """
      They have the same values in the attributes of "match", so the second would overwrite the \
      first. Delete one of them, or match by an attribute that tells them apart.
      """,
      .own),
    DiagnosticExplanation(
      "import.matches-none", .error(.noMeaning("the relationship leads to nothing")),
      "No object has the value by which a relationship looks for it.",
      """
      Neither the store nor the file has one. Correct the value, import the objects first, or make \
      them by a rule of the same mapping file.
      """,
      .own),
    DiagnosticExplanation(
      "import.matches-several", .error(.noMeaning("one of them would be taken by chance")),
      "Several objects of the store have the values by which one is looked for.",
      """
      Match by an attribute with a uniqueness constraint, by several attributes together, or make \
      the values of the store unique first.
      """,
      .own),
    DiagnosticExplanation(
      "import.missing-key", .error(.noMeaning("the row cannot be stored as it is written")),
      "An object of the file lacks a required key.",
      """
      The file needs the key "objects", and each object the key "entity". Add the key.
      """,
      .own),
    DiagnosticExplanation(
      "import.missing-value",
      .error(.refused(by: .coreData, .documented("NSValidationMissingMandatoryPropertyError"))),
      "A required property has no value.",
      """
      The property is not optional and has no default, so Core Data could not save the object. \
      Add a value to the object, or set 'optional' to YES in the model. A relationship may also \
      be given from the other side.
      """,
      .documented("Core Data Programming Guide, Object Validation")),
    DiagnosticExplanation(
      "import.not-stored", .error(.noMeaning("the row cannot be stored as it is written")),
      "A value is given for a property that is not stored.",
      """
      Transient properties and attributes without a type have no column in which the value could \
      be kept. Delete the property from the object.
      """,
      .own),
    DiagnosticExplanation(
      "import.not-unique",
      .error(.refused(by: .coreData, .documented("NSConstraintConflict"))),
      "An object repeats values that a uniqueness constraint wants to be unique.",
      """
      Another object of the file or of the store has them already. The whole import is undone \
      and the store is as it was. Change the values, or delete one of the objects.
      """,
      .documented("NSEntityDescription.uniquenessConstraints")),
    DiagnosticExplanation(
      "import.out-of-range", .error(.noMeaning("the row cannot be stored as it is written")),
      "A value breaks a rule of its attribute.",
      """
      The value is outside the range of its type, below the minimum, above the maximum, or a \
      string of the wrong length or form. Core Data would refuse the object at its next save. \
      Give a value that satisfies the rule in the message.
      """,
      .documented("Core Data Programming Guide, Object Validation")),
    DiagnosticExplanation(
      "import.refused",
      .error(.refused(by: .coreData, .documented("NSValidationErrorKey"))),
      "A change of an object of the store breaks a rule of the model.",
      """
      An object that an import updates or links would have too few or too many objects in a \
      relationship, or a value that must be unique. The whole import is undone. Correct the file; \
      --no-validation keeps numbers of objects that a save would refuse.
      """,
      .documented("Core Data Programming Guide, Object Validation")),
    DiagnosticExplanation(
      "import.repeated-column", .error(.noMeaning("the row cannot be stored as it is written")),
      "Two columns of a CSV file have one name.",
      """
      An object would have two values for one property. Delete one of the columns, or correct its name.
      """,
      .own),
    DiagnosticExplanation(
      "import.repeated-destination",
      .error(.noMeaning("the row cannot be stored as it is written")),
      "A relationship names one object twice.",
      """
      An object is in a to-many relationship once or not at all. Delete one of the two ids.
      """,
      .own),
    DiagnosticExplanation(
      "import.unknown-entity", .error(.noMeaning("the row cannot be stored as it is written")),
      "An object is of an entity that is not in the model.",
      """
      The name is misspelt, or belongs to another version of the model. Set "entity" to the name \
      of an entity of this model.
      """,
      .own),
    DiagnosticExplanation(
      "import.unknown-key", .error(.noMeaning("the row cannot be stored as it is written")),
      "An object of the file has a key that is not known there.",
      """
      A misspelt key would lose its value silently, so it is refused. Properties of the entity \
      belong in "attributes" or "relationships". Correct the key, or delete it.
      """,
      .own),
    DiagnosticExplanation(
      "import.unknown-property", .error(.noMeaning("the row cannot be stored as it is written")),
      "An object has a value for a property that its entity does not have.",
      """
      Attributes and relationships are looked for apart, so a relationship under "attributes" is \
      unknown too. Correct the name, or move the value to the other key.
      """,
      .own),
    DiagnosticExplanation(
      "import.unsupported-type", .error(.noMeaning("the row cannot be stored as it is written")),
      "Values of the attribute's type cannot be imported.",
      """
      An attribute of the type Object ID refers to a row of a store, which a file cannot name. \
      Delete the attribute from the object, and set it in code.
      """,
      .own),
    DiagnosticExplanation(
      "import.value-for-to-many", .error(.noMeaning("the row cannot be stored as it is written")),
      "A to-many relationship has one id as its value.",
      """
      Its value is a list of ids, even for a single object. Put the id in brackets.
      """,
      .own),
    DiagnosticExplanation(
      "import.wrong-destination", .error(.noMeaning("the row cannot be stored as it is written")),
      "A relationship names an object of another entity.",
      """
      The object has to be of the destination entity or of a sub-entity of it. Name another \
      object, or correct the "entity" of that one.
      """,
      .own),
    DiagnosticExplanation(
      "import.wrong-type", .error(.noMeaning("the row cannot be stored as it is written")),
      "A value is not of the attribute's type.",
      """
      Numbers and Booleans stand without quotes. Dates are strings such as \
      "2026-01-31T12:00:00Z" or seconds since 2001, decimals numbers or strings, UUIDs and URIs \
      strings, binaries and transformables base64, composites objects. Write the value in the \
      form that the message asks for.
      """,
      .own),
  ]
}
