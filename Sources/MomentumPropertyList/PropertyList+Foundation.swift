internal import Foundation

extension PropertyList {
  /// Reads a binary or an XML list. The old text form with brackets is refused: no store has it.
  ///
  /// - Parameter exactly: Whether to throw if the value cannot represent all of the bytes: text
  ///   that is not Unicode, integers of more than 64 bits, sets, and repeated keys.
  package static func read(_ bytes: [UInt8], exactly: Bool = false) throws -> PropertyList {
    guard bytes.count <= bytesMax else { throw PropertyListError(message: "the list is too long") }
    if BinaryPropertyListReader.isBinary(bytes) {
      return try BinaryPropertyListReader.read(bytes, exactly: exactly)
    }
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else {
      throw PropertyListError(message: "the bytes are not a property list")
    }
    try checkMarkup(bytes)
    let value: Any
    do {
      value = try PropertyListSerialization.propertyList(
        from: Data(bytes), options: [], format: nil)
    } catch {
      throw PropertyListError(message: "the bytes are not a property list")
    }
    return try from(value, depth: 0, exactly)
  }

  /// Refuses markup whose depth cannot be counted from its tags alone: Foundation's parser recurses
  /// without a limit and expands entities, so a hostile file could overflow the stack.
  private static func checkMarkup(_ bytes: [UInt8]) throws {
    // A zero byte means UTF-16 or UTF-32, whose tags the scan below would not find.
    guard !bytes.contains(0) else { throw PropertyListError(message: "the list is not UTF-8") }
    var depth = 0
    var position = 0
    while let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      guard let close = bytes[open...].firstIndex(of: UInt8(ascii: ">")) else {
        throw PropertyListError(message: "the list is cut off")
      }
      let mark = bytes[(open + 1)..<close]
      // Refuse comments, CDATA sections and entities, because they could hide tags from the count.
      // Apple writes none of them.
      let isDeclaration = mark.first == UInt8(ascii: "!")
      guard !mark.contains(UInt8(ascii: "<")),
        !isDeclaration || mark.starts(with: "!DOCTYPE".utf8) && !mark.contains(UInt8(ascii: "["))
      else { throw PropertyListError(message: "the list holds markup of an unknown kind") }
      if mark.first == UInt8(ascii: "/") {
        depth -= 1
      } else if !isDeclaration, mark.first != UInt8(ascii: "?"), mark.last != UInt8(ascii: "/") {
        depth += 1
      }
      guard (0...depthMax).contains(depth) else {
        throw PropertyListError(message: "the list is nested too deeply")
      }
      position = close + 1
    }
  }

  private static func from(
    _ value: Any, depth: Int, _ exactly: Bool
  ) throws -> PropertyList {
    guard depth <= depthMax else {
      throw PropertyListError(message: "the list is nested too deeply")
    }
    switch value {
    case let text as String: return .string(text)
    case let date as Date: return .date(date.timeIntervalSinceReferenceDate)
    case let data as Data: return .data(Array(data))
    case let items as [Any]:
      return .array(try items.map { try from($0, depth: depth + 1, exactly) })
    case let members as [String: Any]:
      return .dictionary(try members.mapValues { try from($0, depth: depth + 1, exactly) })
    case let number as NSNumber: return try from(number, exactly)
    case _: throw PropertyListError(message: "the list holds a value of an unknown kind")
    }
  }

  private static func from(_ number: NSNumber, _ exactly: Bool) throws -> PropertyList {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c"), UInt8(ascii: "B"): return .boolean(number.boolValue)
    case UInt8(ascii: "d"), UInt8(ascii: "f"): return .real(number.doubleValue)
    case _:
      // The type of an NSNumber does not show whether the number fits an `Int64`, so its digits are
      // parsed.
      if let signed = Int64(number.stringValue) { return .integer(signed) }
      if let unsigned = UInt64(number.stringValue) { return .unsigned(unsigned) }
      guard !exactly else {
        throw PropertyListError(message: "the list holds an integer of more than 64 bits")
      }
      return .integer(number.int64Value)
    }
  }
}
