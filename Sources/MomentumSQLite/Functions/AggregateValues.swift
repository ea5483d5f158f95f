internal import CSQLite

/// A value that an aggregate looks at.
enum AggregateValue: Sendable {
  case number(SQLNumber)
  /// Bytes, since texts that Swift finds equal may be two to SQLite.
  case text([UInt8])

  /// `nil` for NULL, a blob, and a text where only numbers count and it spells none.
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

/// What one call of an aggregate has seen so far, kept where SQLite keeps it for us.
///
/// SQLite calls the last step also for a statement that ends early, so nothing leaks.
final class AggregateValues {
  private var values: [AggregateValue] = []

  static func append(
    _ value: OpaquePointer?, takesTexts: Bool, _ context: OpaquePointer
  ) {
    guard let value = AggregateValue(value, takesTexts: takesTexts) else { return }
    let size = Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)
    // Filled with zeros, that is with `nil`, at the first call; none where memory is short.
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

  /// The values, in the order in which they came; ends the call.
  static func take(_ context: OpaquePointer) -> [AggregateValue] {
    guard let memory = sqlite3_aggregate_context(context, 0) else { return [] }
    let place = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    guard let pointer = place.pointee else { return [] }
    place.pointee = nil
    return Unmanaged<AggregateValues>.fromOpaque(pointer).takeRetainedValue().values
  }
}
