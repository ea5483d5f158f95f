// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

public typealias CFAbsoluteTime = Double

/// The seconds since 2001-01-01 UTC.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }

/// Nanoseconds in a second, which Dispatch for Linux does not declare.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds in a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// Microseconds in a second.
public let USEC_PER_SEC: UInt64 = 1_000_000
/// Nanoseconds in a microsecond.
public let NSEC_PER_USEC: UInt64 = 1000

/// Calls a closure. On a Mac, it also releases what the closure has left to a pool; Swift on Linux has
/// no pools.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

extension NSObject {
  /// The class that an archive has for objects of this class.
  public class func classForCoder() -> AnyClass { self }
}

extension IndexPath {
  /// The path of a row of a table.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  /// The path of an item of a collection.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// The index of the section, the first index of the path.
  public var section: Int {
    get { self[0] }
    set { self[0] = newValue }
  }
  /// The index of the row, the second index of the path.
  public var row: Int {
    get { self[1] }
    set { self[1] = newValue }
  }
  /// The index of the item, the second index of the path.
  public var item: Int {
    get { self[1] }
    set { self[1] = newValue }
  }
}
