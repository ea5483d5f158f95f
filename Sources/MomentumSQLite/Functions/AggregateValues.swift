internal import CSQLite

/// A value that an aggregate receives.
enum AggregateValue: Sendable {
  case number(SQLNumber)
  /// Kept as bytes, since two texts that Swift compares as equal may be different for SQLite.
  case text([UInt8])

  /// `nil` for NULL and a blob and, if `takesTexts` is `false`, for a text that is not a number.
  init?(_ value: OpaquePointer?, takesTexts: Bool) {
    if takesTexts, sqlite3_value_type(value) == SQLITE_TEXT {
      guard let start = sqlite3_value_text(value) else { return nil }
      let count = Int(sqlite3_value_bytes(value))
      self = .text(Array(UnsafeBufferPointer(start: start, count: count)))
    } else {
      guard let number = SQLNumber(value) else { return nil }
      self = .number(number)
    }
  }
}

/// The values that one run of an aggregate has received. SQLite keeps a pointer to this object
/// between the calls of the run.
///
/// SQLite calls the final step even if the statement ends early, so no memory leaks.
final class AggregateValues {
  private var values: [AggregateValue] = []

  static func append(
    _ value: OpaquePointer?, takesTexts: Bool, _ context: OpaquePointer
  ) {
    guard let value = AggregateValue(value, takesTexts: takesTexts) else { return }
    let size = Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)
    // SQLite fills new memory with zeros, which Swift reads as `nil`, at the first call of a run.
    // The pointer is null if no memory is left.
    guard let memory = sqlite3_aggregate_context(context, size) else {
      return sqlite3_result_error_nomem(context)
    }
    let place = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    if let known = place.pointee {
      Unmanaged<AggregateValues>.fromOpaque(known).takeUnretainedValue().values.append(value)
    } else {
      let new = AggregateValues()
      new.values.append(value)
      place.pointee = Unmanaged.passRetained(new).toOpaque()
    }
  }

  /// Returns the values in the order of their arrival, and ends the run.
  static func take(_ context: OpaquePointer) -> [AggregateValue] {
    guard let memory = sqlite3_aggregate_context(context, 0) else { return [] }
    let place = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    guard let pointer = place.pointee else { return [] }
    place.pointee = nil
    return Unmanaged<AggregateValues>.fromOpaque(pointer).takeRetainedValue().values
  }
}
