import Foundation
import MomentumCodegen
import MomentumDiagnostics
import MomentumGeneration
import MomentumModel
import MomentumModelFiles

/// A model of many entities, read, generated and written, as `momentum generate` does.
package struct GenerationSample {
  private let bundle: String
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
    output = folder.appendingPathComponent("Generated").path
    plain = folder.appendingPathComponent("Plain").path
    var settings = GenerationSettings()
    settings.targets = CodeTarget.allCases
    self.settings = settings
    var diagnostics = Diagnostics()
    let generation = try Self.generation(bundle, settings)
    guard let files = generation.files(&diagnostics) else { throw Failure.refused }
    self.files = files
    _ = try OutputFolder(output).write(files, model: generation.name, state: generation.state)
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
    return OutputFolder(output).current(model: generation.name, state: state)?.count ?? 0
  }

  /// Removes what the last run wrote, which is a part of neither rival's work.
  package func clear() throws {
    try? FileManager.default.removeItem(atPath: output)
    try? FileManager.default.removeItem(atPath: plain)
  }

  /// Everything made and written where nothing is.
  package func generate() throws -> Int {
    var diagnostics = Diagnostics()
    let generation = try Self.generation(bundle, settings)
    guard let files = generation.files(&diagnostics) else { throw Failure.refused }
    return try OutputFolder(output).write(
      files, model: generation.name, state: generation.state
    ).steps.count
  }

  /// The model read and the same bytes written where nothing is, by the system's calls alone: each file under
  /// another name and then renamed, as we do, so that nobody sees a part of one.
  ///
  /// Neither rival waits for the disk. A peer that did, as `Data.write(to:options: .atomic)` does, would take
  /// what the kernel and other processes happen to be doing, and any generator would look fast beside it.
  package func readAndWrite() throws -> Int {
    for target in CodeTarget.allCases {
      try FileManager.default.createDirectory(
        atPath: "\(plain)/\(target.folder)", withIntermediateDirectories: true)
    }
    var count = try read()
    for file in files {
      try Self.write(file.text, to: "\(plain)/\(file.path)")
      count += 1
    }
    return count
  }

  private static func write(_ text: String, to path: String) throws {
    let new = path + ".new"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure.refused }
    var text = text
    let count = text.withUTF8 { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    guard close(descriptor) == 0, count == text.utf8.count, rename(new, path) == 0 else {
      throw Failure.refused
    }
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
