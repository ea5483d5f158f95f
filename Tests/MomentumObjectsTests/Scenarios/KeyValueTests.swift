import Foundation
import MomentumEvaluation
import MomentumModel
import Testing

@testable import MomentumObjects

/// Values by key, their types, and the texts of misuse (OG-122, OG-407 to OG-416, OG-901 to OG-916).
@Suite struct KeyValueTests {
  private static let entities = """
    <entity name="Item">
      <attribute name="name" optional="YES" attributeType="String"/>
      <attribute name="count" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"
        defaultValueString="0"/>
      <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="1.5"/>
      <attribute name="size" optional="YES" attributeType="Double"/>
      <attribute name="isNew" optional="YES" attributeType="Boolean" defaultValueString="YES"/>
      <attribute name="made" optional="YES" attributeType="Date"/>
      <attribute name="bytes" optional="YES" attributeType="Binary"/>
      <attribute name="paint" optional="YES" attributeType="Transformable"
        valueTransformerName="KeyValueTestsPaint"/>
      <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
      <relationship name="parent" optional="YES" maxCount="1" destinationEntity="Item"
        inverseName="children" inverseEntity="Item"/>
      <relationship name="children" optional="YES" toMany="YES" destinationEntity="Item"
        inverseName="parent" inverseEntity="Item"/>
      <relationship name="list" optional="YES" toMany="YES" ordered="YES" destinationEntity="Other"/>
    </entity>
    <entity name="Other"/>
    <composite name="Place">
      <attribute name="city" optional="YES" attributeType="String"/>
      <attribute name="zip" optional="YES" attributeType="Integer 32"/>
    </composite>
    """

  private let office: Office
  private let context: ObjectContext
  private let item: ManagedObject

  init() throws {
    office = try Office(entities: Self.entities)
    context = office.context
    item = try context.insert("Item")
  }

  private func text(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "accepted"
    } catch let error as ObjectMisuse { return "\(error.name): \(error.description)" } catch {
      return "\(error)"
    }
  }

  @Test(
    "OG scenario 85: an attribute refuses values of another class (OG-903)",
    arguments: [
      ("name", .integer(1), "NSString", "NSNumber; value = 1."),
      ("count", .string("one two"), "NSNumber", "NSString; value = \"one two\"."),
      ("price", .integer(3), "NSDecimalNumber", "NSNumber; value = 3."),
      ("made", .string("x"), "NSDate", "NSString; value = x."),
      ("bytes", .boolean(true), "NSData", "NSNumber; value = 1."),
    ] as [(String, AttributeValue, String, String)])
  func wrongType(key: String, value: AttributeValue, desired: String, given: String) {
    #expect(
      text { try item.setValue(.attribute(value), forKey: key) }.hasPrefix(
        "NSInvalidArgumentException: Unacceptable type of value for attribute: property = "
          + "\"\(key)\"; desired type = \(desired); given type = \(given)"))
  }

  @Test("OG scenario 86: unknown keys (OG-902)")
  func unknownKey() {
    let head = "NSUnknownKeyException: [<ManagedObject \(item.address)> "
    let tail =
      "the entity Item is not key value coding-compliant for the key \"x\". Its properties are: "
    #expect(
      text { _ = try item.value(forKey: "x") }.hasPrefix(head + "valueForUndefinedKey:]: " + tail))
    #expect(
      text { try item.setValue(.null, forKey: "x") }.hasPrefix(
        head + "setValue:forUndefinedKey:]: " + tail))
  }

  @Test(
    "OG scenario 87: any number goes into a number or a Boolean (OG-904)",
    arguments: [
      ("count", .boolean(true), .integer(1)), ("count", .double(2.9), .integer(2)),
      ("count", .integer(70_000), .integer(70_000)), ("isNew", .integer(3), .boolean(true)),
      ("isNew", .integer(0), .boolean(false)), ("size", .integer(2), .double(2)),
      ("size", .boolean(true), .double(1)),
    ] as [(String, AttributeValue, AttributeValue)])
  func numbers(key: String, given: AttributeValue, kept: AttributeValue) throws {
    try item.setValue(.attribute(given), forKey: key)
    #expect(item[key] == .attribute(kept))
  }

  @Test("OG scenario 88: nil in an optional number is no value (OG-905)")
  func missingNumber() throws {
    item["count"] = .null
    try context.save()
    let reader = office.other()
    #expect(reader.object(with: item.objectID)["count"] == .null)
  }

  @Test(
    "OG scenario 89: a relationship refuses what is no object or no collection (OG-406, OG-407)")
  func wrongRelationshipValues() throws {
    let other = try context.insert("Other")
    let head = "NSInvalidArgumentException: Unacceptable type of value "
    #expect(
      text { try item.setValue(.object(other), forKey: "children") }.hasPrefix(
        head + "for to-many relationship: property = \"children\"; desired type = NSSet; "
          + "given type = Other; value = <ManagedObject: 0x"))
    #expect(
      text { try item.setValue(.string("x"), forKey: "list") }.hasPrefix(
        head + "for to-many relationship: property = \"list\"; desired type = NSOrderedSet; "
          + "given type = NSString; value = x."))
    #expect(
      text { try item.setValue(.objects([other]), forKey: "children") }.hasPrefix(
        head + "in to-many relationship: property = \"children\"; desired type = Item; "
          + "given type = Other; value = "))
    #expect(
      text { try item.setValue(.object(other), forKey: "parent") }.hasPrefix(
        head + "for to-one relationship: property = \"parent\"; desired type = Item; "
          + "given type = Other; value = "))
    item["children"] = .objects([try context.insert("Item")])
    item["children"] = .null
    #expect(item["children"] == .objects([]), "nil empties it")
  }

  @Test("OG scenario 90, 91: objects of other contexts, or of none (OG-409, OG-416)")
  func otherContexts() throws {
    let other = office.other()
    let foreign = try other.insert("Item")
    #expect(
      text { try item.setValue(.object(foreign), forKey: "parent") }
        == "NSInvalidArgumentException: Illegal attempt to establish a relationship 'parent' between "
        + "objects in different contexts (source = \(item.description) , destination = "
        + "\(foreign.description))")
    let free = try office.coordinator.makeObject("Item")
    for (one, two) in [(item, free), (free, item)] {
      #expect(
        text { try one.setValue(.object(two), forKey: "parent") }.contains("in different contexts"))
    }
    let second = try office.coordinator.makeObject("Item")
    free["parent"] = .object(second)
    #expect(second["children"] == .objects([free]))
    #expect(
      text { try context.delete(foreign) }
        == "NSInvalidArgumentException: An NSManagedObjectContext cannot delete objects in other "
        + "contexts.")
    #expect(text { try context.insert(foreign) }.hasPrefix("NSInvalidArgumentException"))
  }

  @Test("OG-101: an object that was made without a context is inserted later")
  func insertedLater() throws {
    let free = try office.coordinator.makeObject("Item")
    free["name"] = .string("free")
    try context.insert(free)
    try context.insert(free)
    #expect(free.isInserted && context.insertedObjects.contains(free))
    try context.save()
    #expect(office.store.stored(free.objectID)?.value(0) == .string("free"))
  }

  @Test("OG scenario 132: defaults are there after the insertion, and nil replaces them (OG-909)")
  func defaults() throws {
    #expect(item["count"] == .integer(0) && item["isNew"] == .boolean(true))
    #expect(item["price"] == .attribute(.decimal(Decimal(string: "1.5") ?? 0)))
    item["price"] = .null
    try context.save()
    let reader = office.other()
    let found = reader.object(with: item.objectID)
    #expect(found["price"] == .null && found["isNew"] == .boolean(true))
  }

  @Test("OG scenario 131: a class in a transformable that changes in place is not noticed (OG-910)")
  func changedInPlace() throws {
    ValueTransformers.register(
      "KeyValueTestsPaint", encode: { (paint: Paint) in [paint.shade] },
      decode: { $0.first.map { Paint($0) } })
    let paint = Paint(1)
    item["paint"] = .transformed(TransformedValue(paint))
    try context.save()
    paint.shade = 2
    #expect(!item.hasChanges && item.changedValues().isEmpty)
    item["name"] = .string("x")
    try context.save()
    let reader = office.other()
    let theirs = reader.object(with: item.objectID)
    #expect(theirs["paint"] == .transformed(TransformedValue(Paint(1))), "the old value")
    item["paint"] = .transformed(TransformedValue(Paint(3)))
    #expect(
      try item.committedValues(forKeys: ["paint"])
        == ["paint": .transformed(TransformedValue(Paint(1)))])
    try context.save()
    reader.refresh(theirs, keepingChanges: false)
    #expect(theirs["paint"] == .transformed(TransformedValue(Paint(3))))
  }

  /// The value of a key path as a text.
  private func plain(_ object: ManagedObject, _ path: String) throws -> String {
    func text(_ value: PredicateValue) -> String {
      switch value {
      case .integer(let number): "\(number)"
      case .double(let number): "\(number)"
      case .decimal(let number): "\(number)"
      case .string(let text): text
      case .set(let set): "set of " + set.elements.map(text).sorted().joined(separator: ", ")
      case .array(let values): "array of " + values.map(text).sorted().joined(separator: ", ")
      default: "another kind"
      }
    }
    return text(try object.value(forKeyPath: path))
  }

  @Test("OG-907, OG-908, OG-913: several keys, key paths, operators and elements of composites")
  func keyPaths() throws {
    for (name, size) in [("a", 1.0), ("b", 2.0), ("b", 4.0)] {
      let child = try context.insert("Item")
      child["name"] = .string(name)
      child["size"] = .double(size)
      child["parent"] = .object(item)
    }
    try item.setValues(["name": .string("top"), "size": .null])
    #expect(
      try item.values(forKeys: ["name", "size"]) == ["name": .string("top"), "size": .null])
    #expect(try plain(item, "children.@count") == "3")
    #expect(try Double(plain(item, "children.@sum.size")) == 7)
    #expect(try plain(item, "children.name") == "set of a, b", "equal values once")
    guard case .object(let child)? = item["children"].first else {
      Issue.record("no child")
      return
    }
    #expect(try plain(child, "parent.name") == "top")
    try child.setValue(.string("new"), forKeyPath: "parent.name")
    #expect(item["name"] == .string("new"))
    try item.setValue(.string("Ulm"), forKeyPath: "place.city")
    try item.setValue(.integer(89_073), forKeyPath: "place.zip")
    #expect(try plain(item, "place.city") == "Ulm")
    try context.save()
    #expect(
      try item.committedValues(forKeys: ["place"])["place"]
        == .composite(["city": .string("Ulm"), "zip": .integer(89_073)]))
  }

  @Test("OG scenario 144: descriptions in Core Data's form (OG-122)")
  func descriptions() throws {
    item["name"] = .string("Ann")
    let child = try context.insert("Item")
    child["parent"] = .object(item)
    child["name"] = .string("two words")
    let new = item.description
    #expect(new.hasPrefix("<ManagedObject: 0x") && new.contains("> (entity: Item; id: 0x"))
    #expect(new.contains(" <\(item.objectID.uri)>; data: {\n    bytes = nil;\n"))
    #expect(new.contains("    name = Ann;\n") && new.hasSuffix("\n})"))
    #expect(new.contains("    children = (\n        \"0x") && new.contains("    count = 0;\n"))
    #expect(child.description.contains("    name = \"two words\";\n"))
    #expect(child.description.contains("    parent = \"0x"))
    try context.save()
    let reader = office.other()
    let theirs = reader.object(with: item.objectID)
    #expect(theirs.description.hasSuffix(" <\(item.objectID.uri)>; data: <fault>)"))
    try theirs.fireFault()
    #expect(
      theirs.description.contains(
        "    children = \"<relationship fault: \(theirs.address) 'children'>\";\n"))
  }
}

/// A value with an identity.
private final class Paint: Equatable, Sendable {
  private let value: Locked<UInt8>

  init(_ shade: UInt8) { value = Locked(shade) }

  var shade: UInt8 {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }

  static func == (left: Paint, right: Paint) -> Bool { left.shade == right.shade }
}

extension PropertyValue {
  /// The first object of a to-many relationship.
  fileprivate var first: PropertyValue? {
    guard case .objects(let objects) = self else { return nil }
    return objects.first.map { .object($0) }
  }
}
