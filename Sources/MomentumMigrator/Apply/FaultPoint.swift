/// Is told before every call of a migration to SQLite or to the file system, and lets tests make one fail.
///
/// A call that is not announced here is one that no test can make fail.
final class FaultPoint {
  private let beforeCall: (@Sendable (MigrationCall) throws(MigrationError) -> Void)?
  private var count = 0

  init(_ options: MigrationOptions) { beforeCall = options.beforeCall }

  func willCall(_ kind: MigrationCall.Kind, _ subject: String) throws(MigrationError) {
    guard let beforeCall else { return }
    count += 1
    try beforeCall(MigrationCall(kind: kind, subject: subject, number: count))
  }
}
