internal import CLibPQ
internal import Foundation

// Whether a connection can be lent, told without a round trip.

extension PostgreSQLConnection {
  /// Whether the session is as it was: no transaction, nothing under way.
  package var isReusable: Bool {
    guard let handle, !handle.isLost, !isCopying else { return false }
    return PQtransactionStatus(handle.pointer) == PQTRANS_IDLE && transactionDepth == 0
  }

  /// Whether an idle connection still has its server: what the server has sent meanwhile is read,
  /// and if it has closed the connection, that is seen.
  package var isUsable: Bool {
    guard isReusable, let handle else { return false }
    var byte: UInt8 = 0
    while true {
      let count = recv(PQsocket(handle.pointer), &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
      if count < 0 { return errno == EAGAIN || errno == EWOULDBLOCK }
      guard count > 0, PQconsumeInput(handle.pointer) == 1 else { return false }
      // Notices and changed settings are read here; an error ends the session.
      _ = PQisBusy(handle.pointer)
    }
  }
}
