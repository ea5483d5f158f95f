import MomentumDiagnostics
import MomentumModel
import MomentumSwiftData
import Testing

/// Lists of classes: those that are followed, and those that only the running app knows.
@Suite struct UnreadListTests {
  private static let classes = """
    @Model class A { var x: Int }
    @Model class B { var x: Int }

    """

  private static func versioned(_ models: String, _ more: String = "") -> String {
    classes + "enum V1: VersionedSchema {\n\(models)\n}\n" + more
  }

  private static func models(_ value: String) -> String {
    "static var models: [any PersistentModel.Type] { \(value) }"
  }

  private static func entities(_ read: SwiftDataModel) -> String {
    read.model.entities.map(\.name).joined(separator: ",")
  }

  /// Each row: the members of a `VersionedSchema`, what stands beside it, and the entities.
  @Test(arguments: [
    (models("return [A.self, B.self]"), "", "A,B"),
    (models("([A.self])"), "", "A"),
    (models("types"), "let types: [any PersistentModel.Type] = [A.self, B.self]", "A,B"),
    (models("types"), "private var types: [any PersistentModel.Type] { [B.self] }", "B"),
    (models("Self.types") + "\nstatic let types = [A.self]", "", "A"),
    (models("base + more") + "\nstatic let base = [A.self]", "let more = [B.self]", "A,B"),
    (models("[A.self] + [B.self] as [any PersistentModel.Type]"), "", "A,B"),
    (models("Current.models"), "typealias Current = V0\nenum V0 { \(models("[B.self]")) }", "B"),
    (models("[first, B.self]"), "let first = A.self", "A,B"),
    ("static var models: [any PersistentModel.Type] = [A.self]", "", "A"),
    // Another variable of the name is changed, and only read here.
    (
      "static var models: [any PersistentModel.Type] = [A.self]",
      "struct Garage { var models: [Int] = []; mutating func f() { models.append(1) } }\nfunc g() { print(V1.models.count) }",
      "A"
    ),
    ("#if canImport(SwiftData)\n\(models("[A.self]"))\n#endif", "", "A"),
  ])
  func aPlainListIsFollowed(_ members: String, _ more: String, _ expected: String) throws {
    let read = try SwiftDataSample.read(Self.versioned(members, more))
    #expect(Self.entities(read) == expected)
    #expect(read.diagnostics.isEmpty)
    #expect(read.model.unknownForm == nil)
    #expect(read.model.entities.allSatisfy { !$0.hasUnknownHash })
  }

  /// Each row: the members of a `VersionedSchema`, what stands beside it, the entities that can be read,
  /// the line of the finding, and the reason.
  @Test(arguments: [
    (models("make()"), "func make() -> [any PersistentModel.Type] { [A.self] }", "", 4, "call"),
    (models("[A.self] + make()"), "", "A", 4, "call"),
    (models("[A.self, B.self].filter { $0 != A.self }"), "", "", 4, "call"),
    (models("[A.self, make()]"), "", "A", 4, "call"),
    (models("isNew ? [A.self] : [B.self]"), "", "", 4, "depends on a condition"),
    (models("if isNew { [A.self] } else { [B.self] }"), "", "", 4, "depends on a condition"),
    (models("var list = [A.self]; list.append(B.self); return list"), "", "", 4, "statements"),
    (models("let list = [A.self]\nreturn list"), "", "", 4, "statements"),
    ("static let models: [any PersistentModel.Type] = { [A.self] }()", "", "", 4, "call"),
    (
      models("#if DEBUG\nreturn [A.self, B.self]\n#else\nreturn [A.self]\n#endif"), "", "", 4, "#if"
    ),
    (
      "#if DEBUG\n\(models("[A.self, B.self]"))\n#else\n\(models("[A.self]"))\n#endif", "", "", 7,
      "more than once"
    ),
    ("#if DEBUG\n\(models("[A.self, B.self]"))\n#endif", "", "", 5, "#if"),
    ("", "", "", 3, "'models' is not in these sources"),
    (models("types"), "", "", 4, "no value of 'types'"),
    (models("Elsewhere.types"), "", "", 4, "no value of 'Elsewhere.types'"),
    (models("types"), "var types = [A.self]\nfunc f() { types.append(B.self) }", "", 6, "changed"),
    (
      "static var models: [any PersistentModel.Type] = [A.self]",
      "func f() { V1.models += [B.self] }", "", 4, "changed"
    ),
    (models("types"), "#if DEBUG\nlet types = [A.self]\n#endif", "", 7, "#if"),
  ])
  func whatOnlyTheAppKnowsIsReported(
    _ members: String, _ more: String, _ expected: String, _ line: Int, _ reason: String
  ) throws {
    let read = try SwiftDataSample.read(Self.versioned(members, more))
    #expect(Self.entities(read) == expected)
    #expect(SwiftDataSample.ids(read.diagnostics) == ["swiftdata.unread-models"])
    let finding = try #require(read.diagnostics.all.first)
    #expect(finding.location?.line == line)
    #expect(finding.text.contains(reason), "\(finding.text)")
    #expect(finding.text.contains("'V1'"))
    #expect(read.model.unknownForm != nil && read.model.hasUnknownHashes)
    #expect(read.model.entities.allSatisfy { $0.hasUnknownHash })
  }

  /// Each row: code that makes a container, and the entities of the schema.
  @Test(arguments: [
    ("func f() { let types = [A.self]\nlet s = Schema(types) }", "A"),
    ("let types = [B.self]\nlet c = try ModelContainer(for: Schema(types))", "B"),
    ("enum App { static let types = [B.self]\nstatic let s = Schema(types) }", "B"),
    ("enum Lists { static let all = [A.self, B.self] }\nlet s = Schema(Lists.all)", "A,B"),
    // The container gets the schema that is made above.
    (
      "let c: ModelContainer = { let schema = Schema([A.self])\n return try! ModelContainer(for: schema, configurations: [x]) }()",
      "A"
    ),
    ("func f(_ schema: Schema) { ModelContainer(for: schema) }\nlet s = Schema([A.self])", "A"),
    ("let s = Schema([A.self])\nvar body: some Scene { X().modelContainer(container) }", "A"),
    ("enum Own { @Model class C { var y: Int }\nstatic let s = Schema([C.self]) }", "C"),
  ])
  func theListOfAContainerIsFollowed(_ code: String, _ expected: String) throws {
    let read = try SwiftDataSample.read(Self.classes + code)
    #expect(Self.entities(read) == expected)
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics.all.map(\.text))")
    #expect(!read.model.hasUnknownHashes)
  }

  @Test(arguments: [
    "func f(types: [any PersistentModel.Type]) { let s = Schema(types) }",
    "let types = [A.self]\nfunc f(_ types: [any PersistentModel.Type]) { let s = Schema(types) }",
    "let s = Schema(make())",
    "let c = try ModelContainer(for: types)",
    "func f() { var types = [A.self]\ntypes.append(B.self)\nlet s = Schema(types) }",
    "func f() {\n#if DEBUG\nlet types = [A.self]\n#endif\nlet s = Schema(types) }",
    "let lists = [1].map { types in Schema(types) }",
    "func f() { for types in all { Schema(types) } }",
    "#if DEBUG\nlet s = Schema([A.self, B.self])\n#else\nlet s = Schema([A.self])\n#endif",
  ])
  func aContainerWhoseListIsNotWrittenIsReported(_ code: String) throws {
    let read = try SwiftDataSample.read(Self.classes + code)
    #expect(SwiftDataSample.ids(read.diagnostics) == ["swiftdata.unread-models"])
    #expect(read.diagnostics.all.allSatisfy { $0.text.contains("of this container") })
    #expect(read.model.hasUnknownHashes)
  }

  @Test func aSchemaOfAnotherLibraryIsNotMeant() throws {
    let reader = SwiftDataSample.reader([
      ("Models.swift", "import SwiftData\n" + Self.classes),
      ("Web.swift", "import WebSchemas\nlet s = Schema(fields)"),
    ])
    let read = reader.model(of: try #require(reader.current))
    #expect(Self.entities(read) == "A,B")
    #expect(read.diagnostics.isEmpty)
  }

  /// Two versions whose lists cannot be read are not equal.
  @Test func unreadVersionsDifferFromEachOther() {
    let reader = SwiftDataSample.reader(
      "enum V1: VersionedSchema { \(Self.models("make()")) }\nenum V2: VersionedSchema { \(Self.models("make()")) }\n"
        + Self.classes)
    let forms = reader.schemas.map { reader.model(of: $0).model.unknownForms }
    #expect(forms.count == 2 && forms[0] != forms[1])
  }

  // MARK: - Plans

  private static func plan(_ schemas: String, _ stages: String, _ more: String = "") -> String {
    """
    enum V1: VersionedSchema { \(models("[A.self]")) }
    enum V2: VersionedSchema { \(models("[A.self, B.self]")) }
    \(classes)
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { \(schemas) }
      static var stages: [MigrationStage] { \(stages) }
      static let first = MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)
      static let list = [first]
    }
    \(more)
    """
  }

  /// Each row: the lists of a plan, its schemas, and its stages.
  @Test(arguments: [
    ("[V1.self, V2.self]", "[first]", "V1,V2", "V1>V2"),
    ("[V1.self, V2.self]", "list", "V1,V2", "V1>V2"),
    ("[V1.self] + [V2.self]", "[] + list", "V1,V2", "V1>V2"),
    (
      "[V1.self, Last.self]", "[.lightweight(fromVersion: V1.self, toVersion: Last.self)]", "V1,V2",
      "V1>V2"
    ),
  ])
  func thePlanIsFollowed(
    _ schemas: String, _ stages: String, _ expected: String, _ steps: String
  ) throws {
    let reader = SwiftDataSample.reader(Self.plan(schemas, stages, "typealias Last = V2"))
    let plan = try #require(reader.plans.first)
    #expect(plan.schemas.map(\.name).joined(separator: ",") == expected)
    #expect(
      plan.stages.map { "\($0.from ?? "?")>\($0.to ?? "?")" }.joined(separator: ",") == steps)
    #expect(plan.unreadSchemas.isEmpty && plan.unreadStages.isEmpty)
  }

  /// Each row: the lists of a plan, and the number of unread parts of each.
  @Test(arguments: [
    ("make()", "[first]", 1, 0), ("[V1.self, V2.self]", "make()", 0, 1),
    ("[V1.self, V2.self]", "[stage(V1.self, V2.self)]", 0, 1),
    ("[V1.self, V2.self]", "[.lightweight(fromVersion: one, toVersion: V2.self)]", 0, 1),
    ("[V1.self] + more", "[first, other]", 1, 1),
  ])
  func whatOnlyTheAppKnowsOfAPlanIsKept(
    _ schemas: String, _ stages: String, _ unreadSchemas: Int, _ unreadStages: Int
  ) throws {
    let plan = try #require(SwiftDataSample.reader(Self.plan(schemas, stages)).plans.first)
    #expect(plan.unreadSchemas.count == unreadSchemas)
    #expect(plan.unreadStages.count == unreadStages)
  }
}
