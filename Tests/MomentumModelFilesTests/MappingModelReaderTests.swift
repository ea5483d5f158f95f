import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPropertyList
import MomentumTestSupport
import Testing

@Suite struct MappingModelReaderTests {
  // MARK: - The editor's file

  private func xml(_ objects: String) -> SourceFile {
    SourceFile(
      path: "M.xcmappingmodel/xcmapping.xml",
      text: """
        <?xml version="1.0" standalone="yes"?>
        <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

        <database>
            <databaseInfo><version>134481920</version></databaseInfo>
        \(objects)
        </database>
        """)
  }

  private func editor(
    _ objects: String, _ diagnostics: inout Diagnostics
  ) throws -> MappingModelSyntax {
    guard case .editor(let syntax) = MappingModelReader.read(xml(objects), &diagnostics) else {
      throw Unexpected()
    }
    return syntax
  }

  private struct Unexpected: Error {}

  private func base64(_ make: (ArchiveBuilder) -> PropertyList) -> String {
    let builder = ArchiveBuilder()
    return Data(builder.archive(root: make(builder))).base64EncodedString()
  }

  @Test func everythingThatTheEditorKeepsIsRead() throws {
    let expression = base64 { builder in
      builder.object(
        "NSFunctionExpression",
        [
          "NSOperand": builder.object(
            "NSVariableExpression", ["NSVariable": builder.string("entityPolicy")]),
          "NSSelectorName": builder.string("shorten:"),
          "NSArguments": builder.array([builder.constant(.string("a"))]),
        ])
    }
    let userInfo = base64 { $0.dictionary([("modelVersion", $0.string("3"))]) }
    var diagnostics = Diagnostics()
    let syntax = try editor(
      """
      <object type="XDDEVMAPPINGMODEL" id="z1">
          <attribute name="sourcemodelpath" type="string">Shop.xcdatamodeld/Shop.xcdatamodel</attribute>
          <relationship name="entitymappings" type="0/0" destination="XDDEVENTITYMAPPING" idrefs="z3 z2"></relationship>
      </object>
      <object type="XDDEVENTITYMAPPING" id="z3">
          <attribute name="mappingnumber" type="int16">2</attribute>
          <attribute name="destinationname" type="string">Maker</attribute>
          <attribute name="migrationpolicyclassname" type="string"></attribute>
      </object>
      <object type="XDDEVENTITYMAPPING" id="z2">
          <attribute name="mappingnumber" type="int16">1</attribute>
          <attribute name="sourcename" type="string">Car</attribute>
          <attribute name="destinationname" type="string">Car</attribute>
          <attribute name="name" type="string">Cars</attribute>
          <attribute name="migrationpolicyclassname" type="string">App.CarPolicy</attribute>
          <attribute name="sourcefilterpredicatestring" type="string">price &gt; 3</attribute>
          <attribute name="userinfodata" type="binary">\(userInfo)</attribute>
          <relationship name="attributemappings" type="0/0" destination="XDDEVATTRIBUTEMAPPING" idrefs="z6 z4"></relationship>
          <relationship name="relationshipmappings" type="0/0" destination="XDDEVRELATIONSHIPMAPPING" idrefs="z5"></relationship>
      </object>
      <object type="XDDEVATTRIBUTEMAPPING" id="z4"><attribute name="name" type="string">model</attribute></object>
      <object type="XDDEVATTRIBUTEMAPPING" id="z6">
          <attribute name="name" type="string">short</attribute>
          <attribute name="valueexpressiondata" type="binary">
            \(expression)
          </attribute>
      </object>
      <object type="XDDEVRELATIONSHIPMAPPING" id="z5">
          <attribute name="name" type="string">maker</attribute>
          <attribute name="sourcekeypath" type="string">$source</attribute>
          <attribute name="sourcemappingname" type="string">CarToMaker</attribute>
      </object>
      """, &diagnostics)
    #expect(diagnostics.isEmpty)
    #expect(syntax.source.path == "Shop.xcdatamodeld/Shop.xcdatamodel")
    #expect(syntax.entityMappings.map(\.destinationEntity) == ["Car", "Maker"])
    let car = syntax.entityMappings[0]
    #expect(car.name == "Cars")
    #expect(car.policyClassName == "App.CarPolicy")
    #expect(syntax.entityMappings[1].policyClassName == nil)
    #expect(car.sourceFilter == "price > 3")
    #expect(car.userInfo == [UserInfoEntry(key: "modelVersion", value: "3")])
    #expect(car.attributeMappings.map(\.name) == ["model", "short"])
    #expect(
      car.attributeMappings.map(\.valueExpression)
        == [nil, #"FUNCTION($entityPolicy, "shorten:", "a")"#])
    #expect(car.relationshipMappings[0].sourceKeyPath == "$source")
    #expect(car.relationshipMappings[0].sourceMappingName == "CarToMaker")
    #expect(car.location.file.lineColumn(at: car.location.range.start).line == 15)
  }

  @Test func anObjectBelongsToOneOther() throws {
    var diagnostics = Diagnostics()
    let syntax = try editor(
      """
      <object type="XDDEVMAPPINGMODEL" id="z1">
          <relationship name="entitymappings" idrefs="z2 z2 z9 z1"></relationship>
      </object>
      <object type="XDDEVENTITYMAPPING" id="z2">
          <attribute name="mappingnumber" type="int16">one</attribute>
      </object>
      """, &diagnostics)
    #expect(syntax.entityMappings.count == 1)
    #expect(
      diagnostics.all.map(\.text) == [
        "a 'XDDEVMAPPINGMODEL' refers to an object 'z2' that is not there, or belongs to another one; it is left out",
        "a 'XDDEVMAPPINGMODEL' refers to an object 'z9' that is not there, or belongs to another one; it is left out",
        "a 'XDDEVMAPPINGMODEL' refers to an object 'z1' that is not there, or belongs to another one; it is left out",
        "the value of 'mappingnumber' of a 'XDDEVENTITYMAPPING' cannot be read; it is left out",
      ])
  }

  @Test func whatIsNoMappingModelIsSaid() {
    for (text, id) in [
      ("<model/>", "mapping.not-a-mapping-model"), ("<database/>", "mapping.not-a-mapping-model"),
      ("bplist00garbage", "mapping.bad-archive"), ("", "xml.empty-file"),
    ] {
      var diagnostics = Diagnostics()
      #expect(
        MappingModelReader.read(SourceFile(path: "M.cdm", text: text), &diagnostics) == nil)
      #expect(diagnostics.all.map(\.id) == [id])
    }
  }

  @Test func anExpressionThatCannotBeDecodedIsNamed() throws {
    func message(_ data: String) throws -> String? {
      var diagnostics = Diagnostics()
      let syntax = try editor(
        """
        <object type="XDDEVMAPPINGMODEL" id="z1"><relationship name="entitymappings" idrefs="z2"/></object>
        <object type="XDDEVENTITYMAPPING" id="z2">
          <attribute name="destinationname">Car</attribute>
          <relationship name="attributemappings" idrefs="z3"/></object>
        <object type="XDDEVATTRIBUTEMAPPING" id="z3"><attribute name="name">a</attribute>
          <attribute name="valueexpressiondata">\(data)</attribute></object>
        """, &diagnostics)
      #expect(syntax.entityMappings[0].attributeMappings[0].valueExpression?.first == "<")
      return diagnostics.all.map(\.text).first
    }
    let start = "the expression of 'a' in the entity mapping to 'Car' cannot be decoded: "
    #expect(try message("A") == start + "it is not base64")
    #expect(try message("AAAA") == start + "the bytes are not a property list")
    #expect(
      try message(base64 { $0.object("NSBlockExpression", [:]) })
        == start + "it holds a 'NSBlockExpression', which is not known")
    #expect(
      try message(base64 { $0.constant(.data([1])) })
        == start + "it holds a 'constant of another type', which is not known")
    #expect(
      try message(
        base64 { builder in
          let path = builder.reserve()
          builder.fill(
            path, "NSKeyPathExpression",
            ["NSOperand": path, "NSArguments": builder.array([builder.keyPath("a")])])
          return path
        }) == start + "it is nested too deeply or refers to itself")
  }

  // MARK: - The compiled file

  private func compiled(
    _ diagnostics: inout Diagnostics, _ make: (ArchiveBuilder) -> PropertyList
  ) -> MappingModel? {
    let builder = ArchiveBuilder()
    let file = SourceFile(path: "M.cdm", utf8: builder.archive(root: make(builder)))
    guard case .compiled(let model, _) = MappingModelReader.read(file, &diagnostics) else {
      return nil
    }
    return model
  }

  private func variable(_ name: String, _ builder: ArchiveBuilder) -> PropertyList {
    builder.object("NSVariableExpression", ["NSVariable": builder.string(name)])
  }

  private func fetch(_ filter: String, _ builder: ArchiveBuilder) -> PropertyList {
    let context = builder.object(
      "NSKeyPathExpression",
      [
        "NSOperand": variable("manager", builder),
        "NSArguments": builder.array([
          builder.object(
            "NSKeyPathSpecifierExpression", ["NSKeyPath": builder.string("sourceContext")])
        ]),
      ])
    let request = builder.object(
      "NSFunctionExpression",
      [
        "NSOperand": variable("manager", builder),
        "NSSelectorName": builder.string(
          "fetchRequestForSourceEntityNamed:predicateString:"),
        "NSArguments": builder.array([
          builder.constant(.string("Car")), builder.constant(.string(filter)),
        ]),
      ])
    return builder.object(
      "NSFetchRequestExpression",
      [
        "NSFRExpression": request, "NSMOCExpression": context,
        "NSCountOnlyFlag": .boolean(false),
      ])
  }

  @Test func aCompiledMappingModelIsRead() {
    var diagnostics = Diagnostics()
    let model = compiled(&diagnostics) { builder in
      let mapping = builder.object(
        "NSEntityMapping",
        [
          "NSMappingName": builder.string("CarToCar"), "NSMappingType": .integer(1),
          "NSSourceEntityName": builder.string("Car"),
          "NSDestinationEntityName": builder.string("Car"),
          "NSSourceEntityVersionHash": builder.value(.data([1, 2])),
          "NSEntityMigrationPolicyClassName": builder.string("P"),
          "NSSourceExpression": fetch("price > 3", builder),
          "NSAttributeMappings": builder.array([
            builder.object(
              "NSPropertyMapping",
              [
                "NSDestinationPropertyName": builder.string("soldAt"),
                "NSValueExpression": builder.object(
                  "NSFunctionExpression",
                  [
                    "NSOperand": builder.object(
                      "NSConstantValueExpression",
                      ["NSConstantValueClassName": builder.string("_NSPredicateUtilities")]),
                    "NSSelectorName": builder.string("now"), "NSArguments": builder.array([]),
                  ]),
              ])
          ]),
        ])
      return builder.object("NSMappingModel", ["NSEntityMappings": builder.array([mapping])])
    }
    #expect(diagnostics.isEmpty)
    #expect(
      model
        == MappingModel(entityMappings: [
          EntityMapping(
            name: "CarToCar", kind: .custom, sourceEntity: "Car", destinationEntity: "Car",
            sourceHash: [1, 2], policyClassName: "P",
            sourceExpression:
              #"FETCH(FUNCTION($manager, "fetchRequestForSourceEntityNamed:predicateString:", "Car", "price > 3"), $manager.sourceContext, NO)"#,
            sourceFilter: "price > 3",
            attributeMappings: [PropertyMapping(name: "soldAt", valueExpression: "now()")])
        ]))
  }

  @Test func singleFactsOfACompiledMappingAreRead() {
    var diagnostics = Diagnostics()
    let kinds: [Int64] = [0, 1, 2, 3, 4, 5]
    let model = compiled(&diagnostics) { builder in
      let mappings = kinds.map { kind in
        builder.object(
          "NSEntityMapping",
          [
            "NSMappingName": builder.string("M\(kind)"), "NSMappingType": .integer(kind),
            "NSDestinationEntityName": builder.string(""),
            "NSSourceEntityVersionHash": builder.object("NSMutableData", ["NS.data": .data([7])]),
            "NSDestinationEntityVersionHash": builder.value(.data([8, 9])),
            "NSSourceExpression": fetch("TRUEPREDICATE", builder),
            "NSUserInfo": builder.dictionary([
              ("b", builder.string("2")), ("n", builder.value(.integer(1))),
              ("a", builder.string("1")),
            ]),
            "NSRelationshipMappings": builder.array([
              builder.object(
                "NSPropertyMapping", ["NSDestinationPropertyName": builder.string("maker")]),
              builder.string("lost"),
            ]),
          ])
      }
      return builder.object("NSMappingModel", ["NSEntityMappings": builder.array(mappings)])
    }
    let mappings = model?.entityMappings ?? []
    #expect(mappings.map(\.name) == kinds.map { "M\($0)" })
    #expect(mappings.map { Int64($0.kind.rawValue) } == kinds)
    for mapping in mappings {
      #expect(mapping.sourceEntity == nil && mapping.destinationEntity == nil)
      #expect(mapping.sourceHash == [7] && mapping.destinationHash == [8, 9])
      #expect(mapping.sourceFilter == nil, "every object is no filter")
      #expect(mapping.sourceExpression?.hasPrefix("FETCH(") == true)
      #expect(mapping.policyClassName == nil && mapping.attributeMappings.isEmpty)
      #expect(mapping.userInfo.map(\.key) == ["a", "b"])
      #expect(mapping.relationshipMappings.map(\.name) == ["maker"])
      #expect(mapping.relationshipMappings.first?.valueExpression == nil)
    }
    #expect(
      Set(diagnostics.all.map(\.text)) == [
        "the value of 'property mapping' of a 'NSEntityMapping' cannot be read; it is left out"
      ])
  }

  @Test func whatIsNotThereIsNamed() {
    func text(_ text: String) -> String {
      var diagnostics = Diagnostics()
      _ = MappingModelReader.read(SourceFile(path: "M.cdm", text: text), &diagnostics)
      return diagnostics.all.map(\.text).joined(separator: "\n")
    }
    let wanted = "; a mapping model holds an 'XDDEVMAPPINGMODEL' or, compiled, an 'NSMappingModel'"
    expectText(
      text("<database/>"), "the file holds a 'database without a mapping model'" + wanted)
    expectText(text("<model/>"), "the file holds a 'model'" + wanted)
    expectText(
      text("<model><object type='XDDEVMAPPINGMODEL'/></model>"),
      "the file holds a 'model'" + wanted)
    expectText(text("<database><object type='XDDEVMAPPINGMODEL'/></database>"), "")
    var diagnostics = Diagnostics()
    #expect(compiled(&diagnostics) { $0.object("NSManagedObjectModel", [:]) } == nil)
    expectText(
      diagnostics.all.map(\.text).joined(), "the file holds a 'NSManagedObjectModel'" + wanted)
  }

  @Test func mappingsComeByNumberAndThenAsListed() throws {
    func number(_ id: String, _ number: Int?) -> String {
      let attribute = number.map { "<attribute name=\"mappingnumber\">\($0)</attribute>" } ?? ""
      return
        "<object type=\"XDDEVENTITYMAPPING\" id=\"\(id)\"><attribute name=\"name\">\(id)</attribute>\(attribute)</object>"
    }
    var diagnostics = Diagnostics()
    let syntax = try editor(
      """
      <object type="XDDEVMAPPINGMODEL" id="m"><relationship name="entitymappings" idrefs="e d c b a"/></object>
      \(number("a", 1))\(number("b", 3))\(number("c", nil))\(number("d", 3))\(number("e", nil))
      """, &diagnostics)
    #expect(syntax.entityMappings.map(\.name) == ["a", "d", "b", "e", "c"])
    #expect(diagnostics.isEmpty)
  }

  @Test func aHostileArchiveIsToldOf() {
    var diagnostics = Diagnostics()
    let model = compiled(&diagnostics) { builder in
      let bomb = (0..<40).reduce(builder.constant(.string("x"))) { inner, _ in
        builder.object(
          "NSAggregateExpression", ["NSCollection": builder.array([inner, inner])])
      }
      let mapping = builder.object(
        "NSEntityMapping", ["NSMappingType": .integer(99), "NSSourceExpression": bomb])
      return builder.object(
        "NSMappingModel", ["NSEntityMappings": builder.array([builder.string("no"), mapping])])
    }
    #expect(model == nil)
    #expect(
      diagnostics.all.map(\.id) == [
        "mapping.bad-value", "mapping.bad-value", "mapping.unknown-expression",
        "mapping.bad-archive",
      ])
    #expect(
      diagnostics.all.prefix(2).map(\.text) == [
        "the value of 'NSEntityMappings' of a 'NSMappingModel' cannot be read; it is left out",
        "the value of 'NSMappingType' of a 'NSEntityMapping' cannot be read; it is left out",
      ])
  }

  @Test func everyCutOfAnArchiveIsReadOrRefused() {
    let builder = ArchiveBuilder()
    let bytes = builder.archive(
      root: builder.object(
        "NSMappingModel",
        [
          "NSEntityMappings": builder.array([
            builder.object("NSEntityMapping", ["NSSourceExpression": fetch("a", builder)])
          ])
        ]))
    for end in bytes.indices {
      var diagnostics = Diagnostics()
      let file = SourceFile(path: "M.cdm", utf8: Array(bytes[..<end]))
      if MappingModelReader.read(file, &diagnostics) == nil { #expect(diagnostics.hasErrors) }
    }
  }
}
