import MomentumSQL

/// Names in statements that create tables and indexes.
enum SQLName {
  /// As it is when plain, which every name of a well-behaved model is; quoted when it is not.
  static func quoted(_ name: String) -> String { SQLPrinter.identifier(name) }

  /// A text literal.
  static func literal(_ text: String) -> String { SQLPrinter.literal(text) }
}
