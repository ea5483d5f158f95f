import Foundation
import MomentumDiagnostics
import MomentumTestSupport
import Testing

@testable import MomentumAdapt

/// CL-17: the names of accessors. Each was read from the objects of Swift 6.3.
@Suite struct SymbolNameTests {
  /// The symbols of the accessors of a class `ShopVenue` in a module `Shop`.
  private static func symbols(_ member: String) -> [String] {
    let source = """
      import CoreData
      class ShopVenue: NSManagedObject {
        \(member)
        enum Inner: Int { case one }
      }
      class Tip: NSManagedObject {}
      struct Money {}
      """
    return linked(source).text.components(between: "@_silgen_name(\"", and: "\")")
  }

  static func linked(_ source: String) -> (text: String, findings: [String]) {
    var found = Diagnostics()
    let accessors = LinkedAccessors(
      [SourceFile(path: "S.swift", text: source)], module: "Shop", models: [Adapted.shop])
    let text = accessors.text(&found)
    return (
      text,
      found.all.map { finding in
        let start = finding.location.map { $0.file.lineColumn(at: $0.range.start) }
        return "\(start?.line ?? 0):\(start?.column ?? 0): \(finding.id): \(finding.text)"
      }
    )
  }

  @Test(arguments: [
    ("name: String", "4nameSS"), ("some: Any?", "4someypSg"), ("me: ShopVenue?", "2meACSg"),
    ("tip: Tip", "3tipAA3TipC"), ("Tip: Tip", "3TipAaDC"), ("size: Int16", "4sizes5Int16V"),
    ("since: TimeInterval", "5sinceSd"), ("day: Date!", "3day20FoundationEssentials4DateVSg"),
    ("all: NSOrderedSet?", "3all10Foundation12NSOrderedSetCSg"),
    ("set: Set<Tip>?", "3setShyAA3TipCGSg"),
    ("list: Array<ShopVenue>", "4listSayACG"), ("map: [String: String]?", "3mapSDyS2SGSg"),
    ("map: [Bool: [Bool: Bool]]", "3mapSDySbSDyS2bGG"), ("price: Money", "5priceAA5MoneyV"),
    ("kind: Inner", "4kindAC5InnerO"), ("kind: ShopVenue.Inner?", "4kindAC5InnerOSg"),
    ("shopVenueName: String?", "04shopB4NameSSSg"), ("venueTip: Tip?", "8venueTipAA0D0CSg"),
    ("x_y_Name2Name: Bool", "13x_y_Name2NameSb"), ("NameName: Bool", "04NameC0Sb"),
    ("`class`: Int", "5classSi"),
    ("moment: Foundation.Date", "6moment20FoundationEssentials4DateV"),
  ])
  func aPropertyHasTwo(_ declaration: String, _ expected: String) {
    let start = "$s4Shop0A5VenueC" + expected
    #expect(Self.symbols("@NSManaged var \(declaration)") == [start + "vg", start + "vs"])
  }

  @Test(arguments: [
    ("addToTips(_ value: Tip)", "addTipsObject:", "9addToTipsyyAA3TipCF"),
    ("addToTips(_ values: NSSet)", "addTips:", "9addToTipsyy10Foundation5NSSetCF"),
    ("removeFromTips(at index: Int)", "removeObjectFromTipsAtIndex:", "14removeFromTips2atySi_tF"),
    (
      "insertIntoTips(_ value: Tip, at index: Int)", "insertObject:inTipsAtIndex:",
      "14insertIntoTips_2atyAA3TipC_SitF"
    ),
    (
      "replaceTips(at indexes: NSIndexSet, with values: [Tip])", "replaceTipsAtIndexes:withTips:",
      "11replaceTips2at4withy10Foundation10NSIndexSetC_SayAA3TipCGtF"
    ),
  ])
  func aFunctionHasOne(_ declaration: String, _ selector: String, _ expected: String) {
    let member =
      "#if canImport(ObjectiveC)\n@objc(\(selector))\n#endif\n@NSManaged func \(declaration)"
    #expect(Self.symbols(member) == ["$s4Shop0A5VenueC" + expected])
  }

  @Test(arguments: [
    ("@NSManaged private var name: String", 24), ("@NSManaged var größe: Int16", 16),
    ("@NSManaged var color: Colour", 16), ("@NSManaged var pair: (Int, Int)", 16),
    ("@NSManaged var list: List<Int>", 16),
  ])
  func anUnknownNameIsAnError(_ member: String, _ column: Int) {
    let found = Self.linked("class Venue: NSManagedObject {\n\(member)\n}\n").findings
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("2:\(column): adapt.linked-member: ") == true, "\(found)")
  }

  @Test func whatOnlyACopyCanHaveIsAnError() {
    let source = """
      @objc(Venue) class Venue: NSManagedObject {
        @NSManaged var name: String?
        #if canImport(ObjectiveC)
        @objc func show() {}
        #endif
      }
      let key = #keyPath(Venue.name)
      """
    #expect(
      Self.linked(source).findings.map { $0.prefix { $0 != " " } } == ["1:1:", "7:11:"])
  }

  @Test func accessorsAreAsAccessibleAsTheirMembers() {
    let source = """
      import CoreData
      public class Venue: NSManagedObject {}
      public extension Venue { @NSManaged var name: String? }
      extension Venue { @NSManaged package var date: Date }
      """
    let (text, findings) = Self.linked(source)
    #expect(findings.isEmpty)
    #expect(text.contains("public import Foundation\n"))
    #expect(
      text.contains("\n  public func get_name() -> String? { managedValue(forKey: \"name\") }\n"))
    #expect(
      text.contains(
        "\n  package func set_date(_ newValue: consuming Date) { setManagedValue(newValue, forKey: \"date\") }\n"
      ))
  }
}

extension String {
  /// The texts between each `start` and the next `end`.
  fileprivate func components(between start: String, and end: String) -> [String] {
    components(separatedBy: start).dropFirst().compactMap {
      $0.components(separatedBy: end).first
    }
  }
}
