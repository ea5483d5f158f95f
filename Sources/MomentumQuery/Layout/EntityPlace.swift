import MomentumModel
import MomentumStore

/// Where a query finds an entity and the properties that it declares itself.
///
/// Made once for a layout, since each request asks for the same.
struct EntityPlace: Sendable {
  let table: String
  let identity: String
  /// The column that tells rows of different entities apart; `nil` where all rows are of one.
  let entityColumn: String?
  let hasSubentities: Bool
  /// By `AttributeID.index`: one column, or one for each leaf of a composite; none for what is not stored.
  let attributes: [[CompositeLeaf]]
  /// By `RelationshipID.index`: `nil` for what is not stored.
  let relationships: [RelationshipStorage?]
  /// The columns of the attributes in a row, sorted.
  let attributeColumns: [ResultColumn]
  /// The keys of to-one objects in a row, sorted, each followed by the number of the object's entity where
  /// that can be one of several.
  let keyColumns: [ResultColumn]

  /// In a store of Core Data.
  ///
  /// - Parameter computed: The names that decide the order of a row's columns; `nil` where those are the
  ///   schema's own.
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

  /// In a database of one's own. `root` is the table of the topmost ancestor.
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

/// A table of the plain layout and the columns that are no properties.
struct PlainRoot: Sendable {
  var table: String
  var identity: String
  /// Holds the name of a row's entity; `nil` where all rows are of one.
  var entity: String?

  /// By the root entities.
  static func all(of schema: PlainSchema) -> [EntityID: PlainRoot] {
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
