/// Finds positions in an array by the hashes of its elements.
///
/// The elements stay in the caller's array, which keeps their order; the table adds 5 to 11 bytes
/// for each of them. A search is faster than in a `Dictionary`: the keys of contexts are numbers
/// and addresses, which need no stronger hash than two multiplications.
///
/// ```swift
/// let hash = PositionTable.hash(number)
/// if let position = table.first(hash, where: { entries[$0].number == number }) { … }
/// ```
struct PositionTable {
  /// A position plus 1; 0 for a free cell. A position is in the first free cell at or after the
  /// cell of its hash, the lower bits of the hash, so that a search ends at a free cell.
  private var cells: [UInt32] = []
  /// The farthest that a position is from the cell of its hash. A search ends there, too.
  private(set) var reach = 0

  /// A factor that differs in each process, so that nobody can choose keys with equal hashes.
  private static let factor: UInt64 = {
    var hasher = Hasher()
    hasher.combine(0)
    return UInt64(bitPattern: Int64(hasher.finalize())) | 1
  }()

  /// The hash of a number. The first multiplication spreads consecutive numbers; the upper bits of
  /// a product depend on all bits of its factors.
  static func hash(_ number: Int64) -> UInt64 {
    let spread = UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15
    return ((spread ^ (spread >> 32)) &* factor) >> 32
  }

  static func hash(_ object: AnyObject) -> UInt64 {
    hash(Int64(Int(bitPattern: Unmanaged.passUnretained(object).toOpaque())))
  }

  init() {}

  /// Whether the table must grow before a position is added to `count` positions.
  func isFull(_ count: Int) -> Bool { (count + 1) * 4 > cells.count * 3 }

  /// The number of positions for which the table has room.
  var room: Int { cells.count / 4 * 3 }

  @inline(__always)
  func first(_ hash: UInt64, where isWanted: (Int) -> Bool) -> Int? {
    guard !cells.isEmpty else { return nil }
    let mask = cells.count - 1
    var cell = Int(truncatingIfNeeded: hash) & mask
    for _ in 0...reach {
      let found = cells[cell]
      if found == 0 { return nil }
      if isWanted(Int(found) - 1) { return Int(found) - 1 }
      cell = (cell + 1) & mask
    }
    return nil
  }

  /// Adds a position. The table must not be full.
  mutating func insert(_ position: Int, _ hash: UInt64) {
    let mask = cells.count - 1
    let home = Int(truncatingIfNeeded: hash) & mask
    var cell = home
    while cells[cell] != 0 { cell = (cell + 1) & mask }
    cells[cell] = UInt32(truncatingIfNeeded: position + 1)
    reach = max(reach, (cell - home) & mask)
  }

  /// Replaces the position of an element that has moved in its array.
  mutating func move(_ position: Int, to other: Int, _ hash: UInt64) {
    guard let cell = cell(of: position, hash) else { return }
    cells[cell] = UInt32(truncatingIfNeeded: other + 1)
  }

  /// Removes a position.
  ///
  /// - Parameter hashAt: Returns the hash of the element at another position.
  mutating func remove(_ position: Int, _ hash: UInt64, _ hashAt: (Int) -> UInt64) {
    guard var hole = cell(of: position, hash) else { return }
    let mask = cells.count - 1
    var cell = (hole + 1) & mask
    // Move positions into the hole that a search from the cell of their hash would no longer reach.
    while cells[cell] != 0, (cell - hole) & mask <= reach {
      let home = Int(truncatingIfNeeded: hashAt(Int(cells[cell]) - 1)) & mask
      if (cell - home) & mask >= (cell - hole) & mask {
        cells[hole] = cells[cell]
        hole = cell
      }
      cell = (cell + 1) & mask
    }
    cells[hole] = 0
  }

  private func cell(of position: Int, _ hash: UInt64) -> Int? {
    guard !cells.isEmpty else { return nil }
    let mask = cells.count - 1
    var cell = Int(truncatingIfNeeded: hash) & mask
    while cells[cell] != 0 {
      if Int(cells[cell]) - 1 == position { return cell }
      cell = (cell + 1) & mask
    }
    return nil
  }

  /// Makes the table again for the positions 0 up to, but not including, `count`.
  ///
  /// - Parameters:
  ///   - room: The least number of positions for which the table has room.
  ///   - reachMax: The longest search that is good; the table is not complete if one gets longer.
  /// - Returns: Whether the table is complete.
  @discardableResult
  mutating func rebuild(
    _ count: Int, room: Int, reachMax: Int = .max, _ hashAt: (Int) -> UInt64
  ) -> Bool {
    var size = 16
    while size * 3 < max(room, count + 1) * 4 { size *= 2 }
    cells = Array(repeating: 0, count: size)
    reach = 0
    for position in 0..<count {
      insert(position, hashAt(position))
      if reach > reachMax { return false }
    }
    return true
  }
}
