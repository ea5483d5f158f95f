import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import Testing

/// Aggregates over the rows of a result: over a to-many relationship they get a SELECT of their own wherever a join
/// would repeat the rows that another one counts.
@Suite struct RowAggregateTests {
  private let staff: StaffModel

  init() throws { staff = try StaffModel() }

  private func request(
    _ expressions: [String], where format: String? = nil, groups: [String] = []
  ) throws -> FetchRequest {
    var diagnostics = Diagnostics()
    var request = FetchRequest(entity: staff.employee, resultType: .dictionaries)
    for (index, text) in expressions.enumerated() {
      let (expression, type) = try expression(text, &diagnostics)
      request.propertiesToFetch.append(
        PropertyToFetch(name: "v\(index)", value: .expression(expression, type)))
    }
    for text in groups {
      guard case .keyPath(let path) = try expression(text, &diagnostics).0 else {
        Issue.record("\(text) is no key path")
        continue
      }
      request.propertiesToGroupBy.append(path)
    }
    guard let format else { return request }
    let source = SourceFile(path: "p", text: format)
    let syntax = try #require(PredicateParser.parse(source, &diagnostics), "\(format)")
    request.predicate = PredicateChecker.check(
      syntax, source: source, entity: staff.employee, model: staff.model, &diagnostics)
    #expect(request.predicate != nil, "\(diagnostics.all.map(\.text))")
    return request
  }

  private func expression(
    _ text: String, _ diagnostics: inout Diagnostics
  ) throws -> (TypedExpression, PredicateType) {
    let source = SourceFile(path: "p", text: text)
    let syntax = try #require(PredicateParser.parseExpression(source, &diagnostics), "\(text)")
    return try #require(
      PredicateChecker.checkExpression(
        syntax, source: source, entity: staff.employee, model: staff.model,
        allowsRowAggregates: true, &diagnostics), "\(diagnostics.all.map(\.text))")
  }

  private func sql(_ request: FetchRequest) -> SQLText { staff.sql(request, staff.layouts[0]) }

  private static let join = " LEFT OUTER JOIN ZEMPLOYEE t1 ON t0.Z_PK = t1.ZMANAGER"

  /// The median over the reports is computed through a join only where no other value is an aggregate of rows.
  @Test(arguments: [
    ("name", true), ("badge", true), ("badge + 1", true), ("1 + badge", true),
    ("abs:(badge)", true), ("TERNARY(badge > 1, badge, 2)", true), ("reports.@count", true),
    ("reports.@max.badge", true), ("manager.badge", true), ("now()", true),
    ("count:(name)", false), ("sum:(badge)", false), ("max:(manager.badge)", false),
    ("1 + count:(name)", false), ("count:(name) + 1", false),
    ("count:(name) + count:(kind)", false), ("badge + max:(badge)", false),
    ("max:(badge) + badge", false), ("1 + (2 + max:(badge))", false),
    ("(max:(badge) + 2) + 1", false), ("abs:(sum:(badge))", false),
    ("modulus:by:(count:(name), 2)", false), ("modulus:by:(2, count:(name))", false),
    ("TERNARY(badge > 1, count:(name), 2)", false), ("TERNARY(badge > 1, 2, count:(name))", false),
    ("count:(distinct:(kind))", false), ("average:(badge)", false),
    // The sum over the reports is a sum of sums, which is an aggregate of rows.
    ("sum:(reports.badge)", false), ("count:(reports)", false), ("1 + max:(reports.badge)", false),
  ])
  func aMedianIsJoinedOnlyAmongPlainValues(other: String, isJoined: Bool) throws {
    for expressions in [["median:(reports.badge)", other], [other, "median:(reports.badge)"]] {
      let text = sql(try request(expressions)).text
      let separate =
        "(SELECT MomentumMedian( g_t1.ZBADGE) FROM ZEMPLOYEE g_t0 LEFT OUTER JOIN ZEMPLOYEE g_t1 ON g_t0.Z_PK = g_t1.ZMANAGER )"
      #expect(text.contains(separate) == !isJoined, "\(expressions): \(text)")
      #expect(text.contains("MomentumMedian( t") == isJoined, "\(expressions): \(text)")
    }
  }

  /// Of two medians over relationships one is joined; what holds it counts as it does.
  @Test(arguments: [
    ("median:(reports.badge)", true), ("1 + median:(reports.badge)", true),
    ("median:(reports.badge) + 1", true), ("abs:(median:(reports.badge))", true),
    ("TERNARY(badge > 1, median:(reports.badge), 2)", true),
    ("TERNARY(badge > 1, 2, median:(reports.badge))", true), ("badge", false), ("1", false),
  ])
  func theFirstValueOverARelationshipIsJoined(first: String, isJoined: Bool) throws {
    let text = sql(try request([first, "mode:(contracts.supplierName)"])).text
    #expect(text.contains(Self.join) == isJoined, "\(text)")
    #expect(
      text.contains("(SELECT MomentumMode( g_t1.ZSUPPLIERNAME) FROM ZEMPLOYEE g_t0") == isJoined,
      "\(text)")
  }

  @Test func theOnlyValueIsJoined() throws {
    #expect(
      sql(try request(["median:(reports.badge)"])).text
        == "SELECT MomentumMedian( t1.ZBADGE) FROM ZEMPLOYEE t0" + Self.join)
    #expect(
      sql(try request(["sum:(reports.badge)"])).text
        == "SELECT total( t1.ZBADGE) FROM ZEMPLOYEE t0" + Self.join)
  }

  /// The own SELECT of a group has the condition of the request, and compares what is grouped by.
  @Test func aGroupsOwnSelectHasItsConditions() throws {
    let grouped = try request(
      ["median:(reports.badge)"], where: "badge > 1", groups: ["kind", "manager"])
    #expect(
      sql(grouped).text
        == "SELECT MomentumMedian( t1.ZBADGE) FROM ZEMPLOYEE t0" + Self.join
        + " WHERE  t0.ZBADGE > ? GROUP BY  t0.ZKIND,  t0.ZMANAGER")
    let two = try request(
      ["median:(reports.badge)", "kind"], where: "badge > 1", groups: ["kind", "manager"])
    let separate =
      "(SELECT MomentumMedian( g_t1.ZBADGE) FROM ZEMPLOYEE g_t0 LEFT OUTER JOIN ZEMPLOYEE g_t1 ON g_t0.Z_PK = g_t1.ZMANAGER"
      + " WHERE ( g_t0.ZBADGE > ? AND  g_t0.ZKIND IS  t0.ZKIND AND  g_t0.ZMANAGER IS  t0.ZMANAGER) )"
    #expect(
      sql(two).text
        == "SELECT \(separate), t0.ZKIND FROM ZEMPLOYEE t0 WHERE  t0.ZBADGE > ? GROUP BY  t0.ZKIND,  t0.ZMANAGER"
    )
    #expect(sql(two).bindings == [.value(.integer(1)), .value(.integer(1))])
  }

  /// All tables of values are in one statement, so each has a name of its own.
  @Test func eachLongListHasItsOwnName() throws {
    func list(_ key: String, from first: Int) -> String {
      "\(key) IN {\((first..<(first + 501)).map { "\($0)" }.joined(separator: ", "))}"
    }
    func names(_ request: FetchRequest) -> [String] { sql(request).arrays.map(\.name) }
    let other = "count:(name)"
    let one = list("badge", from: 1)
    #expect(names(try request([other], where: one)) == ["_Z_intarray0"])
    #expect(
      names(try request([other, "median:(reports.badge)"], where: one))
        == ["_Z_intarray1", "_Z_intarray0"])
    #expect(
      names(
        try request(
          ["median:(reports.badge)", other, "mode:(contracts.supplierName)"], where: one))
        == ["_Z_intarray1", "_Z_intarray2", "_Z_intarray0"])
    let two = one + " AND " + list("manager.badge", from: 1000)
    let both = sql(try request([other, "median:(reports.badge)"], where: two))
    #expect(
      both.arrays.map(\.name)
        == ["_Z_intarray2", "_Z_intarray3", "_Z_intarray0", "_Z_intarray1"])
    #expect(both.arrays.map { $0.values.first } == [1, 1000, 1, 1000].map { .integer($0) })
    #expect(both.arrays.allSatisfy { $0.values.count == 501 })
    for array in both.arrays {
      #expect(both.text.contains("IN (SELECT * FROM \(array.name)) "), "\(array.name)")
    }
    // Five hundred are placeholders.
    let short = "badge IN {\((1...500).map { "\($0)" }.joined(separator: ", "))}"
    #expect(names(try request([other], where: short)) == [])
    #expect(sql(try request([other], where: short)).bindings.count == 500)
  }

  /// A join would repeat the rows, so other aggregates are made of what each row has.
  @Test(arguments: [
    ("sum:(reports.badge)", "total((SELECT total( t1.ZBADGE)"),
    ("count:(reports)", "CAST(total((SELECT COUNT(t1.Z_PK)"),
    ("count:(reports.badge)", "CAST(total((SELECT COUNT( t1.ZBADGE)"),
    ("min:(reports.badge)", "CAST(min((SELECT min( t1.ZBADGE)"),
    ("max:(reports.badge)", "CAST(max((SELECT max( t1.ZBADGE)"),
    ("average:(reports.badge)", "(total((SELECT total( t1.ZBADGE)"),
    ("stddev:(reports.badge)", "(SELECT MomentumStandardDeviation( g_t1.ZBADGE)"),
    ("mode:(reports.badge)", "(SELECT MomentumMode( g_t1.ZBADGE)"),
    ("count:(distinct:(reports.badge))", "(SELECT COUNT(DISTINCT  g_t1.ZBADGE)"),
  ])
  func anAggregateIsMadeOfThoseOfEachRow(expression: String, start: String) throws {
    let text = sql(try request([expression, "count:(name)"])).text
    #expect(text.hasPrefix("SELECT " + start), "\(text)")
    #expect(text.hasSuffix(" FROM ZEMPLOYEE t0"), "\(text)")
  }
}
