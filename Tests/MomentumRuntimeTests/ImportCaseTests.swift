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
  /// A name is proposed among at most 1,000 ids, of which the unknown one is one.
  @Test(arguments: [(999, true), (1000, false)])
  func namesAreProposedInSmallFiles(objects: Int, isProposed: Bool) throws {
    let tags = (1...objects).map { #"{"entity": "Tag", "id": "t\#($0)"}"# }
    let city = ##"{"entity": "City", "id": "t1", "attributes": {"title": "a"}}"##
    let list =
      tags.dropFirst() + [
        city,
        #"{"entity": "Person", "attributes": {"first": "b"}, "relationships": {"fans": ["t1x"]}}"#,
      ]
    let json = #"{"formatVersion": 1, "objects": [\#(list.joined(separator: ",\n"))]}"#
    let file = CaseFile(path: "ids", text: "-- json --\n\(json)\n-- options -- unchecked")
    let findings = try ImportCase(file).run().first { $0.name == "findings" }?.text ?? ""
    #expect(findings.contains("'t1x'"), "\(findings)")
    #expect(findings.contains("did you mean") == isProposed, "\(findings)")
  }

  @Test(arguments: CaseFile.all(in: "Imports"))
  func anImportDoesWhatIsWritten(file: CaseFile) throws {
    let reading = try ImportCase(file)
    try file.expect(file["maps"] == nil && file["files"] == nil ? reading.run() : reading.list())
  }
}
