import Foundation
import MomentumCLI
import MomentumTestSupport
import Testing

/// `momentum distribute` and `momentum sql --distributed`, from the model to the plan and back.
@Suite struct DistributeCommandTests {
  private static let contents = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
    <entity name="Account"><attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="notes" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Note" inverseName="account" inverseEntity="Note"/></entity>
    <entity name="Note"><attribute name="text" optional="YES" attributeType="String"/>
      <relationship name="account" maxCount="1" deletionRule="Nullify" destinationEntity="Account" inverseName="notes" inverseEntity="Account"/>
      <relationship name="kind" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Kind"/></entity>
    <entity name="Kind"><attribute name="name" optional="YES" attributeType="String"/></entity>
    LOOSE
    <fetchRequest name="ofAccount" entity="Note" predicateString="account == $ACCOUNT"/>
    <fetchRequest name="all" entity="Note"/>
    </model>

    """

  /// Runs with a bundle in a folder of its own.
  private func withModel(
    loose: String = "", _ body: (_ model: String, _ folder: URL) throws -> Void
  ) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = folder.appendingPathComponent("App.xcdatamodeld")
      let version = bundle.appendingPathComponent("App.xcdatamodel")
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      try Data(Self.contents.replacingOccurrences(of: "LOOSE", with: loose).utf8).write(
        to: version.appendingPathComponent("contents"))
      try body(bundle.path, folder)
    }
  }

  private static let loose = "<entity name=\"Log\"/>"

  @Test func thePlanIsShownWrittenAndUsed() throws {
    try withModel { model, folder in
      let shown = Run("distribute", model)
      #expect(shown.status == 0, "\(shown.error)")
      #expect(
        shown.output.hasPrefix("root: Account: 1 co-located (Note), 1 reference table (Kind)\n"))
      let plan = folder.appendingPathComponent("distribution.json")
      #expect(!FileManager.default.fileExists(atPath: plan.path))
      #expect(Run("distribute", model, "--write").status == 0)
      let text = try String(contentsOf: plan, encoding: .utf8)
      #expect(text.contains("\"path\": \"account\""))
      #expect(Run("distribute", model, "--write").error.contains("unchanged"))
      let citus = Run("distribute", model, "--engine", "citus")
      #expect(
        citus.output.contains(
          "SELECT create_distributed_table('note', 'account_id', colocate_with => 'account');"))
    }
  }

  @Test func whatIsOpenIsAFindingAndStaysDecided() throws {
    try withModel(loose: Self.loose) { model, folder in
      let shown = Run("distribute", model, "--write")
      #expect(shown.status == 1)
      #expect(shown.output.contains("Log      undecided"))
      let refused = Run("distribute", model, "--engine", "citus")
      #expect(refused.status == 65)
      #expect(refused.error.contains("distribution.undecided"), "\(refused.error)")
      let plan = folder.appendingPathComponent("distribution.json")
      let text = try String(contentsOf: plan, encoding: .utf8)
      try Data(text.replacingOccurrences(of: "undecided", with: "reference").utf8).write(to: plan)
      let decided = Run("distribute", model, "--write")
      #expect(decided.status == 0, "\(decided.error)")
      #expect(decided.output.contains("Log      reference"))
      #expect(Run("distribute", model, "--engine", "citus").status == 0)
    }
  }

  @Test func aPlanThatNoLongerFitsIsRefused() throws {
    var text = ""
    try withModel { model, folder in
      _ = Run("distribute", model, "--write")
      text = try String(
        contentsOf: folder.appendingPathComponent("distribution.json"), encoding: .utf8)
    }
    try withModel(loose: Self.loose) { model, folder in
      try Data(text.utf8).write(to: folder.appendingPathComponent("distribution.json"))
      let run = Run("distribute", model)
      #expect(run.status == 65)
      #expect(
        run.error.contains(
          "distribution.json:4:3: error: the plan does not place the entity 'Log'"),
        "\(run.error)")
    }
  }

  @Test func storedRequestsAreRouted() throws {
    try withModel { model, _ in
      let run = Run("sql", model, "--distributed")
      #expect(run.status == 0, "\(run.error)")
      #expect(run.output.contains("-- ofAccount: one shard, because account == $ACCOUNT\nSELECT "))
      #expect(run.output.contains("-- all: all shards\nSELECT "))
      let json = Run("sql", model, "--distributed", "--format", "json").output
      #expect(json.contains("\"route\": \"oneShard\""))
      let refused = Run(
        "sql", model, "--distributed", "--entity", "Note", "--select",
        "@avg.text.length AS n: Double")
      #expect(refused.status != 0)
    }
  }

  @Test func scriptsAreWrittenForEachServer() throws {
    try withModel { model, folder in
      let output = folder.appendingPathComponent("scripts").path
      let run = Run(
        "distribute", model, "--engine", "postgresql", "--output", output, "--worker",
        "host=a dbname=app user=u", "--worker", "host=b dbname=app")
      #expect(run.status == 0, "\(run.error)")
      let names = try FileManager.default.contentsOfDirectory(atPath: output).sorted()
      #expect(names == ["coordinator.sql", "worker1.sql", "worker2.sql"])
      let secret = Run(
        "distribute", model, "--engine", "postgresql", "--worker", "host=a password=geheim")
      #expect(secret.status == 64)
      #expect(!secret.error.contains("geheim"))
    }
  }

  @Test func theDiagramHasAColourForEachPlacement() throws {
    try withModel(loose: Self.loose) { model, folder in
      let file = folder.appendingPathComponent("plan.svg")
      _ = Run("distribute", model, "--diagram", file.path)
      let text = try String(contentsOf: file, encoding: .utf8)
      for part in ["«root»", "«by account»", "«reference»", "«undecided»", "head blue", ".red {"] {
        #expect(text.contains(part), "\(part)")
      }
    }
  }

  @Test func aModelWithoutARootIsRefusedWithReasons() {
    let run = Run("distribute", bubbleTea)
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("no entity can be a root:\n"), "\(run.output)")
  }
}
