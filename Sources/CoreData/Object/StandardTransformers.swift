// The transformers that every program has under the names that models and programs use. Source:
// documented (`NSValueTransformerName`).

extension NSValueTransformerName {
  public static let negateBooleanTransformerName = Self(rawValue: "NSNegateBoolean")
  public static let isNilTransformerName = Self(rawValue: "NSIsNil")
  public static let isNotNilTransformerName = Self(rawValue: "NSIsNotNil")
  public static let unarchiveFromDataTransformerName = Self(rawValue: "NSUnarchiveFromData")
  public static let keyedUnarchiveFromDataTransformerName =
    Self(rawValue: "NSKeyedUnarchiveFromData")
  public static let secureUnarchiveFromDataTransformerName =
    Self(rawValue: "NSSecureUnarchiveFromData")
}

extension ValueTransformer {
  /// The names of all transformers that every program has.
  static let standardNames: [NSValueTransformerName] = [
    .isNilTransformerName, .isNotNilTransformerName, .keyedUnarchiveFromDataTransformerName,
    .negateBooleanTransformerName, .secureUnarchiveFromDataTransformerName,
    .unarchiveFromDataTransformerName,
  ]

  /// A transformer that every program has; `nil` for another name.
  static func standard(_ name: String) -> ValueTransformer? {
    switch NSValueTransformerName(rawValue: name) {
    case .negateBooleanTransformerName: NegatingTransformer()
    case .isNilTransformerName: NilTransformer(valueOfNil: true)
    case .isNotNilTransformerName: NilTransformer(valueOfNil: false)
    // Foundation on Linux has keyed archives only, so one transformer reads them under all names.
    case .unarchiveFromDataTransformerName, .keyedUnarchiveFromDataTransformerName,
      .secureUnarchiveFromDataTransformerName:
      NSSecureUnarchiveFromDataTransformer()
    default: nil
    }
  }
}

/// Makes `false` of `true`.
private final class NegatingTransformer: ValueTransformer {
  override class func transformedValueClass() -> AnyClass { NSNumber.self }

  override func transformedValue(_ value: Any?) -> Any? {
    NSNumber(value: (value as? NSNumber)?.boolValue != true)
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }
}

/// Says whether there is a value.
private final class NilTransformer: ValueTransformer {
  private let valueOfNil: Bool

  init(valueOfNil: Bool) {
    self.valueOfNil = valueOfNil
    super.init()
  }

  override class func transformedValueClass() -> AnyClass { NSNumber.self }
  override class func allowsReverseTransformation() -> Bool { false }

  override func transformedValue(_ value: Any?) -> Any? {
    NSNumber(value: (flat(value) == nil) == valueOfNil)
  }
}
