import Foundation
import MomentumCodegen
import MomentumCompiler
import MomentumDiagnostics
import MomentumGeneration
import MomentumModelFiles

/// A model of many entities in a file, and the code of both targets.
package struct GenerationSample {
  private let bundle: String
  private let output: URL
  private let files: [GeneratedFile]

  package init(entities count: Int, in folder: URL) throws {
    let version = folder.appendingPathComponent("Large.xcdatamodeld/Large.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try Self.model(count).write(
      to: version.appendingPathComponent("contents"), atomically: false, encoding: .utf8)
    bundle = folder.appendingPathComponent("Large.xcdatamodeld").path
    output = folder.appendingPathComponent("Code")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    files = try Self.code(of: Self.read(bundle))
    guard files.count > count else { throw Failure.refused }
  }

  /// Reads the model, makes the code of both targets and writes it.
  package func generate() throws -> Int { try write(Self.code(of: Self.read(bundle))) }

  /// Reads the model and writes the same files.
  package func readAndWrite() throws -> Int {
    _ = try Self.read(bundle)
    return try write(files)
  }

  private func write(_ files: [GeneratedFile]) throws -> Int {
    for file in files {
      try Data(file.text.utf8).write(to: output.appendingPathComponent(file.name))
    }
    return files.count
  }

  private static func read(_ path: String) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    guard let file = try ModelBundle.load(path: path, &diagnostics),
      let model = CompiledModel.compile(file.contents, &diagnostics)
    else { throw Failure.refused }
    return model
  }

  private static func code(of model: CompiledModel) -> [GeneratedFile] {
    var options = CodegenOptions(modelName: "Large")
    options.selection = .menu
    return CodeTarget.allCases.flatMap { target in
      model.generatedCode(target, options: options)
    }
  }

  /// Twelve attributes of all kinds and two relationships an entity.
  private static func model(_ count: Int) -> String {
    let types = [
      "String", "Integer 16", "Integer 32", "Integer 64", "Double", "Float", "Boolean", "Date",
      "Decimal", "UUID", "URI", "Binary",
    ]
    let attributes = types.enumerated().map { index, type in
      #"<attribute name="value\#(index)" optional="YES" attributeType="\#(type)"/>"#
    }.joined(separator: "\n")
    let entities = (0..<count).map { index in
      let parent = (index + count - 1) % count
      let next = (index + 1) % count
      return """
        <entity name="Thing\(index)" representedClassName="Thing\(index)" syncable="YES">
        \(attributes)
        <relationship name="next" optional="YES" maxCount="1" deletionRule="Nullify" \
        destinationEntity="Thing\(next)" inverseName="previous" inverseEntity="Thing\(next)"/>
        <relationship name="previous" optional="YES" toMany="YES" deletionRule="Nullify" \
        destinationEntity="Thing\(parent)" inverseName="next" inverseEntity="Thing\(parent)"/>
        </entity>
        """
    }
    return """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      \(entities.joined(separator: "\n"))
      </model>
      """
  }
}
