import MomentumModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Default values of attributes as Swift expressions.
enum PortableDefault {
  /// A default value as source: `5`, `"new"`, `Date(timeIntervalSinceReferenceDate: 0.0)`. `nil` if
  /// the value does not fit the type.
  static func expression(
    _ value: AttributeValue, type: AttributeType, isOptional: Bool
  ) -> Expression? {
    switch (type, value) {
    case (.integer16, .integer(let number)): Int16(exactly: number).map { .integer(Int64($0)) }
    case (.integer32, .integer(let number)): Int32(exactly: number).map { .integer(Int64($0)) }
    case (.integer64, .integer(let number)): .integer(number)
    case (.double, .integer(let number)): .double(Double(number))
    case (.double, .double(let number)): .double(number)
    case (.float, .integer(let number)): float(Double(number))
    case (.float, .double(let number)): float(number)
    case (.decimal, .integer(let number)): .integer(number)
    case (.decimal, .double(let number)): decimal("\(number)", isOptional)
    case (.decimal, .decimal(let number)): decimal("\(number)", isOptional)
    case (.boolean, .boolean(let flag)): .boolean(flag)
    case (.string, .string(let text)): .string(text)
    case (.date, .date(let seconds)): date(seconds)
    case (.date, .double(let seconds)): date(seconds)
    case (.binary, .binary(let bytes)): .call("Data", [.array(bytes.map { .integer(Int64($0)) })])
    case (.uuid, .uuid(let uuid)): self.uuid(uuid)
    case (.uri, .uri(let text)):
      // `URL(string:)` may return nil, so only an optional property can have it as default.
      isOptional ? .call(.name("URL"), [.init("string", .string(text))]) : nil
    case (.undefined, _), (.integer16, _), (.integer32, _), (.integer64, _), (.decimal, _),
      (.double, _), (.float, _), (.string, _), (.boolean, _), (.date, _), (.binary, _), (.uuid, _),
      (.uri, _), (.transformable, _), (.objectID, _), (.composite, _):
      nil
    }
  }

  private static func float(_ number: Double) -> Expression? {
    Float(number).isFinite ? .double(number) : nil
  }

  private static func date(_ seconds: Double) -> Expression {
    .call(.name("Date"), [.init("timeIntervalSinceReferenceDate", .double(seconds))])
  }

  private static func decimal(_ text: String, _ isOptional: Bool) -> Expression? {
    guard let number = Decimal(string: text), !number.isNaN else { return nil }
    if let whole = Int64("\(number)") { return .integer(whole) }
    let value = Expression.call(.name("Decimal"), [.init("string", .string("\(number)"))])
    return isOptional ? value : .binary(value, .orElse, .integer(0))
  }

  private static func uuid(_ uuid: UUID) -> Expression {
    let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
    return .call(
      .name("UUID"), [.init("uuid", .tuple(bytes.map { .integer(Int64($0)) }))])
  }
}
