import MomentumModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rows of one fetch or one save that follow each other, in a few blocks of memory.
///
/// If each row were an object with an array of values, it would cost three allocations, also for
/// values that nobody reads. Here a row takes 32 bytes, a value 16 bytes and a text its own bytes;
/// an `AttributeValue` is made when it is read. A page stays in memory as long as any of its rows
/// is used, so it is kept small.
final class RowPage: Sendable {
  /// The most rows of a page.
  static let rowsMax = 64
  /// A page with more bytes takes no further row.
  static let bytesMax = 65_536

  /// When the rows were read, in seconds since 2001-01-01 UTC.
  let readAt: Double
  let heads: [RowHead]
  fileprivate let cells: [RowCell]
  fileprivate let bytes: [UInt8]
  fileprivate let places: [ObjectPlace]

  fileprivate init(_ builder: RowPageBuilder, readAt: Double) {
    self.readAt = readAt
    heads = builder.heads
    cells = builder.cells
    bytes = builder.bytes
    places = builder.places
  }

  func id(_ head: RowHead) -> ObjectID { ObjectID(places[Int(head.place)], head.number) }

  func place(_ head: RowHead) -> ObjectPlace { places[Int(head.place)] }

  func cell(_ index: Int) -> RowCell { cells[index] }

  /// The attribute value in a cell; `nil` for NULL and for a cell of a to-one relationship.
  func value(_ cell: RowCell) -> AttributeValue? {
    switch cell.kind {
    case .null, .object: nil
    case .integer: .integer(cell.integer)
    case .boolean: .boolean(cell.integer != 0)
    case .double: .double(cell.real)
    case .date: .date(cell.real)
    case .string: .string(text(cell))
    case .uri: .uri(text(cell))
    case .binary: .binary(Array(bytes[cell.range]))
    case .uuid: withBytes(cell) { .uuid(UUID(uuid: $0.loadUnaligned(as: uuid_t.self))) }
    case .decimal: withBytes(cell) { .decimal($0.loadUnaligned(as: Decimal.self)) }
    }
  }

  private func text(_ cell: RowCell) -> String {
    withBytes(cell) { String(decoding: $0, as: UTF8.self) }
  }

  /// The identity in a cell of a to-one relationship; `nil` if the relationship is empty.
  func object(_ cell: RowCell) -> ObjectID? {
    guard cell.kind == .object else { return nil }
    return ObjectID(places[cell.count], cell.integer)
  }

  /// The bytes of a text, a binary value, a UUID or a decimal.
  func withBytes<Result>(
    _ cell: RowCell, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[cell.range])) }
  }

  /// Whether a cell has this value; `nil` means NULL. Texts are equal if their bytes are, as in
  /// Core Data.
  func holds(_ value: AttributeValue?, _ cell: RowCell) -> Bool {
    switch (value, cell.kind) {
    case (nil, .null): true
    case (.integer(let number)?, .integer): number == cell.integer
    case (.boolean(let flag)?, .boolean): flag == (cell.integer != 0)
    case (.double(let number)?, .double), (.date(let number)?, .date): number == cell.real
    case (.string(let text)?, .string), (.uri(let text)?, .uri):
      text.withBytes { has($0, cell) }
    case (.binary(let bytes)?, .binary): bytes.withUnsafeBytes { has($0, cell) }
    case (.uuid?, .uuid), (.decimal?, .decimal): value == self.value(cell)
    case _: false
    }
  }

  private func has(_ bytes: UnsafeRawBufferPointer, _ cell: RowCell) -> Bool {
    bytes.count == cell.count && withBytes(cell) { $0.elementsEqual(bytes) }
  }

  /// Whether two cells, perhaps of two pages, have equal values.
  static func areEqual(
    _ one: RowCell, of page: RowPage, _ other: RowCell, of otherPage: RowPage
  ) -> Bool {
    guard one.kind == other.kind else { return false }
    switch one.kind {
    case .null: return true
    case .integer, .boolean: return one.payload == other.payload
    case .double, .date: return one.real == other.real
    case .object: return page.object(one) == otherPage.object(other)
    case .string, .uri, .binary, .uuid:
      return one.count == other.count && page.withBytes(one) { otherPage.has($0, other) }
    case .decimal: return page.value(one) == otherPage.value(other)
    }
  }
}

extension String {
  /// Calls a closure with the UTF-8 of the text. Unlike `withUTF8`, it needs no variable, so that a
  /// text in memory of others is not copied.
  @inline(__always)
  fileprivate func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) {
      return result
    }
    var text = self
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}

/// The key and the version of a row in a page, and where the cells with its values are.
struct RowHead: Sendable {
  var number: Int64
  /// `Z_OPT`: how often the row was saved.
  var version: Int64
  fileprivate var firstCell: UInt32
  fileprivate var place: UInt32
  /// The number of attribute values; the cells of the to-one relationships follow their cells.
  fileprivate var leaves: UInt32
  fileprivate var toOnes: UInt32

  /// Whether another row of the page has the same store and entity.
  func hasSamePlace(as other: RowHead) -> Bool { place == other.place }

  var leafCount: Int { Int(leaves) }
  var toOneCount: Int { Int(toOnes) }

  /// The index of the cell with an attribute value, given by its index in ``EntityPlan/leaves``;
  /// `nil` for a row that was read without its values.
  func cell(ofLeaf leaf: Int) -> Int? {
    leaf < Int(leaves) ? Int(firstCell) + leaf : nil
  }

  func cell(ofToOne index: Int) -> Int? {
    index < Int(toOnes) ? Int(firstCell) + Int(leaves) + index : nil
  }
}

/// An attribute value, or the object of a to-one relationship, in a page.
struct RowCell: Sendable {
  enum Kind: UInt8 {
    case null
    case integer
    case boolean
    case double
    case date
    case string
    case uri
    case binary
    case uuid
    case decimal
    case object
  }

  /// A number itself; for a text, data, a UUID or a decimal, the position of its first byte in the
  /// page.
  fileprivate var payload: UInt64
  /// The kind in the lowest byte. Above it the number of bytes, or for an object the index of its
  /// store and entity in the page's `places`.
  private var rest: UInt64

  fileprivate init(_ kind: Kind, _ payload: UInt64 = 0, count: Int = 0) {
    self.payload = payload
    rest = UInt64(truncatingIfNeeded: count) << 8 | UInt64(kind.rawValue)
  }

  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: rest)) ?? .null }
  var integer: Int64 { Int64(bitPattern: payload) }
  var real: Double { Double(bitPattern: payload) }
  fileprivate var count: Int { Int(truncatingIfNeeded: rest >> 8) }
  fileprivate var hasBytes: Bool {
    switch kind {
    case .string, .uri, .binary, .uuid, .decimal: true
    case .null, .integer, .boolean, .double, .date, .object: false
    }
  }
  fileprivate var range: Range<Int> {
    let start = Int(truncatingIfNeeded: payload)
    return start..<start + count
  }
}

/// Collects the rows of a page.
///
/// ```swift
/// builder.begin(id, version: 1, leaves: 2, toOnes: 0)
/// builder.append(.string, bytes)
/// builder.append(integer: 7)
/// let row = RowSnapshot(builder.close(readAt: now), 0)
/// ```
struct RowPageBuilder {
  fileprivate var heads: [RowHead] = []
  fileprivate var cells: [RowCell] = []
  fileprivate var bytes: [UInt8] = []
  fileprivate var places: [ObjectPlace] = []
  private var lastPlace = 0

  init() {}

  var rowCount: Int { heads.count }
  var isFull: Bool { heads.count >= RowPage.rowsMax || bytes.count >= RowPage.bytesMax }

  /// Begins a row. Its attribute values and then the objects of its to-one relationships must be
  /// appended next, in the numbers given here.
  mutating func begin(_ id: ObjectID, version: Int64, leaves: Int, toOnes: Int) {
    begin(id.place, id.number, version: version, leaves: leaves, toOnes: toOnes)
  }

  mutating func begin(
    _ place: ObjectPlace, _ number: Int64, version: Int64, leaves: Int, toOnes: Int
  ) {
    let place = UInt32(truncatingIfNeeded: index(of: place))
    heads.append(
      RowHead(
        number: number, version: version, firstCell: UInt32(truncatingIfNeeded: cells.count),
        place: place, leaves: UInt32(truncatingIfNeeded: leaves),
        toOnes: UInt32(truncatingIfNeeded: toOnes)))
  }

  private mutating func index(of place: ObjectPlace) -> Int {
    if lastPlace < places.count, places[lastPlace] === place { return lastPlace }
    lastPlace = places.firstIndex { $0 === place } ?? places.count
    if lastPlace == places.count { places.append(place) }
    return lastPlace
  }

  mutating func appendNull() { cells.append(RowCell(.null)) }

  mutating func append(integer: Int64) {
    cells.append(RowCell(.integer, UInt64(bitPattern: integer)))
  }

  mutating func append(boolean: Bool) { cells.append(RowCell(.boolean, boolean ? 1 : 0)) }

  mutating func append(double: Double) { cells.append(RowCell(.double, double.bitPattern)) }

  mutating func append(date: Double) { cells.append(RowCell(.date, date.bitPattern)) }

  mutating func append(_ kind: RowCell.Kind, _ content: UnsafeRawBufferPointer) {
    cells.append(RowCell(kind, UInt64(truncatingIfNeeded: bytes.count), count: content.count))
    // Without this, the array would double, and after a large value half of its memory would be
    // unused.
    if content.count > 4096 { bytes.reserveCapacity(bytes.count + content.count) }
    bytes.append(contentsOf: content)
  }

  mutating func append(object id: ObjectID?) {
    guard let id else { return appendNull() }
    let known = lastPlace
    let place = index(of: id.place)
    lastPlace = known
    cells.append(RowCell(.object, UInt64(bitPattern: id.number), count: place))
  }

  mutating func append(_ value: AttributeValue?) {
    switch value {
    case nil: appendNull()
    case .integer(let number)?: append(integer: number)
    case .boolean(let flag)?: append(boolean: flag)
    case .double(let number)?: append(double: number)
    case .date(let number)?: append(date: number)
    case .string(let text)?: text.withBytes { append(.string, $0) }
    case .uri(let text)?: text.withBytes { append(.uri, $0) }
    case .binary(let content)?: content.withUnsafeBytes { append(.binary, $0) }
    case .uuid(let uuid)?: withUnsafeBytes(of: uuid.uuid) { append(.uuid, $0) }
    case .decimal(let number)?: withUnsafeBytes(of: number) { append(.decimal, $0) }
    }
  }

  /// Appends the leaves of a new row: those in `held` have values, except those in `missing`.
  mutating func append(
    _ values: [AttributeValue?], _ count: Int, in held: SmallSet, without missing: SmallSet
  ) {
    for leaf in 0..<count {
      if held.contains(leaf), !missing.contains(leaf) { append(values[leaf]) } else { appendNull() }
    }
  }

  /// Appends the leaves of a changed row: those in `held` have values of their own, the others those
  /// of the older row, and those in `missing` none.
  ///
  /// - Returns: The leaves whose values differ from those of the older row, without `missing`.
  mutating func append(
    _ values: [AttributeValue?], _ count: Int, in held: SmallSet, over row: RowSnapshot,
    without missing: SmallSet
  ) -> SmallSet {
    let (head, page) = (row.head, row.page)
    var changed = SmallSet()
    page.cells.withUnsafeBufferPointer { old in
      page.bytes.withUnsafeBytes { oldBytes in
        for leaf in 0..<count {
          let cell = head.cell(ofLeaf: leaf).map { old[$0] } ?? RowCell(.null)
          if missing.contains(leaf) {
            appendNull()
          } else if held.contains(leaf) {
            if !page.holds(values[leaf], cell) { changed.insert(leaf) }
            append(values[leaf])
          } else {
            append(cell, oldBytes)
          }
        }
      }
    }
    return changed
  }

  /// Appends a cell with an attribute value of another page.
  @inline(__always)
  private mutating func append(_ cell: RowCell, _ bytes: UnsafeRawBufferPointer) {
    switch cell.kind {
    case .null, .integer, .boolean, .double, .date: cells.append(cell)
    case .object: appendNull()
    case .string, .uri, .binary, .uuid, .decimal:
      append(cell.kind, UnsafeRawBufferPointer(rebasing: bytes[cell.range]))
    }
  }

  /// Takes the last row back, whose attribute values were appended and nothing else.
  mutating func cancel() {
    guard let head = heads.popLast() else { return }
    for cell in cells[Int(head.firstCell)...] where cell.hasBytes { bytes.removeLast(cell.count) }
    cells.removeSubrange(Int(head.firstCell)...)
  }

  /// The page of the rows. The builder is empty afterwards, with room for as much again.
  mutating func close(readAt: Double) -> RowPage {
    let page = RowPage(self, readAt: readAt)
    var next = RowPageBuilder()
    if heads.count >= RowPage.rowsMax {
      next.heads.reserveCapacity(heads.count)
      next.cells.reserveCapacity(cells.count)
      next.bytes.reserveCapacity(min(bytes.count + bytes.count / 8, RowPage.bytesMax))
    }
    self = next
    return page
  }
}
