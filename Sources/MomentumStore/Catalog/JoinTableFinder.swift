import MomentumModel

/// Finds the join table of each many-to-many relationship in a store's catalogue.
///
/// `Z_3SHOWS ( Z_3ARTWORKS1, Z_14SHOWS )` is recognised by the parts of its names: the table is
/// named after one of the two relationships and its entity, and has a column named after each of
/// them. The layout may have computed another relationship for the table's name, other numbers at
/// the end of a name, or another order of columns.
struct JoinTableFinder {
  struct Found {
    var sides: [RelationshipID: JoinTableSide] = [:]
    /// The store's join tables, by the table's name that the layout computes from the model.
    var tables: [String: JoinTable] = [:]
    var missing: [MissingPart] = []
  }

  /// A relationship and its inverse, with the columns that the layout computes for them.
  struct Pair {
    var first: RelationshipID
    /// Equals `first` if the relationship is its own inverse.
    var second: RelationshipID
    var firstSide: JoinTableSide
    var secondSide: JoinTableSide
  }

  /// A guess: this table is the join table of this pair of relationships.
  struct Reading {
    var pair: Int
    var table: StoreCatalog.Table
    /// The columns with the keys of the destinations of both relationships.
    var first: String
    var second: String
    /// The sum of the differences between the table's names and the names that the layout computes
    /// from the model; 0 if all are equal. From `wrongNumber` on, a name contains the number of
    /// another entity, so the guess needs further proof.
    var cost: Int
  }

  static let wrongNumber = 4

  let finder: CatalogFinder
  let pairs: [Pair]
  /// Whether the store has other entity numbers than the layout computes from the model.
  let hasOtherNumbers: Bool
  private let computedTables: [String: JoinTable]
  private var open: Set<Int>
  private var takenTables: Set<String> = []
  private var result = Found()

  init(_ finder: CatalogFinder) {
    self.finder = finder
    pairs = JoinTableFinder.pairs(finder)
    hasOtherNumbers = finder.numbers.numbers != finder.computed.entities.map(\.number)
    open = Set(pairs.indices)
    computedTables = Dictionary(
      finder.computed.tables.flatMap(\.joinTables).map { ($0.name, $0) }
    ) { first, _ in first }
  }

  private static func pairs(_ finder: CatalogFinder) -> [Pair] {
    var pairs: [Pair] = []
    for entity in finder.model.entityIDs {
      for index in finder.model[entity].relationships.indices {
        let id = RelationshipID(entity, index)
        guard case .joinTable(let side) = finder.computed.relationships[id],
          let inverse = finder.model[id].inverse,
          case .joinTable(let other) = finder.computed.relationships[inverse],
          (id.entity.index, id.index) <= (inverse.entity.index, inverse.index)
        else { continue }
        pairs.append(Pair(first: id, second: inverse, firstSide: side, secondSide: other))
      }
    }
    return pairs
  }

  func find() -> Found {
    var copy = self
    copy.run()
    return copy.result
  }

  private mutating func run() {
    for index in pairs.indices {
      let name = pairs[index].firstSide.table.uppercased()
      if let table = finder.catalog[name], let reading = reading(index, table), reading.cost == 0,
        !hasOtherNumbers || !hasStrayKeys(reading)
      {
        take(reading)
      }
    }
    guard !open.isEmpty else { return }
    let tables = finder.catalog.values.filter {
      !takenTables.contains($0.name) && JoinTableFinder.isJoinTable($0)
    }.sorted { $0.name < $1.name }
    let readings = open.sorted().flatMap { pair in tables.compactMap { reading(pair, $0) } }
    for cost in Set(readings.map(\.cost)).sorted() {
      share(readings.filter { $0.cost == cost })
    }
    for index in open.sorted() { lack(pairs[index]) }
  }

  private static func isJoinTable(_ table: StoreCatalog.Table) -> Bool {
    let names = table.columns.map { $0.name.uppercased() }
    return table.name.uppercased().hasPrefix("Z_") && names.count >= 2 && !names.contains("Z_PK")
  }

  /// Accepts guesses whose names differ equally from the computed ones: first those without an
  /// alternative, then those whose only alternatives contradict the rows, then the first one in the
  /// order of the model. If a name has the number of another entity, the order of the model proves
  /// nothing, so the remaining guesses are reported as ambiguous.
  private mutating func share(_ readings: [Reading]) {
    var strays: [String: Bool] = [:]
    func isSound(_ reading: Reading) -> Bool {
      let key = "\(reading.pair) \(reading.table.name)"
      if let known = strays[key] { return !known }
      let found = hasStrayKeys(reading)
      strays[key] = found
      return !found
    }
    while true {
      let live = readings.filter { open.contains($0.pair) && !takenTables.contains($0.table.name) }
      guard let next = live.first else { return }
      if let only = withoutRival(live) {
        take(only)
      } else if let only = withoutRival(live.filter(isSound)) {
        take(only)
      } else if next.cost < JoinTableFinder.wrongNumber {
        take(next)
      } else {
        refuse(live.filter { $0.pair == next.pair })
      }
    }
  }

  /// The first guess without an alternative: no guess for another table has the same pair, and no
  /// guess for another pair has the same table.
  private func withoutRival(_ readings: [Reading]) -> Reading? {
    readings.first { one in
      readings.allSatisfy { other in
        (other.pair == one.pair) == (other.table.name == one.table.name)
      }
    }
  }

  // MARK: - Results

  private mutating func take(_ reading: Reading) {
    let pair = pairs[reading.pair]
    open.remove(reading.pair)
    takenTables.insert(reading.table.name)
    var orders = OrderColumns(reading.table)
    let first = order(of: pair.first, reading.first, pair.firstSide, &orders)
    let second =
      pair.first == pair.second
      ? first : order(of: pair.second, reading.second, pair.secondSide, &orders)
    result.sides[pair.first] = JoinTableSide(
      table: reading.table.name, sourceColumn: reading.second, destinationColumn: reading.first,
      orderColumn: first)
    if pair.first != pair.second {
      result.sides[pair.second] = JoinTableSide(
        table: reading.table.name, sourceColumn: reading.first, destinationColumn: reading.second,
        orderColumn: second)
    }
    let computed = computedTables[pair.firstSide.table]
    let names = reading.table.columns.map(\.name)
    result.tables[pair.firstSide.table] = JoinTable(
      name: reading.table.name,
      keyColumns: names.filter { $0 == reading.first || $0 == reading.second },
      orderColumns: names.filter { $0 == first || $0 == second },
      isBare: computed?.isBare ?? false)
  }

  private mutating func order(
    of id: RelationshipID, _ column: String, _ side: JoinTableSide, _ orders: inout OrderColumns
  ) -> String? {
    guard let wanted = side.orderColumn else { return nil }
    let name = finder.model[id].name.uppercased()
    if let found = orders.take(for: column, computed: wanted, relationship: name) { return found }
    result.missing.append(
      MissingPart(
        .orderColumn, place: title(id), text: "table \(orders.table) has no column \(wanted)",
        name: wanted))
    return nil
  }

  private mutating func lack(_ pair: Pair) {
    let table = pair.firstSide.table
    result.missing.append(
      MissingPart(
        .table, place: title(pair.first), text: "the store has no table \(table)", name: table))
  }

  /// Reports the pairs of relationships for which several tables fit, because the names do not
  /// decide between the tables.
  private mutating func refuse(_ readings: [Reading]) {
    guard let pair = readings.first.map({ pairs[$0.pair] }) else { return }
    for reading in readings { open.remove(reading.pair) }
    let rivals = readings.count > 1 ? readings.map(\.table.name) : []
    let text =
      rivals.isEmpty
      ? "table \(readings[0].table.name) could be that of several relationships"
      : "each of the tables \(rivals.joined(separator: " and ")) could be the one"
    result.missing.append(
      MissingPart(.ambiguous, place: title(pair.first), text: text, name: pair.firstSide.table))
  }

  private func title(_ id: RelationshipID) -> String {
    "\(finder.model[id.entity].name).\(finder.model[id].name)"
  }
}

/// The `Z_FOK_…` columns of a join table. Each of them is taken for one key only.
private struct OrderColumns {
  let table: String
  private var free: [String]

  init(_ table: StoreCatalog.Table) {
    self.table = table.name
    free = table.columns.map(\.name).filter { $0.uppercased().hasPrefix("Z_FOK_") }
  }

  /// Takes the order column of a key: the one named like the key's column, the one with the name
  /// that the layout computes, or the first one that differs from that name only in its number.
  mutating func take(
    for column: String, computed: String, relationship: String
  ) -> String? {
    let exact = ["Z_FOK_\(column.dropFirst(2))", computed].map { $0.uppercased() }
    let found =
      free.first { $0.uppercased() == exact[0] } ?? free.first { $0.uppercased() == exact[1] }
      ?? free.first {
        NumberedName($0, prefix: "Z_FOK_").map {
          NumberedName.isNumbered($0.rest, relationship)
        } ?? false
      }
    free.removeAll { $0 == found }
    return found
  }
}
