import MomentumCompiler
import MomentumDiagnostics
import MomentumMariaDB
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumTestSupport
import Testing

/// Further forms of conditions and of computed values as SQL, each in six ways of writing: the neighbours of those in
/// `RequestInputTable`.
@Suite struct RequestFormTests {
  private let compiled: CompiledModel

  init() throws {
    var diagnostics = Diagnostics()
    let contents = RequestInputTable.contents.replacing(
      "<composite name=\"Place\">",
      with: """
        <fetchRequest name="paid" entity="Staff" predicateString="isPaid == 1 AND office.city == 'Rome'"/>
        <fetchRequest name="offices" entity="Office" predicateString="ANY staff.level &gt; 2"/>
        <composite name="Place">
        """)
    compiled = try #require(
      CompiledModel.compile(SourceFile(path: "contents", text: contents), &diagnostics),
      "\(TextRenderer().render(diagnostics.all))")
  }

  @Test func everyFormHasItsTexts() throws {
    var lines: [String] = []
    for (entity, predicates) in Self.conditions {
      for predicate in predicates {
        lines.append("== \(entity) where \(predicate)")
        lines += texts(of: RequestInput(entity: entity, predicate: predicate, result: .ids))
      }
    }
    for request in Self.values {
      lines.append("== \(request.line)")
      lines += texts(of: request)
    }
    try RepositoryFiles.expectGolden(
      lines.joined(separator: "\n") + "\n", at: "Tests/Cases/Requests/forms.txt")
  }

  /// The statement from FROM on where it fetches ids, with its values; other ways of writing where they differ.
  private func texts(of request: RequestInput) -> [String] {
    var diagnostics = Diagnostics()
    guard let first = compiled.compile(request, &diagnostics) else {
      return diagnostics.all.map { "\($0.severity.rawValue) \($0.text)" }
    }
    var lines = [short(first.sql.text)]
    if !first.sql.bindings.isEmpty {
      lines.append("  binds " + first.sql.bindings.map(\.debugText).joined(separator: ", "))
    }
    var ignored = Diagnostics()
    for dialect in [SQLDialect.sqlite, .postgreSQL, .mariaDB] {
      if let other = compiled.compile(request, target: .plain(dialect), &ignored) {
        lines.append("plain-\(dialect.name): \(short(other.sql.text))")
      }
    }
    for (name, options) in [
      ("in memory", QueryOptions(nullSemantics: .foundation)), ("plainly", QueryOptions(rules: [])),
    ] {
      if let other = compiled.compile(request, options: options, &ignored),
        other.sql.text != first.sql.text
      {
        lines.append("\(name): \(short(other.sql.text))")
      }
    }
    return lines
  }

  /// Without the columns of ids, which are always the same.
  private func short(_ text: String) -> String {
    for columns in ["SELECT 0, t0.Z_PK ", "SELECT 0, t0.id ", "SELECT t0.Z_ENT, t0.Z_PK "]
    where text.hasPrefix(columns) {
      return String(text.dropFirst(columns.count))
    }
    return text.replacing("SELECT t0.entity, t0.id FROM person t0 ", with: "FROM person t0 ")
  }

  private static let conditions: [(entity: String, predicates: [String])] = [
    (
      "Staff",
      [
        // Missing objects under AND, OR, NOT and beside nil.
        "office.city == 'a' AND NOT office.area > 1", "NOT (office.city == 'a' OR level == 1)",
        "NOT NOT office.city == 'a'", "(office.city == 'a' OR level == 1) AND office.area > 1",
        "office.city == nil OR office.city == 'a'", "office.city != 'a'", "NOT office.city != 'a'",
        "office.city == office.parent.city", "office.city != office.parent.city", "level != nil",
        "NOT level == nil", "office.parent.parent.city == 'a'", "office.parent.parent == nil",
        "desk.number == level", "NOT desk.number == level", "desk != nil",
        "name ==[c] office.city", "NOT name ==[c] 'a'", "name !=[d] 'a'", "NOT name !=[d] 'a'",
        "name >[c] office.city", "NOT name BEGINSWITH 'a'", "NOT name CONTAINS office.city",
        "NOT name LIKE 'a'", "NOT name MATCHES 'a'", "NOT level IN {1, 2}",
        "NOT level IN {level, 1}",
        "NOT level BETWEEN {1, 2}", "NOT name IN[c] {'a'}", "level IN {desk.number, 1}",
        "office.city IN {'a', 'b'}", "NOT office.city IN {'a', 'b'}", "level < salary",
        "NOT level < salary", "level >= desk.number", "NOT level >= desk.number",
        "home.street == name", "home.spot.latitude == home.spot.longitude", "badge == badge",
        // Quantifiers with every kind of right side, on their own and under NOT and OR.
        "ANY projects.hours == level", "ANY projects.hours == level + 1",
        "ANY projects.hours IN {1, 2}",
        "ANY projects.hours IN {1, level}", "ANY projects.title CONTAINS 'a'",
        "ANY projects.title ==[c] name", "ANY projects.hours BETWEEN {1, 2}",
        "ANY projects.hours == projects.@max.hours", "ANY projects.hours == nil",
        "ANY projects.hours != nil", "NOT ANY projects.hours != nil", "ALL projects.hours != nil",
        "ALL projects.hours == level", "NOT ALL projects.hours == 1",
        "ALL projects.title ==[c] 'a'",
        "ANY projects.title == 'a' OR level == 1",
        "ANY projects.title == 'a' AND ANY projects.hours == 1",
        "ANY projects.title == 'a' AND office.city == 'b'",
        "NONE projects.title == 'a' OR level == 1",
        "ANY office.staff.level == 1", "NOT ANY office.staff.level == 1",
        "ANY office.staff.level == level",
        "ANY office.staff.office.city == 'a'", "ALL office.staff.desk.number == 1",
        "ANY office.parent.parts.city == name",
        "ANY friends != nil", "NOT ANY friends != nil",
        "ALL friends.name == 'a'", "ANY friends.home.street == 'a'", "ANY office.staff != nil",
        "office.staff.@count == 1", "NOT office.staff.@count == 1", "office.staff.@sum.level == 0",
        "office.parent.parts.@avg.area > 1", "office.parent.parts.@count == 0 OR level == 1",
        "friends.@count == 2", "friends.@max.name == 'a'",
        "projects.@sum.cost > projects.@sum.hours",
        "projects.@avg.hours / 2 > 1", "projects.@min.title < name", "projects.@count + 1 > level",
        "office.staff.@max.desk.number > 1",
        // SUBQUERY inside SUBQUERY, with keys of each scope.
        "SUBQUERY(projects, $p, $p.hours > 1).@count == 0",
        "NOT SUBQUERY(projects, $p, $p.hours > level).@count > 1",
        "SUBQUERY(projects, $p, NOT $p.hours > level).@count > 1",
        "SUBQUERY(projects, $p, $p.title == office.city).@count > 1",
        "SUBQUERY(projects, $p, ANY $p.staff.level == 1).@count > 1",
        "SUBQUERY(projects, $p, ANY $p.staff.office.city == office.city).@count > 1",
        "SUBQUERY(projects, $p, $p.staff.@count > $p.hours).@max.cost > 1",
        "SUBQUERY(projects, $p, SUBQUERY($p.staff, $s, $s.level > level AND $s.office.city == $p.title).@count > 1).@count > 0",
        "SUBQUERY(office.staff, $s, $s.level > level).@sum.level > 3",
        "SUBQUERY(office.staff, $s, $s.level > level).@count == 0 OR level == 1",
        "SUBQUERY(friends, $f, $f.name BEGINSWITH 'a').@count == 1",
        "ANY SUBQUERY(projects, $p, $p.hours > 1).title == 'a'",
        "SUBQUERY(projects, $p, TRUEPREDICATE).@count > 1",
        // Requests.
        "SELF IN FETCH('paid', nil, NO)", "NOT SELF IN FETCH('paid', nil, NO)",
        "office IN FETCH('offices', nil, NO)", "FETCH('paid', nil, YES) > level",
        "ANY office.staff IN FETCH('paid', nil, NO)",
        "SUBQUERY(projects, $p, ANY $p.staff IN FETCH('paid', nil, NO)).@count > 1",
        // Computed values.
        "level * -1 < 0", "level - level == 0", "salary * level > 1", "salary - 0.5 > 1",
        "level / salary > 1", "salary / level > 1", "level ** level > 1", "isPaid + level == 2",
        // A division is one of whole numbers if both sides are whole, which MariaDB writes otherwise.
        "(level + salary) / 2 > 1", "(salary + level) / 2 > 1", "2 / (level - isPaid) > 1",
        "(isPaid + isPaid) / level > 1", "(level & 3) / 2 > 1", "(level ** 2) / 2 > 1",
        "(level / 2) / level > 1", "(level / salary) / 2 > 1", "(born - born) / 2 > 1",
        "TERNARY(isPaid == 1, level, 2.5) / 2 > 1", "TERNARY(isPaid == 1, nil, level) / 2 > 1",
        "projects.@count / 2 > 1", "projects.@max.hours / 2 > 1", "length:(name) / 2 > 1",
        "sqrt:(level) / 2 > 1", "abs:(salary) / 2 > 1",
        "SUBQUERY(projects, $p, $p.hours / 2 > 1).@count / 2 > 1",
        "FETCH('paid', nil, YES) / 2 > level", "TERNARY(isPaid == 1, office.area, nil) > 1",
        "TERNARY(isPaid == 1, nil, born) < now()", "TERNARY(level > 1, nil, isPaid) == YES",
        "TERNARY(level > 1, TERNARY(isPaid == 1, nil, 2), level) > 1", "level / 2.5 > 1",
        "CAST(name, 'NSNumber') / 2 > 1",
        "isPaid == level", "isPaid > level", "isPaid != salary",
        "level BETWEEN {isPaid, 2}", "isPaid BETWEEN {level, 2}", "level IN {isPaid, 2}",
        "level | 1 == 1", "level & level == 1", "level ^ 1 == 1", "rightshift:by:(level, 1) == 1",
        "modulus:by:(level, level) == 0", "abs:(salary) > 1", "abs:(level) / 2 > 1",
        "ceiling:(salary) == 1",
        "floor:(salary) == 1", "trunc:(salary) == 1", "sqrt:(level) > 1", "log:(level) > 1",
        "ln:(level) > 1",
        "exp:(level) > 1", "length:(name) > 1", "lowercase:(name) == 'a'",
        "canonical:(name) == 'a'",
        "lowercase:(office.city) == name", "random() > 0", "randomn:(level) == 1", "born < now()",
        "born + level > now()", "born - 60 < now()", "now() - born > 60", "born - born > level",
        "CAST(level, 'NSDate') == born", "CAST(born, 'NSNumber') + 1 > 2",
        "CAST(salary, 'NSString') == name",
        "CAST(isPaid, 'NSString') == '1'", "CAST(name, 'NSNumber') > level",
        "CAST(isPaid, 'NSDate') < born",
        "TERNARY(ANY projects.hours > 1, 1, 2) == level",
        "TERNARY(office.city == 'a', level, 2) == 1",
        "NOT TERNARY(level > 1, office.city, name) == 'a'",
        "TERNARY(level > 1, born, now()) > now()",

        "uppercase:(TERNARY(level > 1, name, 'a')) == 'A'",
      ]
    ),
    (
      "Boss",
      [
        "deputy == nil", "deputy.name == 'a'", "bonus > salary", "bonus / 2 > salary",
        "bonus IN {1, 2.5}",
        "deputy == SELF", "ANY friends == deputy", "salary + bonus > 1",
      ]
    ),
    (
      "Office",
      [
        "ANY parts.city == city", "parent.parent.city == city",
        "parts.@count > staff.@count", "SELF == parent",
        "area == 0.1",
        "ALL staff.isPaid == YES", "NONE staff.desk.number == 1", "ANY staff.badge == nil",
        "staff.@sum.salary > area", "staff.@avg.salary > 1", "staff.@min.born < now()",
        "staff.@max.name CONTAINS city",
      ]
    ),
    ("Person", ["name == 'a'", "ANY friends.name == name", "home.street == nil"]),
    ("Guest", ["ANY friends.born > born", "NOT name CONTAINS[cd] 'a'"]),
  ]

  private static func rows(
    _ entity: String, _ properties: [String], where predicate: String? = nil, sort: [String] = [],
    group: [String] = [], having: String? = nil, isDistinct: Bool = false, limit: Int? = nil
  ) -> RequestInput {
    RequestInput(
      entity: entity, predicate: predicate, sortKeys: sort, limit: limit, result: .dictionaries,
      propertiesToFetch: properties, propertiesToGroupBy: group, having: having,
      isDistinct: isDistinct)
  }

  private static let values: [RequestInput] = [
    rows("Staff", ["name", "level"], sort: ["level:desc", "born"], limit: 2),
    rows("Staff", ["level + 1 AS n", "salary AS s"], sort: ["n", "s:desc"], isDistinct: true),
    rows(
      "Staff", ["uppercase:(name) AS u", "name"], sort: ["u:desc:caseInsensitive"], isDistinct: true
    ),
    rows("Staff", ["lowercase:(name) AS l"], sort: ["l:asc:localized"]),
    rows("Staff", ["TERNARY(level > 3, 1, 2) AS t"], where: "level < 2", sort: ["t"]),
    rows("Staff", ["home.street", "home.spot.longitude", "born"], sort: ["home.street"]),
    rows("Staff", ["office.parent.city", "office.parent"], where: "office.parent.city != nil"),
    rows("Staff", ["projects.@count AS n", "friends.@count AS f"], sort: ["n:desc", "f"]),
    rows("Staff", ["count:(projects) AS n", "count:(friends) AS f"]),
    rows("Staff", ["sum:(projects.hours) AS s", "@max.level AS l"]),
    rows("Staff", ["max:(projects.cost) + 1 AS m", "level"], group: ["level"]),
    rows("Staff", ["average:(projects.cost) AS a", "@count AS n"], group: ["office"]),
    rows("Staff", ["level / 2 AS h", "median:(projects.hours) AS m", "@count AS n"], group: ["h"]),
    rows("Staff", ["count:(distinct:(level)) AS d"]),
    rows("Staff", ["count:(distinct:(projects.title)) AS d"]),
    rows("Staff", ["count:(distinct:(projects.title)) AS d", "name"], group: ["name"]),
    rows("Staff", ["stddev:(level) AS s", "median:(salary) AS m", "mode:(name) AS o"]),
    rows("Staff", ["stddev:(projects.hours) AS s", "@count AS n"], where: "level > 1"),
    rows("Staff", ["@sum.isPaid AS p", "@min.isPaid AS q", "@max.born AS b"]),
    rows("Staff", ["@min.name AS a", "@max.office.city AS c"], group: ["level"]),
    rows(
      "Staff", ["office.city", "@avg.salary AS a"], sort: ["a:desc"], group: ["office.city"],
      having: "$a > 1 AND $a < 9"),
    rows(
      "Staff", ["office.city", "@count AS n"], group: ["office.city"],
      having: "NOT $n == 1 OR $n IN {2, 3}"),
    rows(
      "Staff", ["salary", "@count AS n"], sort: ["salary"], group: ["salary"], having: "$salary > 2"
    ),
    rows(
      "Staff", ["isPaid", "level / 2 AS h", "@count AS n"], sort: ["h", "n"],
      group: ["isPaid", "h"]),
    rows("Staff", ["home.street", "@count AS n"], group: ["home.street"], limit: 3),
    rows("Staff", ["born - now() AS d", "born + 1 AS e"], sort: ["e"]),
    rows("Staff", ["abs:(level) AS a", "level * 2.5 AS b", "level / 2 AS c", "salary / 2 AS d"]),
    rows(
      "Staff", ["isPaid + 1 AS p", "CAST(level, 'NSString') AS t", "CAST(name, 'NSNumber') AS n"]),
    rows("Boss", ["deputy", "office", "objectID"], sort: ["deputy"]),
    rows("Boss", ["deputy", "@count AS n"], group: ["deputy"]),
    rows("Person", ["objectID", "name"]),
    rows(
      "Office", ["median:(staff.salary) AS m", "mode:(staff.level) AS o", "city"],
      where: "area > 1", group: ["city"]),
    rows("Office", ["TERNARY(area > 1, median:(staff.level), 0) AS m", "@count AS n"]),
    rows("Office", ["1 + median:(staff.level) AS m", "2 + @sum.area AS s"]),
    rows("Office", ["@sum.area + 2 AS s", "mode:(parts.city) AS m"], where: "parent.city == 'a'"),
    rows("Office", ["max:(staff.desk.number) AS d", "city"]),
    rows("Office", ["count:(staff.desk.number) AS d"]),
    RequestInput(
      entity: "Staff", predicate: "ANY projects.hours > 1",
      sortKeys: ["office.city", "level:desc"], limit: 3, offset: 1, result: .ids),
    RequestInput(
      entity: "Staff", predicate: "ANY projects.hours > 1", limit: 3, offset: 1, result: .count),
    RequestInput(entity: "Staff", predicate: "office.city == 'a'", result: .count),
    RequestInput(entity: "Staff", predicate: "office.city == 'a'", limit: 3, result: .count),
    RequestInput(
      entity: "Boss", predicate: "deputy.name == 'a'", result: .count, includesSubentities: false),
    RequestInput(
      entity: "Office", sortKeys: ["parent.city:desc:localizedStandard", "area"], offset: 4,
      result: .ids),
    RequestInput(
      entity: "Person", sortKeys: ["name:asc:localizedCaseInsensitive", "born:desc"], result: .ids,
      includesSubentities: false),
  ]
}
