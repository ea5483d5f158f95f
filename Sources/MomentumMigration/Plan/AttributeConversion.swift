import MomentumModel

/// How stored values of one attribute type become values of another.
enum AttributeConversion: Hashable {
  /// The value stays as it is.
  case same
  /// `CAST(ZAMOUNT AS REAL)`
  case real
  /// `CAST(ZAMOUNT AS INTEGER)`: what an object reads of a number with a fraction.
  case integer

  /// `nil` where a mapping model has to say it.
  ///
  /// Source: widening of integers observed in migrated apps; integers to Double and Float observed in an
  /// app's tests; the opposite directions and Boolean are assumed to follow. Decimal is left out: the
  /// projects that changed to or from it all wrote a mapping model.
  init?(from old: AttributeType, to new: AttributeType) {
    let isOldInteger = AttributeConversion.isInteger(old)
    let isNewInteger = AttributeConversion.isInteger(new)
    let isOldReal = old == .double || old == .float
    let isNewReal = new == .double || new == .float
    switch (old, new) {
    case _ where old == new: self = .same
    case _ where isOldInteger && isNewInteger, _ where isOldReal && isNewReal: self = .same
    case _ where isOldInteger && isNewReal: self = .real
    case _ where isOldReal && isNewInteger: self = .integer
    default: return nil
    }
  }

  private static func isInteger(_ type: AttributeType) -> Bool {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: true
    case .undefined, .decimal, .double, .float, .string, .date, .binary, .uuid, .uri,
      .transformable, .objectID, .composite:
      false
    }
  }
}
