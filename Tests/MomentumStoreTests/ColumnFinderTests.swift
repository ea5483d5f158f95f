import MomentumModel
import MomentumTestSupport
import Testing

@testable import MomentumStore

/// Which column of a table belongs to which property.
@Suite struct ColumnFinderTests {
  private func table(_ columns: [String]) -> StoreCatalog.Table {
    StoreCatalog.Table(
      name: "ZT",
      columns: columns.map { column in
        let parts = column.split(separator: " ").map(String.init)
        return StoreColumn(name: parts[0], sqlType: parts.count > 1 ? parts[1] : "INTEGER")
      })
  }

  /// A wanted column as `computed natural type`, and the numbers of its entities.
  private func wanted(_ text: String, _ numbers: [Int] = [], numbered: Bool = false) -> WantedColumn
  {
    let parts = text.split(separator: " ").map(String.init)
    return WantedColumn(
      computed: parts[0], natural: parts.count > 1 ? parts[1] : parts[0], isNumbered: numbered,
      sqlType: parts.count > 2 ? parts[2] : "INTEGER", numbers: numbers, place: "")
  }

  private func check(
    _ columns: [String], _ wanted: [WantedColumn], _ expected: [String: String],
    values: [String: Set<Int>] = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let evidence = StoreEvidence(
      entityNumbers: { _, column in values[column] }, hasStrayKey: { _, _, _, _ in nil })
    var finder = ColumnFinder(table(columns), evidence)
    expectEqual(
      finder.find(wanted), expected, "columns of \(columns)", sourceLocation: sourceLocation)
  }

  @Test func aNameIsFoundInAnyCase() {
    check(["ZName"], [wanted("ZNAME")], ["ZNAME": "ZName"])
    check(["ZNAME VARCHAR"], [wanted("ZNAME")], ["ZNAME": "ZNAME"])
    check(["ZOTHER"], [wanted("ZNAME")], [:])
    check([], [wanted("ZNAME")], [:])
  }

  @Test func anotherNumberIsTakenWhereItIsTheOnlyOne() {
    let title = wanted("ZTITLE1 ZTITLE")
    check(["ZTITLE2"], [title], ["ZTITLE1": "ZTITLE2"])
    // Only a column of the store's own, such as Z_PK, gives a single property a number.
    check(["ZTITLE"], [title], [:])
    check(["ZTITLE2", "ZTITLE3"], [title], [:])
    check(["ZTITLE2 VARCHAR"], [title], [:])
    check(["ZTITLE2 VARCHAR", "ZTITLE3"], [title], ["ZTITLE1": "ZTITLE3"])
    check(["ZTITLEX", "ZTITLE0"], [title], [:])
    // A name that another property has by itself is that one's.
    check(["ZTITLE2"], [title, wanted("ZTITLE2")], ["ZTITLE2": "ZTITLE2"])
    check(["ZTITLE3"], [title, wanted("ZTITLE3 ZTITLE3 VARCHAR")], ["ZTITLE3": "ZTITLE3"])
  }

  @Test func aKeyWithoutInverseMayHaveAnotherEntitysNumber() {
    let key = wanted("Z4ITEMS", numbered: true)
    check(["Z7ITEMS"], [key], ["Z4ITEMS": "Z7ITEMS"])
    check(["Z7ITEMS", "Z8ITEMS"], [key], [:])
    check(["Z7ITEMS VARCHAR"], [key], [:])
    check(["ZITEMS", "Z7THINGS"], [key], [:])
    check(["Z7ITEMS"], [wanted("Z4ITEMS")], [:])
    // A name without a number never is one with a number.
    check(["ZITEMS"], [wanted("ZTHINGS", numbered: true)], [:])
  }

  @Test func propertiesOfOneNameAreToldByType() {
    let pair = [wanted("ZSIZE ZSIZE FLOAT"), wanted("ZSIZE1 ZSIZE VARCHAR")]
    check(["ZSIZE FLOAT", "ZSIZE1 VARCHAR"], pair, ["ZSIZE": "ZSIZE", "ZSIZE1": "ZSIZE1"])
    check(["ZSIZE VARCHAR", "ZSIZE1 FLOAT"], pair, ["ZSIZE": "ZSIZE1", "ZSIZE1": "ZSIZE"])
    check(["ZSIZE1 FLOAT", "ZSIZE2 VARCHAR"], pair, ["ZSIZE": "ZSIZE1", "ZSIZE1": "ZSIZE2"])
    // Where no assignment fits, the computed names count.
    check(["ZSIZE BLOB", "ZSIZE1 BLOB"], pair, ["ZSIZE": "ZSIZE", "ZSIZE1": "ZSIZE1"])
    check(["ZSIZE FLOAT"], pair, ["ZSIZE": "ZSIZE"])
    check(["ZSIZE1 FLOAT"], pair, ["ZSIZE1": "ZSIZE1"])
  }

  @Test func propertiesOfOneNameAndTypeAreToldByRows() {
    let pair = [wanted("ZSIZE ZSIZE", [5]), wanted("ZSIZE1 ZSIZE", [6])]
    let columns = ["ZSIZE", "ZSIZE1"]
    let computed = ["ZSIZE": "ZSIZE", "ZSIZE1": "ZSIZE1"]
    let exchanged = ["ZSIZE": "ZSIZE1", "ZSIZE1": "ZSIZE"]
    check(columns, pair, computed)
    check(columns, pair, computed, values: ["ZSIZE": [5], "ZSIZE1": [6]])
    check(columns, pair, exchanged, values: ["ZSIZE": [6], "ZSIZE1": [5]])
    check(columns, pair, exchanged, values: ["ZSIZE": [6]])
    check(columns, pair, computed, values: ["ZSIZE": [], "ZSIZE1": []])
    // Rows that no reading allows prove none.
    check(columns, pair, computed, values: ["ZSIZE": [5, 6], "ZSIZE1": [5, 6]])
    // Types that tell them apart are not asked for rows.
    let types = [wanted("ZSIZE ZSIZE", [5]), wanted("ZSIZE1 ZSIZE FLOAT", [6])]
    check(
      ["ZSIZE", "ZSIZE1 FLOAT"], types, computed, values: ["ZSIZE": [6], "ZSIZE1": [5]])
  }

  /// The shortest name comes first, and that of another property never.
  @Test func sharedNamesAreTakenInOrder() {
    let pair = [wanted("ZSIZE7 ZSIZE"), wanted("ZSIZE8 ZSIZE")]
    check(
      ["ZSIZE10", "ZSIZE9", "ZSIZE2"], pair, ["ZSIZE7": "ZSIZE2", "ZSIZE8": "ZSIZE9"])
    check(
      ["ZSIZE2", "ZSIZE3", "ZSIZE4"], pair + [wanted("ZSIZE2")],
      ["ZSIZE2": "ZSIZE2", "ZSIZE7": "ZSIZE3", "ZSIZE8": "ZSIZE4"])
    check(["ZSIZE", "ZSIZE1"], pair, ["ZSIZE7": "ZSIZE", "ZSIZE8": "ZSIZE1"])
  }

  /// A store of hundreds of columns that all fit is read to an end.
  @Test func aSearchHasAnEnd() {
    let wide = (0..<60).map { wanted("ZS\($0 + 1) ZS", [$0 % 2]) }
    let values = Dictionary(
      uniqueKeysWithValues: (0..<60).map { ("ZS\($0 + 1)", Set([2])) })
    var finder = ColumnFinder(
      table((1...60).map { "ZS\($0)" }),
      StoreEvidence(
        entityNumbers: { _, column in values[column] }, hasStrayKey: { _, _, _, _ in nil }))
    #expect(finder.find(wide).count == 60)
  }

  @Test func columnsBesideAKeyAreTakenOnce() {
    var finder = ColumnFinder(table(["Z3_OWNER", "Z_FOK_OWNER", "Z4_VET", "Z5_VET"]), .none)
    #expect(finder.take(first: ["Z9_OWNER", "z3_owner"]) == "Z3_OWNER")
    #expect(finder.take(first: ["Z3_OWNER"]) == nil)
    #expect(finder.take(prefix: "Z_FOK_", numbered: "OWNER") == nil)
    #expect(finder.take(prefix: "Z", numbered: "_vet") == nil, "two could be the one")
    #expect(finder.take(first: ["Z4_VET"]) == "Z4_VET")
    #expect(finder.take(prefix: "Z", numbered: "_vet") == "Z5_VET")
    #expect(finder.take(prefix: "Z", numbered: "_vet") == nil)
    #expect(finder.take(first: []) == nil)
  }
}
