package import MomentumModel
package import MomentumSQL

/// The tables of the plain layout, which `PlainLayout` makes from a model.
///
/// The schema is independent of dialects: it holds the meaning of types, values and conditions, and
/// `SQLDialect` says how they are written. Names are the same in all dialects.
package struct PlainSchema: Sendable, Hashable {
  /// The tables in creation order: a table comes after the tables it refers to, unless they refer
  /// to each other.
  package var tables: [PlainTable]

  /// The columns of each stored attribute: one, or one per leaf of a composite.
  package var attributeColumns: [AttributeID: [CompositeLeaf]]

  /// The storage of each stored relationship.
  package var relationships: [RelationshipID: RelationshipStorage]

  package init(
    tables: [PlainTable] = [], attributeColumns: [AttributeID: [CompositeLeaf]] = [:],
    relationships: [RelationshipID: RelationshipStorage] = [:]
  ) {
    self.tables = tables
    self.attributeColumns = attributeColumns
    self.relationships = relationships
  }
}

/// A table of a root entity and its sub-entities, or of a many-to-many relationship.
package struct PlainTable: Sendable, Hashable {
  /// The kind of the rows.
  package enum Kind: Sendable, Hashable {
    /// Objects of a root entity and its sub-entities.
    case entity(EntityID)
    /// The pairs of a relationship and its inverse; the value is the relationship that names the
    /// table.
    case join(RelationshipID)
  }

  package var name: String
  package var kind: Kind
  package var columns: [PlainColumn]
  /// The column `id`, or both foreign keys of a join table.
  package var primaryKey: [String]
  package var foreignKeys: [PlainForeignKey]
  package var uniqueConstraints: [PlainUniqueConstraint]
  /// Conditions over more than one column.
  package var checks: [PlainConstraint]
  package var indexes: [PlainIndex]
  /// Sentences about rules of the model that the table cannot enforce.
  package var notes: [String]

  package init(
    name: String, kind: Kind, columns: [PlainColumn] = [], primaryKey: [String] = [],
    foreignKeys: [PlainForeignKey] = [], uniqueConstraints: [PlainUniqueConstraint] = [],
    checks: [PlainConstraint] = [], indexes: [PlainIndex] = [], notes: [String] = []
  ) {
    self.name = name
    self.kind = kind
    self.columns = columns
    self.primaryKey = primaryKey
    self.foreignKeys = foreignKeys
    self.uniqueConstraints = uniqueConstraints
    self.checks = checks
    self.indexes = indexes
    self.notes = notes
  }
}

extension SQLColumnType {
  /// The type of an attribute's column; `nil` for an attribute that is not stored, and for a
  /// composite.
  package init?(_ type: AttributeType) {
    switch type {
    case .integer16: self = .smallInteger
    case .integer32: self = .integer
    case .integer64: self = .bigInteger
    case .decimal: self = .decimal
    case .float: self = .float
    case .double: self = .double
    case .string, .uri, .objectID: self = .text
    case .boolean: self = .boolean
    case .date: self = .date
    case .uuid: self = .uuid
    case .binary, .transformable: self = .binary
    case .undefined, .composite: return nil
    }
  }
}

/// A column with the conditions in its definition.
package struct PlainColumn: Sendable, Hashable {
  package var name: String
  package var type: SQLColumnType
  package var isNullable: Bool
  package var defaultValue: AttributeValue?
  /// The expression that computes the column, used in dialects with generated columns; `nil` for an
  /// ordinary column.
  package var generation: PlainGeneration?
  /// Conditions on the value. If only some entities of the table have the column, a condition also
  /// names the column with the entity.
  package var checks: [PlainConstraint]
  /// A fact about the column that its SQL does not show; it becomes a comment in the database.
  package var comment: String?

  package init(
    name: String, type: SQLColumnType, isNullable: Bool = true, defaultValue: AttributeValue? = nil,
    generation: PlainGeneration? = nil, checks: [PlainConstraint] = [], comment: String? = nil
  ) {
    self.name = name
    self.type = type
    self.isNullable = isNullable
    self.defaultValue = defaultValue
    self.generation = generation
    self.checks = checks
    self.comment = comment
  }
}

/// A column computed from another one of its row.
package struct PlainGeneration: Sendable, Hashable {
  package enum Function: Sendable, Hashable {
    /// A copy of another column: `name`.
    case copy
    /// The lower case of another column: `lower(name)`.
    case lowercase
    /// The upper case of another column: `upper(name)`.
    case uppercase
  }

  package var function: Function
  package var column: String

  package init(_ function: Function, of column: String) {
    self.function = function
    self.column = column
  }
}

/// A CHECK constraint: a condition that every row satisfies.
package enum PlainConstraint: Sendable, Hashable {
  /// The value is between two bounds, of which one may be missing: `rating BETWEEN 0 AND 5`.
  case range(column: String, SQLColumnType, minimum: AttributeValue?, maximum: AttributeValue?)
  /// The number of characters is between two bounds, of which one may be missing:
  /// `length(name) BETWEEN 1 AND 20`.
  case length(column: String, minimum: Int64?, maximum: Int64?)
  /// The whole text matches a regular expression, in dialects that have these:
  /// `code ~ '^(?:[A-Z]+)$'`.
  case matches(column: String, pattern: String)
  /// The row belongs to one of some entities: `entity IN ('Editor', 'Writer')`.
  case entity(column: String, [String])
  /// `(entity = 'Editor') = (level IS NOT NULL)`: rows of these entities require a value, and other
  /// rows have NULL.
  case required(column: String, entityColumn: String, entities: [String])
  /// `entity = 'Editor' OR since IS NULL`: only rows of these entities may have a value.
  case reserved(column: String, entityColumn: String, entities: [String])
  /// `person_id <= friends_id`: two objects that refer to each other have one row instead of two.
  case ordered(String, String)
}

/// A column that refers to a row of another table, or of the same one.
package struct PlainForeignKey: Sendable, Hashable {
  /// The action on the row with the key when the row that it refers to is deleted.
  package enum Action: Sendable, Hashable, CaseIterable {
    case cascade
    case setNull
    case restrict
    case noAction

    /// The words after ON DELETE: `SET NULL`.
    package var words: SQLFragment {
      switch self {
      case .cascade: "CASCADE"
      case .setNull: "SET NULL"
      case .restrict: "RESTRICT"
      case .noAction: "NO ACTION"
      }
    }
  }

  /// The name of the constraint, used if the key is added after its table.
  package var name: String
  package var column: String
  package var table: String
  package var referencedColumn: String
  package var onDelete: Action
  /// Whether the key is checked at the end of the transaction, because rows of two tables may need
  /// each other.
  package var isDeferred: Bool

  package init(
    name: String, column: String, table: String, referencedColumn: String, onDelete: Action,
    isDeferred: Bool = false
  ) {
    self.name = name
    self.column = column
    self.table = table
    self.referencedColumn = referencedColumn
    self.onDelete = onDelete
    self.isDeferred = isDeferred
  }
}

/// A unique constraint: `CONSTRAINT article_identifier_key UNIQUE (identifier)`. Any number of rows
/// may have NULL, because NULL does not equal NULL.
package struct PlainUniqueConstraint: Sendable, Hashable {
  package var name: String
  package var columns: [String]

  package init(name: String, columns: [String]) {
    self.name = name
    self.columns = columns
  }
}

/// An index: `CREATE INDEX article_by_date_idx ON article (date DESC)`.
package struct PlainIndex: Sendable, Hashable {
  package struct Term: Sendable, Hashable {
    package var column: String
    package var isAscending: Bool

    package init(_ column: String, isAscending: Bool = true) {
      self.column = column
      self.isAscending = isAscending
    }
  }

  package var name: String
  package var isUnique: Bool
  package var terms: [Term]
  /// The condition of the rows in a partial index.
  package var condition: PlainIndexCondition?

  package init(
    name: String, isUnique: Bool = false, terms: [Term], condition: PlainIndexCondition? = nil
  ) {
    self.name = name
    self.isUnique = isUnique
    self.terms = terms
    self.condition = condition
  }
}

/// The condition of the rows in a partial index.
package indirect enum PlainIndexCondition: Sendable, Hashable {
  /// Conditions that must all be true: `<a> AND <b>`.
  case and([PlainIndexCondition])
  /// Conditions of which one must be true: `<a> OR <b>`.
  case or([PlainIndexCondition])
  /// The column has no value: `<column> IS NULL`.
  case isNull(String)
  /// The column has a value: `<column> IS NOT NULL`.
  case isNotNull(String)
  /// A comparison of a column with a constant: `<column> > <value>`.
  case comparison(String, SQLColumnType, SQLComparisonOperator, AttributeValue)
  /// The row belongs to one of some entities: `entity IN ('Editor', 'Writer')`.
  case entity(column: String, [String])
}
