package import MomentumModel
package import MomentumStore

/// The table and columns of an entity and of the properties that it declares itself.
///
/// An `EntityPlace` is made once for each entity of a layout, because each request needs it.
struct EntityPlace: Sendable {
  let table: String
  let identity: String
  /// The column with the entity of a row; `nil` if all rows of the table belong to one entity.
  let entityColumn: String?
  let hasSubentities: Bool
  /// The columns of each attribute: one, or one for each element of a composite; none for an
  /// attribute that is not stored. The index is `AttributeID.index`.
  let attributes: [[CompositeLeaf]]
  /// The storage of each relationship; `nil` for one that is not stored. The index is
  /// `RelationshipID.index`.
  let relationships: [RelationshipStorage?]
  /// The columns of the attributes, sorted by name as a row has them.
  let attributeColumns: [ResultColumn]
  /// The keys of to-one objects, sorted by name as a row has them. A key is followed by the number
  /// of the object's entity if the object may belong to several entities.
  let keyColumns: [ResultColumn]

  /// Finds the table and columns of an entity in a store of Core Data.
  ///
  /// - Parameter computed: The column names that the layout computes from the model, by which the
  ///   columns of a row are sorted; `nil` if `schema` has these names.
  init(
    of entity: EntityID, _ model: ObjectModel, _ schema: StoreSchema, _ computed: ComputedNames?
  ) {
    let storage = schema[entity]
    self.init(
      of: entity, table: storage.table, identity: "Z_PK",
      entityColumn: storage.sharesTable ? "Z_ENT" : nil,
      hasSubentities: storage.familyNumbers.count > 1,
      attributes: model[entity].attributes.enumerated().map { index, attribute in
        let id = AttributeID(entity, index)
        if let leaves = schema.compositeColumns[id] { return leaves }
        return schema.attributeColumns[id].map {
          [CompositeLeaf(path: [], type: attribute.type, column: $0)]
        } ?? []
      },
      relationships: model[entity].relationships.indices.map {
        schema.relationships[RelationshipID(entity, $0)]
      }, computed: computed)
  }

  /// Finds the table and columns of an entity in a database with the plain layout.
  ///
  /// - Parameter root: The table of the root entity; `nil` if the schema lacks the table. The name
  ///   of the table is then empty.
  init(
    of entity: EntityID, _ model: ObjectModel, _ schema: PlainSchema, _ root: PlainRoot?,
    hasSubentities: Bool
  ) {
    self.init(
      of: entity, table: root?.table ?? "", identity: root?.identity ?? "id",
      entityColumn: root?.entity, hasSubentities: hasSubentities,
      attributes: model[entity].attributes.indices.map {
        schema.attributeColumns[AttributeID(entity, $0)] ?? []
      },
      relationships: model[entity].relationships.indices.map {
        schema.relationships[RelationshipID(entity, $0)]
      }, computed: nil)
  }

  private init(
    of entity: EntityID, table: String, identity: String, entityColumn: String?,
    hasSubentities: Bool, attributes: [[CompositeLeaf]], relationships: [RelationshipStorage?],
    computed: ComputedNames?
  ) {
    self.table = table
    self.identity = identity
    self.entityColumn = entityColumn
    self.hasSubentities = hasSubentities
    self.attributes = attributes
    self.relationships = relationships
    let sortNames = computed?.columns[table] ?? [:]
    attributeColumns = ResultColumn.sorted(
      attributes.enumerated().flatMap { index, leaves in
        leaves.map { ResultColumn(AttributeID(entity, index), $0, sortNames) }
      })
    keyColumns = ResultColumn.sorted(
      relationships.enumerated().flatMap { index, storage in
        ResultColumn.key(of: RelationshipID(entity, index), storage, sortNames, computed?.schema)
      })
  }
}

/// A table of the plain layout, with the columns that belong to no property.
package struct PlainRoot: Sendable {
  package var table: String
  package var identity: String
  /// The column with the name of the row's entity; `nil` if the table has only one entity.
  package var entity: String?

  package init(table: String, identity: String, entity: String?) {
    self.table = table
    self.identity = identity
    self.entity = entity
  }

  /// The table of each root entity.
  package static func all(of schema: PlainSchema) -> [EntityID: PlainRoot] {
    var roots: [EntityID: PlainRoot] = [:]
    for table in schema.tables {
      guard case .entity(let root) = table.kind, let identity = table.primaryKey.first else {
        continue
      }
      let entity = table.columns.first { column in
        column.checks.contains { if case .entity = $0 { true } else { false } }
      }
      roots[root] = PlainRoot(table: table.name, identity: identity, entity: entity?.name)
    }
    return roots
  }
}
