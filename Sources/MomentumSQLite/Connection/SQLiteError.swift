/// An operation that SQLite, or the file system, refused.
///
/// Holds SQL with placeholders and names of the schema, never a stored value.
///
/// ```swift
/// do throws(MigrationError) {
///   _ = try migrator.migrate(store: "app.sqlite", among: versions, to: current)
/// } catch {
///   if case .store(.sqlite(let cause)) = error { print(cause.message, cause.path ?? "") }
/// }
/// ```
public struct SQLiteError: Error, Sendable, Hashable {
  /// The operation that failed.
  package enum Operation: String, Sendable, Hashable {
    case open
    case copy
    case prepare
    case bind
    case step
    case begin
    case commit
    case register
  }

  /// The reason, as far as a caller may want to react to it; reasons may be added.
  package struct Reason: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case noSuchFile = "no such file"
      case isDirectory = "is a directory"
      case noPermission = "permission denied"
      case fileExists = "file exists"
      case emptyFile = "the file is empty"
      case notADatabase = "the file is not a database, or is encrypted"
      case busy = "the database is locked by another process"
      case full = "the disk or the database is full"
      case constraint = "a constraint is violated"
      case interrupted = "interrupted"
      case severalStatements = "the text holds more than one statement"
      case noStatement = "the text holds no statement"
      case bindingCount = "the number of values differs from the number of placeholders"
      case tooLarge = "the statement is past a limit of SQLite"
      case other = "the operation failed"
    }

    private var kind: Kind

    package var description: String { kind.rawValue }

    package static let noSuchFile = Reason(kind: .noSuchFile)
    package static let isDirectory = Reason(kind: .isDirectory)
    package static let noPermission = Reason(kind: .noPermission)
    package static let fileExists = Reason(kind: .fileExists)
    package static let emptyFile = Reason(kind: .emptyFile)
    /// The first page has no header of SQLite: another format, or an encrypted store.
    package static let notADatabase = Reason(kind: .notADatabase)
    package static let busy = Reason(kind: .busy)
    package static let full = Reason(kind: .full)
    package static let constraint = Reason(kind: .constraint)
    package static let interrupted = Reason(kind: .interrupted)
    package static let severalStatements = Reason(kind: .severalStatements)
    package static let noStatement = Reason(kind: .noStatement)
    package static let bindingCount = Reason(kind: .bindingCount)
    /// The statement nests too deeply, joins too many tables or is too long.
    package static let tooLarge = Reason(kind: .tooLarge)
    package static let other = Reason(kind: .other)

    init(code: SQLiteCode) {
      switch code {
      case .permission: self = .noPermission
      case .busy, .locked: self = .busy
      case .full: self = .full
      case .constraint: self = .constraint
      case .interrupted: self = .interrupted
      case .notADatabase: self = .notADatabase
      case .tooBig: self = .tooLarge
      case _: self = .other
      }
    }

    private init(kind: Kind) { self.kind = kind }
  }

  package var operation: Operation
  package var reason: Reason
  package var code: SQLiteCode
  /// SQLite's own message, or ours if SQLite was not called.
  public var message: String
  /// The path as the caller passed it, if the file is at fault.
  public var path: String?
  /// The statement, with placeholders for its values.
  package var sql: String?

  package init(
    _ operation: Operation, code: SQLiteCode, reason: Reason? = nil, message: String? = nil,
    path: String? = nil, sql: String? = nil
  ) {
    self.operation = operation
    self.code = code
    self.reason = reason ?? Reason(code: code)
    self.message = message ?? "\(self.reason)"
    self.path = path
    self.sql = sql
  }

  package var primaryCode: SQLiteCode { code.primary }
}

extension SQLiteError: CustomStringConvertible {
  /// The error in one line: `cannot open 'a.sqlite': no such file (SQLite code 14)`.
  public var description: String {
    var text = "cannot \(operation.rawValue)"
    if let path { text += " '\(path)'" }
    text += ": \(message) (SQLite code \(code.rawValue))"
    if let sql { text += "; statement: \(sql)" }
    return text
  }
}
