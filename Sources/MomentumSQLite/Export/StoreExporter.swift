internal import MomentumDiagnostics
package import MomentumModel
internal import MomentumSQL
package import MomentumStore

/// Reads the objects of a store, entity by entity in the order of their keys, one at a time.
package struct StoreExporter {
  private let model: ObjectModel
  private let schema: StoreSchema
  private let connection: Connection
  private let entityNames: [Int64: String]
  private let external: ExternalData

  package init(model: ObjectModel, schema: StoreSchema, connection: Connection) {
    self.model = model
    self.schema = schema
    self.connection = connection
    entityNames = Dictionary(schema.entities.map { (Int64($0.number), $0.name) }) { first, _ in
      first
    }
    external = ExternalData(storePath: connection.path)
  }

  /// `Z_MAX` by root entity: the highest key that was assigned, even if its object was deleted.
  package func lastKeys() throws -> [(entity: String, key: Int64)] {
    try model.entityIDs.filter { model.root(of: $0) == $0 }.compactMap { root in
      let key = try connection.firstValue(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [.integer(Int64(schema[root].number))])
      guard case .integer(let last)? = key else { return nil }
      return (model[root].name, last)
    }
  }

  /// Entities that can have objects.
  package var entities: [EntityID] { model.entityIDs.filter { !model[$0].isAbstract } }

  /// The to-many relationships that an export writes: ordered ones, those without an inverse, and
  /// one of the two sides of a many-to-many relationship. An import derives all others from their
  /// inverse.
  package func toldToManys(of entity: EntityID) -> [RelationshipID] {
    model.relationships(of: entity).filter { id in
      guard model[id].isToMany, let storage = schema.relationships[id] else { return false }
      let inverse = model[id].inverse.flatMap { schema.relationships[$0] == nil ? nil : $0 }
      switch storage {
      case .foreignKey: return false
      case .inverseForeignKey(let key): return inverse == nil || key.orderColumn != nil
      case .joinTable(let side):
        guard let inverse else { return true }
        return side.orderColumn != nil || !isBefore(inverse, id)
      }
    }
  }

  private func isBefore(_ left: RelationshipID, _ right: RelationshipID) -> Bool {
    (left.entity.index, left.index) < (right.entity.index, right.index)
  }

  /// The stored attributes of an entity that are not derived.
  package func attributes(of entity: EntityID) -> [AttributeID] {
    model.attributes(of: entity).filter { id in
      model[id].derivation == nil
        && (schema.attributeColumns[id] != nil || schema.compositeColumns[id] != nil)
        && model.property(named: model[id].name, in: entity) == .attribute(id)
    }
  }

  package func toOnes(of entity: EntityID) -> [RelationshipID] {
    model.relationships(of: entity).filter { id in
      guard case .foreignKey? = schema.relationships[id] else { return false }
      return !model[id].isToMany
    }
  }

  /// Passes each object of exactly this entity to `body`, without its sub-entities.
  package func forEachRecord(
    of entity: EntityID, _ body: (ExportRecord) throws -> Void
  ) throws {
    let reader = try RecordReader(entity, self)
    let columns = (["Z_PK", "Z_OPT"] + reader.columns).map { "t0.\(name: $0)" as SQLFragment }
    // The entity number stored with a foreign key may be out of date, so the statement reads it
    // from the row itself.
    let statement = try connection.prepare(
      "SELECT \(list: columns + reader.destinations) FROM \(name: schema[entity].table) t0 "
        + "WHERE t0.Z_ENT = \(number: schema[entity].number) ORDER BY t0.Z_PK")
    while let row = try statement.nextRow() { try body(reader.record(row)) }
  }

  /// The columns of an entity and the statements of its to-many relationships.
  private struct RecordReader {
    let exporter: StoreExporter
    let entity: EntityID
    let attributes: [AttributeID]
    let toOnes: [RelationshipID]
    let toManys: [(name: String, statement: Statement)]
    let columns: [String]
    /// SQL of the key and of the entity number of the object, for each to-one relationship.
    let destinations: [SQLFragment]

    init(_ entity: EntityID, _ exporter: StoreExporter) throws {
      self.exporter = exporter
      self.entity = entity
      let (model, schema) = (exporter.model, exporter.schema)
      attributes = exporter.attributes(of: entity)
      toOnes = exporter.toOnes(of: entity)
      toManys = try exporter.toldToManys(of: entity).compactMap { id in
        try exporter.statement(id).map { (model[id].name, $0) }
      }
      columns =
        attributes.flatMap { id in
          schema.attributeColumns[id].map { [$0] }
            ?? schema.compositeColumns[id]?.map(\.column) ?? []
        }
      destinations = toOnes.flatMap { id -> [SQLFragment] in
        guard case .foreignKey(let key)? = schema.relationships[id] else { return [] }
        let table = schema[model[id].destination].table
        let column: SQLFragment = "t0.\(name: key.column)"
        return [
          column, "(SELECT d.Z_ENT FROM \(name: table) d WHERE d.Z_PK = \(sql: column))",
        ]
      }
    }

    func record(_ row: [SQLValue]) throws -> ExportRecord {
      var values = row[...]
      func next() -> SQLValue { values.popFirst() ?? .null }
      let key = next().integer ?? 0
      let version = next().integer ?? 1
      var record = ExportRecord(
        entity: exporter.model[entity].name, key: key, version: version)
      for id in attributes {
        let attribute = exporter.model[id]
        if let leaves = exporter.schema.compositeColumns[id] {
          let pairs = leaves.map { (leaf: $0, value: next()) }
          record.attributes.append((attribute.name, exporter.composite(attribute, pairs)))
        } else {
          let value = exporter.inlined(next(), attribute)
          record.attributes.append((attribute.name, JSONNode.Value(exported: value, of: attribute)))
        }
      }
      for id in toOnes {
        let (key, number) = (next().integer, next().integer)
        record.toOnes.append((exporter.model[id].name, exporter.id(key, number)))
      }
      for (name, statement) in toManys {
        try statement.bind([.integer(key)])
        defer { statement.reset() }
        var objects: [String] = []
        while let row = try statement.nextRow() {
          if let id = exporter.id(row[0].integer, row[1].integer) { objects.append(id) }
        }
        record.toManys.append((name, objects))
      }
      return record
    }
  }

  /// A reference to an object as text: entity name, slash, `p`, primary key, for example
  /// `Venue/p1`. `nil` if the row with the key was deleted.
  private func id(_ key: Int64?, _ number: Int64?) -> String? {
    guard let key, let name = number.flatMap({ entityNames[$0] }) else { return nil }
    return "\(name)/p\(key)"
  }

  /// Prepares the statement that finds the objects of a to-many relationship; `nil` if it is not
  /// stored:
  ///
  /// `SELECT d.Z_PK, d.Z_ENT FROM ZTIP d WHERE d.ZVENUE = ? ORDER BY d.Z_FOK_VENUE, d.Z_PK`
  private func statement(_ id: RelationshipID) throws -> Statement? {
    let table = schema[model[id].destination].table
    switch schema.relationships[id] {
    case .inverseForeignKey(let key):
      let order: SQLFragment = key.orderColumn.map { "d.\(name: $0), " } ?? ""
      return try connection.prepare(
        "SELECT d.Z_PK, d.Z_ENT FROM \(name: table) d WHERE d.\(name: key.column) = ? "
          + "ORDER BY \(sql: order)d.Z_PK")
    case .joinTable(let side):
      let order: SQLFragment = side.orderColumn.map { "j.\(name: $0), " } ?? ""
      return try connection.prepare(
        "SELECT d.Z_PK, d.Z_ENT FROM \(name: side.table) j JOIN \(name: table) d "
          + "ON d.Z_PK = j.\(name: side.destinationColumn) "
          + "WHERE j.\(name: side.sourceColumn) = ? ORDER BY \(sql: order)d.Z_PK")
    case .foreignKey, nil: return nil
    }
  }

  // MARK: - Values

  private func composite(
    _ attribute: Attribute, _ leaves: [(leaf: CompositeLeaf, value: SQLValue)]
  ) -> JSONNode.Value {
    if attribute.isOptional, leaves.allSatisfy({ $0.value == .null }) { return .null }
    guard case .composite(let id) = attribute.type else { return .null }
    let members = model[id].elements.map { element -> JSONMember in
      let own = leaves.filter { $0.leaf.path.first == element.name }.map {
        var leaf = $0.leaf
        leaf.path.removeFirst()
        return (leaf: leaf, value: $0.value)
      }
      guard case .composite = element.type else {
        let value = inlined(own.first?.value ?? .null, element)
        return JSONMember(element.name, JSONNode.Value(exported: value, of: element))
      }
      return JSONMember(element.name, composite(element, own))
    }
    return .object(members)
  }

  /// Replaces the name of a file that holds a large binary (0x02, the name, NUL; observed) by the
  /// content of the file.
  ///
  /// If the file is missing, the bytes of the column are exported, which are the name of the file.
  private func inlined(_ value: SQLValue, _ attribute: Attribute) -> SQLValue {
    guard attribute.allowsExternalStorage, case .blob(let bytes) = value,
      let name = ExternalData.fileName(in: bytes), let data = external.read(name)
    else { return value }
    return .blob([1] + data)
  }
}

extension SQLValue {
  fileprivate var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
}
