import MomentumObjects

// What accessors of properties call that have `@NSManaged` on a Mac. Generated classes and sources
// that `momentum adapt` has changed have such accessors.

extension NSManagedObject {
  /// The value of a property as the type of its accessor.
  ///
  ///     var name: String? {
  ///       get { managedValue(forKey: "name") }
  ///       set { setManagedValue(newValue, forKey: "name") }
  ///     }
  ///
  /// A missing value is `nil`, or the value that `@NSManaged` returns for a type that is not
  /// optional: 0, `false`, an empty text, an empty collection. A missing date, identifier or decimal is
  /// 2001-01-01, zeros and 0, where a Mac would stop: a store may lack the value. A transformable
  /// value of another class is missing as well, since its archive is the store's. Stops the program
  /// for a missing object, and for an accessor whose type is not that of the attribute.
  public final func managedValue<Value>(forKey key: String) -> Value {
    typed(value(forKey: key), key)
  }

  /// The value in memory, without the accessor: what `primitiveName` is on a Mac.
  public final func managedPrimitiveValue<Value>(forKey key: String) -> Value {
    typed(primitiveValue(forKey: key), key)
  }

  private func typed<Value>(_ value: Any?, _ key: String) -> Value {
    guard let value = flat(value) else {
      if let missing = MissingValue.of(Value.self) { return missing }
      CoreDataException.raise(
        "NSInternalInconsistencyException",
        "'\(key)' of \(self) is nil, and its accessor has the type '\(Value.self)', which is not "
          + "optional.")
    }
    if let value = AccessorValue.value(value, as: Value.self) { return value }
    if TransformedAttribute(entity.attributesByName[key]) != nil,
      let missing = MissingValue.of(Value.self)
    {
      return missing
    }
    CoreDataException.raise(
      "NSInvalidArgumentException",
      "Unacceptable type of accessor for property: property = \"\(key)\"; accessor type = "
        + "\(Value.self); value class = \(type(of: value)).")
  }

  /// Sets a property to a value of its accessor.
  public final func setManagedValue<Value>(_ value: Value, forKey key: String) {
    setValue(stored(value, key), forKey: key)
  }

  /// Sets the value in memory.
  public final func setManagedPrimitiveValue<Value>(_ value: Value, forKey key: String) {
    setPrimitiveValue(stored(value, key), forKey: key)
  }

  private func stored<Value>(_ value: Value, _ key: String) -> Any? {
    guard let value = flat(value) else { return nil }
    let type = entity.attributesByName[key]?.attributeType
    if let seconds = value as? Double, type == .dateAttributeType {
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    return (value as? any RawRepresentable).map { $0.rawValue as Any } ?? value
  }
}

/// Converts the value of a property to the type of an accessor.
private enum AccessorValue {
  static func value<Value>(_ value: Any, as type: Value.Type) -> Value? {
    if let value = value as? Value { return value }
    switch value {
    case let date as Date: return date.timeIntervalSinceReferenceDate as? Value
    case let objects as NSSet: return objects.mutableCopy() as? Value
    case let objects as NSOrderedSet: return objects.mutableCopy() as? Value
    default: break
    }
    // An enum with `@objc` is a number for Core Data.
    let wrapped = (type as? any OptionalAccessor.Type)?.wrapped ?? type
    guard let raw = wrapped as? any RawRepresentable.Type else { return nil }
    return self.raw(value, as: raw) as? Value
  }

  private static func raw<Raw: RawRepresentable>(_ value: Any, as type: Raw.Type) -> Raw? {
    (value as? Raw.RawValue).flatMap { Raw(rawValue: $0) }
  }
}

/// The value of an accessor whose property has none.
private enum MissingValue {
  static func of<Value>(_ type: Value.Type) -> Value? {
    if let optional = type as? any OptionalAccessor.Type { return optional.none as? Value }
    if let empty = type as? any EmptyAccessor.Type { return empty.init() as? Value }
    let empty: Any?
    switch type {
    case is Date.Type: empty = Date(timeIntervalSinceReferenceDate: 0)
    case is UUID.Type: empty = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    case is Decimal.Type: empty = Decimal.zero
    case is NSDecimalNumber.Type: empty = NSDecimalNumber.zero
    case is NSNumber.Type: empty = NSNumber(value: 0)
    case is NSSet.Type: empty = NSSet()
    case is NSOrderedSet.Type: empty = NSOrderedSet()
    default:
      // An enum with `@objc` is the case for 0, if it has one.
      empty = (type as? any RawRepresentable.Type).flatMap { Self.zero($0) }
    }
    return empty as? Value
  }

  private static func zero<Raw: RawRepresentable>(_ type: Raw.Type) -> Any? {
    (Raw.RawValue.self as? any EmptyAccessor.Type).flatMap { $0.init() as? Raw.RawValue }
      .flatMap { Raw(rawValue: $0) }
  }
}

/// `Optional`, seen without its wrapped type.
private protocol OptionalAccessor {
  static var wrapped: Any.Type { get }
  static var none: Self { get }
}

extension Optional: OptionalAccessor {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}

/// A type whose empty value `@NSManaged` returns for a property without a value.
///
/// Source: documented for numbers (Core Data Programming Guide, "Scalar attributes"); texts, data and
/// collections are what Swift's bridge makes of nil (documented, `_ObjectiveCBridgeable`).
private protocol EmptyAccessor { init() }

extension Bool: EmptyAccessor {}
extension Int: EmptyAccessor {}
extension Int16: EmptyAccessor {}
extension Int32: EmptyAccessor {}
extension Int64: EmptyAccessor {}
extension Float: EmptyAccessor {}
extension Double: EmptyAccessor {}
extension String: EmptyAccessor {}
extension Data: EmptyAccessor {}
extension Array: EmptyAccessor {}
extension Dictionary: EmptyAccessor {}
extension Set: EmptyAccessor {}
