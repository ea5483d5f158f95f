import MomentumPostgreSQL
import Testing

/// Decimal numbers as the server keeps them.
@Suite struct NumericTests {
  @Test(arguments: [
    "0", "1", "-1", "12345.678", "-0.00012", "0.0000", "10000", "99999999", "100000000.50",
    "123456789012345678901234567890.123456789", "NaN", "Infinity", "-Infinity", "0.00000001",
  ])
  func textIsKept(_ text: String) {
    #expect(PostgreSQLNumeric(text)?.description == text)
  }

  @Test(arguments: ["", "-", ".", "1e5", "0x1", "1.2.3", " 1", "nan", "--1", "１"])
  func otherTextsAreNoNumbers(_ text: String) { #expect(PostgreSQLNumeric(text) == nil) }

  @Test func numbersPastTheLimitsOfTheTypeAreRefused() {
    #expect(PostgreSQLNumeric(String(repeating: "9", count: 131_072)) != nil)
    #expect(PostgreSQLNumeric(String(repeating: "9", count: 131_073)) == nil)
    #expect(PostgreSQLNumeric("0." + String(repeating: "9", count: 16_384)) == nil)
  }
}
