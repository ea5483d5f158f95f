import MomentumDiagnostics

extension DiagnosticCatalogue {
  static let migrationCompositeRows: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "migration.composite-added", .note, "A composite attribute was added.",
      """
      Lossless: existing rows get a column for each element, with the element's default or \
      NULL.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.composite-added-required", .warning,
      "A composite attribute with a required element was added.",
      """
      Depends on data: the migration fails with error 134110 as soon as a store has one row of \
      the entity. Give the element a default, or make it optional.
      """,
      .observed("errors that users of Core Data posted")),
    DiagnosticExplanation(
      "migration.composite-changed", .note, "An element of a composite was added or changed.",
      """
      Lossless: stored values of the other elements stay.
      """,
      .assumed),
    DiagnosticExplanation(
      "migration.composite-member-added-required", .warning,
      "A required element without a default was added to a composite.",
      """
      Depends on data: the migration fails with error 134110 as soon as a store has one row \
      with the composite. Give the element a default, or make it optional.
      """,
      .observed("errors that users of Core Data posted")),
    DiagnosticExplanation(
      "migration.composite-member-removed", .warning, "An element of a composite was removed.",
      """
      Drops data: its values are dropped in all rows. If it has a new name, put the old one as \
      renaming identifier on the new element.
      """,
      .assumed),
  ]
}
