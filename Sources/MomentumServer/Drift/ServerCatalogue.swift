internal import MomentumPostgreSQL
internal import MomentumSQL

/// The tables of a schema as the server's catalogue describes them, in the server's own words.
struct ServerCatalogue: Sendable, Hashable {
  enum Nullability: String, Sendable, Hashable {
    case nullable
    case required = "NOT NULL"
    /// Old rows may have NULL (PostgreSQL 18).
    case unvalidated = "NOT NULL NOT VALID"
  }

  /// When the server computes a generated column; the letters are those of the catalogue.
  enum Generation: String, Sendable, Hashable {
    case stored = "s"
    /// When it is read. Such a column, which PostgreSQL 18 makes unless STORED is written, has no
    /// index.
    case virtual = "v"
  }

  struct Column: Sendable, Hashable {
    var name: String
    /// `character varying(20)`
    var type: String
    var nullability: Nullability
    /// Whether the server gives the values: `ALWAYS`, `BY DEFAULT`, or not.
    var identity: String
    var generation: Generation?
    /// The default, or the expression of a generated column.
    var expression: String?
  }

  struct Constraint: Sendable, Hashable {
    /// The letter of the catalogue: `p`, `u`, `f`, `c`.
    var kind: String
    var name: String
    /// `CHECK ((length(name) <= 20))`
    var definition: String
    var columns: [String]
  }

  struct Index: Sendable, Hashable {
    var name: String
    /// `UNIQUE btree (name) WHERE (rank > 5)`
    var definition: String
    var isValid: Bool
  }

  struct Table: Sendable, Hashable {
    var columns: [Column] = []
    var constraints: [Constraint] = []
    var indexes: [Index] = []
  }

  private(set) var tables: [String: Table] = [:]

  /// Reads the schema with this number.
  ///
  /// Documented: <https://www.postgresql.org/docs/current/catalogs.html>.
  init(_ database: ServerConnection, namespace: PostgreSQLValue) async throws {
    for row in try await database.rows(Self.columnQuery, [namespace]) {
      try tables[row.name(0), default: Table()].columns.append(
        Column(
          name: row.name(1), type: row.name(2),
          nullability: Nullability(rawValue: row.name(3)) ?? .nullable,
          identity: Self.identities[row.name(4)] ?? "",
          generation: Generation(rawValue: row.name(5)),
          expression: row.text(at: 6)))
    }
    for row in try await database.rows(Self.constraintQuery, [namespace]) {
      let columns: [String] =
        if case .array(let names) = try row.value(at: 4) {
          names.compactMap { if case .text(let name) = $0 { name } else { nil } }
        } else { [] }
      try tables[row.name(0)]?.constraints.append(
        Constraint(
          kind: row.name(1), name: row.name(2), definition: row.name(3), columns: columns))
    }
    for row in try await database.rows(Self.indexQuery, [namespace]) {
      let words = try row.name(3)
      // The server writes CREATE INDEX name ON schema.table USING btree (…). Compare from USING on:
      // the model's tables are temporary ones in another schema, so the part before always differs.
      let form = words.firstRange(of: " USING ").map { String(words[$0.upperBound...]) } ?? words
      try tables[row.name(0)]?.indexes.append(
        Index(
          name: row.name(1), definition: (row.bool(at: 2) ?? false ? "UNIQUE " : "") + form,
          isValid: row.bool(at: 4) ?? false))
    }
  }

  private static let identities = ["a": "ALWAYS", "d": "BY DEFAULT"]

  /// From PostgreSQL 18 on, `attnotnull` is also true if the constraint is NOT VALID; older servers
  /// have no constraints of the type `n`. Documented:
  /// <https://www.postgresql.org/docs/18/catalog-pg-attribute.html>.
  private static let columnQuery: SQLFragment = """
    SELECT CAST(c.relname AS text), CAST(a.attname AS text), format_type(a.atttypid, a.atttypmod),
      CASE WHEN NOT a.attnotnull THEN 'nullable'
        WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid
          AND k.contype = 'n' AND k.conkey[1] = a.attnum AND NOT k.convalidated)
        THEN 'NOT NULL NOT VALID' ELSE 'NOT NULL' END,
      CAST(a.attidentity AS text), CAST(a.attgenerated AS text),
      pg_get_expr(d.adbin, d.adrelid)
    FROM pg_catalog.pg_class c
    LEFT JOIN pg_catalog.pg_attribute a
      ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = $1 AND c.relkind IN ('r', 'p') AND a.attname IS NOT NULL
    ORDER BY c.relname, a.attnum
    """

  private static let constraintQuery: SQLFragment = """
    SELECT CAST(c.relname AS text), CAST(k.contype AS text), CAST(k.conname AS text),
      pg_get_constraintdef(k.oid), ARRAY(SELECT CAST(a.attname AS text)
        FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (k.conkey)
        ORDER BY a.attnum)
    FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
    WHERE c.relnamespace = $1 AND k.contype IN ('p', 'u', 'f', 'c')
    ORDER BY c.relname, k.conname
    """

  private static let indexQuery: SQLFragment = """
    SELECT CAST(c.relname AS text), CAST(i.relname AS text), x.indisunique,
      pg_get_indexdef(x.indexrelid), x.indisvalid
    FROM pg_catalog.pg_index x JOIN pg_catalog.pg_class c ON c.oid = x.indrelid
    JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid
    WHERE c.relnamespace = $1 AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_constraint k
      WHERE k.conindid = x.indexrelid AND k.contype IN ('p', 'u', 'x'))
    ORDER BY c.relname, i.relname
    """
}

extension PostgreSQLRow {
  /// A text; an empty one for NULL.
  fileprivate func name(_ column: Int) throws(PostgreSQLError) -> String {
    try text(at: column) ?? ""
  }
}
