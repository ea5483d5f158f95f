import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

@testable import MomentumRuntime

/// Imports as texts: files and their mapping file, then every finding at its place, or every row of the store
/// afterwards and what an export makes of it.
///
/// A line of `maps` is a mapping file, a line of `files` a file of objects; each gets its findings. `RECORD=1` writes
/// the results anew.
@Suite struct ImportCaseTests {
  @Test(arguments: CaseFile.all(in: "Imports"))
  func anImportDoesWhatIsWritten(file: CaseFile) throws {
    let reading = try ImportCase(file)
    try file.expect(file["maps"] == nil && file["files"] == nil ? reading.run() : reading.list())
  }
}
