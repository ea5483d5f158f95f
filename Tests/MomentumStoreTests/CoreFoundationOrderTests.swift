import MomentumTestSupport
import Testing

@testable import MomentumStore

/// The order of Core Foundation's dictionaries, beside what another program computes from the same public facts.
@Suite struct CoreFoundationOrderTests {
  /// Lengths of a text, among them those about 96 units, from which on three parts of it count.
  private static let hashes: [(length: Int, hash: UInt64)] = [
    (0, 0),
    (1, 1062),
    (3, 516_216_339),
    (4, 32_698_576_594),
    (5, 16_885_236_665_814),
    (31, 16_678_553_744_771_674_703),
    (32, 7_852_183_634_634_457_972),
    (33, 12_711_521_457_870_354_308),
    (95, 3_151_349_713_880_506_867),
    (96, 11_878_530_876_614_994_632),
    (97, 6_321_719_289_710_218_335),
    (98, 4_612_780_280_553_070_826),
    (128, 14_805_228_149_381_679_856),
    (129, 13_184_168_235_446_374_989),
    (200, 84_650_063_605_760_460),
  ]

  @Test func aTextIsHashedByItsUnits() {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    for (length, hash) in Self.hashes {
      let text = String((0..<length).map { letters[$0 * 7 % 26] })
      #expect(coreFoundationHash(text) == hash, "\(length) units")
    }
    #expect(coreFoundationHash("ü😀") == 736_665_372)
  }

  /// Numbers of keys on both sides of each size of a table, and a fingerprint of their order.
  private static let orders: [(count: Int, fingerprint: UInt64)] = [
    (1, 6_348_321_579_008_370_132),
    (2, 13_866_939_001_909_742_744),
    (3, 18_155_600_912_997_233_755),
    (4, 2_510_545_495_585_974_373),
    (6, 11_547_138_441_643_530_024),
    (7, 2_458_541_894_263_961_349),
    (11, 17_972_060_417_741_116_742),
    (12, 12_311_601_960_974_806_479),
    (19, 5_673_933_099_049_274_250),
    (20, 13_385_396_623_018_582_283),
    (32, 2_989_193_980_877_790_881),
    (33, 16_154_005_026_497_629_847),
    (52, 143_120_858_076_471_707),
    (53, 3_044_089_051_375_728_573),
    (85, 9_138_389_090_456_566_962),
    (86, 15_465_509_941_913_514_368),
    (118, 5_288_324_917_328_764_384),
    (119, 10_665_641_110_790_113_499),
    (155, 9_470_587_791_266_543_821),
    (156, 8_618_416_334_322_650_061),
    (237, 7_838_939_946_325_158_577),
    (238, 6_490_097_199_396_287_144),
    (390, 3_693_097_761_412_093_364),
    (391, 18_195_693_137_724_404_767),
    (672, 854_380_664_432_655_141),
    (673, 8_141_382_998_296_753_911),
    (1065, 16_786_346_811_836_399_669),
    (1066, 11_408_475_369_901_910_758),
    (1732, 16_434_927_645_632_033_187),
    (1733, 339_394_869_589_739_043),
    (2795, 1_538_626_111_480_847_341),
    (2796, 1_049_526_933_189_902_799),
    (4543, 18_012_832_139_842_905_336),
    (4544, 12_398_297_675_855_106_237),
    (7391, 7_556_342_477_005_259_742),
    (7392, 952_793_215_352_435_147),
    (12_019, 12_762_663_999_758_420_059),
    (12_020, 12_113_430_600_894_190_399),
    (19_302, 4_956_770_237_209_552_062),
    (19_303, 16_146_189_728_251_232_174),
  ]

  @Test func keysStandInTheSlotsOfATable() {
    for (count, fingerprint) in Self.orders {
      let keys = (0..<count).map { "key\($0)" }
      let text = CoreFoundationDictionaryOrder.order(keys, capacity: count).joined(separator: ",")
      let found = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
      #expect(found == fingerprint, "\(count) keys")
      if count < 100 {
        #expect(DictionaryOrder.coreFoundation(keys).joined(separator: ",") == text)
      }
    }
  }

  @Test func theTableHasRoomForTheCapacity() {
    func order(_ keys: [String], _ capacity: Int) -> String {
      CoreFoundationDictionaryOrder.order(keys, capacity: capacity).joined()
    }
    for (capacity, expected) in [
      (0, "abc"), (3, "abc"), (4, "bca"), (7, "cab"), (12, "abc"), (20, "cab"), (40, "bca"),
    ] {
      #expect(order(["a", "b", "c"], capacity) == expected, "\(capacity)")
    }
    #expect(order(["a", "b", "a"], 3) == "ab", "a key stands there once")
    #expect(order([], 0) == "" && order([], 3) == "" && order([], 19_303) == "")
    // Beyond the largest known table.
    #expect(order(["b", "a"], 19_303) == "ba")
  }
}
