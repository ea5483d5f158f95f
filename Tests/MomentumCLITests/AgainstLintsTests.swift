import Foundation
import MomentumTestSupport
import Testing

/// What `check --against` says beside what the change does to stores, and which edits `diff --against` fails for.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct AgainstLintsTests {
  private static let bundle = "App/Shop.xcdatamodeld"

  /// Attributes use the default transformer, so that each of them is a warning.
  private func write(
    _ repository: TemporaryRepository, _ version: String, _ attributes: [String], more: String = ""
  ) throws {
    let lines = attributes.map {
      "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"Transformable\"/>"
    }
    try repository.write(
      "<model>\(more)<entity name=\"Cheese\">\(lines.joined(separator: "\n"))</entity></model>",
      to: "\(Self.bundle)/\(version).xcdatamodel/contents")
    try repository.write(
      SampleContents.currentVersion(version), to: "\(Self.bundle)/.xccurrentversion")
  }

  private func lints(_ run: Run) -> [String] {
    run.output.split(separator: "\n").filter { $0.contains("[model.insecure-transformer]") }
      .map(String.init)
  }

  /// A version more, of which one attribute is new.
  private func withNewVersion(_ body: (TemporaryRepository) throws -> Void) throws {
    try TemporaryRepository.with { repository in
      try write(repository, "Shop", ["rind", "veins"])
      try repository.commit(tag: "v1")
      try repository.git("checkout", "-q", "-b", "feature")
      try write(repository, "Shop 2", ["rind", "smell", "veins"])
      try body(repository)
    }
  }

  @Test func onlyWhatTheChangeBringsInIsShown() throws {
    try withNewVersion { repository in
      let run = Run("check", repository.path(Self.bundle), "--against", "main")
      #expect(lints(run).count == 1, "\(run.output)")
      #expect(lints(run).first?.contains("'smell'") == true)
    }
  }

  @Test func aCommitIsCheckedAsAWorkTreeIs() throws {
    try withNewVersion { repository in
      try repository.commit()
      let model = repository.path(Self.bundle)
      let run = Run("check", model, "--against", "main", "--at", "feature")
      #expect(lints(run).count == 1, "\(run.output)")
      #expect(lints(run).first?.hasPrefix(Self.bundle) == true)
      // The commit's own files count, not those of the work tree.
      try repository.git("checkout", "-q", "main")
      #expect(lints(Run("check", model, "--against", "main", "--at", "feature")).count == 1)
      try write(
        repository, "Shop", ["rind"], more: "<entity name=\"Plate\" parentEntity=\"Dish\"/>")
      try repository.commit()
      let broken = Run("check", model, "--against", "v1", "--at", "main")
      #expect(broken.status == 1, "\(broken.output)")
      #expect(broken.output.contains("'Dish'"), "\(broken.output)")
      #expect(Run("check", model, "--against", "v1", "--at", "feature").status == 0)
    }
  }

  @Test func aBaselineHidesWhatTheWholeCheckWouldHide() throws {
    try withNewVersion { repository in
      let model = repository.path(Self.bundle)
      #expect(Run("check", model, "--write-baseline").status == 0)
      let run = Run("check", model, "--against", "main")
      #expect(lints(run).isEmpty, "\(run.output)")
      #expect(run.output.contains("[migration.attribute-added]"))
      #expect(!run.error.contains("any more"), "\(run.error)")
      // Of a commit, the commit's file counts.
      try repository.commit()
      try repository.remove(".momentum-baseline.json")
      let commit = Run("check", model, "--against", "main", "--at", "feature")
      #expect(lints(commit).isEmpty, "\(commit.output)")
      #expect(commit.error.contains("1 finding hidden by .momentum-baseline.json"))
    }
  }

  @Test func aStoredRequestThatWasWrongBeforeFailsNoChange() throws {
    try TemporaryRepository.with { repository in
      let model = repository.path(Self.bundle)
      let request =
        #"<fetchRequest name="local" entity="Cheese" predicateString="isLocal == YES"/>"#
      try write(repository, "Shop", ["rind"], more: request)
      try repository.commit(tag: "v1")
      try write(repository, "Shop 2", ["rind", "smell"], more: request)
      let run = Run("check", model, "--against", "main")
      #expect(run.status == 0, "\(run.output)")
      #expect(Run("check", model).status == 1)
      try write(
        repository, "Shop 2", ["rind", "smell"], more: request.replacing("isLocal", with: "isNear"))
      #expect(Run("check", model, "--against", "main").status == 1)
    }
  }

  // MARK: - Mapping models

  private func writeMapping(
    _ repository: TemporaryRepository, _ attributes: [String]
  ) throws {
    let ids = attributes.indices.map { "z\(110 + $0)" }
    let objects = zip(ids, attributes).map { id, name in
      "<object type=\"XDDEVATTRIBUTEMAPPING\" id=\"\(id)\"><attribute name=\"name\" type=\"string\">\(name)</attribute></object>\n"
    }
    try repository.write(
      """
      <?xml version="1.0"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
      <database><databaseInfo><version>134481920</version></databaseInfo>
      <object type="XDDEVMAPPINGMODEL" id="z101">
      <attribute name="sourcemodelpath" type="string">\(Self.bundle)/Shop.xcdatamodel</attribute>
      <attribute name="destinationmodelpath" type="string">\(Self.bundle)/Shop 2.xcdatamodel</attribute>
      <relationship name="entitymappings" type="0/0" destination="XDDEVENTITYMAPPING" idrefs="z102"></relationship></object>
      <object type="XDDEVENTITYMAPPING" id="z102">
      <attribute name="mappingtypename" type="string">Undefined</attribute>
      <attribute name="mappingnumber" type="int16">1</attribute>
      <attribute name="destinationname" type="string">Cheese</attribute>
      <attribute name="sourcename" type="string">Cheese</attribute>
      <relationship name="attributemappings" type="0/0" destination="XDDEVATTRIBUTEMAPPING" idrefs="\(ids.joined(separator: " "))"></relationship></object>
      \(objects.joined())</database>
      """, to: "Migrations/1 to 2.xcmappingmodel/xcmapping.xml")
  }

  private func mappingFindings(_ repository: TemporaryRepository, _ options: String...) -> [String]
  {
    let run = Run(["check", repository.folder.path, "--against", "main"] + options)
    // Of a commit paths begin at the root.
    return run.output.split(separator: "\n").filter { $0.contains("[mapping.") }.map {
      String($0.replacing(repository.folder.path + "/", with: ""))
    }
  }

  @Test func aMappingModelIsCheckedWhereItOrAVersionChanged() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "Shop", ["rind", "veins"])
      try write(repository, "Shop 2", ["rind", "smell", "veins"])
      try writeMapping(repository, ["rind", "smell", "veins"])
      try repository.commit(tag: "v1")
      try repository.git("checkout", "-q", "-b", "feature")
      #expect(mappingFindings(repository).isEmpty)
      // What was said before is no finding of an edit of something else.
      try repository.write("<model/>", to: "Kit/Kit.xcdatamodel/contents")
      #expect(mappingFindings(repository).isEmpty)
      try writeMapping(repository, ["rind", "smel", "veins"])
      let edited = mappingFindings(repository)
      #expect(
        edited.compactMap { $0.split(separator: " ").last } == [
          "[mapping.unknown-property]", "[mapping.missing-attribute]", "[mapping.preempted]",
        ], "\(edited)")
      try repository.commit()
      #expect(mappingFindings(repository, "--at", "feature") == edited)
      // A folder that was renamed brings in nothing.
      try repository.git("checkout", "-q", "main")
      try writeMapping(repository, ["rind", "smel", "veins"])
      try repository.commit()
      try repository.git("mv", "Migrations", "Data")
      let renamed = Run("check", repository.folder.path, "--against", "HEAD").output
      #expect(!renamed.contains("[mapping."), "\(renamed)")
      try repository.git("reset", "-q", "--hard", "HEAD~1")
      // The mapping model has what the version has not any more.
      try write(repository, "Shop 2", ["rind", "veins"])
      let left = mappingFindings(repository)
      #expect(left.contains { $0.contains("'smell'") }, "\(left)")
    }
  }

  // MARK: - Releases

  @Test func checkAndDiffAgreeOnDrafts() throws {
    try TemporaryRepository.with { repository in
      let model = repository.path(Self.bundle)
      try write(repository, "Shop", ["rind", "veins"])
      try repository.commit()
      try repository.git("checkout", "-q", "-b", "feature")
      try write(repository, "Shop", ["rind"])
      for command in ["check", "diff"] {
        func status(_ options: String...) -> Int32 {
          Run([command, model, "--against", "main"] + options).status
        }
        #expect(status() == 0, "\(command)")
        #expect(status("--strict") == 1, "\(command)")
        #expect(status("--released", "main") == 1, "\(command)")
        #expect(status("--released", "nothing*") == 0, "\(command)")
        try repository.write(#"{"released": ["main"]}"#, to: ".momentum.json")
        #expect(status() == 1, "\(command)")
        try repository.remove(".momentum.json")
      }
      let diff = Run("diff", model, "--against", "main")
      #expect(diff.error.contains("no tag matches 'v*'"))
      #expect(diff.output.contains("No release has this version as it was"))
      #expect(diff.output.contains("drops data"))
      func output(_ format: String) -> String {
        Run("diff", model, "--against", "main", "--format", format).output
      }
      let json = output("json")
      #expect(json.contains("\"isUnreleasedEdit\": true"))
      let schema = try JSONSchema(at: "Grammar/DiffReport.schema.json")
      expectText(try schema.problems(in: json).joined(separator: "\n"), "")
      #expect(output("markdown").contains("No release has this version as it was"))
      #expect(output("junit").contains(" failures=\"0\""))
      #expect(output("github").hasPrefix("::notice "))
      // There is nothing to accept.
      let baseline = Run("diff", model, "--against", "main", "--baseline")
      #expect(baseline.error.contains("0 acknowledgements written"), "\(baseline.error)")
      try repository.git("tag", "v1.0", "main")
      let released = Run("diff", model, "--against", "main")
      #expect(released.status == 1)
      #expect(!released.output.contains("No release"))
      #expect(Run("diff", model, model, "--strict").status == 64)
    }
  }
}
