import Foundation
import MomentumCompiler
import MomentumPostgreSQL
import MomentumServer
import MomentumTestSupport
import Testing

/// Migrations that are ended at any point go on there, and wait for others without being in their way.
@Suite(
  .tags(.server, .faults), .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason))
struct ServerMigrationFaultTests {
  private struct Models {
    var old: CompiledModel
    var new: CompiledModel

    init(_ name: String) throws {
      let files = CaseFile.all(in: "ServerPlans")
      let file = try #require(files.first { $0.path.hasSuffix("/\(name).case") })
      old = try MigrationCase.model(try #require(file["old"]))
      new = try MigrationCase.model(try #require(file["new"]))
    }
  }

  private func fill(_ server: ServerCase, _ model: CompiledModel) async throws {
    let store = server.path("old.sqlite")
    try CopyTests.seed(model, at: store, rows: 10)
    _ = try await CopyToServer(store: store, of: model, named: "M", to: server.address).run()
  }

  /// Ends the session at one moment of one step, once.
  private func ending(
    _ server: ServerCase, _ step: Int, _ moment: ServerMigrationProgress.Moment
  ) -> ServerMigration.Progress {
    let isEnded = Locked(false)
    return { progress in
      guard progress.step == step, progress.moment == moment else { return }
      let isFirst = isEnded.withLock { ended in
        defer { ended = true }
        return !ended
      }
      if isFirst { server.endSessions() }
    }
  }

  /// Rows in the order of their keys, without the values that the time of the run gives.
  @Test(arguments: ["widened", "hierarchy", "cardinality", "indexes"])
  func aMigrationThatIsEndedAtAnyStepGoesOn(_ name: String) async throws {
    let models = try Models(name)
    var wanted: [String] = []
    var count = 0
    try await ServerCase.with { server in
      try await fill(server, models.old)
      let outcome = try await MigrationCase.migration(server, models.old, models.new).run()
      count = outcome.plan.steps.count
      wanted = try await MigrationCase.rows(server.observer, models.new)
    }
    #expect(count > 3)
    let stride = stride(from: 1, through: count, by: TestLength.choose(short: 3, long: 1))
    for step in stride {
      for moment in [ServerMigrationProgress.Moment.begins, .runs] {
        try await ServerCase.with { server in
          try await fill(server, models.old)
          let migration = MigrationCase.migration(server, models.old, models.new)
          await #expect(throws: ServerError.self, "\(name), step \(step), \(moment)") {
            try await migration.run(ending(server, step, moment))
          }
          let rest = try await migration.run()
          #expect(rest.resumedSteps != nil || rest.isCurrent)
          #expect(try await MigrationCase.drift(server, models.new) == [])
          let rows = try await MigrationCase.rows(server.observer, models.new)
          #expect(rows == wanted, "\(name), step \(step), \(moment)")
        }
      }
    }
  }

  @Test func anotherTargetIsRefusedWhileOneIsUnderWay() async throws {
    let models = try Models("widened")
    try await ServerCase.with { server in
      try await fill(server, models.old)
      let migration = MigrationCase.migration(server, models.old, models.new)
      await #expect(throws: ServerError.self) {
        try await migration.run(ending(server, 2, .begins))
      }
      let error = await #expect(throws: ServerMigrationError.self) {
        try await MigrationCase.migration(server, models.new, models.old).run()
      }
      guard case .otherMigration? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(try await migration.run().resumedSteps != nil)
    }
  }

  /// A statement that waits for its lock lets go after a moment, so that requests do not queue behind
  /// it; afterwards the same step runs.
  @Test func aTableThatOthersUseIsLeftToThem() async throws {
    let models = try Models("widened")
    try await ServerCase.with { server in
      try await fill(server, models.old)
      let reader = try await PostgreSQLConnection.open(server.address.options)
      try await reader.execute(script: "BEGIN; SELECT * FROM venue")
      var options = ServerMigrationOptions()
      options.lockTimeoutMilliseconds = 50
      options.attemptsMax = 2
      let migration = ServerMigration(
        at: server.address, to: .init("new", models.new), among: [.init("old", models.old)],
        options: options)
      let error = await #expect(throws: ServerMigrationError.self) { try await migration.run() }
      guard case .locked? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      // Others are served meanwhile.
      #expect(try await server.count("SELECT count(*) FROM venue") == 10)
      try await reader.execute(script: "COMMIT")
      await reader.close()
      #expect(try await migration.run().resumedSteps != nil)
      #expect(try await MigrationCase.drift(server, models.new) == [])
    }
  }

  @Test func twoAtOnceMigrateOnce() async throws {
    let models = try Models("indexes")
    try await ServerCase.with { server in
      try await fill(server, models.old)
      let migration = MigrationCase.migration(server, models.old, models.new)
      async let first = migration.run()
      async let second = migration.run()
      let outcomes = try await [first, second]
      #expect(outcomes.filter(\.isCurrent).count == 1)
      #expect(try await MigrationCase.drift(server, models.new) == [])
    }
  }

  /// Rows that a program writes while columns are filled get their values from the trigger.
  @Test func rowsThatAreWrittenMeanwhileAreFilled() async throws {
    let models = try Models("widened")
    try await ServerCase.with { server in
      try await fill(server, models.old)
      let observer = server.observer
      _ = try await MigrationCase.migration(server, models.old, models.new).run { progress in
        guard progress.moment == .ended, progress.title.hasPrefix("fill new columns of venue")
        else { return }
        try await observer.execute(
          script: "INSERT INTO venue (rank) VALUES (4); UPDATE venue SET rank = 5 WHERE id = 1")
      }
      #expect(try await server.count("SELECT count(*) FROM venue WHERE rank = 4") ?? 0 >= 1)
      #expect(try await server.count("SELECT rank FROM venue WHERE id = 1") == 5)
      #expect(try await MigrationCase.drift(server, models.new) == [])
    }
  }

  /// An index that a former run left invalid is dropped and made again.
  @Test func anInvalidIndexIsMadeAgain() async throws {
    let models = try Models("indexes")
    try await ServerCase.with { server in
      try await fill(server, models.old)
      let observer = server.observer
      let isDone = Locked(false)
      _ = try await MigrationCase.migration(server, models.old, models.new).run { progress in
        guard progress.moment == .begins, progress.title.hasPrefix("create the index venue_by_name")
        else { return }
        isDone.withLock { $0 = true }
        // What an interrupted CREATE INDEX CONCURRENTLY leaves.
        try await observer.execute(
          script: """
            CREATE INDEX venue_by_name_idx ON venue (name DESC);
            UPDATE pg_index SET indisvalid = false
            WHERE indexrelid = CAST('venue_by_name_idx' AS regclass)
            """)
      }
      #expect(isDone.withLock { $0 })
      #expect(try await MigrationCase.drift(server, models.new) == [])
    }
  }
}
