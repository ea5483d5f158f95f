internal import CSQLite
internal import MomentumSQL
internal import MomentumText

/// The values that all functions of a connection share.
struct FunctionContext {
  var comparison: TextComparison
  var now: @Sendable () -> Double
}

/// One call of a function by SQLite, with its arguments and the object that takes its result.
struct FunctionCall {
  let shared: FunctionContext
  let result: FunctionResult
  private let context: OpaquePointer
  /// The number of arguments is the registered one: SQLite refuses other calls.
  private let arguments: UnsafeBufferPointer<OpaquePointer?>

  init(
    _ context: OpaquePointer, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?,
    _ shared: FunctionContext
  ) {
    self.context = context
    result = FunctionResult(context)
    self.shared = shared
    arguments = UnsafeBufferPointer(start: values, count: Int(count))
  }

  func isNull(_ index: Int) -> Bool {
    sqlite3_value_type(arguments[index]) == SQLITE_NULL
  }

  func integer(_ index: Int) -> Int64 { sqlite3_value_int64(arguments[index]) }

  /// The bytes of an argument as text; numbers are converted as SQLite prints them. Valid until the
  /// call returns.
  func bytes(_ index: Int) -> UnsafeRawBufferPointer {
    guard let text = sqlite3_value_text(arguments[index]) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: text, count: Int(sqlite3_value_bytes(arguments[index])))
  }

  func text(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

  /// An argument as a number; `nil` for NULL, a blob, and a text that SQLite does not read as a
  /// number.
  func number(_ index: Int) -> SQLNumber? { SQLNumber(arguments[index]) }

  /// The argument if it is stored as a real; a text that looks like a real returns `nil`.
  func storedReal(_ index: Int) -> Double? {
    let value = arguments[index]
    return sqlite3_value_type(value) == SQLITE_FLOAT ? sqlite3_value_double(value) : nil
  }

  func returnNull() { result.give(.null) }
  func returnInteger(_ value: Int) { result.give(.integer(Int64(value))) }
  func returnReal(_ value: Double) { result.give(.real(value)) }
  func returnError(_ message: String) { result.give(error: message) }

  /// A value computed from an argument, once per statement if SQLite detects that the argument is
  /// constant; `nil` if `make` returns `nil`.
  func cached<Value>(argument: Int, _ make: () -> Value?) -> Value? {
    let index = Int32(argument)
    if let pointer = sqlite3_get_auxdata(context, index) {
      return Unmanaged<Box<Value>>.fromOpaque(pointer).takeUnretainedValue().value
    }
    guard let value = make() else { return nil }
    let box = Unmanaged.passRetained(Box(value))
    sqlite3_set_auxdata(context, index, box.toOpaque()) { pointer in
      guard let pointer else { return }
      Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }
    return value
  }
}

private final class Box<Value> {
  let value: Value
  init(_ value: Value) { self.value = value }
}
