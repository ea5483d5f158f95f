import MomentumDiagnostics
import MomentumModel
import MomentumTestSupport
import Testing

@testable import MomentumPredicate

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Every operator between every two kinds of operands, and every argument beside every type. A golden has
/// what the checker makes of each. `RECORD=1` writes them anew.
@Suite struct ComparisonOutcomeTests {
  private static let operators = [
    "==", "<", "CONTAINS", "MATCHES", "IN", "BETWEEN",
  ]

  private static let operands = [
    "small", "large", "exact", "wide", "text", "flag", "day", "bytes", "code", "link", "photo",
    "box", "box.label", "SELF", "main", "main.name", "parts", "parts.mass", "parts.@count",
    "parts.@max.mass", "parts.@avg.name", "1", "1.5", "-40000", "'a'", "'2.5'", "YES", "nil",
    "now()", "small + 1", "text.length", "uppercase(text)", "$v", "{1, 2}", "{'a', nil}", "{}",
    "{small, 3}", "missing", "TERNARY(flag == YES, 1, 2)",
    "SUBQUERY(parts, $p, $p.mass > 1)", "SUBQUERY(parts, $p, $p.mass > $least).@count",
    "day - day", "day + 60", "exact * $w", "large / 2.5", "small - '1'", "needed", "base.mass",
    "parts.item.text", "TERNARY(text == 'a', nil, text)", "max:({small, $m})", "CAST(1, 'NSDate')",
  ]

  @Test func operandsBesideEachOther() throws {
    var text = ""
    for sign in Self.operators {
      for left in Self.operands {
        var columns: [(kind: String, operands: [String])] = []
        for right in Self.operands {
          let kind = Outcome("\(left) \(sign) \(right)").kind
          if let index = columns.firstIndex(where: { $0.kind == kind }) {
            columns[index].operands.append(right)
          } else {
            columns.append((kind, [right]))
          }
        }
        text += "\(left) \(sign)\n"
        for column in columns {
          text += "  \(column.kind): \(column.operands.joined(separator: " | "))\n"
        }
      }
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/PredicateOutcomes/operands.txt")
  }

  /// The type that each operand has by itself, beside the first one that it can be compared with.
  @Test func typesOfOperands() throws {
    var text = ""
    for operand in Self.operands {
      var found = "refused"
      for partner in Self.operands {
        guard case .comparison(let comparison)? = Outcome("\(operand) == \(partner)").predicate
        else { continue }
        let type = comparison.left.type(in: ItemModel.model)
        found = "\(type.map { "\($0)" } ?? "none") beside \(partner)"
        break
      }
      text += "\(operand): \(found)\n"
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/PredicateOutcomes/types.txt")
  }

  /// Every 23rd pair, with its types and messages.
  @Test func pairsInFull() throws {
    var text = ""
    var number = 0
    for sign in Self.operators {
      for left in Self.operands {
        for right in Self.operands {
          number += 1
          guard number.isMultiple(of: 23) else { continue }
          let format = "\(left) \(sign) \(right)"
          text += "\(format)\n\(Outcome(format).text)\n"
        }
      }
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/PredicateOutcomes/pairs.txt")
  }

  private static let keys = [
    "small", "whole", "large", "exact", "wide", "narrow", "text", "flag", "day", "bytes", "code",
    "link", "photo", "main", "SELF", "parts.@count", "box.width", "text.length",
  ]

  private static let arguments: [(String, PredicateArgument)] = {
    let texts = [
      "", " ", "0", "1", "-1", "+1", "1.", ".5", "1.5", "1.0", "1e2", "1e400", "-0", "32767",
      "32768", "-32768", "-32769", "2147483647", "2147483648", "-2147483649",
      "9007199254740993", "9223372036854775807", "9223372036854775808", "0.1", "nan", "inf",
      "YES", "yes", "NO", "true", "false", "TRUE", "a", "@null", "nil", "2001-01-01",
      "2001-01-01T00:00:00Z", "2001-01-01T00:00:00+01:00", "2024-02-30", "01Ab", "0x01", "0",
      "01A", "00000000-0000-0000-0000-00000000000A", "00000000-0000-0000-0000-00000000000",
      "http://a.b/c", "a b", "Part/p7", "Item/p7", "Part/p0", "Part/7", "Other/p1", "p7",
      "1, 2", "'a', b", "[1, 2]",
    ].map { ("\"\($0)\"", PredicateArgument.text($0)) }
    let values: [(String, PredicateArgument)] = [
      ("integer 7", .value(.integer(7))), ("integer 40000", .value(.integer(40000))),
      ("double 1.5", .value(.double(1.5))), ("double 2.0", .value(.double(2))),
      ("decimal 1.25", .value(.decimal(1.25))), ("string 'a'", .value(.string("a"))),
      ("string '7'", .value(.string("7"))), ("boolean", .value(.boolean(true))),
      ("date", .value(.date(60))), ("data", .value(.binary([1, 2]))),
      ("null", .null), ("key 7", .key(7)),
      ("object Part/p3", .object(ObjectReference(entity: ItemModel.part, primaryKey: 3))),
      ("object Item/p3", .object(ObjectReference(entity: ItemModel.item, primaryKey: 3))),
      ("list 1, 2", .list([.value(.integer(1)), .value(.integer(2))])),
      ("list of none", .list([])), ("list with nil", .list([.null, .text("1")])),
    ]
    return texts + values
  }()

  @Test func argumentsBesideTypes() throws {
    var text = ""
    for sign in ["==", "IN", "BETWEEN", "CONTAINS"] {
      for key in Self.keys where sign == "==" || ["small", "text", "main", "day"].contains(key) {
        text += "\(key) \(sign) %@\n"
        for (name, argument) in Self.arguments {
          let outcome = Outcome("\(key) \(sign) %@", [argument])
          var result = outcome.kind
          if case .comparison(let comparison) = outcome.predicate {
            result += " \(comparison.right)"
          }
          text += "  \(name): \(result)\n"
        }
      }
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/PredicateOutcomes/arguments.txt")
  }

  /// The variables of a predicate with their types, those that nil suits, and the predicate with values.
  @Test func variablesOfPredicates() throws {
    let formats = [
      "text == $a", "needed == $a", "$a != text", "$a == nil", "text < $a", "text IN $a",
      "small BETWEEN $a", "small BETWEEN {$a, $b}", "main == $a", "base == $a", "SELF == $a",
      "main.name == $a", "base.name == $a", "base.mass == $a", "ANY parts.name == $a",
      "ANY parts.mass == $a", "box.label == $a", "box.width == $a", "fixedBox.label == $a",
      "fixedBox.width == $a", "parts.@count > $a", "text.length > $a", "small + $a > 3",
      "uppercase($a) == text", "TERNARY(text == $a, 1, $b) > small",
      "SUBQUERY(parts, $p, $p.mass == $a AND $p.name == $b).@count > $c",
      "NOT text == $a", "text == $a OR text == $b OR needed == $a", "$a CONTAINS text",
      "text == $a AND small == $a", "day > $a", "exact == $a", "max:({$a, small}) == 3",
      "{$a, $b} CONTAINS text", "text IN {$a, 'x'}", "SELF IN $a", "ANY parts IN $a",
      "sum:({small, $a}) == $b", "abs:($a) == wide", "flag == $a",
      "day + (small * $a) > day", "day - (large / $a) < day", "day > day - (wide - $a)",
      "$a + day > day", "day - $a > day", "day - $a > 3", "$a - day > 3", "day + abs:($a) > day",
      "day + TERNARY(flag == YES, $a, small) > day", "day - (day - $a) > day",
      "day - (small + $a) > 3", "TERNARY(1 == $a, small * $a, 0) > small",
      "SUBQUERY(parts, $p, SUBQUERY($p.item.parts, $p, SUBQUERY($p.item.parts, $p, $p.mass > $a).@count > 0).@count > 0).@count > 0",
    ]
    let values: [[(name: String, value: PredicateArgument)]] = [
      [("a", .text("1"))], [("a", .text("1")), ("b", .text("2")), ("c", .text("3"))],
      [("a", .null), ("b", .null), ("c", .null)],
      [("a", .text("1")), ("a", .text("2")), ("a", .text("3"))], [("A", .text("1"))],
      [("a", .text("[1, 2]")), ("b", .list([])), ("c", .text("x"))],
      [("a", .text("Part/p7")), ("b", .text("@null")), ("c", .text("Item/p7"))],
    ]
    var text = ""
    for format in formats {
      let outcome = Outcome(format)
      text += format + "\n"
      guard let predicate = outcome.predicate else {
        text += outcome.text + "\n"
        continue
      }
      let nullable = predicate.nullableVariables(in: ItemModel.model)
      for variable in predicate.variables {
        text +=
          "  $\(variable.name) \(variable.type.name(in: ItemModel.model))"
          + (variable.isCollection ? " list" : "")
          + (nullable.contains(variable.name) ? " or nil" : "") + "\n"
      }
      for row in values {
        var findings = Diagnostics()
        let result = predicate.substituting(row, model: ItemModel.model, &findings)
        let found = findings.all.map { "\($0.severity): \($0.text)" }
        text += "  " + row.map { "\($0.name)=\($0.value)" }.joined(separator: " ") + "\n"
        for line in found { text += "    \(line)\n" }
        if let result { text += "    \(result.json(in: ItemModel.model).compact)\n" }
      }
      let nils = predicate.substitutingNil(for: nullable)
      if nils != predicate {
        text += "  nil for those that it suits\n    \(nils.json(in: ItemModel.model).compact)\n"
      }
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/PredicateOutcomes/variables.txt")
  }
}
