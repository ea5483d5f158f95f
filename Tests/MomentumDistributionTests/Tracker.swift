import MomentumCompiler
import MomentumDiagnostics
import MomentumDistribution
import MomentumModel
import MomentumQuery
import MomentumStore

/// A model with a root, its parts, a reference table, and what makes each hard: an inverse to-one, a
/// tree, a many-to-many relationship, sub-entities, a uniqueness constraint.
enum Tracker {
  static let entities = """
    <entity name="Account">
      <attribute name="name" attributeType="String"/>
      <attribute name="number" attributeType="Integer 32" usesScalarValueType="YES"/>
      <relationship name="projects" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Project" inverseName="account" inverseEntity="Project"/>
      <relationship name="users" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="User" inverseName="account" inverseEntity="User"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
    </entity>
    <entity name="User" isAbstract="YES">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="account" maxCount="1" deletionRule="Nullify" destinationEntity="Account" inverseName="users" inverseEntity="Account"/>
      <relationship name="assigned" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Task" inverseName="assignee" inverseEntity="Task"/>
    </entity>
    <entity name="Member" parentEntity="User"><attribute name="level" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/></entity>
    <entity name="Guest" parentEntity="User"/>
    <entity name="Project">
      <attribute name="name" attributeType="String"/>
      <attribute name="slug" optional="YES" attributeType="String"/>
      <relationship name="account" maxCount="1" deletionRule="Nullify" destinationEntity="Account" inverseName="projects" inverseEntity="Account"/>
      <relationship name="tasks" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Task" inverseName="project" inverseEntity="Task"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="slug"/></uniquenessConstraint></uniquenessConstraints>
    </entity>
    <entity name="Task">
      <attribute name="number" attributeType="Integer 32" usesScalarValueType="YES"/>
      <attribute name="title" optional="YES" attributeType="String"/>
      <attribute name="points" optional="YES" attributeType="Integer 32" usesScalarValueType="YES"/>
      <attribute name="price" optional="YES" attributeType="Decimal"/>
      <attribute name="due" optional="YES" attributeType="Date"/>
      <relationship name="project" maxCount="1" deletionRule="Nullify" destinationEntity="Project" inverseName="tasks" inverseEntity="Project"/>
      <relationship name="assignee" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="User" inverseName="assigned" inverseEntity="User"/>
      <relationship name="parent" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Task" inverseName="children" inverseEntity="Task"/>
      <relationship name="children" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Task" inverseName="parent" inverseEntity="Task"/>
      <relationship name="blocks" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Task" inverseName="blockedBy" inverseEntity="Task"/>
      <relationship name="blockedBy" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Task" inverseName="blocks" inverseEntity="Task"/>
      <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="tasks" inverseEntity="Tag"/>
      <relationship name="state" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="State"/>
    </entity>
    <entity name="Tag">
      <attribute name="name" attributeType="String"/>
      <relationship name="tasks" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Task" inverseName="tags" inverseEntity="Task"/>
    </entity>
    <entity name="State"><attribute name="name" attributeType="String"/></entity>
    <fetchRequest name="ofAccount" entity="Task" predicateString="project.account == $ACCOUNT AND points &gt; 1"/>
    <fetchRequest name="large" entity="Task" predicateString="points &gt; 5"/>
    """

  static let compiled = compile(entities)
  static var model: ObjectModel { compiled.model }

  static func compile(_ entities: String) -> CompiledModel {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "contents", text: text(entities))
    guard let compiled = CompiledModel.compile(source, &diagnostics) else {
      preconditionFailure("the test's model: \(diagnostics.all.map(\.text))")
    }
    return compiled
  }

  static func text(_ entities: String) -> String {
    "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">\n\(entities)\n</model>\n"
  }

  static func analysis(_ compiled: CompiledModel = compiled) -> DistributionAnalysis {
    DistributionAnalysis(compiled.model, compiled.plainSchema)
  }

  static let schema: DistributedSchema = {
    guard let plan = analysis().candidates(DistributionDecisions()).first?.plan else {
      preconditionFailure("the tracker has a plan")
    }
    return DistributedLayout.layOut(model, compiled.plainSchema, plan)
  }()

  /// A request of the tracker with its variables left open.
  static func request(
    _ entity: String, _ predicate: String? = nil, _ change: (inout RequestInput) -> Void = { _ in }
  ) -> FetchRequest? {
    var input = RequestInput(entity: entity, predicate: predicate)
    change(&input)
    var diagnostics = Diagnostics()
    return compiled.request(input, bindsVariables: false, &diagnostics)
  }
}

extension DistributionAnalysis {
  /// The judgement in short: `Task by project.account`, `Tag reference`.
  func summary(_ candidate: RootCandidate) -> [String] {
    candidate.entities.map { judged in
      let name = model[judged.entity].name
      switch judged.placement {
      case .colocated(let path):
        return "\(name) by " + path.map { model[$0].name }.joined(separator: ".")
      case .root, .reference, .undecided: return "\(name) \(judged.placement.word)"
      }
    } + candidate.crossings.map { "\(self.name($0.relationship)) crosses" }
  }
}
