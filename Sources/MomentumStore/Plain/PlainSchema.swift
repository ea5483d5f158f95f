public import MomentumModel
public import MomentumSQL

/// The tables of the plain layout, which `PlainLayout` makes from a model.
///
/// Knows no dialect: types, values and conditions are kept as what they mean, and each
/// `PlainDialect` writes them in its own words. Names are the same in all dialects.
public struct PlainSchema: Sendable, Hashable {
  /// In creation order: a table stands after those it refers to, unless they refer to it too.
  public var tables: [PlainTable]

  /// The columns of each stored attribute: one, or one per leaf of a composite.
  public var attributeColumns: [AttributeID: [CompositeLeaf]]

  /// Where each stored relationship lives.
  public var relationships: [RelationshipID: RelationshipStorage]

  public init(
    tables: [PlainTable] = [], attributeColumns: [AttributeID: [CompositeLeaf]] = [:],
    relationships: [RelationshipID: RelationshipStorage] = [:]
  ) {
    self.tables = tables
    self.attributeColumns = attributeColumns
    self.relationships = relationships
  }
}

/// A table of a root entity and its sub-entities, or of a many-to-many relationship.
public struct PlainTable: Sendable, Hashable {
  /// What the rows are.
  public enum Kind: Sendable, Hashable {
    /// Objects of a root entity and its sub-entities.
    case entity(EntityID)
    /// Pairs of a relationship; of two inverses the one that names the table.
    case join(RelationshipID)
  }

  public var name: String
  public var kind: Kind
  public var columns: [PlainColumn]
  /// The identity column, or both keys of a join table.
  public var primaryKey: [String]
  public var foreignKeys: [PlainForeignKey]
  public var uniqueConstraints: [PlainUniqueConstraint]
  /// Conditions over more than one column.
  public var checks: [PlainCheck]
  public var indexes: [PlainIndex]
  /// Sentences about rules of the model that the table cannot enforce.
  public var notes: [String]

  public init(
    name: String, kind: Kind, columns: [PlainColumn] = [], primaryKey: [String] = [],
    foreignKeys: [PlainForeignKey] = [], uniqueConstraints: [PlainUniqueConstraint] = [],
    checks: [PlainCheck] = [], indexes: [PlainIndex] = [], notes: [String] = []
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

/// The type of the values in a column.
public enum PlainType: Sendable, Hashable, CaseIterable {
  /// A primary key that the database counts up.
  case identity
  /// A reference to an identity.
  case key
  case smallInteger
  case integer
  case bigInteger
  case decimal
  case float
  case double
  case text
  case boolean
  /// A point in time.
  case date
  case uuid
  case binary

  /// The type of an attribute's column; `nil` for what is not stored and for composites.
  public init?(_ type: AttributeType) {
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

/// A column with the conditions that its definition carries.
public struct PlainColumn: Sendable, Hashable {
  public var name: String
  public var type: PlainType
  public var isNullable: Bool
  public var defaultValue: AttributeValue?
  /// How the database computes the column, where a dialect can.
  public var generation: PlainGeneration?
  /// Conditions over this column, and over the entity's where it belongs to some entities only.
  public var checks: [PlainCheck]
  /// A fact about the column that its definition does not show, for readers of the schema.
  public var comment: String?

  public init(
    name: String, type: PlainType, isNullable: Bool = true, defaultValue: AttributeValue? = nil,
    generation: PlainGeneration? = nil, checks: [PlainCheck] = [], comment: String? = nil
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
public struct PlainGeneration: Sendable, Hashable {
  public enum Function: Sendable, Hashable {
    /// `name`
    case copy
    /// `lower(name)`
    case lowercase
    /// `upper(name)`
    case uppercase
  }

  public var function: Function
  public var column: String

  public init(_ function: Function, of column: String) {
    self.function = function
    self.column = column
  }
}

/// A condition that every row meets.
public enum PlainCheck: Sendable, Hashable {
  /// `rating BETWEEN 0 AND 5`; one bound may be missing.
  case range(column: String, PlainType, minimum: AttributeValue?, maximum: AttributeValue?)
  /// `length(name) BETWEEN 1 AND 20`; one bound may be missing.
  case length(column: String, minimum: Int64?, maximum: Int64?)
  /// `code ~ '^(?:[A-Z]+)$'`, in dialects that can; the whole text has to match.
  case matches(column: String, pattern: String)
  /// `entity IN ('Editor', 'Writer')`
  case entity(column: String, [String])
  /// `(entity = 'Editor') = (level IS NOT NULL)`: there for these entities and no others.
  case required(column: String, entityColumn: String, entities: [String])
  /// `entity = 'Editor' OR since IS NULL`: for these entities only.
  case reserved(column: String, entityColumn: String, entities: [String])
  /// `person_id <= friends_id`: a pair is kept once.
  case ordered(String, String)
}

/// A column that refers to the identity of a row.
public struct PlainForeignKey: Sendable, Hashable {
  /// The action on this row when the row that it refers to is deleted.
  public enum Action: Sendable, Hashable, CaseIterable {
    case cascade
    case setNull
    case restrict
    case noAction
  }

  /// The constraint's name, where it has to be added after its table.
  public var name: String
  public var column: String
  public var table: String
  public var referencedColumn: String
  public var onDelete: Action
  /// Checked at the end of the transaction, because rows of two tables may need each other.
  public var isDeferred: Bool

  public init(
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

/// `CONSTRAINT article_identifier_key UNIQUE (identifier)`; NULL is equal to nothing, also to NULL.
public struct PlainUniqueConstraint: Sendable, Hashable {
  public var name: String
  public var columns: [String]

  public init(name: String, columns: [String]) {
    self.name = name
    self.columns = columns
  }
}

/// `CREATE INDEX article_by_date_idx ON article (date DESC)`
public struct PlainIndex: Sendable, Hashable {
  public struct Term: Sendable, Hashable {
    public var column: String
    public var isAscending: Bool

    public init(_ column: String, isAscending: Bool = true) {
      self.column = column
      self.isAscending = isAscending
    }
  }

  public var name: String
  public var isUnique: Bool
  public var terms: [Term]
  /// Which rows a partial index has.
  public var condition: PlainIndexCondition?

  public init(
    name: String, isUnique: Bool = false, terms: [Term], condition: PlainIndexCondition? = nil
  ) {
    self.name = name
    self.isUnique = isUnique
    self.terms = terms
    self.condition = condition
  }
}

/// The rows of a partial index.
public indirect enum PlainIndexCondition: Sendable, Hashable {
  /// `<a> AND <b>`
  case and([PlainIndexCondition])
  /// `<a> OR <b>`
  case or([PlainIndexCondition])
  /// `<column> IS NULL`
  case isNull(String)
  /// `<column> IS NOT NULL`
  case isNotNull(String)
  /// `<column> > <value>`
  case comparison(String, PlainType, SQLComparisonOperator, AttributeValue)
  /// `entity IN ('Editor', 'Writer')`
  case entity(column: String, [String])
}
