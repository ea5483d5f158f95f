import MomentumDiagnostics
import MomentumEvaluation
import MomentumModel
import MomentumPredicate
import MomentumQuery
import Testing

@testable import MomentumObjects

/// A model with all kinds of relationships.
let officeEntities = """
  <entity name="Person">
    <attribute name="name" optional="YES" attributeType="String"/>
    <attribute name="age" optional="YES" attributeType="Integer 16"/>
    <attribute name="salary" optional="YES" attributeType="Double"/>
    <attribute name="draft" optional="YES" transient="YES" attributeType="String"/>
    <relationship name="company" optional="YES" maxCount="1" destinationEntity="Company"
      inverseName="people" inverseEntity="Company"/>
    <relationship name="room" optional="YES" maxCount="1" destinationEntity="Room"
      inverseName="desks" inverseEntity="Room"/>
    <uniquenessConstraints><uniquenessConstraint><constraint value="name"/>
    </uniquenessConstraint></uniquenessConstraints>
  </entity>
  <entity name="Manager" parentEntity="Person">
    <attribute name="level" optional="YES" attributeType="Integer 64"/>
  </entity>
  <entity name="Company">
    <attribute name="title" optional="YES" attributeType="String"/>
    <relationship name="people" optional="YES" toMany="YES" destinationEntity="Person"
      inverseName="company" inverseEntity="Person"/>
    <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
      inverseName="companies" inverseEntity="Tag"/>
  </entity>
  <entity name="Room">
    <relationship name="desks" optional="YES" toMany="YES" ordered="YES"
      destinationEntity="Person" inverseName="room" inverseEntity="Person"/>
  </entity>
  <entity name="Tag">
    <attribute name="word" optional="YES" attributeType="String"/>
    <relationship name="companies" optional="YES" toMany="YES" destinationEntity="Company"
      inverseName="tags" inverseEntity="Company"/>
  </entity>
  """

/// Makes changes of a store, as a context does.
struct MemoryWorld {
  let model: ModelPlan
  let store: MemoryObjectStore
  var changes = StoreChanges()

  init(_ model: ModelPlan, _ store: MemoryObjectStore) {
    self.model = model
    self.store = store
  }

  init(_ entities: String = officeEntities) throws {
    model = try ModelPlan(compiledModel(entities))
    store = try MemoryObjectStore(model)
  }

  func entity(_ name: String) throws -> EntityPlan { try #require(model.entity(named: name)) }

  func relationship(_ name: String, of entity: String) throws -> ObjectRelationship {
    try #require(try self.entity(entity).toManys.first { $0.name == name })
  }

  func row(
    _ id: ObjectID, version: Int64 = 1, _ values: [String: AttributeValue],
    _ toOnes: [String: ObjectID] = [:]
  ) -> RowSnapshot {
    let entity = id.entity
    return RowSnapshot(
      id, version: version, values: entity.attributes.map { values[$0.name] },
      toOnes: entity.toOnes.map { toOnes[$0.name] }, readAt: 0)
  }

  /// Adds an insert to the changes.
  mutating func insert(
    _ entity: String, _ values: [String: AttributeValue] = [:], _ toOnes: [String: ObjectID] = [:]
  ) throws -> ObjectID {
    let plan = try self.entity(entity)
    let number = try store.reserveNumbers(1, root: plan).lowerBound
    let id = ObjectID(store.places[plan], number)
    changes.inserts.append(.init(row(id, values, toOnes)))
    return id
  }

  /// Adds an update of all values to the changes.
  mutating func update(
    _ id: ObjectID, _ values: [String: AttributeValue] = [:], _ toOnes: [String: ObjectID] = [:]
  ) throws {
    let old = try #require(try store.row(id))
    let new = row(id, version: old.version + 1, values, toOnes)
    changes.updates.append(
      .init(old: old, new: new, changedLeaves: [], changedToOnes: [], changedToManys: []))
  }

  mutating func delete(_ id: ObjectID) throws {
    changes.deletes.append(.init(try #require(try store.row(id))))
  }

  mutating func link(
    _ source: ObjectID, _ name: String, add added: [ObjectID] = [],
    remove removed: [ObjectID] = [], order: [ObjectID]? = nil
  ) throws {
    let relationship = try relationship(name, of: source.entityName)
    changes.links.append(
      .init(
        source: source, relationship: relationship, added: added, removed: removed, order: order))
  }

  mutating func save() throws {
    defer { changes = StoreChanges() }
    try store.save(changes)
  }

  // MARK: - Requests

  func fetch(
    _ entity: String, _ format: String? = nil, _ arguments: [PredicateValue] = [],
    sort: [(key: String, isAscending: Bool)] = [], _ change: (inout FetchRequest) -> Void = { _ in }
  ) throws -> StoreFetch {
    var request = FetchRequest(entity: try self.entity(entity).id)
    change(&request)
    return StoreFetch(
      request, predicate: try format.map(parsed), arguments: arguments,
      sortKeys: sort.map { ValueSortKey(RowFunctions.key($0.key), isAscending: $0.isAscending) })
  }

  private func parsed(_ format: String) throws -> PredicateSyntax {
    var diagnostics = Diagnostics()
    let file = SourceFile(path: "format", text: format)
    return try #require(PredicateParser.parse(file, &diagnostics))
  }

  /// The names of the persons that a request finds, in its order.
  func names(_ fetch: StoreFetch) throws -> [String] {
    try store.rows(fetch).map { row in
      guard case .string(let name)? = row.values[0] else { return "nil" }
      return name
    }
  }

  func path(_ entity: String, _ attribute: String) throws -> TypedKeyPath {
    let plan = try self.entity(entity)
    let id = try #require(plan.attributes.first { $0.name == attribute }).id
    return TypedKeyPath(root: plan.id, steps: [], target: .attribute(id))
  }
}
