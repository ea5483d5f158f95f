internal import MomentumModel
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// Compares the rows of an entity in two stores by reading both in the order of `Z_PK`.
struct RowComparison {
  private let old: StoreSide
  private let new: StoreSide
  private let pairs: [(old: AttributeLeaf, new: AttributeLeaf)]
  private let options: StoreComparison.Options

  private var oldRowCount = 0
  private var newRowCount = 0
  private var onlyInOld = StoreComparison.Rows()
  private var onlyInNew = StoreComparison.Rows()
  private var versionNumbers = StoreComparison.Rows()
  private var differences: [Int: StoreComparison.AttributeDifference] = [:]

  init(
    old: StoreSide, new: StoreSide, pairs: [(old: AttributeLeaf, new: AttributeLeaf)],
    options: StoreComparison.Options
  ) {
    self.old = old
    self.new = new
    self.pairs = pairs
    self.options = options
  }

  func fill(_ result: inout StoreComparison.Entity) {
    result.oldRowCount = oldRowCount
    result.newRowCount = newRowCount
    result.onlyInOld = onlyInOld
    result.onlyInNew = onlyInNew
    result.versionNumbers = versionNumbers
    result.attributes = pairs.indices.compactMap { differences[$0] }
  }

  mutating func run(_ oldID: EntityID, _ newID: EntityID) throws {
    let left = try rows(of: oldID, old, pairs.map(\.old.column))
    let right = try rows(of: newID, new, pairs.map(\.new.column))
    var leftRow = try next(left, &oldRowCount)
    var rightRow = try next(right, &newRowCount)
    while leftRow != nil || rightRow != nil {
      let leftKey = leftRow.map(key)
      let rightKey = rightRow.map(key)
      if let leftKey, rightKey.map({ leftKey < $0 }) ?? true {
        onlyInOld.add(leftKey, options)
        leftRow = try next(left, &oldRowCount)
      } else if let rightKey, leftKey.map({ rightKey < $0 }) ?? true {
        onlyInNew.add(rightKey, options)
        rightRow = try next(right, &newRowCount)
      } else {
        if let leftKey, let leftRow, let rightRow { compare(leftKey, leftRow, rightRow) }
        leftRow = try next(left, &oldRowCount)
        rightRow = try next(right, &newRowCount)
      }
    }
  }

  /// Prepares the statement that reads an entity's rows:
  ///
  /// `SELECT t.Z_PK, t.Z_OPT, t.ZNAME FROM ZVENUE t WHERE t.Z_ENT = 3 ORDER BY t.Z_PK`
  private func rows(
    of entity: EntityID, _ side: StoreSide, _ columns: [String]
  ) throws -> Statement {
    let list = (["Z_PK", "Z_OPT"] + columns).map { column -> SQLFragment in "t.\(name: column)" }
    return try side.connection.prepare(
      """
      SELECT \(list: list) FROM \(sql: side.table(of: entity)) t \
      WHERE t.Z_ENT = \(number: side.number(of: entity)) ORDER BY t.Z_PK
      """)
  }

  private func next(_ statement: Statement, _ count: inout Int) throws -> [SQLValue]? {
    let row = try statement.nextRow()
    if row != nil { count += 1 }
    return row
  }

  private func key(_ row: [SQLValue]) -> Int64 {
    if case .integer(let key)? = row.first { key } else { 0 }
  }

  private mutating func compare(_ key: Int64, _ left: [SQLValue], _ right: [SQLValue]) {
    guard left.count == pairs.count + 2, right.count == left.count else { return }
    if left[1] != right[1] { versionNumbers.add(key, options) }
    for index in pairs.indices {
      let (one, other) = (left[index + 2], right[index + 2])
      if one != other, !isSame(one, other, pairs[index]) { note(index, key, one, other) }
    }
  }

  /// Whether two values mean the same although their stored forms differ.
  private func isSame(
    _ left: SQLValue, _ right: SQLValue, _ pair: (old: AttributeLeaf, new: AttributeLeaf)
  ) -> Bool {
    switch (left, right) {
    // SQLite may store a whole REAL as an INTEGER, and an integer attribute may have become a
    // double.
    case (.integer(let one), .real(let other)), (.real(let other), .integer(let one)):
      return Int64(exactly: other) == one
    case (.blob(let one), .blob(let other)):
      return inner(one, pair.old) == inner(other, pair.new)
    case _: return false
    }
  }

  /// The bytes without the first one, which says that the value is in the column and not in a file.
  private func inner(_ bytes: [UInt8], _ leaf: AttributeLeaf) -> ArraySlice<UInt8> {
    leaf.allowsExternalStorage && bytes.first == 1 ? bytes.dropFirst() : bytes[...]
  }

  private mutating func note(_ index: Int, _ key: Int64, _ left: SQLValue, _ right: SQLValue) {
    let pair = pairs[index]
    var difference =
      differences[index]
      ?? StoreComparison.AttributeDifference(
        oldName: pair.old.name, newName: pair.new.name, count: 0, examples: [], oldNullCount: 0,
        newNullCount: 0)
    difference.count += 1
    if left == .null { difference.oldNullCount += 1 }
    if right == .null { difference.newNullCount += 1 }
    if difference.examples.count < options.examplesMax {
      difference.examples.append(
        .init(
          key: key, oldValue: options.includesValues ? left : nil,
          newValue: options.includesValues ? right : nil))
    }
    differences[index] = difference
  }
}

extension StoreComparison.Rows {
  mutating func add(_ key: Int64, _ options: StoreComparison.Options) {
    count += 1
    if firstKeys.count < options.examplesMax { firstKeys.append(key) }
  }
}
