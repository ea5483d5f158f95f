import Hummingbird
import MomentumRuntime
import MomentumServerStore

/// The service: opens the database, serves the routes, and closes the database at the end.
public struct TeaApplication: Sendable {
  public var database: String
  public var port: Int
  /// More connections do not make a database with few processors faster: requests wait in the pool.
  public var connectionsMax: Int

  public init(database: String, port: Int = 8080, connectionsMax: Int = 8) {
    self.database = database
    self.port = port
    self.connectionsMax = connectionsMax
  }

  /// Serves until the task is cancelled, or the process gets SIGINT or SIGTERM.
  ///
  /// - Parameter started: Called with the port when the service accepts connections.
  public func run(_ started: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
    var options = ServerOptions()
    options.connectionsMax = connectionsMax
    options.waitSeconds = 5
    options.statementSeconds = 10
    let store = try await Tea.openOrCreate(server: database, options: options)
    let router = Router()
    router.add(middleware: StoreFailures())
    TeaRoutes(store: store).add(to: router)
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in await started(channel.localAddress?.port ?? 0) })
    do {
      try await application.runService()
    } catch {
      await store.close()
      throw error
    }
    await store.close()
  }
}
