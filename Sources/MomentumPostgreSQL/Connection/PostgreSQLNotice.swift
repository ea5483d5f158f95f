internal import CLibPQ

/// A message of the server that is no error: `NOTICE: table "venue" does not exist, skipping`.
package struct PostgreSQLNotice: Sendable, Hashable {
  /// `NOTICE`, `WARNING`, `INFO`, `LOG` or `DEBUG`, in every language of the server.
  package var severity: String
  package var state: SQLState?
  package var message: String
}

extension PostgreSQLNotice {
  fileprivate init(_ result: OpaquePointer) {
    func field(_ code: Int) -> String? {
      PQresultErrorField(result, Int32(code)).map { String(cString: $0) }
    }
    self.init(
      severity: field(MOMENTUM_PQ_SEVERITY) ?? "NOTICE",
      state: field(MOMENTUM_PQ_SQLSTATE).map(SQLState.init(rawValue:)),
      message: field(MOMENTUM_PQ_MESSAGE) ?? "")
  }
}

/// The closure that libpq calls for each notice. It is in an object, since C keeps a pointer to it.
final class NoticeReceiver {
  private let receive: @Sendable (PostgreSQLNotice) -> Void

  init(_ receive: @escaping @Sendable (PostgreSQLNotice) -> Void) { self.receive = receive }

  /// Calls the closure for the notices of a connection. Without a receiver libpq would write them to
  /// the standard error output.
  static func install(_ receiver: NoticeReceiver, on connection: OpaquePointer) {
    PQsetNoticeReceiver(
      connection,
      { context, result in
        guard let context, let result else { return }
        let receiver = Unmanaged<NoticeReceiver>.fromOpaque(context).takeUnretainedValue()
        receiver.receive(PostgreSQLNotice(result))
      }, Unmanaged.passUnretained(receiver).toOpaque())
  }
}
