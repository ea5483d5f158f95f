package import MomentumModel
package import MomentumQuery
package import MomentumRuntime
package import MomentumStore

/// The tables and columns of a model in the database.
package struct ServerTables: Sendable {
  /// The column with the version of a row, which tables have if contexts save to them.
  package static let versionColumn = "momentum_version"

  package let model: ObjectModel
  package let schema: PlainSchema
  private let roots: [EntityID: PlainRoot]
  private let plans: [RelationshipID: RelationshipPlan]
  /// The stored relationships of each entity; the index is `EntityID.index`.
  private let relationships: [[RelationshipPlan]]
  private let entitiesByName: [String: EntityID]
  /// The join tables with one row for both directions of a relationship that is its own inverse.
  private let tablesOfPairs: Set<String>

  init(_ model: ObjectModel, _ schema: PlainSchema) {
    self.model = model
    self.schema = schema
    let roots = PlainRoot.all(of: schema)
    self.roots = roots
    var plans: [RelationshipID: RelationshipPlan] = [:]
    for id in schema.relationships.keys {
      plans[id] = RelationshipPlan(id, model: model, schema.relationships) {
        roots[model.root(of: $0)]?.table ?? ""
      }
    }
    self.plans = plans
    relationships = model.entityIDs.map { entity in
      model.relationships(of: entity).compactMap { plans[$0] }
    }
    entitiesByName = Dictionary(
      model.entityIDs.map { (model[$0].name, $0) }
    ) { first, _ in first }
    tablesOfPairs = Set(
      schema.tables.filter { table in
        table.checks.contains { if case .ordered = $0 { true } else { false } }
      }.map(\.name))
  }

  // MARK: - Entities

  /// The table of an entity. The layout makes one for each root entity, so the table always exists.
  package func place(of entity: EntityID) -> PlainRoot {
    roots[model.root(of: entity)] ?? PlainRoot(table: "", identity: "id", entity: nil)
  }

  /// The entity of a row of a root entity's table.
  ///
  /// - Parameter name: What the row says; `nil` if the table has rows of one entity only.
  package func entity(named name: String?, root: EntityID) -> EntityID {
    name.flatMap { entitiesByName[$0] } ?? root
  }

  /// The names of an entity and its sub-entities, without abstract ones; `nil` if every row of the
  /// table belongs to the entity.
  func names(of entity: EntityID) -> [String]? {
    guard place(of: entity).entity != nil, model.root(of: entity) != entity else { return nil }
    return model.entityIDs.filter {
      ($0 == entity || model.inherits($0, from: entity)) && !model[$0].isAbstract
    }.map { model[$0].name }
  }

  // MARK: - Relationships

  package func plan(for id: RelationshipID) -> RelationshipPlan? { plans[id] }

  package func inverse(of plan: RelationshipPlan) -> RelationshipPlan? {
    plan.inverse.flatMap { plans[$0] }
  }

  /// All stored relationships of an entity's objects.
  package func relationships(of entity: EntityID) -> [RelationshipPlan] {
    relationships[entity.index]
  }

  /// Whether a join table has one row for two objects that are related to each other.
  package func hasPairsOnce(_ join: RelationshipPlan.Join) -> Bool {
    tablesOfPairs.contains(join.table)
  }

  /// Whether at most one object may have a foreign key to another one.
  package func isOneToOne(_ plan: RelationshipPlan) -> Bool {
    !plan.relationship.isToMany
      && inverse(of: plan).map { !$0.relationship.isToMany } ?? false
  }
}
