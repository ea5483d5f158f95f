import MomentumDiagnostics

extension DiagnosticCatalogue {
  private static let files = DiagnosticExplanation.Standing.observed(
    "129 mapping models of 35 public repositories, and a compiled one of which the source is known")

  static let mappingFileRows: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "mapping.bad-archive", .error(.noMeaning("what the bytes say cannot be known")),
      "A compiled mapping model cannot be read.",
      """
      A '.cdm' file is a keyed archive of an NSMappingModel. This one is truncated, damaged, too \
      large or another file. Compile the '.xcmappingmodel' again, or read that instead.
      """, files),
    DiagnosticExplanation(
      "mapping.bad-value", .warning, "A value in a mapping model is of an unexpected kind.",
      """
      It is left out, and the rest is read. Open the mapping model in Xcode and save it, which \
      writes the file anew.
      """, files),
    DiagnosticExplanation(
      "mapping.lost-object", .warning,
      "A mapping model refers to an object that is not in the file, or belongs to another one.",
      """
      The file is a store whose objects refer to each other by id; a merge in version control can \
      lose one or double it. The reference is left out. Take one of the merged versions whole.
      """, files),
    DiagnosticExplanation(
      "mapping.no-file", .error(.noMeaning("no mapping model is described")),
      "A folder '.xcmappingmodel' holds no 'xcmapping.xml'.",
      """
      All of a mapping model stands in that one file. Restore it from version control.
      """, files),
    DiagnosticExplanation(
      "mapping.not-a-mapping-model", .error(.noMeaning("no mapping model is described")),
      "A file is no mapping model.",
      """
      The editor's file is XML with an 'XDDEVMAPPINGMODEL' object; the compiled one a keyed \
      archive of an 'NSMappingModel'. Give the path of an '.xcmappingmodel' or a '.cdm'.
      """, files),
    DiagnosticExplanation(
      "mapping.unknown-expression",
      .error(.noMeaning("the value of the expression cannot be computed")),
      "An expression in a mapping model is of a kind that is not known.",
      """
      Expressions are kept as archived NSExpression objects. The message names what is not known; \
      nothing is guessed. Write the expression anew in Xcode's editor, or compute the value in a \
      policy.
      """, files),
  ]

  static let mappingModelRows: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "mapping.abstract-entity",
      .error(.refused(by: .coreData, .assumed)),
      "An entity mapping makes objects of an abstract entity.",
      """
      An abstract entity has no objects, neither to take nor to make. Each concrete entity needs \
      an entity mapping of its own, in which the inherited properties stand too.
      """, files),
    DiagnosticExplanation(
      "mapping.adds-nothing", .warning,
      "A mapping model does what Core Data infers without it.",
      """
      No entity mapping has a policy, a filter or a value of its own, and the step is inferrable. \
      A mapping model makes Core Data load every object, gives each a new primary key and takes \
      many times the memory and time. Delete the file, unless it is to keep objects apart on \
      purpose.
      """, .observed("36 of 129 mapping models")),
    DiagnosticExplanation(
      "mapping.constraint",
      .error(.refused(by: .coreData, .documented("NSConstraintConflict"))),
      "Objects would get the same values where a uniqueness constraint forbids it.",
      """
      Core Data validates the new objects when it saves them and fails. The message counts the \
      rows. Change the mapping or a policy so that only one of them is made, or make the values \
      differ in the store first.
      """, .documented("NSManagedObjectConstraintValidationError")),
    DiagnosticExplanation(
      "mapping.duplicate-name", .error(.noMeaning("a name leads to two mappings")),
      "Several entity mappings have the same name.",
      """
      Relationships find what was made of an object by the name of the entity mapping. Xcode \
      makes a name of the two entities; two mappings between the same ones need names of their \
      own.
      """, .documented("NSMappingModel.entityMappingsByName")),
    DiagnosticExplanation(
      "mapping.foreign-keys", .warning, "A table of the app's own has a foreign key to objects.",
      """
      A mapping model gives every object a new primary key, so the keys that the table holds \
      mean other objects afterwards, or none. Note what they mean before the migration, by an \
      attribute that stays, and set them anew behind it.
      """, .own),
    DiagnosticExplanation(
      "mapping.inherited-omitted", .warning,
      "An entity mapping leaves out properties that its entity inherits.",
      """
      Properties of a parent are not handed on by themselves: each entity mapping has to name \
      them. Xcode's assistant omits them. Add them, or the values are lost. Nothing is said of an \
      entity mapping with a policy class, whose code may set them.
      """, .observed("openradar 19079060")),
    DiagnosticExplanation(
      "mapping.lost-history", .warning, "A mapping model empties the persistent history.",
      """
      Changes in the history name objects by their keys, which all become others. Core Data's \
      own heavyweight migration makes a new file without them. Whoever reads the history, an \
      extension or a sync, has to begin anew.
      """, .own),
    DiagnosticExplanation(
      "mapping.lost-links", .warning, "Links between objects get lost.",
      """
      Both objects live on, but no entity mapping follows the relationship from either side, or \
      one of the two becomes an object that the relationship does not take. The message counts \
      the objects. Add a relationship mapping, or an entity mapping that makes what the \
      relationship holds.
      """, .own),
    DiagnosticExplanation(
      "mapping.lost-rows", .warning, "No entity mapping takes some objects of the store.",
      """
      They are not in the result. Either their entity has no entity mapping with a source, or \
      all of them have filters that leave these objects out. The message counts them. Add an \
      entity mapping, also for each sub-entity, unless they are meant to go.
      """, .own),
    DiagnosticExplanation(
      "mapping.lost-values", .warning, "No entity mapping reads some values of the store.",
      """
      The objects live on without them. Xcode adds no property mapping when an attribute is \
      added to the model later, and none for what is inherited. The message counts the values. \
      Add the attribute mapping, unless they are meant to go.
      """, .own),
    DiagnosticExplanation(
      "mapping.missing-attribute", .warning, "An attribute of the new model has no mapping.",
      """
      Every object gets its default; a required one without a default fails, which is then an \
      error. Xcode adds no property mapping when an attribute is added to the model later. Add \
      it in the mapping model. Nothing is said of an entity mapping with a policy class, whose \
      code may set it.
      """, files),
    DiagnosticExplanation(
      "mapping.missing-entity", .warning, "No entity mapping makes objects of an entity.",
      """
      The objects that the store has of it are lost without a word. A note where the mapping model \
      names a policy class, which may make objects of any entity. An entity that was added and is \
      meant to be empty needs no mapping: that is a finding of severity info, which '--pedantic' \
      shows.
      """, files),
    DiagnosticExplanation(
      "mapping.policy-class", .note, "An entity mapping names a policy class.",
      """
      What the class does stands in the app's code. It has to be in the app that migrates, under \
      this name with its module; 'momentum migrate' cannot run it, the library can, with a \
      closure for each method and hook.
      """, .documented("NSEntityMigrationPolicy")),
    DiagnosticExplanation(
      "mapping.preempted", .warning,
      "Core Data may infer the step instead of using the mapping model.",
      """
      With NSInferMappingModelAutomaticallyOption, which persistent containers set, the inferred \
      migration may run although a mapping model is there; its policies and values are then \
      skipped, and attributes stay NULL. Set NSInferMappingModelAutomaticallyOption to false for \
      this step, or migrate with NSMigrationManager.
      """, .observed("WordPress-iOS #13014")),
    DiagnosticExplanation(
      "mapping.required-value",
      .error(.refused(by: .coreData, .documented("NSValidationMissingMandatoryPropertyError"))),
      "An entity mapping would leave a required property without a value.",
      """
      Core Data validates the new objects when it saves them and fails: an attribute, an element of \
      a composite one, a relationship without an object or with fewer than its minimum. The message \
      counts the rows. Give the attribute a default, or set the value in the mapping model or in \
      the store first.
      """, .documented("NSValidationMissingMandatoryPropertyError")),
    DiagnosticExplanation(
      "mapping.several-objects", .warning,
      "Several objects want the one place of a to-one relationship.",
      """
      The relationship was to-many in the old model, or several entity mappings make objects for \
      it. The first stays, by its place in an ordered relationship and then by its key; the \
      message counts the objects that are concerned. Make the relationship to-many, or choose in \
      a policy.
      """, .own),
    DiagnosticExplanation(
      "mapping.stale",
      .error(.refused(by: .coreData, .documented("NSMigrationMissingMappingModelError"))),
      "A mapping model fits no two versions of the model.",
      """
      Core Data finds a mapping model by the version hashes of both models' entities. After a \
      change of either model they differ, the mapping is passed over without a word, and the \
      migration is inferred or fails with code 134140. Open the mapping model in Xcode, choose \
      both models anew and build. For an editor's file only the names can be compared, which is a \
      warning of 'momentum check'; 'momentum migrate' does not carry such a file out.
      """, .observed("12 of 121 mapping models are stale by their names")),
    DiagnosticExplanation(
      "mapping.store-differs",
      .error(.noMeaning("the file does not hold what its hashes say")),
      "A store has other tables than a mapping model needs.",
      """
      Either it lacks a table or a column of the model that made it by its hashes, or it has \
      something of another's under a name that the new model needs. Somebody else has changed \
      the file; nothing is done with it. Rename what stands in the way.
      """, .own),
    DiagnosticExplanation(
      "mapping.type-mismatch",
      .error(
        .refused(
          by: .coreData,
          .observed(
            """
            'Unacceptable type of value for attribute', an exception; \
            wordpress-mobile/WordPress-iOS issue 1992
            """))),
      "An expression gives a value that an attribute does not take.",
      """
      Core Data raises an exception when an attribute is set to an object of another class. \
      Convert the value in a method of a policy. A warning where the entity mapping has a policy \
      class: its code may convert the value, or need not read the property mapping. 'momentum \
      migrate' runs no policies; in the library it is a warning where createDestinationInstances \
      of that policy is given, and insertAsMapped leaves the attribute at its default.
      """, .documented("NSManagedObject.setValue(_:forKey:)")),
    DiagnosticExplanation(
      "mapping.unknown-entity",
      .error(.noMeaning("there are no objects to take or to make")),
      "An entity mapping names an entity that the model lacks.",
      """
      The entity was renamed or removed after the mapping model was made. Open it in Xcode and \
      choose both models anew.
      """, files),
    DiagnosticExplanation(
      "mapping.unknown-entity-mapping",
      .error(.noMeaning("which objects it means is not known")),
      "An expression refers to an entity mapping that is not there, or does not fit.",
      """
      The objects of a relationship are found by the entity mapping that made them. It has to \
      have that name, take the objects that the key path gives, and make what the relationship \
      holds.
      """, files),
    DiagnosticExplanation(
      "mapping.unknown-key-path",
      .error(.noMeaning("the value of the expression cannot be computed")),
      "A key path in an expression leads nowhere in the old model.",
      """
      A key has to be a stored property of the old entity, step by step. A path to one value may \
      not go through a to-many relationship. A key of a stored value, as in '$source.date.year', \
      is 'mapping.unsupported-expression' instead. Correct the expression in the mapping model.
      """, files),
    DiagnosticExplanation(
      "mapping.unknown-property",
      .error(.noMeaning("the new entity has no place for the value")),
      "An entity mapping sets a property that the new entity lacks.",
      """
      The property was renamed or removed after the mapping model was made. Open it in Xcode and \
      choose both models anew.
      """, files),
    DiagnosticExplanation(
      "mapping.unregistered-method",
      .error(.noMeaning("the value of the expression cannot be computed")),
      "No code is given for a method of a policy.",
      """
      The mapping model calls the method by its selector. Add a closure under that selector to \
      the EntityMigrationPolicy of the class.
      """, .own),
    DiagnosticExplanation(
      "mapping.unregistered-policy",
      .error(.noMeaning("the work of the policy is code that is not here")),
      "No code is given for a policy class.",
      """
      What the class does is not in the mapping model, and leaving it out would lose values. Give \
      an EntityMigrationPolicy for it to MappingMigration, under the class name as the mapping \
      model has it. The command line has none.
      """, .own),
    DiagnosticExplanation(
      "mapping.unsupported-expression", .warning, "Momentum does not carry out an expression.",
      """
      Constants, '$source' with a key path, 'now()', both methods of '$manager' and methods of \
      '$entityPolicy' are carried out, but no key of a value ('$source.date.description'), for \
      which Core Data asks the object that holds the value. Core Data evaluates any NSExpression, so an app that \
      migrates with Core Data alone can leave it. 'momentum migrate' and the library refuse the \
      mapping model, and there it is an error: compute the value in a method of a policy instead.
      """, files),
    DiagnosticExplanation(
      "mapping.unsupported-filter", .error(.noMeaning("the rows that it chooses cannot be found")),
      "The filter of an entity mapping cannot be used.",
      """
      It is a predicate over the old entity, compiled to SQL like any other; the message says \
      what keeps it from that. 'momentum predicate' shows it in full.
      """, .own),
  ]

  static let stageRows: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "stages.broken-chain",
      .error(.refused(by: .coreData, .assumed)),
      "A stage begins at another version than the one before ends at.",
      """
      Stages run one after another. Add the stage between them, or correct the versions.
      """, .own),
    DiagnosticExplanation(
      "stages.collapsed-run", .warning,
      "Core Data takes several lightweight stages as one, which cannot be inferred.",
      """
      A run of lightweight stages is inferred from its first to its last version, so steps that \
      each work can fail together. Put a custom stage between them. Here each stage runs by \
      itself.
      """, .observed("developer forum threads 734693 and 804902")),
    DiagnosticExplanation(
      "stages.duplicate-checksum",
      .error(
        .refused(
          by: .coreData,
          .observed(
            """
            'Duplicate version checksums across stages detected'; Apple Developer \
            Forums, thread 734693
            """))),
      "Two versions of the stages are equal by hash.",
      """
      A store of one is a store of the other, so nobody can tell where to begin; Core Data throws \
      "Duplicate version checksums across stages detected". Give one of them a hash modifier, or \
      leave it out.
      """, .observed("users of staged migration")),
    DiagnosticExplanation(
      "stages.none", .error(.noMeaning("there is no version to begin at")),
      "A staged migration has no stages.",
      """
      Give at least one stage from the store's version to the target's.
      """, .own),
    DiagnosticExplanation(
      "stages.not-inferrable",
      .error(
        .refused(
          by: .coreData,
          .observed(
            """
            'Persistent store migration failed, missing mapping model'; Apple \
            Developer Forums, thread 804902
            """))),
      "A lightweight stage cannot be inferred.",
      """
      The message gives the changes that keep Core Data from it. Use a mapping model for the \
      stage, or split it so that work of your own carries the values over.
      """, .documented("NSLightweightMigrationStage")),
    DiagnosticExplanation(
      "stages.unknown-version",
      .error(
        .refused(
          by: .coreData,
          .observed(
            """
            'Cannot use staged migration with an unknown model version'; \
            McBoerny/ShopWithMe issue 119
            """))),
      "No stage begins at the store's version, or ends at the target.",
      """
      Every version that users may have needs a stage that begins at it. Add the missing ones; \
      backward migrations do not exist.
      """, .observed("\"Cannot use staged migration with an unknown model version.\"")),
  ]
}
