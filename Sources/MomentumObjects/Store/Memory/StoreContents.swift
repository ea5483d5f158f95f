internal import MomentumModel

/// The content of a store's file: objects and metadata.
struct StoreContents: Sendable {
  var information: StoreInformation
  /// The highest number that any object has had.
  var lastNumber: Int64
  var nodes: [StoreNode]
}

/// An object in the file of a store.
struct StoreNode: Sendable {
  var entity: EntityPlan
  var number: Int64
  /// The values by index in `EntityPlan.leaves`.
  var values: [AttributeValue?]
  /// The numbers of related objects, by index in `EntityPlan.toOnes`; `toManys` is by index of the
  /// to-many relationships.
  var toOnes: [Int64?]
  var toManys: [[Int64]]
}

/// Reads and writes the file of a store.
protocol StoreFileFormat: Sendable {
  /// The type of the stores: `XML` or `Binary`.
  var type: String { get }
  /// Reads the metadata of a file, for which no model is needed.
  func information(_ bytes: [UInt8], path: String) throws -> StoreInformation
  func read(_ bytes: [UInt8], path: String, _ model: ModelPlan) throws -> StoreContents
  func write(_ contents: StoreContents, path: String, _ model: ModelPlan) throws -> [UInt8]
}

extension MemoryTables {
  /// All objects, ascending by number. References to rows that no longer exist are left out.
  var nodes: [StoreNode] {
    allRows.map { row in
      let entity = row.id.entity
      return StoreNode(
        entity: entity, number: row.id.number, values: row.values,
        toOnes: row.toOnes.map { $0.flatMap { self.row($0)?.id.number } },
        toManys: entity.toManys.map { members($0, of: row.id.number).map(\.id.number) })
    }
  }

  /// Makes tables of the objects in a file.
  init(
    _ nodes: [StoreNode], _ model: ModelPlan, _ places: ObjectPlaces, readAt: Double, path: String
  ) throws {
    self.init(model)
    let entities = Dictionary(nodes.map { ($0.number, $0.entity) }) { first, _ in first }
    func target(_ number: Int64, _ relationship: ObjectRelationship) throws -> ObjectID {
      guard let entity = entities[number], entity.inherits(from: relationship.destination) else {
        let reason = "'\(relationship.name)' refers to the missing object \(number)"
        throw MemoryStoreError(.corrupt(reason: reason, line: nil), path: path)
      }
      return ObjectID(places[entity], number)
    }
    for node in nodes {
      let toOnes = try node.entity.toOnes.enumerated().map { index, relationship in
        try node.toOnes[index].map { try target($0, relationship) }
      }
      put(
        RowSnapshot(
          ObjectID(places[node.entity], node.number), version: 1, values: node.values,
          toOnes: toOnes, readAt: readAt))
      for (index, relationship) in node.entity.toManys.enumerated() {
        let members = try node.toManys[index].map { try target($0, relationship).number }
        if !members.isEmpty { setOrder(members, relationship, of: node.number) }
      }
    }
  }
}
