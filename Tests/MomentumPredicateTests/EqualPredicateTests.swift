import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import Testing

/// Two spellings of one predicate.
private let equal: [(String, String)] = [
  ("tags[SIZE] > 1", "tags.@count > 1"),
  ("count:(tags) > 1", "tags.@count > 1"),
  ("SELF.tags.@count > 1", "tags.@count > 1"),
  ("sum:(author.books.price) > 3", "author.books.@sum.price > 3"),
  (
    "SUBQUERY(tags, $t, $t.name == 'x')[SIZE] == 2",
    "SUBQUERY(tags, $t, $t.name == 'x').@count == 2"
  ),
  (
    "count:(SUBQUERY(tags, $t, $t.name == 'x')) == 2",
    "SUBQUERY(tags, $t, $t.name == 'x').@count == 2"
  ),
  (
    "SUBQUERY(author.books, $b, $b.price > 1).price.@sum > 3",
    "SUBQUERY(author.books, $b, $b.price > 1).@sum.price > 3"
  ),
  (
    "ANY SUBQUERY(tags, $t, $t.name == 'x').name BEGINSWITH 'y'",
    "SUBQUERY(tags, $t, $t.name == 'x' AND $t.name BEGINSWITH 'y').@count > 0"
  ),
  (
    "ALL SUBQUERY(tags, $t, $t.name == 'x').name BEGINSWITH 'y'",
    "SUBQUERY(tags, $t, $t.name == 'x' AND NOT $t.name BEGINSWITH 'y').@count == 0"
  ),
  (
    "$TAG IN SUBQUERY(tags, $t, $t.name == 'x')",
    "SUBQUERY(tags, $t, $t.name == 'x' AND $t == $TAG).@count > 0"
  ),
  (
    "SUBQUERY(tags, $t, $t.name == 'x') CONTAINS $TAG",
    "SUBQUERY(tags, $t, $t.name == 'x' AND $t == $TAG).@count > 0"
  ),
  (
    "SUBQUERY(SUBQUERY(tags, $a, $a.name == 'x'), $b, $b.name == 'y').@count > 0",
    "SUBQUERY(tags, $a, $a.name == 'x' AND $a.name == 'y').@count > 0"
  ),
  // The outer `$t` is still the outer object inside the comparison that moves in.
  (
    "SUBQUERY(tags, $t, ANY SUBQUERY($t.books, $b, $b.price > 1).title == $t.name).@count > 0",
    "SUBQUERY(tags, $t, SUBQUERY($t.books, $b, $b.price > 1 AND $b.title == $t.name).@count > 0).@count > 0"
  ),
  ("tags CONTAINS $T", "ANY tags == $T"), ("$T IN tags", "ANY tags == $T"),
  ("tags IN $LIST", "ANY tags IN $LIST"), ("ANY $LIST IN tags", "ANY tags IN $LIST"),
  ("{'a', 'b'} CONTAINS title", "title IN {'a', 'b'}"),
  ("author.objectID == $A", "author == $A"), ("objectID == $B", "SELF == $B"),
  ("price == 1 + 2 * 3", "price == 7"), ("price == -(2 - 5)", "price == 3"),
  ("price == 7 / 2", "price == 3"), ("weight == 7 / 2.0", "weight == 3.5"),
  ("weight == 2 ** 3", "weight == 8"), ("price == max(1, 5, 3)", "price == 5"),
  ("price == sum:({1, 2, 3})", "price == 6"), ("weight == average:({1, 2})", "weight == 1.5"),
  ("price == add:to:(weight, 1)", "price == weight + 1"),
  ("price == from:subtract:(weight, 1)", "price == weight - 1"),
  ("price == raise:toPower:(weight, 2)", "price == weight ** 2"),
  ("published > CAST('2001-01-01T00:01:00Z', 'NSDate')", "published > CAST(60, 'NSDate')"),
  (
    "published > CAST(60, 'NSDate') + 60", "published > CAST(120, 'NSDate')"
  ),
  ("published > FUNCTION(now(), 'dateByAddingTimeInterval:', -60)", "published > now() + -60"),
  ("CAST(price, 'NSNumber') > 3", "price > 3"), ("CAST(title, 'NSString') == 'a'", "title == 'a'"),
  ("title.length > 3", "length:(title) > 3"),
  ("FUNCTION(title, 'uppercaseString') == 'A'", "uppercase:(title) == 'A'"),
  ("isSold == 1", "isSold == YES"), ("isSold == FALSE", "isSold == 0"),
  (
    "SUBQUERY(tags, $x, SUBQUERY($x.books, $x, $x.price > 1).@count > 0).@count > 0",
    "SUBQUERY(tags, $x, SUBQUERY($x.books, $x_2, $x_2.price > 1).@count > 0).@count > 0"
  ),
  ("self IN FETCH('cheap', nil, NO)", "SELF IN FETCH('cheap', nil, 0)"),
  ("NONE tags.name == 'x'", "NOT ANY tags.name == 'x'"),
]

/// Predicates that compile without a finding.
private let accepted: [String] = [
  "tags.@count > 1.5", "author.books.@avg.weight < 3", "author.books.@max.published > now()",
  "author.books.@min.title == 'a'", "self IN author.books", "author IN {$A, $B}",
  "ANY tags.name IN {'a', 'b'}", "'abc' IN title", "title IN {}", "title IN[c] {'a'}",
  "SELF == nil", "author == nil",
  "photo == nil", "photo != $DATA", "link == 'https://swift.org'",
  "code == 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'", "published - %@ > 5",
  "now() - published > 86400", "published + weight > now()", "author.age / 2 == 3",
  "isSold + 1 == 2", "noindex:(title) == 'x'", "abs:(price) > 3", "random() > 0.5",
  "modulus:by:(author.age, 2) == 1", "TERNARY(title == nil, 'a', title) == 'a'",
  "TERNARY(title == nil, '', title).length == 0", "CAST(price, 'NSString') CONTAINS '1'",
  "box.label == 'x' AND box.width + 1 > 3", "title.#length > 1 OR #in == 'y'",
  "SUBQUERY(tags, $t, $t.books.@count > 1 AND $t.books.@max.price > price).@count > 0",
  "author.'name' == 'x'", "SUBQUERY(author.books, $b, $b.author.name == title).@count > 0",
  "FETCH('cheap', nil, YES) > 5", "ANY author.books IN FETCH('cheap', nil, NO)",
  "author.age == $n AND #size > $n", "title BETWEEN $R", "title == title",
]

@Suite struct EqualPredicateTests {
  @Test(arguments: equal)
  func spellingsOfOnePredicateAreEqual(first: String, second: String) throws {
    let one = checked(first)
    let other = checked(second)
    let left = try #require(one.predicate, "\(one.findings.all.map(\.text))")
    let right = try #require(other.predicate, "\(other.findings.all.map(\.text))")
    #expect(left == right)
  }

  private static let refusedByCoreData: Set<String> = [
    "random() > 0.5", "TERNARY(title == nil, '', title).length == 0",
    "CAST(price, 'NSString') CONTAINS '1'", "title.#length > 1 OR #in == 'y'",
  ]

  @Test(arguments: accepted)
  func whatAStoreAcceptsCompilesWithoutAFinding(format: String) {
    let arguments: [PredicateArgument] = format.contains("%@") ? [.text("2001-01-01")] : []
    let (predicate, findings) = checked(format, arguments)
    #expect(predicate != nil)
    // Four of them compile here, but Core Data's store is not known to compute them.
    let isRefusedThere = Self.refusedByCoreData.contains(format)
    #expect(findings.all.map(\.id) == (isRefusedThere ? ["predicate.store-refuses"] : []))
  }

  @Test func booleansAreNumbersInArithmeticOnly() throws {
    guard case .comparison(let comparison)? = checked("isSold + 2 == 3").predicate else {
      Issue.record("does not check")
      return
    }
    guard case .arithmetic(.add, _, let addend) = comparison.left else {
      Issue.record("no sum")
      return
    }
    #expect(addend == .constant(.integer(2)))
    #expect(comparison.left.type(in: Sample.model) == .attribute(.integer64))
  }

  @Test func variablesAreFoundEverywhereAndSubqueriesBindTheirOwn() throws {
    let predicate = try #require(
      checked(
        "SUBQUERY(tags, $t, $t.name == $A).@count > $B AND TERNARY(title == $C, $D, 1) == length:($E) AND price + $F > 1 AND weight BETWEEN {$G, $H}"
      ).predicate)
    #expect(predicate.variables.map(\.name) == ["A", "B", "C", "D", "E", "F", "G", "H"])
    #expect(
      predicate.variables.map { $0.type.name(in: Sample.model) } == [
        "String", "count", "String", "Integer 64", "String", "Decimal", "Double", "Double",
      ])
    var diagnostics = Diagnostics()
    let bound = predicate.substituting(
      predicate.variables.map { ($0.name, .text("1")) }, model: Sample.model, &diagnostics)
    #expect(bound?.variables == [])
  }

  @Test func nilInPlaceOfAVariableAsksForAMissingValue() {
    var diagnostics = Diagnostics()
    let bound = checked("title == $A").predicate?.substituting(
      [("A", .null)], model: Sample.model, &diagnostics)
    #expect(bound == checked("title == nil").predicate)
  }

  @Test func aRequestIsAnArgument() throws {
    let fetch = TypedFetch(
      entity: Sample.tag, predicate: nil,
      groupBy: [
        TypedKeyPath(
          root: Sample.tag, steps: [], target: .attribute(AttributeID(Sample.tag, 0)))
      ])
    let inside = try #require(
      checked("ANY tags IN FETCH(%@, %@, NO)", [.fetch(fetch), .null]).predicate)
    guard case .comparison(let comparison) = inside else {
      Issue.record("no comparison")
      return
    }
    #expect(comparison.right == .fetch(fetch))
    #expect(checked("author IN FETCH(%@, %@, NO)", [.fetch(fetch), .null]).findings.hasErrors)
    #expect(checked("ANY tags IN %@", [.fetch(fetch)]).predicate == inside)
  }
}
