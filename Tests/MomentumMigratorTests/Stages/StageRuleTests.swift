import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumDiff
import MomentumMigration
import MomentumMigrator
import MomentumModel
import MomentumModelFiles
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// What is said of a list of stages, and what its plan is.
@Suite struct StageRuleTests {
  private func venue(_ attributes: String...) throws -> CompiledModel {
    try ApplyFixture.model(
      attributes.map {
        let words = $0.split(separator: " ", maxSplits: 1)
        return
          "<attribute name=\"\(words[0])\" optional=\"YES\" attributeType=\"\(words.count > 1 ? words[1] : "String")\"/>"
      }.joined())
  }

  private typealias Stage = StagedMigration.Stage

  private func review(_ stages: [Stage]) -> String {
    StagedMigration(stages).review().all.map { "\($0.severity): \($0.text) [\($0.id)]" }
      .joined(separator: "\n")
  }

  @Test func aChainHasNoGapsAndNoCircles() throws {
    let versions = try [venue("a"), venue("b"), venue("c"), venue("d")]
    func stage(_ name: String, _ from: Int, _ to: Int) -> Stage {
      Stage(name, from: versions[from], to: versions[to])
    }
    expectText(review([]), "error: a staged migration needs a stage [stages.none]")
    expectText(review([stage("one", 0, 1), stage("two", 1, 2), stage("three", 2, 3)]), "")
    expectText(
      review([stage("one", 0, 1), stage("two", 2, 3)]),
      "error: stage 'two' does not begin at the version where the one before it ends [stages.broken-chain]"
    )
    let end = "\"Duplicate version checksums across stages detected\" [stages.duplicate-checksum]"
    expectText(
      review([stage("one", 0, 1), stage("two", 1, 2), stage("three", 2, 1)]),
      "error: stage 'three' ends at a version that is equal by hash to one of 'one': \(end)")
    expectText(
      review([stage("one", 0, 1), stage("two", 1, 0)]),
      "error: stage 'two' ends at a version that is equal by hash to one of 'one': \(end)")
    expectText(
      review([stage("one", 0, 1), stage("two", 1, 2), stage("three", 2, 2)]),
      "error: stage 'three' ends at a version that is equal by hash to one of 'two': \(end)")
  }

  /// Each step alone drops or adds the attribute; together they would change its type.
  @Test func runsOfLightweightStagesAreInferredAsOne() throws {
    let text = try venue("a", "value String")
    let none = try venue("a")
    let number = try venue("a", "value Integer 64")
    let other = try venue("a", "value Integer 64", "b")
    let last = try venue("b")
    let one = Stage("one", from: text, to: none)
    let two = Stage("two", from: none, to: number)
    let three = Stage("three", from: number, to: other)
    var four = Stage("four", from: other, to: last)
    func found(_ stages: Stage...) -> [String] {
      review(stages).split(separator: "\n").map { line in
        line.contains("[stages.collapsed-run]")
          ? String(line.prefix { $0 != ":" }) + " "
            + line.matches(of: /'(one|two|three|four)'/).map { String($0.1) }
            .joined(separator: " ")
          : String(line)
      }
    }
    #expect(found(one, two) == ["warning one two"])
    #expect(found(one, two, three) == ["warning one three"])
    four.before = .sql([])
    #expect(found(one, two, three, four) == ["warning one three"])
    var apart = two
    apart.after = .code { _ in }
    #expect(found(one, apart, three) == [])
    apart.after = nil
    apart.before = .sql([])
    #expect(found(one, apart, three) == [])
    var mapped = two
    mapped.kind = .mapping(
      MappingMigration(.compiled(MappingModel(), SourceFile(path: "M.cdm", utf8: []))))
    #expect(found(one, mapped, three) == [], "a stage with a mapping model keeps its place")
    #expect(found(two, three) == [] && found(three) == [])
    func reasons(_ old: CompiledModel, _ new: CompiledModel) -> String {
      guard case .failure(let failure) = MappingInference.infer(old: old.model, new: new.model)
      else { return "" }
      return failure.reasons.joined(separator: "; ")
    }
    #expect(reasons(text, number) != reasons(number, text))
    expectText(
      review([one, two]),
      "warning: Core Data takes the stages 'one' to 'two' as one and cannot infer it: "
        + reasons(text, number)
        + "; a stage with work of its own between them keeps them apart [stages.collapsed-run]")
  }

  @Test func aStageThatCannotBeInferredSaysWhy() throws {
    let found = review([
      Stage("one", from: try venue("value String"), to: try venue("value Integer 64"))
    ])
    expectText(
      found,
      "error: stage 'one' is lightweight, and no migration can be inferred: the migration fails for every store: Core Data does not convert 'Venue.value' from String to Integer 64 [stages.not-inferrable]"
    )
  }

  // MARK: - Plans

  /// Versions with one attribute more each.
  private func versions() throws -> [CompiledModel] {
    try [venue("a"), venue("a", "b"), venue("a", "b", "c"), venue("a", "b", "c", "d")]
  }

  private func plan(
    _ stages: [Stage], from: CompiledModel, to: CompiledModel, among: [CompiledModel]
  ) throws -> MigrationPlan? {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/a.sqlite"
      try from.createStore(at: path)
      return try StagedMigration(stages).migrator().plan(store: path, among: among, to: to).plan
    }
  }

  @Test func aStoreIsTakenThroughTheStagesBetween() throws {
    let all = try versions()
    let stages = [
      Stage("one", from: all[0], to: all[1], before: .sql(["SELECT 1", "SELECT 2"])),
      Stage("two", from: all[1], to: all[2], after: .code { _ in }),
      Stage("three", from: all[2], to: all[3]),
    ]
    func names(_ from: Int, _ to: Int) throws -> [String] {
      try plan(stages, from: all[from], to: all[to], among: all)?.steps.map {
        "\($0.comment.split(separator: ": ")[0])\($0.isReversible ? "" : " once") \($0.statements.isEmpty ? 0 : 1)"
      }.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } } ?? []
    }
    #expect(try names(0, 1) == ["before 'one' once 1", "'one' 1"])
    #expect(
      try names(0, 3) == [
        "before 'one' once 1", "'one' 1", "'two' 1", "after 'two' once 0", "'three' 1",
      ])
    #expect(try names(1, 3) == ["'two' 1", "after 'two' once 0", "'three' 1"])
    #expect(try names(2, 3) == ["'three' 1"])
    let first = try plan(stages, from: all[0], to: all[1], among: all)?.steps.first
    #expect(first?.statements == ["SELECT 1", "SELECT 2"])
    let code = try plan(stages, from: all[1], to: all[2], among: all)?.steps.last
    #expect(code?.comment == "after 'two': code of the program" && code?.statements == [])
  }

  @Test func aVersionWithoutAStageIsRefused() throws {
    let all = try versions()
    func error(_ stages: [Stage], _ from: Int, _ to: Int) -> String {
      #expect(throws: MigrationError.self) {
        try plan(stages, from: all[from], to: all[to], among: all)
      }?.description ?? ""
    }
    let stages = [Stage("one", from: all[1], to: all[2])]
    let start = "the migration cannot be carried out: "
    #expect(error(stages, 0, 2) == start + "no stage begins at the source version")
    #expect(error(stages, 1, 3) == start + "no stage ends at the target version")
    #expect(error(stages, 0, 3) == start + "no stage begins at the source version")
    // A store of the last version cannot go back.
    let both = stages + [Stage("two", from: all[2], to: all[3])]
    #expect(error(both, 2, 1).hasPrefix(start + "no stage "))
    let three = [Stage("zero", from: all[0], to: all[1])] + both
    #expect(error(three, 2, 1) == start + "no stage ends at the target version")
  }

  /// The checks of the first stage are known before; where work comes first, it may repair the rows.
  @Test(arguments: [false, true]) func checksBelongToTheFirstStage(hasWork: Bool) throws {
    let old = try venue("name")
    let new = try ApplyFixture.model(
      "<attribute name=\"name\" attributeType=\"String\"/>")
    let stages = [
      Stage(
        "one", from: old, to: new, before: hasWork ? .sql(["UPDATE ZVENUE SET ZNAME = 'x'"]) : nil)
    ]
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/a.sqlite"
      try old.createStore(at: path)
      let connection = try Connection(path: path, access: .readWrite)
      try connection.execute("INSERT INTO ZVENUE(Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)")
      try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 1")
      let migrator = StagedMigration(stages).migrator()
      let plan = try migrator.plan(store: path, among: [old], to: new).plan
      #expect(plan?.checks.isEmpty == hasWork)
      if hasWork {
        #expect(try migrator.migrate(store: path, among: [old], to: new).result == .migrated)
      } else {
        let error = #expect(throws: MigrationError.self) {
          try migrator.migrate(store: path, among: [old], to: new)
        }
        if case .rowsFail(let failed)? = error {
          #expect(failed.map(\.count) == [1])
        } else {
          Issue.record("\(String(describing: error))")
        }
      }
    }
  }

  /// The second stage's rows are looked at when it runs.
  @Test func rowsOfALaterStageMayFail() throws {
    let old = try venue("name")
    let middle = try venue("name", "other")
    let new = try ApplyFixture.model(
      "<attribute name=\"name\" attributeType=\"String\"/><attribute name=\"other\" optional=\"YES\" attributeType=\"String\"/>"
    )
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/a.sqlite"
      try old.createStore(at: path)
      let connection = try Connection(path: path, access: .readWrite)
      try connection.execute("INSERT INTO ZVENUE(Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)")
      try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 1")
      let stages = [
        Stage("one", from: old, to: middle), Stage("two", from: middle, to: new),
      ]
      let error = #expect(throws: MigrationError.self) {
        try StagedMigration(stages).migrator().migrate(store: path, among: [old], to: new)
      }
      guard case .rowsFail(let failed)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(failed.map(\.check.place) == ["Venue.name"])
    }
  }
}
