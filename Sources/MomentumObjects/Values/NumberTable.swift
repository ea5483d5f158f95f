/// Values by number, such as the objects of a table by their primary keys.
///
/// Each value is stored once, in an array with its number; a ``PositionTable`` finds it there.
///
/// Primary keys usually follow each other, and are used in their order. A table therefore takes a
/// number as its own hash, so that neighbours share memory, until a search gets long; from then on
/// it mixes the numbers.
struct NumberTable<Value> {
  /// The most entries that a search may look at while a number is its own hash. If an entry lies
  /// further away, the table is built again with mixed numbers.
  private static var reachMax: Int { 32 }

  private struct Entry {
    var number: Int64
    var value: Value
  }

  private var entries: [Entry] = []
  private var positions = PositionTable()
  private var isMixed = false

  init() {}

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }
  var values: some Sequence<Value> { entries.lazy.map(\.value) }

  @inline(__always)
  private func hash(_ number: Int64) -> UInt64 {
    isMixed ? PositionTable.hash(number) : UInt64(bitPattern: number)
  }

  @inline(__always)
  private func position(of number: Int64) -> Int? {
    positions.first(hash(number)) { entries[$0].number == number }
  }

  subscript(number: Int64) -> Value? {
    @inline(__always) get { position(of: number).map { entries[$0].value } }
  }

  mutating func set(_ value: Value, _ number: Int64) {
    if let position = position(of: number) {
      entries[position].value = value
      return
    }
    append(value, number)
  }

  /// Adds a value unless the number has one already, which is returned.
  @inline(__always)
  mutating func add(_ value: Value, _ number: Int64) -> Value? {
    if let position = position(of: number) { return entries[position].value }
    append(value, number)
    return nil
  }

  @inline(__always)
  private mutating func append(_ value: Value, _ number: Int64) {
    if positions.isFull(entries.count) { rebuild(room: entries.count * 2) }
    positions.insert(entries.count, hash(number))
    entries.append(Entry(number: number, value: value))
    if positions.reach > Self.reachMax, !isMixed { rebuild(room: positions.room) }
  }

  mutating func remove(_ number: Int64, where isRemoved: (Value) -> Bool = { _ in true }) {
    guard let position = position(of: number), isRemoved(entries[position].value) else { return }
    let last = entries.count - 1
    var table = takePositions()
    table.remove(position, hash(number)) { hash(entries[$0].number) }
    if position != last {
      table.move(last, to: position, hash(entries[last].number))
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

  private mutating func rebuild(room: Int) {
    var table = takePositions()
    if !isMixed {
      isMixed = !table.rebuild(entries.count, room: room, reachMax: Self.reachMax) {
        hash(entries[$0].number)
      }
    }
    if isMixed { table.rebuild(entries.count, room: room) { hash(entries[$0].number) } }
    positions = table
  }
}
