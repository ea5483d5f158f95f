import MomentumModel
import MomentumSwiftSource

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads default values that are literals. `UUID()` and `Date()` have another value in each run of
/// the app, so they are left out; SwiftData keeps the value of the run that made the store.
enum DefaultValue {
  static func read(
    _ property: SwiftProperty, as type: AttributeType, in sources: SwiftDataSources
  ) -> AttributeValue? {
    guard let range = property.declaration.value else { return nil }
    let tokens = sources.tokens(property.file)
    let value = ExpressionReader.read(range, in: tokens).unparenthesized
    switch type {
    case .integer16, .integer32, .integer64: return integer(value).map { .integer($0) }
    case .double, .float: return number(value).map { .double($0) }
    case .decimal: return number(value).flatMap { Decimal(string: "\($0)") }.map { .decimal($0) }
    case .boolean:
      if case .boolean(let flag) = value.kind { return .boolean(flag) }
    case .string:
      if case .string(let index) = value.kind {
        return tokens.stringLiteral(at: index)?.value.map { .string($0) }
      }
    case .undefined, .date, .binary, .uuid, .uri, .transformable, .objectID, .composite: break
    }
    return nil
  }

  /// Whether a property has an initial value that the running app computes: `UUID()`, `.open`,
  /// `[]`.
  static func isComputed(_ property: SwiftProperty, in sources: SwiftDataSources) -> Bool {
    guard let range = property.declaration.value else { return false }
    let value = ExpressionReader.read(range, in: sources.tokens(property.file)).unparenthesized
    if case .nilLiteral = value.kind { return false }
    return true
  }

  private static func integer(_ value: SwiftExpression) -> Int64? {
    switch value.kind {
    case .integer(let text): return digits(text)
    case .prefix("-", let inner):
      guard case .integer(let text) = inner.kind, let value = digits(text) else { return nil }
      return 0 - value
    case .member(let base?, "zero") where base.path != nil: return 0
    default: return nil
    }
  }

  private static func digits(_ text: String) -> Int64? {
    let plain = text.filter { $0 != "_" }.lowercased()
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where plain.hasPrefix(prefix) {
      return Int64(plain.dropFirst(2), radix: radix)
    }
    return Int64(plain)
  }

  private static func number(_ value: SwiftExpression) -> Double? {
    switch value.kind {
    case .integer(let text): return digits(text).map(Double.init)
    case .float(let text): return Double(text.filter { $0 != "_" })
    case .prefix("-", let inner): return number(inner).map { -$0 }
    default: return nil
    }
  }
}
