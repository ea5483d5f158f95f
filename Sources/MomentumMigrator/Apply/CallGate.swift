/// The one place that every call of a migration passes: counts them, and lets tests make one fail.
final class CallGate {
  private let beforeCall: (@Sendable (MigrationCall) throws(MigrationError) -> Void)?
  private var count = 0

  init(_ options: MigrationOptions) { beforeCall = options.beforeCall }

  func pass(_ kind: MigrationCall.Kind, _ subject: String) throws(MigrationError) {
    guard let beforeCall else { return }
    count += 1
    try beforeCall(MigrationCall(kind: kind, subject: subject, number: count))
  }
}
