import Foundation
import MomentumCodegen
import MomentumDiagnostics
import MomentumGeneration
import MomentumModel
import MomentumModelFiles

/// A model of many entities, read, generated and written, as `momentum generate` does.
package struct GenerationSample {
  private let bundle: String
  /// What was made at first and stays.
  private let unchanged: String
  /// What every `generate` makes anew.
  private let output: String
  private let plain: String
  private let settings: GenerationSettings
  /// What is generated: the bytes that a peer writes.
  private let files: [ProducedFile]
  package var byteCount: Int { files.reduce(0) { $0 + $1.text.utf8.count } }
  package var fileCount: Int { files.count }

  package init(entities count: Int, in folder: URL) throws {
    let version = folder.appendingPathComponent("Large.xcdatamodeld/Large.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try Self.contents(count).write(
      to: version.appendingPathComponent("contents"), atomically: false, encoding: .utf8)
    bundle = version.deletingLastPathComponent().path
    unchanged = folder.appendingPathComponent("Unchanged").path
    output = folder.appendingPathComponent("Generated").path
    plain = folder.appendingPathComponent("Plain").path
    var settings = GenerationSettings()
    settings.targets = CodeTarget.allCases
    self.settings = settings
    var diagnostics = Diagnostics()
    let generation = try Self.generation(bundle, settings)
    guard let files = generation.files(&diagnostics) else { throw Failure.refused }
    self.files = files
    _ = try OutputFolder(unchanged).write(files, model: generation.name, state: generation.state)
    guard try runWithNoChange() == files.count else { throw Failure.refused }
  }

  private static func generation(
    _ bundle: String, _ settings: GenerationSettings
  ) throws -> Generation {
    var diagnostics = Diagnostics()
    guard let model = try ModelBundle.load(path: bundle, &diagnostics) else {
      throw Failure.refused
    }
    return Generation(model, path: bundle, settings: settings)
  }

  /// From the disk to syntax with the place of everything.
  package func read() throws -> Int {
    var diagnostics = Diagnostics()
    guard let model = try ModelBundle.load(path: bundle, &diagnostics),
      let syntax = ModelReader.read(contents: model.contents, &diagnostics)
    else { throw Failure.refused }
    return syntax.entities.count
  }

  /// Nothing to do, and found to be so.
  package func runWithNoChange() throws -> Int {
    let generation = try Self.generation(bundle, settings)
    guard let state = generation.state else { throw Failure.refused }
    return OutputFolder(unchanged).current(model: generation.name, state: state)?.count ?? 0
  }

  /// Everything made and written anew, the last run's files removed before.
  package func generate() throws -> Int {
    try? FileManager.default.removeItem(atPath: output)
    var diagnostics = Diagnostics()
    let generation = try Self.generation(bundle, settings)
    guard let files = generation.files(&diagnostics) else { throw Failure.refused }
    return try OutputFolder(output).write(
      files, model: generation.name, state: generation.state
    ).steps.count
  }

  /// The model read and the same bytes written anew, each file at once as any tool would; the last run's files
  /// are removed before.
  package func readAndWrite() throws -> Int {
    try? FileManager.default.removeItem(atPath: plain)
    for target in CodeTarget.allCases {
      try FileManager.default.createDirectory(
        atPath: "\(plain)/\(target.folder)", withIntermediateDirectories: true)
    }
    var count = try read()
    for file in files {
      try Data(file.text.utf8).write(
        to: URL(fileURLWithPath: "\(plain)/\(file.path)"), options: .atomic)
      count += 1
    }
    return count
  }

  private static func contents(_ count: Int) -> String {
    let types = [
      ("String", ""), ("Integer 32", " usesScalarValueType=\"YES\" defaultValueString=\"0\""),
      ("Boolean", " usesScalarValueType=\"YES\""), ("Date", ""), ("Double", ""), ("UUID", ""),
    ]
    let entities = (0..<count).map { index in
      let attributes = (0..<8).map { number in
        let (type, more) = types[(index + number) % types.count]
        return
          "        <attribute name=\"value\(number)\" optional=\"YES\" attributeType=\"\(type)\"\(more)/>\n"
      }
      let next = (index + 1) % count
      let previous = (index + count - 1) % count
      return """
            <entity name="Entity\(index)" representedClassName="Entity\(index)" syncable="YES" codeGenerationType="class">
        \(attributes.joined())        <relationship name="next" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Entity\(next)" inverseName="previous" inverseEntity="Entity\(next)"/>
                <relationship name="previous" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Entity\(previous)" inverseName="next" inverseEntity="Entity\(previous)"/>
            </entity>

        """
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model documentVersion=\"1.0\">\n"
      + entities.joined() + "</model>\n"
  }
}
