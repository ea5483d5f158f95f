internal import CZlib
internal import MomentumSQL

/// Reads and packs the copy of the compiled model that a store keeps in `Z_MODELCACHE.Z_CONTENT`.
///
/// It is a raw DEFLATE stream of a keyed archive. Observed in stores of framework 637 and later.
package enum ModelCache {
  /// The limit is far above any model seen; a damaged stream may unpack to any size.
  private static let sizeMax = 256 << 20

  /// The bytes of the keyed archive; `nil` if the store keeps no model.
  package static func read(from connection: Connection) throws(StoreError) -> [UInt8]? {
    try asStoreError {
      guard try connection.hasTable("Z_MODELCACHE"),
        case .blob(let packed)? = try connection.firstValue(
          "SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1")
      else { return nil }
      guard let bytes = inflate(packed) else {
        throw StoreError.modelCache(
          path: connection.path, message: "Z_MODELCACHE is not a DEFLATE stream, or is cut off")
      }
      return bytes
    }
  }

  /// Packs a keyed archive as a raw DEFLATE stream; `nil` if it is larger than `inflate` accepts, or
  /// if there is no memory for it.
  package static func deflate(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard bytes.count <= sizeMax, momentum_deflate_raw_init(&stream) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    var input = bytes
    // The bound is for the whole input, so one call writes all of it.
    var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(bytes.count))))
    let status = input.withUnsafeMutableBufferPointer { input in
      packed.withUnsafeMutableBufferPointer { packed in
        stream.next_in = input.baseAddress
        stream.avail_in = uInt(input.count)
        stream.next_out = packed.baseAddress
        stream.avail_out = uInt(packed.count)
        return CZlib.deflate(&stream, Z_FINISH)
      }
    }
    guard status == Z_STREAM_END else { return nil }
    return Array(packed.prefix(packed.count - Int(stream.avail_out)))
  }

  /// The bytes of a raw DEFLATE stream; `nil` if the stream is damaged, cut off or too large.
  static func inflate(_ packed: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard momentum_inflate_raw_init(&stream) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var input = packed
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    return input.withUnsafeMutableBufferPointer { input -> [UInt8]? in
      stream.next_in = input.baseAddress
      stream.avail_in = uInt(input.count)
      while true {
        let (status, count) = chunk.withUnsafeMutableBufferPointer { chunk in
          stream.next_out = chunk.baseAddress
          stream.avail_out = uInt(chunk.count)
          let status = CZlib.inflate(&stream, Z_NO_FLUSH)
          return (status, chunk.count - Int(stream.avail_out))
        }
        result += chunk[..<count]
        if status == Z_STREAM_END { return result }
        // A call that makes no progress, because the stream is cut off, returns `Z_BUF_ERROR`.
        guard status == Z_OK, result.count <= sizeMax else { return nil }
      }
    }
  }
}
