/// A server with a part of the rows, by the parameters of its connection.
///
///     host=10.0.0.2 port=5432 dbname=app user=app
package struct ShardServer: Sendable, Hashable {
  /// The parameters other than the user, in the given order.
  package var parameters: [(name: String, value: String)]
  /// The user on that server; `nil` for the user of the coordinator.
  package var user: String?

  package static func == (left: ShardServer, right: ShardServer) -> Bool {
    left.text == right.text
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Why a text is no server.
  package enum Refusal: Error {
    case noParameter(String)
    case password
    case unknown(String)
  }

  private static let names = ["host", "hostaddr", "port", "dbname", "user", "sslmode", "service"]

  /// Reads the parameters of a connection; values have no blanks. A password is refused: scripts
  /// are kept and shown.
  package init(_ text: String) throws(Refusal) {
    parameters = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw .noParameter(String(word)) }
      if parts[0].lowercased().contains("password") { throw .password }
      guard Self.names.contains(parts[0]) else { throw .unknown(parts[0]) }
      if parts[0] == "user" { user = parts[1] } else { parameters.append((parts[0], parts[1])) }
    }
  }

  /// A place that the reader fills in: `host=worker1 port=5432 dbname=postgres`.
  package init(placeholder number: Int) {
    parameters = [("host", "worker\(number)"), ("port", "5432"), ("dbname", "postgres")]
  }

  var text: String {
    (parameters + (user.map { [("user", $0)] } ?? [])).map { "\($0.name)=\($0.value)" }
      .joined(separator: " ")
  }
}
