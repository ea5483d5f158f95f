import MomentumModel
import MomentumStore

/// The tables of a model as nodes, and the keys and join tables that relate them as edges.
struct TableGraph {
  /// A relationship that a foreign key of the table `source` stores.
  struct Key {
    var relationship: RelationshipID
    var source: EntityID
    var destination: EntityID
  }

  /// A relationship that a join table stores.
  struct Join {
    var relationship: RelationshipID
    var source: EntityID
    var destination: EntityID
    var hasInverse: Bool
  }

  /// A to-one relationship that a path may follow.
  struct Step {
    var relationship: RelationshipID
    var destination: EntityID
    /// Whether every row of the table has a related object. A relationship that a sub-entity
    /// declares is not required: rows of other entities do not have it.
    var isRequired: Bool
  }

  let model: ObjectModel
  /// The topmost entity of each table, by name.
  let tables: [EntityID]
  /// The table of each entity; the index is `EntityID.index`.
  private let tableOfEntity: [EntityID]
  private(set) var keys: [Key] = []
  private(set) var joins: [Join] = []
  /// The to-one relationships of each table, by name.
  private(set) var steps: [EntityID: [Step]] = [:]

  init(_ model: ObjectModel, _ schema: PlainSchema) {
    self.model = model
    let tableOfEntity = model.entityIDs.map { model.root(of: $0) }
    self.tableOfEntity = tableOfEntity
    tables = Set(tableOfEntity).sorted { (model[$0].name, $0) < (model[$1].name, $1) }
    for entity in model.entityIDs {
      for index in model[entity].relationships.indices {
        add(RelationshipID(entity, index), schema)
      }
    }
    steps = steps.mapValues { steps in
      steps.sorted { model[$0.relationship].name < model[$1.relationship].name }
    }
  }

  func table(of entity: EntityID) -> EntityID { tableOfEntity[entity.index] }

  /// The relationship with its entity: `Task.project`.
  func name(_ id: RelationshipID) -> String { "\(model[id.entity].name).\(model[id].name)" }

  /// The names of a path: `project.account`.
  func text(_ path: [RelationshipID]) -> String {
    path.map { model[$0].name }.joined(separator: ".")
  }

  private mutating func add(_ id: RelationshipID, _ schema: PlainSchema) {
    guard let storage = schema.relationships[id] else { return }
    let relationship = model[id]
    let source = table(of: id.entity)
    let destination = table(of: relationship.destination)
    if !relationship.isToMany {
      steps[source, default: []].append(
        Step(
          relationship: id, destination: destination,
          isRequired: !relationship.isOptional && id.entity == source))
    }
    switch storage {
    case .foreignKey: keys.append(Key(relationship: id, source: source, destination: destination))
    case .inverseForeignKey: break
    case .joinTable:
      let inverse = model.storedInverse(of: id)
      // A relationship and its inverse share a join table, which is one edge.
      let isFirst = inverse.map { (id.entity.index, id.index) <= ($0.entity.index, $0.index) }
      guard isFirst ?? true else { return }
      joins.append(
        Join(
          relationship: id, source: source, destination: destination, hasInverse: inverse != nil))
    }
  }
}
