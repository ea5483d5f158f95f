import Testing

@testable import MomentumVersionHash

/// The examples of FIPS 180-4: the message of three letters, and the empty one.
@Suite struct SecureHashTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func sha256IsTheStandards(message: String, expected: String) {
    #expect(Self.hexadecimal(SecureHash.sha256(Array(message.utf8))) == expected)
  }

  @Test(arguments: [
    (
      "",
      """
      cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce\
      47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e
      """
    ),
    (
      "abc",
      """
      ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
      2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
      """
    ),
  ])
  func sha512IsTheStandards(message: String, expected: String) {
    #expect(Self.hexadecimal(SecureHash.sha512(Array(message.utf8))) == expected)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
