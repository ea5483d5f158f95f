import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumGeneration
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// `momentum dump model` against its schema, and the generator of the article against its output.
@Suite(.tags(.processes, .corpus)) struct ModelDocumentTests {
  private static let schemaPath = "Grammar/ModelDocument.schema.json"

  private static func document(_ path: String) throws -> String? {
    var diagnostics = Diagnostics()
    guard let file = try? ModelBundle.load(path: path, &diagnostics),
      let model = CompiledModel.compile(file.contents, &diagnostics)
    else { return nil }
    return ModelDocument(model).json.pretty
  }

  @Test(arguments: GoldenModelTests.names) func ourModelsAreValid(_ name: String) throws {
    let path = RepositoryFiles.url("Models/\(name).xcdatamodeld").path
    let text = try #require(try Self.document(path))
    #expect(try JSONSchema(at: Self.schemaPath).problems(in: text) == [])
    expectText(try #require(try Self.document(path)), text, "a second document of \(name)")
  }

  @Test func everyMemberOfAModelHasAPlaceInTheSchema() throws {
    let contents = """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="a">
        <entity name="A" representedClassName=".A" isAbstract="YES" elementID="Old" versionHashModifier="m" syncable="YES" codeGenerationType="category">
          <attribute name="text" optional="YES" attributeType="String" minValueString="1" maxValueString="9" regularExpressionString="a*" defaultValueString="a" elementID="old" versionHashModifier="x" spotlightIndexingEnabled="YES" allowsCloudEncryption="YES"><userInfo><entry key="k" value="1"/><entry key="k" value="2"/></userInfo></attribute>
          <attribute name="lower" optional="YES" attributeType="String" derived="YES" derivationExpression="lowercase:(text)"/>
          <attribute name="blob" optional="YES" attributeType="Transformable" customClassName="C" valueTransformerName="T" allowsExternalBinaryDataStorage="YES" preserveAfterDeletion="YES"/>
          <attribute name="gone" optional="YES" transient="YES" attributeType="Integer 64" defaultValueString="9223372036854775807"/>
          <attribute name="when" attributeType="Date" defaultDateTimeInterval="1.5" usesScalarValueType="YES"/>
          <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
          <relationship name="all" optional="YES" toMany="YES" ordered="YES" minCount="1" maxCount="3" deletionRule="Deny" destinationEntity="B" inverseName="one" inverseEntity="B"/>
          <fetchedProperty name="found" optional="YES"><fetchRequest name="fetchedPropertyFetchRequest" entity="B" predicateString="name == $FETCH_SOURCE.text"/></fetchedProperty>
          <fetchIndex name="i"><fetchIndexElement property="text" type="Binary" order="ascending"/></fetchIndex>
          <uniquenessConstraints><uniquenessConstraint><constraint value="text"/></uniquenessConstraint></uniquenessConstraints>
        </entity>
        <entity name="B" parentEntity="A"><attribute name="name" optional="YES" attributeType="String"/><relationship name="one" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="A" inverseName="all" inverseEntity="A"/></entity>
        <fetchRequest name="some" entity="B" predicateString="name IN $NAMES AND (one == $ONE OR place.city == $CITY)"/>
        <fetchRequest name="ids" entity="B" resultType="1" predicateString="one.all.@count &gt; $N"/>
        <fetchRequest name="number" entity="B" resultType="4" predicateString="when == 3"/>
        <fetchRequest name="broken" entity="B" predicateString="nome == 3"/>
        <configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="A"/></configuration>
        <composite name="Place"><attribute name="city" optional="YES" attributeType="String"/></composite>
      </model>
      """
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "contents", text: contents)
    let model = try #require(CompiledModel.compile(source, &diagnostics), "\(diagnostics.all)")
    let text = ModelDocument(model).json.pretty
    #expect(try JSONSchema(at: Self.schemaPath).problems(in: text) == [])
    for member in [
      #""placeholdersOf": "NAMES""#, #""isUsable": false"#, #""acceptsNil": true"#,
      #""kind": "toOne""#, #""k": "2""#, #""entity": "A""#, #""eachOf": "NAMES""#,
    ] {
      #expect(text.contains(member), "\(member)")
    }
  }

  /// Every third of our own, every seventh of the corpus.
  @Test func documentsOfAllModelsAreValid() throws {
    let schema = try JSONSchema(at: Self.schemaPath)
    var count = 0
    for (index, entry) in ModelTexts.all.enumerated()
    where index.isMultiple(of: entry.isOfCorpus ? 7 : 3) {
      var diagnostics = Diagnostics()
      let source = SourceFile(path: entry.name, text: entry.text)
      guard let model = CompiledModel.compile(source, &diagnostics) else { continue }
      count += 1
      #expect(try schema.problems(in: ModelDocument(model).json.pretty) == [], "\(entry.name)")
    }
    #expect(count > 40)
  }

  /// `python3` is what the article uses; without it nothing can be said.
  @Test(.enabled(if: Python.path != nil, "there is no Python"))
  func theGeneratorOfTheArticlePrintsWhatItSays() throws {
    let article = try RepositoryFiles.text(
      "Sources/Momentum/Documentation.docc/YourOwnGenerator.md")
    func block(_ language: String) throws -> String {
      let start = try #require(article.range(of: "```\(language)\n")).upperBound
      let end = try #require(article.range(of: "```", range: start..<article.endIndex)).lowerBound
      return String(article[start..<end])
    }
    let path = RepositoryFiles.url("Models/SurfJournal.xcdatamodeld").path
    let document = try #require(try Self.document(path))
    let output = try Python.run(try block("python"), input: document)
    expectText(output, try block("typescript"))
  }
}

/// The Python that a shell finds.
private enum Python {
  static let path = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
    .map { $0 + "/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  static func run(_ script: String, input: String) throws -> String {
    try RepositoryFiles.withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("input.json")
      try input.write(to: file, atomically: false, encoding: .utf8)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: path ?? "")
      process.arguments = ["-c", script]
      process.standardInput = try FileHandle(forReadingFrom: file)
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
  }
}
