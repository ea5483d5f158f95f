import MomentumSQL

/// A check sum over the pairs of keys that links have. The order of the pairs does not matter. The
/// sum changes if the two ends are exchanged or a link leads to another object, which a count would
/// not show.
enum PairDigest {
  /// The largest prime below 2^31. The product of two remainders then fits 64 bits; SQLite would
  /// turn a larger one into a floating-point number.
  private static let modulus = 2_147_483_647
  private static let factor = 48_271

  /// The check sum as SQL, `ifnull(sum(…), 0)`, over the rows in which both columns have a key.
  ///
  /// The square is necessary: in a plain sum of keys, two links that exchange their destinations
  /// would go unnoticed. The first key is added once more so that source and destination count
  /// differently.
  static func sum(_ source: SQLFragment, _ destination: SQLFragment) -> SQLFragment {
    let left: SQLFragment = "\(sql: source) % \(number: modulus)"
    let right: SQLFragment = "\(sql: destination) % \(number: modulus)"
    let mixed: SQLFragment =
      "((\(sql: left)) * \(number: factor) + \(sql: right)) % \(number: modulus)"
    let square: SQLFragment = "(\(sql: mixed)) * (\(sql: mixed))"
    return "ifnull(sum((\(sql: square) + \(sql: left)) % \(number: modulus)), 0)"
  }
}
