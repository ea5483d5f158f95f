internal import CSQLite

/// The closure that SQLite calls while a statement runs. It is in an object, since C keeps a
/// pointer to it.
final class ProgressHandler {
  let shouldStop: () -> Bool

  init(_ shouldStop: @escaping () -> Bool) { self.shouldStop = shouldStop }
}

extension Connection {
  /// Makes SQLite call `shouldStop` each time `count` of its instructions have run; if the closure
  /// returns `true`, the statement throws `.interrupted`. `nil` removes the closure.
  ///
  /// Documented: <https://sqlite.org/c3ref/progress_handler.html>.
  package func onProgress(everyInstructions count: Int32, _ shouldStop: (() -> Bool)?) {
    guard let shouldStop else {
      sqlite3_progress_handler(handle, 0, nil, nil)
      progressHandler = nil
      return
    }
    let handler = ProgressHandler(shouldStop)
    sqlite3_progress_handler(
      handle, count,
      { context in
        guard let context else { return 0 }
        let handler = Unmanaged<ProgressHandler>.fromOpaque(context).takeUnretainedValue()
        return handler.shouldStop() ? 1 : 0
      }, Unmanaged.passUnretained(handler).toOpaque())
    progressHandler = handler
  }
}
