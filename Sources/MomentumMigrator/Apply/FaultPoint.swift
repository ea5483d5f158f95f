/// Announces every call of a migration to SQLite or to the file system, so that tests can make it
/// fail. Tests cannot make a call fail that is not announced here.
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
