package import MomentumDiagnostics

/// The rules of findings about a store's content that its model does not describe. A plan checks
/// them in addition to the changes of the model.
package enum StoreRule {
  package static let all: [DiagnosticRule] = [
    danglingReference, unknownEntityNumber, unknownColumn, derivedNotComputed, triggerDropped,
    viewDropped,
  ]

  /// A key that leads to no row.
  package static let danglingReference = DiagnosticRule(
    "migration.dangling-reference", .warning,
    "A row refers to an object that is not in the store.",
    """
    The foreign key of a relationship is the key of a row that does not exist: the store was \
    damaged, or another program changed it. The migration does not fail because of it: if the \
    column stays, so does the key; if the link moves to another column or table, it is dropped. No \
    app could read the missing object, so nothing has to be done for the migration.
    """, .own)

  /// A row whose number belongs to no entity of its table.
  package static let unknownEntityNumber = DiagnosticRule(
    "migration.unknown-entity-number", .error(.noMeaning("the entity of the row is not known")),
    "The Z_ENT of a row is not the number of an entity of its table.",
    """
    Nobody can know the entity of the row, so a migration would lose it silently; therefore \
    Momentum refuses to migrate. Compare the row with 'Z_PRIMARYKEY', then correct the number or \
    delete the row.
    """, .own)

  /// A column that the model does not have, because an app or another tool added it.
  package static let unknownColumn = DiagnosticRule(
    "migration.unknown-column", .warning,
    "Rows have values in a column that belongs to no property of the model.",
    """
    An app or a tool added the column to one of Core Data's tables. The migration builds the table \
    as the model describes it, so these values are lost. Copy them elsewhere, or make the column \
    an attribute, before the migration.
    """, .own)

  /// A derived attribute that SQL cannot compute.
  package static let derivedNotComputed = DiagnosticRule(
    "migration.derived-not-computed", .warning,
    "Rows have no value of a derived attribute yet.",
    """
    Core Data derives the value with a function that SQL cannot compute, such as 'canonical:'. The \
    value is missing or old until the object is saved the next time, and a search for the value \
    does not find the object. Change and save these objects after the migration.
    """, .own)

  /// An app's own trigger that names a removed table or column.
  package static let triggerDropped = DiagnosticRule(
    "migration.trigger-dropped", .warning,
    "A trigger that the app added names a table or a column that is gone.",
    """
    The trigger could not run any more, and every change of its table would fail. So the migration \
    drops it. Other triggers on Core Data's tables are kept. If you need the trigger, create it \
    again for the new tables.
    """, .own)

  /// An app's own view that names a removed table or column.
  package static let viewDropped = DiagnosticRule(
    "migration.view-dropped", .warning,
    "A view that the app added names a table or a column that is gone.",
    """
    The view could not be read any more, and SQLite refuses to rename any table while such a view \
    exists. So the migration drops it. Other views are kept. If you need the view, create it again \
    for the new tables.
    """, .own)
}
