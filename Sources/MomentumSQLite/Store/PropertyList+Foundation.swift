internal import Foundation

extension PropertyList {
  /// Reads a binary, an XML or an old-style list. Old stores have the latter two.
  static func read(_ bytes: [UInt8]) throws -> PropertyList {
    guard bytes.count <= bytesMax else { throw PropertyListError(message: "the list is too long") }
    if BinaryPropertyListReader.isBinary(bytes) { return try BinaryPropertyListReader.read(bytes) }
    // Foundation's parsers recurse without a bound and expand entities.
    guard nestingBound(bytes) <= depthMax * 2 else {
      throw PropertyListError(message: "the list is nested too deeply")
    }
    guard !contains(bytes, "<!ENTITY") else {
      throw PropertyListError(message: "the list declares entities")
    }
    let value: Any
    do {
      value = try PropertyListSerialization.propertyList(
        from: Data(bytes), options: [], format: nil)
    } catch {
      throw PropertyListError(message: "the bytes are not a property list")
    }
    return try from(value, depth: 0)
  }

  /// No fewer than the list's depth: opening marks less closing ones of XML, brackets of the old style.
  private static func nestingBound(_ bytes: [UInt8]) -> Int {
    var depth = 0
    var deepest = 0
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch byte {
      case UInt8(ascii: "<"): depth += next == UInt8(ascii: "/") ? -1 : 1
      case UInt8(ascii: "/") where next == UInt8(ascii: ">"): depth -= 1
      case UInt8(ascii: "{"), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: ")"): depth -= 1
      case _: break
      }
      deepest = max(deepest, depth)
    }
    return deepest
  }

  private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    Data(bytes).range(of: Data(text.utf8)) != nil
  }

  private static func from(_ value: Any, depth: Int) throws -> PropertyList {
    guard depth <= depthMax else {
      throw PropertyListError(message: "the list is nested too deeply")
    }
    switch value {
    case let text as String: return .string(text)
    case let date as Date: return .date(date.timeIntervalSinceReferenceDate)
    case let data as Data: return .data(Array(data))
    case let items as [Any]: return .array(try items.map { try from($0, depth: depth + 1) })
    case let members as [String: Any]:
      return .dictionary(try members.mapValues { try from($0, depth: depth + 1) })
    case let number as NSNumber: return from(number)
    case _: throw PropertyListError(message: "the list holds a value of an unknown kind")
    }
  }

  private static func from(_ number: NSNumber) -> PropertyList {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c"), UInt8(ascii: "B"): .boolean(number.boolValue)
    case UInt8(ascii: "d"), UInt8(ascii: "f"): .real(number.doubleValue)
    case _: .integer(number.int64Value)
    }
  }
}
