/// Values by number, such as the objects of a table by their primary keys.
///
/// Each value is stored once, in an array with its number; a ``PositionTable`` finds it there.
struct NumberTable<Value> {
  private struct Entry {
    var number: Int64
    var value: Value
  }

  private var entries: [Entry] = []
  private var positions = PositionTable()

  init() {}

  var count: Int { entries.count }
  var values: some Sequence<Value> { entries.lazy.map(\.value) }

  @inline(__always)
  private func position(of number: Int64) -> Int? {
    positions.first(PositionTable.hash(number)) { entries[$0].number == number }
  }

  subscript(number: Int64) -> Value? {
    @inline(__always) get { position(of: number).map { entries[$0].value } }
  }

  mutating func set(_ value: Value, _ number: Int64) {
    if let position = position(of: number) {
      entries[position].value = value
      return
    }
    if positions.isFull(entries.count) { rebuild(room: entries.count * 2) }
    positions.insert(entries.count, PositionTable.hash(number))
    entries.append(Entry(number: number, value: value))
  }

  mutating func remove(_ number: Int64, where isRemoved: (Value) -> Bool = { _ in true }) {
    guard let position = position(of: number), isRemoved(entries[position].value) else { return }
    let last = entries.count - 1
    var table = takePositions()
    table.remove(position, PositionTable.hash(number)) { PositionTable.hash(entries[$0].number) }
    if position != last {
      table.move(last, to: position, PositionTable.hash(entries[last].number))
      entries.swapAt(position, last)
    }
    entries.removeLast()
    positions = table
  }

  /// Takes the positions out of this value, so that they can be changed while entries are read.
  private mutating func takePositions() -> PositionTable {
    let table = positions
    positions = PositionTable()
    return table
  }

  /// Makes room for `count` more values, unless the table already has as many or more: it then
  /// grows by itself when values are added.
  mutating func reserve(_ count: Int) {
    guard count > entries.count else { return }
    entries.reserveCapacity(entries.count + count)
    if positions.isFull(entries.count + count) { rebuild(room: entries.count + count) }
  }

  /// Removes the values that do not satisfy a condition.
  mutating func filter(_ isKept: (Value) -> Bool) {
    let before = entries.count
    entries.removeAll { !isKept($0.value) }
    if entries.count < before { rebuild(room: entries.count) }
  }

  private mutating func rebuild(room: Int) {
    var table = takePositions()
    table.rebuild(entries.count, room: room) { PositionTable.hash(entries[$0].number) }
    positions = table
  }
}
