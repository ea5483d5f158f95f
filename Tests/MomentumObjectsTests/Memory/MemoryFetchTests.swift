import MomentumEvaluation
import MomentumModel
import MomentumPredicate
import MomentumQuery
import Testing

@testable import MomentumObjects

/// Requests on a store in memory.
@Suite struct MemoryFetchTests {
  private var world: MemoryWorld
  private let acme: ObjectID
  private let ann: ObjectID

  init() throws {
    world = try MemoryWorld()
    acme = try world.insert("Company", ["title": .string("Acme")])
    ann = try world.insert(
      "Person", ["name": .string("ann"), "age": .integer(40), "salary": .double(10)],
      ["company": acme])
    _ = try world.insert(
      "Manager", ["name": .string("bob"), "age": .integer(30), "level": .integer(2)],
      ["company": acme])
    _ = try world.insert("Person", ["name": .string("cid"), "salary": .double(5)])
    _ = try world.insert("Person", ["age": .integer(40)])
    try world.save()
  }

  /// SR-280: Foundation's rules for nil: `nil != x` is true, `NOT (nil == x)` too.
  @Test(arguments: [
    ("name == 'ann'", ["ann"]), ("name != 'ann'", ["bob", "cid", "nil"]),
    ("NOT (name == 'ann')", ["bob", "cid", "nil"]), ("name == nil", ["nil"]),
    ("age > 30", ["ann", "nil"]), ("company.title BEGINSWITH[c] 'ac'", ["ann", "bob"]),
    ("company == nil", ["cid", "nil"]), ("draft == nil", ["ann", "bob", "cid", "nil"]),
    ("company.people.@count == 2", ["ann", "bob"]),
    ("SUBQUERY(company.people, $p, $p.age < 35).@count == 1", ["ann", "bob"]),
    ("FALSEPREDICATE", []),
  ])
  func aPredicateFinds(_ format: String, _ names: [String]) throws {
    #expect(try world.names(world.fetch("Person", format)) == names)
    #expect(try world.store.count(world.fetch("Person", format)) == names.count)
  }

  @Test func anObjectIsFoundByItsIdentity() throws {
    let found = try world.store.identities(
      world.fetch("Company", "ANY people.objectID == %@", [try personArgument()]))
    #expect(found == [acme])
  }

  private func personArgument() throws -> PredicateValue {
    struct Argument: EvaluatedObject {
      var identity: ObjectIdentity
      func value(forKey key: String) throws(UnknownKey) -> PredicateValue { throw UnknownKey(key) }
    }
    return .object(Argument(identity: ann.evaluatedIdentity))
  }

  @Test func subentitiesAreFoundUnlessTheRequestLeavesThemOut() throws {
    #expect(try world.names(world.fetch("Manager")) == ["bob"])
    let only = try world.fetch("Person") { $0.includesSubentities = false }
    #expect(try world.names(only) == ["ann", "cid", "nil"])
    let bob = try #require(try world.store.identities(world.fetch("Person", "name == 'bob'")).first)
    #expect(bob.entityName == "Manager")
  }

  @Test func rowsAreSortedThenCut() throws {
    let sort = [(key: "age", isAscending: false), (key: "name", isAscending: true)]
    #expect(try world.names(world.fetch("Person", sort: sort)) == ["nil", "ann", "bob", "cid"])
    let window = try world.fetch("Person", sort: sort) {
      $0.offset = 1
      $0.limit = 2
    }
    #expect(try world.names(window) == ["ann", "bob"])
    #expect(try world.store.count(window) == 2)
    #expect(try world.store.count(world.fetch("Person") { $0.offset = 9 }) == 0)
  }

  /// A request that was resolved for SQL has no syntax.
  @Test func aResolvedRequestIsEvaluatedToo() throws {
    let path = try world.path("Person", "age")
    let fetch = try world.fetch("Person") { request in
      request.predicate = .and([
        .comparison(
          TypedComparison(
            left: .keyPath(path), comparisonOperator: .greaterOrEqual,
            right: .constant(.integer(30)))),
        .not(
          .comparison(
            TypedComparison(
              left: .arithmetic(.add, .keyPath(path), .constant(.integer(1))),
              comparisonOperator: .in,
              right: .aggregate([.constant(.integer(31)), .constant(.integer(99))])))),
      ])
      request.sortKeys = [SortKey(path)]
    }
    #expect(try world.names(fetch) == ["ann", "nil"])
  }

  @Test func anUnknownKeyIsAnError() throws {
    let fetch = try world.fetch("Person", "level == 1")
    #expect(throws: EvaluationError.self) { try world.store.rows(fetch) }
  }

  // MARK: - Dictionaries

  private func property(_ name: String) throws -> PropertyToFetch {
    PropertyToFetch(name: name, value: .path(try world.path("Person", name)))
  }

  private func expression(_ name: String, _ value: TypedExpression, _ type: AttributeType)
    -> PropertyToFetch
  {
    PropertyToFetch(name: name, value: .expression(value, .attribute(type)))
  }

  /// SR-148
  @Test func dictionariesWithoutAChoiceHaveAllAttributes() throws {
    let rows = try world.store.dictionaries(world.fetch("Person", "name == 'ann'"))
    #expect(
      rows == [
        [
          "name": .attribute(.string("ann")), "age": .attribute(.integer(40)),
          "salary": .attribute(.double(10)),
        ]
      ])
    let nameless = try world.store.dictionaries(world.fetch("Person", "name == nil"))
    #expect(nameless == [["age": .attribute(.integer(40))]])
  }

  @Test func dictionariesHaveIdentitiesAndComputedColumns() throws {
    let company = try #require(try world.entity("Person").toOnes.first { $0.name == "company" })
    let salary = TypedExpression.keyPath(try world.path("Person", "salary"))
    let fetch = try world.fetch("Person", "name == 'ann'") { request in
      request.propertiesToFetch = [
        PropertyToFetch(name: "objectID", value: .objectID),
        PropertyToFetch(
          name: "company",
          value: .path(
            TypedKeyPath(root: request.entity, steps: [company.id], target: .object))),
        expression("double", .arithmetic(.multiply, salary, .constant(.integer(2))), .integer32),
        expression("root", .function(.squareRoot, [.constant(.integer(9))]), .double),
      ]
    }
    #expect(
      try world.store.dictionaries(fetch) == [
        [
          "objectID": .identity(ann), "company": .identity(acme),
          "double": .attribute(.integer(20)), "root": .attribute(.double(3)),
        ]
      ])
  }

  @Test func equalDictionariesAreReturnedOnce() throws {
    let column = try property("age")
    let fetch = try world.fetch("Person", "age != nil", sort: [("age", true)]) {
      $0.propertiesToFetch = [column]
      $0.isDistinct = true
    }
    #expect(
      try world.store.dictionaries(fetch) == [
        ["age": .attribute(.integer(30))], ["age": .attribute(.integer(40))],
      ])
  }

  /// SR-139
  @Test func groupsAreCountedAndFiltered() throws {
    let age = try world.path("Person", "age")
    let salary = TypedExpression.keyPath(try world.path("Person", "salary"))
    let column = try property("age")
    var fetch = try world.fetch("Person", "age != nil", sort: [("age", false)]) { request in
      request.propertiesToFetch = [
        column, expression("n", .rowAggregate(.count, .keyPath(age)), .integer64),
        expression("sum", .rowAggregate(.sum, salary), .double),
        expression("most", .rowAggregate(.maximum, salary), .double),
      ]
      request.propertiesToGroupBy = [age]
    }
    let forty: [String: StoredValue] = [
      "age": .attribute(.integer(40)), "n": .attribute(.integer(2)),
      "sum": .attribute(.double(10)), "most": .attribute(.double(10)),
    ]
    #expect(
      try world.store.dictionaries(fetch) == [
        forty, ["age": .attribute(.integer(30)), "n": .attribute(.integer(1))],
      ])
    fetch.request.havingPredicate = .comparison(
      TypedComparison(
        left: .variable(PredicateVariable(name: "n", type: .count)),
        comparisonOperator: .greater, right: .constant(.integer(1))))
    #expect(try world.store.dictionaries(fetch) == [forty])
  }

  @Test func anAggregateWithoutGroupsIsOneRow() throws {
    let salary = TypedExpression.keyPath(try world.path("Person", "salary"))
    let fetch = try world.fetch("Person") { request in
      request.propertiesToFetch = [
        expression("sum", .rowAggregate(.sum, salary), .double),
        expression("mean", .rowAggregate(.average, salary), .double),
        expression("least", .rowAggregate(.minimum, salary), .double),
        expression("values", .rowAggregate(.countDistinct, salary), .integer64),
      ]
    }
    #expect(
      try world.store.dictionaries(fetch) == [
        [
          "sum": .attribute(.double(15)), "mean": .attribute(.double(7.5)),
          "least": .attribute(.double(5)), "values": .attribute(.integer(2)),
        ]
      ])
  }

  @Test func groupsAreSortedByAColumn() throws {
    let age = try world.path("Person", "age")
    let column = try property("age")
    let fetch = try world.fetch("Person", "age != nil") { request in
      request.propertiesToFetch = [
        column, expression("n", .rowAggregate(.count, .keyPath(age)), .integer64),
      ]
      request.propertiesToGroupBy = [age]
      request.sortKeys = [SortKey(.fetchedProperty(1), isAscending: false)]
      request.limit = 1
    }
    #expect(try world.store.dictionaries(fetch).map { $0["age"] } == [.attribute(.integer(40))])
  }
}
