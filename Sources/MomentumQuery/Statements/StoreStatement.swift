package import MomentumModel
package import MomentumSQL
package import MomentumStore

/// A statement on a store, with the meaning of its parameters and result columns.
package struct StoreStatement: Sendable, Hashable {
  package var statement: SQLStatement
  /// The meaning of each placeholder, in the order of the text.
  package var parameters: [StatementParameter]
  /// The meaning of each result column.
  package var columns: [FetchColumn]

  package init(
    _ statement: SQLStatement, parameters: [StatementParameter] = [], columns: [FetchColumn] = []
  ) {
    self.statement = statement
    self.parameters = parameters
    self.columns = columns
  }

  /// The text of the statement, with the blanks of Core Data's log. Placeholders are parameters
  /// with the name of their column: `Z_OPT`, or `previous Z_OPT` for a comparison with the old
  /// value.
  package var sql: SQLText { SQLPrinter.print(statement, dialect: .coreData) }
}

/// The value that is bound to a placeholder.
package enum StatementParameter: Sendable, Hashable {
  /// The row's key, `Z_PK`.
  case primaryKey
  /// The number of the row's entity, `Z_ENT`.
  case entityNumber
  /// `Z_OPT` of the row after the statement: 1 for a new row, one more after each save that changes
  /// it.
  case optimisticLock
  /// `Z_OPT` that the row must still have. If it is different, another save has changed the row
  /// meanwhile.
  case previousOptimisticLock
  case attribute(AttributeID)
  /// An element of a composite attribute.
  case compositeElement(AttributeID, path: [String])
  /// The key (`Z_PK`) of the object of a to-one relationship.
  case toOne(RelationshipID)
  /// `Z_PK` of the object that has a to-many relationship without inverse, whose key is in this
  /// row.
  case owner(RelationshipID)
  /// `Z_ENT` of the object whose key this row holds for the relationship.
  case keyEntity(RelationshipID)
  /// The position of the row in an ordered relationship: in the inverse of this to-one
  /// relationship, in this to-many relationship without inverse, or in this many-to-many
  /// relationship.
  case position(RelationshipID)
  /// `Z_PK` of the object that has a many-to-many relationship.
  case source(RelationshipID)
  /// The key (`Z_PK`) of one of the objects that a many-to-many relationship holds.
  case destination(RelationshipID)
  /// The entity number (`Z_ENT`) of the row of `Z_PRIMARYKEY` that is read or changed.
  case keyRow
  /// The highest key that was ever used for the entity, `Z_MAX` of its row in `Z_PRIMARYKEY`.
  case highestKey
  /// The value that `Z_MAX` must still have. If it is different, another process has reserved keys
  /// meanwhile.
  case previousHighestKey
}

/// Makes the statements for the objects of a model in Core Data's tables.
///
/// No statement is run here. Each method makes its statement anew, so a caller should keep a
/// statement that runs often.
package struct StoreStatements: Sendable {
  let model: ObjectModel
  let lowering: FetchRequestLowering
  let schema: StoreSchema
  /// The to-many relationships without inverse, by the entity whose rows hold their keys.
  private let unowned: [EntityID: [RelationshipID]]

  package init(model: ObjectModel, schema: StoreSchema) {
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
    /// Whether the placeholder is for the value that was read before, to which the column is
    /// compared. The statement may also set the column to another value.
    var isPrevious = false

    var assignment: SQLAssignment { SQLAssignment(name, value) }
    var value: SQLExpression { .placeholder(.parameter(isPrevious ? "previous \(name)" : name)) }
    /// The comparison of the column with its placeholder: `Z_PK = ?`.
    var isEqual: SQLExpression { .comparison(.name(name), .equal, value) }
  }

  static let primaryKey = Column(name: "Z_PK", parameter: .primaryKey)
  static let entityNumber = Column(name: "Z_ENT", parameter: .entityNumber)
  static let optimisticLock = Column(name: "Z_OPT", parameter: .optimisticLock)
  static let previousLock = Column(
    name: "Z_OPT", parameter: .previousOptimisticLock, isPrevious: true)

  /// The columns with keys of other rows, with the entity numbers and positions that belong to the
  /// keys, sorted by name.
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

  /// The columns of stored attributes and elements of composites, sorted by name.
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
