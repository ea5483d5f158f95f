// This reader replaces Foundation's, because stores come from anywhere and a damaged one must not
// crash the program: here each offset is checked, and nesting and the number of objects are
// bounded.
//
// Format: `bplist00`, objects, offset table, 32-byte trailer. Documented in CoreFoundation's
// CFBinaryPList.c (open source).

/// Reads a binary property list.
struct BinaryPropertyListReader {
  private let bytes: [UInt8]
  private var offsetSize = 0
  private var referenceSize = 0
  private var objectCount = 0
  private var tableStart = 0
  /// The number of objects that may still be read. A file may refer to one object many times, so
  /// without a limit, the value of a small file could be too large for memory.
  private var objectsLeft: Int
  /// The texts and data that were read, by the index of their object. An object that is referred to
  /// again is not copied.
  private var leaves: [Int: PropertyList] = [:]
  /// A description of the first part of the bytes that the value cannot represent; `nil` if there
  /// is none.
  private var loss: String?

  static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("bplist0".utf8)) }

  /// - Parameter exactly: Whether to throw if the value cannot represent all of the bytes.
  static func read(_ bytes: [UInt8], exactly: Bool) throws -> PropertyList {
    var reader = BinaryPropertyListReader(bytes: bytes)
    let top = try reader.readTrailer()
    let list = try reader.object(top, depth: 0)
    if exactly, let loss = reader.loss {
      throw PropertyListError(message: "the list holds \(loss)")
    }
    return list
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    objectsLeft = max(1_000_000, 8 * bytes.count)
  }

  private mutating func readTrailer() throws -> Int {
    guard bytes.count >= 40 else { throw PropertyListError(message: "the list is cut off") }
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    objectCount = try number(at: trailer + 8, size: 8)
    let top = try number(at: trailer + 16, size: 8)
    tableStart = try number(at: trailer + 24, size: 8)
    let sizes = 1...8
    guard sizes.contains(offsetSize), sizes.contains(referenceSize), objectCount <= bytes.count,
      tableStart <= trailer, objectCount * offsetSize <= trailer - tableStart
    else { throw PropertyListError(message: "the trailer does not fit the list") }
    return top
  }

  private mutating func object(_ index: Int, depth: Int) throws -> PropertyList {
    objectsLeft -= 1
    guard objectsLeft > 0, depth <= PropertyList.depthMax else {
      throw PropertyListError(message: "the list is nested too deeply or refers to itself")
    }
    if let known = leaves[index] { return known }
    guard index < objectCount else { throw PropertyListError(message: "no object \(index)") }
    let offset = try number(at: tableStart + index * offsetSize, size: offsetSize)
    guard offset < tableStart else { throw PropertyListError(message: "an offset is out of range") }
    let marker = bytes[offset]
    let low = Int(marker & 0xF)
    switch marker >> 4 {
    case 0x0: return try simple(marker)
    case 0x1: return try integer(at: offset + 1, size: 1 << low)
    case 0x2: return try real(at: offset + 1, size: 1 << low)
    case 0x3: return .date(Double(bitPattern: try unsigned(at: offset + 1, size: 8)))
    case 0x4:
      let (start, count) = try extent(offset, low, itemSize: 1)
      return keep(.data(Array(bytes[start..<start + count])), at: index)
    case 0x5:
      let (start, count) = try extent(offset, low, itemSize: 1)
      let text = String(decoding: bytes[start..<start + count], as: UTF8.self)
      note(!text.utf8.elementsEqual(bytes[start..<start + count]), "a text that is not ASCII")
      return keep(.string(text), at: index)
    case 0x6:
      let (start, count) = try extent(offset, low, itemSize: 2)
      let units = (0..<count).map {
        UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1])
      }
      let text = String(decoding: units, as: UTF16.self)
      note(!text.utf16.elementsEqual(units), "a text with half of a surrogate pair")
      return keep(.string(text), at: index)
    case 0x8: return .uid(try unsigned(at: offset + 1, size: low + 1))
    case 0xA, 0xC:
      note(marker >> 4 == 0xC, "a set")
      let (start, count) = try extent(offset, low, itemSize: referenceSize)
      return .array(try (0..<count).map { try item(start, $0, depth) })
    case 0xD: return try dictionary(offset, low, depth)
    case let kind: throw PropertyListError(message: "no object has the kind \(kind)")
    }
  }

  private mutating func keep(_ leaf: PropertyList, at index: Int) -> PropertyList {
    leaves[index] = leaf
    return leaf
  }

  private func simple(_ marker: UInt8) throws -> PropertyList {
    switch marker {
    case 0x00: return .null
    case 0x08: return .boolean(false)
    case 0x09: return .boolean(true)
    case _: throw PropertyListError(message: "no object has the marker \(marker)")
    }
  }

  private mutating func note(_ isLost: Bool, _ what: String) {
    if isLost, loss == nil { loss = what }
  }

  private mutating func integer(at offset: Int, size: Int) throws -> PropertyList {
    guard size == 16 else {
      return .integer(Int64(bitPattern: try unsigned(at: offset, size: size)))
    }
    // An integer beyond the range of a signed 64-bit number has sixteen bytes; the low half is the
    // number.
    let (high, low) = (try unsigned(at: offset, size: 8), try unsigned(at: offset + 8, size: 8))
    if high == 0, low > UInt64(Int64.max) { return .unsigned(low) }
    let number = Int64(bitPattern: low)
    note(high != (number < 0 ? UInt64.max : 0), "an integer of more than 64 bits")
    return .integer(number)
  }

  private func real(at offset: Int, size: Int) throws -> PropertyList {
    let bits = try unsigned(at: offset, size: size)
    switch size {
    case 4: return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case 8: return .real(Double(bitPattern: bits))
    case _: throw PropertyListError(message: "no real number has \(size) bytes")
    }
  }

  private mutating func dictionary(_ offset: Int, _ low: Int, _ depth: Int) throws -> PropertyList {
    let (start, count) = try extent(offset, low, itemSize: 2 * referenceSize)
    var result: [String: PropertyList] = [:]
    for index in 0..<count {
      guard case .string(let key) = try item(start, index, depth) else {
        throw PropertyListError(message: "a key is not a string")
      }
      let value = try item(start, count + index, depth)
      note(result.updateValue(value, forKey: key) != nil, "two members of one key")
    }
    return .dictionary(result)
  }

  private mutating func item(_ start: Int, _ index: Int, _ depth: Int) throws -> PropertyList {
    let reference = try number(at: start + index * referenceSize, size: referenceSize)
    return try object(reference, depth: depth + 1)
  }

  /// The start and the number of an array's or text's items. Throws if the items are not inside the
  /// bytes.
  private func extent(
    _ offset: Int, _ low: Int, itemSize: Int
  ) throws -> (start: Int, count: Int) {
    var start = offset + 1
    var count = low
    if low == 0xF {
      guard start < tableStart, bytes[start] >> 4 == 0x1, bytes[start] & 0xF <= 3 else {
        throw PropertyListError(message: "a length is not an integer")
      }
      let size = 1 << Int(bytes[start] & 0xF)
      count = try number(at: start + 1, size: size)
      start += 1 + size
    }
    guard start <= tableStart, count <= (tableStart - start) / itemSize else {
      throw PropertyListError(message: "an object reaches past the list")
    }
    return (start, count)
  }

  private func number(at offset: Int, size: Int) throws -> Int {
    guard let number = Int(exactly: try unsigned(at: offset, size: size)) else {
      throw PropertyListError(message: "a length is out of range")
    }
    return number
  }

  private func unsigned(at offset: Int, size: Int) throws -> UInt64 {
    guard offset >= 0, (1...8).contains(size), offset <= bytes.count - size else {
      throw PropertyListError(message: "the list is cut off")
    }
    return bytes[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
