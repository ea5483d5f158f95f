package import MomentumPostgreSQL

/// The address of a database on a PostgreSQL server, as a command takes it in place of a store.
///
///     let address = try ServerAddress("postgresql://app:secret@db.example.org/shop")
///     print(address.shown)  // postgresql://app@db.example.org/shop
package struct ServerAddress: Sendable {
  package var options: PostgreSQLOptions
  /// The address for messages: without password, settings and files.
  package let shown: String

  /// Whether a text is an address and not the path of a file.
  package static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
  }

  package init(_ text: String) throws(PostgreSQLError) {
    options = try PostgreSQLOptions(text)
    let parameters = options.parameters
    var shown = "postgresql://"
    if let user = parameters["user"] { shown += user + "@" }
    shown += parameters["host"] ?? parameters["hostaddr"] ?? ""
    if let port = parameters["port"] { shown += ":" + port }
    if let database = parameters["dbname"] { shown += "/" + database }
    self.shown = shown
  }
}
