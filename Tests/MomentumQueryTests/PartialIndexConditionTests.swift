import MomentumQuery
import MomentumSQL
import Testing

/// The condition of a partial index as SQL; `nil` where its text says what no index of Core Data was seen to have.
@Suite struct PartialIndexConditionTests {
  private static let rows: [(String, String?)] = [
    ("a == nil", "ZA IS NULL"), ("a != nil", "ZA IS NOT NULL"), ("a == 1", "ZA = 1"),
    ("a != 1", "ZA <> 1"), ("a < 1", "ZA < 1"), ("a <= 1", "ZA <= 1"), ("a > 1", "ZA > 1"),
    ("a >= 1", "ZA >= 1"), ("a == 1.5", "ZA = 1.5"), ("a == 2.0", "ZA = 2"),
    ("a == 'it''s'", nil), ("a == \"it's\"", "ZA = 'it''s'"),
    ("a > 1 AND b != nil", "(ZA > 1 AND ZB IS NOT NULL)"),
    ("a > 1 OR b != nil", "(ZA > 1 OR ZB IS NOT NULL)"),
    ("a > 1 AND (b == nil OR c == 2)", "(ZA > 1 AND (ZB IS NULL OR \"c d\" = 2))"),
    // A key without a column, alone and among others.
    ("bare == 1", nil), ("bare == nil", nil), ("bare != nil", nil), ("a == 1 AND bare == 1", nil),
    ("bare == 1 OR a == 1", nil), ("a == 1 AND (b == 1 OR bare == nil)", nil),
    ("(bare == 1 AND a == 1) OR b == 1", nil),
    // What is no plain comparison of a key with a constant.
    ("a > nil", nil), ("a < nil", nil), ("a >= nil", nil), ("a <= nil", nil), ("1 == a", nil),
    ("a == b", nil), ("a.b == 1", nil), ("ANY a == 1", nil), ("a ==[c] \"x\"", nil),
    ("NOT a == 1", nil), ("TRUEPREDICATE", nil), ("a IN {1}", nil), ("a CONTAINS \"x\"", nil),
    ("a BEGINSWITH \"x\"", nil), ("a BETWEEN {1, 2}", nil), ("a LIKE \"x\"", nil),
    ("a == 1 AND b IN {1}", nil), ("a == 1 OR NOT b == 2", nil), ("a ==", nil), ("", nil),
  ]

  @Test(arguments: rows) func aConditionIsSQLOrNothing(_ format: String, _ sql: String?) {
    let columns = ["a": "ZA", "b": "ZB", "c": "c d"]
    #expect(PartialIndexCondition.sql(format) { columns[$0] }?.text == sql, "\(format)")
  }

  /// Without a column there is no SQL; the same format has one as soon as each key has a column.
  @Test(arguments: rows.map(\.0).filter { $0.contains("bare") })
  func onlyTheMissingColumnRefusesACondition(_ format: String) {
    #expect(PartialIndexCondition.sql(format) { "Z" + $0.uppercased() } != nil, "\(format)")
  }
}
