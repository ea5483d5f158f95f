/// How a connection is opened, and how it behaves.
///
///     let options = try PostgreSQLOptions("postgresql://app@db.example.org/shop?sslmode=verify-full")
package struct PostgreSQLOptions: Sendable {
  /// Which server of several is wanted (`target_session_attrs` of libpq).
  ///
  /// Documented: <https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-TARGET-SESSION-ATTRS>.
  package enum Target: String, Sendable, Hashable {
    case any
    case readWrite = "read-write"
    case readOnly = "read-only"
    case primary
    case standby
    case preferStandby = "prefer-standby"
  }

  package var parameters: ConnectionParameters
  /// `nil`: as the connection string says.
  package var target: Target?
  /// For the whole attempt, over all hosts, where the connection string has no `connect_timeout`,
  /// which is for each host.
  package var connectSeconds = 10.0
  /// How long a cancelled statement may go on before its connection is given up.
  package var cancelSeconds = 5.0
  /// The largest number of statements that the connection keeps prepared.
  package var statementsMax = 128
  /// Settings of the session, for example `statement_timeout`.
  package var settings: [String: String] = [:]
  /// Whether errors keep the server's DETAIL and messages that quote values.
  package var keepsDetail = false
  /// Called for notices, on the thread that reads them; it must not block.
  package var onNotice: @Sendable (PostgreSQLNotice) -> Void = { _ in }

  package init(_ connection: String) throws(PostgreSQLError) {
    parameters = try ConnectionParameters(connection)
  }

  /// libpq leaves the timeout to programs that connect without blocking.
  var secondsForConnecting: Double {
    guard let text = parameters["connect_timeout"], let seconds = Double(text), seconds > 0 else {
      return connectSeconds
    }
    let hosts = (parameters["host"] ?? parameters["hostaddr"] ?? "").split(separator: ",")
    return seconds * Double(max(1, hosts.count))
  }

  /// The keywords for libpq.
  var keywords: [(keyword: String, value: String)] {
    var result = parameters
    result["client_encoding"] = "UTF8"
    if let target { result["target_session_attrs"] = target.rawValue }
    if result["application_name"] == nil { result["fallback_application_name"] = "momentum" }
    if !settings.isEmpty {
      let added = settings.sorted { $0.key < $1.key }.map { name, value in
        "-c \(Self.escaped(name))=\(Self.escaped(value))"
      }
      result["options"] = ([result["options"]].compactMap { $0 } + added).joined(separator: " ")
    }
    return result.values
  }

  /// A word of `options`: a backslash keeps a space or a backslash in the word.
  private static func escaped(_ text: String) -> String {
    text.map { $0 == " " || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }
}
