package import MomentumDiagnostics

/// The rules about what a store has and no model says: a plan checks them beside the changes of the model.
package enum StoreRule {
  package static let all: [DiagnosticRule] = [
    danglingReference, unknownEntityNumber, unknownColumn, derivedNotComputed, triggerDropped,
    viewDropped,
  ]

  /// A key that leads to no row.
  package static let danglingReference = DiagnosticRule(
    "migration.dangling-reference", .warning,
    "A row leads to an object that is not in the store.",
    """
    The key of a relationship names a row that is not there: the store was damaged, or written past \
    Core Data. The migration does not fail for it: a key whose column stays is left as it is, and a \
    link that takes another form is left out. No app could read what it leads to.
    """, .own)

  /// A row whose number no entity of its table has.
  package static let unknownEntityNumber = DiagnosticRule(
    "migration.unknown-entity-number", .error(.noMeaning("the kind of the row is not known")),
    "A row's Z_ENT is the number of no entity of its table.",
    """
    Nobody can say of what entity the row is, so it could only be lost without a word; the \
    migration refuses. Compare the row with 'Z_PRIMARYKEY', then correct the number or delete \
    the row.
    """, .own)

  /// A column that no model has: an app or another tool has added it.
  package static let unknownColumn = DiagnosticRule(
    "migration.unknown-column", .warning,
    "Rows have values in a column that no model has.",
    """
    An app or a tool added the column to one of Core Data's tables. The migration rebuilds the \
    table as the model has it, and the values go. Copy them elsewhere, or make the column an \
    attribute, before the migration.
    """, .own)

  /// A derived attribute that no statement of SQL computes.
  package static let derivedNotComputed = DiagnosticRule(
    "migration.derived-not-computed", .warning,
    "Rows have no value of a derived attribute yet.",
    """
    No statement of SQL computes what Core Data derives here, such as 'canonical:'. The value is \
    missing or old until the object is saved the next time; searches by it do not find the object. \
    Touch and save these objects after the migration.
    """, .own)

  /// An app's own trigger that names a table or column that is gone.
  package static let triggerDropped = DiagnosticRule(
    "migration.trigger-dropped", .warning,
    "A trigger of the app's own names a table or a column that is gone.",
    """
    Other triggers on Core Data's tables are kept. This one could not run any more, and every \
    change of its table would fail. Make it anew for the new tables.
    """, .own)

  /// An app's own view that names a table or column that is gone.
  package static let viewDropped = DiagnosticRule(
    "migration.view-dropped", .warning,
    "A view of the app's own names a table or a column that is gone.",
    """
    Other views are kept. This one could not be read any more, and SQLite refuses to rename any \
    table while it is there. Make it anew for the new tables.
    """, .own)
}
