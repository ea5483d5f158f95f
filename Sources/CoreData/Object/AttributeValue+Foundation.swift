import MomentumModel

extension AttributeValue {
  /// The value as `value(forKey:)` returns it. Numbers are `NSNumber`, which `as?` turns into the
  /// type of number that the program asks for.
  var foundationValue: Any {
    switch self {
    case .integer(let number): NSNumber(value: number)
    case .double(let number): NSNumber(value: number)
    case .decimal(let number): NSDecimalNumber(decimal: number)
    case .string(let text): text
    case .boolean(let flag): NSNumber(value: flag)
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .binary(let bytes): Data(bytes)
    case .uuid(let uuid): uuid
    case .uri(let text): URL(string: text) ?? NSNull()
    }
  }

  /// The value for an attribute of a type; `nil` for a value of another class.
  init?(foundation value: Any, of type: AttributeType) {
    switch (type, value) {
    case (.decimal, let number as NSDecimalNumber): self = .decimal(number.decimalValue)
    case (.decimal, let number as Decimal): self = .decimal(number)
    case (_, let number as NSNumber): self.init(number, of: type)
    case (.uri, let url as URL): self = .uri(url.absoluteString)
    default: self.init(foundation: value)
    }
  }

  private init?(_ number: NSNumber, of type: AttributeType) {
    switch type {
    case .integer16, .integer32, .integer64: self = .integer(number.int64Value)
    case .double, .float: self = .double(number.doubleValue)
    case .boolean: self = .boolean(number.boolValue)
    case .decimal: self = .decimal(number.decimalValue)
    default: self.init(foundation: number)
    }
  }

  /// The value in the kind that its class has; `nil` for a value that no attribute has.
  init?(foundation value: Any) {
    switch value {
    case let text as String: self = .string(text)
    case let number as NSDecimalNumber: self = .decimal(number.decimalValue)
    case let number as Decimal: self = .decimal(number)
    case let flag as Bool where type(of: value) == Bool.self: self = .boolean(flag)
    case let number as NSNumber: self.init(number)
    case let date as Date: self = .date(date.timeIntervalSinceReferenceDate)
    case let data as Data: self = .binary(Array(data))
    case let uuid as UUID: self = .uuid(uuid)
    case let url as URL: self = .uri(url.absoluteString)
    case let raw as any RawRepresentable:
      guard let value = Self(foundation: raw.rawValue) else { return nil }
      self = value
    default: return nil
    }
  }

  private init(_ number: NSNumber) {
    if number.isBoolean {
      self = .boolean(number.boolValue)
    } else if number.isFloat {
      self = .double(number.doubleValue)
    } else {
      self = .integer(number.int64Value)
    }
  }
}
