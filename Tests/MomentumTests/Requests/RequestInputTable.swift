import MomentumCompiler

/// Requests of every form on one model: what is fetched, chosen, grouped, sorted, limited, compared.
enum RequestInputTable {
  static let contents = """
    <model>
    <entity name="Person" isAbstract="YES">
      <attribute name="name" optional="YES" attributeType="String"/>
      <attribute name="born" optional="YES" attributeType="Date"/>
      <attribute name="home" optional="YES" attributeType="Composite" composite="Place"/>
      <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Person" inverseName="friends" inverseEntity="Person"/>
    </entity>
    <entity name="Staff" parentEntity="Person">
      <attribute name="salary" optional="YES" attributeType="Decimal"/>
      <attribute name="isPaid" optional="YES" attributeType="Boolean"/>
      <attribute name="level" optional="YES" attributeType="Integer 16"/>
      <attribute name="badge" optional="YES" attributeType="UUID"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="badge"/></uniquenessConstraint></uniquenessConstraints>
      <relationship name="office" optional="YES" maxCount="1" destinationEntity="Office" inverseName="staff" inverseEntity="Office"/>
      <relationship name="projects" optional="YES" toMany="YES" ordered="YES" destinationEntity="Project" inverseName="staff" inverseEntity="Project"/>
      <relationship name="desk" optional="YES" maxCount="1" destinationEntity="Desk" inverseName="owner" inverseEntity="Desk"/>
    </entity>
    <entity name="Boss" parentEntity="Staff">
      <attribute name="bonus" optional="YES" attributeType="Double"/>
      <relationship name="deputy" optional="YES" maxCount="1" destinationEntity="Person"/>
    </entity>
    <entity name="Guest" parentEntity="Person"></entity>
    <entity name="Ghost" parentEntity="Person" isAbstract="YES"></entity>
    <entity name="Office">
      <attribute name="city" optional="YES" attributeType="String"/>
      <attribute name="area" optional="YES" attributeType="Float"/>
      <relationship name="staff" optional="YES" toMany="YES" destinationEntity="Staff" inverseName="office" inverseEntity="Staff"/>
      <relationship name="parent" optional="YES" maxCount="1" destinationEntity="Office" inverseName="parts" inverseEntity="Office"/>
      <relationship name="parts" optional="YES" toMany="YES" ordered="YES" destinationEntity="Office" inverseName="parent" inverseEntity="Office"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="city"/><constraint value="parent"/></uniquenessConstraint></uniquenessConstraints>
    </entity>
    <entity name="Desk">
      <attribute name="number" attributeType="Integer 32"/>
      <relationship name="owner" optional="YES" maxCount="1" destinationEntity="Staff" inverseName="desk" inverseEntity="Staff"/>
    </entity>
    <entity name="Project">
      <attribute name="title" optional="YES" attributeType="String"/>
      <attribute name="hours" optional="YES" attributeType="Integer 64"/>
      <attribute name="cost" optional="YES" attributeType="Double"/>
      <relationship name="staff" optional="YES" toMany="YES" destinationEntity="Staff" inverseName="projects" inverseEntity="Staff"/>
    </entity>
    <composite name="Place">
      <attribute name="street" optional="YES" attributeType="String"/>
      <attribute name="spot" optional="YES" attributeType="Composite" composite="Spot"/>
    </composite>
    <composite name="Spot">
      <attribute name="latitude" optional="YES" attributeType="Double"/>
      <attribute name="longitude" optional="YES" attributeType="Double"/>
    </composite>
    </model>
    """

  static let all: [RequestInput] = objects + counts + conditions + dictionaries + groups

  private static let objects: [RequestInput] =
    ["Person", "Staff", "Boss", "Guest", "Ghost", "Office", "Desk"]
    .flatMap { entity in
      [
        RequestInput(entity: entity), RequestInput(entity: entity, includesSubentities: false),
        RequestInput(entity: entity, result: .ids),
      ]
    } + [
      RequestInput(
        entity: "Office", sortKeys: ["city", "area:desc", "parent.city:desc:caseInsensitive"]),
      RequestInput(entity: "Staff", sortKeys: ["office", "desk.number", "isPaid", "SELF:desc"]),
      RequestInput(
        entity: "Office", sortKeys: ["city:asc:localizedStandard"], limit: 1, offset: 2),
      RequestInput(entity: "Office", limit: 20),
      RequestInput(entity: "Office", offset: 5, result: .ids),
      RequestInput(
        entity: "Staff", predicate: "level > 1", sortKeys: ["name"], batchSize: 10,
        prefetchedPaths: ["office", "projects", "desk", "friends", "office.parts"]),
      RequestInput(
        entity: "Boss", result: .objects, propertiesToFetch: ["name", "deputy", "home.street"]),
      RequestInput(
        entity: "Staff", result: .objects,
        propertiesToFetch: ["home.spot.latitude", "office", "born"]),
    ]

  private static let counts: [RequestInput] = [
    RequestInput(entity: "Office", result: .count),
    RequestInput(entity: "Boss", result: .count),
    RequestInput(entity: "Office", predicate: "city != nil", result: .count),
    RequestInput(entity: "Office", predicate: "ANY staff.level > 3", result: .count),
    RequestInput(entity: "Office", predicate: "ANY staff.level > 3", limit: 1, result: .count),
    RequestInput(entity: "Office", limit: 3, offset: 1, result: .count),
    RequestInput(entity: "Office", offset: 1, result: .count),
  ]

  private static let conditions: [RequestInput] = [
    "TRUEPREDICATE", "FALSEPREDICATE", "NOT FALSEPREDICATE", "office.city == 'Rome'",
    "office.city == nil", "office.parent.city != nil", "NOT office.city == 'Rome'",
    "office.city == 'Rome' OR level == 1", "office.city == name", "desk.number > 3",
    "desk == nil", "office == nil", "office.parent == nil", "salary > 10.5", "salary == bonus",
    "isPaid == YES", "isPaid == 1", "level == isPaid", "born > CAST(0, 'NSDate')",
    "badge == nil", "name BETWEEN {'a', 'b'}",
    "level BETWEEN {1, 2}",
    "level IN {1, 2, 3}", "level IN {1}", "level IN {}", "level IN {1, nil}",
    "name IN[c] {'a', 'b'}",
    "level IN {level, 2}", "name == [c]'ann'", "name ==[cd] 'ann'", "name <[n] 'b'", "name >= 'b'",
    "name != 'b'", "name CONTAINS 'b'", "name BEGINSWITH 'b'", "name BEGINSWITH ''",
    "name BEGINSWITH[c] 'b'", "name BEGINSWITH '\u{D7FF}'", "name BEGINSWITH '\u{10FFFF}'",
    "name ENDSWITH 'b'", "name LIKE 'b*'", "name MATCHES 'b.*'", "'b' IN name", "NOT level <= 3",
    "level <= salary", "name <= office.city",
    "ANY projects.title == 'a'", "ALL projects.hours > 3", "NONE projects.hours == 1",
    "ANY projects != nil", "ANY projects == nil", "NOT ANY projects.title == 'a'",
    "ANY friends.name == 'a'", "ANY office.parts.city == 'a'", "ANY projects.title == name",
    "projects.@count == 0", "projects.@count > 1 OR level == 1", "projects.@sum.hours > 10",
    "projects.@avg.cost > 1", "projects.@max.title == 'z'", "projects.@min.hours == 1",
    "office.parts.@count == 2", "office.parts.@sum.area > 2",
    "SUBQUERY(projects, $p, $p.hours > level AND $p.title != nil).@count > 0",
    "SUBQUERY(friends, $f, $f.name == name).@count == 1", "level + 1 == salary * 2",
    "level / 2 > 1", "salary / 2 > 1", "level - isPaid == 0", "level ** 2 > 4",
    "bitwiseXor:with:(level, 1) == 1 OR level & 2 == 2 OR level | 1 == 1",
    "born + 60 > CAST(0, 'NSDate')", "born - born < 10", "abs:(level) == 1",
    "modulus:by:(level, 2) == 1", "CAST(level, 'NSString') == '1'", "CAST(name, 'NSNumber') == 1",
    "CAST(born, 'NSNumber') > 1", "CAST(level, 'NSDate') > born", "onesComplement:(level) < 0",
    "leftshift:by:(level, 1) > 1", "noindex:(level) == 1", "uppercase:(name) == 'A'",
    "TERNARY(level == nil, 0, level) < 3", "TERNARY(level > 1, name, nil) < 'b'",
    "TERNARY(level > 1, nil, name) < 'b'", "home.street == 'x'", "home.spot.latitude > 1",
    "office == %@",
  ].map { text in
    RequestInput(
      entity: text.contains("bonus") ? "Boss" : "Staff", predicate: text,
      arguments: text.contains("%@") ? ["Office/p12"] : [], result: .ids)
  }

  private static func rows(
    _ entity: String, _ properties: [String], predicate: String? = nil, sort: [String] = [],
    group: [String] = [], having: String? = nil, isDistinct: Bool = false
  ) -> RequestInput {
    RequestInput(
      entity: entity, predicate: predicate, sortKeys: sort, result: .dictionaries,
      propertiesToFetch: properties, propertiesToGroupBy: group, having: having,
      isDistinct: isDistinct)
  }

  private static let dictionaries: [RequestInput] = [
    rows("Staff", []), rows("Boss", [], sort: ["name"]), rows("Office", [], isDistinct: true),
    rows("Staff", ["name", "office.city", "office", "objectID", "desk", "office.parent"]),
    rows("Boss", ["deputy", "deputy.name", "salary", "home.street", "home.spot.latitude"]),
    rows("Guest", ["objectID"]), rows("Office", ["objectID", "city"]),
    rows("Staff", ["office.city"], sort: ["office.city"], isDistinct: true),
    rows(
      "Staff", ["name", "salary"], sort: ["salary", "name:desc:caseInsensitive"], isDistinct: true),
    rows("Staff", ["level + 1 AS next", "name"], sort: ["next:desc"]),
    rows("Staff", ["TERNARY(level > 1, name, nil) AS t"], sort: ["t:asc:localizedStandard"]),
    rows("Staff", ["TERNARY(level > 1, nil, name) AS t"], sort: ["t:asc:localizedStandard"]),
    rows("Staff", ["uppercase:(name) AS big"], sort: ["big:asc:localizedStandard"]),
    rows("Staff", ["uppercase:(name) AS big", "level"], sort: ["big", "level"], isDistinct: true),
    rows("Staff", ["@count AS number"]), rows("Staff", ["count:(name) AS number"]),
    rows("Staff", ["@sum.level AS total", "@avg.level AS mean", "@min.name AS first"]),
    rows("Staff", ["@max.isPaid AS paid", "@sum.salary AS costs"]),
    rows("Office", ["count:(staff) AS people"]),
    rows("Office", ["city", "count:(staff) AS people"]),
    rows("Office", ["city", "sum:(staff.level) AS levels", "average:(staff.level) AS mean"]),
    rows("Office", ["city", "max:(staff.name) AS last", "min:(staff.level) AS low"]),
    rows("Office", ["@count AS offices", "count:(staff) AS people"]),
    rows("Office", ["median:(staff.level) AS middle", "city"]),
    rows("Office", ["city", "median:(staff.level) AS m", "mode:(staff.level) AS o"]),
    rows("Office", ["city", "median:(staff.level) AS m", "area + 1 AS more"]),
    rows("Office", ["abs:(area) AS a", "median:(staff.level) AS m", "@sum.area AS s"]),
    rows("Office", ["median:(staff.level) + 1 AS m", "mode:(staff.name) AS n"]),
    rows(
      "Office", ["city", "median:(staff.level) AS m", "mode:(staff.level) AS o"],
      predicate: "ANY staff.level > 1"),
    rows("Office", ["city", "count:(staff) + 1 AS more"]),
    rows("Office", ["staff.@count AS people", "city"], sort: ["people:desc"]),
    rows("Staff", ["salary * 2 AS twice"], predicate: "level > 1", sort: ["twice"]),
  ]

  private static let groups: [RequestInput] = [
    rows("Staff", ["office", "@count AS n"], group: ["office"]),
    rows("Staff", ["level", "@count AS n"], sort: ["n:desc", "level"], group: ["level"]),
    rows("Staff", ["level", "@sum.salary AS s"], group: ["level"], having: "$s > 10"),
    rows(
      "Staff", ["office.city", "@max.name AS last"], sort: ["last"], group: ["office.city"],
      having: "$last != 'a' OR $office.city != nil"),
    rows("Staff", ["level + 1 AS next", "@count AS n"], group: ["next"]),
    rows(
      "Office", ["city", "median:(staff.level) AS m"], predicate: "area > 3", group: ["city"],
      having: "$m > 1"),
    rows("Office", ["city", "count:(staff) AS n", "@count AS all"], group: ["city"]),
    rows("Boss", ["level", "@avg.bonus AS b"], sort: ["b"], group: ["level"], isDistinct: true),
  ]
}

extension RequestInput {
  /// The request in one line.
  var line: String {
    [
      entity ?? "", predicate.map { "where \($0)" },
      arguments.isEmpty ? nil : "arguments \(arguments)",
      propertiesToFetch.isEmpty ? nil : "select \(propertiesToFetch.joined(separator: ", "))",
      propertiesToGroupBy.isEmpty ? nil : "group by \(propertiesToGroupBy.joined(separator: ", "))",
      having.map { "having \($0)" },
      sortKeys.isEmpty ? nil : "sorted by \(sortKeys.joined(separator: ", "))",
      limit.map { "limit \($0)" }, offset.map { "offset \($0)" }, result.map { "as \($0)" },
      isDistinct ? "distinct" : nil, batchSize.map { "batches of \($0)" },
      includesSubentities ? nil : "alone",
      prefetchedPaths.isEmpty ? nil : "with \(prefetchedPaths.joined(separator: ", "))",
    ].compactMap { $0 }.joined(separator: " ")
  }
}
