/// A number that tells which keys are joined, not only how many: equal for the same pairs in any order,
/// another one where ends are exchanged or a link leads to another object.
enum PairDigest {
  /// The largest prime below 2^31: products of two remainders fit 64 bits, and SQLite turns what does not
  /// into a floating-point number.
  private static let modulus = 2_147_483_647
  private static let factor = 48_271

  /// `ifnull(sum(…), 0)` over the rows in which neither column is NULL.
  ///
  /// The square makes it more than a sum of keys: with one, two links that exchange their destinations would
  /// go unnoticed. The first key is added once more, so that the ends are told apart.
  static func sum(_ source: String, _ destination: String) -> String {
    let (left, right) = ("\(source) % \(modulus)", "\(destination) % \(modulus)")
    let mixed = "((\(left)) * \(factor) + \(right)) % \(modulus)"
    return "ifnull(sum(((\(mixed)) * (\(mixed)) + \(left)) % \(modulus)), 0)"
  }
}
