import Foundation
import MomentumPostgreSQL
import MomentumRuntime
import MomentumSQLite
import MomentumServer

/// Work on a server for a command, whose function is not asynchronous.
enum ServerRun {
  /// Reads the address of a database; a text that cannot be read is a wrong argument.
  static func address(_ text: String) throws -> ServerAddress {
    do throws(PostgreSQLError) {
      return try ServerAddress(text)
    } catch {
      throw CommandFailure("the address cannot be read: \(error.message)", status: .usage)
    }
  }

  /// Runs `body` as a task and waits for its end on the calling thread, which must not be one that
  /// tasks need: the main thread of the tool, or a thread of its own in a test.
  static func wait<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let outcome = Outcome<Value>()
    let hasEnded = DispatchSemaphore(value: 0)
    Task {
      do { outcome.set(.success(try await body())) } catch { outcome.set(.failure(error)) }
      hasEnded.signal()
    }
    hasEnded.wait()
    do {
      guard let value = try outcome.value?.get() else {
        throw CommandFailure("the work on the server has no result")
      }
      return value
    } catch let error as ServerError {
      throw CommandFailure(error.description, status: error.isOfInput ? .badInput : .failure)
    } catch let error as PostgreSQLError {
      throw CommandFailure(error.description)
    } catch let error as StoreFailure {
      throw CommandFailure(error)
    } catch let error as StoreError {
      throw CommandFailure(error)
    } catch let error as SQLiteError {
      throw CommandFailure(.sqlite(error))
    }
  }

  /// The result of a task.
  ///
  /// `@unchecked`: the value is read and written under the lock only; the task writes it once, before
  /// the semaphore lets the waiting thread read it; nothing else is called while the lock is held.
  private final class Outcome<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Result<Value, any Error>?

    var value: Result<Value, any Error>? { lock.withLock { stored } }

    func set(_ value: Result<Value, any Error>) { lock.withLock { stored = value } }
  }
}
