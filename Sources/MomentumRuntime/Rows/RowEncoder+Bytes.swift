#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RowEncoder {
  /// Appends a BLOB. Generated code writes it as a list of numbers, so that it needs no Foundation.
  public mutating func append(bytes: [UInt8]) { append(Data(bytes)) }
}
