import Testing

@testable import MomentumGeneration

@Suite struct ContentHashTests {
  /// What other implementations of MurmurHash3_x64_128 give, seed 0.
  @Test(arguments: [
    ("", "00000000000000000000000000000000"),
    ("hello", "cbd8a7b341bd9b025b1e906a48ae1d19"),
    ("The quick brown fox jumps over the lazy dog", "e34bbc7bbc071b6c7a433ca9c49a9347"),
  ])
  func knownTextsHaveTheKnownHash(text: String, hash: String) {
    #expect(ContentHash(text).text == hash)
  }

  @Test func everyByteAndTheLengthCount() {
    var seen: Set<ContentHash> = []
    for count in 0..<70 {
      let zeros = [UInt8](repeating: 0, count: count)
      #expect(seen.insert(ContentHash(zeros)).inserted, "\(count)")
      for index in zeros.indices {
        var bytes = zeros
        bytes[index] = 0x80
        #expect(seen.insert(ContentHash(bytes)).inserted, "\(count) \(index)")
      }
    }
  }

  @Test func onlyHexadecimalDigitsAreAHash() {
    let text = ContentHash("hello").text
    #expect(ContentHash(stated: text)?.text == text)
    for wrong in ["", String(text.dropLast()), text.uppercased(), text.replacing("c", with: "g")] {
      #expect(ContentHash(stated: wrong) == nil)
    }
  }
}
