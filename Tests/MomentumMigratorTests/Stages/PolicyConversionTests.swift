import MomentumCompiler
import MomentumDiagnostics
import MomentumMigration
import MomentumMigrator
import MomentumModel
import MomentumModelFiles
import MomentumSQL
import MomentumTestSupport
import Testing

/// A property mapping of another type than the attribute, in an entity mapping with a policy class.
@Suite struct PolicyConversionTests {
  private func mapping(of garage: GarageFixture) throws -> MappingModel {
    var mapping = MappingCompiler.compile(
      try garage.syntax, old: garage.old.model, new: garage.new.model)
    mapping.entityMappings[1].policyClassName = "Cars"
    for index in mapping.entityMappings[1].attributeMappings.indices
    where mapping.entityMappings[1].attributeMappings[index].name == "title" {
      mapping.entityMappings[1].attributeMappings[index].valueExpression = "$source.price"
    }
    return mapping
  }

  @Test func aPolicyThatMakesTheObjectsMayConvertAValue() throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      let cars = EntityMigrationPolicy(createDestinationInstances: { source, context in
        let car = try context.insertAsMapped(from: source)
        guard case .integer(let price) = try context.value("price", of: source) else { return }
        try context.set(["title": .text("for \(price)")], of: car)
      })
      try garage.migrate(
        .compiled(try mapping(of: garage), SourceFile(path: "M.cdm", utf8: [])),
        policies: ["Cars": cars])
      expectText(
        try garage.rows("SELECT ZTITLE FROM ZCAR WHERE Z_ENT = 2 ORDER BY 1"),
        """
        "for 4000"
        "for 700"
        "for 900"
        """)
    }
  }

  /// A policy that sets what it found sets nothing where it found nothing.
  @Test func settingNoAttributesChangesNothing() throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      let cars = EntityMigrationPolicy(createDestinationInstances: { source, context in
        let car = try context.insertAsMapped(from: source)
        try context.set(["title": .text("kept")], of: car)
        try context.set([:], of: car)
      })
      try garage.migrate(
        .compiled(try mapping(of: garage), SourceFile(path: "M.cdm", utf8: [])),
        policies: ["Cars": cars])
      expectText(
        try garage.rows("SELECT DISTINCT ZTITLE FROM ZCAR WHERE Z_ENT = 2"), "\"kept\"")
    }
  }

  /// Without code that makes the objects, the property mapping is what is carried out.
  @Test func aPolicyOfMethodsAloneConvertsNothing() throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      do {
        try garage.migrate(
          .compiled(try mapping(of: garage), SourceFile(path: "M.cdm", utf8: [])),
          policies: ["Cars": EntityMigrationPolicy()])
        Issue.record("it went through")
      } catch let error as MigrationError {
        guard case .mapping(let findings) = error else { throw error }
        #expect(
          findings.filter { $0.severity == .error }.map(\.id) == ["mapping.type-mismatch"])
      }
    }
  }
}
