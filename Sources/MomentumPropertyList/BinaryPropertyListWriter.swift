/// Writes a binary property list. Keys are sorted, so equal values make equal bytes.
package struct BinaryPropertyListWriter {
  private var objects: [[UInt8]] = []
  /// The index of each string, so that equal strings are written once, as Foundation does. They are
  /// compared by bytes: Swift's `==` would merge a composed and a decomposed accent, and one of the
  /// two texts would be lost.
  private var strings: [[UInt8]: Int] = [:]
  private let referenceSize: Int

  package static func write(_ list: PropertyList) -> [UInt8] {
    let count = countObjects(list)
    var writer = BinaryPropertyListWriter(referenceSize: size(of: UInt64(count)))
    let top = writer.add(list)
    return writer.assemble(top: top)
  }

  private init(referenceSize: Int) { self.referenceSize = referenceSize }

  private static func countObjects(_ list: PropertyList) -> Int {
    switch list {
    case .string, .integer, .unsigned, .real, .boolean, .date, .data, .uid, .null: 1
    case .array(let items): items.reduce(1) { $0 + countObjects($1) }
    case .dictionary(let members): members.values.reduce(1) { $0 + 1 + countObjects($1) }
    }
  }

  private mutating func add(_ list: PropertyList) -> Int {
    switch list {
    case .string(let text):
      let bytes = Self.encode(text)
      if let known = strings[bytes] { return known }
      strings[bytes] = objects.count
      return append(bytes)
    case .integer(let number):
      return append(Self.integer(UInt64(bitPattern: number), isNegative: number < 0))
    case .unsigned(let number):
      // A number of eight bytes is read as a signed one, so a number above `Int64.max` takes
      // sixteen bytes.
      return append([0x14] + Self.bytes(0, 8) + Self.bytes(number, 8))
    case .real(let number): return append([0x23] + Self.bytes(number.bitPattern, 8))
    case .boolean(let value): return append([value ? 0x09 : 0x08])
    case .date(let seconds): return append([0x33] + Self.bytes(seconds.bitPattern, 8))
    case .data(let bytes): return append(Self.header(0x40, bytes.count) + bytes)
    case .uid(let number):
      let size = Self.size(of: number)
      return append([0x80 | UInt8(size - 1)] + Self.bytes(number, size))
    case .null: return append([0x00])
    case .array(let items):
      let place = append([])
      let references = items.map { add($0) }
      objects[place] = Self.header(0xA0, items.count) + references.flatMap(reference)
      return place
    case .dictionary(let members):
      let place = append([])
      let sorted = members.sorted { $0.key < $1.key }
      let references = sorted.map { add(.string($0.key)) } + sorted.map { add($0.value) }
      objects[place] = Self.header(0xD0, members.count) + references.flatMap(reference)
      return place
    }
  }

  private mutating func append(_ bytes: [UInt8]) -> Int {
    objects.append(bytes)
    return objects.count - 1
  }

  private func reference(_ index: Int) -> [UInt8] { Self.bytes(UInt64(index), referenceSize) }

  private func assemble(top: Int) -> [UInt8] {
    var result = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(result.count)
      result += object
    }
    let table = result.count
    let offsetSize = Self.size(of: UInt64(table))
    result += offsets.flatMap { Self.bytes(UInt64($0), offsetSize) }
    result += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [objects.count, top, table] { result += Self.bytes(UInt64(number), 8) }
    return result
  }

  private static func encode(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return header(0x50, text.utf8.count) + text.utf8 }
    return header(0x60, text.utf16.count)
      + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  private static func header(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15
      ? [kind | UInt8(count)] : [kind | 0xF] + integer(UInt64(count), isNegative: false)
  }

  /// The bytes of an integer. A negative number takes eight bytes, because readers take shorter
  /// ones as unsigned.
  private static func integer(_ number: UInt64, isNegative: Bool) -> [UInt8] {
    let size = isNegative ? 8 : size(of: number)
    let exponent: UInt8 = size == 1 ? 0 : size == 2 ? 1 : size <= 4 ? 2 : 3
    return [0x10 | exponent] + bytes(number, 1 << Int(exponent))
  }

  private static func size(of number: UInt64) -> Int {
    number <= 0xFF ? 1 : number <= 0xFFFF ? 2 : number <= 0xFFFF_FFFF ? 4 : 8
  }

  private static func bytes(_ number: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }
}
