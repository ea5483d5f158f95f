import MomentumModel

// Decides whether a table can be the join table of a pair of relationships, and how far its names
// are from the names that the layout computes from the model.

extension JoinTableFinder {
  /// The guess that a table is the join table of a pair of relationships; `nil` if the table lacks
  /// a column for one of the two.
  func reading(_ index: Int, _ table: StoreCatalog.Table) -> Reading? {
    let pair = pairs[index]
    let columns = table.columns.map(\.name).filter { !$0.uppercased().hasPrefix("Z_FOK_") }
    let isReflexive = pair.first == pair.second
    let best =
      isReflexive ? reflexive(pair, columns) : orientation(pair, columns, in: table.name)
    guard let best else { return nil }
    let name = tableCost(table.name, pair)
    // A table whose name is not derived from the pair is accepted only if both columns have the
    // right names.
    guard name < JoinTableFinder.unknownName || best.cost < JoinTableFinder.wrongNumber else {
      return nil
    }
    return Reading(
      pair: index, table: table, first: best.first, second: best.second, cost: best.cost + name)
  }

  private typealias Columns = (first: String, second: String, cost: Int)

  private static let unknownName = 2 * wrongNumber

  /// Finds the columns of a relationship that is its own inverse:
  /// `Z_45DUPLICATES ( Z_45DUPLICATES, REFLEXIVE )`.
  private func reflexive(_ pair: Pair, _ columns: [String]) -> Columns? {
    guard let reflexive = columns.first(where: { $0.uppercased() == "REFLEXIVE" }) else {
      return nil
    }
    let found = columns.compactMap { column -> Columns? in
      guard
        let cost = cost(column, of: pair.first, pair.first.entity, pair.firstSide.sourceColumn)
      else { return nil }
      return (reflexive, column, cost)
    }
    return found.min { $0.cost < $1.cost }
  }

  /// Finds the column of each relationship. If the names fit in either order, the rows decide. If
  /// the rows do not decide either, the columns are taken in the order that the layout computes
  /// from the model.
  private func orientation(_ pair: Pair, _ columns: [String], in table: String) -> Columns? {
    var found: [Columns] = []
    for first in columns {
      let column = pair.firstSide.destinationColumn
      guard let cost = cost(first, of: pair.first, pair.second.entity, column) else { continue }
      for second in columns where second != first {
        let column = pair.secondSide.destinationColumn
        guard let other = self.cost(second, of: pair.second, pair.first.entity, column) else {
          continue
        }
        found.append((first, second, cost + other))
      }
    }
    // Names may contain the numbers of the model or those of the store. If these differ, a name
    // that fits better may still be the wrong side: compare all candidates by their rows.
    let least = found.map(\.cost).min() ?? 0
    let best = hasOtherNumbers ? found : found.filter { $0.cost == least }
    guard best.count > 1 else { return best.first }
    let sound = best.filter { !hasStrayKeys(pair, table, $0.first, $0.second) }
    let nearest = (sound.isEmpty ? best : sound).min { $0.cost < $1.cost }
    guard let nearest, sound.count != 1 else { return nearest }
    let comesFirst =
      finder.computed.tables.flatMap(\.joinTables)
      .first { $0.name == pair.firstSide.table }?.keyColumns.first
      == pair.firstSide.destinationColumn
    return best.first { one in
      let places = (columns.firstIndex(of: one.first) ?? 0, columns.firstIndex(of: one.second) ?? 0)
      return one.cost == nearest.cost && comesFirst == (places.0 < places.1)
    } ?? nearest
  }

  // MARK: - Costs

  /// The difference between a column's name and the name that is computed for the keys of a
  /// relationship's destinations: 0 for equal names, `nil` if the column cannot belong to the
  /// relationship.
  ///
  /// - Parameter entity: The entity whose number is at the beginning of the name: the one that
  ///   declares the inverse.
  private func cost(
    _ column: String, of id: RelationshipID, _ entity: EntityID, _ computed: String
  ) -> Int? {
    let name = column.uppercased()
    if name == computed.uppercased() || name == renumbered(computed, entity) { return 0 }
    return distance(column, finder.model[id].name, entity)
  }

  private func tableCost(_ table: String, _ pair: Pair) -> Int {
    let name = table.uppercased()
    let computed = pair.firstSide.table
    let isExact = [pair.first, pair.second].contains { name == renumbered(computed, $0.entity) }
    if name == computed.uppercased() || isExact { return 0 }
    let distances = [pair.first, pair.second].compactMap { id in
      distance(table, finder.model[id].name, id.entity)
    }
    return distances.min() ?? JoinTableFinder.unknownName
  }

  /// A name that the layout computes from the model, with the number that the store has for the
  /// entity: `Z_3TAGS` for `Z_2TAGS`.
  private func renumbered(_ computed: String, _ entity: EntityID) -> String? {
    NumberedName(computed, prefix: "Z_").flatMap { parts in
      parts.number == finder.computed[entity].number
        ? "Z_\(finder.number(of: entity))\(parts.rest)" : nil
    }
  }

  /// The difference between a name in the store and `Z_<n><RELATIONSHIP>`: 1 if the number in the
  /// name is this entity's, `wrongNumber` for another number, `nil` if the rest of the name
  /// differs.
  private func distance(_ name: String, _ relationship: String, _ entity: EntityID) -> Int? {
    guard let parts = NumberedName(name, prefix: "Z_"),
      NumberedName.isNumbered(parts.rest, relationship.uppercased())
    else { return nil }
    let numbers = [finder.number(of: entity), finder.computed[entity].number]
    return numbers.contains(parts.number) ? 1 : JoinTableFinder.wrongNumber
  }

  // MARK: - Rows

  func hasStrayKeys(_ reading: Reading) -> Bool {
    hasStrayKeys(pairs[reading.pair], reading.table.name, reading.first, reading.second)
  }

  private func hasStrayKeys(
    _ pair: Pair, _ table: String, _ first: String, _ second: String
  ) -> Bool {
    [(pair.first, first), (pair.second, second)].contains { id, column in
      let destination = finder.model[id].destination
      return finder.evidence.hasStrayKey(
        table, column, finder.schema[destination].table, finder.familyNumbers(of: destination))
        ?? false
    }
  }
}
