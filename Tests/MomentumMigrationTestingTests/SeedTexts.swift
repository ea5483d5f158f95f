import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumMigrationTesting
import Testing

extension TestingFixture {
  /// A model of the entities' XML, without any file.
  static func compiled(_ entities: String) throws -> CompiledModel {
    let text = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      \(entities)
      </model>
      """
    var diagnostics = Diagnostics()
    let compiled = CompiledModel.compile(
      SourceFile(path: "contents", text: text), &diagnostics)
    return try #require(compiled, "\(diagnostics.all.map(\.text))")
  }
}

extension SeededObjects {
  /// The JSON of one attribute, object by object, where it is the only one of its entity.
  func values(of attribute: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      guard let start = line.range(of: "\"attributes\":{\"\(attribute)\":"),
        let end = line.range(of: "},\"relationships\"")
      else { return nil }
      return String(line[start.upperBound..<end.lowerBound])
    }
  }

  /// The links of each object on a line: `o0 tags: o3 o4`.
  var links: String {
    text.split(separator: "\n").compactMap { line -> String? in
      guard let id = line.firstMatch(of: /"id":"([^"]*)"/),
        let start = line.range(of: "\"relationships\":{")
      else { return nil }
      let named = line[start.upperBound...].matches(of: /"([^"]*)":(\[[^\]]*\]|"[^"]*")/)
      return named.isEmpty
        ? nil
        : "\(id.1) "
          + named.map { match in
            "\(match.1): "
              + match.2.matches(of: /o[0-9]+/).map { String($0.0) }
              .joined(separator: " ")
          }.joined(separator: "; ")
    }.joined(separator: "\n")
  }
}
