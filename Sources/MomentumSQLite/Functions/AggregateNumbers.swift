internal import CSQLite

/// What one call of an aggregate has seen so far, kept where SQLite keeps it for us.
///
/// SQLite calls the last step also for a statement that ends early, so nothing leaks.
final class AggregateNumbers {
  private var numbers: [SQLNumber] = []

  static func append(_ value: OpaquePointer?, _ context: OpaquePointer) {
    guard let number = SQLNumber(value) else { return }
    let size = Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)
    // Filled with zeros, that is with `nil`, at the first call; none where memory is short.
    guard let memory = sqlite3_aggregate_context(context, size) else {
      return sqlite3_result_error_nomem(context)
    }
    let place = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    if let known = place.pointee {
      Unmanaged<AggregateNumbers>.fromOpaque(known).takeUnretainedValue().numbers.append(number)
    } else {
      let new = AggregateNumbers()
      new.numbers.append(number)
      place.pointee = Unmanaged.passRetained(new).toOpaque()
    }
  }

  /// The numbers, in the order in which they came; ends the call.
  static func take(_ context: OpaquePointer) -> [SQLNumber] {
    guard let memory = sqlite3_aggregate_context(context, 0) else { return [] }
    let place = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    guard let pointer = place.pointee else { return [] }
    place.pointee = nil
    return Unmanaged<AggregateNumbers>.fromOpaque(pointer).takeRetainedValue().numbers
  }
}
