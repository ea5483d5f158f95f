import CLibXML2
import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// `Grammar/DataModel.rng` against the reader's table and against real files.
@Suite(.tags(.corpus)) struct DataModelGrammarTests {
  // MARK: - The table

  /// The grammar's elements as rows of the table, in its order.
  private func grammarRows() throws -> [Row] {
    let text = try RepositoryFiles.text("Grammar/DataModel.rng")
    let document = try #require(text.withCString { xmlReadDoc(bytes($0), nil, nil, 0) })
    defer { xmlFreeDoc(document) }
    var defines: [String: xmlNodePtr] = [:]
    var order: [String] = []
    for node in children(of: xmlDocGetRootElement(document)) where name(of: node) == "define" {
      let defined = attribute("name", of: node)
      defines[defined] = node
      if !defined.contains(".") { order.append(defined) }
    }
    return try order.map { defined in
      let element = try #require(
        defines[defined].map(children)?.first { name(of: $0) == "element" })
      #expect(attribute("name", of: element) == defined)
      var row = Row(element: defined)
      collect(element, isOptional: false, defines, &row)
      return row
    }
  }

  private struct Row {
    var element: String
    var children: [String] = []
    var required: [String] = []
    var optional: [String] = []
  }

  /// An attribute right inside its element is required; elsewhere it is optional.
  private func collect(
    _ node: xmlNodePtr, isOptional: Bool, _ defines: [String: xmlNodePtr], _ row: inout Row
  ) {
    for child in children(of: node) {
      switch name(of: child) {
      case "attribute":
        let name = attribute("name", of: child)
        if isOptional { row.optional.append(name) } else { row.required.append(name) }
      case "ref":
        let target = attribute("name", of: child)
        if let helper = defines[target], target.contains(".") {
          collect(helper, isOptional: isOptional, defines, &row)
        } else {
          row.children.append(target)
        }
      case _: collect(child, isOptional: true, defines, &row)
      }
    }
  }

  private func bytes(_ text: UnsafePointer<CChar>) -> UnsafePointer<xmlChar> {
    UnsafeRawPointer(text).assumingMemoryBound(to: xmlChar.self)
  }

  private func children(of node: xmlNodePtr?) -> [xmlNodePtr] {
    var result: [xmlNodePtr] = []
    var next = node?.pointee.children
    while let child = next {
      if child.pointee.type == XML_ELEMENT_NODE { result.append(child) }
      next = child.pointee.next
    }
    return result
  }

  private func name(of node: xmlNodePtr) -> String { String(cString: node.pointee.name) }

  private func attribute(_ name: String, of node: xmlNodePtr) -> String {
    var next = node.pointee.properties
    while let property = next {
      if String(cString: property.pointee.name) == name, let text = property.pointee.children {
        return String(cString: text.pointee.content)
      }
      next = property.pointee.next
    }
    return ""
  }

  @Test func theGrammarIsTheReadersTable() throws {
    let rows = try grammarRows()
    #expect(rows.map(\.element) == ModelGrammar.rows.map(\.element.rawValue))
    for (ours, theirs) in zip(ModelGrammar.rows, rows) {
      #expect(
        Set(ours.children.map(\.rawValue)) == Set(theirs.children), "children of \(ours.element)")
      #expect(
        Set(ours.required.map(\.rawValue)) == Set(theirs.required), "required in \(ours.element)")
      #expect(
        Set(ours.optional.map(\.rawValue)) == Set(theirs.optional), "optional in \(ours.element)")
    }
  }

  // MARK: - Files

  /// What the validator says of each file; silent about valid ones.
  private func refused(_ documents: [(name: String, text: String)]) throws -> [String] {
    let path = RepositoryFiles.url("Grammar/DataModel.rng").path
    let parser = try #require(xmlRelaxNGNewParserCtxt(path))
    defer { xmlRelaxNGFreeParserCtxt(parser) }
    let schema = try #require(xmlRelaxNGParse(parser), "the grammar is not RELAX NG")
    defer { xmlRelaxNGFree(schema) }
    return try documents.compactMap { document in
      let parsed = document.text.withCString {
        xmlReadDoc(bytes($0), nil, nil, Int32(XML_PARSE_NOERROR.rawValue))
      }
      let tree = try #require(parsed, "\(document.name) is not well-formed")
      defer { xmlFreeDoc(tree) }
      let context = try #require(xmlRelaxNGNewValidCtxt(schema))
      defer { xmlRelaxNGFreeValidCtxt(context) }
      xmlRelaxNGSetValidStructuredErrors(context, { _, _ in }, nil)
      return xmlRelaxNGValidateDoc(context, tree) == 0 ? nil : document.name
    }
  }

  private func documents(
    under base: String, _ isModel: (String) -> Bool
  ) throws -> [(name: String, text: String)] {
    let names = FileManager.default.enumerator(atPath: base)?.allObjects ?? []
    return try names.compactMap { $0 as? String }.filter(isModel).sorted().compactMap { name in
      let text = try String(contentsOfFile: "\(base)/\(name)", encoding: .utf8)
      // Mapping models are XML too.
      return text.contains("<model ") ? (name, text) : nil
    }
  }

  @Test func ourModelsAreValid() throws {
    let base = RepositoryFiles.url("Models").path
    let models = try documents(under: base) { $0.hasSuffix("contents") }
    #expect(models.count == 8)
    #expect(try refused(models + [("sample", sampleModel)]).isEmpty)
  }

  /// The cases of the decision table, and what Xcode wrote where the corpus is there.
  @Test func modelsOfCasesAndOfTheCorpusAreValid() throws {
    var models = ModelTexts.own.map { ($0.name, $0.text) }
    if let corpus = RepositoryFiles.corpus {
      models += try documents(under: corpus.path) {
        $0.hasSuffix("contents") || $0.hasPrefix("models/") && $0.hasSuffix(".xml")
          || $0.hasSuffix("model.xml")
      }
      #expect(models.count > 1000)
    }
    #expect(models.count > 100)
    // One file of the corpus has 'deleteRule', which is not Xcode's.
    let refused = try refused(models)
    #expect(refused.count <= (RepositoryFiles.corpus == nil ? 0 : 1), "\(refused)")
  }

  @Test(arguments: [
    #"<model><entity/></model>"#, #"<model><entity name="A" colour="x"/></model>"#,
    #"<model><entity name="A"><attribute name="a" attributeType="Int16"/></entity></model>"#,
    #"<model><entity name="A"><attribute name="a" attributeType="String" optional="yes"/></entity></model>"#,
    #"<model><entity name="A"><relationship name="a"/></entity></model>"#,
    #"<model><entity name="A"><relationship name="a" destinationEntity="A" deletionRule="cascade"/></entity></model>"#,
    #"<model><entity name="A"><relationship name="a" destinationEntity="A" maxCount="-2"/></entity></model>"#,
    #"<model><attribute name="a"/></model>"#, #"<model>text</model>"#,
    #"<model><entity name="A" codeGenerationType="manual"/></model>"#,
  ])
  func brokenModelsAreRefused(model: String) throws {
    #expect(try refused([("broken", model)]) == ["broken"])
  }
}
