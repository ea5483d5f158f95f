package import MomentumModel
package import MomentumSQL

/// Lays a model out in tables as Core Data's SQLite store does.
///
/// Source: rules observed in 178 real stores of framework versions 230 to 1526.
package struct CoreDataLayout: Sendable {
  /// Converts the predicate of a partial index to SQL; `column` returns the column of a key.
  package typealias IndexCondition =
    @Sendable (_ predicate: String, _ column: (String) -> String?) -> SQLFragment?

  package let framework: FrameworkVersion
  /// Whether the store has the tables of persistent history; for frameworks without history this
  /// has no effect.
  package var keepsHistory: Bool
  private let indexCondition: IndexCondition

  /// - Parameters:
  ///   - frameworkVersion: The store's `NSPersistenceFrameworkVersion`; `nil` for the newest known.
  ///   - indexCondition: Compiles the predicates of partial indexes, which this module cannot
  ///     parse. If it returns `nil`, the index is left out.
  package init(
    frameworkVersion: Int? = nil, keepsHistory: Bool = false,
    indexCondition: @escaping IndexCondition
  ) {
    framework = FrameworkVersion(frameworkVersion)
    self.keepsHistory = keepsHistory
    self.indexCondition = indexCondition
  }

  /// The tables of a model. The time is nearly linear in the model's size.
  package func layOut(_ model: ObjectModel) -> StoreSchema {
    let index = ModelIndex(model)
    let joinTables = JoinTableLayout(index, ranks: index.toManyRanks())
    let virtualKeys = virtualKeys(index, joinTables)
    var columns: [EntityID: ColumnLayout] = [:]
    for root in index.roots {
      columns[root] = ColumnLayout(root: root, index: index, virtualKeys: virtualKeys)
    }
    let owned = joinTables.tablesByOwner()
    var schema = StoreSchema(
      entities: model.entityIDs.map { entityStorage($0, index) },
      tables: index.roots.compactMap { root in
        columns[root].map { table(root, index, $0, owned, columns) }
      })
    CoreDataLayout.makeIndexNamesUnique(in: &schema.tables)
    for root in index.roots {
      guard let layout = columns[root] else { continue }
      schema.attributeColumns.merge(layout.attributeColumns) { first, _ in first }
      schema.compositeColumns.merge(layout.compositeColumns) { first, _ in first }
    }
    schema.relationships = relationshipStorage(index, columns, joinTables)
    if keepsHistory, framework.hasHistory {
      schema.history = HistoryTables(framework: framework).history(of: model)
    }
    return schema
  }

  /// Removes indexes whose name is taken: names of indexes are unique in the whole database,
  /// without regard to case. The first index keeps its name.
  private static func makeIndexNamesUnique(in tables: inout [EntityTable]) {
    var names = Set(tables.flatMap { [$0.name] + $0.joinTables.map(\.name) })
    for table in tables.indices {
      tables[table].indexes.removeAll { !names.insert($0.name.uppercased()).inserted }
      tables[table].rTrees.removeAll { !names.insert($0.name.uppercased()).inserted }
    }
  }

  private func entityStorage(_ id: EntityID, _ index: ModelIndex) -> EntityStorage {
    let number = index.number(of: id)
    return EntityStorage(
      name: index.model[id].name, number: number,
      parentNumber: index.model[id].parent.map { index.number(of: $0) } ?? 0,
      familyNumbers: number...max(number, index.lastNumbers[id.index]),
      table: index.table(of: id), sharesTable: index.hasSubentities(index.root(of: id)))
  }

  /// The to-many relationships without inverse, whose key is in the destination's table; by the
  /// destination's entity. They are sorted by the number of the declaring entity, then in the order
  /// in which Core Foundation enumerates the dictionary of that entity's properties.
  private func virtualKeys(
    _ index: ModelIndex, _ joinTables: JoinTableLayout
  ) -> [EntityID: [RelationshipID]] {
    var result: [EntityID: [RelationshipID]] = [:]
    for entity in index.ordered {
      var owned = index.storedRelationships(of: entity).filter {
        index.model[$0].isToMany && index.inverse(of: $0) == nil
      }
      if owned.count > 1 {
        let places = index.propertyDictionaryPlaces(of: entity)
        owned.sort { places[index.model[$0].name] ?? 0 < places[index.model[$1].name] ?? 0 }
      }
      for id in owned { result[index.model[id].destination, default: []].append(id) }
    }
    return result
  }

  private func table(
    _ root: EntityID, _ index: ModelIndex, _ columns: ColumnLayout,
    _ owned: [EntityID: [JoinTableLayout.Table]],
    _ allColumns: [EntityID: ColumnLayout]
  ) -> EntityTable {
    let family = index.family(of: root)
    let indexes = IndexLayout(
      index: index, framework: framework, root: root, columns: columns, joinTables: owned,
      condition: indexCondition)
    let triggers = DerivedTriggers(index: index, framework: framework, columns: allColumns)
    return EntityTable(
      name: index.table(of: root), columns: columns.columns,
      inlineUniqueness: framework.hasUniqueIndexes
        ? [] : uniqueness(of: family, index, columns),
      joinTables: family.flatMap { owned[$0] ?? [] }.map { joinTable in
        var table = joinTable.table
        table.isBare = framework.leavesJoinTablesBare
        return table
      },
      indexes: indexes.indexes(), rTrees: indexes.rTrees(), triggers: triggers.triggers(of: root),
      derivations: triggers.derivations(of: root),
      connectionTriggers: triggers.connectionTriggers(of: root))
  }

  private func uniqueness(
    of family: [EntityID], _ index: ModelIndex, _ columns: ColumnLayout
  ) -> [[String]] {
    family.flatMap { entity in
      index.model[entity].uniquenessConstraints.compactMap { list -> [String]? in
        let names = list.compactMap { name -> String? in
          switch index.model.property(named: name, in: entity) {
          case .attribute(let id): columns.attributeColumns[id]
          case .relationship(let id): columns.foreignKeys[id]?.column
          case .fetchedProperty, nil: nil
          }
        }
        return names.count == list.count && !names.isEmpty ? names : nil
      }
    }
  }

  private func relationshipStorage(
    _ index: ModelIndex, _ columns: [EntityID: ColumnLayout], _ joins: JoinTableLayout
  ) -> [RelationshipID: RelationshipStorage] {
    var result: [RelationshipID: RelationshipStorage] = [:]
    for entity in index.ordered {
      for id in index.storedRelationships(of: entity) {
        let own = columns[index.root(of: id.entity)]?.foreignKeys[id]
        if !index.model[id].isToMany {
          result[id] = own.map { .foreignKey($0) }
        } else if let side = joins.sides[id] {
          result[id] = .joinTable(side)
        } else {
          let holder = index.inverse(of: id) ?? id
          let root = index.root(of: index.model[id].destination)
          result[id] = columns[root]?.foreignKeys[holder].map { .inverseForeignKey($0) }
        }
      }
    }
    return result
  }
}
