import MomentumDiagnostics
import MomentumPredicate
import MomentumTestSupport
import Testing

private typealias Row = MessageRow

private let sentence =
  "Keypath containing KVC aggregate where there shouldn't be one; failed to handle "
private let behind = ": the operator stands right behind the to-many relationship; write "
private let noKey = ": '@count' counts the objects before it and has no key behind it"
private let shortSentence = "Keypath containing KVC aggregate where there shouldn't be one"

/// Collection operators at each place of a path. A repair is offered only where it says what was meant.
private let rows: [MessageRow] = [
  // Behind the attribute: the operator moves before it.
  Row(
    "author.books.price.1️⃣@sum2️⃣ > 1", .error, "predicate.collection-operator",
    sentence + "author.books.price.@sum" + behind + "'author.books.@sum.price'",
    fixed: "author.books.@sum.price > 1"),
  Row(
    "tags.name.1️⃣@max2️⃣ == 'x'", .error, "predicate.collection-operator",
    sentence + "tags.name.@max" + behind + "'tags.@max.name'", fixed: "tags.@max.name == 'x'"),
  Row(
    "author.books.price.1️⃣@avg2️⃣.self > 1", .error, "predicate.collection-operator",
    sentence + "author.books.price.@avg.self" + behind + "'author.books.@avg.price'",
    fixed: "author.books.@avg.price > 1"),
  // A count has no key, so whether the objects or the values were meant is not known.
  Row(
    "author.books.price.1️⃣@count2️⃣ > 1", .error, "predicate.collection-operator",
    sentence + "author.books.price.@count" + behind + "'author.books.@count'"),
  Row(
    "author.books.author.1️⃣@count2️⃣ > 1", .error, "predicate.collection-operator",
    sentence + "author.books.author.@count" + behind + "'author.books.@count'"),
  Row(
    "tags.name.1️⃣@count2️⃣.self > 1", .error, "predicate.collection-operator",
    sentence + "tags.name.@count.self" + behind + "'tags.@count'"),
  // Another key behind the operator.
  Row(
    "author.books.price.1️⃣@sum2️⃣.weight > 1", .error, "predicate.collection-operator",
    sentence + "author.books.price.@sum.weight" + behind + "'author.books.@sum.price'"),
  Row(
    "author.books.price.1️⃣@sum2️⃣.self.self > 1", .error, "predicate.collection-operator",
    sentence + "author.books.price.@sum.self.self" + behind + "'author.books.@sum.price'"),
  // A path of an argument cannot be repaired in the text.
  Row(
    "1️⃣%K2️⃣ > 1", with: ["author.books.price.@sum"], .error, "predicate.collection-operator",
    sentence + "author.books.price.@sum" + behind + "'author.books.@sum.price'"),
  Row(
    "%K.1️⃣@sum2️⃣ > 1", with: ["author.books.price"], .error, "predicate.collection-operator",
    sentence + "author.books.price.@sum" + behind + "'author.books.@sum.price'"),
  // One value has nothing to count or add up.
  Row(
    "price.1️⃣@sum2️⃣ > 1", .error, "predicate.collection-operator",
    sentence + "price.@sum: 'price' is one value, and '@sum' works on a to-many relationship"),
  Row(
    "author.age.1️⃣@max2️⃣ > 1", .error, "predicate.collection-operator",
    sentence
      + "author.age.@max: 'author.age' is one value, and '@max' works on a to-many relationship"),
  Row(
    "author.1️⃣@count2️⃣ > 1", .error, "predicate.collection-operator",
    sentence + "author.@count: 'author' is one value, and '@count' works on a to-many relationship"),
  // In front of the path: the operator moves behind the first key if the keys fit.
  Row(
    "1️⃣@count2️⃣.tags == 1", .error, "predicate.collection-operator",
    sentence + "@count.tags: '@count' stands behind a to-many relationship; write 'tags.@count'",
    fixed: "tags.@count == 1"),
  Row(
    "1️⃣@count2️⃣.tags.name == 1", .error, "predicate.collection-operator",
    sentence
      + "@count.tags.name: '@count' stands behind a to-many relationship, as in 'items.@count'"),
  Row(
    "1️⃣@max2️⃣.tags == 1", .error, "predicate.collection-operator",
    sentence + "@max.tags: '@max' stands behind a to-many relationship, as in 'items.@max'"),
  Row(
    "1️⃣@max2️⃣.tags.name == 'x'", .error, "predicate.collection-operator",
    sentence
      + "@max.tags.name: '@max' stands behind a to-many relationship; write 'tags.@max.name'",
    fixed: "tags.@max.name == 'x'"),
  Row(
    "1️⃣@max2️⃣.author.books.price == 1", .error, "predicate.collection-operator",
    sentence
      + "@max.author.books.price: '@max' stands behind a to-many relationship, as in 'items.@max'"),
  Row(
    "1️⃣@max2️⃣.tags.@count == 1", .error, "predicate.collection-operator",
    sentence + "@max.tags.@count: '@max' stands behind a to-many relationship, as in 'items.@max'"),
  Row(
    "1️⃣%K2️⃣ == 1", with: ["@count.tags"], .error, "predicate.collection-operator",
    sentence + "@count.tags: '@count' stands behind a to-many relationship; write 'tags.@count'"),
  // Behind the operator.
  Row(
    "tags.@count.1️⃣name2️⃣ > 1", .error, "predicate.collection-operator",
    sentence + "tags.@count.name" + noKey),
  Row(
    "author.books.1️⃣@sum2️⃣ > 1", .error, "predicate.collection-operator",
    shortSentence + ": '@sum' needs an attribute behind it, as in '@sum.price'"),
  Row(
    "author.books.@sum.1️⃣@count2️⃣ > 1", .error, "predicate.collection-operator",
    shortSentence + ": a path has one collection operator"),
  Row(
    "author.books.@sum.1️⃣tags2️⃣.name > 1", .error, "predicate.multiple-to-many",
    "multiple to-many keys not allowed here: a path can cross one to-many relationship"),
  Row(
    "author.books.@max.1️⃣code2️⃣ > 1", .error, "predicate.order",
    "'code' is a UUID, which has no order; compare by == or !="),
  Row(
    "author.books.@max.1️⃣cover2️⃣ != nil", .error, "predicate.order",
    "'cover' is a Binary, which has no order; compare by == or !="),
  Row(
    "author.books.@min.1️⃣photo2️⃣ != nil", .error, "predicate.order",
    "'photo' is a Transformable, which has no order; compare by == or !="),
  Row(
    "author.books.@avg.1️⃣published2️⃣ > 1", .error, "predicate.function-argument",
    "'@avg' takes numbers, found 'published', a Date"),
  Row(
    "author.books.@sum.1️⃣author2️⃣ > 1", .error, "predicate.function-argument",
    "'@sum' takes numbers, found 'author', an object of 'Author'"),
  // Operators that are none.
  Row(
    "tags.1️⃣@minimum2️⃣.name == 'x'", .error, "predicate.collection-operator",
    sentence
      + "tags.@minimum.name: '@minimum' is not computed by a store; did you mean '@min'?",
    fixed: "tags.@min.name == 'x'"),
  Row(
    "tags.1️⃣@maximum2️⃣.name == 'x'", .error, "predicate.collection-operator",
    sentence
      + "tags.@maximum.name: '@maximum' is not computed by a store; did you mean '@max'?",
    fixed: "tags.@max.name == 'x'"),
  Row(
    "tags.1️⃣@coutn2️⃣ == 1", .error, "predicate.collection-operator",
    sentence + "tags.@coutn: '@coutn' is not computed by a store; did you mean '@count'?",
    fixed: "tags.@count == 1"),
  Row(
    "tags.1️⃣@unionOfObjects2️⃣.name == 1", .error, "predicate.collection-operator",
    sentence
      + "tags.@unionOfObjects.name: '@unionOfObjects' is not computed by a store; '@count', '@sum', '@avg', '@min' and '@max' are"
  ),
  Row(
    "1️⃣%K2️⃣ == 1", with: ["tags.@coutn"], .error, "predicate.collection-operator",
    sentence + "tags.@coutn: '@coutn' is not computed by a store; did you mean '@count'?"),
  // An aggregate inside TERNARY.
  Row(
    "TERNARY(1️⃣tags.@count2️⃣ > 1, 1, 2) == 1", .warning, "predicate.store-refuses",
    sentence
      + "tags.@count: Core Data's SQLite store refuses it inside TERNARY; it is compiled here"),
  // An index is SIZE; a key stands behind a dot.
  Row(
    "tags[1️⃣02️⃣] == nil", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (tags[0]): the rows of a relationship have no places in SQL; ask for any of them with ANY, for the least by '@min', or for their number by '[SIZE]'"
  ),
  Row(
    "title[1️⃣02️⃣] == 'x'", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (title[0]): 'title' is no collection"),
  Row(
    "title[1️⃣SIZE2️⃣] == 1", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (title[SIZE]): 'title' is no collection"),
  Row(
    "1️⃣author['name']2️⃣ == 'x'", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (author['name']): a key of an object stands behind a dot; write 'author.name'",
    fixed: "author.name == 'x'"),
  Row(
    "1️⃣SELF['title']2️⃣ == 'x'", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (SELF['title']): a key of an object stands behind a dot; write 'title'",
    fixed: "title == 'x'"),
  Row(
    "title[1️⃣'name'2️⃣] == 'x'", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (title['name']): 'title' is no collection"),
]

@Suite struct OperatorPlaceTests {
  @Test(arguments: rows)
  func findingsSayWhatWhereAndWhatInstead(row: MessageRow) throws {
    try expectFinding(of: row)
  }

  @Test(arguments: [
    "tags.@count > 1", "author.books.@count > 1", "author.books.@sum.price > 1",
    "author.books.@max.published > now()", "author.books.@min.title == 'x'",
    "author.books.@max.isSold == 1", "author.books.@avg.author.age > 1", "tags.@max.name == 'x'",
    "author.books.@sum.box.width > 1", "SUBQUERY(tags, $t, $t.name == 'x').@count > 1",
    "SUBQUERY(tags, $t, $t.books.@count > 2).@count > 1", "author.books.@sum.#size > 1",
  ])
  func anOperatorStandsBehindTheObjects(format: String) {
    let (predicate, findings) = checked(format)
    #expect(predicate != nil && findings.isEmpty, "\(findings.all.map(\.text))")
  }

  /// `tags[SIZE]` is the number of the objects, also behind a SUBQUERY.
  @Test(arguments: [
    ("tags[SIZE] > 1", "tags.@count > 1"), ("author.books[SIZE] > 1", "author.books.@count > 1"),
    (
      "SUBQUERY(tags, $t, $t.name == 'x')[SIZE] > 1",
      "SUBQUERY(tags, $t, $t.name == 'x').@count > 1"
    ),
  ])
  func aSizeIsACount(index: String, count: String) throws {
    let first = try #require(checked(index).predicate, "\(checked(index).findings.all.map(\.text))")
    #expect(first == checked(count).predicate)
  }
}
