#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RowEncoder {
  /// Appends a BLOB from an array of bytes, so that generated code needs no Foundation.
  public mutating func append(bytes: [UInt8]) { append(Data(bytes)) }
}
