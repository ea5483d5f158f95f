import MomentumTestSupport
import Testing

/// CL-7 and decision 0032: what a class of managed objects needs on Linux stands in the line of its brace.
@Suite struct AdaptedClassTests {
  private static let required =
    " required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) "
    + "{ super.init(entity: entity, insertInto: context) }"

  @Test func anotherObjectiveCNameIsSaid() {
    let adapted = Adapted([
      "@objc(CDVenue) public final class Place: Base {\n}\n",
      "@objc(Base) class Base: NSManagedObject {}\n@objc(Other) class Plain: NSObject {}\n",
    ])
    expectText(
      adapted.texts[0],
      "               public final class Place: Base { override public class var objectiveCName: "
        + "String { \"CDVenue\" }\n}\n")
    expectText(
      adapted.texts[1],
      "            class Base: NSManagedObject {}\n             class Plain: NSObject {}\n")
  }

  @Test func aPolicyCallsItsMethodsByTheirSelectors() {
    let adapted = Adapted(
      """
      public final class Policy: NSEntityMigrationPolicy {
        @objc func short(forText text: String, manager: NSMigrationManager) -> String { text }
        @objc(mark:) func note(_ text: String?) throws {}
        @objc func year() -> Int { 1 }
        func plain(_ text: String) {}
        @objc static func all(_ text: String) {}
      }
      class Other: NSObject { @objc func short() {} }
      """)
    let line = adapted.text.split(separator: "\n").first ?? ""
    expectText(
      String(line),
      "public final class Policy: NSEntityMigrationPolicy { override public func value(ofMethod "
        + "method: Selector, arguments: [Any?]) throws -> Any? { switch method { "
        + "case \"shortForText:manager:\": return try `short`(forText: method.argument(0, of: "
        + "arguments), manager: method.argument(1, of: arguments)); "
        + "case \"mark:\": try `note`(method.argument(0, of: arguments)); return nil; "
        + "case \"year\": return `year`(); "
        + "default: return try super.value(ofMethod: method, arguments: arguments) } }")
    expectText(
      String(adapted.text.split(separator: "\n").last ?? ""),
      "class Other: NSObject {       func short() {} }")
  }

  @Test func aManagerOfMigrationsWithItsOwnMethodOfExpressionsStaysAsItIs() {
    let source = """
      class Manager: NSMigrationManager {
        override func value(ofMethod method: Selector, arguments: [Any?]) throws -> Any? { nil }
      }
      """
    expectText(Adapted(source).text, source)
    let made = Adapted(
      "class Own: NSMigrationManager {\n@objc func find(a: String) -> Any? { a }\n}")
    #expect(made.text.contains("case \"findWithA:\": return try `find`(a: method.argument(0, of:"))
  }

  @Test func aDesignatedInitialiserKeepsTheRequiredOne() {
    let adapted = Adapted(
      "class Venue: NSManagedObject {\n  init(name: String) {}\n}\nclass Other: NSObject { init(a: Int) {} }"
    )
    expectText(
      adapted.text,
      "class Venue: NSManagedObject {\(Self.required)\n  init(name: String) {}\n}\n"
        + "class Other: NSObject { init(a: Int) {} }")
    let convenient = "class Venue: NSManagedObject { convenience init(name: String) {} }"
    expectText(Adapted(convenient).text, convenient)
  }

  @Test func anInitialiserWithAContextIsRequired() {
    let adapted = Adapted(
      """
      class Venue: NSManagedObject { convenience init(context: NSManagedObjectContext) {} }
      public class Tip: NSManagedObject { convenience init(context c: NSManagedObjectContext) {} }
      class Map: NSManagedObject { convenience init(context: C, name: String) {} }
      """)
    expectText(
      adapted.text,
      """
      class Venue: NSManagedObject { convenience required init(context: NSManagedObjectContext) {} }
      public class Tip: NSManagedObject { convenience public required init(context c: NSManagedObjectContext) {} }
      class Map: NSManagedObject { convenience init(context: C, name: String) {} }
      """)
  }

  @Test func theOverriddenInitialiserIsRequired() {
    let parameters = "(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {}"
    let adapted = Adapted(
      """
      class Venue: NSManagedObject { override init\(parameters) }
      public class Tip: NSManagedObject { private override init\(parameters) }
      open class Map: NSManagedObject { public override init\(parameters) }
      """)
    expectText(
      adapted.text,
      """
      class Venue: NSManagedObject { required init\(parameters) }
      public class Tip: NSManagedObject {         public required init\(parameters) }
      open class Map: NSManagedObject { public required init\(parameters) }
      """)
  }

  /// With Objective-C, an extension may override; its copy does so in the class.
  @Test func anOverrideMovesIntoItsClass() {
    let adapted = Adapted([
      "class Venue: NSManagedObject {\n  var a = 1\n}\n",
      "extension Venue {\n  @objc override func willSave() {\n    f(#keyPath(name))\n  }\n}\n",
    ])
    expectText(
      adapted.texts[0],
      """
      class Venue: NSManagedObject {
        var a = 1

      #sourceLocation(file: "S1.swift", line: 2)
            override func willSave() {
          f(("name"      ))
        }
      #sourceLocation(file: "S0.swift", line: 3)
      }

      """)
    #expect(adapted.texts[1].allSatisfy { " \n{}".contains($0) || "extension Venue".contains($0) })
    #expect(adapted.texts[1].count { $0 == "\n" } == 5)
    let alone = Adapted("extension Tip { override func willSave() {} }")
    #expect(
      alone.findings == [
        "1:31: adapt.override-in-extension: 'willSave' overrides in an extension of 'Tip'; write it in the "
          + "class"
      ])
  }

  @Test func optionalMethodsGetEmptyBodies() {
    let adapted = Adapted([
      "@objc public protocol P: Q { @objc optional func f(_ a: Int); func g() }\n",
      "func use(_ p: P?) { p?.f?(1); p?.g() }\n",
    ])
    expectText(
      adapted.texts[0],
      "      public protocol P: AnyObject, Q {                func f(_ a: Int); func g() }; public extension P "
        + "{ func f(_ a: Int) {} }\n")
    expectText(adapted.texts[1], "func use(_ p: P?) { p?.f (1); p?.g() }\n")
  }

  @Test func networkingIsImportedWhereItIsUsed() {
    let adapted = Adapted("import Foundation\nlet a: URLRequest\n")
    expectText(
      adapted.text, "import FoundationNetworking; import Foundation\nlet a: URLRequest\n")
  }
}
