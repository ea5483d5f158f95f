import MomentumDiagnostics

extension DiagnosticCatalogue {
  static let migrationAttributeRows: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "migration.attribute-added", .note, "An optional attribute was added.",
      """
      Lossless: Core Data infers the migration, adds a column, and existing rows have NULL in \
      it. Nothing has to be done.
      """,
      .observed("stores that Core Data migrated in place, framework versions 641 to 1145")),
    DiagnosticExplanation(
      "migration.attribute-added-default", .note, "An optional attribute with a default was added.",
      """
      Lossless: existing rows get the default, not NULL. If they should have none, leave the \
      default out and set it in code.
      """,
      .observed("stores that Core Data migrated in place, framework versions 641 to 1145")),
    DiagnosticExplanation(
      "migration.attribute-added-required-default", .note,
      "A required attribute with a default was added.",
      """
      Lossless: existing rows get the default.
      """,
      .observed("stores that Core Data migrated in place, framework versions 641 to 1145")),
    DiagnosticExplanation(
      "migration.attribute-added-required", .warning,
      "A required attribute without a default was added.",
      """
      Depends on data: the mapping model is inferred, but the migration fails with error \
      134110 as soon as a store has one row of the entity, since there is no value to give it. \
      Give the attribute a default value, or make it optional.
      """,
      .observed("errors that users of Core Data posted")),
    DiagnosticExplanation(
      "migration.attribute-added-derived", .note, "A derived attribute was added.",
      """
      Lossless: the column is added and computed for every row from its other values.
      """,
      .documented("Apple, *Using Lightweight Migration*")),
    DiagnosticExplanation(
      "migration.attribute-added-transient", .note, "A transient attribute was added.",
      """
      Nothing: a transient attribute has no column and is not in the version hash, so existing \
      stores open as they are.
      """,
      .observed("the version hashes of stores and their models")),
    DiagnosticExplanation(
      "migration.attribute-removed", .warning, "An attribute was removed.",
      """
      Drops data: the migration is inferred, and the values of all rows are dropped without an \
      error. If the attribute has a new name, put its old name as renaming identifier on the \
      new one; otherwise acknowledge the loss in .momentum.json. A lossless note where no row \
      has values of its own: the attribute was derived, or no entity that has it has rows.
      """,
      .observed("stores that Core Data migrated in place, framework versions 641 to 1145")),
    DiagnosticExplanation(
      "migration.attribute-renamed", .note, "An attribute was renamed with a renaming identifier.",
      """
      Lossless: rows keep their values under the new name. Leave the identifier in place in \
      later versions: users skip versions.
      """,
      .documented("Apple, *Using Lightweight Migration*")),
    DiagnosticExplanation(
      "migration.attribute-renamed-without-identifier", .warning,
      "An attribute was removed, and one like it was added.",
      """
      Drops data: for Core Data these are two attributes; the old values are dropped and the \
      new column is empty. Xcode's *Renaming ID* (elementID in the file) with the old name \
      keeps the values. If they are two things in truth, acknowledge the loss.
      """,
      .documented("Apple, *Using Lightweight Migration*")),
    DiagnosticExplanation(
      "migration.renaming-identifier-mismatch", .warning,
      "Renaming identifiers do not say for certain which element is which.",
      """
      Unproven: documented is that elements with equal renaming identifiers belong together, where \
      one without has its name as identifier. Here a name stayed and the identifier did not, the \
      identifier is the previous name of an element that had one itself, or it names an element that \
      is still there. Write the identifier that the old element had (or its name) on the new one, and \
      leave it there. A note for an entity that keeps its name: stores that Core Data migrated show \
      that its rows stay.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.attribute-made-optional", .note, "A required attribute became optional.",
      """
      Lossless: stored values stay as they are.
      """,
      .documented("Apple, *Using Lightweight Migration*")),
    DiagnosticExplanation(
      "migration.attribute-made-required-default", .note,
      "An optional attribute with a default became required.",
      """
      Lossless: rows that have NULL get the default.
      """,
      .documented("Apple, *Using Lightweight Migration*")),
    DiagnosticExplanation(
      "migration.attribute-default-not-unique", .warning,
      "Rows get a default under a uniqueness constraint.",
      """
      Depends on data: NULLs are distinct under a uniqueness constraint, the defaults that replace \
      them are not, so the migration fails with error 134110 as soon as two rows get one. Leave \
      the attribute optional and without a default, give rows values of their own first, or add the \
      constraint in a later version.
      """,
      .documented("SQLite, *CREATE INDEX*: unique indexes")),
    DiagnosticExplanation(
      "migration.attribute-made-required", .warning,
      "An optional attribute without a default became required.",
      """
      Depends on data: the migration fails with error 134110 as soon as one row has NULL. Give \
      the attribute a default value, or leave it optional. 'momentum migrate STORE --to MODEL \
      --preflight' counts such rows.
      """,
      .observed("errors that users of Core Data posted")),
    DiagnosticExplanation(
      "migration.attribute-type-widened", .note, "An integer attribute became wider.",
      """
      Lossless: every integer type has the same column type, so stored values stay as they \
      are.
      """,
      .observed("stores that Core Data migrated in place, framework versions 641 to 1145")),
    DiagnosticExplanation(
      "migration.attribute-type-boolean", .warning,
      "An attribute went between Boolean and an integer.",
      """
      Unproven: one app shipped this and one wrote a mapping model for it; what its rows \
      become has not been shown. Try it on a copy of a real store first.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.attribute-type-floating", .note,
      "An integer attribute became a floating-point one.",
      """
      Lossless: stored integers are read as floating-point numbers, and the new type has every one of them.
      """,
      .observed("a migration test of a public app")),
    DiagnosticExplanation(
      "migration.attribute-type-rounded", .warning,
      "An integer attribute became a floating-point one that has not every integer.",
      """
      Depends on data: Float has every integer up to 16777216 (2^24), Double up to 9007199254740992 \
      (2^53); larger ones are read as the nearest number that it has. Keep the type, or take Double for \
      Integer 32.
      """,
      .documented("IEEE 754")),
    DiagnosticExplanation(
      "migration.attribute-type-narrowed", .warning, "An integer attribute became narrower.",
      """
      Depends on data: stored values that the new type cannot hold stay in the column and \
      nothing checks them. Keep the wider type, or check the values in a release before this \
      one.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.attribute-type-decimal", .warning, "A numeric attribute went to or from Decimal.",
      """
      Unproven: apps wrote mapping models for this, and whether Core Data infers it has not \
      been shown. Keep the type, or write a mapping model.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.attribute-type-numeric", .warning, "A numeric attribute got another numeric type.",
      """
      Unproven: what becomes of stored values has not been shown. Keep the type, or try it on \
      a copy of a real store first.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.attribute-type-incompatible",
      .error(
        .refused(
          by: .coreData,
          .observed(
            """
            'Source and destination attribute types are incompatible', the logged error in a test of \
            johnfairh/TMLPersistentContainer; Stack Overflow, question 17534859
            """))),
      "An attribute got a type that Core Data does not convert to.",
      """
      Not inferrable: every store fails with error 134140, whose underlying error 134190 says \
      'Source and destination attribute types are incompatible'. A composite is a type too: an \
      attribute does not become one, nor a composite an attribute. Keep the attribute and add a \
      new one for the new type, filled in a custom migration stage; or write a mapping model. \
      That composites are no exception is assumed: no store and no report shows one.
      """,
      .documented("https://developer.apple.com/documentation/coredata/using-lightweight-migration")),
    DiagnosticExplanation(
      "migration.attribute-transformer-changed", .warning,
      "A transformable attribute got another transformer or class.",
      """
      Depends on data: the hash does not show it, and no migration decodes stored bytes, so the new \
      transformer has to read what the old one wrote. Otherwise the values are nil, or the app crashes.
      """,
      .observed("the version hashes of stores and their models")),
    DiagnosticExplanation(
      "migration.attribute-external-storage-changed", .warning,
      "The external storage of an attribute was switched.",
      """
      Unproven: new values follow the new rule and stored ones are said to stay where they \
      are; no store has shown it. Try it on a copy of a real store first.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.attribute-default-changed", .note, "A default value changed.",
      """
      Nothing: the default is not in the version hash. Only new objects get it, or begin without one \
      where it is gone; existing rows keep the value they have. A version hash modifier makes a migration run, in which a \
      custom stage can set the values.
      """,
      .observed("the version hashes of stores and their models")),
    DiagnosticExplanation(
      "migration.attribute-validation-changed", .warning,
      "Minimum, maximum or regular expression of an attribute changed.",
      """
      Depends on data where the limits became stricter: the hash does not show it and no migration \
      looks at stored values, but rows outside the new limits fail with a validation error when they \
      are next saved; correct them in the app before. A note of the class nothing where the limits \
      allow more.
      """,
      .observed("the version hashes of stores and their models")),
    DiagnosticExplanation(
      "migration.attribute-history-changed", .note,
      "Whether an attribute is kept in the history of deleted rows changed.",
      """
      Lossless: stored rows are not touched; the history follows the new rule from then on.
      """,
      .observed("the version hashes of stores and their models")),
    DiagnosticExplanation(
      "migration.attribute-made-transient", .warning, "A stored attribute became transient.",
      """
      Drops data: a transient attribute has no column, so its stored values are dropped. Keep \
      it stored, or acknowledge the loss.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.attribute-made-derived", .warning, "A stored attribute became derived.",
      """
      Drops data: the stored values are replaced by computed ones. Give the derived attribute \
      a name of its own and keep the old one.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.attribute-no-longer-derived", .warning,
      "A derived attribute became an ordinary one.",
      """
      Unproven: whether the computed values stay has not been shown. Try it on a copy of a \
      real store first.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.attribute-derivation-changed", .note,
      "The expression of a derived attribute changed.",
      """
      Lossless: the values are computed anew in every row.
      """,
      .documented("Apple, *Using Lightweight Migration*")),
    DiagnosticExplanation(
      "migration.attribute-moved-up", .note, "An attribute moved to the parent entity.",
      """
      Lossless: rows keep their values, and those of other sub-entities get the default. A \
      warning where rows lose values by it.
      """,
      .observed("stores that Core Data migrated in place, framework versions 641 to 1145")),
    DiagnosticExplanation(
      "migration.attribute-moved-down", .note, "An attribute moved to a sub-entity.",
      """
      Lossless for rows of that sub-entity. A warning where rows of the parent or of other \
      sub-entities have values: those are dropped.
      """,
      .documented("Apple, *Using Lightweight Migration*")),
    DiagnosticExplanation(
      "migration.attribute-became-relationship", .warning,
      "An attribute was replaced by a relationship of its name.",
      """
      Drops data: for Core Data one property is removed and another added; the values are \
      dropped and the relationship is empty. Fill it in a custom migration stage while the \
      attribute is still there, or write a mapping model.
      """,
      .observed("stores that Core Data migrated in place, framework versions 641 to 1145")),
  ]
}
