import Foundation
import MomentumTestSupport
import Testing

/// What `momentum diff` ends with for each row of the decision table.
@Suite struct DecisionTableStatusTests {
  @Test(arguments: CaseFile.all(in: "Diff").thinned(to: 15))
  func everyRowHasAnExitStatus(file: CaseFile) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let paths = try ["old", "new"].map { name in
        let model = folder.appendingPathComponent("\(name).xcdatamodel")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        let contents =
          "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">\n"
          + "\(try #require(file[name]))\n</model>\n"
        try contents.write(
          to: model.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
        return model.path
      }
      let run = Run(["diff"] + paths)
      try file.expect([(name: "exit-status", text: "\(run.status)")])
      #expect(Run(["diff"] + paths + ["--fail-on", "never"]).status == 0)
      let isCertain = file["diff"]?.contains("  not-inferrable [") ?? false
      #expect((Run(["diff"] + paths + ["--fail-on", "not-inferrable"]).status == 1) == isCertain)
    }
  }
}
