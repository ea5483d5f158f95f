/// A name with an entity's number after a prefix: `Z_3ARTWORKS1` consists of the prefix `Z_`, the
/// number 3 and the rest `ARTWORKS1`.
struct NumberedName {
  var number: Int
  /// The text after the number, in upper case.
  var rest: String

  /// Fails for a name without the prefix, without a number, or with nothing after the number.
  init?(_ name: String, prefix: String) {
    let upper = name.uppercased()
    guard upper.hasPrefix(prefix) else { return nil }
    let tail = upper.dropFirst(prefix.count)
    let digits = tail.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), digits.count < tail.count else { return nil }
    self.number = number
    rest = String(tail.dropFirst(digits.count))
  }

  /// Whether a name is a base, with a collision number or without: true for `ARTWORKS` and
  /// `ARTWORKS1` with the base `ARTWORKS`.
  static func isNumbered(_ name: String, _ base: String) -> Bool {
    guard name.hasPrefix(base) else { return false }
    let digits = name.dropFirst(base.count)
    return digits.first != "0" && digits.allSatisfy { $0.isASCII && $0.isNumber }
  }
}
