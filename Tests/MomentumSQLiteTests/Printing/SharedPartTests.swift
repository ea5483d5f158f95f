import MomentumSQL
import Testing

/// A statement whose parts are shared is small in memory and endless as a text.
@Suite struct SharedPartTests {
  /// 2 to the power of `doublings` tests of a long name.
  private static func condition(doublings: Int) -> SQLExpression {
    let name = String(repeating: "a", count: SQLPrinter.bytesMax / 8)
    return (0..<doublings).reduce(.isNull(.name(name))) { inner, _ in .and([inner, inner]) }
  }

  /// Nothing is written after the limit, so the time is that of a text of the greatest length.
  @Test func anEndlessTextIsGivenUpAtTheLimit() {
    let select = SQLSelect(
      columns: [.star], source: .table("ZBOOK", alias: "t0"),
      condition: Self.condition(doublings: 60))
    let printed = SQLPrinter.print(select)
    #expect(printed.isTooLong)
    #expect(printed.text.isEmpty && printed.bindings.isEmpty)
  }
}
