import MomentumSQL
import MomentumText
import Testing

/// Details of the printed text that SQLite does not mind, and Core Data's logs or another database do.
@Suite struct PrintedTextTests {
  private let name = SQLExpression.column(SQLColumn("t0", "ZNAME"))

  private func order(_ terms: [SQLOrderTerm]) -> String {
    let select = SQLSelect(columns: [name], source: .table("ZBOOK", alias: "t0"), order: terms)
    let text = SQLPrinter.print(select).text
    return String(text[(text.firstRange(of: "ORDER BY")?.lowerBound ?? text.endIndex)...])
  }

  @Test func aCollationStandsBetweenBlanksButAtTheEnd() {
    let up = SQLOrderTerm(name, collation: .localized)
    let down = SQLOrderTerm(name, collation: .localized, isAscending: false)
    #expect(order([up]) == "ORDER BY t0.ZNAME COLLATE NSCollateLocaleSensitive")
    #expect(order([down]) == "ORDER BY t0.ZNAME COLLATE NSCollateLocaleSensitive  DESC")
    #expect(
      order([up, up])
        == "ORDER BY t0.ZNAME COLLATE NSCollateLocaleSensitive , t0.ZNAME COLLATE NSCollateLocaleSensitive"
    )
  }

  @Test func aBinaryCollationIsNamedWhereItIsNotTheDefault() {
    let select = SQLSelect(
      columns: [.collated(.column(SQLColumn("t0", "name")), .binary)],
      source: .table("book", alias: "t0"))
    #expect(SQLPrinter.print(select, dialect: .postgreSQL).text.contains("t0.name COLLATE \"C\""))
    #expect(!SQLPrinter.print(select, dialect: .sqlite).text.contains("COLLATE"))
  }

  @Test func aPragmaIsSetOrAsked() {
    #expect(SQLPrinter.print(.pragma("page_size", .integer(4096))).text == "pragma page_size=4096")
    #expect(SQLPrinter.print(.pragma("page_size")).text == "pragma page_size")
  }
}
