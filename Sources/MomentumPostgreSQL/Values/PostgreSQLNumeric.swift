/// A decimal number of any length, as the server keeps it: groups of four digits.
///
/// `12345.678` is the groups 1, 2345, 6780, the first one times 10000¹, with 3 digits after the
/// point. Documented by `numeric_send` in the server's sources; the limits are those of the type:
/// 131,072 digits before the point and 16,383 after it.
package struct PostgreSQLNumeric: Sendable, Hashable {
  enum Sign: UInt16, Sendable {
    case positive = 0x0000
    case negative = 0x4000
    case notANumber = 0xC000
    /// Infinite numbers are in PostgreSQL 14 and later.
    case infinity = 0xD000
    case negativeInfinity = 0xF000
  }

  var groups: [UInt16] = []
  /// The power of 10000 of the first group.
  var weight: Int16 = 0
  var sign: Sign = .positive
  /// The digits after the point.
  var scale: UInt16 = 0

  init(groups: [UInt16], weight: Int16, sign: Sign, scale: UInt16) {
    self.groups = groups
    self.weight = weight
    self.sign = sign
    self.scale = scale
  }

  /// Reads `-12.50`, `NaN`, `Infinity`; `nil` for everything else and past the limits of the type.
  ///
  /// Digits after the point are kept, also zeros at the end.
  package init?(_ text: String) {
    switch text {
    case "NaN": self.init(groups: [], weight: 0, sign: .notANumber, scale: 0)
    case "Infinity": self.init(groups: [], weight: 0, sign: .infinity, scale: 0)
    case "-Infinity": self.init(groups: [], weight: 0, sign: .negativeInfinity, scale: 0)
    case _: self.init(digits: text)
    }
  }

  private init?(digits text: String) {
    var rest = Substring(text)
    let isNegative = rest.hasPrefix("-")
    if isNegative || rest.hasPrefix("+") { rest = rest.dropFirst() }
    let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let whole = parts.first ?? ""
    let fraction = parts.count == 2 ? parts[1] : ""
    let all = Array((whole + fraction).utf8)
    guard !all.isEmpty, all.allSatisfy({ (0x30...0x39).contains($0) }), whole.utf8.count <= 131_072,
      fraction.utf8.count <= 16_383
    else { return nil }
    let before = whole.utf8.count
    // The point stands between two groups, so zeros fill the first and the last group.
    let padded =
      Array(repeating: UInt8(0x30), count: (4 - before % 4) % 4) + all
      + Array(repeating: UInt8(0x30), count: (4 - fraction.utf8.count % 4) % 4)
    let all4 = stride(from: 0, to: padded.count, by: 4).map { start in
      padded[start..<start + 4].reduce(UInt16(0)) { $0 * 10 + UInt16($1 - 0x30) }
    }
    let zeros = all4.prefix { $0 == 0 }.count
    groups = Array(all4.dropFirst(zeros))
    while groups.last == 0 { groups.removeLast() }
    weight = groups.isEmpty ? 0 : Int16((before + 3) / 4 - 1 - zeros)
    sign = isNegative && !groups.isEmpty ? .negative : .positive
    scale = UInt16(fraction.utf8.count)
  }
}

extension PostgreSQLNumeric: CustomStringConvertible {
  /// The number as the server writes it: `-12.50`.
  package var description: String {
    switch sign {
    case .notANumber: return "NaN"
    case .infinity: return "Infinity"
    case .negativeInfinity: return "-Infinity"
    case .positive, .negative: break
    }
    var text = sign == .negative ? "-" : ""
    let whole = Int(weight) + 1
    text += whole > 0 ? String(group(0)) : "0"
    if whole > 1 { for index in 1..<whole { text += Self.padded(group(index)) } }
    guard scale > 0 else { return text }
    var fraction = ""
    var index = whole
    while fraction.utf8.count < Int(scale) {
      fraction += Self.padded(group(index))
      index += 1
    }
    return text + "." + fraction.prefix(Int(scale))
  }

  /// The group at an index from the first one; groups that are not kept are zeros.
  private func group(_ index: Int) -> UInt16 { groups.indices.contains(index) ? groups[index] : 0 }

  private static func padded(_ group: UInt16) -> String {
    let text = String(group)
    return String(repeating: "0", count: 4 - text.utf8.count) + text
  }
}
