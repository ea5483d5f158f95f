internal import Foundation

/// Random numbers from a seed and a name (SplitMix64), the same on every machine.
struct SeedRandom {
  private var state: UInt64

  init(_ seed: UInt64, _ name: String) {
    state = seed
    // Use FNV-1a: the hashes of the standard library differ from run to run.
    for byte in name.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from 0 to `count` - 1. `count` must be above 0. The distribution is even enough for
  /// tests.
  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func uuid() -> UUID {
    let (high, low) = (next(), next())
    func byte(_ value: UInt64, _ place: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: value >> (56 - place * 8))
    }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        // Version 4, variant 1, as `UUID()` makes.
        byte(high, 6) & 0x0F | 0x40, byte(high, 7), byte(low, 0) & 0x3F | 0x80, byte(low, 1),
        byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }
}
