import MomentumDiagnostics

extension DiagnosticCatalogue {
  static let migrationEntityRows: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "migration.entity-added", .note, "An entity was added.",
      """
      Lossless: a table is added. Later entities get new numbers in the store, which Core Data \
      takes care of.
      """,
      .observed("stores that Core Data migrated in place, framework versions 641 to 1145")),
    DiagnosticExplanation(
      "migration.entity-removed", .warning, "An entity was removed.",
      """
      Drops data: all its rows are dropped without an error, with the relationships to them. \
      If it has a new name, put its old name as renaming identifier on the new entity; \
      otherwise acknowledge the loss.
      """,
      .observed("stores that Core Data migrated in place, framework versions 641 to 1145")),
    DiagnosticExplanation(
      "migration.entity-removed-abstract", .note, "An abstract entity was removed.",
      """
      Lossless: it had no rows of its own.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.entity-renamed", .note, "An entity was renamed with a renaming identifier.",
      """
      Lossless: all rows stay, under the new entity name.
      """,
      .observed("stores that Core Data migrated in place, framework versions 641 to 1145")),
    DiagnosticExplanation(
      "migration.entity-renamed-without-identifier", .warning,
      "An entity was removed, and one like it was added.",
      """
      Drops data: for Core Data these are two entities, and all rows of the old one are \
      dropped. Put the old name as renaming identifier on the new entity. If they are two \
      things in truth, acknowledge the loss.
      """,
      .documented("Apple, *Using Lightweight Migration*")),
    DiagnosticExplanation(
      "migration.entity-parent-changed", .note, "An entity got another parent.",
      """
      Lossless: its rows keep all their values.
      """,
      .documented("Apple, *Using Lightweight Migration*")),
    DiagnosticExplanation(
      "migration.entity-lost-inherited", .warning,
      "An entity no longer inherits attributes that its rows have values of.",
      """
      Drops data: the values are dropped. Declare the attributes in the entity itself, or \
      acknowledge the loss.
      """,
      .documented("Apple, *Using Lightweight Migration*")),
    DiagnosticExplanation(
      "migration.entity-left-destination", .warning,
      "Relationships no longer lead to an entity, since it has another parent.",
      """
      Drops data: links to its rows are dropped, since a relationship leads to rows of its \
      destination and of entities below it. Leave the entity where it is, give the relationship to \
      both in a custom migration stage, or acknowledge the loss.
      """,
      .own),
    DiagnosticExplanation(
      "migration.entity-gained-required", .warning,
      "An entity inherits a required attribute without a default.",
      """
      Depends on data: the migration fails with error 134110 as soon as a store has one row of \
      the entity. Give the attribute a default, or make it optional.
      """,
      .observed("errors that users of Core Data posted")),
    DiagnosticExplanation(
      "migration.entity-hierarchies-merged",
      .error(.refused(by: .coreData, .documented("Apple, *Using Lightweight Migration*"))),
      "Entities with tables of their own were put under one parent.",
      """
      Not inferrable: 'Cannot merge multiple root entity source tables into one destination \
      entity root table'. Leave them separate, or write a mapping model.
      """,
      .documented("Apple, *Using Lightweight Migration*")),
    DiagnosticExplanation(
      "migration.entity-made-abstract", .warning, "An entity became abstract.",
      """
      Depends on data: rows of the entity itself cannot be fetched any more. Move them to a \
      sub-entity before, or leave the entity as it is.
      """,
      .documented("Apple, *Using Lightweight Migration*")),
    DiagnosticExplanation(
      "migration.entity-made-concrete", .note, "An abstract entity became concrete.",
      """
      Lossless: it had no rows.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.uniqueness-constraint-added", .warning, "A uniqueness constraint was added.",
      """
      Depends on data: the migration fails with a constraint violation (134110 or 134111) as \
      soon as two rows have equal values. Remove duplicates in a release before this one; \
      'momentum migrate STORE --to MODEL --preflight' lists them.
      """,
      .observed("errors that users of Core Data posted")),
    DiagnosticExplanation(
      "migration.uniqueness-constraint-weaker", .note,
      "A uniqueness constraint changed to one that allows more.",
      """
      Lossless: rows that the old constraint allowed stay allowed.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.uniqueness-constraint-removed", .note, "A uniqueness constraint was removed.",
      """
      Lossless: rows stay, and the unique index goes.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.index-changed", .note, "A fetch index was added, changed or removed.",
      """
      Nothing in the hash: existing stores keep the indexes they have, and only new stores get \
      the new ones. A version hash modifier on the entity makes a migration run that builds \
      it.
      """,
      .observed("apps that set a hash modifier for it")),
    DiagnosticExplanation(
      "migration.hash-modifier-changed", .note, "A version hash modifier changed.",
      """
      Lossless: the migration changes no row and builds indexes anew.
      """,
      .observed("stores that Core Data migrated in place, framework versions 641 to 1145")),
    DiagnosticExplanation(
      "migration.configuration-changed", .note, "The entities of a configuration changed.",
      """
      Nothing moves: an entity that goes to another configuration is looked for in another \
      store, and its rows stay in the old one. Copy them in the app.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.hidden-by-hash", .note,
      "A change of stored rows does not show in the version hashes.",
      """
      Nothing: no migration runs that could carry it out, so rows of existing stores stay in \
      their old form. A version hash modifier makes one run. Values of a composite attribute with \
      another name stay without one, since columns are called by its elements; a renaming identifier \
      keeps them in later migrations.
      """,
      .observed("the version hashes of stores and their models")),
    DiagnosticExplanation(
      "migration.not-stored", .note, "Something changed that stores do not have.",
      """
      Nothing: class names, code generation, user info, stored fetch requests and the like are \
      not in a store. Existing stores open as they are.
      """,
      .observed("the version hashes of stores and their models")),
    DiagnosticExplanation(
      "migration.dangling-reference", .warning,
      "A row leads to an object that is not in the store.",
      """
      The key of a relationship names a row that is not there: the store was damaged, or written past \
      Core Data. The migration does not fail for it: a key whose column stays is left as it is, and a \
      link that takes another form is left out. No app could read what it leads to.
      """,
      .own),
    DiagnosticExplanation(
      "migration.unknown-entity-number", .error(.noMeaning("the kind of the row is not known")),
      "A row's Z_ENT is the number of no entity of its table.",
      """
      Nobody can say of what entity the row is, so it could only be lost without a word; the \
      migration refuses. Compare the row with 'Z_PRIMARYKEY', then correct the number or delete \
      the row.
      """,
      .own),
    DiagnosticExplanation(
      "migration.unknown-column", .warning,
      "Rows have values in a column that no model has.",
      """
      An app or a tool added the column to one of Core Data's tables. The migration rebuilds the \
      table as the model has it, and the values go. Copy them elsewhere, or make the column an \
      attribute, before the migration.
      """,
      .own),
    DiagnosticExplanation(
      "migration.derived-not-computed", .warning,
      "Rows have no value of a derived attribute yet.",
      """
      No statement of SQL computes what Core Data derives here, such as 'canonical:'. The value is \
      missing or old until the object is saved the next time; searches by it do not find the object. \
      Touch and save these objects after the migration.
      """,
      .own),
    DiagnosticExplanation(
      "migration.trigger-dropped", .warning,
      "A trigger of the app's own names a table or a column that is gone.",
      """
      Other triggers on Core Data's tables are kept. This one could not run any more, and every \
      change of its table would fail. Make it anew for the new tables.
      """,
      .own),
    DiagnosticExplanation(
      "migration.view-dropped", .warning,
      "A view of the app's own names a table or a column that is gone.",
      """
      Other views are kept. This one could not be read any more, and SQLite refuses to rename any \
      table while it is there. Make it anew for the new tables.
      """,
      .own),
  ]
}
