internal import MomentumPostgreSQL
public import MomentumRuntime

/// How the connections to a server are used.
///
/// ```swift
/// let options = ServerOptions(connectionsMax: 16, statementSeconds: 5)
/// let store = try await BubbleTea.open(server: address, options: options)
/// ```
public struct ServerOptions: Sendable {
  /// The most connections that are open at once.
  public var connectionsMax: Int
  /// How long a call waits for a free connection before it fails.
  public var waitSeconds: Double
  /// After how long the server ends a statement; `nil` for the setting of the server.
  public var statementSeconds: Double?
  /// The schema with the tables; `nil` for the first one of the server's search path.
  public var schema: String?
  /// Called after each statement has run.
  public var observe: (@Sendable (StatementRun) -> Void)?

  /// Makes options; by default there are up to 8 connections, and a call waits 30 seconds for one.
  public init(
    connectionsMax: Int = 8, waitSeconds: Double = 30, statementSeconds: Double? = nil,
    schema: String? = nil, observe: (@Sendable (StatementRun) -> Void)? = nil
  ) {
    self.connectionsMax = connectionsMax
    self.waitSeconds = waitSeconds
    self.statementSeconds = statementSeconds
    self.schema = schema
    self.observe = observe
  }

  func pool(_ address: String) throws -> PostgreSQLPool {
    var options = try PostgreSQLOptions(address)
    if let statementSeconds {
      options.settings["statement_timeout"] = String(Int((statementSeconds * 1000).rounded(.up)))
    }
    if let schema {
      guard let name = PostgreSQLName.quoted(schema) else {
        throw StoreFailure(.store, "a schema has a name without NUL characters")
      }
      options.settings["search_path"] = name
    }
    var limits = PoolOptions()
    limits.connectionsMax = max(1, connectionsMax)
    limits.waitSeconds = waitSeconds
    return PostgreSQLPool(options, limits)
  }
}

/// How a transaction on a server runs.
///
/// ```swift
/// let options = ServerTransaction(.serializable, attemptsMax: 5)
/// try await store.transaction(options) { store in
///   let count = try await store.count(Venue.all)
///   if count < 100 { try await store.insert(Venue(name: "Chaya")) }
/// }
/// ```
public struct ServerTransaction: Sendable, Hashable {
  /// What a transaction sees of others.
  ///
  /// Documented: <https://www.postgresql.org/docs/current/transaction-iso.html>.
  public enum Isolation: Sendable, Hashable, CaseIterable {
    /// Each statement sees what was committed before it began.
    case readCommitted
    /// All statements see what was committed before the first of them began.
    case repeatableRead
    /// The result is that of some order of the transactions, one after the other.
    case serializable
  }

  /// What the transaction sees of others.
  public var isolation: Isolation
  /// Whether changes are refused.
  public var isReadOnly: Bool
  /// How often the transaction runs, after conflicts with others, before the conflict is thrown.
  public var attemptsMax: Int

  /// Makes options; by default the transaction may change objects and runs once.
  public init(
    _ isolation: Isolation = .readCommitted, isReadOnly: Bool = false, attemptsMax: Int = 1
  ) {
    self.isolation = isolation
    self.isReadOnly = isReadOnly
    self.attemptsMax = attemptsMax
  }

  var options: PostgreSQLTransaction {
    let isolation: PostgreSQLTransaction.Isolation =
      switch isolation {
      case .readCommitted: .readCommitted
      case .repeatableRead: .repeatableRead
      case .serializable: .serializable
      }
    return PostgreSQLTransaction(isolation, isReadOnly: isReadOnly)
  }
}
