import Foundation
import MomentumTestSupport
import Testing

@testable import MomentumCLI

/// The files that `init` writes are YAML that build servers read.
@Suite struct SetupTextTests {
  @Test func theWorkflowHasWhatGitHubNeeds() throws {
    let workflow = try YAMLValue(SetupTexts.workflow)
    #expect(workflow["on"]?.elements.compactMap(\.text) == ["push", "pull_request"])
    let job = try #require(workflow["jobs"]?["data-model"])
    #expect(job["container"]?.text == "swift:6.1-noble")
    for step in job["steps"]?.elements ?? [] {
      #expect((step["run"] == nil) != (step["uses"] == nil), "\(step)")
      let known: Set = ["name", "id", "if", "run", "uses", "with"]
      #expect(Set(step.keys).isSubset(of: known), "\(step.keys)")
    }
    let checkout = job["steps"]?.elements.first
    #expect(checkout?["with"]?["fetch-depth"]?.text == "0")
  }

  /// An id that a step refers to is the id of an earlier step.
  @Test func stepsReferToEarlierOnes() throws {
    let steps = try #require(try YAMLValue(SetupTexts.workflow)["jobs"]?["data-model"]?["steps"])
    var known: Set<String> = []
    var count = 0
    for step in steps.elements {
      for match in step.json.matches(of: /steps\.(\w+)\./) {
        #expect(known.contains(String(match.1)), "\(match.1)")
        count += 1
      }
      if let id = step["id"]?.text { known.insert(id) }
    }
    #expect(count == 2)
  }

  @Test(arguments: [false, true]) func hooksRunForModels(hasSwiftData: Bool) throws {
    let file = try YAMLValue(SetupTexts.hooks(hasSwiftData: hasSwiftData))
    let hook = try #require(file["repos"]?.elements.first?["hooks"]?.elements.first)
    #expect(hook["entry"]?.text == "momentum check --against HEAD")
    #expect(hook["pass_filenames"]?.text == "false")
    let pattern = try Regex(try #require(hook["files"]?.text))
    for (path, isMatch) in [
      ("App/Shop.xcdatamodeld/Shop 2.xcdatamodel/contents", true),
      ("App/Shop.xcdatamodeld/.xccurrentversion", true), ("Kit.xcdatamodel/contents", true),
      ("A/1to2.xcmappingmodel/xcmapping.xml", true), ("A/1to2.cdm", true),
      ("Sources/Trip.swift", hasSwiftData), ("README.md", false), ("notes.cdm.md", false),
    ] {
      #expect((path.firstMatch(of: pattern) != nil) == isMatch, "\(path)")
    }
  }
}
