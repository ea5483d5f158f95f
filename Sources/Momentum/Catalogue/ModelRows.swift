import MomentumDiagnostics

extension DiagnosticCatalogue {
  static let modelRows: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "model.adjusted-value", .warning, "A default or a bound was written for another type.",
      """
      Xcode keeps the text of a default when the type of an attribute is changed, so 'NO' or \
      '0.5' may stand where a whole number belongs. The text is read as near as the type allows: \
      NO as 0, a fraction without its decimals, a number outside the range of the type as the \
      limit of the range. Set 'defaultValueString', 'minValueString' or 'maxValueString' to a \
      value of the attribute's type.
      """,
      .observed(
        """
        models that Xcode 4 to 16 wrote: a default is kept when the attribute's type changes
        """)),
    DiagnosticExplanation(
      "model.bad-count", .warning, "A count is not a whole number from 0 on.",
      """
      'minCount', 'maxCount', 'fetchLimit' and 'fetchBatchSize' count objects, and 0 means no \
      limit. Another text is read as if the attribute were not there. Set it to a whole number, or \
      delete it. Models made in code have -1 for no limit.
      """,
      .observed("models that Xcode 4 to 16 wrote")),
    DiagnosticExplanation(
      "model.bad-flag", .warning, "A flag is neither YES nor NO.",
      """
      Xcode writes flags such as 'optional' and 'toMany' as YES or NO; true, false, 1 and 0 are \
      read too. Another value is read by its first letter, as 'NSString.boolValue' does it (that \
      the compiler reads flags so is assumed), or as if the attribute were not there. Set the \
      attribute to YES or NO.
      """,
      .observed("models that Xcode 4 to 16 wrote")),
    DiagnosticExplanation(
      "model.bad-value", .warning,
      "A default or a bound cannot be read as a value of the attribute's type.",
      """
      The text is neither a number nor a flag, so a new object has no such default and the \
      bound checks nothing. Hashes and tables are the same with it and without. Set 'defaultValueString', 'minValueString' or \
      'maxValueString' to a value of the attribute's type, or delete it.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.case-differs", .warning, "Two names differ only in case.",
      """
      Core Data tells the names apart, but it writes the names of tables and columns in \
      capitals, so one of the two gets a number behind its name. Files that are generated for \
      two such entities overwrite each other where the file system ignores case. Rename one of \
      the two, and set its 'elementID' to the old name if stores exist.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.composite-cycle", .error(.noMeaning("it would need columns without end")),
      "A composite contains itself.",
      """
      Each element of a composite attribute has a column of its own, so a composite that leads \
      back to itself would need columns without end. Remove one of the elements that close the \
      circle, or replace it by a relationship to an entity.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.composite-limit",
      .error(.noMeaning("a small file could demand more work than a machine has")),
      "A composite is too deep or too large.",
      """
      Composites can nest 16 deep and can have 1000 elements in all, those of inner composites \
      included. Inner composites multiply, so a small file could demand millions of columns. \
      Split the composite, or make an entity of a part of it.
      """,
      .own),
    DiagnosticExplanation(
      "model.duplicate-composite", .warning, "Two composites have one name.",
      """
      Attributes refer to a composite by its name, so the second one is never reached. Rename one of the two, or delete it.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.duplicate-configuration", .warning, "Two configurations have one name.",
      """
      A persistent store asks for its entities by the name of a configuration, so the name has \
      to lead to one list. The first one is used. Rename one of the two, or merge their members.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.duplicate-entity", .error(.noMeaning("stores and hashes are keyed by the name")),
      "Two entities have one name.",
      """
      Core Data finds entities by name and names their tables after them, so one of the two \
      would be lost. This is often what a merge of two branches leaves behind. Rename one of the \
      two, or delete it.
      """,
      .documented("NSManagedObjectModel.entitiesByName")),
    DiagnosticExplanation(
      "model.duplicate-fetch-index", .warning, "Two fetch indexes of an entity have one name.",
      """
      Core Data makes the name of the SQLite index from those of the entity and the fetch index, \
      and SQLite has no second index of the same name. The first one is used. Rename one of the two, or delete it.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.duplicate-fetch-request", .warning, "Two fetch requests have one name.",
      """
      A program asks the model for a fetch request template by its name, so the second one is \
      never reached. Rename one of the two, or delete it.
      """,
      .documented("NSManagedObjectModel.fetchRequestTemplatesByName")),
    DiagnosticExplanation(
      "model.duplicate-property",
      .error(
        .refused(
          by: .coreData,
          .observed(
            "NSEntityDescription raises: Entity already contains a property named …; nofelmahmood/Seam issue 22"
          ))),
      "Two properties of an entity or a composite have one name.",
      """
      Attributes, relationships and fetched properties of an entity share one set of names, \
      because key-value coding finds each of them by name. One of the two would be lost. Rename \
      one of them, or delete it.
      """,
      .documented("NSEntityDescription.propertiesByName")),
    DiagnosticExplanation(
      "model.ignored-value", .info,
      "An attribute has a default or a bound that its type cannot have.",
      """
      Xcode leaves the text behind when the type of an attribute is changed. It has no effect: \
      dates take 'defaultDateTimeInterval', 'minDateTimeInterval' and 'maxDateTimeInterval' \
      instead, bounds belong to numbers, dates and the length of strings, and a default UUID has \
      to be one. Delete the XML attribute, or write the value in the form of the type.
      """,
      .observed(
        """
        models that Xcode 4 to 16 wrote: a default is kept when the attribute's type changes
        """)),
    DiagnosticExplanation(
      "model.incomplete-element", .warning,
      "An element lacks an XML attribute and is left out.",
      """
      Fetch requests need a 'name' and an 'entity', fetch indexes and configurations a 'name', \
      members of configurations a 'name', elements of fetch indexes a 'property' or an \
      'expression', those of constraints and old indexes a 'value', and entries of the user \
      info a 'key'. An empty value counts as missing. No entity and no table depends on what is \
      left out. Add the attribute, or delete the element.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.inheritance-cycle", .error(.noMeaning("it has neither a root nor a table")),
      "An entity inherits from itself.",
      """
      Following 'parentEntity' leads back to the entity, so it has neither a root nor a table. \
      Delete 'parentEntity' from one entity of the circle, or set it to another entity.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.inheritance-limit",
      .error(.noMeaning("a small file could demand more work than a machine has")),
      "An entity has too many ancestors.",
      """
      An entity can have 64 ancestors. All entities of a hierarchy share one table, so no real \
      model comes near. Set 'parentEntity' to an entity that is nearer to the root.
      """,
      .own),
    DiagnosticExplanation(
      "model.inherited-property",
      .error(
        .refused(
          by: .coreData,
          .observed(
            "-[NSEntityDescription setProperties:] raises; AFNetworking/AFIncrementalStore pull request 22"
          ))), "An entity declares a property that it inherits already.",
      """
      A sub-entity has all properties of its ancestors, and both declarations would claim one \
      name and one place in the shared table. Delete the property from the sub-entity, or give \
      it another name.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.inverse-elsewhere", .warning,
      "An inverse does not belong to the destination of its relationship.",
      """
      The inverse has to be a relationship of the destination entity, of an ancestor or of a \
      sub-entity of it. Core Data loads other models too, but objects of the destination then \
      lack the side that would be kept up to date. Set 'inverseEntity' to the value of \
      'destinationEntity', and 'inverseName' to a relationship of that entity.
      """,
      .observed("a test model of MagicalRecord, which Core Data loads")),
    DiagnosticExplanation(
      "model.inverse-not-mutual", .warning,
      "The inverse of a relationship does not name that relationship as its own inverse.",
      """
      The two sides should name each other. Core Data compiles and opens such a model: the name \
      of the inverse counts in the hash as it is written, and each to-one relationship has a \
      column of its own, which setting the other side does not change. Set 'inverseName' and \
      'inverseEntity' of the other relationship to this one, in a new version if stores exist: \
      the hashes change.
      """,
      .observed(
        """
        four stores of a shipping app: the first digits of their hashes, and their tables, \
        are those of such models
        """
      )),
    DiagnosticExplanation(
      "model.minimum-above-maximum", .warning, "A minimum is above the maximum.",
      """
      No value can satisfy both, so every save of an object that has a value fails its \
      validation. Exchange the two values, or delete one. A 'maxCount' of 0 means that there is \
      no maximum.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.missing-attribute",
      .error(
        .refused(
          by: .modelCompiler,
          .observed(
            """
            a destination cannot be nil, says Xcode at build; rentzsch/mogenerator issue 33. For \
            the other attributes it is assumed
            """))),
      "An element lacks an XML attribute without which it means nothing.",
      """
      Entities, properties and composites need a 'name', relationships a 'destinationEntity', \
      composite attributes a 'composite'. An empty value counts as missing. Add the attribute, \
      or delete the element.
      """,
      .observed("models that Xcode 4 to 16 wrote")),
    DiagnosticExplanation(
      "model.missing-derivation", .warning, "A derived attribute has no expression.",
      """
      Without 'derivationExpression' there is nothing to compute, so the attribute is read as a \
      plain one that the program has to set. Add 'derivationExpression', or set 'derived' to NO.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.missing-inverse", .warning, "A relationship has no inverse.",
      """
      Core Data keeps both sides of a relationship consistent only when each names the other. \
      Without an inverse a deletion leaves references to objects that are gone. Add a \
      relationship back, and set 'inverseName' and 'inverseEntity' on both.
      """,
      .documented("Core Data Programming Guide, Creating Managed Object Relationships")),
    DiagnosticExplanation(
      "model.more-findings", .warning, "A model has more findings than are shown.",
      """
      After 1000 findings in one model the others are only counted. Repair those that are shown \
      first; often a few causes account for the rest.
      """,
      .own),
    DiagnosticExplanation(
      "model.undefined-type", .warning, "An attribute that is to be stored has no type.",
      """
      Core Data allows the type Undefined for transient attributes only; an attribute without a \
      type has no column, so its values are lost. Set 'attributeType', or set 'transient' to \
      YES.
      """,
      .documented("NSAttributeType.undefinedAttributeType")),
    DiagnosticExplanation(
      "model.unknown-choice", .warning,
      "An XML attribute has a value that is not among the valid ones.",
      """
      'deletionRule', 'codeGenerationType', 'resultType' of a fetch request, and 'type' and \
      'order' of an index element each take one of a few words, and case matters. Another word is read \
      as the message says, which is what the attribute means when it is absent. Set it to a \
      word that the message lists.
      """,
      .observed("models that Xcode 4 to 16 wrote")),
    DiagnosticExplanation(
      "model.unknown-composite", .error(.noMeaning("its columns are unknown")),
      "An attribute names a composite that is not in the model.",
      """
      The elements of the attribute are unknown, so it has no columns. Set 'composite' to the \
      name of a composite of this model, or add that composite.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.unknown-destination",
      .error(
        .refused(
          by: .modelCompiler,
          .observed(
            "a destination cannot be nil, says Xcode at build; rentzsch/mogenerator issue 33"))),
      "A relationship leads to an entity that is not in the model.",
      """
      The destination was renamed or deleted, or the name is misspelt; Core Data cannot load \
      such a model. Set 'destinationEntity' to an entity of this model. An entity of another \
      model cannot be a destination.
      """,
      .documented("Configuring Relationships")),
    DiagnosticExplanation(
      "model.unknown-inverse", .warning,
      "The destination of a relationship has no relationship of the inverse's name.",
      """
      The inverse was renamed or deleted, or the name is that of an attribute. The \
      relationship is read as one without an inverse. Set 'inverseName' to a relationship of the destination, or \
      add one.
      """,
      .documented("Core Data Programming Guide, Creating Managed Object Relationships")),
    DiagnosticExplanation(
      "model.unknown-inverse-entity", .warning,
      "A relationship names an inverse entity that is not in the model.",
      """
      The inverse cannot be found without its entity, so the relationship is read as one without \
      an inverse. Set 'inverseEntity' to the entity that \
      'destinationEntity' names.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.unknown-member", .warning, "A configuration lists an entity that is not in the model.",
      """
      A store of the configuration is to hold objects of an entity that nobody describes; often \
      the entity was renamed or deleted. The member is left out. Set 'name' of the 'memberEntity' to an entity of this \
      model, or delete the element.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.unknown-parent", .error(.noMeaning("its inherited columns and its table are unknown")),
      "An entity inherits from an entity that is not in the model.",
      """
      Its inherited properties and the table that it shares are unknown. Set 'parentEntity' to \
      an entity of this model, or delete it.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.unknown-property", .warning,
      "A constraint or an index names a property that the entity does not have.",
      """
      Own and inherited properties count, and 'attribute.element' for an element of a composite \
      attribute. The constraint or index is left out. Set 'value' or 'property' to the \
      name of a property, or delete the element.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.unknown-request-entity", .warning,
      "A fetch request asks for an entity that is not in the model.",
      """
      The fetch request cannot be executed, so it is left out; often the entity was renamed or \
      deleted. Set \
      'entity' to an entity of this model, or delete the fetch request.
      """,
      .documented("NSFetchRequest")),
    DiagnosticExplanation(
      "model.unknown-type", .error(.noMeaning("neither its column nor its hash is known")),
      "An attribute has a type that Core Data does not have.",
      """
      The type tells how values are stored, so the model cannot be read without it. Set \
      'attributeType' to a type that the message lists, exactly as it is written there, for \
      example 'Integer 32'.
      """,
      .documented("NSAttributeType")),
  ]
}
