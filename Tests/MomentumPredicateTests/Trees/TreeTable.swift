import Testing

/// A format with the tree that the grammar gives it, written by hand.
struct TreeRow: Sendable, CustomTestStringConvertible {
  var rule: String
  var format: String
  var tree: String

  init(_ rule: String, _ format: String, _ tree: String) {
    (self.rule, self.format, self.tree) = (rule, format, tree)
  }

  var testDescription: String { "\(rule): \(format)" }
}

/// Each level of Grammar/Predicate.ebnf beside the next one, in both orders.
let precedenceTable: [TreeRow] = [
  TreeRow("AND before OR", "a=1 || b=2 && c=3", "(OR (== a 1) (AND (== b 2) (== c 3)))"),
  TreeRow("AND before OR", "a=1 && b=2 || c=3", "(OR (AND (== a 1) (== b 2)) (== c 3))"),
  TreeRow(
    "AND before OR", "a=1 AND b=2 OR c=3 AND d=4",
    "(OR (AND (== a 1) (== b 2)) (AND (== c 3) (== d 4)))"),
  TreeRow(
    "AND before OR", "a=1 OR b=2 AND c=3 OR d=4",
    "(OR (== a 1) (AND (== b 2) (== c 3)) (== d 4))"),
  TreeRow("NOT before AND", "NOT a=1 AND b=2", "(AND (NOT (== a 1)) (== b 2))"),
  TreeRow("NOT before AND", "a=1 && !b=2 && c=3", "(AND (== a 1) (NOT (== b 2)) (== c 3))"),
  TreeRow("NOT before OR", "!a=1 || b=2", "(OR (NOT (== a 1)) (== b 2))"),
  TreeRow("comparison before NOT", "NOT a = b + 1", "(NOT (== a (+ b 1)))"),
  TreeRow("quantifier with its comparison", "NOT ANY a = 1", "(NOT (ANY-== a 1))"),
  TreeRow(
    "quantifier with its comparison", "ALL a > 1 OR b = 2", "(OR (ALL-> a 1) (== b 2))"),
  TreeRow("assignment before comparison", "$a := 1 = $b := 2", "(== (:= $a 1) (:= $b 2))"),
  TreeRow("set before assignment", "$a := b UNION c = d", "(== (:= $a (UNION b c)) d)"),
  TreeRow("set before comparison", "a IN b UNION c", "(IN a (UNION b c))"),
  TreeRow("bits before set", "a UNION b & c = d", "(== (UNION a (& b c)) d)"),
  TreeRow("bits before set", "a & b UNION c = d", "(== (UNION (& a b) c) d)"),
  TreeRow("shift before bits", "a & b << 2 = 1", "(== (& a (leftshift:by: b 2)) 1)"),
  TreeRow("shift before bits", "a >> b | 2 = 1", "(== (| (rightshift:by: a b) 2) 1)"),
  TreeRow("sum before shift", "a << b + 2 = 1", "(== (leftshift:by: a (+ b 2)) 1)"),
  TreeRow("sum before shift", "a - b >> 2 = 1", "(== (rightshift:by: (- a b) 2) 1)"),
  TreeRow("product before sum", "a + b * c = 1", "(== (+ a (* b c)) 1)"),
  TreeRow("product before sum", "a / b - c = 1", "(== (- (/ a b) c) 1)"),
  TreeRow("power before product", "a * b ** c = 1", "(== (* a (** b c)) 1)"),
  TreeRow("power before product", "a ** b / c = 1", "(== (/ (** a b) c) 1)"),
  TreeRow("sign before power", "-a ** b = 1", "(== (** (- 0 a) b) 1)"),
  TreeRow("sign before power", "a ** -b = 1", "(== (** a (- 0 b)) 1)"),
  TreeRow("postfix before sign", "-a[0] = 1", "(== (- 0 ([] a 0)) 1)"),
  TreeRow("postfix before sign", "-$x.a = 1", "(== (- 0 (. $x a)) 1)"),
  TreeRow("postfix before power", "a ** b[1] = 1", "(== (** a ([] b 1)) 1)"),
]

let associativityTable: [TreeRow] = [
  TreeRow("minus to the left", "a - b - c = 1", "(== (- (- a b) c) 1)"),
  TreeRow("minus and plus to the left", "a - b + c = 1", "(== (+ (- a b) c) 1)"),
  TreeRow("division to the left", "a / b / c = 1", "(== (/ (/ a b) c) 1)"),
  TreeRow("division and times to the left", "a / b * c = 1", "(== (* (/ a b) c) 1)"),
  TreeRow("power to the left", "a ** b ** c = 1", "(== (** (** a b) c) 1)"),
  TreeRow(
    "shifts to the left", "a << b >> c = 1",
    "(== (rightshift:by: (leftshift:by: a b) c) 1)"),
  TreeRow("bits to the left", "a | b & c ^ d = 1", "(== (^ (& (| a b) c) d) 1)"),
  TreeRow("sets to the left", "a MINUS b UNION c = d", "(== (UNION (MINUS a b) c) d)"),
  TreeRow(
    "sets to the left", "a INTERSECT b MINUS c = d", "(== (MINUS (INTERSECT a b) c) d)"),
  TreeRow("assignment to the right", "$a := $b := 1 = 2", "(== (:= $a (:= $b 1)) 2)"),
  TreeRow("minus of a minus", "- -a = - -3", "(== (- 0 (- 0 a)) 3)"),
  TreeRow("NOT of NOT", "NOT ! a = 1", "(NOT (NOT (== a 1)))"),
  TreeRow("postfix to the left", "a[0][1].b = 1", "(== (. ([] ([] a 0) 1) b) 1)"),
  TreeRow(
    "a chain is one node", "a=1 OR b=2 || c=3 or d=4",
    "(OR (== a 1) (== b 2) (== c 3) (== d 4))"),
]

/// Parentheses, and what a spelling is read as.
let shapeTable: [TreeRow] = [
  TreeRow("parentheses", "(a=1 OR b=2) AND c=3", "(AND (OR (== a 1) (== b 2)) (== c 3))"),
  TreeRow("parentheses", "NOT (a=1 AND b=2)", "(NOT (AND (== a 1) (== b 2)))"),
  TreeRow("parentheses", "a - (b - c) = 1", "(== (- a (- b c)) 1)"),
  TreeRow("parentheses", "a ** (b ** c) = (((1)))", "(== (** a (** b c)) 1)"),
  TreeRow("parentheses", "-(a + b) = 1", "(== (- 0 (+ a b)) 1)"),
  TreeRow("parentheses", "(a + b)[0] = 1", "(== ([] (+ a b) 0) 1)"),
  TreeRow(
    "a chain in parentheses is a node of its own", "(a=1 AND b=2) AND c=3",
    "(AND (AND (== a 1) (== b 2)) (== c 3))"),
  TreeRow("keys of keys are one path", "(a.b).c = SELF.d", "(== a.b.c d)"),
  TreeRow("NONE is NOT ANY", "NONE a = 1 AND b = 2", "(AND (NOT (ANY-== a 1)) (== b 2))"),
  TreeRow("NOT IN is NOT of IN", "a NOT IN b OR c = 1", "(OR (NOT (IN a b)) (== c 1))"),
  TreeRow("minus folds into a number", "a = -2 ** -3", "(== a (** -2 -3))"),
  TreeRow("a minus after a word with dashes", "a UTI-EQUALS-b", "(UTI-EQUALS a (- 0 b))"),
  TreeRow(
    "a minus after a word with dashes", "a UTI-CONFORMS-TO-1", "(UTI-CONFORMS-TO a -1)"),
  TreeRow("minus between is no sign", "a -2 = b", "(== (- a 2) b)"),
  TreeRow("seconds of a date", "a < CAST(7, 'NSDate')", "(< a (CAST 7.0 'NSDate'))"),
  TreeRow(
    "arguments count from left to right", "%K = %@ + %d OR %@ IN %K.@max.a",
    "(OR (== %0K (+ %1@ %2d)) (IN %3@ %4K.@max.a))"),
  TreeRow(
    "the first operand stands first", "5 < a AND a BETWEEN {1, 2}",
    "(AND (< 5 a) (BETWEEN a ({} 1 2)))"),
  TreeRow(
    "options belong to the comparison", "ANY a.b CONTAINS[dc] 'x'",
    "(ANY-CONTAINS[cd] a.b 'x')"),
  TreeRow("order of a ternary", "TERNARY(a = 1, b, c) = 2", "(== (TERNARY (== a 1) b c) 2)"),
  TreeRow(
    "SUBQUERY holds a predicate", "SUBQUERY(a, $x, $x.b = 1 OR c = 2).@count > 0",
    "(> (. (SUBQUERY a $x (OR (== (. $x b) 1) (== c 2))) @count) 0)"),
]
