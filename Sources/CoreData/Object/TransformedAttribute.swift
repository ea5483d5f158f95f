import MomentumObjects

/// Turns values of a class into others, mostly data. Foundation on Linux does not have this class.
open class ValueTransformer: NSObject {
  /// `@unchecked`: a transformer is registered once and then only called. The framework calls it on
  /// the thread of each context, here as on a Mac, so a transformer that keeps a state of its own has
  /// to protect that state itself.
  private struct Registered: @unchecked Sendable {
    let transformer: ValueTransformer
  }

  private static let all = Locked<[String: Registered]>([:])

  public override init() { super.init() }

  open class func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    let registered = transformer.map { Registered(transformer: $0) }
    all.withLock { $0[name.rawValue] = registered }
  }

  open class func valueTransformerNames() -> [NSValueTransformerName] {
    Set(all.withLock { $0.keys } + standardNames.map(\.rawValue)).sorted()
      .map { NSValueTransformerName(rawValue: $0) }
  }

  open class func transformedValueClass() -> AnyClass { NSObject.self }
  open class func allowsReverseTransformation() -> Bool { true }
  open func transformedValue(_ value: Any?) -> Any? { value }
  open func reverseTransformedValue(_ value: Any?) -> Any? { value }

  static func registered(_ name: String) -> ValueTransformer? {
    all.withLock { $0[name] }?.transformer ?? standard(name)
  }
}

/// Only for the initialiser of `ValueTransformer` that returns a registered object.
public protocol RegisteredTransformer {}

extension ValueTransformer: RegisteredTransformer {}

extension RegisteredTransformer {
  /// The transformer that was registered with a name.
  public init?(forName name: NSValueTransformerName) {
    guard let found = ValueTransformer.registered(name.rawValue) as? Self else { return nil }
    self = found
  }
}

public struct NSValueTransformerName: RawRepresentable, Sendable, Hashable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// A transformer that archives values. Subclasses list the classes that an archive may have; on
/// Linux, Foundation checks them when it decodes.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
  open class var allowedTopLevelClasses: [AnyClass] { [] }

  open override func transformedValue(_ value: Any?) -> Any? {
    (value as? Data).flatMap { try? TransformedAttribute.unarchived($0) }
  }

  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    value.flatMap { try? TransformedAttribute.archived($0) }
  }
}

/// The conversion of a transformable attribute to the data that the store keeps: by its transformer,
/// or as a keyed archive.
struct TransformedAttribute {
  private let attribute: NSAttributeDescription
  private let transformer: ValueTransformer?

  /// `nil` for any other attribute.
  init?(_ attribute: NSAttributeDescription?) {
    guard let attribute, attribute.attributeType == .transformableAttributeType else { return nil }
    self.attribute = attribute
    transformer = attribute.valueTransformerName.flatMap { ValueTransformer.registered($0) }
  }

  /// The value of stored data; the data itself if it is no archive.
  func value(of data: Data) -> Any? {
    // A transformer of an attribute turns values into data; what it does in reverse makes values.
    if let transformer, !(transformer is NSSecureUnarchiveFromDataTransformer) {
      return transformer.reverseTransformedValue(data)
    }
    if let transformer { return transformer.transformedValue(data) }
    return (try? Self.unarchived(data)) ?? data
  }

  /// The default value of the attribute as data. A model that was read from a file has it as data.
  var defaultData: Data? {
    guard !attribute.isTransient, let value = flat(attribute.defaultValue) else { return nil }
    return value as? Data ?? made(of: value)
  }

  private func made(of value: Any) -> Data? {
    if let transformer, !(transformer is NSSecureUnarchiveFromDataTransformer) {
      return transformer.transformedValue(value) as? Data
    }
    if let transformer { return transformer.reverseTransformedValue(value) as? Data }
    return try? Self.archived(value)
  }

  /// The data of a value. Stops the program for a value that no archive can have.
  func data(of value: Any) -> Data {
    guard let data = made(of: value) else {
      CoreDataException.raise(
        "NSInvalidArgumentException",
        "the value of the transformable attribute '\(attribute.name)' cannot be turned into data: "
          + "\(type(of: value))")
    }
    return data
  }

  static func archived(_ value: Any) throws -> Data {
    let object = value as AnyObject
    guard object is any NSCoding else {
      throw CocoaError(.coderInvalidValue)
    }
    return try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
  }

  static func unarchived(_ data: Data) throws -> Any? {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    // Otherwise an archive of classes that the program lacks would stop it.
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let value = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
    if let error = unarchiver.error { throw error }
    return value
  }
}
