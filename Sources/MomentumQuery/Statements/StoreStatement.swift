public import MomentumModel
public import MomentumSQL
public import MomentumStore

/// A statement on a store, with the meaning of what goes in and of what comes out.
public struct StoreStatement: Sendable, Hashable {
  public var statement: SQLStatement
  /// One for each placeholder, in the order of the text.
  public var parameters: [StatementParameter]
  /// One for each result column.
  public var columns: [FetchColumn]

  public init(
    _ statement: SQLStatement, parameters: [StatementParameter] = [], columns: [FetchColumn] = []
  ) {
    self.statement = statement
    self.parameters = parameters
    self.columns = columns
  }

  /// The text, spaced as Core Data's log prints it. Placeholders are parameters
  /// named by their column: `Z_OPT`, and `previous Z_OPT` where it is compared with.
  public var sql: SQLText { SQLPrinter.print(statement, dialect: .coreData) }
}

/// What is bound to a placeholder.
public enum StatementParameter: Sendable, Hashable {
  /// `Z_PK` of the row
  case primaryKey
  /// `Z_ENT` of the row
  case entityNumber
  /// `Z_OPT` that the row gets: 1 when it is inserted, one more with each save that changes it.
  case optimisticLock
  /// `Z_OPT` that the row has to have still; where it has another one, somebody else was faster.
  case previousOptimisticLock
  case attribute(AttributeID)
  /// A leaf of a composite attribute.
  case compositeElement(AttributeID, path: [String])
  /// `Z_PK` of the object of a to-one relationship.
  case toOne(RelationshipID)
  /// `Z_PK` of the object whose to-many relationship, one without inverse, has this row.
  case owner(RelationshipID)
  /// `Z_ENT` of the object whose key stands in the column of this relationship.
  case keyEntity(RelationshipID)
  /// The row's place in the ordered to-many relationship whose key it holds by this relationship.
  case position(RelationshipID)
  /// `Z_PK` of the object that a relationship starts from.
  case source(RelationshipID)
  /// `Z_PK` of an object that a relationship reaches.
  case destination(RelationshipID)
  /// `Z_ENT` of a row of `Z_PRIMARYKEY`
  case keyRow
  /// `Z_MAX`, the highest `Z_PK` that was ever given out.
  case highestKey
  /// `Z_MAX` that the row has to have still.
  case previousHighestKey
}

/// The statements on a model's objects, on Core Data's tables.
///
/// Values only: nothing here runs. Each method makes its statement anew, so who runs one often keeps it.
public struct StoreStatements: Sendable {
  let model: ObjectModel
  let lowering: FetchRequestLowering
  let schema: StoreSchema
  /// To-many relationships without inverse, by the entity whose rows hold their keys.
  private let unowned: [EntityID: [RelationshipID]]

  public init(model: ObjectModel, schema: StoreSchema) {
    self.model = model
    self.schema = schema
    lowering = FetchRequestLowering(model: model, schema: schema)
    var unowned: [EntityID: [RelationshipID]] = [:]
    for entity in model.entityIDs {
      for index in model[entity].relationships.indices {
        let id = RelationshipID(entity, index)
        guard model[id].isToMany, case .inverseForeignKey(let key) = schema.relationships[id],
          !StoreStatements.isToOneKey(key, of: id, model, schema)
        else { continue }
        unowned[model[id].destination, default: []].append(id)
      }
    }
    self.unowned = unowned
  }

  private static func isToOneKey(
    _ key: ForeignKey, of id: RelationshipID, _ model: ObjectModel, _ schema: StoreSchema
  ) -> Bool {
    guard let inverse = model.storedInverse(of: id) else { return false }
    return schema.relationships[inverse] == .foreignKey(key)
  }

  // MARK: - Columns of a row

  /// A column that a statement writes.
  struct Column {
    var name: String
    var parameter: StatementParameter
    /// Whether it is compared with what was read before: the same column may get another value.
    var isPrevious = false

    var assignment: SQLAssignment { SQLAssignment(name, value) }
    var value: SQLExpression { .placeholder(.parameter(isPrevious ? "previous \(name)" : name)) }
    /// `Z_PK = ?`
    var isEqual: SQLExpression { .comparison(.name(name), .equal, value) }
  }

  static let primaryKey = Column(name: "Z_PK", parameter: .primaryKey)
  static let entityNumber = Column(name: "Z_ENT", parameter: .entityNumber)
  static let optimisticLock = Column(name: "Z_OPT", parameter: .optimisticLock)
  static let previousLock = Column(
    name: "Z_OPT", parameter: .previousOptimisticLock, isPrevious: true)

  /// Keys of other rows with all that stands beside them, by name.
  func keyColumns(of entity: EntityID) -> [Column] {
    let owners = model.lineage(of: entity).flatMap { unowned[$0] ?? [] }
    let columns = model.relationships(of: entity).flatMap { id -> [Column] in
      guard case .foreignKey(let key) = schema.relationships[id] else { return [] }
      return self.columns(of: key, .toOne(id), id)
    }
    return
      (columns
      + owners.flatMap { id -> [Column] in
        guard case .inverseForeignKey(let key) = schema.relationships[id] else { return [] }
        return self.columns(of: key, .owner(id), id)
      }).sorted { $0.name < $1.name }
  }

  private func columns(
    of key: ForeignKey, _ parameter: StatementParameter, _ id: RelationshipID
  ) -> [Column] {
    [Column(name: key.column, parameter: parameter)]
      + [key.entityColumn.map { Column(name: $0, parameter: .keyEntity(id)) }].compactMap { $0 }
      + [key.orderColumn.map { Column(name: $0, parameter: .position(id)) }].compactMap { $0 }
  }

  /// Stored attributes and leaves of composite ones, by name.
  func attributeColumns(of entity: EntityID) -> [Column] {
    model.attributes(of: entity).flatMap { columns(of: $0) }.sorted { $0.name < $1.name }
  }

  private func columns(of id: AttributeID) -> [Column] {
    if let leaves = schema.compositeColumns[id] {
      return leaves.map {
        Column(name: $0.column, parameter: .compositeElement(id, path: $0.path))
      }
    }
    return schema.attributeColumns[id].map { [Column(name: $0, parameter: .attribute(id))] } ?? []
  }
}
