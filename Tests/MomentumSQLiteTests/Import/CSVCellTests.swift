import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumTestSupport
import Testing

@testable import MomentumSQLite

/// Fields of CSV files, written and read.
@Suite struct CSVCellTests {
  private let nowhere = SourceRange(0, 0)

  private func field(_ text: String, quoted: Bool = false) -> CSVField {
    CSVField(text: text, isQuoted: quoted, range: nowhere)
  }

  @Test func aFieldIsQuotedWhereItHasTo() {
    for (text, expected) in [
      ("a", "a"), ("a b", "a b"), ("", "\"\""), ("a\"b", "\"a\"\"b\""), ("a,b", "\"a,b\""),
      ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), ("a;b'\t", "a;b'\t"), ("é", "é"),
      ("\"\u{301}", "\"\"\"\u{301}\""),
    ] {
      #expect(CSVCell.field(text) == expected, "\(text)")
    }
    #expect(CSVCell.line(["a", "", "b"]) == "a,,b\r\n")
  }

  /// What an export writes of a value that is not of its attribute's type, and what is no such object.
  @Test(arguments: [
    ("{\"$null\": null}", SQLValue.null), ("{\"$integer\": -5}", .integer(-5)),
    ("{\"$integer\": 9223372036854775807}", .integer(.max)), ("{\"$integer\": 1.5}", nil),
    ("{\"$integer\": \"5\"}", nil), ("{\"$real\": 1.5}", .real(1.5)), ("{\"$real\": 2}", .real(2)),
    ("{\"$real\": \"Infinity\"}", .real(.infinity)),
    ("{\"$real\": \"-Infinity\"}", .real(-.infinity)), ("{\"$real\": \"infinity\"}", nil),
    ("{\"$text\": \"\"}", .text("")), ("{\"$text\": 1}", nil), ("{\"$blob\": \"\"}", .blob([])),
    ("{\"$blob\": \"AQL/\"}", .blob([1, 2, 255])), ("{\"$blob\": \"*\"}", nil),
    ("{\"$null\": 1}", nil), ("{\"$integer\": null}", nil), ("{\"text\": \"a\"}", nil), ("{}", nil),
    ("{\"$text\": \"a\", \"$integer\": 1}", nil), ("[]", nil), ("\"$null\"", nil), ("null", nil),
  ])
  func aRawValueIsAnObjectWithOneMember(text: String, expected: SQLValue?) throws {
    var issues = Diagnostics()
    let node = try #require(JSONParser.parse(SourceFile(path: "", text: text), &issues))
    #expect(node.value.rawColumn == expected)
  }

  @Test func valuesAreTextsOrJSON() {
    for (value, expected) in [
      (JSONNode.Value.null, ""), (.boolean(true), "true"), (.boolean(false), "false"),
      (.number("1.50"), "1.50"), (.string("a"), "a"), (.string(""), "\"\""),
      (.string("{\"a\": 1}"), "\"{\"\"a\"\": 1}\""), (.array([]), "[]"),
      (
        .array([JSONNode(.number("1"), at: nowhere), JSONNode(.null, at: nowhere)]), "\"[1, null]\""
      ),
      // A NUL would end the text in most programs.
      (.string("a\u{0}"), "\"{\"\"$text\"\": \"\"a\\u0000\"\"}\""),
      // What would be read as a raw column.
      (
        .string("{\"$text\": \"b\"}"),
        "\"{\"\"$text\"\": \"\"{\\\"\"$text\\\"\": \\\"\"b\\\"\"}\"\"}\""
      ),
    ] {
      #expect(CSVCell.field(value) == expected, "\(expected)")
    }
  }

  @Test func idsAreSplitAtBlanks() {
    for (ids, expected) in [
      ([], ""), (["a"], "a"), (["a", "b"], "a b"), (["a b"], "\"[\"\"a b\"\"]\""),
      (["a", "b c"], "\"[\"\"a\"\", \"\"b c\"\"]\""), (["[a"], "\"[\"\"[a\"\"]\""),
      (["a", "["], "\"[\"\"a\"\", \"\"[\"\"]\""), (["a["], "a["), ([""], "\"[\"\"\"\"]\""),
      (["a,b"], "\"a,b\""),
    ] as [([String], String)] {
      #expect(CSVCell.field(ids: ids) == expected, "\(ids)")
    }
  }

  @Test func idsAreReadBack() {
    func read(_ text: String, isToMany: Bool) -> String? {
      CSVCell.ids(field(text), isToMany: isToMany, at: nowhere)?.value.compact
    }
    #expect(read("", isToMany: true) == nil && read("", isToMany: false) == nil)
    #expect(read("a b", isToMany: false) == "\"a b\"")
    #expect(read("[\"a\"]", isToMany: false) == "\"[\\\"a\\\"]\"")
    for (text, list) in [
      ("a", "[\"a\"]"), ("a b", "[\"a\", \"b\"]"), (" a  b ", "[\"a\", \"b\"]"),
      ("[\"a b\",\"c\"]", "[\"a b\", \"c\"]"), ("[]", "[]"), ("[a b", "[\"[a\", \"b\"]"),
      ("{} b", "[\"{}\", \"b\"]"),
    ] {
      #expect(read(text, isToMany: true) == list, "\(text)")
    }
  }

  @Test func aFieldIsAValueOfItsType() {
    func read(_ text: String, _ type: AttributeType, quoted: Bool = false) -> String {
      CSVCell.value(field(text, quoted: quoted), type).compact
    }
    #expect(read("", .string) == "null" && read("", .string, quoted: true) == "\"\"")
    #expect(read("5", .string) == "\"5\"" && read("5", .integer16) == "5")
    #expect(read("{\"a\":1}", .composite(CompositeID(0))) == "{\"a\": 1}")
    #expect(read("a", .composite(CompositeID(0))) == "\"a\"")
    #expect(read("{a", .composite(CompositeID(0))) == "\"{a\"")
    #expect(read("{\"a\":1}", .string) == "\"{\\\"a\\\":1}\"")
    #expect(read("{\"$text\":\"b\"}", .integer16) == "{\"$text\": \"b\"}")
  }
}
