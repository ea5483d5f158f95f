import MomentumSQL

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
  static func sum(_ source: SQLFragment, _ destination: SQLFragment) -> SQLFragment {
    let left: SQLFragment = "\(sql: source) % \(number: modulus)"
    let right: SQLFragment = "\(sql: destination) % \(number: modulus)"
    let mixed: SQLFragment =
      "((\(sql: left)) * \(number: factor) + \(sql: right)) % \(number: modulus)"
    let square: SQLFragment = "(\(sql: mixed)) * (\(sql: mixed))"
    return "ifnull(sum((\(sql: square) + \(sql: left)) % \(number: modulus)), 0)"
  }
}
