internal import MomentumModel
internal import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumServerStore

/// Reads the rows of one statement. The columns of an entity's values are looked up once, not for
/// each row.
struct ObjectRowReader {
  private let source: ObjectSource
  private let entity: EntityPlan
  private let columns: [FetchColumn]
  private let nameColumn: Int?
  private let keyColumn: Int
  private let versionColumn: Int?
  private let readAt: Double
  private var layouts: [EntityID: RowLayout] = [:]

  init(_ columns: [FetchColumn], _ entity: EntityPlan, _ source: ObjectSource, readAt: Double = 0) {
    self.source = source
    self.entity = entity
    self.columns = columns
    self.readAt = readAt
    nameColumn =
      source.tables.place(of: entity.id).entity == nil
      ? nil : columns.firstIndex(of: .entityNumber)
    keyColumn = columns.firstIndex(of: .primaryKey) ?? 0
    versionColumn = columns.firstIndex(of: .optimisticLock)
  }

  /// The identity of the object in a row.
  func id(_ row: PostgreSQLRow) throws -> ObjectID {
    ObjectID(source.places[try entity(row)], try key(row))
  }

  /// The values of the object in a row.
  mutating func snapshot(_ row: PostgreSQLRow) throws -> RowSnapshot {
    let plan = try entity(row)
    let key = try key(row)
    let layout = layout(of: plan)
    var values: [AttributeValue?] = []
    values.reserveCapacity(layout.leaves.count)
    for (index, column) in layout.leaves.enumerated() {
      guard let column else {
        values.append(nil)
        continue
      }
      let leaf = plan.leaves[index]
      do throws(StoredCell.Malformed) {
        values.append(try StoredCell.value(try cell(row, column), of: leaf.type))
      } catch { throw malformed(plan, leaf.name, key) }
    }
    var objects: [ObjectID?] = []
    objects.reserveCapacity(layout.toOnes.count)
    for toOne in layout.toOnes { objects.append(try object(toOne, row, plan, key)) }
    let version = try versionColumn.flatMap { try row.integer(at: $0) } ?? 1
    return RowSnapshot(
      ObjectID(source.places[plan], key), version: version, values: values, toOnes: objects,
      readAt: readAt)
  }

  private func cell(
    _ row: PostgreSQLRow, _ column: Int
  ) throws(StoredCell.Malformed) -> PostgreSQLValue {
    do { return try row.value(at: column) } catch { throw StoredCell.Malformed() }
  }

  private func key(_ row: PostgreSQLRow) throws -> Int64 {
    guard let key = try row.integer(at: keyColumn) else { throw malformed(entity, "id", 0) }
    return key
  }

  private func object(
    _ toOne: RowLayout.ToOne, _ row: PostgreSQLRow, _ owner: EntityPlan, _ key: Int64
  ) throws -> ObjectID? {
    guard let column = toOne.column, let number = try row.integer(at: column) else { return nil }
    guard let nameColumn = toOne.nameColumn, case .text(let name) = try row.value(at: nameColumn)
    else { return ObjectID(source.places[toOne.destination], number) }
    guard let entity = source.entity(named: name), entity.root == toOne.destination.root else {
      throw malformed(owner, toOne.name, key)
    }
    return ObjectID(source.places[entity], number)
  }

  private func entity(_ row: PostgreSQLRow) throws -> EntityPlan {
    guard let nameColumn, let name = try row.text(at: nameColumn) else { return entity }
    guard let plan = source.entity(named: name), plan.root == entity.root else {
      throw malformed(entity, "entity", try key(row))
    }
    return plan
  }

  private func malformed(_ entity: EntityPlan, _ property: String, _ key: Int64) -> ObjectError {
    ObjectError(
      .init(rawValue: 134_060),
      "entity '\(entity.name)', property '\(property)', key \(key): the stored value has another type"
    )
  }

  private mutating func layout(of plan: EntityPlan) -> RowLayout {
    if let known = layouts[plan.id] { return known }
    let made = RowLayout(plan, columns, source)
    layouts[plan.id] = made
    return made
  }
}

/// The indexes of the columns that have an entity's values in the rows of one statement.
private struct RowLayout {
  struct ToOne {
    var name: String
    var column: Int?
    /// The column with the name of the object's entity.
    var nameColumn: Int?
    var destination: EntityPlan
  }

  var leaves: [Int?]
  var toOnes: [ToOne]

  init(_ plan: EntityPlan, _ columns: [FetchColumn], _ source: ObjectSource) {
    leaves = plan.leaves.map { leaf in
      guard !leaf.isTransient else { return nil }
      return columns.firstIndex { column in
        switch column {
        case .attribute(let id): leaf.path.isEmpty && id == leaf.attribute
        case .compositeElement(let id, let path, _): id == leaf.attribute && path == leaf.path
        case .constant, .entityNumber, .primaryKey, .optimisticLock, .toOne, .toOneEntity, .value,
          .count:
          false
        }
      }
    }
    toOnes = plan.toOnes.map { relationship in
      let hasNames = source.tables.place(of: relationship.destination).entity != nil
      return ToOne(
        name: relationship.name, column: columns.firstIndex(of: .toOne(relationship.id)),
        nameColumn: hasNames ? columns.firstIndex(of: .toOneEntity(relationship.id)) : nil,
        destination: source.model[relationship.destination])
    }
  }
}
