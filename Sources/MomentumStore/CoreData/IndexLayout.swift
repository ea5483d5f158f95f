import MomentumModel
import MomentumSQL

/// The indexes of one root entity's table and its join tables, in creation order.
///
/// Source: observed; exact for 99 % of the indexes of unmigrated stores.
struct IndexLayout {
  let index: ModelIndex
  let framework: FrameworkVersion
  let root: EntityID
  let columns: ColumnLayout
  let joinTables: [EntityID: [JoinTableLayout.Table]]
  let condition: CoreDataLayout.IndexCondition

  private var table: String { index.table(of: root) }

  func indexes() -> [SQLIndex] {
    let family = index.family(of: root)
    var result: [SQLIndex] = []
    if !framework.namesIndexesByEntity { result += attributeIndexesOfOldStyle(family) }
    result += columns.keyColumns.map { column in
      SQLIndex(name: "\(table)_\(column)_INDEX", table: table, terms: [.name(column)])
    }
    result += joinTableIndexes(of: root)
    if index.hasSubentities(root) {
      result.append(SQLIndex(name: "\(table)_Z_ENT_INDEX", table: table, terms: [.name("Z_ENT")]))
    }
    for entity in family {
      if entity != root { result += joinTableIndexes(of: entity) }
      if framework.namesIndexesByEntity { result += namedIndexes(of: entity) }
    }
    if !framework.namesIndexesByEntity {
      result += family.flatMap { compoundIndexesOfOldStyle(of: $0) }
    }
    return result
  }

  // MARK: - Join tables

  private func joinTableIndexes(of entity: EntityID) -> [SQLIndex] {
    if framework.leavesJoinTablesBare { return bareJoinTableIndexes(of: entity) }
    guard framework.indexesJoinTables else { return [] }
    return (joinTables[entity] ?? []).map { join in
      let name = join.table.name
      let keys = join.table.keyColumns
      return SQLIndex(
        name: "\(name)_\(keys[1])_INDEX", table: name, terms: [.name(keys[1]), .name(keys[0])])
    }
  }

  private func bareJoinTableIndexes(of entity: EntityID) -> [SQLIndex] {
    (joinTables[entity] ?? []).map(\.table).flatMap { table in
      table.keyColumns.map {
        SQLIndex(name: "\(table.name)_\($0)_INDEX", table: table.name, terms: [.name($0)])
      }
    }
  }

  // MARK: - Named indexes

  private func namedIndexes(of entity: EntityID) -> [SQLIndex] {
    // Make no implicit and compound indexes if the fetch indexes already contain them. Observed: a
    // compiled model that lists fetch indexes also lists implicit and compound ones among them.
    // Observed: stores that SwiftData made have the indexes of its macro and no implicit ones,
    // though its compiled models mark the attributes as indexed.
    let isComplete =
      index.model.listsAllIndexes
      || index.model[entity].fetchIndexes.contains { $0.name.hasPrefix("SwiftDataIndexOn") }
    var result = isComplete ? [] : implicitIndexes(of: entity)
    if !isComplete { result += compoundIndexes(of: entity) }
    result += index.model[entity].fetchIndexes.compactMap { fetchIndex($0, in: entity) }
    guard framework.hasUniqueIndexes else { return result }
    return result
      + index.model[entity].uniquenessConstraints.compactMap { list in
        terms(list, in: entity).map {
          SQLIndex(
            name: "Z_\(index.model[entity].name)_UNIQUE_\(list.joined(separator: "_"))",
            table: table, isUnique: true, terms: $0)
        }
      }
  }

  /// The indexes over several properties that the old model format lists: `CREATE INDEX
  /// Z_Note_title_day ON ZNOTE (ZTITLE COLLATE BINARY ASC, ZDAY COLLATE BINARY ASC)`.
  private func compoundIndexes(of entity: EntityID) -> [SQLIndex] {
    index.model[entity].compoundIndexes.compactMap { list in
      let name = list.joined(separator: "_")
      guard !isDeclared(name, in: entity), let terms = terms(list, in: entity) else { return nil }
      return SQLIndex(
        name: "Z_\(index.model[entity].name)_\(name)", table: table, terms: terms)
    }
  }

  private func isDeclared(_ name: String, in entity: EntityID) -> Bool {
    index.model[entity].fetchIndexes.contains { $0.name == name }
  }

  /// The indexes of attributes that are marked as indexed. The model compiler marks an attribute if
  /// it is the only, ascending element of a fetch index, or if the old format marked it; Core Data
  /// then makes an index with the attribute's name too.
  private func implicitIndexes(of entity: EntityID) -> [SQLIndex] {
    let single = Set(
      index.model[entity].fetchIndexes.compactMap { declared -> String? in
        guard declared.elements.count == 1, declared.partialPredicate == nil,
          declared.elements[0].kind == .binary, declared.elements[0].isAscending,
          case .property(let name) = declared.elements[0].key
        else { return nil }
        return name
      })
    let marked = index.model[entity].attributes.filter {
      !$0.isTransient && ($0.isIndexed || single.contains($0.name))
        && !isDeclared($0.name, in: entity)
    }.map(\.name)
    guard !marked.isEmpty else { return [] }
    let names = index.model.ownPropertyNames(of: entity).sorted()
    // The order of the indexes. Observed: alphabetical in models of the old format; in newer ones
    // the order in which Core Foundation enumerates a dictionary of the property names.
    let order =
      single.isEmpty ? names : CoreFoundationDictionaryOrder.order(names, capacity: names.count)
    return order.filter { marked.contains($0) }.compactMap { name in
      terms([name], in: entity).map {
        SQLIndex(name: "Z_\(index.model[entity].name)_\(name)", table: table, terms: $0)
      }
    }
  }

  /// The index for a fetch index of the model; `nil` if its only element is a relationship, whose
  /// key has an index already.
  private func fetchIndex(_ declared: FetchIndex, in entity: EntityID) -> SQLIndex? {
    if declared.elements.count == 1, case .property(let name) = declared.elements[0].key,
      case .relationship = index.model.property(named: name, in: entity)
    {
      return nil
    }
    // A fetch index with spatial elements becomes a virtual table, which `rTrees` makes.
    guard declared.elements.allSatisfy({ $0.kind == .binary }) else { return nil }
    var terms: [SQLFragment] = []
    for element in declared.elements {
      guard let column = column(of: element.key, in: entity) else { return nil }
      terms.append(term(column, isAscending: element.isAscending))
    }
    guard !terms.isEmpty else { return nil }
    var result = SQLIndex(
      name: "Z_\(index.model[entity].name)_\(declared.name)", table: table, terms: terms)
    if let predicate = declared.partialPredicate {
      let sql = condition(predicate) { column(of: .property($0), in: entity) }
      guard let sql else { return nil }
      result.condition = sql
    }
    return result
  }

  /// The spatial indexes of a root entity and its sub-entities. All elements of such an index have
  /// the kind R-tree, as Core Data requires (documented: `NSFetchIndexElementType.rTree`).
  func rTrees() -> [StoreRTree] {
    guard framework.namesIndexesByEntity else { return [] }
    return index.family(of: root).flatMap { entity in
      index.model[entity].fetchIndexes.compactMap { declared -> StoreRTree? in
        let columns = declared.elements.compactMap { column(of: $0.key, in: entity) }
        guard !columns.isEmpty, columns.count <= 5, columns.count == declared.elements.count,
          Set(columns).count == columns.count,
          declared.elements.allSatisfy({ $0.kind == .rTree })
        else { return nil }
        return StoreRTree(
          name: "Z_RT_\(index.model[entity].name)_\(declared.name)", table: table, columns: columns)
      }
    }
  }

  // MARK: - Columns

  private func terms(_ names: [String], in entity: EntityID) -> [SQLFragment]? {
    var result: [SQLFragment] = []
    for name in names {
      guard let column = column(of: .property(name), in: entity) else { return nil }
      result.append(term(column, isAscending: true))
    }
    return result.isEmpty ? nil : result
  }

  private func term(_ column: String, isAscending: Bool) -> SQLFragment {
    "\(name: column) COLLATE BINARY \(sql: isAscending ? "ASC" : "DESC")"
  }

  private func column(of key: FetchIndex.Key, in entity: EntityID) -> String? {
    let name =
      switch key {
      case .property(let name), .expression(let name): name
      }
    switch index.model.property(named: name, in: entity) {
    case .attribute(let id): return columns.attributeColumns[id]
    case .relationship(let id): return columns.foreignKeys[id]?.column
    case .fetchedProperty: return nil
    case nil: break
    }
    switch name {
    case "self", "SELF", "objectID": return "Z_PK"
    case "entity", "SELF.entity": return "Z_ENT"
    default: return compositeColumn(of: name, in: entity)
    }
  }

  /// The column of an element of a composite, named by a path such as `composite.leaf`.
  private func compositeColumn(of path: String, in entity: EntityID) -> String? {
    let parts = path.split(separator: ".").map(String.init)
    guard parts.count > 1,
      case .attribute(let id) = index.model.property(named: parts[0], in: entity)
    else { return nil }
    return columns.compositeColumns[id]?.first { $0.path == Array(parts.dropFirst()) }?.column
  }

  // MARK: - Before named indexes

  private func attributeIndexesOfOldStyle(_ family: [EntityID]) -> [SQLIndex] {
    let names = family.flatMap { entity in
      index.storedAttributes(of: entity).filter { index.model[$0].isIndexed }
        .compactMap { columns.attributeColumns[$0] }
    }
    return names.sorted().map {
      SQLIndex(name: "\(table)_\($0)_INDEX", table: table, terms: [.name($0)])
    }
  }

  private func compoundIndexesOfOldStyle(of entity: EntityID) -> [SQLIndex] {
    index.model[entity].compoundIndexes.compactMap { list in
      let columns = list.compactMap { column(of: .property($0), in: entity) }
      guard columns.count == list.count, !columns.isEmpty else { return nil }
      return SQLIndex(
        name: "\(table)_\(columns.joined(separator: "_"))", table: table,
        terms: columns.map(SQLFragment.name))
    }
  }
}
