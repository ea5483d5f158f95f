import MomentumDiagnostics
import Testing

@testable import MomentumSQLite

/// Records and fields of a CSV file, with their places in bytes.
@Suite struct CSVParserTests {
  /// `a@0-1 "b"@2-5 / -@6-6`: fields with their places, a quoted one in quotes, `-` for no value, records
  /// parted by slashes; then the error.
  private func text(_ bytes: [UInt8], _ delimiter: Character = ",") -> String {
    var parser = CSVParser(bytes, delimiter: delimiter.asciiValue ?? 0)
    var rows: [String] = []
    do throws(CSVParser.Failure) {
      while let row = try parser.nextRow() {
        rows.append(
          row.map { field in
            let text = field.isQuoted ? "\"\(field.text)\"" : field.isMissing ? "-" : field.text
            return "\(text)@\(field.range.start)-\(field.range.end)"
          }.joined(separator: " "))
      }
      if try parser.nextRow() != nil { rows.append("more after the end") }
    } catch {
      rows.append("! \(error.message) at \(error.range.start)-\(error.range.end)")
    }
    return rows.joined(separator: " / ")
  }

  @Test(arguments: [
    ("", ""), ("a", "a@0-1"), ("a,b", "a@0-1 b@2-3"), (",", "-@0-0 -@1-1"), ("a,", "a@0-1 -@2-2"),
    (",a", "-@0-0 a@1-2"), ("é,b", "é@0-2 b@3-4"), (" a ", " a @0-3"),
    ("\"\"", "\"\"@0-2"), ("a,\"\"", "a@0-1 \"\"@2-4"), ("\"a\"", "\"a\"@0-3"),
    ("\"a,b\",c", "\"a,b\"@0-5 c@6-7"), ("\"a\"\"b\"", "\"a\"b\"@0-6"), ("\"\"\"\"", "\"\"\"@0-4"),
    ("\"a\nb\",c", "\"a\nb\"@0-5 c@6-7"), ("\"a\r\n\",c", "\"a\r\n\"@0-5 c@6-7"),
    ("\"a\"\nb", "\"a\"@0-3 / b@4-5"), ("\"a\",\"b\"", "\"a\"@0-3 \"b\"@4-7"),
  ])
  func fieldsOfALine(source: String, expected: String) {
    #expect(text(Array(source.utf8)) == expected)
  }

  @Test(arguments: [
    ("a,b\nc,d", "a@0-1 b@2-3 / c@4-5 d@6-7"), ("a,b\rc,d", "a@0-1 b@2-3 / c@4-5 d@6-7"),
    ("a,b\r\nc,d", "a@0-1 b@2-3 / c@5-6 d@7-8"), ("a,b\n", "a@0-1 b@2-3"),
    ("a,b\r", "a@0-1 b@2-3"), ("a,b\r\n", "a@0-1 b@2-3"), ("a,\n,b", "a@0-1 -@2-2 / -@3-3 b@4-5"),
    ("a,b\nc", "a@0-1 b@2-3 / c@4-5"), ("\n\r\na,b", "a@3-4 b@5-6"), ("\n\n", ""),
    // Beside several fields an empty line is none; with one field it is a record without a value.
    ("a,b\n\nc,d", "a@0-1 b@2-3 / c@5-6 d@7-8"), ("a,b\n\n", "a@0-1 b@2-3"),
    ("a\n\nb", "a@0-1 / -@2-2 / b@3-4"), ("a\r\rb", "a@0-1 / -@2-2 / b@3-4"),
    ("a\r\n\r\nb", "a@0-1 / -@3-3 / b@5-6"), ("a\n\r\nb", "a@0-1 / -@2-2 / b@4-5"),
    ("a\n", "a@0-1"), ("a\n\n", "a@0-1 / -@2-2"), ("\na\n\nb", "a@1-2 / -@3-3 / b@4-5"),
    // Only the first line tells how many fields there are.
    ("a\nb,c\n\nd", "a@0-1 / b@2-3 c@4-5 / -@6-6 / d@7-8"),
    ("a,b\nc\n\nd", "a@0-1 b@2-3 / c@4-5 / d@7-8"),
  ])
  func linesOfAFile(source: String, expected: String) {
    #expect(text(Array(source.utf8)) == expected)
  }

  private static let inside =
    "! a field that holds a quote stands in quotes, and the quote is written twice at "
  private static let open = "! the quote that opens here is never closed at "
  private static let after =
    "! expected the delimiter or the end of the line behind the closing quote at "

  @Test(arguments: [
    ("a\"b", inside + "1-2"), ("a\"", inside + "1-2"), ("x,a\"", inside + "3-4"),
    ("\"", open + "0-1"), ("\"a", open + "0-1"), ("a,\"b\n", open + "2-3"),
    ("\"a\"\"", open + "0-1"), ("\"a\"b", after + "3-4"), ("\"a\" ,b", after + "3-4"),
    ("a\n\"b\"c", "a@0-1 / " + after + "5-6"),
  ])
  func aQuoteThatDoesNotFitIsAnError(source: String, expected: String) {
    #expect(text(Array(source.utf8)) == expected)
  }

  @Test func textsAreUTF8() {
    #expect(text([0xEF, 0xBB, 0xBF] + Array("a,b".utf8)) == "a@3-4 b@5-6")
    #expect(text([0xEF, 0xBB, 0xBF]) == "")
    #expect(text([0x61, 0x2C, 0xFF]) == "! the text of this field is not UTF-8 at 2-3")
    #expect(text([0x22, 0xC3, 0x22]) == "! the text of this field is not UTF-8 at 0-3")
  }

  @Test func anotherDelimiterPartsFields() {
    #expect(text(Array("a,b;\"c;d\";e".utf8), ";") == "a,b@0-3 \"c;d\"@4-9 e@10-11")
    #expect(text(Array("a\tb\n".utf8), "\t") == "a@0-1 b@2-3")
  }
}
