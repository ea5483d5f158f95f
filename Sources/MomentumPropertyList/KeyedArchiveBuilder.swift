/// Builds a keyed archive object by object, as NSKeyedArchiver does.
///
/// ```swift
/// var builder = KeyedArchiveBuilder()
/// let names = builder.array([builder.text("Venue")])
/// let bytes = builder.archive(root: names)
/// ```
///
/// Equal texts, integers and flags are stored once. For objects that refer to each other, call
/// `reserve()` for each one first, and `define(_:_:_:)` with its members later.
///
/// Format: documented in swift-corelibs-foundation's NSKeyedArchiver (open source).
package struct KeyedArchiveBuilder {
  /// A class of Objective-C with its superclasses, from the class itself up.
  package struct Class: Sendable, Hashable {
    package let names: [String]

    package init(_ names: String...) { self.names = names + ["NSObject"] }
  }

  /// A reference to an object in the archive.
  package struct Reference: Sendable, Hashable {
    fileprivate let index: Int

    /// The reference to `nil`.
    package static let null = Reference(index: 0)

    package var value: PropertyList { .uid(UInt64(index)) }
  }

  private var objects: [PropertyList] = [.string("$null")]
  private var classes: [Class: Reference] = [:]
  /// The reference of each text, by its bytes: Swift's `==` would merge a composed and a decomposed
  /// accent, and one of the two texts would be lost.
  private var texts: [[UInt8]: Reference] = [:]
  private var integers: [Int64: Reference] = [:]
  private var flags: [Bool: Reference] = [:]

  package init() {}

  // MARK: - Values

  package mutating func text(_ text: String) -> Reference {
    let bytes = Array(text.utf8)
    if let known = texts[bytes] { return known }
    let reference = add(.string(text))
    texts[bytes] = reference
    return reference
  }

  /// The reference of a text, or the reference to `nil`.
  package mutating func text(_ text: String?) -> Reference {
    text.map { value(.string($0)) } ?? .null
  }

  package mutating func value(_ value: PropertyList) -> Reference {
    switch value {
    case .string(let text): return self.text(text)
    case .integer(let number): return shared(value, number, \.integers)
    case .boolean(let flag): return shared(value, flag, \.flags)
    case .unsigned, .real, .date, .data, .uid, .null, .array, .dictionary: return add(value)
    }
  }

  private mutating func shared<Key: Hashable>(
    _ value: PropertyList, _ key: Key, _ table: WritableKeyPath<Self, [Key: Reference]>
  ) -> Reference {
    if let known = self[keyPath: table][key] { return known }
    let reference = add(value)
    self[keyPath: table][key] = reference
    return reference
  }

  // MARK: - Objects

  /// A reference to an object whose members are not known yet; `define` adds them.
  package mutating func reserve() -> Reference { add(.null) }

  package mutating func define(
    _ reference: Reference, _ type: Class, _ members: [String: PropertyList]
  ) {
    var members = members
    members["$class"] = place(of: type).value
    objects[reference.index] = .dictionary(members)
  }

  package mutating func object(_ type: Class, _ members: [String: PropertyList]) -> Reference {
    let reference = reserve()
    define(reference, type, members)
    return reference
  }

  package mutating func array(_ items: [Reference], _ type: Class = .array) -> Reference {
    object(type, ["NS.objects": .array(items.map(\.value))])
  }

  package mutating func dictionary(
    _ pairs: [(key: String, value: Reference)], _ type: Class = .dictionary
  ) -> Reference {
    let keys = pairs.map { text($0.key).value }
    return object(
      type, ["NS.keys": .array(keys), "NS.objects": .array(pairs.map(\.value.value))])
  }

  // MARK: - The archive

  /// The bytes of the archive, a binary property list.
  package func archive(root: Reference) -> [UInt8] {
    BinaryPropertyListWriter.write(
      .dictionary([
        "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
        "$top": .dictionary(["root": root.value]), "$objects": .array(objects),
      ]))
  }

  private mutating func add(_ value: PropertyList) -> Reference {
    objects.append(value)
    return Reference(index: objects.count - 1)
  }

  private mutating func place(of type: Class) -> Reference {
    if let known = classes[type] { return known }
    let reference = add(
      .dictionary([
        "$classname": .string(type.names[0]), "$classes": .array(type.names.map { .string($0) }),
      ]))
    classes[type] = reference
    return reference
  }
}

extension KeyedArchiveBuilder.Class {
  package static let array = Self("NSArray")
  package static let mutableArray = Self("NSMutableArray", "NSArray")
  package static let dictionary = Self("NSDictionary")
  package static let mutableDictionary = Self("NSMutableDictionary", "NSDictionary")
  package static let set = Self("NSSet")
  package static let mutableSet = Self("NSMutableSet", "NSSet")
  package static let date = Self("NSDate")
  package static let uuid = Self("NSUUID")
  package static let url = Self("NSURL")
  package static let decimalNumber = Self("NSDecimalNumber", "NSNumber", "NSValue")
}
