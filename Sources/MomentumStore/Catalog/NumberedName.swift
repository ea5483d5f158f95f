/// A name that begins with an entity's number: `Z_3ARTWORKS1` is `Z_`, 3 and `ARTWORKS1`.
struct NumberedName {
  var number: Int
  /// In upper case.
  var rest: String

  /// `nil` for a name without the prefix, without a number, or with nothing after it.
  init?(_ name: String, prefix: String) {
    let upper = name.uppercased()
    guard upper.hasPrefix(prefix) else { return nil }
    let tail = upper.dropFirst(prefix.count)
    let digits = tail.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), digits.count < tail.count else { return nil }
    self.number = number
    rest = String(tail.dropFirst(digits.count))
  }

  /// Whether a name is a base with a collision number or without: `ARTWORKS` and `ARTWORKS1` are
  /// `ARTWORKS`.
  static func isNumbered(_ name: String, _ base: String) -> Bool {
    guard name.hasPrefix(base) else { return false }
    let digits = name.dropFirst(base.count)
    return digits.first != "0" && digits.allSatisfy { $0.isASCII && $0.isNumber }
  }
}
