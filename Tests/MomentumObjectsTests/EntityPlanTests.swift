import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import Testing

@testable import MomentumObjects

/// Where an object keeps the values of its properties.
@Suite struct EntityPlanTests {
  private let plan: ModelPlan

  init() throws {
    plan = try ModelPlan(
      compiledModel(
        """
        <entity name="Person" representedClassName="Person">
          <attribute name="name" attributeType="String" defaultValueString="Ann"/>
          <relationship name="company" maxCount="1" destinationEntity="Company"
            inverseName="people" inverseEntity="Company"/>
        </entity>
        <entity name="Manager" parentEntity="Person">
          <attribute name="level" attributeType="Integer 16" usesScalarValueType="YES"/>
          <relationship name="assistant" maxCount="1" destinationEntity="Person"/>
        </entity>
        <entity name="Company">
          <relationship name="people" toMany="YES" destinationEntity="Person"
            inverseName="company" inverseEntity="Person"/>
        </entity>
        """))
  }

  @Test func aPropertyHasTheSamePlaceInASubentity() throws {
    let person = try #require(plan.entity(named: "Person"))
    let manager = try #require(plan.entity(named: "Manager"))
    #expect(person.place(of: "name") == .attribute(0))
    #expect(manager.place(of: "name") == .attribute(0))
    #expect(manager.place(of: "level") == .attribute(1))
    #expect(manager.place(of: "company") == person.place(of: "company"))
    #expect(manager.place(of: "assistant") == .toOne(1))
    #expect(person.place(of: "assistant") == nil)
    #expect(manager.root == person.id)
  }

  @Test func anInverseIsFoundByItsPlace() throws {
    let person = try #require(plan.entity(named: "Person"))
    let company = try #require(plan.entity(named: "Company"))
    #expect(person.toOnes[0].inverse == .toMany(0))
    #expect(company.toManys[0].inverse == .toOne(0))
    let manager = try #require(plan.entity(named: "Manager"))
    #expect(manager.toOnes[1].inverse == nil)
  }

  @Test func aNewObjectBeginsWithTheDefaults() throws {
    let person = try #require(plan.entity(named: "Person"))
    #expect(person.defaults == [.string("Ann")])
  }
}
