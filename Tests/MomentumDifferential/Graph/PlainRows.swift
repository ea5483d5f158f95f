import Foundation
package import MomentumModel
package import MomentumSQL
package import MomentumStore

/// The rows of a graph in the tables of a plain layout; objects keep their primary keys.
package struct PlainRows {
  package struct Cell {
    package var column: String
    package var type: SQLColumnType
    package var value: AttributeValue?
  }

  package struct Row {
    package var table: String
    package var cells: [Cell]
  }

  private let graph: ObjectGraph
  private let schema: PlainSchema
  private let foldsAllLetters: Bool
  private var model: ObjectModel { graph.model }

  /// A name as every database takes it: `"order"`.
  package static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// Entity rows first, then those of join tables.
  ///
  /// - Parameter foldsAllLetters: Whether the database can compute lower and upper case.
  package static func rows(
    of graph: ObjectGraph, in schema: PlainSchema, foldsAllLetters: Bool = false
  ) -> [Row] {
    let rows = PlainRows(graph: graph, schema: schema, foldsAllLetters: foldsAllLetters)
    return rows.entityRows() + rows.joinRows()
  }

  private func entityRows() -> [Row] {
    let tables = entityTables()
    return graph.objects.indices.compactMap { index in
      let object = graph.objects[index]
      guard let table = tables[model.root(of: object.entity)] else { return nil }
      var cells = [
        Cell(
          column: table.primaryKey[0], type: .identity, value: .integer(object.primaryKey))
      ]
      if let column = Self.entityColumn(of: table) {
        cells.append(
          Cell(column: column, type: .text, value: .string(model[object.entity].name)))
      }
      cells += attributes(of: object) + keys(of: index)
      // What the database computes cannot be given.
      let computed = table.columns.filter { $0.generation.map(isComputed) ?? false }.map(\.name)
      return Row(table: table.name, cells: cells.filter { !computed.contains($0.column) })
    }
  }

  private func isComputed(_ generation: PlainGeneration) -> Bool {
    switch generation.function {
    case .copy: true
    case .lowercase, .uppercase: foldsAllLetters
    }
  }

  private func entityTables() -> [EntityID: PlainTable] {
    var result: [EntityID: PlainTable] = [:]
    for table in schema.tables {
      if case .entity(let entity) = table.kind { result[entity] = table }
    }
    return result
  }

  private static func entityColumn(of table: PlainTable) -> String? {
    for check in table.columns.flatMap(\.checks) {
      if case .entity(let column, _) = check { return column }
    }
    return nil
  }

  private func attributes(of object: ObjectGraph.Object) -> [Cell] {
    model.attributes(of: object.entity).flatMap { id -> [Cell] in
      (schema.attributeColumns[id] ?? []).compactMap { leaf in
        SQLColumnType(leaf.type).map {
          let value = object.values[ObjectGraph.Leaf(id, path: leaf.path)]
          return Cell(column: leaf.column, type: $0, value: value)
        }
      }
    }
  }

  private func keys(of index: Int) -> [Cell] {
    let object = graph.objects[index]
    return model.relationships(of: object.entity).flatMap { id -> [Cell] in
      guard case .foreignKey(let key)? = schema.relationships[id] else { return [] }
      let target = object.links[id]?.first
      let value = target.map { AttributeValue.integer(graph.objects[$0].primaryKey) }
      var cells = [Cell(column: key.column, type: .key, value: value)]
      if let column = key.orderColumn, let inverse = model[id].inverse {
        let place = target.flatMap { graph.objects[$0].links[inverse]?.firstIndex(of: index) }
        cells.append(
          Cell(column: column, type: .integer, value: place.map { .integer(Int64($0)) }))
      }
      return cells
    }
  }

  // MARK: - Join tables

  private func joinRows() -> [Row] {
    schema.tables.flatMap { table -> [Row] in
      guard case .join(let owner) = table.kind,
        case .joinTable(let side)? = schema.relationships[owner]
      else { return [] }
      return joinRows(owner, side)
    }
  }

  private func joinRows(_ owner: RelationshipID, _ side: JoinTableSide) -> [Row] {
    let inverse = model[owner].inverse
    var otherOrder: String?
    if let inverse, inverse != owner, case .joinTable(let other)? = schema.relationships[inverse] {
      otherOrder = other.orderColumn
    }
    return graph.objects.indices.flatMap { source -> [Row] in
      let targets = graph.objects[source].links[owner] ?? []
      return targets.enumerated().compactMap { place, target -> Row? in
        let keys = (graph.objects[source].primaryKey, graph.objects[target].primaryKey)
        // Of a pair in a relationship that is its own inverse the smaller key stands first.
        if inverse == owner, side.orderColumn == nil, keys.0 > keys.1 { return nil }
        var cells = [
          Cell(column: side.sourceColumn, type: .key, value: .integer(keys.0)),
          Cell(column: side.destinationColumn, type: .key, value: .integer(keys.1)),
        ]
        if let column = side.orderColumn {
          cells.append(Cell(column: column, type: .integer, value: .integer(Int64(place))))
        }
        if let column = otherOrder, let inverse {
          let place = graph.objects[target].links[inverse]?.firstIndex(of: source) ?? 0
          cells.append(Cell(column: column, type: .integer, value: .integer(Int64(place))))
        }
        return Row(table: side.table, cells: cells)
      }
    }
  }
}

extension PlainRows.Cell {
  /// The value as SQLite keeps it; `nil` for a date that the layout cannot hold.
  package var sqliteValue: SQLValue? {
    switch value {
    case nil: .null
    case .date(let seconds): UTCDate.text(seconds).map { .text($0) }
    case .decimal(let number): .text("\(number)")
    case .uuid(let uuid): .text(uuid.uuidString.lowercased())
    case .integer, .double, .string, .boolean, .binary, .uri: value?.stored
    }
  }
}
