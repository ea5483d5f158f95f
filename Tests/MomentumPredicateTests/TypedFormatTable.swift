import MomentumModel
import MomentumPredicate

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A format about a book, with its arguments.
struct TypedFormat: Sendable, ExpressibleByStringLiteral {
  var format: String
  var arguments: [PredicateArgument] = []

  init(_ format: String, _ arguments: PredicateArgument...) {
    self.format = format
    self.arguments = arguments
  }

  init(stringLiteral value: String) { format = value }
}

private typealias Row = TypedFormat

private let book = PredicateArgument.object(ObjectReference(entity: Sample.book, primaryKey: 1))
private let tag = PredicateArgument.object(ObjectReference(entity: Sample.tag, primaryKey: 2))
private let two = PredicateArgument.object(ObjectReference(entity: Sample.tag, primaryKey: 3))
private let one = PredicateArgument.value(.integer(1))
private let requested = PredicateArgument.fetch(TypedFetch(entity: Sample.tag))
private let counted = PredicateArgument.fetch(TypedFetch(entity: Sample.tag, countsOnly: true))

/// Formats by what they are about. Each rule of the checker has the forms that it takes and their neighbours.
enum TypedFormatTable {
  static let all: [(title: String, rows: [TypedFormat])] = [
    ("values", values), ("numbers and dates", computed), ("texts", texts), ("lists", lists),
    ("bounds", bounds), ("quantifiers", quantifiers), ("members of a relationship", members),
    ("subqueries", subqueries), ("keys", keys), ("arguments", arguments),
  ]

  private static let values: [TypedFormat] = [
    "title == 5", "title == 5.5", "link == 5", "link == 'http://x'", "code == 5",
    "code == '00000000-0000-0000-0000-00000000000a'", "code == '0000'", "isSold == 'YES'",
    "isSold == 'true'", "isSold == '0'", "isSold == 'no'", "isSold == 'maybe'", "isSold == 2",
    "isSold == 1.5", "isSold == nil", "isSold != YES", "isSold == weight", "price == '5'",
    "price == '0x10'", "price == 'abc'", "price == 'inf'", "price == 1.5", "price == 0.1",
    "price == 20000000000000000000", "price == 1e300", "weight == 5",
    "weight == 20000000000000000000", "author == 'x'", "author == 5", "author == nil",
    "SELF == 'x'", "SELF != nil", "cover == 'x'", "photo == 1", "photo == nil", "photo != nil",
    "photo == $A", "photo == photo", "photo == 1 + 1", "tags.@count == '5'", "tags.@count == 'x'",
    "tags.@count == 1.5", "tags.@count == nil", "nil != tags.@count", "tags.@count > nil",
    "tags.@count == 20000000000000000000", "tags.@max.name == nil", "author.age == 32767",
    "author.age == 32768", "author.age == -32768", "author.age == -32769", "#size == 2147483647",
    "#size == 2147483648", "#size == -2147483648", "#size == -2147483649", "author.age == 1.5",
    "1.5 != author.age", "author.age > 1.5", "price == title", "title == link", "code == title",
    "author == tags.@count", "author == SELF", "published == price", "price == weight",
    "isSold == isSold", "nil == nil", "nil != nil", "title < nil", "nil >= title",
    "author > author", "code < code", "link > 'x'", "cover < cover", "isSold < YES",
    "1 == 1", "1 != 1.0", "'a' < 'b'", "'a' >= 'b'", "'a' ==[c] 'A'", "1 == 'a'", "YES == 1",
    "$A == $B", "$A == 1", "1.5 < $A", "$A == 'x' AND $A == 1", "$A == 1 AND $A == 1.5",
    "$A == author.age AND $A == #size", "$A == price AND $A == #size", "$A == $B AND $A == title",
    "price == {1}", "{1} == price", "price != {1}", "price > {1}", "{} == price",
  ]

  private static let computed: [TypedFormat] = [
    "price > $A + 1", "$A + $B == price", "published + 60 > $A", "published - $A > 5",
    "published > now() - 60", "now() - 60 < published",
    "published > now() + $A", "published - published > 5", "published + published > 1",
    "1 - published > 1", "1 + published > now()", "published * 2 > 1", "published - 1 > published",
    "CAST('2026-01-01', 'NSDate') + 60 < published", "CAST(100, 'NSDate') - 60 < published",
    "CAST(100, 'NSDate') * 2 < published", "published > 2026-05-04", "published > 5/4/2026",
    "published == '2026-05-04'", "published == '2026-05-04T12:00:00Z'",
    "published == '2023-02-29'", "published == '2024-02-29'", "published == '1900-02-29'",
    "published == '2000-02-29'", "published == '2026-13-01'", "published == '2026-04-31'",
    "published == '2026-00-10'", "published == '2026-04-00'", "published == 5",
    "published == 5.5", "published == 'soon'", "price + nil > 1", "nil - price > 1",
    "price + 'a' > 1", "title + 'a' == 'b'", "title - 1 == 'b'", "author + 1 > 1",
    "1 / 0 == price", "price / 0 > 1", "price / 0.0 > 1", "0 / price > 1", "5 / 2 == price",
    "5.0 / 2 == price", "9223372036854775807 + 1 == price", "9223372036854775807 * 2 == price",
    "-5 == price", "2 - -3 == #size", "2 ** 3 == price", "5 & 3 == #size", "5 | 3 == #size",
    "5 ^ 3 == #size", "isSold + 1 == 2", "isSold + isSold == 2",
    "author.age + 1 == #size", "#size / 2 == 1.5", "weight ** 2 > 1",
    "TERNARY(author.age > 1, 1.5, author.age) == 2", "TERNARY(TRUEPREDICATE, 'a', 1) == 'a'",
    "TERNARY(price > 1, title, price) == 1", "TERNARY(price > 1, nil, title) == 'x'",
    "TERNARY(price > 1, title, nil) == nil", "TERNARY(price > 1, $A, title) == 'x'",
    "TERNARY(price > 1, 1, 2) == $A", "TERNARY(price > 1, {1}, 2) == 1",
    "TERNARY(titel == 'x', 1, 2) == 1", "abs:($A) > price", "sqrt:(2) == weight",
    "length:('abc') == 3", "uppercase:(5) == 'x'", "max:({1, 5, 3}) == price",
    "min:({2.5, 1}) == price", "sum:({1, 2.5, price}) == 5", "average:({1, 2}) == price",
    "sum:({}) == price", "count:({1, title}) == 2", "max:({1, price}) == 1", "sum:(tags.name) > 1",
    "max:(author.books.price) > 1", "count:(tags) > 1", "count:(tags.name) > 1", "sum:(price) > 1",
    "CAST('5', 'NSNumber') == price", "CAST('x', 'NSNumber') == price",
    "CAST(5, 'NSString') == title",
    "CAST(price, 'NSString') == title", "CAST(title, 'NSString') == title",
    "CAST(isSold, 'NSNumber') == 1", "CAST(isSold, 'NSString') == '1'",
    "CAST(weight, 'NSDate') < published", "CAST(published, 'NSNumber') > 1",
    "CAST(title, 'NSDate') > published", "CAST(nil, 'NSNumber') == price",
    "CAST($A, 'NSNumber') == 1",
    "CAST('00000000-0000-0000-0000-00000000000a', 'NSUUID') == code",
    "CAST('http://x', 'NSURL') == link", "CAST('x', 'NSUUID') == code",
  ]

  private static let texts: [TypedFormat] = [
    "title CONTAINS nil", "nil CONTAINS title", "title CONTAINS {'a'}", "{'a'} BEGINSWITH title",
    "author CONTAINS 'x'", "SELF CONTAINS 'x'", "isSold CONTAINS 'x'", "weight LIKE 'x'",
    "published MATCHES 'x'", "code CONTAINS 'x'", "link BEGINSWITH 'x'", "cover CONTAINS 'x'",
    "photo CONTAINS 'x'", "tags.@count CONTAINS 'x'", "title CONTAINS 5", "5 CONTAINS title",
    "title CONTAINS author.name", "title BEGINSWITH $A", "$A ENDSWITH title", "$A CONTAINS $B",
    "title LIKE 'abc'", "title LIKE \"abc\"", "title LIKE '%abc_'", "title LIKE 'a_*'",
    "title LIKE 'a?'", "title LIKE $A", "title LIKE ''", "title MATCHES '('", "title MATCHES '.*'",
    "title MATCHES title", "title CONTAINS[cd] ''", "'' IN title", "'x' IN title", "title IN 'abc'",
    "title IN author.name", "price IN title", "price IN 'abc'", "$A IN title", "title IN $A",
    "{'a'} CONTAINS title", "{title} CONTAINS 'a'", "title ==[cd] 'x'", "title <[n] 'x'",
    "title IN[c] {'a'}", "price ==[c] 5", "price IN[c] {1}", "author ==[c] $A",
    "tags.@count >[c] 1",
    "title UTI-EQUALS 'x'", "title UTI-CONFORMS-TO 'x'", "title foo: 'x'", "ANYKEY == 'x'",
    "ANYKEY CONTAINS 'x'", "title.length > 1", "author.name.length == 2", "title.lengt == 1",
    "lowercase:(title).length == 1", "TERNARY(isSold == 1, title, 'x').length > 1",
    "FUNCTION(title, 'length') > 1", "FUNCTION(title, 'uppercaseString') == 'X'",
    "FUNCTION(title, 'description') == 'X'", "FUNCTION(price, 'length') > 1",
    "FUNCTION(now(), 'dateByAddingTimeInterval:', -60) < published",
    "FUNCTION(published, 'dateByAddingTimeInterval:', 60) > now()",
    "FUNCTION(published, 'dateByAddingTimeInterval:') > now()",
  ]

  private static let lists: [TypedFormat] = [
    "price IN 5", "price IN nil", "nil IN {}", "nil IN {1}", "price IN {}", "price IN {1}",
    "price IN {1, 2.5}", "price IN {nil}", "price IN {nil, 1}", "$A IN {}", "$A IN {nil}",
    "$A IN {$B}", "$A IN {1, $B}", "$A IN $B", "$A IN title", "price IN $A", "price IN {$A, 1}",
    "price IN {title, 1}", "price IN {author.age}", "price IN {1 + 1}", "price IN {price + 1}",
    "price IN {1, 'x'}", "price IN {1, {2}}", "price IN {tags.name}", "{1, 2} IN {1}",
    "{price} IN {1}", "SELF IN {}", "SELF IN {1}", "author IN {nil}", "photo IN {1}",
    "code IN {'x'}", "isSold IN {YES, 2}", "author.age IN {1.5, 70000}", "tags.@count IN {1, 2}",
    "TERNARY(price > 1, 1, 2) IN {1}", "TERNARY(price > 1, 1, 2) IN $A", "1 IN {price, 2}",
    "1 IN {2}", "'a' IN {title, link}", "author IN FETCH('cheap', nil, NO)",
    "SELF IN FETCH('cheap', nil, NO)", "title IN FETCH('cheap', nil, NO)",
    "FETCH('cheap', nil, YES) > 1", "FETCH('cheap', nil, NO) == SELF",
    "FETCH('cheap', nil, 2) > 1", "FETCH(5, nil, NO) > 1", "SELF IN FETCH('cheap', nil, YES)",
    "price IN author.age", "price IN tags.@count", "price IN price + 1",
  ]

  private static let bounds: [TypedFormat] = [
    "price BETWEEN {1, 5}", "price BETWEEN {5, 5}", "price BETWEEN {5, 1}",
    "price BETWEEN {1, nil}",
    "price BETWEEN {nil, nil}", "price BETWEEN {1, title}", "price BETWEEN {2, 1.5}",
    "author.age BETWEEN {2, 1.5}", "author.age BETWEEN {1.5, 1}", "weight BETWEEN {1.5, 1}",
    "title BETWEEN {'b', 'a'}", "title BETWEEN {'a', 'b'}", "title BETWEEN {'é', 'z'}",
    "isSold BETWEEN {0, 1}", "isSold BETWEEN {1, 0}", "author BETWEEN {1, 2}",
    "code BETWEEN {1, 2}", "photo BETWEEN {1, 2}", "$A BETWEEN {1, 2.5}", "5 BETWEEN {$A, $B}",
    "$A BETWEEN {$B, $C}", "5 BETWEEN {price, 9}", "price BETWEEN {author.age, 5}",
    "price BETWEEN {price - 1, price + 1}", "published BETWEEN {$A, now()}", "price BETWEEN $A",
    "price BETWEEN 5", "price BETWEEN {1}", "price BETWEEN {1, 2, 3}", "price BETWEEN {}",
    "price BETWEEN price", "tags.@count BETWEEN {2, 1}", "price BETWEEN[c] {1, 2}",
    "published BETWEEN {CAST(5, 'NSDate'), CAST(2, 'NSDate')}", "nil BETWEEN {1, 2}",
    "ANY tags.name BETWEEN {'a', 'b'}", "tags.name BETWEEN {'a', 'b'}",
  ]

  private static let quantifiers: [TypedFormat] = [
    "ANY price == 1", "SOME price == 1", "ALL price == 1", "NONE price == 1", "ANY 5 == price",
    "ANY {1} == price", "SOME {1, 2} == price", "ALL {1} == price", "ANY {1} != price",
    "ANY tags == nil", "ANY tags != nil", "NONE tags == nil",
    "ALL tags == nil", "(ANY tags == nil)", "tags == nil", "tags != nil", "tags == {}",
    "tags != {}", "tags == 1", "tags.name == nil", "tags.name == 'x'",
    "'x' == tags.name", "'x' < tags.name", "'x' CONTAINS tags.name", "'x' LIKE tags.name",
    "'x' IN tags.name", "NOT 'x' IN tags.name", "'x' NOT IN tags.name", "{'x'} IN tags.name",
    "ANY 'x' == tags.name", "ALL 'x' == tags.name",
    "ANY tags.name == author.books.title", "ANY tags == author.books",
    "ANY author.books == author.books", "ALL author.books == author.books",
    "tags.name == author.books.title", "ANY tags.name == 'x'", "SOME tags.name == 'x'",
    "ALL tags.name == 'x'", "NONE tags.name == 'x'", "NOT ALL tags.name == 'x'",
    "ANY tags.name IN {'x'}", "ALL tags.name IN {'x'}", "NONE tags.name IN {'x'}",
    "ANY tags.name LIKE 'x*'", "ANY tags.name.length > 1",
    "ANY (tags.name) == 'x'", "ANY tags.@count > 1", "ALL tags.@count > 1",
    "ANY author.books.author.age == 1", "ANY author.books.author == nil",
    "ANY length:(tags.name) == 1", "ANY author.books.price + 1 > 2", "ANY $A == tags.name",
    "ANY tags.name == $A", "ANY author.name == 'x'", "ANY TERNARY(price > 1, 1, 2) == 1",
  ]

  private static let members: [TypedFormat] = [
    Row("tags CONTAINS %@", tag), Row("%@ IN tags", tag), Row("%@ IN tags", book),
    Row("%@ IN tags", .null), Row("%@ IN tags", .key(5)), Row("%@ IN tags", .text("Tag/p4")),
    Row("%@ IN tags", .text("Book/p4")), Row("tags CONTAINS %@", one), "nil IN tags",
    "tags CONTAINS nil", "tags CONTAINS author", "tags CONTAINS 'x'", "$A IN tags",
    Row("tags CONTAINS {%@}", tag), Row("{%@, %@} IN tags", tag, two),
    Row("ANY {%@, %@} IN tags", tag, two), Row("ALL {%@, %@} IN tags", tag, two),
    Row("ALL {%@} IN tags", tag), "ALL {} IN tags", Row("NONE {%@} IN tags", tag),
    Row("ANY %@ IN tags", .list([tag, two])), Row("ALL %@ IN tags", .list([tag, two])),
    Row("%@ IN tags", .list([tag, two])), Row("ANY %@ IN tags", .text("Tag/p1, Tag/p2")),
    Row("ALL %@ IN tags", .text("Tag/p1, Tag/p2")), Row("%@ IN tags", requested),
    Row("ANY %@ IN tags", requested), Row("ALL %@ IN tags", requested), "ANY $A IN tags",
    "ALL $A IN tags", "NONE $A IN tags", Row("tags IN {%@}", tag), "tags IN $A",
    Row("NOT tags IN {%@}", tag), Row("ANY tags IN {%@}", tag), Row("ALL tags IN {%@}", tag),
    "author.books CONTAINS SELF", "SELF IN author.books", "ANY SELF IN author.books",
    "tags IN author.books", "author.books IN author.books", "tags.name IN author.books",
    "author IN tags", "FETCH('cheap', nil, NO) IN author.books",
    "ANY FETCH('cheap', nil, NO) IN author.books", "TERNARY(price > 1, SELF, nil) IN author.books",
    "SELF IN author.books UNION author.books", "SELF IN author.books INTERSECT author.books",
    "SELF IN author.books MINUS author.books", "author.books UNION author.books == nil",
  ]

  private static let subqueries: [TypedFormat] = [
    "SUBQUERY(tags, $t, $t.name == 'x').@count > 0", "SUBQUERY(tags, $t, $t.name == 'x') == nil",
    "SUBQUERY(tags, $t, $t.name == 'x').name == 'x'",
    "ANY SUBQUERY(tags, $t, TRUEPREDICATE).name == 'x'",
    "ALL SUBQUERY(tags, $t, $t.name != nil).name == 'x'",
    "NONE SUBQUERY(tags, $t, $t.name != nil).name == 'x'",
    "ANY SUBQUERY(tags, $t, $t.name != nil) == $A",
    Row("%@ IN SUBQUERY(tags, $t, TRUEPREDICATE)", tag),
    Row("SUBQUERY(tags, $t, $t.name != nil) CONTAINS %@", tag),
    Row("SUBQUERY(tags, $t, $t.name != nil).%K > 0", .text("@count")),
    Row("ANY SUBQUERY(tags, $t, $t.name != nil).%K == 'x'", .text("name")),
    "SUBQUERY(tags, $t, t.name == 'x').@count > 0", "SUBQUERY(tags, $t, name == 'x').@count > 0",
    "SUBQUERY(tags, $t, $u.name == 'x').@count > 0",
    "SUBQUERY(tags, $tag, $tga.name == 'x').@count > 0",
    "SUBQUERY(tags, $t, $t == 'x').@count > 0", "SUBQUERY(tags, $t, $t == $A).@count > 0",
    "SUBQUERY(title, $t, TRUEPREDICATE).@count > 0",
    "SUBQUERY(author, $t, TRUEPREDICATE).@count > 0",
    "SUBQUERY({1}, $t, TRUEPREDICATE).@count > 0", "SUBQUERY($A, $t, TRUEPREDICATE).@count > 0",
    "SUBQUERY(tags.name, $t, TRUEPREDICATE).@count > 0",
    "SUBQUERY(tags.books, $t, TRUEPREDICATE).@count > 0",
    "SUBQUERY(tags, $t, SUBQUERY(tags, $t, TRUEPREDICATE).@count > 0).@count > 0",
    "SUBQUERY(tags, $t, SUBQUERY($t.books, $b, $b.title == title AND $t.name == 'x').@count > 0).@count > 0",
    "SUBQUERY(tags, $t, ANY $t.books.title == title).@count > 0",
    "SUBQUERY(tags, $t, $t.books.title == 'x').@count > 0",
    "SUBQUERY(tags, $t, $t.books.@count > 1).@max.name == 'x'",
    "SUBQUERY(tags, $t, $t.name == 'x').@sum.name > 1",
    "SUBQUERY(tags, $t, $t.name == 'x').@sum > 1",
    "SUBQUERY(tags, $t, $t.name == 'x').@count.name > 1",
    "SUBQUERY(tags, $t, $t.name == 'x').@coutn > 1",
    "SUBQUERY(author.books, $b, $b.price > price).@avg.price > 1",
    "SUBQUERY(author.books, $b, $b.price > 1).@max.author.age > 1",
    "1 + SUBQUERY(tags, $t, $t.name == 'x').@count > 2",
    "count:(SUBQUERY(tags, $t, $t.name == 'x')) > 1",
    "sum:(SUBQUERY(tags, $t, $t.name == 'x')) > 1", "SUBQUERY(tags, $t, $t.name == 'x')[0] == nil",
    "$t.name == 'x'", "SUBQUERY(tags, $t, TRUEPREDICATE).@count > 0 AND $t.name == 'x'",
  ]

  private static let keys: [TypedFormat] = [
    "tags.count > 1", "tags.size > 1", "tags.length == 1", "tags.max.name == 'x'",
    "tags.sum.name == 1", "tags.count.name == 1", "tags.max == 1", "author.count == 1",
    "titel == 'x'", "title == abc", "title == titel", "'x' == abc", "price == abc",
    "title == 'x' AND price == abc", "author.nam == 'x'", "author.xyzzy == 'x'", "xyzzy == 1",
    "author.$K == 1", "(author).name == 'x'", "author.self.name == 'x'", "SELF.title == 'x'",
    "SELF.author.name == 'x'", "author.SELF == nil", "$x.name == 1", "'x'.length == 1",
    "ANY tags.books.title == 'x'", "ANY tags.books.@count > 1", "ALL tags.books.title == 'x'",
    "ANY tags.books.price > price + 1", "SUBQUERY(tags.books, $x, $x.price > 1).@count > 0",
    "1 + tags.books.price > 1", "abs:(author.books.price) > 1", "author.books.price + 1 > 2",
    "1 + author.books.price > 2", "tags.name.length > 1", "length:(tags.name) > 1",
    "tags.name.length + 1 > 2", "genre == 'x'", "author.books.genre == 'x'", "size == 1",
    "first == 1", "last == 1", "SIZE == 1", "author.size == 1", "box.width > 1", "box.width.x > 1",
    "in == 'x'", "#in == 'x'", "author.books.self.@count > 1",
    "@max.price == 1", "@sum == 1",
  ]

  private static let arguments: [TypedFormat] = [
    Row("%K == 1", .text("price")), Row("%K == 1", .text("titel")),
    Row("%K == 'x'", .text("author.nam")),
    Row("%K > 1", .text("author.books.price")), Row("ANY %K > 1", .text("author.books.price")),
    Row("%K > 1", .text("title.length")), Row("%K == 'x'", .text("tags.@max.name")),
    Row("%K == 1", .text("")), Row("%K == 1", .text("author.")), Row("%K == 1", one),
    Row("author.%K == 'x'", .text("name")), Row("tags.%K > 1", .text("@count")), "%K == 1",
    Row("price == %@", one), Row("price == %@", .value(.double(1.5))),
    Row("price == %@", .value(.string("x"))),
    Row("price == %@", .value(.boolean(true))), Row("price == %@", .value(.date(5))),
    Row("price == %@", .null), Row("price > %@", .null), Row("price == %@", .list([one])),
    Row("price == %@", book), Row("price == %@", .key(1)), Row("price == %@", requested),
    Row("price == %@", .text("1.50")), Row("price == %@", .text("x")),
    Row("price == %@", .text("nan")),
    Row("author.age == %@", .text("5")), Row("author.age == %@", .text("1.5")),
    Row("author.age == %@", .text("70000")), Row("author.age == %@", .value(.integer(70000))),
    Row("author.age == %@", .text("x")), Row("weight == %@", .text("inf")),
    Row("weight == %@", .text("2")),
    Row("isSold == %@", .text("Yes")), Row("isSold == %@", .text("FALSE")),
    Row("isSold == %@", .text("0")),
    Row("isSold == %@", .text("2")), Row("isSold == %@", .value(.integer(1))),
    Row("isSold == %@", .value(.integer(2))), Row("isSold == %@", .value(.double(1))),
    Row("published == %@", .text("2026-05-04")),
    Row("published == %@", .text("2026-05-04T12:00:00.5Z")),
    Row("published == %@", .text("60")), Row("published == %@", .text("soon")),
    Row("published == %@", .value(.date(5))), Row("published == %@", one),
    Row("code == %@", .text("00000000-0000-0000-0000-00000000000a")), Row("code == %@", .text("x")),
    Row("code == %@", .value(.string("x"))), Row("cover == %@", .text("00ff")),
    Row("cover == %@", .text("0")), Row("cover == %@", .text("0g")), Row("cover == %@", .text("")),
    Row("photo == %@", .text("0a")), Row("photo == %@", .value(.binary([1]))),
    Row("photo == %@", one),
    Row("link == %@", .text("http://x")), Row("link == %@", .value(.uri("http://x"))),
    Row("title == %@", .value(.uri("http://x"))), Row("title == %@", one),
    Row("title == %@", .text("5")),
    Row("author == %@", .text("Author/p3")), Row("author == %@", .text("x-coredata://S/Author/p3")),
    Row("author == %@", .text("Book/p3")), Row("author == %@", .text("Author/p0")),
    Row("author == %@", .text("Author/3")), Row("author == %@", .text("Author/px")),
    Row("author == %@", .text("p3")), Row("author == %@", .text("Nobody/p3")),
    Row("author == %@", book),
    Row("author == %@", .key(7)), Row("author == %@", one), Row("SELF == %@", .text("Novel/p3")),
    Row("tags.@count == %@", .text("5")), Row("tags.@count == %@", .text("5.5")),
    Row("tags.@count == %@", .value(.double(5.5))), Row("tags.@count == %@", .value(.decimal(5))),
    Row("tags.@count == %@", .value(.string("x"))), Row("tags.@count == %@", counted),
    Row("tags.@count == %@", requested), Row("price IN %@", .list([one, .value(.double(2.5))])),
    Row("price IN %@", .list([])), Row("price IN %@", .list([one, .null])), Row("price IN %@", one),
    Row("price IN %@", .text("1, 2.5")), Row("price IN %@", .text("[1, x]")),
    Row("title IN %@", .text("a, 'b c', @null")),
    Row("'x' IN %@", .text("xyz")), Row("SELF IN %@", .list([book])),
    Row("SELF IN %@", .list([tag])), Row("SELF IN %@", requested), Row("ANY tags IN %@", requested),
    Row("ANY tags IN %@", counted), Row("price BETWEEN %@", .list([one, .value(.integer(5))])),
    Row("price BETWEEN %@", .list([.value(.integer(5)), one])),
    Row("price BETWEEN %@", .text("1, 5")),
    Row("price BETWEEN %@", .text("1")), Row("price BETWEEN %@", .list([one, .null])),
    Row("price BETWEEN %@", one),
    Row("%@.name == 'x'", tag), Row("%@.books.title == 'x'", tag), Row("SELF IN %@.books", tag),
    Row("%@.name == 'x'", one), Row("%@.nam == 'x'", tag), Row("author == %@.author", book),
    Row("price > %@ + 1", one), Row("price > %@ + 1", .text("5")),
    Row("price > %@ + 1", .value(.string("x"))),
    Row("price > %@ + 1", .list([one])), Row("price > %@ + 1", tag), Row("price > 1 - %@", .key(1)),
    Row("price > %@ + 1", requested), Row("published > %@ + 60", .value(.date(5))),
    Row("published - %@ > 60", .value(.date(5))), Row("published - %@ > now()", one),
    Row("price == %d", one), Row("price == %f", .value(.double(1.5))), Row("title == %d", one),
    Row("title CONTAINS %@", one), Row("title CONTAINS %@", .null),
    Row("title CONTAINS %@", .list([.text("a")])),
    Row("title CONTAINS %@", .text("a")), Row("title CONTAINS %@", .text("")),
    Row("title LIKE %@", .text("a%")),
    Row("title MATCHES %@", .text("(")), Row("%@ == %@", one, one), Row("%@ == nil", one),
    Row("title == %@ AND price == %@", .text("x")), Row("title == %@", .text("x"), .text("y")),
    Row("title == %@", .text("@null")), Row("title == %@", .text("nil")),
    Row("length:(%@) > 1", .text("abc")), Row("abs:(%@) > price", .value(.string("x"))),
    Row("CAST(%@, 'NSDate') < published", .text("5")),
    Row("CAST(%@, 'NSNumber') == price", .value(.string("5"))),
    Row("CAST(%@, 'NSString') == title", one),
    Row("TERNARY(price > 1, %@, 2) == 1", one), Row("TERNARY(price > 1, title, %@) == 'x'", one),
  ]
}
