import ArgumentParser
import MomentumCompiler
import MomentumDiagnostics
import MomentumQuery
import MomentumRuntime
import MomentumSQL
import MomentumServer

/// Runs a fetch request on a server.
struct ServerFetchRun {
  var address: ServerAddress
  var model: CompiledModel
  var fetch: CompiledFetch
  var sqlDebug: Int?
  var form: FetchOutput.Form

  /// Refuses options that say which statements read a store of Core Data.
  static func check(_ request: RequestOptions) throws {
    if request.batchSize != nil {
      throw ValidationError(
        "--batch-size says how a store is read; a server sends the rows as they are printed")
    }
    if !request.prefetchedPaths.isEmpty {
      throw ValidationError(
        "--prefetch is for stores; on a server, fetch the objects of the relationship by a request of their own"
      )
    }
  }

  /// - Parameter connected: Called before the request runs.
  func run(_ connected: () -> Void) throws -> ExitStatus {
    let session = try ServerRun.wait { [address, model] in
      try await ServerFetchSession.open(address, model: model)
    }
    defer {
      // Closing throws nothing that the command could tell: its result is printed.
      _ = try? ServerRun.wait { await session.close() }
    }
    connected()
    var request = fetch
    // A stored request of the model may say these, too.
    request.request.batchSize = nil
    request.request.prefetchedRelationships = []
    let fetch = session.recompiled(request)
    let output = FetchOutput(form, model, fetch)
    let observe = observer(output, session)
    observe(.started(fetch.sql))
    let start = ContinuousClock.now
    if fetch.request.resultType == .count {
      let count = try ServerRun.wait { try await session.count(fetch) }
      observe(.counted(count, seconds: start.secondsAgo))
      output.count(count)
    } else {
      try rows(fetch, session, output, observe)
    }
    return .success
  }

  private func rows(
    _ fetch: CompiledFetch, _ session: ServerFetchSession, _ output: FetchOutput,
    _ observe: (FetchEvent) -> Void
  ) throws {
    let start = ContinuousClock.now
    let stream = output.streams(logLevel: sqlDebug) ? output.stream() : nil
    var result = FetchResult(entity: fetch.request.entity, columns: fetch.columns, rows: [])
    var count = 0
    do {
      let cursor = try ServerRun.wait { try await session.cursor(fetch) }
      while true {
        let rows = try ServerRun.wait { try await cursor.next() }
        if rows.isEmpty { break }
        count += rows.count
        if let stream { rows.forEach(stream.write) } else { result.rows += rows }
      }
    } catch {
      stream?.fail()
      throw error
    }
    observe(.finished(fetch.sql, result, rowCount: count, seconds: start.secondsAgo))
    observe(.fetched(rowCount: count, seconds: start.secondsAgo))
    if let stream { stream.finish() } else { try output.rows(result) }
  }

  private func observer(
    _ output: FetchOutput, _ session: ServerFetchSession
  ) -> (FetchEvent) -> Void {
    guard let sqlDebug else { return { _ in } }
    var log = SQLDebugLog(level: sqlDebug)
    log.engine = "PostgreSQL"
    let place = SQLDebugLog.Place(model: model, identity: session.identity) { sql, log in
      do {
        return log.queryPlan(lines: try ServerRun.wait { try await session.plan(of: sql) })
      } catch {
        // The run of the statement will fail with the same error, so do not report it here too.
        return log.queryPlan(lines: ["none"])
      }
    }
    return output.observer(log, place)
  }
}
