import MomentumDiagnostics
import MomentumModel
import MomentumSwiftData
import Testing

/// Reads sources that a test writes.
enum SwiftDataSample {
  static func reader(_ texts: [(path: String, text: String)]) -> SwiftDataReader {
    SwiftDataReader(texts.map { SourceFile(path: $0.path, text: $0.text) })
  }

  static func reader(_ text: String) -> SwiftDataReader { reader([("Models.swift", text)]) }

  /// The model of the current version.
  static func read(_ text: String) throws -> SwiftDataModel {
    let reader = reader(text)
    return reader.model(of: try #require(reader.current))
  }

  /// The ids of the findings, each once, in their order.
  static func ids(_ diagnostics: Diagnostics) -> [String] {
    var seen: Set<String> = []
    return diagnostics.all.map(\.id).filter { seen.insert($0).inserted }
  }
}
