import MomentumDiagnostics

extension DiagnosticCatalogue {
  static let migrationRelationshipRows: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "migration.relationship-added", .note, "An optional relationship was added.",
      """
      Lossless: a column or a join table is added, empty. As the inverse of a to-one relationship that \
      was there it has the links which that one stores.
      """,
      .observed("stores that Core Data migrated in place, framework versions 641 to 1145")),
    DiagnosticExplanation(
      "migration.relationship-added-required", .warning, "A required relationship was added.",
      """
      Depends on data: the migration succeeds and leaves it empty, and rows without it, or without one \
      link where it is to-many, then cannot be saved (1570 or 1580). Make it optional, or set it in a custom migration stage.
      """,
      .observed("errors that users of Core Data posted")),
    DiagnosticExplanation(
      "migration.relationship-added-transient", .note, "A transient relationship was added.",
      """
      Nothing: it is not stored.
      """,
      .observed("the version hashes of stores and their models")),
    DiagnosticExplanation(
      "migration.relationship-removed", .warning, "A relationship was removed.",
      """
      Drops data: its links are dropped without an error. If it has a new name, put the old \
      one as renaming identifier on the new relationship; otherwise acknowledge the loss. Both sides of \
      a relationship have the same links: a lossless note where its inverse stays and stores them, \
      unproven where its inverse stays and they are stored elsewhere.
      """,
      .observed("stores that Core Data migrated in place, framework versions 641 to 1145")),
    DiagnosticExplanation(
      "migration.relationship-renamed", .note,
      "A relationship was renamed with a renaming identifier, or beside its inverse.",
      """
      Lossless: rows keep their links under the new name. Without a renaming identifier too, where it is \
      to-many and its inverse, which stores the links, stayed.
      """,
      .observed("stores that Core Data migrated in place, framework versions 641 to 1145")),
    DiagnosticExplanation(
      "migration.relationship-renamed-without-identifier", .warning,
      "A relationship was removed, and one like it was added.",
      """
      Drops data: for Core Data these are two relationships, and the old links are dropped. \
      Put the old name as renaming identifier on the new one. If they are two things in truth, \
      acknowledge the loss. Unproven where the inverse stayed, so that the two are one for certain.
      """,
      .documented("Apple, *Using Lightweight Migration*")),
    DiagnosticExplanation(
      "migration.relationship-made-required", .warning, "An optional relationship became required.",
      """
      Depends on data: the migration does not check it, and rows without a link then cannot be \
      saved. Leave it optional, or set it in such rows in a custom migration stage.
      """,
      .observed("errors that users of Core Data posted")),
    DiagnosticExplanation(
      "migration.relationship-made-optional", .note, "A required relationship became optional.",
      """
      Lossless: stored links stay.
      """,
      .documented("Apple, *Using Lightweight Migration*")),
    DiagnosticExplanation(
      "migration.relationship-made-to-many", .note, "A to-one relationship became to-many.",
      """
      Lossless: the one link stays.
      """,
      .documented("Apple, *Using Lightweight Migration*")),
    DiagnosticExplanation(
      "migration.relationship-made-to-one", .warning, "A to-many relationship became to-one.",
      """
      Unproven: of several links one can stay, and nothing says which. Leave it to-many, or \
      choose the link in a custom migration stage or mapping model.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.relationship-made-ordered", .note, "A relationship became ordered.",
      """
      Lossless: all links stay; their first order is undefined.
      """,
      .documented("Apple, *Using Lightweight Migration*")),
    DiagnosticExplanation(
      "migration.relationship-made-unordered", .warning,
      "An ordered relationship became unordered.",
      """
      Drops data: all links stay and their order is dropped. Copy the order into an attribute \
      in a custom migration stage if it matters.
      """,
      .observed("stores that Core Data migrated in place, framework versions 641 to 1145")),
    DiagnosticExplanation(
      "migration.relationship-inverse-changed", .note,
      "The inverse of a relationship changed its name.",
      """
      Lossless: stored links stay.
      """,
      .observed("the version hashes of stores and their models")),
    DiagnosticExplanation(
      "migration.relationship-inverse-replaced", .warning, "A relationship got another inverse.",
      """
      Unproven: links are stored with the inverse, and which rows they join under the other \
      one, or under another name of it, has not been shown. Try it on a copy of a real store first.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.relationship-delete-rule-changed", .note, "A delete rule changed.",
      """
      Nothing in the hash, so no migration runs: the app deletes by the new rule, and rows \
      that the old rule left over stay.
      """,
      .observed("the version hashes of stores and their models")),
    DiagnosticExplanation(
      "migration.relationship-count-narrowed", .warning,
      "The minimum or maximum count of a relationship became stricter.",
      """
      Depends on data: the migration does not count links, and rows outside the new counts \
      cannot be saved. Keep the counts, or correct such rows in a custom migration stage.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.relationship-count-widened", .note,
      "The minimum or maximum count of a relationship allows more.",
      """
      Lossless: stored links stay.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.relationship-destination-changed", .warning,
      "A relationship leads to another entity.",
      """
      Unproven, unless the new destination is the old one under another name (renaming identifier \
      on the entity). Core Data infers a mapping model; what becomes of the links nobody has \
      shown. Momentum keeps the links to objects that are of the new destination and drops the \
      others. Give the relationship a new name, write a mapping model, or try the migration on a \
      copy of a real store.
      """,
      .observed("the tests of an app, which migrate its old stores by inference")),
    DiagnosticExplanation(
      "migration.relationship-made-transient", .warning, "A stored relationship became transient.",
      """
      Drops data: a transient relationship is not stored, so its links are dropped.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.relationship-moved-up", .note, "A relationship moved to the parent entity.",
      """
      Lossless: rows keep their links. A warning where rows lose links by it.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.relationship-moved-down", .note, "A relationship moved to a sub-entity.",
      """
      Lossless for rows of that sub-entity. A warning where rows of the parent or of other \
      sub-entities have links: those are dropped.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.relationship-became-attribute", .warning,
      "A relationship was replaced by an attribute of its name.",
      """
      Drops data: the links are dropped and the attribute is empty. Fill it in a custom \
      migration stage while the relationship is still there, or write a mapping model.
      """,
      .observed("stores that Core Data migrated in place, framework versions 641 to 1145")),
  ]
}
