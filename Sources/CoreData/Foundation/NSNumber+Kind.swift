extension NSNumber {
  /// Whether the number was made of a `Bool`, which Foundation keeps as a character.
  var isBoolean: Bool { kind == "c" || kind == "B" }
  /// Whether the number was made of a `Double` or a `Float`.
  var isFloat: Bool { kind == "d" || kind == "f" }

  private var kind: String { String(cString: objCType) }
}
