package import MomentumCompiler
import MomentumDiagnostics
package import MomentumObjects

/// The model of the proofs: to-one, to-many, ordered and many-to-many relationships, relationships
/// of an entity with itself, a sub-entity, a uniqueness constraint, and every delete rule that changes
/// other objects.
package enum ProofModel {
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  package static func plan() throws -> ModelPlan { ModelPlan(try compile(entities)) }

  package static func compile(_ entities: String) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let text = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      \(entities)
      </model>
      """
    let source = SourceFile(path: "contents", text: text)
    guard let compiled = CompiledModel.compile(source, &diagnostics) else {
      throw Failure(description: "\(diagnostics.all.map(\.text))")
    }
    return compiled
  }

  private static let entities = """
    <entity name="Person">
      <attribute name="name" optional="YES" attributeType="String"/>
      <attribute name="age" optional="YES" attributeType="Integer 16" defaultValueString="18"
        usesScalarValueType="YES"/>
      <relationship name="company" optional="YES" maxCount="1" deletionRule="Nullify"
        destinationEntity="Company" inverseName="people" inverseEntity="Company"/>
      <relationship name="partner" optional="YES" maxCount="1" deletionRule="Nullify"
        destinationEntity="Person" inverseName="partner" inverseEntity="Person"/>
      <relationship name="boss" optional="YES" maxCount="1" deletionRule="Nullify"
        destinationEntity="Person" inverseName="reports" inverseEntity="Person"/>
      <relationship name="reports" optional="YES" toMany="YES" deletionRule="Nullify"
        destinationEntity="Person" inverseName="boss" inverseEntity="Person"/>
      <relationship name="mentors" optional="YES" toMany="YES" deletionRule="Nullify"
        destinationEntity="Person" inverseName="students" inverseEntity="Person"/>
      <relationship name="students" optional="YES" toMany="YES" deletionRule="Nullify"
        destinationEntity="Person" inverseName="mentors" inverseEntity="Person"/>
      <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify"
        destinationEntity="Tag" inverseName="people" inverseEntity="Tag"/>
      <relationship name="notes" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade"
        destinationEntity="Note" inverseName="author" inverseEntity="Note"/>
    </entity>
    <entity name="Manager" parentEntity="Person">
      <attribute name="level" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
    </entity>
    <entity name="Company">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="people" optional="YES" toMany="YES" deletionRule="Nullify"
        destinationEntity="Person" inverseName="company" inverseEntity="Person"/>
    </entity>
    <entity name="Tag">
      <attribute name="word" attributeType="String"/>
      <attribute name="rank" optional="YES" attributeType="Integer 64" usesScalarValueType="YES"/>
      <relationship name="people" optional="YES" toMany="YES" deletionRule="Nullify"
        destinationEntity="Person" inverseName="tags" inverseEntity="Person"/>
      <uniquenessConstraints>
        <uniquenessConstraint><constraint value="word"/></uniquenessConstraint>
      </uniquenessConstraints>
    </entity>
    <entity name="Note">
      <attribute name="text" optional="YES" attributeType="String"/>
      <relationship name="author" maxCount="1" deletionRule="Nullify"
        destinationEntity="Person" inverseName="notes" inverseEntity="Person"/>
      <relationship name="parent" optional="YES" maxCount="1" deletionRule="Nullify"
        destinationEntity="Note" inverseName="replies" inverseEntity="Note"/>
      <relationship name="replies" optional="YES" toMany="YES" deletionRule="Cascade"
        destinationEntity="Note" inverseName="parent" inverseEntity="Note"/>
    </entity>
    """
}
