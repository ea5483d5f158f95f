package import MomentumModel
package import MomentumSQL
package import MomentumStore

/// The columns in which a relationship is stored, seen from its source.
package struct RelationshipPlan: Sendable {
  /// The column of a foreign key, with the columns of its entity number and its position.
  package struct Key: Sendable, Hashable {
    /// The table that has the column.
    package var table: String
    package var column: String
    package var entityColumn: String?
    package var orderColumn: String?

    /// The assignments of an UPDATE that clear the key:
    /// `ZVENUE = NULL, Z3_VENUE = NULL, Z_FOK_VENUE = NULL`.
    package var clearing: SQLFragment {
      [column, entityColumn, orderColumn].compactMap { $0.map { "\(name: $0) = NULL" } }
        .joined(separator: ", ")
    }
  }

  /// The columns of a join table, named from the source of the relationship.
  package struct Join: Sendable, Hashable {
    package var table: String
    package var source: String
    package var destination: String
    package var order: String?
    /// The column for the position of the source in the inverse; `nil` if the inverse is not
    /// ordered.
    package var inverseOrder: String?
  }

  package enum Storage: Sendable, Hashable {
    /// The source's row has the key of the destination.
    case sourceKey(Key)
    /// Rows of the destination have the key of the source.
    case destinationKey(Key)
    case join(Join)
  }

  package let id: RelationshipID
  package let relationship: Relationship
  package let storage: Storage
  /// `nil` if there is no inverse, or if the inverse is not stored.
  package let inverse: RelationshipID?
  /// The foreign key in the destination's row; `nil` unless the relationship is one-to-one.
  package let inverseKey: Key?
  /// The root entities, which have the tables of the two ends.
  package let sourceRoot: EntityID
  package let destinationRoot: EntityID
  package let sourceTable: String
  package let destinationTable: String
  /// The entity that declares the relationship, for messages.
  package let entityName: String

  /// The plan of a relationship in a Core Data store.
  init?(_ id: RelationshipID, model: ObjectModel, schema: StoreSchema) {
    self.init(id, model: model, schema.relationships) { schema[$0].table }
  }

  /// The plan of a relationship in tables of any layout; `nil` if it is not stored.
  package init?(
    _ id: RelationshipID, model: ObjectModel, _ storages: [RelationshipID: RelationshipStorage],
    table: (EntityID) -> String
  ) {
    guard let stored = storages[id] else { return nil }
    let relationship = model[id]
    let inverse = model.storedInverse(of: id).flatMap {
      storages[$0] == nil ? nil : $0
    }
    func key(_ key: ForeignKey, in entity: EntityID) -> Key {
      Key(
        table: table(entity), column: key.column, entityColumn: key.entityColumn,
        orderColumn: key.orderColumn)
    }
    let other = inverse.flatMap { storages[$0] }
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
  package var hasRules: Bool {
    relationship.leastObjects > 0
      || relationship.isToMany && (relationship.minimumCount > 0 || relationship.maximumCount > 0)
  }

  /// The relationship in messages: `relationship 'tips' of entity 'Venue'`.
  package var title: String { "relationship '\(relationship.name)' of entity '\(entityName)'" }

  /// The error of a batch deletion that an inverse which is not optional refuses, with Core Data's
  /// text.
  ///
  /// - Parameter entity: The name of the deleted object's entity.
  package func refusedByInverse(entity: String, _ inverse: Relationship) -> StoreFailure {
    let kind = !relationship.isToMany ? "OTO" : inverse.isToMany ? "MTM" : "OTM"
    return StoreFailure(
      .validation,
      "Constraint trigger violation: Batch delete failed due to mandatory \(kind) nullify "
        + "inverse on \(entity)/\(relationship.name)")
  }

  /// The rule that a number of objects breaks, as a sentence; `nil` if the number is allowed.
  package func brokenRule(by count: Int64) -> String? {
    if count == 0 {
      guard relationship.leastObjects > 0 else { return nil }
      return "\(title) is not optional and needs "
        + (relationship.isToMany ? "at least one object" : "an object")
    }
    guard relationship.isToMany else { return nil }
    if count < relationship.minimumCount {
      return "\(title) needs at least \(relationship.minimumCount) objects"
    }
    if relationship.maximumCount > 0, count > relationship.maximumCount {
      return "\(title) can have at most \(relationship.maximumCount) objects"
    }
    return nil
  }
}
