import Foundation
import MomentumTestSupport
import Testing

/// The switch `-com.apple.CoreData.SQLDebug` of a program that uses the module: this program of tests, which runs
/// one of them once more.
@Suite(.tags(.processes)) struct DebugOutputTests {
  /// What a test writes to the standard error.
  private func output(_ arguments: [String], _ environment: [String: String] = [:]) throws -> String
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
    process.arguments =
      [
        "--testing-library", "swift-testing", "--filter",
        "CoreDataTests.ProgramTests/allVenuesOfTheTeaAppAreUpdatedAtOnce",
      ] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }

  private func expectStatements(_ text: String) {
    #expect(text.contains("CoreData: sql: SELECT 0, t0.Z_PK"), "\(text.prefix(500))")
    #expect(text.contains("CoreData: sql: UPDATE ") && text.contains("CoreData: annotation: "))
    #expect(text.contains("CoreData: sql: COMMIT"))
  }

  @Test func theArgumentPrintsStatements() throws {
    expectStatements(try output(["-com.apple.CoreData.SQLDebug", "1"]))
  }

  @Test func theEnvironmentPrintsStatements() throws {
    expectStatements(try output([], ["com.apple.CoreData.SQLDebug": "1"]))
  }

  @Test func withoutTheSwitchNothingIsPrinted() throws {
    #expect(!(try output([])).contains("CoreData: sql:"))
  }
}
