/// A format with its one finding at the mark, and the finding's text.
let syntaxFindings: [(marked: String, id: String, text: String)] = [
  ("1️⃣", "predicate.empty", "expected a predicate, found nothing; every object is 'TRUEPREDICATE'"),
  (
    "name1️⃣", "predicate.syntax",
    "expected a comparison operator such as '==', found the end; a key alone is no predicate; compare it, such as 'name == YES'"
  ),
  (
    "!owner.manager 1️⃣AND b = 1", "predicate.syntax",
    "expected a comparison operator such as '==', found 'AND'; a key alone is no predicate; compare it, such as 'owner.manager == NO' or 'owner.manager == nil'"
  ),
  (
    "a = 1 AND items.@count1️⃣", "predicate.syntax",
    "expected a comparison operator such as '==', found the end; compare the number, such as 'items.@count > 0'"
  ),
  (
    "title IN {1️⃣(1 == 2), 'x'}", "predicate.syntax",
    "expected a value or a key path, found a predicate"
  ),
  (
    "max:(1️⃣(1 == 2), 3) == 1", "predicate.syntax",
    "expected a value or a key path, found a predicate"
  ),
  (
    "title IN {1️⃣(1 == 2), ]", "predicate.syntax",
    "expected a value or a key path, found a predicate"
  ),
  ("abs: 1️⃣5 == 1", "predicate.syntax", "expected '(', found a number"),
  ("title.abs: 1️⃣== 1", "predicate.syntax", "expected '(', found '=='"),
  (
    "TRUE1️⃣", "predicate.syntax",
    "expected a comparison operator such as '==', found the end; every object is 'TRUEPREDICATE'"
  ),
  (
    "YES1️⃣", "predicate.syntax",
    "expected a comparison operator such as '==', found the end; every object is 'TRUEPREDICATE'"
  ),
  (
    "11️⃣", "predicate.syntax",
    "expected a comparison operator such as '==', found the end; every object is 'TRUEPREDICATE'"
  ),
  (
    "FALSE1️⃣", "predicate.syntax",
    "expected a comparison operator such as '==', found the end; no object is 'FALSEPREDICATE'"
  ),
  (
    "NO1️⃣", "predicate.syntax",
    "expected a comparison operator such as '==', found the end; no object is 'FALSEPREDICATE'"
  ),
  (
    "01️⃣", "predicate.syntax",
    "expected a comparison operator such as '==', found the end; no object is 'FALSEPREDICATE'"
  ),
  (
    "21️⃣", "predicate.syntax",
    "expected a comparison operator such as '==', found the end"
  ),
  (
    "a == 1 1️⃣OFFSET b", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found the key 'OFFSET'; how many objects to pass over is the request's fetch offset"
  ),
  (
    "a == 1 1️⃣GROUP b", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found the key 'GROUP'; groups are the request's properties to group by, no part of its predicate"
  ),
  (
    "a == 1 1️⃣HAVING b", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found the key 'HAVING'; a condition on groups is the request's having predicate"
  ),
  (
    "a == 1 1️⃣COLLATE b", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found the key 'COLLATE'; the options [c] and [d] behind the operator leave case and accents out"
  ),
  (
    "a == 1 1️⃣SORT b", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found the key 'SORT'; an order is a sort descriptor of the request, no part of its predicate"
  ),
  (
    "1️⃣SELECT a FROM b", "predicate.syntax",
    "expected a predicate, found the key 'SELECT'; a predicate is what stands behind WHERE; the entity belongs to the request"
  ),
  (
    "a 1️⃣|| b == 'x'", "predicate.syntax",
    "expected a comparison operator such as '==', found '||'; a key alone is no predicate; compare it, such as 'a == YES'"
  ),
  (
    "x == 1 AND y == 2 + TERNARY(a = 1 1️⃣b, 1, 2)", "predicate.syntax",
    "expected ',', found the key 'b'"
  ),
  (
    "SUBQUERY(a, $x, $x.b = 1 1️⃣c).@count > 0", "predicate.syntax",
    "expected ')', found the key 'c'"
  ),
  (
    "x IN {1️⃣(a = 1), = 2}", "predicate.syntax",
    "expected a value or a key path, found a predicate"
  ),
  (
    "x == max(1️⃣(a = 1), = 2)", "predicate.syntax",
    "expected a value or a key path, found a predicate"
  ),
  (
    "x IN {2, 1️⃣(a = 1)}", "predicate.syntax",
    "expected a value or a key path, found a predicate"
  ),
  (
    "x == max(2, 1️⃣(a = 1))", "predicate.syntax",
    "expected a value or a key path, found a predicate"
  ),
  (
    "a 1️⃣; 1", "predicate.no-token",
    "';' is no part of a predicate; a predicate is one expression; join two by AND"
  ),
  (
    "a 1️⃣` 1", "predicate.no-token",
    "'`' is no part of a predicate; strings stand in single or double quotes, and keys in none"
  ),
  (
    "a 1️⃣~ 1", "predicate.no-token",
    "'~' is no part of a predicate; CONTAINS and LIKE look for a part of a string, MATCHES for a regular expression"
  ),
  (
    "a 1️⃣≠ 1", "predicate.no-token",
    "'≠' is no part of a predicate; inequality is '!='"
  ),
  (
    "a 1️⃣≤ 1", "predicate.no-token",
    "'≤' is no part of a predicate; at most is '<='"
  ),
  (
    "a 1️⃣≥ 1", "predicate.no-token",
    "'≥' is no part of a predicate; at least is '>='"
  ),
  (
    "a 1️⃣!== 1", "predicate.no-token",
    "'!==' is no part of a predicate; inequality is '!='"
  ),
  (
    "a 1️⃣/* 1", "predicate.no-token",
    "'/*' is no part of a predicate; a predicate has no comments"
  ),
  (
    "a 1️⃣|| 'x' = 'yx'", "predicate.syntax",
    "expected a comparison operator such as '==', found '||'; '||' is OR, and a store joins no texts"
  ),
  (
    "a == 'b' || 'c'1️⃣", "predicate.syntax",
    "expected a comparison operator such as '==', found the end; '||' is OR, and a store joins no texts"
  ),
  (
    "a == 1 1️⃣ORDER BY b", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found the key 'ORDER'; an order is a sort descriptor of the request, no part of its predicate"
  ),
  (
    "a == 1 1️⃣limit 5", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found the key 'limit'; the number of objects is the request's fetch limit, no part of its predicate"
  ),
  (
    "a LIKE 'x' 1️⃣ESCAPE '!'", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found the key 'ESCAPE'; LIKE has no ESCAPE; a backslash before '*' or '?' makes it an ordinary character"
  ),
  (
    "1️⃣WHERE a == 1", "predicate.syntax",
    "expected a predicate, found the key 'WHERE'; a predicate is what stands behind WHERE"
  ),
  (
    "COUNT(1️⃣*) > 3", "predicate.syntax",
    "expected a value or a key path, found '*'; the number of related objects is 'path.@count', and that of the objects found is a request for a count"
  ),
  (
    "1️⃣LOWER(a) = 'x'", "predicate.unknown-function",
    "unable to parse function name 'LOWER:' into supported selector (LOWER:); did you mean 'lowercase:'?"
  ),
  (
    "1️⃣avg:(a) = 1", "predicate.unknown-function",
    "unable to parse function name 'avg:' into supported selector (avg:); did you mean 'average:'?"
  ),
  ("name == 1️⃣", "predicate.syntax", "expected a value or a key path, found the end"),
  (
    "name == 1 1️⃣'x'", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found a string"
  ),
  (
    "a = 1 AND 1️⃣BLOCKPREDICATE(0x6000012)", "predicate.block",
    "BLOCKPREDICATE stands for the closure of NSPredicate(block:), which has no text: it cannot be read back, and no store can make SQL of it; write the condition as a format, or filter the objects that a fetch gives"
  ),
  (
    "a == %lu1️⃣dx", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found the key 'dx'"
  ),
  ("(a = 11️⃣", "predicate.syntax", "expected ')', found the end"),
  (
    "a = 1 1️⃣ANDb = 2", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found the key 'ANDb'; did you mean 'AND'?"
  ),
  ("a IN {1, 1️⃣}", "predicate.syntax", "expected a value or a key path, found '}'"),
  (
    "ANY 1️⃣(a = 1 AND b = 2)", "predicate.syntax",
    "expected one comparison behind the quantifier, found a predicate in parentheses"
  ),
  ("a 1️⃣=== 1", "predicate.no-token", "'===' is no part of a predicate; equality is '=='"),
  (
    "a == 1 1️⃣// c", "predicate.no-token",
    "'//' is no part of a predicate; a predicate has no comments"
  ),
  (
    "1️⃣étrange == 1", "predicate.no-token",
    "'é' is no part of a predicate; a key is written in ASCII letters, digits and '_'; give any other key as an argument of %K"
  ),
  (
    "a == 1️⃣“x”", "predicate.no-token",
    "'“' is no part of a predicate; strings stand in straight quotes"
  ),
  ("a == 1️⃣'x", "predicate.unterminated-string", "the string has no closing quote"),
  (
    "a == 1️⃣%y", "predicate.unknown-conversion",
    "'%y' is no conversion; arguments are written %@, %K, %d, %f and the like"
  ),
  ("a ==[1️⃣cw] 'x'", "predicate.unknown-option", "'w' is no option; options are c, d, n and l"),
  ("a == 1️⃣1e999", "predicate.number-too-large", "the number 1e999 is larger than any double"),
  (
    "a == 1️⃣0x10000000000000000", "predicate.number-too-large",
    "the number 0x10000000000000000 is larger than 64 bits hold"
  ),
  (
    "name 1️⃣CONTIANS 'x'", "predicate.syntax",
    "expected a comparison operator, found the key 'CONTIANS'; did you mean 'CONTAINS'?"
  ),
  (
    "name 1️⃣startsWith 'x'", "predicate.syntax",
    "expected a comparison operator, found the key 'startsWith'; did you mean 'BEGINSWITH'?"
  ),
  (
    "a = 1 1️⃣ADN b = 2", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found the key 'ADN'; did you mean 'AND'?"
  ),
  (
    "a BETWEEN 1️⃣1 AND 2", "predicate.syntax",
    "expected a collection of two bounds, found AND; write 'BETWEEN {1, 2}'"
  ),
  (
    "(a BETWEEN 1️⃣1 AND 2) OR b = 3", "predicate.syntax",
    "expected a collection of two bounds, found AND; write 'BETWEEN {1, 2}'"
  ),
  (
    "name LIKE1️⃣%'x'", "predicate.unknown-conversion",
    "'%'' is no conversion; arguments are written %@, %K, %d, %f and the like"
  ),
  (
    "a 1️⃣IS NULL", "predicate.syntax",
    "expected a comparison operator, found the key 'IS'; write '== nil'"
  ),
  (
    "a 1️⃣is not null", "predicate.syntax",
    "expected a comparison operator, found the key 'is'; write '!= nil'"
  ),
  (
    "x IN 1️⃣(1, 2)", "predicate.syntax",
    "expected a collection in braces, found '('; a collection is written {1, 2}"
  ),
  (
    "x IN 1️⃣[1, 2]", "predicate.syntax",
    "expected a collection in braces, found '['; a collection is written {1, 2}"
  ),
  (
    "a = 'it'1️⃣'s'", "predicate.syntax",
    "expected a blank or an operator behind a string, found a string; a quote within a string is written \\'"
  ),
  (
    "a = 'Pepe'1️⃣s'", "predicate.syntax",
    "expected a blank or an operator behind a string, found the key 's'; a quote within a string is written \\'"
  ),
  ("a 1️⃣NOT b = 1", "predicate.syntax", "expected a comparison operator such as '==', found 'NOT'"),
  (
    "a NOT 1️⃣LIKE 'b'", "predicate.syntax",
    "expected IN behind NOT, found 'LIKE'; write NOT before the whole comparison"
  ),
  (
    "ANY a 1️⃣NOT IN b", "predicate.syntax",
    "expected IN behind a quantifier's values, found NOT IN; write NOT before the quantifier"
  ),
  (
    "1️⃣in = 1", "predicate.syntax",
    "expected a value or a key path, found 'IN'; a key of that name is '#in'"
  ),
  (
    "a = 1 1️⃣== 1", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found '=='"
  ),
  (
    "TRUEPREDICATE 1️⃣= YES", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found '='"
  ),
  (
    "a = 1️⃣TRUEPREDICATE", "predicate.syntax",
    "expected a value or a key path, found 'TRUEPREDICATE'"
  ),
  ("a = 1️⃣(b = 1)", "predicate.syntax", "expected a value or a key path, found a predicate"),
  ("{1️⃣(b = 1)} = a", "predicate.syntax", "expected a value or a key path, found a predicate"),
  (
    "!(a = 1)1️⃣.b = 2", "predicate.syntax", "expected AND, OR or the end of the predicate, found '.'"
  ),
  ("a. 1️⃣= 1", "predicate.syntax", "expected a key, found '='"),
  (
    "SUBQUERY(a, $x1️⃣)", "predicate.syntax",
    "expected ',', found ')'; the form is SUBQUERY(collection, $NAME, predicate)"
  ),
  (
    "SUBQUERY(a, 1️⃣x, x = 1).@count > 0", "predicate.syntax",
    "expected a variable, found the key 'x'; the form is SUBQUERY(collection, $NAME, predicate)"
  ),
  (
    "TERNARY(a = 1, 21️⃣) = 1", "predicate.syntax",
    "expected ',', found ')'; the form is TERNARY(predicate, value, value)"
  ),
  (
    "TERNARY(a1️⃣, 1, 2) = 1", "predicate.syntax",
    "expected a comparison operator such as '==', found ','"
  ),
  ("CAST(a1️⃣) = 1", "predicate.syntax", "expected ',', found ')'; the form is CAST(value, 'Type')"),
  ("CAST(a, 'b'1️⃣, c) = 1", "predicate.syntax", "expected ')', found ','"),
  ("FUNCTION(1️⃣) = 1", "predicate.syntax", "expected a value or a key path, found ')'"),
  ("cast 1️⃣= 1", "predicate.syntax", "expected '(', found '='; a key of that name is '#cast'"),
  (
    "1️⃣sin(3) = 1", "predicate.unknown-function",
    "unable to parse function name 'sin:' into supported selector (sin:); did you mean 'min:'?"
  ),
  (
    "1️⃣modulus(3, 2) = 1", "predicate.unknown-function",
    "unable to parse function name 'modulus:' into supported selector (modulus:); did you mean 'modulus:by:'?"
  ),
  (
    "a.1️⃣nothing(3) = 1", "predicate.unknown-function",
    "unable to parse function name 'nothing:' into supported selector (nothing:)"
  ),
  (
    "1️⃣abs(3, 2) = 1", "predicate.function-arguments",
    "the function 'abs:' takes 1 argument, found 2"
  ),
  (
    "1️⃣modulus:by:(3) = 1", "predicate.function-arguments",
    "the function 'modulus:by:' takes 2 arguments, found 1"
  ),
  ("a[1 1️⃣= 1", "predicate.syntax", "expected ']', found '='"),
  ("a IN {1, 21️⃣", "predicate.syntax", "expected ',' or '}', found the end"),
  ("abs(a 1️⃣= 1", "predicate.syntax", "expected ',' or ')', found '='"),
  (
    "a = 1 + $b 1️⃣:= 2", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found ':='"
  ),
  ("a BETWEEN1️⃣[c] {1, 2}", "predicate.syntax", "expected a value or a key path, found '['"),
  ("a =[1️⃣] 'x'", "predicate.syntax", "expected options such as 'cd', found ']'"),
  ("a 1️⃣b:c: d", "predicate.syntax", "expected an operator with one colon, found 'b:c:'"),
  ("a = 1️⃣0b2", "predicate.syntax", "expected digits of base 2, found '0b'"),
  ("1️⃣$6 = 1", "predicate.syntax", "expected a variable name behind '$', found '6'"),
  ("a = 1️⃣$", "predicate.syntax", "expected a variable name behind '$', found the end"),
  (
    "1️⃣? = 1", "predicate.no-token",
    "'?' is no part of a predicate; an argument is '%@' and a variable '$NAME'"
  ),
  ("SELF LIKE[c] %@*1️⃣", "predicate.syntax", "expected a value or a key path, found the end"),
]
