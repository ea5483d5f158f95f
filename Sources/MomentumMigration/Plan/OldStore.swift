import MomentumModel
package import MomentumStore

/// The old model as a store really keeps it: each table, column and number found in the catalogue.
///
/// Names come from the layout of the old model. Where the store has another name, one that differs only in
/// its numbers is taken, if it is the only one: entities' numbers are part of names, and Core Data's own
/// migrations leave some behind.
struct OldStore {
  let model: ObjectModel
  let families: ModelFamilies
  /// `Z_ENT` by `EntityID.index`, as `Z_PRIMARYKEY` has it.
  let numbers: [Int]
  private(set) var attributeColumns: [AttributeID: String] = [:]
  private(set) var compositeColumns: [AttributeID: [CompositeLeaf]] = [:]
  private(set) var relationships: [RelationshipID: RelationshipStorage] = [:]
  /// By the layout's name.
  private(set) var joinTables: [String: StoreCatalog.Table] = [:]
  private(set) var failures: [PlanFailure.Reason] = []

  let schema: StoreSchema
  private let catalog: [String: StoreCatalog.Table]
  /// The layout's name of a root entity's table to the catalogue's.
  private var tables: [String: StoreCatalog.Table] = [:]
  /// The layout's names of columns to the catalogue's, by the layout's name of the table.
  private var columns: [String: [String: String]] = [:]

  init(_ planned: PlannedModel, catalog: StoreCatalog) {
    model = planned.model
    schema = planned.schema
    var byName: [String: StoreCatalog.Table] = [:]
    for table in catalog.tables where byName[folded(table.name)] == nil {
      byName[folded(table.name)] = table
    }
    self.catalog = byName
    numbers = OldStore.numbers(planned.schema, catalog.entityNumbers)
    families = ModelFamilies(planned.model, numbers: numbers)
    for table in schema.tables { findTable(table) }
    for table in schema.tables.flatMap(\.joinTables) { findJoinTable(table) }
    nameProperties()
  }

  /// By name; a renamed entity may have its old name there still, and is then found by its number.
  fileprivate static func numbers(
    _ schema: StoreSchema, _ rows: [StoreCatalog.EntityNumber]
  ) -> [Int] {
    let names = Set(schema.entities.map(\.name))
    var byName: [String: Int] = [:]
    for row in rows where names.contains(row.name) { byName[row.name] = row.number }
    let taken = Set(byName.values)
    return schema.entities.map { entity in
      if let number = byName[entity.name] { return number }
      return taken.contains(entity.number) ? -entity.number : entity.number
    }
  }

  func number(of id: EntityID) -> Int { numbers[id.index] }

  /// The numbers of an entity and all below it.
  func familyNumbers(of id: EntityID) -> [Int] { families.family(of: id).map { number(of: $0) } }

  /// The table with an entity's rows; `nil` where the store has none.
  func table(of id: EntityID) -> StoreCatalog.Table? { tables[schema[id].table] }

  func catalogTable(named name: String) -> StoreCatalog.Table? { catalog[folded(name)] }

  // MARK: - Tables

  private mutating func findTable(_ table: EntityTable) {
    guard let found = catalog[folded(table.name)] else {
      fail("table \(table.name)", "the store has no table \(table.name)")
      return
    }
    tables[table.name] = found
    var names = ColumnNames(found.columns.map(\.name))
    let system = ["Z_PK", "Z_ENT", "Z_OPT"]
    for (column, actual) in zip(system, names.find(system)) where actual == nil {
      fail("table \(table.name)", "table \(table.name) has no column \(column)")
    }
    let wanted = table.columns.map(\.name)
    var result: [String: String] = [:]
    for (column, actual) in zip(wanted, names.find(wanted)) { result[column] = actual }
    columns[table.name] = result
  }

  private mutating func findJoinTable(_ table: JoinTable) {
    let known = catalog[folded(table.name)]
    // Which of two relationships of one entity names their table is not known for certain.
    let found =
      known.flatMap { holds($0, table) ? $0 : nil }
      ?? only(catalog.values.filter { holds($0, table) })
    guard let found else {
      fail("table \(table.name)", "the store has no table \(table.name)")
      return
    }
    joinTables[table.name] = found
    let wanted = table.keyColumns + table.orderColumns
    var names = ColumnNames(found.columns.map(\.name))
    var result: [String: String] = [:]
    for (column, actual) in zip(wanted, names.find(wanted)) { result[column] = actual }
    columns[table.name] = result
  }

  private func holds(_ candidate: StoreCatalog.Table, _ table: JoinTable) -> Bool {
    guard candidate.name.hasPrefix("Z_") else { return false }
    let names = Set(candidate.columns.map { folded($0.name) })
    return !names.contains("z_pk") && table.keyColumns.allSatisfy { names.contains(folded($0)) }
  }

  private func only<Element>(_ elements: [Element]) -> Element? {
    elements.count == 1 ? elements[0] : nil
  }

  private mutating func fail(_ place: String, _ text: String) {
    failures.append(PlanFailure.Reason(kind: .storeDiffers, place: place, text: text))
  }

  // MARK: - Properties

  private mutating func nameProperties() {
    for entity in model.entityIDs {
      let table = schema[entity].table
      // Without its table each of its columns would be reported as well.
      guard let names = columns[table] else { continue }
      for index in model[entity].attributes.indices {
        nameAttribute(AttributeID(entity, index), names)
      }
      for index in model[entity].relationships.indices {
        let id = RelationshipID(entity, index)
        relationships[id] = schema.relationships[id].flatMap { storage($0, of: id) }
      }
    }
  }

  private mutating func nameAttribute(_ id: AttributeID, _ names: [String: String]) {
    let place = "\(model[id.entity].name).\(model[id].name)"
    if let column = schema.attributeColumns[id] {
      attributeColumns[id] = names[column]
      if names[column] == nil {
        fail(place, "table \(schema[id.entity].table) has no column \(column)")
      }
    }
    guard let leaves = schema.compositeColumns[id] else { return }
    compositeColumns[id] = leaves.compactMap { leaf in
      guard let column = names[leaf.column] else {
        fail(place, "table \(schema[id.entity].table) has no column \(leaf.column)")
        return nil
      }
      return CompositeLeaf(path: leaf.path, type: leaf.type, column: column)
    }
  }

  private mutating func storage(
    _ storage: RelationshipStorage, of id: RelationshipID
  ) -> RelationshipStorage? {
    switch storage {
    case .foreignKey(let key):
      return self.key(key, in: id.entity, of: id).map { .foreignKey($0) }
    case .inverseForeignKey(let key):
      return self.key(key, in: model[id].destination, of: id).map { .inverseForeignKey($0) }
    case .joinTable(let side):
      guard let table = joinTables[side.table], let names = columns[side.table],
        let source = names[side.sourceColumn], let destination = names[side.destinationColumn]
      else { return nil }
      return .joinTable(
        JoinTableSide(
          table: table.name, sourceColumn: source, destinationColumn: destination,
          orderColumn: side.orderColumn.flatMap { names[$0] }))
    }
  }

  /// Without its order or its entity column a key still says which object it is.
  private mutating func key(
    _ key: ForeignKey, in entity: EntityID, of id: RelationshipID
  ) -> ForeignKey? {
    guard let names = columns[schema[entity].table] else { return nil }
    guard let column = names[key.column] else {
      fail(
        "\(model[id.entity].name).\(model[id].name)",
        "table \(schema[entity].table) has no column \(key.column)")
      return nil
    }
    return ForeignKey(
      column: column, entityColumn: key.entityColumn.flatMap { names[$0] },
      orderColumn: key.orderColumn.flatMap { names[$0] })
  }
}

extension OldStore {
  /// The layout with the store's own names and numbers, without what is not there; indexes and triggers are
  /// left out, since the catalogue has them.
  var layout: StoreSchema {
    var result = StoreSchema(
      entities: schema.entities, attributeColumns: attributeColumns,
      compositeColumns: compositeColumns, relationships: relationships)
    for id in model.entityIDs {
      let family = familyNumbers(of: id)
      result.entities[id.index].number = number(of: id)
      result.entities[id.index].parentNumber = model[id].parent.map { number(of: $0) } ?? 0
      result.entities[id.index].familyNumbers =
        (family.min() ?? number(of: id))...(family.max() ?? number(of: id))
      result.entities[id.index].table = table(of: id)?.name ?? schema[id].table
    }
    result.tables = schema.tables.map { table in
      var found = EntityTable(name: tables[table.name]?.name ?? table.name, columns: table.columns)
      found.joinTables = table.joinTables.map { join in
        JoinTable(
          name: joinTables[join.name]?.name ?? join.name, keyColumns: join.keyColumns,
          orderColumns: join.orderColumns, isBare: join.isBare)
      }
      found.rTrees = table.rTrees.filter { catalogTable(named: $0.name) != nil }
      return found
    }
    return result
  }

  /// Whether the numbers of each entity and those below it are adjacent, as a layout gives them.
  var hasAdjacentFamilies: Bool {
    model.entityIDs.allSatisfy { id in
      let family = familyNumbers(of: id)
      guard let first = family.min(), let last = family.max() else { return true }
      return last - first == family.count - 1
    }
  }
}

extension PlannedModel {
  /// The entity whose rows have a number in a store; `nil` where none has.
  package func entityName(ofNumber number: Int, in catalog: StoreCatalog) -> String? {
    let numbers = OldStore.numbers(schema, catalog.entityNumbers)
    return numbers.firstIndex(of: number).map { schema.entities[$0].name }
  }
}

/// The columns of one table, each found at most once.
private struct ColumnNames {
  private let exact: [String: String]
  private let byPattern: [String: [String]]
  private var taken: Set<String> = []

  init(_ names: [String]) {
    exact = Dictionary(names.map { (folded($0), $0) }) { first, _ in first }
    byPattern = Dictionary(grouping: names) { ColumnNames.pattern($0) }
  }

  /// Exact ones first, so that no other can take them.
  mutating func find(_ wanted: [String]) -> [String?] {
    var result = wanted.map { exact[folded($0)] }
    taken.formUnion(result.compactMap { $0 })
    for index in wanted.indices where result[index] == nil {
      let pattern = ColumnNames.pattern(wanted[index])
      guard pattern.contains("#") else { continue }
      let free = (byPattern[pattern] ?? []).filter { !taken.contains($0) }
      guard free.count == 1 else { continue }
      result[index] = free[0]
      taken.insert(free[0])
    }
    return result
  }

  /// `z#_owner` for `Z12_OWNER`: the name without the number of an entity.
  private static func pattern(_ name: String) -> String {
    let text = folded(name)
    for prefix in ["z_fok_", "z_", "z"] where text.hasPrefix(prefix) {
      let rest = text.dropFirst(prefix.count)
      let tail = rest.drop { $0.isASCII && $0.isNumber }
      return tail.count < rest.count ? prefix + "#" + tail : text
    }
    return text
  }
}
