import MomentumSQL
import MomentumSQLite

/// SQLite's own check of a database file.
struct IntegrityCheck {
  private let connection: Connection
  let name: String

  init(_ connection: Connection, _ verification: MigrationOptions.Verification) {
    self.connection = connection
    name =
      switch verification {
      case .full: "integrity_check"
      case .quick: "quick_check"
      }
  }

  /// The problems; empty for a sound database.
  func problems() throws -> [String] {
    let statement = try connection.prepare(
      "PRAGMA \(name: name)(\(number: ResultVerifier.problemsMax))")
    var messages: [String] = []
    do {
      while try statement.step() { messages.append(statement.text(at: 0) ?? "") }
    } catch {
      guard error.primaryCode == .corrupt else { throw error }
      messages.append(error.message)
    }
    return messages == ["ok"] ? [] : messages.map { "\(name): \($0)" }
  }
}
