import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import Testing

/// What a missing value does to a comparison, and how the sides and bounds of one are placed.
@Suite struct NullLoweringTests {
  private let staff: StaffModel

  init() throws { staff = try StaffModel() }

  /// The statement from its tables on, blanks made single, and its bindings.
  private func lowered(
    _ predicate: TypedPredicate, _ semantics: NullSemantics = .store
  ) throws -> (text: String, bindings: [SQLBinding]) {
    let request = FetchRequest(entity: staff.employee, predicate: predicate)
    let sql = staff.sql(request, staff.layouts[0], QueryOptions(nullSemantics: semantics))
    let start = try #require(sql.text.range(of: " FROM ZEMPLOYEE t0"), "\(sql.text)")
    let text = String(sql.text[start.lowerBound...])
    return (text.replacing("  ", with: " "), sql.bindings)
  }

  private func typed(_ format: String) throws -> TypedPredicate {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: format)
    let syntax = try #require(PredicateParser.parse(source, &diagnostics), "\(format)")
    return try #require(
      PredicateChecker.check(
        syntax, source: source, entity: staff.employee, model: staff.model, &diagnostics),
      "\(format): \(diagnostics.all.map(\.text))")
  }

  // MARK: - nil

  /// In memory nil is as great as nil and neither less nor greater than anything. In SQL an order with NULL is
  /// unknown, so that NOT in front of it holds for no row either. The checker refuses such a text; a tree made by
  /// a program comes here all the same.
  @Test(arguments: [
    (ComparisonOperator.equal, "t0.ZSALARY IS NULL", "t0.ZSALARY IS NULL"),
    (.notEqual, "t0.ZSALARY IS NOT NULL", "t0.ZSALARY IS NOT NULL"),
    (.lessOrEqual, "t0.ZSALARY IS NULL", "? = 1"),
    (.greaterOrEqual, "t0.ZSALARY IS NULL", "? = 1"),
    (.less, "0 = 1", "? = 1"), (.greater, "0 = 1", "? = 1"),
  ])
  func aComparisonWithNil(sign: ComparisonOperator, inMemory: String, inStore: String) throws {
    let property = staff.model.property(named: "salary", in: staff.employee)
    guard case .attribute(let salary) = property else {
      Issue.record("Employee has no attribute 'salary'")
      return
    }
    let path = TypedExpression.keyPath(
      TypedKeyPath(root: staff.employee, steps: [], target: .attribute(salary)))
    for (left, right) in [(path, TypedExpression.null), (.null, path)] {
      let predicate = TypedPredicate.comparison(
        TypedComparison(left: left, comparisonOperator: sign, right: right))
      let place = right == .null ? "salary \(sign) nil" : "nil \(sign) salary"
      let memory = try lowered(predicate, .foundation)
      #expect(memory.text == " FROM ZEMPLOYEE t0 WHERE \(inMemory)", "\(place), in memory")
      #expect(memory.bindings.isEmpty, "\(place), in memory")
      let store = try lowered(predicate, .store)
      #expect(store.text == " FROM ZEMPLOYEE t0 WHERE \(inStore)", "\(place), in the store")
      // NULL itself is what makes it unknown.
      let nulls: [SQLBinding] = inStore.contains("?") ? [.value(.null)] : []
      #expect(store.bindings == nulls, "\(place), in the store")
    }
  }

  /// Whether nil is found among texts is unknown; EXISTS alone would say no.
  @Test func aMissingTextInALongListWithOptions() throws {
    let values = (1...501).map { "'x\($0)'" }.joined(separator: ", ")
    let store = try lowered(try typed("kind IN[cd] {\(values)}"))
    #expect(
      store.text
        == " FROM ZEMPLOYEE t0 WHERE CASE WHEN t0.ZKIND IS NULL THEN ? ELSE EXISTS (SELECT 0 FROM _Z_intarray0 t1 WHERE NSCoreDataStringCompare( t0.ZKIND, t1.value, 385) = 0 ) END"
    )
    #expect(store.bindings == [.value(.null)])
  }

  // MARK: - Places

  @Test(arguments: NullSemantics.allCases)
  func theBoundsOfAVariableStandBehindTheLeftSide(semantics: NullSemantics) throws {
    let found = try lowered(try typed("badge BETWEEN $range"), semantics)
    #expect(found.text == " FROM ZEMPLOYEE t0 WHERE t0.ZBADGE BETWEEN ? AND ?")
    #expect(found.bindings == [.parameter("range[0]"), .parameter("range[1]")])
  }

  /// A number of objects that has to be there lets the object before them be joined by an inner join, in the
  /// innermost scope only: an object whose manager is missing has no matching report, which `@count == 0` wants.
  @Test(arguments: [
    (
      "manager.department.employees.@count == 2",
      "ZEMPLOYEE t0 JOIN ZEMPLOYEE t1 ON t0.ZMANAGER = t1.Z_PK WHERE"
    ),
    (
      "manager.department.employees.@sum.badge == 0",
      "ZEMPLOYEE t0 JOIN ZEMPLOYEE t1 ON t0.ZMANAGER = t1.Z_PK WHERE"
    ),
    (
      "SUBQUERY(reports, $x, $x.manager.department.employees.@count == 2).@count == 0",
      "ZEMPLOYEE t1 JOIN ZEMPLOYEE t2 ON t1.ZMANAGER = t2.Z_PK WHERE"
    ),
    (
      "SUBQUERY(reports, $x, manager.department.employees.@count == 2).@count == 0",
      "ZEMPLOYEE t0 LEFT OUTER JOIN ZEMPLOYEE t2 ON t0.ZMANAGER = t2.Z_PK WHERE"
    ),
  ])
  func theOwnerOfANumberIsJoined(format: String, join: String) throws {
    let text = try lowered(try typed(format)).text
    #expect(text.contains(join), "'\(format)' joins the owner otherwise: \(text)")
  }

  // MARK: - Requests inside

  /// A request inside takes one object of each group; an object without the grouped one is in a group too.
  @Test func aRequestInsideIsGroupedByItsPaths() throws {
    func path(_ steps: [String], _ attribute: String?) throws -> TypedKeyPath {
      var entity = staff.employee
      var ids: [RelationshipID] = []
      for step in steps {
        guard case .relationship(let id)? = staff.model.property(named: step, in: entity) else {
          throw NoProperty(name: step)
        }
        ids.append(id)
        entity = staff.model[id].destination
      }
      guard let attribute else {
        return TypedKeyPath(root: staff.employee, steps: ids, target: .object)
      }
      guard case .attribute(let id)? = staff.model.property(named: attribute, in: entity) else {
        throw NoProperty(name: attribute)
      }
      return TypedKeyPath(root: staff.employee, steps: ids, target: .attribute(id))
    }
    func inside(_ groups: TypedKeyPath...) throws -> String {
      let fetch = TypedFetch(entity: staff.employee, groupBy: groups)
      let object = TypedKeyPath(root: staff.employee, steps: [], target: .object)
      let text = try lowered(
        .comparison(
          TypedComparison(
            left: .keyPath(object), comparisonOperator: .in, right: .fetch(fetch)))
      ).text
      return text.replacing(" FROM ZEMPLOYEE t0 WHERE t0.Z_PK IN ", with: "")
    }
    let rows = "SELECT n1_t0.Z_PK FROM ZEMPLOYEE n1_t0"
    #expect(try inside() == "(\(rows) )")
    #expect(try inside(path([], "kind")) == "(\(rows) GROUP BY n1_t0.ZKIND )")
    #expect(try inside(path(["manager"], nil)) == "(\(rows) GROUP BY n1_t0.ZMANAGER )")
    #expect(
      try inside(path(["manager"], "name"), path([], "kind"))
        == "(\(rows) LEFT OUTER JOIN ZEMPLOYEE n1_t1 ON n1_t0.ZMANAGER = n1_t1.Z_PK GROUP BY n1_t1.ZNAME, n1_t0.ZKIND )"
    )
    #expect(
      try inside(path(["manager", "department"], "name"))
        == "(\(rows) LEFT OUTER JOIN ZEMPLOYEE n1_t1 ON n1_t0.ZMANAGER = n1_t1.Z_PK LEFT OUTER JOIN ZDEPARTMENT n1_t2 ON n1_t1.ZDEPARTMENT = n1_t2.Z_PK GROUP BY n1_t2.ZNAME )"
    )
  }

  private struct NoProperty: Error { var name: String }
}
