import Foundation
import MomentumDiagnostics

/// Collects the responses of a batch and passes them on as one list once the last one is there; if
/// the batch has notifications only, nothing is passed on.
///
/// `@unchecked`: the list and the count are read and written under the lock only, and the last
/// reply passes the list on after it has left the lock.
final class BatchReplies: @unchecked Sendable {
  private let lock = NSLock()
  private let reply: RPCConnection.Reply
  private var responses: [JSONText] = []
  private var openCount: Int

  init(count: Int, _ reply: @escaping RPCConnection.Reply) {
    openCount = count
    self.reply = reply
  }

  func add(_ response: JSONText?) {
    let whole = lock.withLock { () -> [JSONText]? in
      response.map { responses.append($0) }
      openCount -= 1
      return openCount == 0 ? responses : nil
    }
    if let whole { reply(whole.isEmpty ? nil : .array(whole)) }
  }
}
