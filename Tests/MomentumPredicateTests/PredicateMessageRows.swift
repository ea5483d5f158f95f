import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumTestSupport
import Testing

/// A predicate about a book with the place of its finding marked, and what the finding says.
struct MessageRow: Sendable, CustomTestStringConvertible {
  /// `1️⃣` where the finding begins, `2️⃣` where it ends.
  var marked: String
  var arguments: [String]
  var severity: Severity
  var id: String
  var text: String
  /// The predicate after the fix-it; `nil` for none.
  var fixed: String?

  init(
    _ marked: String, with arguments: [String] = [], _ severity: Severity, _ id: String,
    _ text: String, fixed: String? = nil
  ) {
    self.marked = marked
    self.arguments = arguments
    self.severity = severity
    self.id = id
    self.text = text
    self.fixed = fixed
  }

  var testDescription: String { marked }
}

private typealias Row = MessageRow

/// Findings of the checker: each row is a predicate with marks, and the finding at the marks.
let messageRows = firstMessageRows + furtherMessageRows

let firstMessageRows: [MessageRow] = [
  Row(
    "ALL 1️⃣tags.name2️⃣ == 'x'", .warning, "predicate.all",
    "Unsupported predicate ALL tags.name == 'x': Core Data's SQLite store refuses ALL; it is compiled here as NOT EXISTS; write 'SUBQUERY(tags, $x, NOT $x.name == 'x').@count == 0'"
  ),
  Row(
    "title CONTAINS 1️⃣''2️⃣", .warning, "predicate.always-false",
    "CONTAINS '' never holds, not even for the empty text"),
  Row(
    "title LIKE 1️⃣''2️⃣", .warning, "predicate.always-false",
    "LIKE '' never holds, not even for the empty text"),
  Row(
    "1️⃣$a == $b2️⃣", .error, "predicate.ambiguous-type",
    "the type of this comparison is not known: both sides are variables, nil or empty; compare with a key path or a constant"
  ),
  Row(
    "price + 1️⃣nil2️⃣ > 1", .error, "predicate.arithmetic",
    "nil is no number, so 'price + nil' has no value"),
  Row(
    "1️⃣published * 22️⃣ > now()", .error, "predicate.arithmetic",
    "a date can be moved by a number of seconds, and two dates can be subtracted; 'published * 2' is neither"
  ),
  Row(
    "price / 1️⃣02️⃣ > 1", .error, "predicate.arithmetic",
    "nothing can be divided by zero"),
  Row(
    "price == 1️⃣9223372036854775807 + 12️⃣", .error, "predicate.arithmetic",
    "9223372036854775807 + 1 lies outside the range of numbers"),
  Row(
    "1️⃣size2️⃣ == 1", .error, "predicate.bare-position",
    "'size' here is the position SIZE of an array, not the key; write '#size' for the key",
    fixed: "#size == 1"),
  Row(
    "1️⃣first2️⃣ == 1", .error, "predicate.bare-position",
    "'first' here is the position FIRST of an array; it stands in brackets: 'tags[SIZE]'"),
  Row(
    "price BETWEEN 1️⃣32️⃣", .error, "predicate.between",
    "BETWEEN needs a collection of exactly two bounds, {low, high}, found 1 value"),
  Row(
    "price BETWEEN 1️⃣{1, 2, 3}2️⃣", .error, "predicate.between",
    "BETWEEN needs a collection of exactly two bounds, {low, high}, found 3 values"),
  Row(
    "price BETWEEN 1️⃣{5, 1}2️⃣", .warning, "predicate.reversed-bounds",
    "nothing lies between 5 and 1: the lower bound comes first",
    fixed: "price BETWEEN {1, 5}"),
  Row(
    "title BETWEEN 1️⃣{'b', 'a'}2️⃣", .warning, "predicate.reversed-bounds",
    "nothing lies between 'b' and 'a': the lower bound comes first",
    fixed: "title BETWEEN {'a', 'b'}"),
  Row(
    "published BETWEEN 1️⃣{CAST(5, 'NSDate'), CAST(2, 'NSDate')}2️⃣", .warning,
    "predicate.reversed-bounds",
    "nothing lies between CAST(5, 'NSDate') and CAST(2, 'NSDate'): the lower bound comes first",
    fixed: "published BETWEEN {CAST(2, 'NSDate'), CAST(5, 'NSDate')}"),
  Row(
    "published > CAST(1️⃣'garbage'2️⃣, 'NSDate')", .error, "predicate.cast",
    "Don't know how to cast the string 'garbage' to NSDate; CAST knows a number or an ISO 8601 text to NSDate, a text or a date to NSNumber, a number to NSString, a text to NSUUID or NSURL"
  ),
  Row(
    "price > CAST(title, 1️⃣'Class'2️⃣)", .error, "predicate.cast",
    "Don't know how to cast to 'Class'; CAST knows a number or an ISO 8601 text to NSDate, a text or a date to NSNumber, a number to NSString, a text to NSUUID or NSURL"
  ),
  Row(
    "price > CAST(title, 1️⃣'NSNumer'2️⃣)", .error, "predicate.cast",
    "Don't know how to cast to 'NSNumer'; CAST knows a number or an ISO 8601 text to NSDate, a text or a date to NSNumber, a number to NSString, a text to NSUUID or NSURL",
    fixed: "price > CAST(title, 'NSNumber')"),
  Row(
    "CAST(1️⃣published2️⃣, 'NSString') CONTAINS 'x'", .error, "predicate.cast",
    "Don't know how to cast 'published', a Date, to NSString; CAST knows a number or an ISO 8601 text to NSDate, a text or a date to NSNumber, a number to NSString, a text to NSUUID or NSURL"
  ),
  Row(
    "tags.1️⃣@average2️⃣.price == 1", .error, "predicate.collection-operator",
    "Keypath containing KVC aggregate where there shouldn't be one; failed to handle tags.@average.price: '@average' is not computed by a store; did you mean '@avg'?",
    fixed: "tags.@avg.price == 1"),
  Row(
    "1️⃣@sum2️⃣.tags.name == 1", .error, "predicate.collection-operator",
    "Keypath containing KVC aggregate where there shouldn't be one; failed to handle @sum.tags.name: '@sum' stands behind a to-many relationship; write 'tags.@sum.name'",
    fixed: "tags.@sum.name == 1"),
  Row(
    "author.1️⃣@count2️⃣ == 1", .error, "predicate.collection-operator",
    "Keypath containing KVC aggregate where there shouldn't be one; failed to handle author.@count: 'author' is one value, and '@count' works on a to-many relationship"
  ),
  Row(
    "author.books.price.1️⃣@sum2️⃣ > 1", .error, "predicate.collection-operator",
    "Keypath containing KVC aggregate where there shouldn't be one; failed to handle author.books.price.@sum: the operator stands right behind the to-many relationship; write 'author.books.@sum.price'",
    fixed: "author.books.@sum.price > 1"),
  Row(
    "tags.@count.1️⃣name2️⃣ > 1", .error, "predicate.collection-operator",
    "Keypath containing KVC aggregate where there shouldn't be one; failed to handle tags.@count.name: '@count' counts the objects before it and has no key behind it"
  ),
  Row(
    "tags.1️⃣@sum2️⃣ > 1", .error, "predicate.collection-operator",
    "Keypath containing KVC aggregate where there shouldn't be one: '@sum' needs an attribute behind it, as in '@sum.price'"
  ),
  Row(
    "tags.@sum.1️⃣name2️⃣ > 1", .error, "predicate.function-argument",
    "'@sum' takes numbers, found 'name', a String"),
  Row(
    "tags.@max.1️⃣self2️⃣ > 1", .error, "predicate.order",
    "'self' is an object of 'Tag', which has no order; compare by == or !="),
  Row(
    "1️⃣box2️⃣ == 1", .error, "predicate.composite",
    "composite attribute 'box' cannot be compared as a whole; name one of its elements: 'box.width', 'box.label'"
  ),
  Row(
    "box.1️⃣widht2️⃣ == 1", .error, "predicate.unknown-key",
    "no element 'widht' in composite 'Box'; did you mean 'width'?",
    fixed: "box.width == 1"),
  Row(
    "box.1️⃣height2️⃣ == 1", .error, "predicate.unknown-key",
    "no element 'height' in composite 'Box'; it has 'width', 'label'"),
  Row(
    "1️⃣nil == nil2️⃣", .warning, "predicate.constant-condition",
    "both sides are constants, so this is always true; write TRUEPREDICATE or FALSEPREDICATE, or nothing"
  ),
  Row(
    "1️⃣1 == 22️⃣", .warning, "predicate.constant-condition",
    "both sides are constants, so this is always false; write TRUEPREDICATE or FALSEPREDICATE, or nothing"
  ),
  Row(
    "1️⃣'a' == 'a'2️⃣", .warning, "predicate.constant-condition",
    "both sides are constants, so this is always true; a key that was meant stands without quotes"),
  Row(
    "ANY 1️⃣'x'2️⃣ == tags.name", .error, "predicate.quantifier-side",
    "a quantifier asks about the left side, which has to be the to-many key path; write 'ANY tags.name == 'x''",
    fixed: "ANY tags.name == 'x'"),
  Row(
    "ANY 1️⃣{'x', 'y'}2️⃣ == title", .error, "predicate.quantifier-side",
    "a quantifier asks about the left side, which has to be the to-many key path; write 'title IN {'x', 'y'}'",
    fixed: "title IN {'x', 'y'}"),
  Row(
    "1️⃣title == price2️⃣", .error, "predicate.type-mismatch",
    "'title' is a String and 'price' is a Decimal; the two are never equal"),
  Row(
    "1️⃣self == author2️⃣", .error, "predicate.type-mismatch",
    "'self' is an object of 'Book' and 'author' is an object of 'Author'; the two are never equal"),
  Row(
    "FETCH(1️⃣%@2️⃣, nil, YES) > 5", with: ["x"], .error, "predicate.fetch",
    "the model has no fetch request 'x' that FETCH can use"),
  Row(
    "FETCH(1️⃣title2️⃣, nil, YES) > 5", .error, "predicate.fetch",
    "the first argument of FETCH is a fetch request: write %@, or the name of a stored one in quotes"
  ),
  Row(
    "FETCH('cheap', nil, 1️⃣22️⃣) > 5", .error, "predicate.fetch",
    "the last argument of FETCH tells whether to count: YES or NO"),
  Row(
    "lowercase:(1️⃣price2️⃣) == 'x'", .error, "predicate.function-argument",
    "'lowercase:' takes a text, found 'price', a Decimal"),
  Row(
    "1️⃣title2️⃣ + 'x' == 'y'", .error, "predicate.function-argument",
    "'+' takes two numbers, found 'title', a String; a store joins no texts"),
  Row(
    "modulus:by:(1️⃣price2️⃣, 2) == 1", .error, "predicate.function-argument",
    "'modulus:by:' takes a whole number, found 'price', a Decimal"),
  Row(
    "price 1️⃣==[c]2️⃣ 5", .warning, "predicate.ignored-options",
    "[c] compares texts, and this is a Decimal, so the options are left out",
    fixed: "price == 5"),
  Row(
    "price IN 1️⃣52️⃣", .error, "predicate.in",
    "IN needs a collection such as {1, 2} or a list argument on the right, found the number 5; one value is compared by '=='",
    fixed: "price IN {5}"),
  Row(
    "price IN 1️⃣'abc'2️⃣", .error, "predicate.in",
    "IN needs a collection such as {1, 2} or a list argument on the right, found the string 'abc'; 'price' is a Decimal, no part of a text"
  ),
  Row(
    "title.1️⃣first2️⃣ == 'x'", .error, "predicate.key-behind-attribute",
    "attribute 'title' is a String and has no keys of its own"),
  Row(
    "$v.1️⃣name2️⃣ == 'y'", .error, "predicate.key-of-value",
    "'$v' has no keys: it is no SUBQUERY's variable, and one value is put in its place; substitute the value of the key"
  ),
  Row(
    "%@.1️⃣name2️⃣ == 'y'", with: ["x"], .error, "predicate.key-of-value",
    "the argument has no keys: one value is put in its place; give the value of the key as the argument"
  ),
  Row(
    "title == %@.1️⃣title2️⃣", with: ["Book/p1"], .error, "predicate.key-of-value",
    "the argument has no keys: '%@.title' is a value that the object has; give that value instead"
  ),
  Row(
    "SELF IN %@.books.1️⃣@count2️⃣", with: ["Author/p1"], .error, "predicate.key-of-value",
    "the argument has no keys: '@count' of an object is a value; give that value instead"
  ),
  Row(
    "SELF IN %@.1️⃣boks2️⃣", with: ["Author/p1"], .error, "predicate.unknown-key",
    "no property 'boks' in entity 'Author'; did you mean 'books'?", fixed: "SELF IN %@.books"
  ),
  Row(
    "title LIKE 1️⃣'abc'2️⃣", .note, "predicate.like-without-wildcard",
    "'abc' has neither '*' nor '?', so LIKE compares the whole text as '==' does"),
  Row(
    "price == 1️⃣{1, 2}2️⃣", .error, "predicate.list",
    "{1, 2} is a collection; write 'price IN {1, 2}'",
    fixed: "price IN {1, 2}"),
  Row(
    "1️⃣%@2️⃣ == price", with: ["x"], .error, "predicate.value-type",
    "the argument is no value of 'price', which is a Decimal; a number was expected"),
  Row(
    "abs:(price) + 1️⃣%@2️⃣ > 3", with: ["x"], .error, "predicate.value-type",
    "the argument is no value of 'abs:(price) + %@', which is a Decimal; a number was expected"),
  Row(
    "1️⃣{1, 2}2️⃣ IN price", .error, "predicate.list",
    "{1, 2} is a collection; write one value on the left of IN"),
  Row(
    "tags CONTAINS 1️⃣{%@}2️⃣", with: ["Tag/p1"], .error, "predicate.list",
    "{%@} is a collection; write 'ANY tags IN {%@}' for any of them",
    fixed: "ANY tags IN {%@}"),
  Row(
    "ANY tags.name == 1️⃣author.books.title2️⃣", .error, "predicate.two-collections",
    "multiple to-many keys not allowed here: 'tags.name' and 'author.books.title' both reach many values; write a SUBQUERY over one of them with ANY over the other inside"
  ),
  Row(
    "ANY 1️⃣tags2️⃣ IN author.books", .error, "predicate.two-collections",
    "multiple to-many keys not allowed here: 'tags' and 'author.books' both reach many objects; write 'SUBQUERY(tags, $x, $x IN author.books).@count > 0'",
    fixed: "SUBQUERY(tags, $x, $x IN author.books).@count > 0"),
  Row(
    "title == 1️⃣%@2️⃣", .error, "predicate.missing-argument",
    "no argument for '%@', conversion number 1: none is given"),
  Row(
    "1️⃣%K2️⃣ == 1", .error, "predicate.missing-argument",
    "no argument for '%K', conversion number 1: none is given"),
  Row(
    "title == %@1️⃣2️⃣", with: ["a", "b"], .warning, "predicate.too-many-arguments",
    "the format takes 1 argument, given are 2; the rest is left out"),
  Row(
    "ANY tags.1️⃣books2️⃣.title == 'x'", .error, "predicate.multiple-to-many",
    "multiple to-many keys not allowed here: a path can cross one to-many relationship; write 'SUBQUERY(tags, $x, ANY $x.books.title == 'x').@count > 0'",
    fixed: "SUBQUERY(tags, $x, ANY $x.books.title == 'x').@count > 0"),
  Row(
    "SUBQUERY(tags.1️⃣books2️⃣, $b, $b.price > 1).@count > 0", .error, "predicate.multiple-to-many",
    "multiple to-many keys not allowed here: a path can cross one to-many relationship; write 'SUBQUERY(tags, $y, SUBQUERY($y.books, $b, …).@count > 0)'"
  ),
  Row(
    "price IN 1️⃣{1, nil}2️⃣", .warning, "predicate.nil-in-list",
    "IN never finds nil, and NOT IN with nil in its list finds no object at all; remove nil and add a comparison with '== nil'"
  ),
  Row(
    "title > 1️⃣nil2️⃣", .error, "predicate.nil-order",
    "nil can be compared by == and != only, not by >: the comparison would hold for no object; write 'title == nil' or 'title != nil'"
  ),
  Row(
    "title BETWEEN 1️⃣nil2️⃣", .error, "predicate.nil-order",
    "nil can be compared by == and != only, not by BETWEEN: the comparison would hold for no object"
  ),
  Row(
    "title IN 1️⃣nil2️⃣", .error, "predicate.nil-order",
    "nil can be compared by == and != only, not by IN: the comparison would hold for no object; write 'title == nil'"
  ),
  Row(
    "tags CONTAINS 1️⃣nil2️⃣", .error, "predicate.nil-order",
    "nil can be compared by == and != only, not by CONTAINS: the comparison would hold for no object; write 'tags.@count == 0' for none"
  ),
  Row(
    "1️⃣code2️⃣ > %@", with: ["x"], .error, "predicate.order",
    "'code' is a UUID, which has no order; compare by == or !="),
  Row(
    "1️⃣author2️⃣ > $A", .error, "predicate.order",
    "'author' is an object of 'Author', which has no order; compare by == or !="),
  Row(
    "1️⃣photo2️⃣ BETWEEN {1, 2}", .error, "predicate.order",
    "'photo' is a Transformable, which has no order; compare by == or !="),
  Row(
    "title MATCHES 1️⃣'('2️⃣", .error, "predicate.pattern",
    "Can't do regex matching: '(' is no regular expression that ICU can read"),
  Row(
    "ANY 1️⃣author.name2️⃣ == 'x'", .warning, "predicate.needless-quantifier",
    "'author.name' reaches one value, so the quantifier does nothing in a store and fails in memory",
    fixed: "author.name == 'x'"),
  Row(
    "SUBQUERY(tags, $x, SUBQUERY($x.books, 1️⃣$x2️⃣, $x.price > 1).@count > 0).@count > 0", .warning,
    "predicate.shadowed-variable",
    "'$x' hides the variable of the same name around it; give each SUBQUERY its own"),
  Row(
    "1️⃣count:(tags)2️⃣ > 1", .warning, "predicate.store-refuses",
    "Unsupported function expression count:(tags): Core Data's SQLite store refuses the function form; it is compiled here; write 'tags.@count'",
    fixed: "tags.@count > 1"),
  Row(
    "1️⃣sum:(author.books.price)2️⃣ > 3", .warning, "predicate.store-refuses",
    "Unsupported function expression sum:(author.books.price): Core Data's SQLite store refuses the function form; it is compiled here; write 'author.books.@sum.price'",
    fixed: "author.books.@sum.price > 3"),
  Row(
    "TERNARY(1️⃣tags.@count2️⃣ > 1, 1, 2) == 1", .warning, "predicate.store-refuses",
    "Keypath containing KVC aggregate where there shouldn't be one; failed to handle tags.@count: Core Data's SQLite store refuses it inside TERNARY; it is compiled here"
  ),
  Row(
    "1️⃣TERNARY(title == nil, 'a', title)2️⃣ IN {'a', 'b'}", .warning, "predicate.store-refuses",
    "unimplemented SQL generation for predicate : (TERNARY(title == nil, 'a', title) IN {'a', 'b'}) (bad LHS): Core Data's SQLite store refuses TERNARY on the left of IN; it is compiled here"
  ),
  Row(
    "price BETWEEN {1, 1️⃣weight2️⃣}", .warning, "predicate.store-refuses",
    #"SQLite error 1, near ")": syntax error: Core Data's SQLite store takes constants as bounds of BETWEEN; 'weight' is compiled here; write two comparisons by >= and <="#
  ),
  Row(
    "5 IN 1️⃣{price, weight}2️⃣", .warning, "predicate.store-refuses",
    "Aggregate expressions are not supported by Core Data: its SQLite store takes constants in a collection; this one is compiled here"
  ),
  Row(
    "1️⃣tags2️⃣ IN %@", with: ["Tag/p1"], .warning, "predicate.store-refuses",
    "to-many key not allowed here: 'tags' reaches many objects; it is read as ANY",
    fixed: "ANY tags IN %@"),
  Row(
    "1️⃣price2️⃣ CONTAINS 'x'", .error, "predicate.string-operator",
    "unimplemented SQL generation for predicate : (price CONTAINS 'x'): 'price' is a Decimal; write CAST(price, 'NSString') for its digits"
  ),
  Row(
    "1️⃣author2️⃣ CONTAINS 'x'", .error, "predicate.string-operator",
    "unimplemented SQL generation for predicate : (author CONTAINS 'x'): 'author' is an object of 'Author'; compare one of its attributes, such as 'author.name'"
  ),
  Row(
    "1️⃣published2️⃣ BEGINSWITH '2'", .error, "predicate.string-operator",
    "unimplemented SQL generation for predicate : (published BEGINSWITH '2'): 'published' is a Date; compare dates by < and >"
  ),
]
