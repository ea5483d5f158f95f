/// A hash of 128 bits, by which a later run recognises a file's bytes.
///
/// MurmurHash3_x64_128 with seed 0: fast even in a debug build, as a plugin's tool is. It detects
/// accidents and edits, but not forgeries: somebody who can write to the folder needs no forged
/// hash. Documented: Austin Appleby, smhasher, MurmurHash3.cpp (public domain).
struct ContentHash: Sendable, Hashable {
  /// The hash as 32 lower-case hexadecimal digits.
  let text: String

  init(_ bytes: [UInt8]) { text = bytes.withUnsafeBytes(Self.digits(of:)) }

  init(_ text: String) {
    var text = text
    self.text = text.withUTF8 { Self.digits(of: UnsafeRawBufferPointer($0)) }
  }

  private static func digits(of buffer: UnsafeRawBufferPointer) -> String {
    var state = (UInt64(0), UInt64(0))
    let blockCount = buffer.count / 16
    for block in 0..<blockCount {
      mix(&state, word(buffer, block * 16, 8), word(buffer, block * 16 + 8, 8))
    }
    let tailCount = buffer.count % 16
    let start = blockCount * 16
    if tailCount > 8 { state.1 ^= second(word(buffer, start + 8, tailCount - 8)) }
    if tailCount > 0 { state.0 ^= first(word(buffer, start, min(tailCount, 8))) }
    return finish(state, UInt64(buffer.count))
  }

  /// The hash in a manifest or stamp; fails if the text is not 32 lower-case hexadecimal digits.
  init?(stated: String) {
    // Compare bytes: a manifest has a hash for each file, and comparing characters takes ten times
    // as long.
    let digits = stated.utf8
    guard digits.count == 32, digits.allSatisfy({ 48...57 ~= $0 || 97...102 ~= $0 }) else {
      return nil
    }
    text = stated
  }

  private static let factors: (UInt64, UInt64) = (0x87c3_7b91_1142_53d5, 0x4cf5_ad43_2745_937f)

  /// Reads up to eight bytes as a number, little-endian.
  private static func word(_ buffer: UnsafeRawBufferPointer, _ start: Int, _ count: Int) -> UInt64 {
    if count == 8 {
      return UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    }
    return (0..<count).reduce(0) { $0 | UInt64(buffer[start + $1]) << UInt64($1 * 8) }
  }

  private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }

  private static func first(_ word: UInt64) -> UInt64 {
    rotated(word &* factors.0, 31) &* factors.1
  }

  private static func second(_ word: UInt64) -> UInt64 {
    rotated(word &* factors.1, 33) &* factors.0
  }

  private static func mix(_ state: inout (UInt64, UInt64), _ one: UInt64, _ two: UInt64) {
    state.0 ^= first(one)
    state.0 = (rotated(state.0, 27) &+ state.1) &* 5 &+ 0x52dc_e729
    state.1 ^= second(two)
    state.1 = (rotated(state.1, 31) &+ state.0) &* 5 &+ 0x3849_5ab5
  }

  private static func finish(_ state: (UInt64, UInt64), _ count: UInt64) -> String {
    var (one, two) = (state.0 ^ count, state.1 ^ count)
    one &+= two
    two &+= one
    one = scrambled(one)
    two = scrambled(two)
    one &+= two
    two &+= one
    return digits(one) + digits(two)
  }

  private static func scrambled(_ word: UInt64) -> UInt64 {
    var word = word
    word = (word ^ word >> 33) &* 0xff51_afd7_ed55_8ccd
    word = (word ^ word >> 33) &* 0xc4ce_b9fe_1a85_ec53
    return word ^ word >> 33
  }

  private static func digits(_ word: UInt64) -> String {
    let text = String(word, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }
}
