internal import CLibPQ
internal import Foundation

/// The keywords and values of a connection string, as libpq reads it.
///
/// libpq's own messages about a string that it cannot read quote parts of it, which may be parts of
/// a password. So the string is read here, and such messages are never shown.
///
/// Documented: <https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING>.
package struct ConnectionParameters: Sendable, Hashable {
  private(set) var values: [(keyword: String, value: String)] = []

  /// - Parameter text: `postgresql://user@host:5432/database?sslmode=verify-full`, or
  ///   `host=… dbname=…`, or `service=…`.
  package init(_ text: String) throws(PostgreSQLError) {
    try Self.checkURI(text)
    // Every use of libpq begins with the string of a connection.
    guard Self.hasLibrary else { throw PostgreSQLError(.connect, .libraryMissing) }
    guard !text.utf8.contains(0), let parsed = PQconninfoParse(text, nil) else {
      throw PostgreSQLError(.connect, .badConnectionString)
    }
    defer { PQconninfoFree(parsed) }
    var option = parsed
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        values.append((String(cString: keyword), String(cString: value)))
      }
      option += 1
    }
    let ports = (self["port"] ?? "").split(separator: ",")
    guard ports.allSatisfy({ UInt16($0) != nil }) else {
      throw PostgreSQLError(
        .connect, .badConnectionString,
        message: "a port is not a number up to 65535; '/' in a password is written %2F")
    }
  }

  private static let hasLibrary = momentum_pq_load() != 0

  /// A password with a bare `@` or `/` moves its rest into the host, which messages show.
  private static func checkURI(_ text: String) throws(PostgreSQLError) {
    guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") else { return }
    let place = text.prefix { $0 != "?" }
    guard place.count(where: { $0 == "@" }) <= 1 else {
      throw PostgreSQLError(
        .connect, .badConnectionString,
        message: "the address has more than one '@'; '@' in a password is written %40")
    }
  }

  package subscript(_ keyword: String) -> String? {
    get { values.last { $0.keyword == keyword }?.value }
    set {
      values.removeAll { $0.keyword == keyword }
      if let newValue { values.append((keyword, newValue)) }
    }
  }

  private static let secretKeywords: Set<String> = ["password", "sslpassword", "passfile"]

  /// Replaces the passwords in a message of libpq.
  func redacted(_ message: String) -> String {
    var message = message
    for (keyword, value) in values where Self.secretKeywords.contains(keyword) && value.count > 3 {
      message = message.replacingOccurrences(of: value, with: "…")
    }
    return message
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.values.elementsEqual(right.values) { $0 == $1 }
  }

  package func hash(into hasher: inout Hasher) {
    for (keyword, value) in values {
      hasher.combine(keyword)
      hasher.combine(value)
    }
  }
}

extension ConnectionParameters: CustomStringConvertible, CustomReflectable {
  /// Host, port, database and user; nothing else, since other values may be secrets.
  package var description: String {
    ["host", "port", "dbname", "user", "service"].compactMap { keyword in
      self[keyword].map { "\(keyword)=\($0)" }
    }.joined(separator: " ")
  }

  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
