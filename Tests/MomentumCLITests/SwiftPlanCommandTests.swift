import Foundation
import MomentumTestSupport
import Testing

/// What `check` says of the lists and stages of a `SchemaMigrationPlan`.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct SwiftPlanCommandTests {
  /// Sources with two versions.
  ///
  /// - Parameters:
  ///   - old: The properties of the class in the first version.
  ///   - new: Those in the second one.
  private static func sources(
    _ old: String, _ new: String, schemas: String = "[V1.self, V2.self]",
    stages: String = "[.lightweight(fromVersion: V1.self, toVersion: V2.self)]"
  ) -> String {
    """
    import Foundation
    import SwiftData
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Item.self] }
      @Model final class Item { \(old) }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Item.self] }
      @Model final class Item { \(new) }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { \(schemas) }
      static var stages: [MigrationStage] { \(stages) }
    }
    """
  }

  private func check(_ text: String, _ body: (Run) -> Void) throws {
    try TemporaryRepository.with { repository in
      try repository.write(text, to: "S/Models.swift")
      body(Run("check", repository.path("S")))
    }
  }

  /// The ids of the findings about the plan.
  private static func ids(_ output: String) -> [String] {
    output.split(separator: "[").dropFirst().compactMap { part in
      part.hasPrefix("plan.") ? part.split(separator: "]").first.map(String.init) : nil
    }
  }

  /// Each row: the properties of both versions, the stage, and what it may fail for.
  @Test(arguments: [
    ("var a: Int", "var a: Int; var b: Int", "lightweight", "'b' is required"),
    ("var a: Int", "@Attribute(.unique) var a: Int", "lightweight", "equal values of 'a'"),
    ("var a: Int", "#Unique<Item>([\\.a]); var a: Int", "lightweight", "equal values of 'a'"),
    ("var a: Int?", "var a: Int", "lightweight", "has NULL in 'a'"),
    // `willMigrate` can remove duplicates, but cannot set what is not there yet.
    ("var a: Int", "var a: Int; var b: Int", "custom", "'b' is required"),
    ("var a: Int", "@Attribute(.unique) var a: Int", "custom-after", "equal values of 'a'"),
  ])
  func aStageThatFailsForRowsIsReported(
    _ old: String, _ new: String, _ stage: String, _ text: String
  ) throws {
    try check(Self.sources(old, new, stages: Self.stage(stage))) { run in
      #expect(Self.ids(run.output) == ["plan.stage-depends-on-data"], "\(run.output)")
      #expect(run.output.contains(text), "\(run.output)")
    }
  }

  private static func stage(_ kind: String) -> String {
    switch kind {
    case "custom":
      "[.custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: { _ in }, didMigrate: nil)]"
    case "custom-after":
      "[.custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: { _ in })]"
    default: "[.lightweight(fromVersion: V1.self, toVersion: V2.self)]"
    }
  }

  @Test(arguments: [
    ("var a: Int", "var a: Int; var b: Int = 0", "lightweight"),
    ("var a: Int", "var a: Int; var b: Int?", "lightweight"),
    // The source works the default out.
    ("var a: Int", "var a: Int; var b: UUID = UUID()", "lightweight"),
    ("var a: Int", "var a: Int; var b = Date()", "lightweight"),
    ("var a: Int", "@Attribute(.unique) var a: Int", "custom"),
    ("var a: Int?", "var a: Int", "custom"),
  ])
  func aStageThatIsFineIsNot(_ old: String, _ new: String, _ stage: String) throws {
    try check(Self.sources(old, new, stages: Self.stage(stage))) { run in
      #expect(Self.ids(run.output).isEmpty, "\(run.output)")
      #expect(run.status == 0)
    }
  }

  /// Each row: the lists of the plan, and the findings.
  @Test(arguments: [
    ("[V1.self, V2.self]", "make()", ["plan.unread-stages"], "result of a call"),
    ("[V1.self, V2.self]", "[stage(1)]", ["plan.unread-stages"], "result of a call"),
    (
      "[V1.self, V2.self]", "[.lightweight(fromVersion: old, toVersion: V2.self)]",
      ["plan.unread-stages"], "not both written"
    ),
    (
      "make()", "[.lightweight(fromVersion: V1.self, toVersion: V2.self)]", ["plan.unread-schemas"],
      "call"
    ),
    ("[V1.self, V2.self]", "[]", ["plan.missing-stage"], "'V1' to 'V2'"),
    (
      "[V1.self, V2.self]", "[.lightweight(fromVersion: V1.self, toVersion: V22.self)]",
      ["plan.unknown-schema"], "'V22' is in these sources; did you mean 'V2'?"
    ),
    (
      "[V1.self, V2.self, V1.self]", "[.lightweight(fromVersion: V1.self, toVersion: V2.self)]",
      ["plan.repeated-schema"], "'V1'"
    ),
    (
      "[V1.self, V2.self]",
      "[.lightweight(fromVersion: V1.self, toVersion: V2.self), .lightweight(fromVersion: V1.self, toVersion: V2.self)]",
      ["plan.repeated-stage"], "from 'V1' to 'V2' already"
    ),
  ])
  func theListsOfAPlanAreJudged(
    _ schemas: String, _ stages: String, _ ids: [String], _ text: String
  ) throws {
    let sources = Self.sources(
      "var a: Int", "var a: Int; var b: Int?", schemas: schemas, stages: stages)
    try check(sources) { run in
      #expect(Self.ids(run.output) == ids, "\(run.output)")
      #expect(run.output.contains(text), "\(run.output)")
    }
  }

  /// Versions whose lists of classes cannot be read are not said to be equal.
  @Test func unreadVersionsAreNotEqual() throws {
    let text = Self.sources("var a: Int", "var a: Int").replacing(
      "{ [Item.self] }", with: "{ make() }")
    try check(text) { run in
      #expect(!run.output.contains("[plan.same-hashes]"), "\(run.output)")
      #expect(run.output.contains("Models.swift:5:51: warning: the list of classes of 'V1'"))
      #expect(run.output.contains("Models.swift:10:51: warning: the list of classes of 'V2'"))
    }
    try check(Self.sources("var a: Int", "var a: Int")) { run in
      #expect(run.output.contains("[plan.same-hashes]"), "\(run.output)")
    }
  }
}
