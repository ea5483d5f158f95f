import Foundation
import MomentumCLI
import MomentumDiagnostics
import MomentumTestSupport
import Testing
import momentum_plugin_tool

/// The tool behind the plugins and `momentum` read one `.momentum.json`.
@Suite struct PluginToolTests {
  private func knowledge(of id: String) -> CheckConfiguration.Knowledge {
    PluginTool.catalogue.knowledge(of: id)
  }

  @Test func idsOfTheCommandLineAreNoMistakes() {
    for rule in DiagnosticCatalogue.all.rules {
      #expect(knowledge(of: rule.id) == .known, "\(rule.id)")
    }
    for pattern in ["*", "model.*", "versions.*", "migration.attribute-*", "m*", "*.deleted"] {
      #expect(knowledge(of: pattern) == .known, "\(pattern)")
    }
  }

  @Test(arguments: [
    ("model.mising-inverse", "model.missing-inverse"),
    ("missing-inverse", "model.missing-inverse"),
    ("bundle.same-hash", "bundle.same-hashes"),
    ("predicate.value-typ", "predicate.value-type"),
    ("config.unknown-kye", "config.unknown-key"),
  ])
  func aMisspeltIDHasTheNearNameOfTheCommandLine(_ id: String, _ near: String) {
    #expect(knowledge(of: id) == .unknown(near: near))
    #expect(DiagnosticCatalogue.all.knowledge(of: id) == .unknown(near: near))
  }

  @Test(arguments: ["verions.deleted", "nothing", "versions", "modell.*", "model.optonal-*"])
  func anIDOfNoAreaIsUnknown(_ id: String) {
    #expect(knowledge(of: id) != .known)
  }

  @Test(arguments: [
    (#"{"diagnostics": {"model.mising-inverse": "allow"}}"#, PluginTool.Status.badInput),
    (#"{"diagnostics": {"model.missing-inverse": "allow", "versions.*": "error"}}"#, .success),
  ])
  func aCheckRefusesAMisspeltID(_ configuration: String, _ status: PluginTool.Status) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = folder.appendingPathComponent("M.xcdatamodel")
      try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
      try Data(#"<model><entity name="A"/></model>"#.utf8).write(
        to: model.appendingPathComponent("contents"))
      try Data(configuration.utf8).write(to: folder.appendingPathComponent(".momentum.json"))
      #expect(PluginTool.run(["check", model.path]) == status)
    }
  }
}
