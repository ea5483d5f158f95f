import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumTestSupport
import Testing

/// Which joins a predicate needs, and whether a row without the joined object may match.
@Suite struct JoinKindTests {
  private let staff: StaffModel

  init() throws { staff = try StaffModel() }

  /// The statement between FROM and the values, blanks made single.
  private func text(
    _ format: String, layout: Int, _ options: QueryOptions = QueryOptions()
  ) throws -> String {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: format)
    let syntax = try #require(PredicateParser.parse(source, &diagnostics), "\(format)")
    let predicate = try #require(
      PredicateChecker.check(
        syntax, source: source, entity: staff.employee, model: staff.model, &diagnostics),
      "\(format): \(diagnostics.all.map(\.text))")
    let request = FetchRequest(
      entity: staff.employee, predicate: predicate, resultType: .managedObjectIDs)
    let sql = staff.sql(request, staff.layouts[layout], options)
    let start = try #require(sql.text.firstRange(of: " FROM "), "\(sql.text)")
    let text = String(sql.text[start.upperBound...])
    return text.replacing("  ", with: " ").replacing("( ", with: "(")
  }

  private static let inner = "ZEMPLOYEE t0 JOIN ZEMPLOYEE t1 ON t0.ZMANAGER = t1.Z_PK WHERE "
  private static let outer =
    "ZEMPLOYEE t0 LEFT OUTER JOIN ZEMPLOYEE t1 ON t0.ZMANAGER = t1.Z_PK WHERE "

  /// A comparison that fails for a missing object joins it by an inner join; under OR and NOT, and beside nil, a
  /// row without the object may match.
  @Test(arguments: [
    ("manager.name == 'x'", inner + "t1.ZNAME = ?"),
    ("manager.name != 'x'", inner + "t1.ZNAME <> ?"),
    ("'x' == manager.name", inner + "? = t1.ZNAME"),
    ("manager.name == nil", outer + "t1.ZNAME IS NULL"),
    ("manager.name != nil", outer + "t1.ZNAME IS NOT NULL"),
    ("NOT manager.name == 'x'", outer + "NOT (t1.ZNAME = ?)"),
    ("manager.name == 'x' OR badge == 1", outer + "(t1.ZNAME = ? OR t0.ZBADGE = ?)"),
    ("manager.name == 'x' AND badge == 1", inner + "(t1.ZNAME = ? AND t0.ZBADGE = ?)"),
    (
      "manager.name == 'x' AND (manager.badge == 1 OR badge == 2)",
      inner + "(t1.ZNAME = ? AND (t1.ZBADGE = ? OR t0.ZBADGE = ?))"
    ),
    (
      "(manager.badge == 1 OR badge == 2) AND manager.name == 'x'",
      inner + "((t1.ZBADGE = ? OR t0.ZBADGE = ?) AND t1.ZNAME = ?)"
    ),
    (
      "badge == 2 OR (manager.badge == 1 AND manager.name == 'x')",
      outer + "(t0.ZBADGE = ? OR (t1.ZBADGE = ? AND t1.ZNAME = ?))"
    ),
    ("manager.badge IN {1, 2}", inner + "t1.ZBADGE IN (?,?)"),
    ("manager.badge BETWEEN {1, 2}", inner + "t1.ZBADGE BETWEEN ? AND ?"),
    ("badge BETWEEN {manager.badge, 2}", inner + "t0.ZBADGE BETWEEN t1.ZBADGE AND ?"),
    ("badge BETWEEN {1, manager.badge}", inner + "t0.ZBADGE BETWEEN ? AND t1.ZBADGE"),
    ("manager.badge + 1 == 2", inner + "(t1.ZBADGE + ?) = ?"),
    ("badge == manager.badge + 1", inner + "t0.ZBADGE = (t1.ZBADGE + ?)"),
    ("length:(manager.name) == 2", inner + "MomentumLength(t1.ZNAME) = ?"),
    (
      "TERNARY(manager.badge == 1, 1, 2) == 2",
      outer + "CASE WHEN t1.ZBADGE = ? THEN ? ELSE ? END = ?"
    ),
    (
      "TERNARY(badge == 1, manager.badge, 2) == 2",
      outer + "CASE WHEN t0.ZBADGE = ? THEN t1.ZBADGE ELSE ? END = ?"
    ),
    // The key alone needs no join.
    ("manager == nil", "ZEMPLOYEE t0 WHERE t0.ZMANAGER IS NULL"),
    ("manager == $M", "ZEMPLOYEE t0 WHERE t0.ZMANAGER = ?"),
    ("manager.department == nil", outer + "t1.ZDEPARTMENT IS NULL"),
    ("manager.department == $D", inner + "t1.ZDEPARTMENT = ?"),
  ])
  func aJoinIsInnerWhereTheObjectHasToBeThere(format: String, expected: String) throws {
    expectText(try text(format, layout: 0), expected)
    // Without the rule for inner joins each is an outer one.
    let outer = try text(format, layout: 0, QueryOptions(rules: []))
    #expect(outer == expected.replacing("t0 JOIN", with: "t0 LEFT OUTER JOIN"), "\(format)")
  }

  private static let objects = "FROM ZEMPLOYEE t2 WHERE (t1.ZDEPARTMENT = t2.ZDEPARTMENT"

  /// The relationships before the objects are joined outside of the SELECT over the objects.
  @Test(arguments: [
    (
      "manager.department.employees.@max.badge == 2",
      inner + "(SELECT max(t2.ZBADGE) \(objects)) ) = ?"
    ),
    (
      "manager.department.employees.@min.name == 'x'",
      inner + "(SELECT min(t2.ZNAME) \(objects)) ) = ?"
    ),
    (
      "manager.department.employees.@avg.badge > 2 OR badge == 1",
      outer + "((SELECT avg(t2.ZBADGE) \(objects)) ) > ? OR t0.ZBADGE = ?)"
    ),
    (
      "NOT manager.department.employees.@max.badge > 2",
      outer + "NOT ((SELECT max(t2.ZBADGE) \(objects)) ) > ?)"
    ),
    (
      "manager.department.employees.@max.badge == nil",
      outer + "(SELECT max(t2.ZBADGE) \(objects)) ) IS NULL"
    ),
    (
      "manager.department.employees.@sum.badge == 2",
      inner
        + "CASE WHEN t1.ZDEPARTMENT IS NULL THEN ? ELSE (SELECT total(t2.ZBADGE) \(objects)) ) END = ?"
    ),
    (
      "manager.department.employees.@count == 0 OR badge == 1",
      outer
        + "(CASE WHEN t1.ZDEPARTMENT IS NULL THEN ? ELSE (SELECT COUNT(t2.Z_PK) \(objects)) ) END = ? OR t0.ZBADGE = ?)"
    ),
    (
      "ALL manager.department.employees.badge == 2",
      outer + "NOT (EXISTS (SELECT 0 \(objects) AND ((t2.ZBADGE = ?) IS NOT 1)) ))"
    ),
    (
      "NOT ANY manager.department.employees.badge == 2",
      outer + "NOT (EXISTS (SELECT 0 \(objects) AND (t2.ZBADGE = ?)) ))"
    ),
    (
      "ANY manager.department.employees.badge == badge",
      inner + "EXISTS (SELECT 0 \(objects) AND (t2.ZBADGE = t0.ZBADGE)) )"
    ),
    (
      "ANY manager.department.employees.manager.name == name",
      inner
        + "EXISTS (SELECT 0 FROM ZEMPLOYEE t2 JOIN ZEMPLOYEE t3 ON t2.ZMANAGER = t3.Z_PK WHERE (t1.ZDEPARTMENT = t2.ZDEPARTMENT AND (t3.ZNAME = t0.ZNAME)) )"
    ),
    (
      "ALL manager.department.employees.manager.name == name",
      outer
        + "NOT (EXISTS (SELECT 0 FROM ZEMPLOYEE t2 LEFT OUTER JOIN ZEMPLOYEE t3 ON t2.ZMANAGER = t3.Z_PK WHERE (t1.ZDEPARTMENT = t2.ZDEPARTMENT AND ((t3.ZNAME = t0.ZNAME) IS NOT 1)) ))"
    ),
    // An object of the outer SELECT that is joined from within the inner one may be missing.
    (
      "SUBQUERY(reports, $x, $x.badge == manager.badge).@count > 0",
      "ZEMPLOYEE t0 LEFT OUTER JOIN ZEMPLOYEE t2 ON t0.ZMANAGER = t2.Z_PK WHERE (SELECT COUNT(t1.Z_PK) FROM ZEMPLOYEE t1 WHERE (t0.Z_PK = t1.ZMANAGER AND (t1.ZBADGE = t2.ZBADGE)) ) > ?"
    ),
    (
      "SUBQUERY(reports, $x, $x.department.name == 'x').@count > 0",
      "ZEMPLOYEE t0 WHERE (SELECT COUNT(t1.Z_PK) FROM ZEMPLOYEE t1 JOIN ZDEPARTMENT t2 ON t1.ZDEPARTMENT = t2.Z_PK WHERE (t0.Z_PK = t1.ZMANAGER AND (t2.ZNAME = ?)) ) > ?"
    ),
  ])
  func theWayToTheObjectsIsJoined(format: String, expected: String) throws {
    expectText(try text(format, layout: 0), expected)
  }

  /// Where only the key of a many-to-many object is asked for, the join table has it.
  @Test(arguments: [
    (
      "ANY friends == SELF",
      "EXISTS (SELECT 0 FROM Z_3FRIENDOF t1 WHERE (t0.Z_PK = t1.Z_3FRIENDOF AND (t1.Z_3FRIENDS = t0.Z_PK)) )"
    ),
    (
      "ANY friends.name == name",
      "EXISTS (SELECT 0 FROM Z_3FRIENDOF t1 JOIN ZEMPLOYEE t2 ON t1.Z_3FRIENDS = t2.Z_PK WHERE (t0.Z_PK = t1.Z_3FRIENDOF AND (t2.ZNAME = t0.ZNAME)) )"
    ),
    (
      "friends.@count == 1",
      "(SELECT COUNT(t1.Z_3FRIENDS) FROM Z_3FRIENDOF t1 WHERE (t0.Z_PK = t1.Z_3FRIENDOF) ) = ?"
    ),
    (
      "friends.@max.badge == 1",
      "(SELECT max(t2.ZBADGE) FROM Z_3FRIENDOF t1 LEFT OUTER JOIN ZEMPLOYEE t2 ON t1.Z_3FRIENDS = t2.Z_PK WHERE (t0.Z_PK = t1.Z_3FRIENDOF) ) = ?"
    ),
  ])
  func theJoinTableHasTheKeys(format: String, condition: String) throws {
    expectText(try text(format, layout: 0), "ZEMPLOYEE t0 WHERE " + condition)
  }
}
