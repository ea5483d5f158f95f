import Foundation
import MomentumTestSupport
import Testing

@testable import MomentumMigrationTesting

/// The numbers that seeds draw. Frozen stores of users stand for them: other numbers would make each frozen store
/// another file.
@Suite struct SeedDrawTests {
  private func draws(_ seed: UInt64, _ name: String, _ count: Int) -> [UInt64] {
    var random = SeedRandom(seed, name)
    return (0..<count).map { _ in random.next() }
  }

  /// The published numbers of SplitMix64 for this seed; the first one, 6457827717110365317, is passed over.
  @Test func numbersAreThoseOfSplitMix64() {
    #expect(
      draws(1_234_567, "", 4) == [
        3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
  }

  /// Computed by another program.
  @Test func aNameIsMixedIntoTheSeedByFNV1a() {
    #expect(
      draws(1, "Venue", 3) == [
        3_832_465_187_872_749_060, 10_857_542_760_429_277_905, 11_844_943_287_229_065_627,
      ])
  }

  @Test func anIdentifierIsTwoNumbersWithVersionAndVariant() {
    var random = SeedRandom(1, "Venue")
    #expect(random.uuid().uuidString == "352FA6C8-7934-4604-96AD-BD9D690052D1")
    #expect(random.next() == 11_844_943_287_229_065_627, "two numbers were drawn")
  }

  @Test(arguments: [1, 2, 7, 100]) func aDrawIsTheRestOfADivision(count: Int) {
    var random = SeedRandom(3, "draw")
    for number in draws(3, "draw", 500) {
      #expect(random.below(count) == Int(number % UInt64(count)))
    }
  }

  @Test func aDrawAmongNoneIsZero() {
    var random = SeedRandom(3, "draw")
    #expect([0, -1].map { random.below($0) } == [0, 0])
  }

  /// Of 2,000 draws about twenty are the number itself.
  @Test(arguments: [0, 1, 25, 99, 100]) func aChanceIsADrawBelowItsPercentage(percent: Int) {
    var random = SeedRandom(3, "chance")
    for number in draws(3, "chance", 2000) {
      #expect(random.chance(percent) == (number % 100 < UInt64(percent)), "\(number % 100)")
    }
  }

  /// An ordinary, an empty, a least, a greatest and an odd row come first. Then a quarter of the values is left
  /// out, a draw below 25 of 100 each.
  @Test func aQuarterOfTheValuesByChanceIsLeftOut() throws {
    let compiled = try TestingFixture.compiled(
      "<entity name=\"A\" syncable=\"YES\"><attribute name=\"a\" optional=\"YES\" attributeType=\"Boolean\"/></entity>"
    )
    let rows = 400
    let values = StoreSeed(rowsPerEntity: rows, number: 9).objects(of: compiled)
      .values(of: "a")
    let expected =
      ["false", "null", "false", "true", "false"]
      + draws(9, "A", rows - 5).enumerated().map { index, number in
        number % 100 < 25 ? "null" : (index + 5) % 2 == 1 ? "true" : "false"
      }
    expectEqual(values, expected, "values by chance")
  }
}
