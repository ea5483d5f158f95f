import MomentumModel
import Testing

@testable import MomentumPredicate

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Constants: how they are computed, and what becomes of them where a type is wanted.
@Suite struct ConstantTests {
  // MARK: - Computing

  private func folded(_ sign: ArithmeticOperator, _ left: Literal, _ right: Literal) -> String {
    do throws(ConstantFolding.Failure) {
      return try ConstantFolding.fold(sign, left, right).map { "\($0)" } ?? "nothing"
    } catch {
      return "\(error)"
    }
  }

  @Test func wholeNumbersStayWhole() {
    let rows: [(ArithmeticOperator, Int64, Int64, String)] = [
      (.add, 2, 3, "integer(5)"), (.subtract, 2, 3, "integer(-1)"),
      (.multiply, 4, 3, "integer(12)"), (.divide, 7, 2, "integer(3)"),
      (.divide, -7, 2, "integer(-3)"), (.divide, 0, 5, "integer(0)"),
      (.bitwiseAnd, 6, 3, "integer(2)"), (.bitwiseOr, 6, 3, "integer(7)"),
      (.bitwiseXor, 6, 3, "integer(5)"), (.power, 2, 3, "double(8.0)"),
      (.power, 2, -1, "double(0.5)"), (.divide, 1, 0, "divisionByZero"),
      (.add, .max, 1, "overflow"), (.add, .max, 0, "integer(\(Int64.max))"),
      (.subtract, .min, 1, "overflow"), (.multiply, .max, 2, "overflow"),
      (.divide, .min, -1, "overflow"),
    ]
    for (sign, left, right, result) in rows {
      let found = folded(sign, .integer(left), .integer(right))
      #expect(found == result, "\(left) \(sign) \(right)")
    }
  }

  @Test func fractionsMakeDoubles() {
    let rows: [(ArithmeticOperator, Literal, Literal, String)] = [
      (.add, .double(1.5), .double(0.25), "double(1.75)"),
      (.subtract, .double(1.5), .integer(2), "double(-0.5)"),
      (.subtract, .integer(2), .double(1.5), "double(0.5)"),
      (.multiply, .double(1.5), .integer(3), "double(4.5)"),
      (.divide, .double(3), .decimal("2"), "double(1.5)"),
      (.divide, .decimal("3"), .double(2), "double(1.5)"),
      (.divide, .double(1), .integer(0), "divisionByZero"),
      (.multiply, .double(1e308), .integer(10), "overflow"),
      (.bitwiseAnd, .double(1), .integer(1), "nothing"),
      (.bitwiseOr, .double(1), .integer(1), "nothing"),
      (.bitwiseXor, .double(1), .integer(1), "nothing"),
    ]
    for (sign, left, right, result) in rows {
      #expect(folded(sign, left, right) == result, "\(left) \(sign) \(right)")
    }
  }

  /// Whole exponents up to 4096 on either side; the others are left to SQL.
  @Test func powersHaveWholeExponents() {
    let rows: [(Double, Double, String)] = [
      (2, 0, "double(1.0)"), (2, 1, "double(2.0)"), (2, 10, "double(1024.0)"),
      (3, 5, "double(243.0)"), (-2, 3, "double(-8.0)"), (2, -2, "double(0.25)"),
      (2, 0.5, "nothing"), (1, 4096, "double(1.0)"), (1, 4097, "nothing"),
      (1, -4096, "double(1.0)"), (1, -4097, "nothing"), (2, 2000, "overflow"),
      (0, -1, "overflow"),
    ]
    for (base, exponent, result) in rows {
      #expect(
        folded(.power, .double(base), .double(exponent)) == result, "\(base) ** \(exponent)")
    }
  }

  @Test func longNumbersStayDecimal() {
    let long = "100000000000000000000"
    let rows: [(ArithmeticOperator, Literal, Literal, String)] = [
      (.add, .decimal(long), .integer(1), "decimal(\"100000000000000000001\")"),
      (.subtract, .decimal(long), .integer(1), "decimal(\"99999999999999999999\")"),
      (.subtract, .integer(1), .decimal("10"), "decimal(\"-9\")"),
      (.multiply, .decimal(long), .decimal("3"), "decimal(\"300000000000000000000\")"),
      (.divide, .decimal("10"), .integer(4), "decimal(\"2.5\")"),
      (.divide, .decimal(long), .integer(0), "divisionByZero"),
      (.power, .decimal("10"), .integer(2), "nothing"),
      (.bitwiseAnd, .decimal("10"), .integer(2), "nothing"),
      (.bitwiseOr, .decimal("10"), .integer(2), "nothing"),
      (.bitwiseXor, .decimal("10"), .integer(2), "nothing"),
    ]
    for (sign, left, right, result) in rows {
      #expect(folded(sign, left, right) == result, "\(left) \(sign) \(right)")
    }
  }

  @Test func whatIsNoNumberIsNotComputed() {
    for other in [Literal.null, .string("1")] {
      for number in [Literal.integer(1), .double(1), .decimal("1")] {
        #expect(folded(.add, other, number) == "nothing")
        #expect(folded(.add, number, other) == "nothing")
      }
      #expect(ConstantFolding.double(other) == nil)
    }
  }

  /// The type of a computed value: integers widen, a date and seconds make a date.
  @Test func computedValuesHaveATypeOfTheirOwn() {
    let rows: [(ArithmeticOperator, PredicateType?, PredicateType?, PredicateType?)] = [
      (.add, .attribute(.integer16), .attribute(.integer32), .attribute(.integer64)),
      (.divide, .count, .attribute(.boolean), .attribute(.integer64)),
      (.multiply, .attribute(.integer64), .attribute(.float), .attribute(.double)),
      (.subtract, .attribute(.decimal), .attribute(.integer16), .attribute(.decimal)),
      (.subtract, .attribute(.integer16), .attribute(.decimal), .attribute(.decimal)),
      (.add, .attribute(.decimal), .attribute(.double), .attribute(.double)),
      (.add, .attribute(.decimal), nil, .attribute(.decimal)),
      (.add, nil, .attribute(.float), .attribute(.double)), (.add, nil, nil, nil),
      (.power, .attribute(.integer16), .attribute(.integer16), .attribute(.double)),
      (.bitwiseAnd, .attribute(.integer16), .attribute(.decimal), .attribute(.integer64)),
      (.bitwiseOr, .attribute(.double), nil, .attribute(.integer64)),
      (.bitwiseXor, nil, nil, .attribute(.integer64)),
      (.add, .attribute(.date), .attribute(.double), .attribute(.date)),
      (.add, .attribute(.double), .attribute(.date), .attribute(.date)),
      (.subtract, .attribute(.date), .attribute(.double), .attribute(.date)),
      (.subtract, .attribute(.date), .attribute(.date), .attribute(.double)),
      (.subtract, .attribute(.date), nil, .attribute(.double)),
      (.add, .attribute(.date), .attribute(.date), .attribute(.date)),
      (.subtract, .attribute(.double), .attribute(.date), .attribute(.date)),
    ]
    for (sign, left, right, result) in rows {
      #expect(
        PredicateType.computed(sign, left, right) == result,
        "\(String(describing: left)) \(sign) \(String(describing: right))")
    }
  }

  @Test func aggregatesHaveATypeOfTheirOwn() {
    let types: [AttributeType] = [.integer16, .decimal, .float, .double, .date]
    let rows: [(AggregateFunction, [PredicateType?])] = [
      (.count, [.count, .count, .count, .count, .count]),
      (.countDistinct, [.count, .count, .count, .count, .count]),
      (
        .sum,
        [.integer64, .decimal, .double, .double, .date].map { PredicateType.attribute($0) }
      ),
      (.average, [.double, .decimal, .double, .double, .double].map { .attribute($0) }),
      (.median, [.double, .decimal, .double, .double, .double].map { .attribute($0) }),
      (.standardDeviation, [.double, .decimal, .double, .double, .double].map { .attribute($0) }),
      (.minimum, types.map { .attribute($0) }), (.maximum, types.map { .attribute($0) }),
      (.mode, types.map { .attribute($0) }),
    ]
    for (function, results) in rows {
      for (type, result) in zip(types, results) {
        #expect(PredicateType.of(function, .attribute(type)) == result, "\(function) of \(type)")
      }
    }
    #expect(PredicateType.of(.sum, nil) == nil)
    #expect(PredicateType.of(.maximum, nil) == nil)
  }

  // MARK: - Bounds

  @Test func aBoundIsGreaterThanAnotherOfItsKind() {
    let pairs: [(AttributeValue, AttributeValue)] = [
      (.integer(1), .integer(2)), (.double(1.5), .double(2.5)), (.integer(1), .double(1.5)),
      (.double(1.5), .integer(2)), (.decimal(1), .decimal(2)), (.date(1), .date(2)),
      (.string("Z"), .string("a")), (.string("a"), .string("é")),
    ]
    for (low, high) in pairs {
      #expect(high.isGreater(than: low), "\(high) > \(low)")
      #expect(!low.isGreater(than: high), "\(low) > \(high)")
      #expect(!low.isGreater(than: low) && !high.isGreater(than: high))
    }
    #expect(!AttributeValue.boolean(true).isGreater(than: .boolean(false)))
    #expect(!AttributeValue.string("b").isGreater(than: .integer(1)))
    #expect(!AttributeValue.decimal(5).isGreater(than: .integer(1)))
  }

  @Test func aWholeNumberFitsTheWidthOfItsAttribute() {
    let rows: [(Int64, AttributeType, Bool)] = [
      (32767, .integer16, true), (32768, .integer16, false), (-32768, .integer16, true),
      (-32769, .integer16, false), (2_147_483_647, .integer32, true),
      (2_147_483_648, .integer32, false), (-2_147_483_648, .integer32, true),
      (-2_147_483_649, .integer32, false), (.max, .integer64, true), (.max, .double, true),
    ]
    for (value, type, fits) in rows {
      #expect(AttributeValue.integer(value).fits(type) == fits, "\(value) as \(type)")
    }
    #expect(AttributeValue.double(1e9).fits(.integer16), "only whole numbers are looked at")
  }
}
