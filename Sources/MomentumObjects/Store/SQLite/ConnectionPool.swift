internal import Foundation

/// The connections of a store: one that writes, and some that read beside it.
///
/// A thread that has a connection gets the same one again. So code that runs inside a save can read
/// without waiting for itself, and sees the changes of the save.
///
/// `@unchecked`: the properties are used under the condition's lock only, and a connection is
/// used only by the thread to which it is lent.
final class ConnectionPool: @unchecked Sendable {
  private let condition = NSCondition()
  private let timeout: Double
  private let readersMax: Int
  private let open: @Sendable () throws -> StoreConnection
  private var writer: StoreConnection?
  private var writerOwner: ObjectIdentifier?
  private var idleReaders: [StoreConnection] = []
  private var lentReaders: [ObjectIdentifier: StoreConnection] = [:]
  private var readerCount = 0

  /// - Parameters:
  ///   - readersMax: The most connections for reading; 0 if all reads use the writer's connection,
  ///     as in memory and with a rollback journal.
  ///   - open: Opens a connection for reading.
  init(
    writer: StoreConnection, readersMax: Int, timeout: Double,
    open: @escaping @Sendable () throws -> StoreConnection
  ) {
    self.writer = writer
    self.readersMax = readersMax
    self.timeout = timeout
    self.open = open
  }

  func write<Result>(_ body: (StoreConnection) throws -> Result) throws -> Result {
    let (connection, isMine) = try takeWriter()
    defer { if !isMine { giveBackWriter() } }
    return try body(connection)
  }

  func read<Result>(_ body: (StoreConnection) throws -> Result) throws -> Result {
    if readersMax == 0 { return try write(body) }
    let (connection, isMine) = try takeReader()
    defer { if !isMine { giveBackReader() } }
    return try body(connection)
  }

  /// Closes the connections; a connection that is in use is closed when it is returned.
  func close() {
    condition.lock()
    writer = nil
    idleReaders = []
    condition.broadcast()
    condition.unlock()
  }

  // MARK: - Writer

  private var thread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

  private func takeWriter() throws -> (StoreConnection, isMine: Bool) {
    let (me, deadline) = (thread, Date(timeIntervalSinceNow: timeout))
    condition.lock()
    defer { condition.unlock() }
    while true {
      guard let writer else { throw SQLiteStoreError.closed }
      if writerOwner == me { return (writer, true) }
      if writerOwner == nil {
        writerOwner = me
        return (writer, false)
      }
      guard condition.wait(until: deadline) else { throw SQLiteStoreError.timeout }
    }
  }

  private func giveBackWriter() {
    condition.lock()
    writerOwner = nil
    condition.broadcast()
    condition.unlock()
  }

  // MARK: - Readers

  private func takeReader() throws -> (StoreConnection, isMine: Bool) {
    let (me, deadline) = (thread, Date(timeIntervalSinceNow: timeout))
    condition.lock()
    defer { condition.unlock() }
    while true {
      guard let writer else { throw SQLiteStoreError.closed }
      if writerOwner == me { return (writer, true) }
      if let mine = lentReaders[me] { return (mine, true) }
      if let idle = idleReaders.popLast() {
        lentReaders[me] = idle
        return (idle, false)
      }
      if readerCount < readersMax {
        readerCount += 1
        // Opening may wait for a lock of the file. Unlock, so that other threads can return
        // connections.
        condition.unlock()
        let opened = Result { try open() }
        condition.lock()
        guard case .success(let reader) = opened else {
          readerCount -= 1
          // Wake all waiting threads: the writer and the readers are waited for with the same
          // condition, so a signal to one thread could miss the readers.
          condition.broadcast()
          return (try opened.get(), false)
        }
        lentReaders[me] = reader
        return (reader, false)
      }
      guard condition.wait(until: deadline) else { throw SQLiteStoreError.timeout }
    }
  }

  private func giveBackReader() {
    condition.lock()
    let reader = lentReaders.removeValue(forKey: thread)
    if let reader, writer != nil { idleReaders.append(reader) }
    condition.broadcast()
    condition.unlock()
  }
}
