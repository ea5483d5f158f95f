import MomentumDiagnostics

private typealias Row = MessageRow

private let knownCasts =
  "; CAST knows a number or an ISO 8601 text to NSDate, a text or a date to NSNumber, a number to NSString, a text to NSUUID or NSURL"
private let operatorSentence =
  "Keypath containing KVC aggregate where there shouldn't be one"
private let never = "nil can be compared by == and != only, not by "
private let noObject = ": the comparison would hold for no object"
private let anyRewrite =
  "to-many key not allowed here: 'author.books.price' reaches many values; write "

/// The neighbours of the rules in `messageRows`: other operators, other sides, other counts.
let ruleRows: [MessageRow] = functionRows + collectionRows + textRows + pathRows + constantRows

private let functionRows: [MessageRow] = [
  Row(
    "abs:(1️⃣nil2️⃣) > 3", .error, "predicate.function-argument", "'abs:' takes a number, found nil"),
  Row(
    "abs:(1️⃣'x'2️⃣) > 3", .error, "predicate.function-argument",
    "'abs:' takes a number, found the string 'x', a String"),
  Row(
    "modulus:by:(7, 1️⃣1.52️⃣) == 1", .error, "predicate.function-argument",
    "'modulus:by:' takes a whole number, found the number 1.5, a Double"),
  Row(
    "length:(1️⃣published2️⃣) > 3", .error, "predicate.function-argument",
    "'length:' takes a text, found 'published', a Date"),
  Row(
    "title.1️⃣uppercase2️⃣('k') == 'x'", .error, "predicate.function",
    "Unsupported function expression title.uppercase('k'): 'uppercase:' is no method that SQL knows; of a text it computes lowercase:(…), uppercase:(…) and length:(…)"
  ),
  Row(
    "lowercase:(title).1️⃣name2️⃣ == 'x'", .error, "predicate.key-of-value",
    "'lowercase:(title)' has no keys: a computed value is no object; of a text 'length' is computed"
  ),
  Row(
    "FUNCTION(title, 1️⃣title2️⃣) == 1", .error, "predicate.function",
    "Unsupported function expression FUNCTION(title, title): the selector has to be a string constant"
  ),
  Row(
    "1️⃣distinct:2️⃣(title) == 'x'", .error, "predicate.function",
    "Unsupported function expression distinct:(title): 'distinct:' stands around one value inside 'count:' of a fetched expression"
  ),
  Row(
    "1️⃣max:({})2️⃣ > 3", .error, "predicate.function",
    "Unsupported function expression max:({}): an empty collection has no such value"),
  Row(
    "1️⃣median:({1, 2})2️⃣ > 1", .error, "predicate.function",
    "Unsupported function expression median:({1, 2}): only sum:, average:, count:, min: and max: of a list are computed"
  ),
  Row(
    "published > CAST(1️⃣title2️⃣, 'NSDate')", .error, "predicate.cast",
    "Don't know how to cast 'title', a String, to NSDate" + knownCasts),
  Row(
    "price > CAST(1️⃣author2️⃣, 'NSNumber')", .error, "predicate.cast",
    "Don't know how to cast 'author', an object of 'Author', to NSNumber" + knownCasts),
  Row(
    "price > CAST(1️⃣published2️⃣, 'NSDecimalNumber')", .error, "predicate.cast",
    "Don't know how to cast 'published', a Date, to NSDecimalNumber" + knownCasts),
  Row(
    "code == CAST(1️⃣title2️⃣, 'NSUUID')", .error, "predicate.cast",
    "Don't know how to cast 'title', a String, to NSUUID" + knownCasts),
  Row(
    "price + 1️⃣{1}2️⃣ > 3", .error, "predicate.list", "{1} is a collection; write one value here"),
  Row(
    "title == 1️⃣($a := 'x')2️⃣", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (($a := 'x')): '$a' is given a value when the request is made; write ''x''",
    fixed: "title == 'x'"),
]

private let collectionRows: [MessageRow] = [
  Row(
    "price BETWEEN 1️⃣%@2️⃣", with: ["5, 1"], .warning, "predicate.reversed-bounds",
    "nothing lies between the first bound and the second: the lower bound comes first"),
  Row(
    "price BETWEEN 1️⃣%@2️⃣", with: ["1, 2, 3"], .error, "predicate.between",
    "BETWEEN needs a collection of exactly two bounds, {low, high}, found 3 values"),
  Row(
    "price BETWEEN 1️⃣%@2️⃣", with: ["@null, 2"], .error, "predicate.nil-order",
    never + "BETWEEN" + noObject),
  Row("1️⃣nil2️⃣ BETWEEN {1, 2}", .error, "predicate.nil-order", never + "BETWEEN" + noObject),
  Row("price BETWEEN 1️⃣nil2️⃣", .error, "predicate.nil-order", never + "BETWEEN" + noObject),
  Row(
    "1️⃣$A BETWEEN $B2️⃣", .error, "predicate.ambiguous-type",
    "the type of this comparison is not known: both sides are variables, nil or empty; compare with a key path or a constant"
  ),
  Row(
    "1️⃣code2️⃣ BETWEEN {$A, $B}", .error, "predicate.order",
    "'code' is a UUID, which has no order; compare by == or !="),
  Row(
    "price BETWEEN {1, 1️⃣price + 12️⃣}", .warning, "predicate.store-refuses",
    "SQLite error 1, near \")\": syntax error: Core Data's SQLite store takes constants as bounds of BETWEEN; 'price + 1' is compiled here; write two comparisons by >= and <="
  ),
  Row("1️⃣nil2️⃣ IN {1, 2}", .error, "predicate.nil-order", never + "IN" + noObject),
  Row(
    "price IN 1️⃣nil2️⃣", .error, "predicate.nil-order",
    never + "IN" + noObject + "; write 'price == nil'"),
  Row(
    "1️⃣$A IN $B2️⃣", .error, "predicate.ambiguous-type",
    "the type of this comparison is not known: both sides are variables, nil or empty; compare with a key path or a constant"
  ),
  Row(
    "price IN 1️⃣{1, nil}2️⃣", .warning, "predicate.nil-in-list",
    "IN never finds nil, and NOT IN with nil in its list finds no object at all; remove nil and add a comparison with '== nil'"
  ),
  Row(
    "1️⃣photo2️⃣ IN {$A}", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (photo IN {$A}): 'photo' is a Transformable, stored as bytes that SQL cannot read; write 'photo == nil' or '!= nil'"
  ),
  Row(
    "price IN {1, 1️⃣title2️⃣}", .error, "predicate.type-mismatch",
    "'price' is a Decimal and 'title' is a String; the two are never equal"),
  Row(
    "1️⃣TERNARY(title == nil, 'a', title)2️⃣ IN {'a', 'b'}", .warning, "predicate.store-refuses",
    "unimplemented SQL generation for predicate : (TERNARY(title == nil, 'a', title) IN {'a', 'b'}) (bad LHS): Core Data's SQLite store refuses TERNARY on the left of IN; it is compiled here"
  ),
  Row(
    "5 IN 1️⃣{author.age, price}2️⃣", .warning, "predicate.store-refuses",
    "Aggregate expressions are not supported by Core Data: its SQLite store takes constants in a collection; this one is compiled here"
  ),
  Row(
    "price IN 1️⃣weight2️⃣", .error, "predicate.in",
    "IN needs a collection such as {1, 2} or a list argument on the right, found 'weight'; one value is compared by '=='"
  ),
  Row(
    "5 IN 1️⃣title2️⃣", .error, "predicate.in",
    "IN needs a collection such as {1, 2} or a list argument on the right, found 'title'; '5' is an Integer 64, no part of a text"
  ),
  Row(
    "1️⃣title2️⃣ IN FETCH('cheap', nil, NO)", .error, "predicate.type-mismatch",
    "'title' is a String and 'FETCH('cheap', nil, NO)' is a fetch of 'Book'; the two are never equal"
  ),
  Row(
    "title IN 1️⃣{'a'} INTERSECT {'b'}2️⃣", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : ({'a'} INTERSECT {'b'}): a store joins no collections by INTERSECT; write 'title IN {'a'} AND title IN {'b'}'"
  ),
  Row(
    "title IN 1️⃣{'a'} MINUS {'b'}2️⃣", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : ({'a'} MINUS {'b'}): a store joins no collections by MINUS; write 'title IN {'a'} AND NOT title IN {'b'}'"
  ),
  Row(
    "ALL 1️⃣SUBQUERY(tags, $t, $t.name == 'x').name2️⃣ == 'y'", .warning, "predicate.all",
    "Unsupported predicate ALL SUBQUERY(tags, $t, $t.name == 'x').name == 'y': Core Data's SQLite store refuses ALL; it is compiled here as NOT EXISTS; write the opposite condition with NONE"
  ),
  Row(
    "ALL 1️⃣$LIST2️⃣ IN tags", .warning, "predicate.all",
    "Unsupported predicate ALL $LIST IN tags: Core Data's SQLite store refuses ALL; it is compiled here as NOT EXISTS; write the list as an argument, so that each object can be asked for"
  ),
  Row(
    "title[1️⃣02️⃣] == 'x'", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (title[0]): 'title' is no collection"),
  Row(
    "1️⃣author['name']2️⃣ == 'x'", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (author['name']): a key of an object stands behind a dot; write 'author.name'",
    fixed: "author.name == 'x'"),
]

private let textRows: [MessageRow] = [
  Row(
    "1️⃣{'a'}2️⃣ BEGINSWITH 'x'", .error, "predicate.string-operator",
    "unimplemented SQL generation for predicate : ({'a'} BEGINSWITH 'x'): a collection is no text; write IN for one of several texts"
  ),
  Row(
    "title ENDSWITH 1️⃣{'a'}2️⃣", .error, "predicate.string-operator",
    "unimplemented SQL generation for predicate : (title ENDSWITH {'a'}): a collection is no text; write IN for one of several texts"
  ),
  Row(
    "1️⃣nil2️⃣ BEGINSWITH title", .error, "predicate.string-operator",
    "unimplemented SQL generation for predicate : (nil BEGINSWITH title): nil is no text; write 'title == nil' for a missing one"
  ),
  Row(
    "1️⃣cover2️⃣ BEGINSWITH 'x'", .error, "predicate.string-operator",
    "unimplemented SQL generation for predicate : (cover BEGINSWITH 'x'): 'cover' is a Binary; a store compares bytes by == only"
  ),
  Row(
    "1️⃣photo2️⃣ LIKE 'x*'", .error, "predicate.string-operator",
    "unimplemented SQL generation for predicate : (photo LIKE 'x*'): 'photo' is a Transformable; a store compares bytes by == only"
  ),
  Row(
    "1️⃣code2️⃣ LIKE 'x*'", .error, "predicate.string-operator",
    "unimplemented SQL generation for predicate : (code LIKE 'x*'): 'code' is a UUID; a store compares a UUID by == and IN only; store its text in a String attribute as well"
  ),
  Row(
    "1️⃣published2️⃣ ENDSWITH '1'", .error, "predicate.string-operator",
    "unimplemented SQL generation for predicate : (published ENDSWITH '1'): 'published' is a Date; compare dates by < and >"
  ),
  Row(
    "1️⃣price2️⃣ MATCHES '1'", .error, "predicate.string-operator",
    "unimplemented SQL generation for predicate : (price MATCHES '1'): 'price' is a Decimal; write CAST(price, 'NSString') for its digits"
  ),
  Row(
    "1️⃣author2️⃣ CONTAINS 'x'", .error, "predicate.string-operator",
    "unimplemented SQL generation for predicate : (author CONTAINS 'x'): 'author' is an object of 'Author'; compare one of its attributes, such as 'author.name'"
  ),
  Row(
    "1️⃣SELF2️⃣ CONTAINS 'x'", .error, "predicate.string-operator",
    "unimplemented SQL generation for predicate : (SELF CONTAINS 'x'): 'SELF' is an object of 'Book'; compare one of its attributes, such as 'title'"
  ),
  Row(
    "title MATCHES 1️⃣'('2️⃣", .error, "predicate.pattern",
    "Can't do regex matching: '(' is no regular expression that ICU can read"),
  Row(
    "title ENDSWITH 1️⃣''2️⃣", .warning, "predicate.always-false",
    "ENDSWITH '' never holds, not even for the empty text"),
  Row(
    "1️⃣''2️⃣ IN title", .warning, "predicate.always-false",
    "'' IN … never holds, not even for the empty text"),
  Row(
    "title LIKE 1️⃣'a_b'2️⃣", .warning, "predicate.foreign-wildcard",
    "'a_b' has no wildcard of LIKE, where '*' stands for any text and '?' for one character; write 'a?b'",
    fixed: "title LIKE 'a?b'"),
]

private let pathRows: [MessageRow] = [
  Row(
    "SELF IN 1️⃣%@.prequel2️⃣", with: ["Novel/p1"], .error, "predicate.key-of-value",
    "the argument has no keys: 'prequel' has no inverse to find its objects by; give the objects themselves"
  ),
  Row(
    "author IN 1️⃣%@.books.author2️⃣", with: ["Tag/p1"], .error, "predicate.multiple-to-many",
    "multiple to-many keys not allowed here: a path can cross one to-many relationship; write '%@' with the objects themselves as the argument"
  ),
  Row(
    "tags.1️⃣@frob2️⃣.name == 'x'", .error, "predicate.collection-operator",
    operatorSentence
      + "; failed to handle tags.@frob.name: '@frob' is not computed by a store; '@count', '@sum', '@avg', '@min' and '@max' are"
  ),
  Row(
    "author.books.1️⃣@minimum2️⃣.price == 1", .error, "predicate.collection-operator",
    operatorSentence
      + "; failed to handle author.books.@minimum.price: '@minimum' is not computed by a store; did you mean '@min'?",
    fixed: "author.books.@min.price == 1"),
  Row(
    "author.books.1️⃣@maximum2️⃣.price == 1", .error, "predicate.collection-operator",
    operatorSentence
      + "; failed to handle author.books.@maximum.price: '@maximum' is not computed by a store; did you mean '@max'?",
    fixed: "author.books.@max.price == 1"),
  Row(
    "1️⃣@sum2️⃣.author.books.price == 1", .error, "predicate.collection-operator",
    operatorSentence
      + "; failed to handle @sum.author.books.price: '@sum' stands behind a to-many relationship, as in 'items.@sum'"
  ),
  Row(
    "1️⃣@count2️⃣.tags == 1", .error, "predicate.collection-operator",
    operatorSentence
      + "; failed to handle @count.tags: '@count' stands behind a to-many relationship; write 'tags.@count'",
    fixed: "tags.@count == 1"),
  Row(
    "tags.@max.1️⃣@min2️⃣.name == 'x'", .error, "predicate.collection-operator",
    operatorSentence + ": a path has one collection operator"),
  Row(
    "SELF.1️⃣(title)2️⃣ == 'x'", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : ((title)): the keys of a path have to be known; write the key itself, or %K"
  ),
  Row(
    "SUBQUERY(1️⃣author.books.author2️⃣, $t, $t.name == 'x').@count > 0", .error,
    "predicate.subquery-collection",
    "Can't have a non-relationship collection element in a subquery author.books.author: the path goes on behind its to-many relationship; end it there and ask for the rest in the predicate"
  ),
  Row(
    "1 + SUBQUERY(tags, $t, $t.name == 'x').1️⃣name2️⃣ > 1", .error, "predicate.unsupported",
    "unimplemented SQL generation for predicate : (SUBQUERY(tags, $t, $t.name == 'x').name): the keys of a SUBQUERY's objects are many values; write the comparison into the SUBQUERY's predicate, and '.@count > 0' behind it"
  ),
  Row(
    "NONE tags.1️⃣books2️⃣.title == 'x'", .error, "predicate.multiple-to-many",
    "multiple to-many keys not allowed here: a path can cross one to-many relationship; write 'SUBQUERY(tags, $x, ANY $x.books.title == 'x').@count == 0'",
    fixed: "SUBQUERY(tags, $x, ANY $x.books.title == 'x').@count == 0"),
  Row(
    "'x' BEGINSWITH 1️⃣tags.name2️⃣", .error, "predicate.to-many",
    "to-many key not allowed here: 'tags.name' reaches many values; write a SUBQUERY over it"),
  Row(
    "5 < 1️⃣author.books.price2️⃣", .error, "predicate.to-many",
    anyRewrite + "'ANY author.books.price > 5'", fixed: "ANY author.books.price > 5"),
  Row(
    "5 <= 1️⃣author.books.price2️⃣", .error, "predicate.to-many",
    anyRewrite + "'ANY author.books.price >= 5'", fixed: "ANY author.books.price >= 5"),
  Row(
    "5 > 1️⃣author.books.price2️⃣", .error, "predicate.to-many",
    anyRewrite + "'ANY author.books.price < 5'", fixed: "ANY author.books.price < 5"),
  Row(
    "5 >= 1️⃣author.books.price2️⃣", .error, "predicate.to-many",
    anyRewrite + "'ANY author.books.price <= 5'", fixed: "ANY author.books.price <= 5"),
  Row(
    "5 != 1️⃣author.books.price2️⃣", .error, "predicate.to-many",
    anyRewrite + "'ANY author.books.price != 5'", fixed: "ANY author.books.price != 5"),
  Row(
    "title == %@ OR title == 1️⃣%@2️⃣", with: ["a"], .error, "predicate.missing-argument",
    "no argument for '%@', conversion number 2: only 1 is given"),
  Row(
    "title == %@ OR title == %@ OR title == 1️⃣%@2️⃣", with: ["a", "b"], .error,
    "predicate.missing-argument",
    "no argument for '%@', conversion number 3: only 2 are given"),
]

private let constantRows: [MessageRow] = [
  Row(
    "1️⃣1.52️⃣ == author.age", .warning, "predicate.value-range",
    "'author.age' is never the number 1.5: an Integer 16 is whole"),
  Row(
    "author.age != 1️⃣1.52️⃣", .warning, "predicate.value-range",
    "'author.age' is never the number 1.5: an Integer 16 is whole"),
  Row(
    "author.age IN {1, 1️⃣1.52️⃣}", .warning, "predicate.value-range",
    "'author.age' is never the number 1.5: an Integer 16 is whole"),
  Row(
    "author.age == 1️⃣327682️⃣", .warning, "predicate.value-range",
    "'author.age' is never the number 32768: it lies outside the range of an Integer 16"),
  Row(
    "1️⃣'a' ==[c] 'A'2️⃣", .warning, "predicate.constant-condition",
    "both sides are constants, so this is the same for every object; a key that was meant stands without quotes"
  ),
]
