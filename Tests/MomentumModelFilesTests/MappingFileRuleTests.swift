import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPropertyList
import MomentumTestSupport
import Testing

/// What the editor's file of a mapping model means, object by object.
@Suite struct MappingFileRuleTests {
  private func read(_ objects: String) -> (MappingModelSyntax?, [String], String) {
    let file = SourceFile(path: "xcmapping.xml", text: "<database>\(objects)</database>")
    var diagnostics = Diagnostics()
    let found = MappingModelReader.read(file, &diagnostics)
    let said = diagnostics.all.map { finding in
      let range = finding.location?.range ?? SourceRange(0, 0)
      return "\(finding.text) at \(file.text(in: range))"
    }
    guard case .editor(let syntax) = found else { return (nil, said, file.text) }
    return (syntax, said, file.text)
  }

  /// A mapping model with one mapping of an entity, whose facts are these elements.
  private func mapping(
    _ members: String, _ others: String = ""
  ) -> (MappingModelSyntax.EntityMapping?, [String]) {
    let (syntax, said, _) = read(
      """
      <object type="XDDEVMAPPINGMODEL" id="m"><relationship name="entitymappings" idrefs="e"/></object>
      <object type="XDDEVENTITYMAPPING" id="e">\(members)</object>\(others)
      """)
    return (syntax?.entityMappings.first, said)
  }

  private func attribute(_ name: String, _ text: String) -> String {
    "<attribute name=\"\(name)\">\(text)</attribute>"
  }

  private func base64(_ make: (ArchiveBuilder) -> PropertyList) -> String {
    let builder = ArchiveBuilder()
    return Data(builder.archive(root: make(builder))).base64EncodedString()
  }

  // MARK: - Facts

  /// Each attribute is one fact; an empty text is none.
  @Test func eachAttributeIsOneFact() {
    let names = [
      "name", "mappingtypename", "sourcename", "destinationname", "migrationpolicyclassname",
      "sourcefilterpredicatestring",
    ]
    func facts(_ mapping: MappingModelSyntax.EntityMapping?) -> [String?] {
      [
        mapping?.name, mapping?.kindName, mapping?.sourceEntity, mapping?.destinationEntity,
        mapping?.policyClassName, mapping?.sourceFilter,
      ]
    }
    for (index, name) in names.enumerated() {
      var expected = [String?](repeating: nil, count: names.count)
      #expect(facts(mapping(attribute(name, "")).0) == expected, "\(name)")
      expected[index] = "x y"
      #expect(facts(mapping(attribute(name, "x y")).0) == expected, "\(name)")
      // The first of two counts, and only an element 'attribute'.
      #expect(
        facts(mapping(attribute(name, "x y") + attribute(name, "z")).0) == expected, "\(name)")
      expected[index] = nil
      #expect(facts(mapping("<relationship name=\"\(name)\">x</relationship>").0) == expected)
    }
    #expect(facts(mapping("").0) == [nil, nil, nil, nil, nil, nil])
    #expect(mapping("").1 == [])
  }

  @Test func pathsAndCopiesOfModelsBelongToTheirSide() {
    func model(_ entity: String) -> String {
      base64 { builder in
        let classes = builder.dictionary([(entity, builder.object("XDPMEntity", [:]))])
        let package = builder.object("XDPMPackage", ["XDBucketForClassesstorage": classes])
        return builder.object("XDPMModel", ["_xd_rootPackage": package])
      }
    }
    let (syntax, said, _) = read(
      "<object type=\"XDDEVMAPPINGMODEL\" id=\"m\">"
        + attribute("sourcemodelpath", "old") + attribute("destinationmodelpath", "new")
        + attribute("sourcemodeldata", model("Old"))
        + attribute("destinationmodeldata", model("New")) + "</object>")
    #expect(said == [])
    #expect(syntax?.source.path == "old")
    #expect(syntax?.destination.path == "new")
    #expect(syntax?.source.entities == [.init(name: "Old", parent: nil)])
    #expect(syntax?.destination.entities == [.init(name: "New", parent: nil)])
    #expect(syntax?.entityMappings.isEmpty == true)
    let (without, _, _) = read(
      "<object type=\"XDDEVMAPPINGMODEL\" id=\"m\">" + attribute("sourcemodeldata", "AAAA")
        + "</object>")
    #expect(without?.source.path == nil && without?.source.entities == [])
    #expect(without?.destination.path == nil && without?.destination.entities == [])
  }

  /// Mappings of properties stand by name; those of attributes and of relationships are apart.
  @Test func mappingsOfPropertiesStandByName() {
    func property(_ id: String, _ type: String, _ name: String?) -> String {
      "<object type=\"XDDEV\(type)MAPPING\" id=\"\(id)\">"
        + (name.map { attribute("name", $0) } ?? "") + attribute("sourcekeypath", "$\(id)")
        + attribute("sourcemappingname", "to\(id)") + "</object>"
    }
    let (found, said) = mapping(
      "<relationship name=\"attributemappings\" idrefs=\"b a c\"/>"
        + "<relationship name=\"relationshipmappings\" idrefs=\"s r\"/>",
      property("a", "ATTRIBUTE", "alpha") + property("b", "ATTRIBUTE", "beta")
        + property("c", "ATTRIBUTE", nil) + property("r", "RELATIONSHIP", "ro")
        + property("s", "RELATIONSHIP", "sigma"))
    #expect(said == [])
    #expect(found?.attributeMappings.map(\.name) == ["", "alpha", "beta"])
    #expect(found?.attributeMappings.map(\.sourceKeyPath) == ["$c", "$a", "$b"])
    #expect(found?.attributeMappings.map(\.sourceMappingName) == ["toc", "toa", "tob"])
    #expect(found?.relationshipMappings.map(\.name) == ["ro", "sigma"])
    #expect(found?.relationshipMappings.map(\.valueExpression) == [nil, nil])
    let file = found?.location.file
    let places = (found?.attributeMappings ?? []).map { file?.text(in: $0.location.range) }
    #expect(
      places == [
        "<object type=\"XDDEVATTRIBUTEMAPPING\" id=\"c\">",
        "<object type=\"XDDEVATTRIBUTEMAPPING\" id=\"a\">",
        "<object type=\"XDDEVATTRIBUTEMAPPING\" id=\"b\">",
      ])
    #expect(
      found.map { $0.location.file.text(in: $0.location.range) }
        == "<object type=\"XDDEVENTITYMAPPING\" id=\"e\">")
  }

  // MARK: - References

  /// A reference leads to an object of the right type that no other has; what is wrong is said at the list.
  @Test(arguments: [
    ("a", ["alpha"], []), ("a b", ["alpha", "beta"], []), (" b  a ", ["alpha", "beta"], []),
    ("", [], []), ("a a", ["alpha"], ["a"]), ("r", [], ["r"]), ("e", [], ["e"]), ("x", [], ["x"]),
    ("x a y", ["alpha"], ["x", "y"]),
  ])
  func aReferenceLeadsToAnObjectOfItsType(ids: String, names: [String], lost: [String]) {
    let (found, said) = mapping(
      "<relationship name=\"attributemappings\" idrefs=\"\(ids)\"/>",
      ["a ATTRIBUTE alpha", "b ATTRIBUTE beta", "r RELATIONSHIP ro"].map { row in
        let parts = row.split(separator: " ")
        return "<object type=\"XDDEV\(parts[1])MAPPING\" id=\"\(parts[0])\">"
          + attribute("name", String(parts[2])) + "</object>"
      }.joined())
    #expect(found?.attributeMappings.map(\.name) == names)
    #expect(
      said
        == lost.map {
          "a 'XDDEVENTITYMAPPING' refers to an object '\($0)' that is not there, or belongs to another one; it is left out at <relationship name=\"attributemappings\" idrefs=\"\(ids)\"/>"
        })
  }

  /// Objects with one id: the first counts. An object without an id can belong to none.
  @Test func theFirstObjectOfAnIdCounts() {
    let (found, said) = mapping(
      "<relationship name=\"attributemappings\" idrefs=\"a\"/>",
      "<object type=\"XDDEVATTRIBUTEMAPPING\">\(attribute("name", "none"))</object>"
        + "<object type=\"XDDEVATTRIBUTEMAPPING\" id=\"a\">\(attribute("name", "one"))</object>"
        + "<object type=\"XDDEVATTRIBUTEMAPPING\" id=\"a\">\(attribute("name", "two"))</object>"
        + "<other type=\"XDDEVATTRIBUTEMAPPING\" id=\"b\"/>")
    #expect(found?.attributeMappings.map(\.name) == ["one"])
    #expect(said == [])
    let (without, nothing) = mapping("<relationship name=\"attributemappings\"/>")
    #expect(without?.attributeMappings.isEmpty == true && nothing == [])
  }

  // MARK: - Expressions and user info

  @Test(
    arguments: [
      ("", nil, nil), ("!", "<it is not base64>", "it is not base64"),
      ("AAAA", "<the bytes are not a property list>", "the bytes are not a property list"),
    ] as [(String, String?, String?)])
  func anExpressionIsAnArchiveInBase64(data: String, text: String?, reason: String?) {
    let (found, said) = expression(data)
    #expect(found == .some(text))
    #expect(
      said
        == (reason.map {
          [
            "the expression of 'x' in the entity mapping to 'Car' cannot be decoded: \($0) at <attribute name=\"valueexpressiondata\">"
          ]
        } ?? []))
  }

  private func expression(_ data: String) -> (String??, [String]) {
    let (found, said) = mapping(
      attribute("destinationname", "Car")
        + "<relationship name=\"relationshipmappings\" idrefs=\"r\"/>",
      "<object type=\"XDDEVRELATIONSHIPMAPPING\" id=\"r\">" + attribute("name", "x")
        + attribute("valueexpressiondata", data) + "</object>")
    return (found?.relationshipMappings.first.map(\.valueExpression), said)
  }

  @Test func anExpressionMayStandInLines() {
    let text = base64 { $0.function("add:to:", [$0.keyPath("a"), $0.keyPath("b")]) }
    let cut = text.index(text.startIndex, offsetBy: 10)
    let (found, said) = expression("\n  \(text[..<cut])\n  \(text[cut...])\n")
    #expect(found == "(a + b)")
    #expect(said == [])
  }

  @Test func userInfoIsADictionaryOfTexts() {
    func info(_ data: String) -> [String]? {
      mapping(attribute("userinfodata", data)).0?.userInfo.map { "\($0.key)=\($0.value)" }
    }
    #expect(
      info(
        base64 {
          $0.dictionary([
            ("b", $0.string("2")), ("n", $0.value(.integer(1))), ("a", $0.string("1")),
          ])
        }) == ["a=1", "b=2"])
    #expect(info("") == [])
    #expect(info("AAAA") == [])
    #expect(info(base64 { $0.string("x") }) == [])
    #expect(mapping(attribute("userinfodata", "AAAA")).1 == [])
  }

  // MARK: - Numbers

  @Test(arguments: [
    ("1", "2", ["a", "b"]), ("2", "1", ["b", "a"]), ("1", "1", ["a", "b"]),
    ("", "1", ["b", "a"]), ("x", "1", ["b", "a"]), ("-1", "0", ["a", "b"]),
    ("10", "9", ["b", "a"]), ("1.5", "2", ["b", "a"]),
  ])
  func mappingsStandByTheirNumbers(first: String, second: String, names: [String]) {
    let (syntax, said, _) = read(
      "<object type=\"XDDEVMAPPINGMODEL\" id=\"m\"><relationship name=\"entitymappings\" idrefs=\"a b\"/></object>"
        + [("a", first), ("b", second)].map { id, number in
          "<object type=\"XDDEVENTITYMAPPING\" id=\"\(id)\">" + attribute("name", id)
            + attribute("mappingnumber", number) + "</object>"
        }.joined())
    #expect(syntax?.entityMappings.map(\.name) == names)
    #expect(
      said
        == (Int(first) == nil
          ? [
            "the value of 'mappingnumber' of a 'XDDEVENTITYMAPPING' cannot be read; it is left out at <attribute name=\"mappingnumber\">"
          ] : []))
  }

  // MARK: - Kinds of files

  @Test(arguments: [
    ("M.xcmappingmodel", true), ("a/M.xcmappingmodel/", true), ("M.cdm", true), ("a/M.cdm", true),
    ("xcmapping.xml", true), ("M.xcmappingmodel/xcmapping.xml", true), ("M.xml", false),
    ("M.cdm/x", false), ("xxcmapping.xml", false), ("M.xcdatamodel", false), ("", false),
    ("/", false), ("M.CDM", false),
  ])
  func aMappingModelIsKnownByItsName(path: String, isOne: Bool) {
    #expect(MappingModelReader.isMappingModel(path: path) == isOne)
  }

  /// A compiled file may be a binary archive, or one in XML; anything else is the editor's.
  @Test func aCompiledFileHasNoPlaces() throws {
    let builder = ArchiveBuilder()
    let bytes = builder.archive(root: builder.object("NSMappingModel", [:]))
    var diagnostics = Diagnostics()
    let found = MappingModelReader.read(SourceFile(path: "M.cdm", utf8: bytes), &diagnostics)
    #expect(found == .compiled(MappingModel(), SourceFile(path: "M.cdm", utf8: [])))
    #expect(diagnostics.isEmpty)
    func ids(_ text: String) -> [String] {
      var diagnostics = Diagnostics()
      _ = MappingModelReader.read(SourceFile(path: "M.cdm", text: text), &diagnostics)
      return diagnostics.all.map(\.id)
    }
    let plist = "<!DOCTYPE plist SYSTEM 'x'><plist><dict/></plist>"
    #expect(ids(plist) == ["mapping.bad-archive"])
    #expect(
      ids(String(repeating: " ", count: 497) + plist) == ["mapping.bad-archive"],
      "the first 512 bytes tell")
    #expect(
      ids(String(repeating: " ", count: 498) + plist) == ["mapping.not-a-mapping-model"])
    #expect(ids("<plist/>") == ["mapping.not-a-mapping-model"])
  }
}
