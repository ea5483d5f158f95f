import MomentumCompiler
import MomentumDiagnostics
import MomentumMigration
import MomentumMigrator
import MomentumModel
import MomentumModelFiles
import MomentumSQL
import MomentumTestSupport
import Testing

/// What the app's code must bring for the policy classes that a mapping model names, seen before anything is
/// changed.
@Suite struct PolicyAbilityTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The methods of each policy class that is given.
    var given: [String: [String]]
    /// The expressions by attribute of `CarToCar`, which names the class `Cars`.
    var expressions: [String: String]
    var errors: [String]
  }

  private static let shorten = "FUNCTION($entityPolicy, 'shorten:', $source.label)"
  private static let join = "FUNCTION($entityPolicy, 'join:with:', $source.label, 'x')"

  private static func missing(_ selector: String) -> String {
    "mapping.unregistered-method: no code is given for the method '\(selector)' of the policy class "
      + "'Cars'"
  }

  static let rows = [
    Row(
      testDescription: "all", given: ["Cars": ["shorten:", "join:with:"]],
      expressions: ["title": shorten, "seller": join], errors: []),
    Row(
      testDescription: "a method more", given: ["Cars": ["shorten:", "other"], "Boats": []],
      expressions: ["title": shorten], errors: []),
    Row(testDescription: "no method is called", given: ["Cars": []], expressions: [:], errors: []),
    Row(
      testDescription: "no class", given: ["Boats": ["shorten:"]], expressions: ["title": shorten],
      errors: [
        "mapping.unregistered-policy: no code is given for the policy class 'Cars' of entity mapping "
          + "'CarToCar'"
      ]),
    Row(
      testDescription: "no method", given: ["Cars": []], expressions: ["title": shorten],
      errors: [missing("shorten:")]),
    Row(
      testDescription: "a method without its colon", given: ["Cars": ["shorten"]],
      expressions: ["title": shorten], errors: [missing("shorten:")]),
    Row(
      testDescription: "a method of another class", given: ["Cars": [], "Boats": ["shorten:"]],
      expressions: ["title": shorten], errors: [missing("shorten:")]),
    Row(
      testDescription: "one of two", given: ["Cars": ["shorten:"]],
      expressions: ["title": shorten, "seller": join], errors: [missing("join:with:")]),
    Row(
      testDescription: "none of two", given: ["Cars": []],
      expressions: ["title": shorten, "seller": join],
      errors: [missing("join:with:"), missing("shorten:")]),
  ]

  @Test(arguments: rows) func whatIsMissingIsToldBefore(row: Row) throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      var mapping = MappingCompiler.compile(
        try garage.syntax, old: garage.old.model, new: garage.new.model)
      mapping.entityMappings[1].policyClassName = "Cars"
      for (name, text) in row.expressions {
        let index = try #require(
          mapping.entityMappings[1].attributeMappings.firstIndex { $0.name == name })
        mapping.entityMappings[1].attributeMappings[index].valueExpression = text
      }
      let migrator = MappingMigration(
        .compiled(mapping, SourceFile(path: "M.cdm", utf8: [])),
        policies: row.given.mapValues { selectors in
          var policy = EntityMigrationPolicy()
          for selector in selectors { policy.methods[selector] = { _ in .text("made") } }
          return policy
        }
      ).migrator()
      var errors: [String] = []
      do {
        _ = try migrator.plan(store: garage.store, among: [garage.old], to: garage.new)
      } catch let error as MigrationError {
        guard case .mapping(let findings) = error else { throw error }
        errors = findings.filter { $0.severity == .error }.map { "\($0.id): \($0.text)" }
      }
      #expect(errors.sorted() == row.errors)
    }
  }
}
