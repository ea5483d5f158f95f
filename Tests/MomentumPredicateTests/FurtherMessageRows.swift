import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumTestSupport
import Testing

private typealias Row = MessageRow

/// The second half of `messageRows`.
let furtherMessageRows: [MessageRow] = [
  Row(
    "title CONTAINS 1️⃣nil2️⃣", .error, "predicate.string-operator",
    "unimplemented SQL generation for predicate : (title CONTAINS nil): nil is no text; write 'title == nil' for a missing one"
  ),
  Row(
    "1️⃣genre2️⃣ == 'x'", .error, "predicate.sub-entity-key",
    "keypath genre not found in entity Book: its sub-entity 'Novel' declares it, and a fetch of 'Book' cannot ask for it; fetch 'Novel'"
  ),
  Row(
    "SUBQUERY(1️⃣title2️⃣, $t, $t.name == 'x').@count > 0", .error, "predicate.subquery-collection",
    "Can't have a non-relationship collection element in a subquery title: SUBQUERY goes over the objects of a to-many relationship"
  ),
  Row(
    "SUBQUERY(1️⃣author2️⃣, $t, $t.name == 'x').@count > 0", .error, "predicate.subquery-collection",
    "Can't have a non-relationship collection element in a subquery author: 'author' is one object; compare its keys without SUBQUERY"
  ),
  Row(
    "title IN 1️⃣'abc'2️⃣", .note, "predicate.substring",
    "'abc' is one text, so this asks whether it contains the left side; for one of several write 'title IN {'abc'}'"
  ),
  Row(
    "ANY lowercase:(1️⃣tags.name2️⃣) == 'x'", .error, "predicate.to-many",
    "to-many key not allowed here: 'tags.name' reaches many values, which cannot be computed with; write 'SUBQUERY(tags, $x, lowercase:($x.name) == 'x').@count > 0'"
  ),
  Row(
    "ANY 1️⃣tags.name2️⃣.length > 3", .error, "predicate.to-many",
    "to-many key not allowed here: 'tags.name' reaches many values, which cannot be computed with; write 'SUBQUERY(tags, $x, $x.name.length > 3).@count > 0'"
  ),
  Row(
    "1️⃣tags.name2️⃣ == 'x'", .error, "predicate.to-many",
    "to-many key not allowed here: 'tags.name' reaches many values; write 'ANY tags.name == 'x''",
    fixed: "ANY tags.name == 'x'"),
  Row(
    "1️⃣tags2️⃣ == nil", .error, "predicate.to-many",
    "to-many key not allowed here: 'tags' reaches many values; write 'tags.@count == 0'",
    fixed: "tags.@count == 0"),
  Row(
    "1️⃣tags2️⃣ != nil", .error, "predicate.to-many",
    "to-many key not allowed here: 'tags' reaches many values; write 'tags.@count > 0'",
    fixed: "tags.@count > 0"),
  Row(
    "'x' == 1️⃣tags.name2️⃣", .error, "predicate.to-many",
    "to-many key not allowed here: 'tags.name' reaches many values; write 'ANY tags.name == 'x''",
    fixed: "ANY tags.name == 'x'"),
  Row(
    "1️⃣SUBQUERY(tags, $t, $t.name == 'x').name2️⃣ == 'y'", .error, "predicate.to-many",
    "to-many key not allowed here: 'SUBQUERY(tags, $t, $t.name == 'x').name' reaches many values; write 'ANY SUBQUERY(tags, $t, $t.name == 'x').name == 'y''",
    fixed: "ANY SUBQUERY(tags, $t, $t.name == 'x').name == 'y'"),
  Row(
    "1️⃣draft2️⃣ == 'x'", .error, "predicate.transient",
    "'draft' of 'Book' is not stored, so a store cannot ask for it"),
  Row(
    "1️⃣titel2️⃣ == 'x'", .error, "predicate.unknown-key",
    "no property 'titel' in entity 'Book'; did you mean 'title'?",
    fixed: "title == 'x'"),
  Row(
    "title == 1️⃣abc2️⃣", .error, "predicate.unknown-key",
    #"no property 'abc' in entity 'Book'; a text stands in quotes: "abc""#,
    fixed: "title == 'abc'"),
  Row(
    "SUBQUERY(tags, $t, 1️⃣name2️⃣ == 'x').@count > 0", .error, "predicate.unknown-key",
    "no property 'name' in entity 'Book'; a plain key in a SUBQUERY belongs to 'Book'; write '$t.name' for the key of 'Tag'",
    fixed: "SUBQUERY(tags, $t, $t.name == 'x').@count > 0"),
  Row(
    "tags[1️⃣02️⃣] == 1", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (tags[0]): the rows of a relationship have no places in SQL; ask for any of them with ANY, for the least by '@min', or for their number by '[SIZE]'"
  ),
  Row(
    "1️⃣SELF['title']2️⃣ == 'x'", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (SELF['title']): a key of an object stands behind a dot; write 'title'",
    fixed: "title == 'x'"),
  Row(
    "1️⃣ANYKEY2️⃣ == 'x'", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (ANYKEY): ANYKEY belongs to Spotlight; a store compares keys that it knows; write a key path"
  ),
  Row(
    "title IN 1️⃣{'a'} UNION {'b'}2️⃣", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : ({'a'} UNION {'b'}): a store joins no collections by UNION; write 'title IN {'a'} OR title IN {'b'}'"
  ),
  Row(
    "title 1️⃣UTI-CONFORMS-TO2️⃣ 'x'", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (title UTI-CONFORMS-TO 'x'): a store does not know which types conform to which; write 'title == 'x''"
  ),
  Row(
    "SELF 1️⃣isKindOfClass:2️⃣ %@", with: ["x"], .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (SELF isKindOfClass: %@): a store sends no messages to objects, and 'isKindOfClass:' is one"
  ),
  Row(
    "1️⃣SUBQUERY(tags, $t, $t.name == 'x')2️⃣ > 1 + SUBQUERY(tags, $t, $t.name == 'x').name", .error,
    "predicate.to-many",
    "to-many key not allowed here: 'SUBQUERY(tags, $t, $t.name == 'x')' reaches many values; write 'ANY SUBQUERY(tags, $t, $t.name == 'x') > 1 + SUBQUERY(tags, $t, $t.name == 'x').name'",
    fixed: "ANY SUBQUERY(tags, $t, $t.name == 'x') > 1 + SUBQUERY(tags, $t, $t.name == 'x').name"),
  Row(
    "photo == 1️⃣'x'2️⃣", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (photo == 'x'): 'photo' is a Transformable, stored as bytes that SQL cannot read; write 'photo == nil' or '!= nil', or give the bytes as an argument"
  ),
  Row(
    "1️⃣count:(title)2️⃣ > 1", .error, "predicate.function",
    "Unsupported function expression count:(title): 'title' is one value for each object; a function of all rows is a fetched expression"
  ),
  Row(
    "1️⃣median:(author.books.price)2️⃣ > 1", .error, "predicate.function",
    "Unsupported function expression median:(author.books.price): a predicate knows '@count', '@sum', '@avg', '@min' and '@max' of a to-many relationship"
  ),
  Row(
    "1️⃣tokenize:using:2️⃣(title, 'x') == 'x'", .error, "predicate.function",
    "Unsupported function expression tokenize:using:(title, 'x'): 'tokenize:using:' is not computed by a store"
  ),
  Row(
    "FUNCTION(title, 1️⃣'length:'2️⃣, 1) == 1", .error, "predicate.function",
    "Unsupported function expression FUNCTION(title, 'length:', 1): a store sends no messages to objects; 'dateByAddingTimeInterval:', 'length', 'lowercaseString' and 'uppercaseString' are computed in SQL"
  ),
  Row(
    "max:({1️⃣price2️⃣, weight}) > 3", .error, "predicate.function",
    "Unsupported function expression max:({price, weight}): of a list with keys no least or greatest value is computed; write TERNARY(a < b, a, b)"
  ),
  Row(
    "title == 1️⃣52️⃣", .error, "predicate.value-type",
    "the number 5 is no value of 'title', which is a String; text stands in quotes: '5'",
    fixed: "title == '5'"),
  Row(
    "title CONTAINS 1️⃣52️⃣", .error, "predicate.value-type",
    "the number 5 is no value of 'title', which is a String; text stands in quotes: '5'",
    fixed: "title CONTAINS '5'"),
  Row(
    "author.age == 1️⃣'33'2️⃣", .error, "predicate.value-type",
    "the string '33' is no value of 'author.age', which is an Integer 16; a number stands without quotes: 33",
    fixed: "author.age == 33"),
  Row(
    "author.age == 1️⃣'abc'2️⃣", .error, "predicate.value-type",
    "the string 'abc' is no value of 'author.age', which is an Integer 16; a number was expected"),
  Row(
    "isSold == 1️⃣'YES'2️⃣", .error, "predicate.value-type",
    "the string 'YES' is no value of 'isSold', which is a Boolean; write YES without quotes",
    fixed: "isSold == YES"),
  Row(
    "isSold == 1️⃣'maybe'2️⃣", .error, "predicate.value-type",
    "the string 'maybe' is no value of 'isSold', which is a Boolean; write YES or NO without quotes"
  ),
  Row(
    "published > 1️⃣'2020-01-01'2️⃣", .error, "predicate.value-type",
    "the string '2020-01-01' is no value of 'published', which is a Date; write CAST('2020-01-01T00:00:00Z', 'NSDate')",
    fixed: "published > CAST('2020-01-01T00:00:00Z', 'NSDate')"),
  Row(
    "published > 1️⃣'yesterday'2️⃣", .error, "predicate.value-type",
    "the string 'yesterday' is no value of 'published', which is a Date; a date is CAST('2026-05-04T12:00:00Z', 'NSDate'), an argument of %@, or a $VARIABLE"
  ),
  Row(
    "published > 1️⃣52️⃣", .error, "predicate.value-type",
    "the number 5 is no value of 'published', which is a Date; for seconds since 2001 write CAST(5, 'NSDate')",
    fixed: "published > CAST(5, 'NSDate')"),
  Row(
    "code == 1️⃣'nonsense'2️⃣", .error, "predicate.value-type",
    "the string 'nonsense' is no value of 'code', which is a UUID; a UUID has 32 hexadecimal digits in five groups"
  ),
  Row(
    "cover == 1️⃣'x'2️⃣", .error, "predicate.value-type",
    "the string 'x' is no value of 'cover', which is a Binary; bytes are an argument of %@ or a $VARIABLE"
  ),
  Row(
    "author == 1️⃣'x'2️⃣", .error, "predicate.value-type",
    "the string 'x' is no value of 'author', which is an object of 'Author'; compare one of its attributes, such as 'author.name'"
  ),
  Row(
    "author == 1️⃣52️⃣", .error, "predicate.value-type",
    "the number 5 is no value of 'author', which is an object of 'Author'; an object is an argument of %@ or a $VARIABLE"
  ),
  Row(
    "author == 1️⃣%@2️⃣", with: ["Tag/p1"], .error, "predicate.value-type",
    "the argument is no value of 'author', which is an object of 'Author'; it is an object of another entity"
  ),
  Row(
    "TERNARY(title == nil, 1️⃣'a'2️⃣, price) == 'a'", .error, "predicate.value-type",
    "the string 'a' is no value of 'price', which is a Decimal; a number was expected"),
  Row(
    "TERNARY(title == nil, published, 1️⃣price2️⃣) == 'a'", .error, "predicate.function-argument",
    "TERNARY takes two values of one type, found 'published', a Date, and 'price', a Decimal"),
  Row(
    "isSold == 1️⃣22️⃣", .warning, "predicate.value-range",
    "'isSold' is never the number 2: a Boolean is YES or NO"),
  Row(
    "author.age == 1️⃣1.52️⃣", .warning, "predicate.value-range",
    "'author.age' is never the number 1.5: an Integer 16 is whole"),
  Row(
    "author.age == 1️⃣1000002️⃣", .warning, "predicate.value-range",
    "'author.age' is never the number 100000: it lies outside the range of an Integer 16"),
  Row(
    "tags.@count == 1️⃣nil2️⃣", .warning, "predicate.value-range",
    "'tags.@count' is never nil: the number of no objects is 0"),
  Row(
    "title == $a AND price == 1️⃣$a2️⃣", .error, "predicate.variable-types",
    "'$a' is a String in one place and a Decimal in another"),
  Row(
    "title == $a AND title IN 1️⃣$a2️⃣", .error, "predicate.variable-types",
    "'$a' is a String in one place and a list of String values in another"),
  Row(
    "link == 1️⃣52️⃣", .error, "predicate.value-type",
    "the number 5 is no value of 'link', which is a URI; text stands in quotes: '5'",
    fixed: "link == '5'"),
  // Habits from elsewhere.
  Row(
    "published > 1️⃣2020-01-012️⃣", .error, "predicate.value-type",
    "the number 2018 is no value of 'published', which is a Date; without quotes it is computed; write CAST('2020-01-01T00:00:00Z', 'NSDate')",
    fixed: "published > CAST('2020-01-01T00:00:00Z', 'NSDate')"),
  Row(
    "published == 1️⃣2020/5/12️⃣", .error, "predicate.value-type",
    "the number 404 is no value of 'published', which is a Date; without quotes it is computed; write CAST('2020-05-01T00:00:00Z', 'NSDate')",
    fixed: "published == CAST('2020-05-01T00:00:00Z', 'NSDate')"),
  Row(
    "published == 1️⃣4/5/20202️⃣", .error, "predicate.value-type",
    "the number 0 is no value of 'published', which is a Date; a date is CAST('2026-05-04T12:00:00Z', 'NSDate'), an argument of %@, or a $VARIABLE"
  ),
  Row(
    "published == 1️⃣2020-13-012️⃣", .error, "predicate.value-type",
    "the number 2006 is no value of 'published', which is a Date; a date is CAST('2026-05-04T12:00:00Z', 'NSDate'), an argument of %@, or a $VARIABLE"
  ),
  Row(
    "published == 1️⃣2026--5-42️⃣", .error, "predicate.value-type",
    "the number 2027 is no value of 'published', which is a Date; for seconds since 2001 write CAST(2026--5-4, 'NSDate')",
    fixed: "published == CAST(2026--5-4, 'NSDate')"),
  Row(
    "\"C\" IN 1️⃣tags.name2️⃣", .error, "predicate.to-many",
    "to-many key not allowed here: 'tags.name' reaches many values; write 'ANY tags.name == \"C\"'",
    fixed: "ANY tags.name == \"C\""),
  Row(
    "{'C', 'D'} IN 1️⃣tags.name2️⃣", .error, "predicate.to-many",
    "to-many key not allowed here: 'tags.name' reaches many values; write 'ANY tags.name IN {'C', 'D'}'",
    fixed: "ANY tags.name IN {'C', 'D'}"),
  Row(
    "1️⃣%K2️⃣ == 'x'", with: ["tilte"], .error, "predicate.unknown-key",
    "the argument 'tilte' names no property of entity 'Book'; did you mean 'title'?"),
  Row(
    "tags.1️⃣%K2️⃣.name == 'x'", with: ["@average"], .error, "predicate.collection-operator",
    "Keypath containing KVC aggregate where there shouldn't be one; failed to handle tags.@average.name: '@average' is not computed by a store; did you mean '@avg'?"
  ),
  Row(
    "title LIKE 1️⃣'%x%'2️⃣", .warning, "predicate.foreign-wildcard",
    "'%x%' has no wildcard of LIKE, where '*' stands for any text and '?' for one character; write '*x*'",
    fixed: "title LIKE '*x*'"),
  Row(
    "title LIKE 1️⃣%@2️⃣", with: ["a_c"], .warning, "predicate.foreign-wildcard",
    "'a_c' has no wildcard of LIKE, where '*' stands for any text and '?' for one character; write 'a?c'"
  ),
  Row(
    "tags.1️⃣count2️⃣ > 1", .error, "predicate.unknown-key",
    "a to-many relationship has no key 'count'; write '@count'", fixed: "tags.@count > 1"),
  Row(
    "author.books.1️⃣sum2️⃣.price > 1", .error, "predicate.unknown-key",
    "a to-many relationship has no key 'sum'; write '@sum'", fixed: "author.books.@sum.price > 1"),
  Row(
    "1️⃣tags2️⃣ == {}", .error, "predicate.to-many",
    "to-many key not allowed here: 'tags' reaches many values; write 'tags.@count == 0'",
    fixed: "tags.@count == 0"),
  Row(
    "ANY 1️⃣tags == nil2️⃣", .warning, "predicate.always-false",
    "none of the objects of 'tags' is ever nil; for no objects write 'tags.@count == 0'",
    fixed: "tags.@count == 0"),
  Row(
    "title == '%@'1️⃣2️⃣", with: ["a"], .warning, "predicate.too-many-arguments",
    "the format takes 0 arguments, given are 1; the rest is left out; '%@' inside quotes is text, no conversion"
  ),
  Row(
    "isSold == 1️⃣\"false\"2️⃣", .error, "predicate.value-type",
    "the string \"false\" is no value of 'isSold', which is a Boolean; write NO without quotes",
    fixed: "isSold == NO"),
  Row(
    "1️⃣link2️⃣ CONTAINS 'x'", .error, "predicate.string-operator",
    "unimplemented SQL generation for predicate : (link CONTAINS 'x'): 'link' is a URI; a store compares a URI by == and IN only; store its text in a String attribute as well"
  ),
  Row(
    "1️⃣isSold2️⃣ BEGINSWITH 'Y'", .error, "predicate.string-operator",
    "unimplemented SQL generation for predicate : (isSold BEGINSWITH 'Y'): 'isSold' is a Boolean; write 'isSold == YES' or 'isSold == NO'"
  ),
]
