import Foundation
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@Suite struct ConcurrencyTests {
  @Test func interruptingWhileConnectionsCloseIsSafe() async throws {
    for _ in 0..<200 {
      let connection = try Connection.inMemory()
      let interrupter = connection.interrupter
      let task = Task.detached { for _ in 0..<20 { interrupter.interrupt() } }
      do { _ = try connection.firstValue("SELECT 1") } catch {
        #expect(error.reason == .interrupted)
      }
      _ = consume connection
      await task.value
    }
  }

  @Test func manyTasksReadOneStore() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("momentum-readers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try VenueStore.create(in: folder)
    let inspector = StoreInspector()
    let reports = try await withThrowingTaskGroup(of: StoreReport.self) { group in
      for _ in 0..<16 { group.addTask { try inspector.inspect(path) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(reports).count == 1)
  }
}
