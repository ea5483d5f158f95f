internal import CSQLite
package import MomentumSQL

// Binds single values without an array of values, for loops over many rows.
//
//     try statement.beginBinding(count: 2)
//     statement.bind(integer: 7, at: 0)
//     statement.bind(text: "Ann", at: 1)
//     try statement.runToEnd()

extension Statement {
  /// Makes the statement ready to take new values. Throws if it does not have `count` placeholders:
  /// otherwise those without a new value would keep the value of the last run.
  package func beginBinding(count: Int) throws(SQLiteError) {
    guard count == parameterCount else {
      throw SQLiteError(
        .bind, code: .range, reason: .bindingCount,
        message: "\(count) values for \(parameterCount) placeholders", sql: sql)
    }
    reset()
    scratch.clear()
  }

  /// - Parameter index: The position of the placeholder, from 0.
  package func bindNull(at index: Int) {
    note(sqlite3_bind_null(handle, Int32(truncatingIfNeeded: index + 1)))
  }

  package func bind(integer: Int64, at index: Int) {
    note(sqlite3_bind_int64(handle, Int32(truncatingIfNeeded: index + 1), integer))
  }

  package func bind(real: Double, at index: Int) {
    note(sqlite3_bind_double(handle, Int32(truncatingIfNeeded: index + 1), real))
  }

  package func bind(_ value: SQLValue, at index: Int) {
    switch value {
    case .null: bindNull(at: index)
    case .integer(let number): bind(integer: number, at: index)
    case .real(let number): bind(real: number, at: index)
    case .text(let text): bind(text: text, at: index)
    case .blob(let bytes): bind(blob: bytes, at: index)
    }
  }

  package func bind(text: String, at index: Int) {
    var text = text
    text.withUTF8 { bind(textBytes: UnsafeRawBufferPointer($0), at: index) }
  }

  /// - Parameter bytes: UTF-8, which is copied.
  package func bind(textBytes bytes: UnsafeRawBufferPointer, at index: Int) {
    let copy = scratch.copy(bytes)
    let start = copy ?? bytes.baseAddress
    note(
      sqlite3_bind_text64(
        handle, Int32(truncatingIfNeeded: index + 1),
        start?.assumingMemoryBound(to: CChar.self) ?? emptyText, UInt64(bytes.count),
        copy == nil ? momentum_sqlite_transient() : nil, UInt8(SQLITE_UTF8)))
  }

  /// - Parameter first: A byte to store before the others; `nil` for none.
  package func bind(blob bytes: [UInt8], after first: UInt8? = nil, at index: Int) {
    if let first { return bind(blob: [first] + bytes, at: index) }
    bytes.withUnsafeBytes { bind(blob: $0, at: index) }
  }

  package func bind(blob bytes: UnsafeRawBufferPointer, at index: Int) {
    let position = Int32(truncatingIfNeeded: index + 1)
    guard bytes.count > 0 else { return note(sqlite3_bind_zeroblob(handle, position, 0)) }
    let copy = scratch.copy(bytes)
    note(
      sqlite3_bind_blob64(
        handle, position, copy ?? bytes.baseAddress, UInt64(bytes.count),
        copy == nil ? momentum_sqlite_transient() : nil))
  }

  /// Runs a statement without rows. Throws the first error of a binding, or that of the run.
  ///
  /// - Returns: The number of changed rows, without those of triggers.
  @discardableResult
  package func runToEnd() throws(SQLiteError) -> Int {
    let code = scratch.failure
    guard code == SQLITE_OK else { throw connection.error(.bind, code, sql: sql) }
    while try step() {}
    return connection.changedRowCount
  }

  private func note(_ code: Int32) {
    if code != SQLITE_OK, scratch.failure == SQLITE_OK { scratch.failure = code }
  }
}

/// The texts and blobs of one run of a statement, in one block of memory.
///
/// SQLite copies a bound text into its own memory unless the caller promises that the text is not
/// moved. A small Swift string is stored in its variable and has no fixed address, so its bytes are
/// copied into this block, which is allocated once for all runs.
///
/// It is a class so that a binding changes single variables: the runtime guards each use of a
/// struct in a class against overlapping uses, which costs as much as the copy.
final class BindingScratch {
  private static var size: Int { 4096 }

  private var block: UnsafeMutableRawPointer?
  private var used = 0
  /// The code of the first binding that failed; `SQLITE_OK` if none has failed.
  var failure = SQLITE_OK

  @inline(__always)
  func clear() {
    used = 0
    failure = SQLITE_OK
  }

  /// Copies the bytes into the block; `nil` if they do not fit: the caller then lets SQLite copy
  /// them.
  @inline(__always)
  func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    let position = used
    guard let start = bytes.baseAddress, bytes.count <= BindingScratch.size - position else {
      return nil
    }
    let place = (block ?? allocate()) + position
    place.copyMemory(from: start, byteCount: bytes.count)
    used = position + bytes.count
    return UnsafeRawPointer(place)
  }

  private func allocate() -> UnsafeMutableRawPointer {
    let made = UnsafeMutableRawPointer.allocate(byteCount: BindingScratch.size, alignment: 8)
    block = made
    return made
  }

  /// The statement, which is finalized by then, has the only reference.
  deinit { block?.deallocate() }
}
