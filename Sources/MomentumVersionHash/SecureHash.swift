#if canImport(CryptoKit)
  import CryptoKit
  // Foundation makes `[UInt8]` conform to `DataProtocol`, which CryptoKit takes.
  import Foundation
#else
  import CLibMD
#endif

/// SHA-256 and SHA-512 (FIPS 180-4) of bytes, computed by the system's library.
///
/// swift-crypto would compile all of BoringSSL for these two functions (decision 0016).
enum SecureHash {
  /// The SHA-256 digest, 32 bytes.
  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    #if canImport(CryptoKit)
      return Array(SHA256.hash(data: bytes))
    #else
      var context = SHA2_CTX()
      var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
      SHA256Init(&context)
      SHA256Update(&context, bytes, bytes.count)
      SHA256Final(&digest, &context)
      return digest
    #endif
  }

  /// The SHA-512 digest, 64 bytes.
  static func sha512(_ bytes: [UInt8]) -> [UInt8] {
    #if canImport(CryptoKit)
      return Array(SHA512.hash(data: bytes))
    #else
      var context = SHA2_CTX()
      var digest = [UInt8](repeating: 0, count: Int(SHA512_DIGEST_LENGTH))
      SHA512Init(&context)
      SHA512Update(&context, bytes, bytes.count)
      SHA512Final(&digest, &context)
      return digest
    #endif
  }
}
