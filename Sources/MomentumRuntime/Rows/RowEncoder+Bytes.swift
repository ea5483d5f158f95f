#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RowEncoder {
  /// A BLOB that stands as a list of numbers in generated code, which then needs no Foundation.
  public mutating func append(bytes: [UInt8]) { append(Data(bytes)) }
}
