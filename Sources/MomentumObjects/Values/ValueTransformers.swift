import MomentumModel

/// The transformers of transformable attributes, by the names that models give them.
///
/// ```swift
/// ValueTransformers.register(
///   "ColorTransformer", encode: { (color: Color) in color.bytes }, decode: { Color(bytes: $0) })
/// ```
///
/// A transformable attribute without a registered transformer reads and takes plain data.
public enum ValueTransformers {
  private struct Transformer: Sendable {
    var encode: @Sendable (Any) throws -> [UInt8]?
    var decode: @Sendable ([UInt8]) throws -> TransformedValue?
  }

  private static let all = Locked<[String: Transformer]>([:])

  /// Registers a transformer. A later registration of the same name replaces an earlier one.
  ///
  /// - Parameters:
  ///   - encode: Returns the data that the store keeps for a value.
  ///   - decode: Returns the value for data from a store; `nil` if the data is not such a value.
  public static func register<Value: Equatable & SendableMetatype>(
    _ name: String, encode: @escaping @Sendable (Value) throws -> [UInt8],
    decode: @escaping @Sendable ([UInt8]) throws -> Value?
  ) {
    let transformer = Transformer(
      encode: { try ($0 as? Value).map(encode) },
      decode: { try decode($0).map { TransformedValue($0) } })
    all.withLock { $0[name] = transformer }
  }

  private static func transformer(of attribute: Attribute) -> Transformer? {
    guard let name = attribute.valueTransformerName else { return nil }
    return all.withLock { $0[name] }
  }

  static func value(of bytes: [UInt8], for attribute: Attribute) throws -> TransformedValue? {
    try transformer(of: attribute)?.decode(bytes)
  }

  static func bytes(of value: TransformedValue, for attribute: Attribute) throws -> [UInt8] {
    guard let bytes = try transformer(of: attribute)?.encode(value.value) else {
      throw ObjectMisuse(
        "NSInvalidArgumentException",
        "the attribute '\(attribute.name)' has no registered transformer for a value of type "
          + "\(type(of: value.value)). Register one with ValueTransformers.register.")
    }
    return bytes
  }
}
