internal import MomentumCompiler
internal import MomentumModel
internal import MomentumObjects
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumServerStore
internal import MomentumStore

/// The model, tables and identities of a store, which all its statements share.
final class ObjectSource: Sendable {
  let model: ModelPlan
  let places: ObjectPlaces
  /// The store's identifier, `NSStoreUUID`.
  let identifier: String
  let lowering: ServerLowering
  private let entities: [String: EntityPlan]
  private let columns: [EntityColumns]

  init(_ model: ModelPlan, identifier: String) {
    self.model = model
    self.identifier = identifier
    places = ObjectPlaces(store: identifier, model)
    let lowering = ServerLowering(
      model.compiled, entities: .names, versionColumn: ObjectTables.versionColumn)
    self.lowering = lowering
    entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
    columns = model.entities.map { EntityColumns($0, lowering.tables) }
  }

  var tables: ServerTables { lowering.tables }

  func entity(named name: String) -> EntityPlan? { entities[name] }

  func columns(of entity: EntityPlan) -> EntityColumns { columns[entity.id.index] }

  /// Whether an identity is one of this store.
  func owns(_ id: ObjectID) -> Bool { id.storeIdentifier == identifier }
}

/// The columns of an entity's objects in the table of its root entity.
struct EntityColumns: Sendable {
  /// The foreign key of a to-one relationship in the object's own row.
  struct Key: Sendable {
    var column: String
    /// The column with the position in the ordered inverse.
    var order: String?
    /// Whether no two rows may have the same key.
    var isUnique: Bool
    var isOptional: Bool
  }

  let place: PlainRoot
  /// The columns that a save writes, by index in `EntityPlan.leaves`; `nil` for a value that has no
  /// column, or whose column the server computes.
  let leaves: [String?]
  /// By index in `EntityPlan.toOnes`; `nil` if the other object's row has the key.
  let toOnes: [Key?]

  init(_ entity: EntityPlan, _ tables: ServerTables) {
    place = tables.place(of: entity.id)
    leaves = entity.leaves.map { leaf in
      guard !leaf.isTransient, tables.model[leaf.attribute].derivation == nil else { return nil }
      return tables.schema.attributeColumns[leaf.attribute]?
        .first { $0.path == leaf.path }?.column
    }
    toOnes = entity.toOnes.map { relationship in
      guard let plan = tables.plan(for: relationship.id), case .sourceKey(let key) = plan.storage
      else { return nil }
      return Key(
        column: key.column, order: key.orderColumn, isUnique: tables.isOneToOne(plan),
        isOptional: relationship.isOptional)
    }
  }
}
