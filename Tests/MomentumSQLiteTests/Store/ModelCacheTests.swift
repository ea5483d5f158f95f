import MomentumSQL
import MomentumSQLite
import Testing

@Suite struct ModelCacheTests {
  /// A last block of DEFLATE that is stored as it is: its length, the length inverted, three bytes (RFC 1951,
  /// section 3.2.4).
  private static let packed: [UInt8] = [1, 3, 0, 0xFC, 0xFF, 7, 8, 9]

  private func read(_ packed: [UInt8]) throws -> [UInt8]? {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
    try connection.execute("INSERT INTO Z_MODELCACHE VALUES (?)", [.blob(packed)])
    return try ModelCache.read(from: connection)
  }

  @Test func aWholeStreamIsRead() throws {
    #expect(try read(Self.packed) == [7, 8, 9])
  }

  @Test(arguments: [0, 1, 5, 65_536, 70_000, 200_000])
  func whatIsPackedIsReadBack(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 7) }
    let packed = try #require(ModelCache.deflate(bytes))
    #expect(try read(packed) == bytes)
    if count > 100 { #expect(packed.count * 20 < count) }
  }

  @Test func aLongStreamThatIsCutOffIsRefused() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: ($0 &* $0) >> 7) }
    let packed = try #require(ModelCache.deflate(bytes))
    #expect(try read(packed) == bytes)
    for length in stride(from: 0, to: packed.count, by: packed.count / 7 + 1) {
      #expect(throws: StoreError.self, "\(length)") { try read(Array(packed.prefix(length))) }
    }
  }

  /// Neither waits for more nor gives half an archive.
  @Test(arguments: 0..<8)
  func aStreamThatIsCutOffIsRefused(length: Int) throws {
    let error = #expect(throws: StoreError.self) { try read(Array(Self.packed.prefix(length))) }
    guard case .modelCache? = error else {
      Issue.record("\(length) bytes: \(String(describing: error))")
      return
    }
  }
}
