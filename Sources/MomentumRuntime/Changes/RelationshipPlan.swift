internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

/// The columns in which a relationship is stored, seen from its source.
struct RelationshipPlan {
  /// The column of a foreign key, with the columns of its entity number and its position.
  struct Key {
    /// The table that has the column.
    var table: String
    var column: String
    var entityColumn: String?
    var orderColumn: String?

    /// The assignments of an UPDATE that clear the key:
    /// `ZVENUE = NULL, Z3_VENUE = NULL, Z_FOK_VENUE = NULL`.
    var clearing: SQLFragment {
      [column, entityColumn, orderColumn].compactMap { $0.map { "\(name: $0) = NULL" } }
        .joined(separator: ", ")
    }
  }

  /// The columns of a join table, named from the source of the relationship.
  struct Join {
    var table: String
    var source: String
    var destination: String
    var order: String?
    /// The column for the position of the source in the inverse; `nil` if the inverse is not
    /// ordered.
    var inverseOrder: String?
  }

  enum Storage {
    /// The source's row has the key of the destination.
    case sourceKey(Key)
    /// Rows of the destination have the key of the source.
    case destinationKey(Key)
    case join(Join)
  }

  let id: RelationshipID
  let relationship: Relationship
  let storage: Storage
  /// `nil` if there is no inverse, or if the inverse is not stored.
  let inverse: RelationshipID?
  /// The foreign key in the destination's row; `nil` unless the relationship is one-to-one.
  let inverseKey: Key?
  /// The root entities, which have the tables of the two ends.
  let sourceRoot: EntityID
  let destinationRoot: EntityID
  let sourceTable: String
  let destinationTable: String
  /// The entity that declares the relationship, for messages.
  let entityName: String

  init?(_ id: RelationshipID, model: ObjectModel, schema: StoreSchema) {
    guard let stored = schema.relationships[id] else { return nil }
    let relationship = model[id]
    let inverse = model.storedInverse(of: id).flatMap {
      schema.relationships[$0] == nil ? nil : $0
    }
    func table(_ entity: EntityID) -> String { schema[entity].table }
    func key(_ key: ForeignKey, in entity: EntityID) -> Key {
      Key(
        table: table(entity), column: key.column, entityColumn: key.entityColumn,
        orderColumn: key.orderColumn)
    }
    let other = inverse.flatMap { schema.relationships[$0] }
    var inverseKey: Key?
    switch stored {
    case .foreignKey(let own):
      storage = .sourceKey(key(own, in: id.entity))
      if case .foreignKey(let far)? = other {
        inverseKey = key(far, in: relationship.destination)
      }
    case .inverseForeignKey(let own):
      storage = .destinationKey(key(own, in: relationship.destination))
    case .joinTable(let side):
      var inverseOrder: String?
      if case .joinTable(let far)? = other, inverse != id { inverseOrder = far.orderColumn }
      storage = .join(
        Join(
          table: side.table, source: side.sourceColumn, destination: side.destinationColumn,
          order: side.orderColumn, inverseOrder: inverseOrder))
    }
    self.id = id
    self.relationship = relationship
    self.inverse = inverse
    self.inverseKey = inverseKey
    sourceRoot = model.root(of: id.entity)
    destinationRoot = model.root(of: relationship.destination)
    sourceTable = table(id.entity)
    destinationTable = table(relationship.destination)
    entityName = model[id.entity].name
  }

  /// Whether the model requires a least or a greatest number of objects.
  var hasRules: Bool {
    relationship.leastObjects > 0
      || relationship.isToMany && (relationship.minimumCount > 0 || relationship.maximumCount > 0)
  }

  /// The relationship in messages: `relationship 'tips' of entity 'Venue'`.
  var title: String { "relationship '\(relationship.name)' of entity '\(entityName)'" }
}
