import Testing

@testable import MomentumSQL

/// Values as texts: in logs, and as a database reads them.
@Suite struct ValueTextTests {
  @Test func valuesAreWrittenForPeopleAndForDatabases() {
    for (value, shown, plain) in [
      (SQLValue.null, "NULL", ""), (.integer(-5), "-5", "-5"), (.real(0.5), "0.5", "0.5"),
      (.text("it's"), "\"it's\"", "it's"), (.blob([]), "<0 bytes>", "\\x"),
      (.blob([0, 9, 15, 16, 17, 255]), "<6 bytes>", "\\x00090f1011ff"),
    ] {
      #expect(value.debugText == shown)
      #expect(value.plainText == plain)
    }
    #expect(SQLBinding.parameter("NAME").debugText == "$NAME")
    #expect(SQLBinding.value(.integer(1)).debugText == "1")
  }

  /// Eight megabytes: the longest text that is printed.
  @Test func theLongestTextHasEightMegabytes() {
    #expect(SQLPrinter.bytesMax == 8_388_608)
    var printer = SQLPrinter(.coreData)
    printer.text += String(repeating: "x", count: SQLPrinter.bytesMax)
    #expect(!printer.isFull && !printer.finished.isTooLong)
    printer.text += "x"
    #expect(printer.isFull && printer.finished.isTooLong && printer.finished.text.isEmpty)
  }

  @Test func namesAreQuotedUnlessTheyArePlain() {
    for (name, text) in [
      ("ZNAME", "ZNAME"), ("z_9", "z_9"), ("_", "_"), ("9z", "\"9z\""), ("", "\"\""),
      ("a b", "\"a b\""), ("a\"b", "\"a\"\"b\""), ("é", "\"é\""), ("a-b", "\"a-b\""),
      ("a@", "\"a@\""), ("a[", "\"a[\""), ("a`", "\"a`\""), ("a{", "\"a{\""), ("a/", "\"a/\""),
      ("a:", "\"a:\""), ("AZaz09", "AZaz09"), ("0", "\"0\""), ("a0", "a0"), ("a9", "a9"),
    ] {
      #expect(SQLPrinter.identifier(name) == text)
    }
  }
}
