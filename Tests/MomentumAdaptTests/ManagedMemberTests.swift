import MomentumTestSupport
import Testing

/// CL-16: properties and functions with `@NSManaged` get bodies in their lines.
@Suite struct ManagedMemberTests {
  private static func accessors(_ key: String) -> String {
    "{ get { managedValue(forKey: \"\(key)\") } set { setManagedValue(newValue, forKey: \"\(key)\") } }"
  }

  @Test(arguments: [
    ("@NSManaged var name: String?", "           var name: String? {}", "name"),
    (
      "@NSManaged public var tips: Set<Tip> // all",
      "           public var tips: Set<Tip> {} // all", "tips"
    ),
    (
      "@NSManaged public fileprivate(set) var date: Date",
      "           public fileprivate(set) var date: Date {}", "date"
    ),
    (
      "@objc dynamic @NSManaged var name: String!", "      dynamic            var name: String! {}",
      "name"
    ),
    (
      "@NSManaged var `protocol`: [String: Any]?", "           var `protocol`: [String: Any]? {}",
      "protocol"
    ),
    (
      "@objc(isDone) @NSManaged var done: Bool", "                         var done: Bool {}",
      "isDone"
    ),
    (
      "@NSManaged var name\n    : (any Shown)?", "           var name\n    : (any Shown)? {}",
      "name"
    ),
  ])
  func aPropertyGetsAccessors(_ source: String, _ expected: String, _ key: String) {
    let adapted = Adapted("class Venue: NSManagedObject {\n  \(source)\n}\n")
    let copy = expected.replacing("{}", with: Self.accessors(key))
    expectText(adapted.text, "class Venue: NSManagedObject {\n  \(copy)\n}\n")
    #expect(adapted.findings.isEmpty)
  }

  @Test(arguments: [
    ("Venue", "primitiveName", "name"), ("Elsewhere", "primitiveURL", "URL"),
    ("Venue", "primitiveOther", nil), ("Venue", "primitive", nil),
  ])
  func aPrimitiveValueIsReachedWithoutItsAccessor(_ type: String, _ name: String, _ key: String?) {
    let adapted = Adapted("extension \(type) { @NSManaged var \(name): String? }")
    let accessors =
      key.map {
        "{ get { managedPrimitiveValue(forKey: \"\($0)\") } "
          + "set { setManagedPrimitiveValue(newValue, forKey: \"\($0)\") } }"
      } ?? Self.accessors(name)
    expectText(adapted.text, "extension \(type) {            var \(name): String? \(accessors) }")
  }

  @Test func severalPropertiesOfOneLineAreSeparated() {
    let adapted = Adapted("extension Venue { @NSManaged private var a: Int, b: String? }")
    expectText(
      adapted.text,
      "extension Venue {            private var a: Int \(Self.accessors("a")); private var  b: String? "
        + "\(Self.accessors("b")) }")
  }

  @Test(arguments: [
    ("addTipsObject:", "_ value: Tip", "addManagedObjects(value, forKey: \"tips\")"),
    ("removeTips:", "_ values: NSSet", "removeManagedObjects(values, forKey: \"tips\")"),
    ("addURLs:", "_ values: NSSet", "addManagedObjects(values, forKey: \"URLs\")"),
    ("addOthersObject:", "_ value: Tip", "addManagedObjects(value, forKey: \"others\")"),
    (
      "insertObject:inTipsAtIndex:", "_ value: Tip, at idx: Int",
      "insertManagedObject(value, at: idx, forKey: \"tips\")"
    ),
    (
      "removeObjectFromTipsAtIndex:", "at idx: Int",
      "removeManagedObject(at: idx, forKey: \"tips\")"
    ),
    (
      "insertTips:atIndexes:", "_ values: [Tip], at indexes: NSIndexSet",
      "insertManagedObjects(values, at: indexes, forKey: \"tips\")"
    ),
    (
      "removeTipsAtIndexes:", "at indexes: NSIndexSet",
      "removeManagedObjects(at: indexes, forKey: \"tips\")"
    ),
    (
      "replaceObjectInTipsAtIndex:withObject:", "at idx: Int, with value: Tip",
      "replaceManagedObject(at: idx, with: value, forKey: \"tips\")"
    ),
    (
      "replaceTipsAtIndexes:withTips:", "at indexes: NSIndexSet, with values: [Tip]",
      "replaceManagedObjects(at: indexes, with: values, forKey: \"tips\")"
    ),
  ])
  func aFunctionGetsItsBody(_ selector: String, _ parameters: String, _ body: String) {
    let adapted = Adapted(
      "extension Venue {\n  @objc(\(selector))\n  @NSManaged public func change(\(parameters))\n}\n"
    )
    let blank = String(repeating: " ", count: selector.count + 7)
    expectText(
      adapted.text,
      "extension Venue {\n  \(blank)\n             public func change(\(parameters)) { \(body) }\n}\n"
    )
    #expect(adapted.findings.isEmpty)
  }

  /// Without `@objc(name)`, the name in Swift says it.
  @Test func aFunctionWithoutObjectiveCNameIsKnownByItsName() {
    let adapted = Adapted("extension Venue { @NSManaged func addTipsObject(_ `in`: Tip) }")
    #expect(adapted.text.contains("{ addManagedObjects(`in`, forKey: \"tips\") }"))
  }

  @Test func whatHasNoAccessorIsReported() {
    let adapted = Adapted(
      """
      class Venue: NSManagedObject {
        @NSManaged var name
        @NSManaged func refresh(_ value: Tip)
        @NSManaged func add(_ value: Tip)
        @NSManaged func addTipsObject()
      }
      """)
    #expect(
      adapted.findings == [
        "2:18: adapt.managed-property: the property 'name' with '@NSManaged' needs a type",
        "3:19: adapt.managed-function: 'refresh:' is no accessor of a to-many relationship that Core Data "
          + "makes",
        "4:19: adapt.managed-function: 'add:' is no accessor of a to-many relationship that Core Data makes",
        "5:19: adapt.managed-function: 'addTipsObject' is no accessor of a to-many relationship that Core "
          + "Data makes",
      ])
  }
}
