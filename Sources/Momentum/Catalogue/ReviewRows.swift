import MomentumDiagnostics

extension DiagnosticCatalogue {
  static let reviewRows: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "bundle.entity-in-two-bundles", .warning, "Two bundles declare an entity of one name.",
      """
      A program that merges all models of its bundles, as 'mergedModel(from:)' does, fails when \
      two entities of one name differ. Where both models are loaded, the class of the entity \
      belongs to two descriptions, and Core Data cannot tell which one is meant. Rename one \
      entity, or load each model by its URL and give each a class of its own. Of the models that \
      'check' finds by itself it compares those of one project: of the nearest folder above with a \
      Package.swift, an Xcode project or a workspace.
      """,
      .observed("Core Data's exception 'Can't merge models with two different entities named …'")),
    DiagnosticExplanation(
      "bundle.hashes-differ",
      .error(.noMeaning("stores match one set of hashes only, and the bundle has two")),
      "The hashes in VersionInfo.plist are not those of the compiled model.",
      """
      VersionInfo.plist of a '.momd' folder states the entity hashes of every version. One that \
      differs from its '.mom' file was left by another build or was edited, and whatever goes by \
      it looks for a version that is not there. Compile the model again and replace the whole \
      folder.
      """,
      .observed("VersionInfo.plist of compiled models in public repositories")),
    DiagnosticExplanation(
      "bundle.same-hashes", .warning, "Two versions of a bundle have equal entity hashes.",
      """
      Core Data compares nothing but the hashes to find the version that a store was made with. \
      It cannot tell these two apart, so no migration happens between them. Delete one of the \
      two versions, or set 'versionHashModifier' on an entity that has to be migrated.
      """,
      .documented("NSManagedObjectModel.entityVersionHashesByName")),
    DiagnosticExplanation(
      "cloudkit.deny-rule",
      .error(
        .refused(
          by: .coreData,
          .documented("Creating a Core Data Model for CloudKit, which does not support it"))),
      "A relationship of a synced model has the delete rule Deny.",
      """
      Deletions arrive from other devices, where nobody can be asked, so CloudKit does not \
      support the rule, and the store is not loaded. Set 'deletionRule' to Nullify or Cascade, \
      and check in code before an object is deleted.
      """,
      .documented("Creating a Core Data Model for CloudKit")),
    DiagnosticExplanation(
      "cloudkit.missing-inverse",
      .error(
        .refused(
          by: .coreData, .documented("Creating a Core Data Model for CloudKit, which requires it"))),
      "A relationship of a synced model has no inverse.",
      """
      Records may arrive in any order, and only an inverse lets Core Data complete a \
      relationship later. A store that syncs with CloudKit is not loaded without it. Add a \
      relationship back, and set 'inverseName' and 'inverseEntity' on both.
      """,
      .documented("Creating a Core Data Model for CloudKit")),
    DiagnosticExplanation(
      "cloudkit.ordered-relationship",
      .error(
        .refused(
          by: .coreData,
          .observed(
            """
            'CloudKit integration does not support ordered relationships'; \
            CubeLabsNZ/CubeTime pull request 131
            """))),
      "A relationship of a synced model is ordered.",
      """
      CloudKit has no order of references, so a store that syncs with CloudKit is not loaded. \
      Set 'ordered' to NO, add an attribute for the position to the destination, and sort by it.
      """,
      .observed("error 134060 of NSPersistentCloudKitContainer")),
    DiagnosticExplanation(
      "cloudkit.required-property",
      .error(
        .refused(
          by: .coreData,
          .observed(
            """
            'requires that all attributes be optional, or have a default value \
            set'; CubeLabsNZ/CubeTime pull request 131
            """))),
      "A property of a synced model is required and has no default.",
      """
      A record may arrive without the value, or before the record that it refers to, and the \
      object would not be valid. A store that syncs with CloudKit is not loaded. Set 'optional' \
      to YES; an attribute may have 'defaultValueString' instead. Being optional counts for the \
      version hash, so a version that has shipped needs a new one for this.
      """,
      .observed(
        """
        error 134060 of NSPersistentCloudKitContainer; for relationships also Creating a Core \
        Data Model for CloudKit
        """)),
    DiagnosticExplanation(
      "cloudkit.reserved-name", .warning,
      "The name of an entity of a synced model begins with 'CD_'.",
      """
      Core Data puts 'CD_' before the names of the record types and fields that it makes in \
      CloudKit, to keep them apart from the names of others. An entity that has the prefix \
      itself defeats this. Rename the entity, and set its 'elementID' to the old name if stores \
      exist.
      """,
      .assumed),
    DiagnosticExplanation(
      "cloudkit.unique-constraint",
      .error(
        .refused(
          by: .coreData,
          .documented("Creating a Core Data Model for CloudKit, which does not support it"))),
      "An entity of a synced model has uniqueness constraints.",
      """
      Two devices can add equal objects while they are apart, and CloudKit cannot refuse either. \
      A store that syncs with CloudKit is not loaded. Delete 'uniquenessConstraints', and let \
      code look for duplicates after a sync.
      """,
      .documented("Creating a Core Data Model for CloudKit")),
    DiagnosticExplanation(
      "cloudkit.unsupported-type",
      .error(
        .refused(
          by: .coreData,
          .documented("Creating a Core Data Model for CloudKit, which does not support it"))),
      "An attribute of a synced model has a type that CloudKit cannot store.",
      """
      A CloudKit record has no field for the types Undefined and Object ID, so values of them \
      cannot be synced. Set 'attributeType' to another type, for example URI for the address of \
      an object, or set 'transient' to YES.
      """,
      .documented("Creating a Core Data Model for CloudKit")),
    DiagnosticExplanation(
      "model.abstract-leaf", .info, "An abstract entity has no sub-entities.",
      """
      Objects of an abstract entity cannot be made, and nothing inherits from this one, so it is \
      of no use. Set 'isAbstract' to NO, or add an entity whose 'parentEntity' it is.
      """,
      .documented("NSEntityDescription.isAbstract")),
    DiagnosticExplanation(
      "model.across-configurations", .warning,
      "A relationship connects entities of configurations that have no entity in common.",
      """
      Each configuration can have a store of its own, and Core Data does not support \
      relationships from one store to another. Add both entities to one configuration, or \
      replace the relationship by a fetched property or by an attribute that holds an \
      identifier.
      """,
      .documented("Core Data Programming Guide, Creating Managed Object Relationships")),
    DiagnosticExplanation(
      "model.bad-derivation",
      .error(
        .refused(by: .coreData, .documented("NSDerivedAttributeDescription.derivationExpression"))),
      "A derived attribute has an expression that a store cannot compute.",
      """
      A derivation can be a key path to an attribute, '@count' or '@sum' over a to-many \
      relationship, 'canonical:()', 'uppercase:()' or 'lowercase:()' of a string, or 'now()', \
      and its result has to be of the attribute's type. Adding a store with any other derivation \
      fails. Correct 'derivationExpression', or set 'derived' to NO and set the value in code.
      """,
      .documented("NSDerivedAttributeDescription")),
    DiagnosticExplanation(
      "model.bad-index-element", .warning,
      "A fetch index has an element without a column that it could index.",
      """
      Only stored attributes, to-one relationships and elements of composites have a column, and \
      an R-tree holds numbers and dates only. The index is not created, so fetches read every \
      row. Name another property, or delete the element.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.bad-uniqueness", .error(.refused(by: .coreData, .assumed)),
      "A uniqueness constraint names a property without a column.",
      """
      SQLite enforces a constraint by a unique index over columns. Transient and undefined \
      attributes, whole composites, to-many relationships and fetched properties have none. Name \
      a stored attribute or an element of the composite, or delete the constraint.
      """,
      .documented("NSEntityDescription.uniquenessConstraints")),
    DiagnosticExplanation(
      "model.bad-value-type", .error(.noMeaning("no Swift code can be generated for it")),
      "User info names a Swift type that an attribute cannot have.",
      """
      'valueType' is the name of a Swift type whose raw values are the attribute's; 'valueCases' lists the \
      cases of an enum to generate: 'cheap=$, medium=$$'. Names have to be Swift's and unused in the \
      model, values have to fit the attribute, and the default value has to be one of the cases.
      """,
      .own),
    DiagnosticExplanation(
      "model.cascade-cycle", .warning, "A relationship and its inverse both cascade.",
      """
      Deleting one object deletes its neighbours, then theirs, until everything that hangs \
      together is gone. Set 'deletionRule' of the side that leads to the owner to Nullify.
      """,
      .documented("NSDeleteRule.cascadeDeleteRule")),
    DiagnosticExplanation(
      "model.default-out-of-bounds", .warning, "The default of an attribute is outside its bounds.",
      """
      Bounds are checked when an object is saved, and the save fails as long as the object keeps \
      the default. The bounds of a string are those of its length. Change the default, or change \
      the minimum or the maximum.
      """,
      .documented("Core Data Programming Guide, Object Validation")),
    DiagnosticExplanation(
      "model.duplicate-class", .warning, "One class would be generated for two entities.",
      """
      Both files declare the class, so the project does not compile; with the class written by \
      hand, Core Data cannot tell which entity a class method such as 'entity()' means. Set \
      'representedClassName' of one entity to another name, or delete 'codeGenerationType' to \
      generate no class for it.
      """,
      .observed(
        """
        Core Data's warning 'Multiple NSEntityDescriptions claim the NSManagedObject subclass \
        …'
        """)),
    DiagnosticExplanation(
      "model.empty-index", .warning, "A fetch index has no elements.",
      """
      There is nothing to index, so no index is created. Add a 'fetchIndexElement', or delete \
      the fetch index.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.fetched-property-without-request", .warning,
      "A fetched property has no fetch request.",
      """
      Its value is the result of the fetch request, so reading the property fails. Add a \
      'fetchRequest' element with 'entity' and 'predicateString', or delete the property.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.insecure-transformer", .warning,
      "A transformable attribute uses a transformer that decodes any class.",
      """
      The default transformer and 'NSKeyedUnarchiveFromData' make objects of any class that an \
      archive names, so a manipulated store can make objects that nobody expects. Set \
      'valueTransformerName' to 'NSSecureUnarchiveFromData'. It decodes collections, strings, \
      numbers, dates, data, URLs and UUIDs; register a subclass of it for other classes.
      """,
      .observed("a warning of Core Data since iOS 13 and of Xcode 12 on")),
    DiagnosticExplanation(
      "model.no-action-rule", .warning, "A relationship has the delete rule No Action.",
      """
      Core Data does not touch the objects at the other end, so they still refer to the deleted \
      one. Reading that reference later raises an exception. Set 'deletionRule' to Nullify, or to \
      Cascade or Deny where the inverse is required, unless code repairs the other side itself.
      """,
      .documented("NSDeleteRule.noActionDeleteRule")),
    DiagnosticExplanation(
      "model.nullify-required", .warning,
      "Deleting an object nullifies a relationship that is required.",
      """
      The rule Nullify clears the inverse on every object at the other end. The inverse is not \
      optional, so these objects are invalid and the save fails. Set 'deletionRule' to Cascade \
      or Deny, or set 'optional' of the inverse to YES. Being optional counts for the version hash, \
      so a version that has shipped needs a new one for this.
      """,
      .documented("Core Data Programming Guide, Creating Managed Object Relationships")),
    DiagnosticExplanation(
      "model.optional-scalar", .info, "An optional attribute is a scalar in code.",
      """
      A scalar property such as 'Int16' has no nil, so a missing value reads as 0, NO or the \
      reference date, and code cannot tell the two apart. Set 'usesScalarValueType' to NO, or \
      set 'optional' to NO and add 'defaultValueString'.
      """,
      .observed("classes that Xcode 8 to 16 generated")),
    DiagnosticExplanation(
      "model.optional-unique", .warning, "A uniqueness constraint contains an optional attribute.",
      """
      SQLite takes all NULL values of a unique index for different, so any number of objects may \
      lack the value. Set 'optional' to NO, unless the constraint is meant for objects that have \
      a value.
      """,
      .documented("SQLite, CREATE INDEX, Unique Indexes")),
    DiagnosticExplanation(
      "model.ordered-to-one", .info, "A to-one relationship is ordered.",
      """
      One object has no order, so the flag has no effect. Set 'ordered' to NO, or set 'toMany' \
      to YES.
      """,
      .assumed),
    DiagnosticExplanation(
      "model.redundant-index", .info,
      "A fetch index has a to-one relationship as its only element.",
      """
      Core Data indexes the foreign key of every to-one relationship by itself and leaves such a \
      fetch index out. Delete the fetch index, or add another element to it.
      """,
      .observed("indexes of 178 stores")),
    DiagnosticExplanation(
      "model.repeated-renaming-identifier", .warning,
      "Two elements of one kind have the same renaming identifier.",
      """
      A renaming identifier says which element of the version before it was, and one without has \
      its name for it. Where two have the same, neither can be told, so a migration pairs them by \
      their names, and the one that is new starts empty. Delete the identifier ('elementID') of \
      the element that is new; if it takes the old values, rename the other one's identifier.
      """,
      .documented("Using lightweight migration; what Core Data does with two is assumed")),
    DiagnosticExplanation(
      "model.required-without-default", .info, "A required attribute has no default.",
      """
      A new object cannot be saved before the attribute is set. When the attribute is added to a \
      model that has stores, Core Data cannot infer a migration, because the existing objects \
      would have no value. Add 'defaultValueString', or 'defaultDateTimeInterval' for a date, or \
      set 'optional' to YES. Being optional counts for the version hash, so a version that has \
      shipped needs a new one for this.
      """,
      .documented(
        """
        Core Data Model Versioning and Data Migration Programming Guide, Lightweight Migration
        """)),
    DiagnosticExplanation(
      "model.reserved-name",
      .error(.refused(by: .coreData, .documented("NSPropertyDescription.name"))),
      "A property has the name of a member of NSObject or NSManagedObject.",
      """
      Core Data finds properties by methods of their name, so the property hides the existing \
      method or is hidden by it. Code that calls the method gets the wrong object or crashes. \
      Rename the property, and set its 'elementID' to the old name if stores exist.
      """,
      .documented("NSPropertyDescription.name")),
    DiagnosticExplanation(
      "model.swift-keyword", .info, "A property has the name of a Swift keyword.",
      """
      Code has to write the name in backticks wherever the compiler takes it for the keyword. \
      Core Data is not affected. Rename the property, and set its 'elementID' to the old name if \
      stores exist.
      """,
      .documented("The Swift Programming Language, Lexical Structure")),
    DiagnosticExplanation(
      "model.unindexed-request", .warning,
      "A stored fetch request reads every row of a table, and a fetch index would spare it.",
      """
      The request was planned by SQLite as on a store with 100,000 rows in each table, without and with \
      the index; only an index that the planner then uses is named. Put the element of the note into \
      the entity, or let '--fix' do it. Core Data makes the index in new stores only: an index is no part \
      of an entity's hash, so set the entity's hash modifier where existing stores shall have it.
      """,
      .documented("SQLite, The SQLite Query Optimizer Overview")),
  ]
}
