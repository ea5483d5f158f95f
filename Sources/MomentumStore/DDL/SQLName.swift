import MomentumSQL

/// Names in statements that create tables and indexes.
enum SQLName {
  /// The name unchanged if it is a plain identifier, as usual; quoted otherwise.
  static func quoted(_ name: String) -> String { SQLPrinter.identifier(name) }

  /// A text literal.
  static func literal(_ text: String) -> String { SQLPrinter.literal(text) }
}
