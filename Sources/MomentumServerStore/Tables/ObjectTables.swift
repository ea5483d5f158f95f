package import MomentumSQL
package import MomentumStore

/// What the tables of a model need besides those of the plain layout, so that contexts find the
/// changes of others: a column with the version of each row, a trigger that raises it, and a table
/// with the store's identifier and metadata.
package struct ObjectTables: Sendable {
  package static let versionColumn = ServerTables.versionColumn
  static let trigger = "momentum_version"
  static let function = "momentum_raise_version"
  /// `model | identifier | metadata`; a row for each model of the database.
  package static let table = "momentum_objects"
  /// A setting of the session. A save sets it to `on` and writes the versions itself: it may change
  /// a row by several statements, and its contexts expect the version to rise by 1.
  package static let setting = "momentum.saves"

  private let schema: PlainSchema

  package init(schema: PlainSchema) { self.schema = schema }

  /// The tables of the root entities.
  package var names: [String] {
    schema.tables.filter { if case .entity = $0.kind { true } else { false } }.map(\.name)
  }

  /// Whether a property of the model has the column of the versions.
  package var usesVersionColumn: Bool {
    schema.tables.contains { $0.columns.contains { $0.name == Self.versionColumn } }
  }

  /// The statements that add everything to tables of the plain layout; they may run again.
  ///
  ///     ALTER TABLE venue ADD COLUMN IF NOT EXISTS momentum_version bigint NOT NULL DEFAULT 1
  package var statements: [SQLFragment] {
    [Self.creation, Self.functionDefinition] + names.flatMap(statements)
  }

  /// The statements that give the rows of one table versions.
  package func statements(_ table: String) -> [SQLFragment] {
    let (column, trigger) = (Self.versionColumn, Self.trigger)
    return [
      "ALTER TABLE \(name: table) ADD COLUMN IF NOT EXISTS "
        + "\(name: column) bigint NOT NULL DEFAULT 1",
      "DROP TRIGGER IF EXISTS \(name: trigger) ON \(name: table)",
      "CREATE TRIGGER \(name: trigger) BEFORE UPDATE ON \(name: table) "
        + "FOR EACH ROW EXECUTE FUNCTION \(name: Self.function)()",
    ]
  }

  private static let creation: SQLFragment =
    "CREATE TABLE IF NOT EXISTS \(name: table) (model text PRIMARY KEY, identifier text NOT NULL, "
    + "metadata bytea)"

  private static let functionDefinition: SQLFragment = """
    CREATE OR REPLACE FUNCTION \(name: function)() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting(\(text: setting), true) IS DISTINCT FROM 'on' THEN
        NEW.\(name: versionColumn) := OLD.\(name: versionColumn) + 1;
      END IF;
      RETURN NEW;
    END
    $$
    """

  /// Asks which tables exist, and which of them have the column and the trigger.
  package static let reading: SQLFragment = """
    SELECT t.name, t.class IS NOT NULL,
      EXISTS (SELECT 1 FROM pg_catalog.pg_attribute a WHERE a.attrelid = t.class
        AND a.attname = \(text: versionColumn) AND NOT a.attisdropped),
      EXISTS (SELECT 1 FROM pg_catalog.pg_trigger g WHERE g.tgrelid = t.class
        AND g.tgname = \(text: trigger) AND g.tgenabled <> 'D')
    FROM (SELECT n AS name, to_regclass(quote_ident(n)) AS class
      FROM unnest(CAST(\(bind: .null) AS text[])) n) t
    """
}
