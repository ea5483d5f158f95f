import Foundation
import MomentumDiagnostics
import MomentumDiff
import MomentumMigration
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport
import Testing

@Suite struct MappingDiagnosisTests {
  private func model(_ entities: String) throws -> ObjectModel {
    var diagnostics = Diagnostics()
    let text = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
      lastSavedToolsVersion="22522" systemVersion="23A344" minimumToolsVersion="Automatic" \
      sourceLanguage="Swift" userDefinedModelVersionIdentifier="">\(entities)</model>
      """
    let syntax = try #require(
      ModelReader.read(contents: SourceFile(path: "contents", text: text), &diagnostics))
    return try #require(ModelChecker.check(syntax, &diagnostics))
  }

  private func entity(_ name: String, _ more: String = "", _ properties: String...) -> String {
    "<entity name=\"\(name)\" representedClassName=\"\(name)\" \(more)>\(properties.joined())</entity>"
  }

  private func attribute(
    _ name: String, _ type: String = "String", _ more: String = "optional=\"YES\""
  )
    -> String
  {
    "<attribute name=\"\(name)\" attributeType=\"\(type)\" \(more)/>"
  }

  private let file = SourceFile(path: "M.xcmappingmodel/xcmapping.xml", text: "<database>\n<a/>")

  private func mapping(
    _ source: String?, _ destination: String?, _ attributes: [(String, String?)],
    policy: String? = nil, filter: String? = nil
  ) -> MappingModelSyntax.EntityMapping {
    let place = SourceLocation(file, SourceRange(11, 15))
    return MappingModelSyntax.EntityMapping(
      sourceEntity: source, destinationEntity: destination, policyClassName: policy,
      sourceFilter: filter,
      attributeMappings: attributes.map {
        MappingModelSyntax.PropertyMapping(name: $0.0, valueExpression: $0.1, location: place)
      }, location: place)
  }

  private func examine(
    _ mappings: [MappingModelSyntax.EntityMapping], _ old: String, _ new: String
  ) throws -> [String] {
    let syntax = MappingModelSyntax(
      entityMappings: mappings, source: .init(path: "M.xcdatamodeld/M.xcdatamodel"),
      destination: .init(path: "M.xcdatamodeld/M 2.xcdatamodel"), file: file)
    let versions = [
      NamedModel(name: "M", model: try model(old)),
      NamedModel(name: "M 2", model: try model(new)),
    ]
    return MappingDiagnosis.examine(syntax, versions: versions).findings.all
      .map { "\($0.severity) \($0.id): \($0.text)" }
  }

  @Test func aMappingThatInferenceDoesAsWellIsTold() throws {
    let findings = try examine(
      [mapping("A", "A", [("x", nil), ("y", nil)])], entity("A", "", attribute("x")),
      entity("A", "", attribute("x"), attribute("y")))
    #expect(
      findings == [
        "warning mapping.adds-nothing: the mapping model from 'M' to 'M 2' does what Core Data infers by itself; without it objects keep their identity, and no object is loaded"
      ])
  }

  @Test func aMappingThatInferenceMayRunInsteadOfIsTold() throws {
    let old = entity("A", "", attribute("x"))
    let new = entity("A", "", attribute("x"), attribute("y"))
    #expect(
      try examine([mapping("A", "A", [("x", nil), ("y", nil)], policy: "App.P")], old, new) == [
        "note mapping.policy-class: entity mapping 'AToA' needs the policy class 'App.P': its code is not in the model, so what it does is not known here",
        "warning mapping.preempted: Core Data also infers a migration from 'M' to 'M 2'; with automatic migration on, the inferred one may run instead, and 'App.P' would not",
      ])
    #expect(
      try examine([mapping("A", "A", [("x", nil), ("y", "\"a\"")])], old, new).map {
        $0.prefix(24)
      } == ["warning mapping.preempte"])
    #expect(
      try examine([mapping("A", "A", [("x", nil), ("y", nil)], filter: "x != nil")], old, new).map {
        $0.prefix(24)
      } == ["warning mapping.preempte"])
  }

  @Test func whatIsLostIsTold() throws {
    // Text and number: nothing that could be inferred instead.
    let old =
      entity("A", "", attribute("x"), attribute("n"))
      + entity("B", "parentEntity=\"A\"", attribute("z")) + entity("C", "", attribute("c"))
    let new =
      entity("A", "", attribute("x"), attribute("n", "Integer 64"), attribute("r", "String", ""))
      + entity("B", "parentEntity=\"A\"", attribute("z"), attribute("o"))
      + entity("C", "", attribute("c")) + entity("D", "", attribute("d"))
    expectText(
      try examine(
        [mapping("A", "A", [("x", nil), ("n", nil)]), mapping("B", "B", [("z", nil)])], old, new
      ).joined(separator: "\n"),
      """
      error mapping.type-mismatch: the expression of 'n' in 'AToA' gives a text, which an attribute of type Integer 64 does not take
      warning mapping.missing-entity: no entity mapping makes objects of 'C'; those in the store are lost
      info mapping.missing-entity: no entity mapping makes objects of 'D'
      error mapping.missing-attribute: entity mapping 'AToA' has no mapping for 'A.r', which is required and has no default; every object fails
      warning mapping.inherited-omitted: entity mapping 'BToB' omits 'x', 'n', 'r', which 'B' inherits; the values are lost
      warning mapping.missing-attribute: entity mapping 'BToB' has no mapping for 'B.o', which gets its default in every object
      """)
  }

  @Test(arguments: [(["x"], "'A.y' is new"), (["q", "r"], "'A' has no 'q' any more and 3 more")])
  func ofTheDifferencesToACopyTheFirstIsNamedAndTheOthersCounted(
    known: [String], end: String
  ) throws {
    let both = try model(entity("A", "", attribute("x"), attribute("y")))
    let syntax = MappingModelSyntax(
      entityMappings: [mapping("A", "A", [("x", nil), ("y", nil)])],
      source: .init(
        path: "M.xcdatamodeld/M.xcdatamodel", entities: [.init(name: "A", attributes: known)]),
      destination: .init(path: "M.xcdatamodeld/M 2.xcdatamodel"), file: file)
    let texts = MappingDiagnosis.examine(
      syntax, versions: [.init(name: "M", model: both), .init(name: "M 2", model: both)]
    ).findings.all.map(\.text)
    let wanted = "its copy of the source model differs from 'M': \(end)"
    #expect(texts.contains { $0.hasSuffix(wanted) }, "\(wanted) in \(texts)")
  }

  /// Core Data hands any value to the transformer; Momentum has none to hand it to.
  @Test func aValueForATransformableIsNoMismatchOfTypes() throws {
    let old = entity("A", "", attribute("x"))
    let new = entity("A", "", attribute("t", "Transformable"))
    let findings = try examine([mapping("A", "A", [("t", "$source.x")])], old, new)
    #expect(
      findings.filter { $0.contains("'t'") } == [
        "warning mapping.unsupported-expression: the expression of 't' in 'AToA' is for Core Data alone, 'momentum migrate' does not carry it out: a value that a transformer turns into data"
      ], "\(findings)")
  }

  /// What a policy class does stands in the app's code.
  @Test func whatAPolicyClassMayDoIsNoLoss() throws {
    let old =
      entity("A", "", attribute("x"), attribute("n")) + entity("C", "", attribute("c"))
    let new =
      entity("A", "", attribute("x"), attribute("n", "Integer 64"), attribute("r", "String", ""))
      + entity("B", "parentEntity=\"A\"", attribute("o")) + entity("C", "", attribute("c"))
    var made = mapping("A", "A", [("n", nil), ("q", nil)])
    made.policyClassName = "App.Maker"
    var inheriting = mapping("A", "B", [])
    inheriting.policyClassName = "App.Maker"
    expectText(
      try examine([made, inheriting], old, new).joined(separator: "\n"),
      """
      warning mapping.type-mismatch: the expression of 'n' in 'AToA' gives a text, which an attribute of type Integer 64 does not take
      warning mapping.unknown-property: entity mapping 'AToA' has a mapping for 'q', which 'A' does not have
      note mapping.missing-entity: no entity mapping makes objects of 'C'; a policy class of another one may
      note mapping.policy-class: entity mapping 'AToA' needs the policy class 'App.Maker': its code is not in the model, so what it does is not known here
      note mapping.policy-class: entity mapping 'AToB' needs the policy class 'App.Maker': its code is not in the model, so what it does is not known here
      """)
  }

  @Test func namesThatModelsDoNotHaveAreTold() throws {
    let old = entity("A", "", attribute("x"))
    let new = entity("A", "isAbstract=\"YES\"", attribute("x")) + entity("B", "", attribute("x"))
    expectText(
      try examine(
        [
          mapping("A", "A", [("q", nil)]), mapping("Z", "B", [("x", "$source.x")]),
          mapping("A", "A", []), mapping("A", "B", [("x", "FETCH($a, $b, NO)")]),
        ], old, new
      ).filter { $0.hasPrefix("error") }.joined(separator: "\n"),
      """
      error mapping.duplicate-name: several entity mappings are called 'AToA'
      error mapping.abstract-entity: entity mapping 'AToA' is of the abstract entity 'A', which has no objects
      error mapping.unknown-entity: entity mapping 'ZToB' names 'Z', which the source model does not have
      error mapping.abstract-entity: entity mapping 'AToA' is of the abstract entity 'A', which has no objects
      error mapping.unknown-property: entity mapping 'AToA' has a mapping for 'q', which 'A' does not have
      error mapping.unknown-key-path: the expression of 'x' in 'ZToB' has a key path '$source.x' that leads nowhere: the entity mapping has no source
      """)
    #expect(
      try examine([mapping("A", "B", [("x", "FETCH($a, $b, NO)")])], old, new).filter {
        $0.contains("expression")
      } == [
        "warning mapping.unsupported-expression: the expression of 'x' in 'AToB' is for Core Data alone, 'momentum migrate' does not carry it out: FETCH"
      ])
  }

  /// Core Data asks the value for the key, so the key path leads somewhere.
  @Test func aKeyOfAValueIsForCoreDataAlone() throws {
    let old = entity("A", "", attribute("day", "Date"), attribute("x"))
    let new = entity("A", "", attribute("x"), attribute("y"), attribute("z"))
    expectText(
      try examine(
        [
          mapping(
            "A", "A",
            [
              ("x", "$source.day.description"), ("y", "$source.objectID.isTemporaryID"),
              ("z", "$source.days"),
            ])
        ], old, new
      ).filter { $0.contains("expression") }.joined(separator: "\n"),
      """
      warning mapping.unsupported-expression: the expression of 'x' in 'AToA' is for Core Data alone, 'momentum migrate' does not carry it out: the key 'description' of a value of type Date
      warning mapping.unsupported-expression: the expression of 'y' in 'AToA' is for Core Data alone, 'momentum migrate' does not carry it out: of an object's id only the text of its URI is known
      error mapping.unknown-key-path: the expression of 'z' in 'AToA' has a key path '$source.days' that leads nowhere: 'A' has no property 'days'
      """)
  }

  // MARK: - Stale

  @Test func anEditorsFileIsStaleWhereItsCopyDiffers() throws {
    let versions = [
      NamedModel(name: "M", model: try model(entity("A", "", attribute("x")))),
      NamedModel(name: "M 2", model: try model(entity("A", "", attribute("y")))),
    ]
    var syntax = MappingModelSyntax(
      entityMappings: [mapping("A", "A", [("y", "$source.x")])],
      source: .init(
        path: "M.xcdatamodel", entities: [.init(name: "A", attributes: ["w", "x"])]),
      destination: .init(path: "Old.xcdatamodel", entities: [.init(name: "A", attributes: ["y"])]),
      file: file)
    let found = MappingDiagnosis.examine(syntax, versions: versions)
    #expect(found.old?.name == "M" && found.new?.name == "M 2" && found.mapping != nil)
    #expect(
      found.findings.all.first?.text
        == "the mapping model fits no two of these models, so Core Data does not find it: its copy of the source model differs from 'M': 'A' has no 'w' any more"
    )
    syntax.destination = .init(path: "M 9.xcdatamodel", entities: [.init(name: "B")])
    let lost = MappingDiagnosis.examine(syntax, versions: versions)
    #expect(lost.new == nil && lost.mapping == nil)
    #expect(
      lost.findings.all.first?.text.hasSuffix("no version is its destination model 'M 9'") == true)
  }

  @Test func aCompiledFileIsStaleWhereNoVersionHasItsHashes() throws {
    let models = [
      try model(entity("A", "", attribute("x"))), try model(entity("A", "", attribute("y"))),
    ]
    let versions = models.enumerated().map {
      NamedModel(name: "M \($0.offset)", model: $0.element)
    }
    let syntax = MappingModelSyntax(
      entityMappings: [mapping("A", "A", [("y", "$source.x")])], file: file)
    var compiled = MappingCompiler.compile(syntax, old: models[0], new: models[1])
    let fitting = MappingDiagnosis.examine(compiled, versions: versions)
    #expect(fitting.old?.name == "M 0" && fitting.new?.name == "M 1")
    #expect(fitting.findings.all.map(\.id) == ["mapping.preempted"])
    compiled.entityMappings[0].destinationHash = [1]
    #expect(
      MappingDiagnosis.examine(compiled, versions: versions).findings.all.first.map {
        "\($0.severity) \($0.text)"
      }
        == "error the mapping model fits no two of these models, so Core Data does not find it: no version has its hashes of destination entities; 'M 0' differs in 'A'"
    )
    #expect(
      MappingDiagnosis.examine(compiled, versions: []).findings.all.first?.id == "mapping.stale")
  }
}
