import Foundation
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// A store of artists and their albums, with every kind of relationship.
struct SQLiteStoreFixture {
  static let entities = """
    <entity name="Artist">
      <attribute name="name" optional="YES" attributeType="String" preserveAfterDeletion="YES"/>
      <attribute name="born" optional="YES" attributeType="Date"/>
      <attribute name="rating" optional="YES" attributeType="Double"/>
      <attribute name="price" optional="YES" attributeType="Decimal"/>
      <attribute name="isActive" optional="YES" attributeType="Boolean"/>
      <attribute name="code" optional="YES" attributeType="UUID"/>
      <attribute name="site" optional="YES" attributeType="URI"/>
      <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
      <attribute name="home" optional="YES" attributeType="Composite" composite="Place"/>
      <attribute name="albumCount" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="albums.@count"/>
      <relationship name="albums" optional="YES" toMany="YES" ordered="YES" destinationEntity="Album" inverseName="artist" inverseEntity="Album"/>
      <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag" inverseName="artists" inverseEntity="Tag"/>
      <relationship name="notes" optional="YES" toMany="YES" destinationEntity="Note"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
    </entity>
    <entity name="Band" parentEntity="Artist">
      <attribute name="memberCount" optional="YES" attributeType="Integer 16"/>
    </entity>
    <entity name="Album">
      <attribute name="title" optional="YES" attributeType="String"/>
      <relationship name="artist" optional="YES" maxCount="1" destinationEntity="Artist" inverseName="albums" inverseEntity="Artist"/>
    </entity>
    <entity name="Tag">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="artists" optional="YES" toMany="YES" destinationEntity="Artist" inverseName="tags" inverseEntity="Artist"/>
    </entity>
    <entity name="Note"><attribute name="text" optional="YES" attributeType="String"/></entity>
    <composite name="Place">
      <attribute name="city" optional="YES" attributeType="String"/>
      <attribute name="zip" optional="YES" attributeType="Integer 32"/>
    </composite>
    <configuration name="Music"><memberEntity name="Artist"/><memberEntity name="Band"/><memberEntity name="Album"/><memberEntity name="Tag"/></configuration>
    """

  let model: ModelPlan
  let store: SQLiteObjectStore

  /// Runs `body` with a new store in a folder that is gone afterwards.
  static func run(
    options: SQLiteStoreOptions = SQLiteStoreOptions(),
    _ body: (SQLiteStoreFixture, String) throws -> Void
  ) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/music.sqlite"
      let fixture = try SQLiteStoreFixture(path: path, options: options)
      defer { fixture.store.close() }
      try body(fixture, path)
    }
  }

  init(path: String?, options: SQLiteStoreOptions = SQLiteStoreOptions()) throws {
    let plan = try ModelPlan(compiledModel(Self.entities))
    try self.init(path: path, model: plan, options: options)
  }

  init(
    path: String?, model: ModelPlan, options: SQLiteStoreOptions = SQLiteStoreOptions()
  ) throws {
    self.model = model
    store = try SQLiteObjectStore(path: path, model: model, options: options)
  }

  func entity(_ name: String) throws -> EntityPlan { try #require(model.entity(named: name)) }

  func relationship(_ entity: String, _ name: String) throws -> ObjectRelationship {
    let plan = try self.entity(entity)
    return try #require((plan.toOnes + plan.toManys).first { $0.name == name })
  }

  // MARK: - Rows

  /// A new row with a reserved number. Values of composites are named `home.city`.
  func new(
    _ name: String, _ values: [String: AttributeValue] = [:], _ toOnes: [String: ObjectID] = [:]
  ) throws -> RowSnapshot {
    let entity = try self.entity(name)
    let number = try store.reserveNumbers(1, root: model[entity.root]).lowerBound
    return try row(ObjectID(store.places[entity], number), 1, values, toOnes)
  }

  func row(
    _ id: ObjectID, _ version: Int64, _ values: [String: AttributeValue],
    _ toOnes: [String: ObjectID] = [:]
  ) throws -> RowSnapshot {
    let entity = id.entity
    return RowSnapshot(
      id, version: version,
      values: entity.leaves.map { leaf in
        values[([model.model[leaf.attribute].name] + leaf.path).joined(separator: ".")]
      }, toOnes: entity.toOnes.map { toOnes[$0.name] }, readAt: 0)
  }

  /// A change of some values of a row.
  func update(
    _ old: RowSnapshot, _ values: [String: AttributeValue?] = [:],
    _ toOnes: [String: ObjectID?] = [:], toManys: [String] = []
  ) -> StoreChanges.Update {
    let entity = old.id.entity
    var (leaves, keys) = (old.values, old.toOnes)
    var (changedLeaves, changedToOnes) = (SmallSet(), SmallSet())
    for (index, leaf) in entity.leaves.enumerated() {
      let name = ([model.model[leaf.attribute].name] + leaf.path).joined(separator: ".")
      guard let value = values[name] else { continue }
      leaves[index] = value
      changedLeaves.insert(index)
    }
    for (index, toOne) in entity.toOnes.enumerated() {
      guard let value = toOnes[toOne.name] else { continue }
      keys[index] = value
      changedToOnes.insert(index)
    }
    let new = RowSnapshot(
      old.id, version: old.version + 1, values: leaves, toOnes: keys, readAt: 0)
    return StoreChanges.Update(
      old: old, new: new, changedLeaves: changedLeaves, changedToOnes: changedToOnes,
      changedToManys: SmallSet(
        entity.toManys.indices.filter { toManys.contains(entity.toManys[$0].name) }))
  }

  func insert(_ rows: RowSnapshot...) throws {
    try store.save(StoreChanges(inserts: rows.map { StoreChanges.Insert($0) }))
  }

  func fetch(_ name: String, sortedBy key: String? = nil) throws -> StoreFetch {
    let entity = try self.entity(name)
    var request = FetchRequest(entity: entity.id)
    if let key, case .attribute(let id)? = model.model.property(named: key, in: entity.id) {
      request.sortKeys = [
        SortKey(TypedKeyPath(root: entity.id, steps: [], target: .attribute(id)))
      ]
    }
    return StoreFetch(request)
  }

  /// The value of an attribute in a row.
  func value(_ name: String, _ row: RowSnapshot?) throws -> AttributeValue? {
    let row = try #require(row)
    let index = row.id.entity.leaves.firstIndex { leaf in
      ([model.model[leaf.attribute].name] + leaf.path).joined(separator: ".") == name
    }
    return row.values[try #require(index)]
  }
}

/// Rows of a SQL statement on a connection of its own.
func storedRows(_ path: String, _ sql: String) throws -> [[SQLValue]] {
  let connection = try Connection(path: path, access: .readWrite)
  let statement = try connection.prepare(sql: sql)
  var rows: [[SQLValue]] = []
  while let row = try statement.nextRow() { rows.append(row) }
  return rows
}

extension StoreChanges.Update {
  init(
    old: RowSnapshot, new: RowSnapshot, changedLeaves: SmallSet, changedToOnes: SmallSet,
    changedToManys: SmallSet
  ) {
    self.init(
      new, oldVersion: old.version,
      .init(leaves: changedLeaves, toOnes: changedToOnes, toManys: changedToManys))
  }
}
