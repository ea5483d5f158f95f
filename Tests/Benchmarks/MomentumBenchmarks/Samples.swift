import CLibXML2
import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModelFiles

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Texts and files that the benchmarks share. Made once a run, outside what is measured.
enum Samples {
  /// 500 entities with six attributes and two relationships each, 0.6 MB.
  static let largeModel = SourceFile(path: "contents", text: modelText(entities: 500))
  /// Ten times as many.
  static let hugeModel = SourceFile(path: "contents", text: modelText(entities: 5_000))

  static let bubbleTea: CompiledModel = {
    var diagnostics = Diagnostics()
    let bundle = repository.appendingPathComponent("Models/BubbleTea.xcdatamodeld").path
    guard let file = try? ModelBundle.load(path: bundle, &diagnostics),
      let model = CompiledModel.compile(file.contents, &diagnostics)
    else { preconditionFailure("the bundle in Models/ compiles") }
    return model
  }()

  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func modelText(entities: Int) -> String {
    let types = ["String", "Integer 32", "Date", "Boolean", "Double", "UUID"]
    let attributes = types.enumerated().map { index, type in
      "<attribute name=\"value\(index)\" optional=\"YES\" attributeType=\"\(type)\"/>\n"
    }.joined()
    let bodies = (0..<entities).map { entity in
      let next = (entity + 1) % entities
      let previous = (entity + entities - 1) % entities
      return "<entity name=\"Entity\(entity)\" syncable=\"YES\">\n" + attributes
        + "<relationship name=\"next\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Entity\(next)\" inverseName=\"previous\" inverseEntity=\"Entity\(next)\"/>\n"
        + "<relationship name=\"previous\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Entity\(previous)\" inverseName=\"next\" inverseEntity=\"Entity\(previous)\"/>\n"
        + "</entity>\n"
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
      + "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">\n"
      + bodies.joined() + "</model>\n"
  }

  /// Predicates as apps write them, from one comparison to a dozen.
  static let predicates = [
    "name == 'Bubble & Co'",
    "priceInfo.priceCategory == \"$\" AND specialCount > 0",
    "name CONTAINS[cd] 'tea' OR (location.distance < 500.5 AND NOT category.name IN {'Café', 'Bar'})",
    "(stats.tipCount >= 10 AND stats.tipCount <= 90) AND (favorite == YES OR name BEGINSWITH[c] 'T') AND phone != nil AND location.city LIKE '*burg' AND specialCount BETWEEN {1, 9}",
  ]

  // MARK: - XML

  /// What xmllint does: a tree of the whole text.
  static func tree(_ source: SourceFile) -> Bool {
    source.utf8.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        let document = xmlReadMemory(text.baseAddress, Int32(text.count), nil, nil, 0)
        defer { xmlFreeDoc(document) }
        return document != nil
      }
    }
  }

  static func walk(_ source: SourceFile) -> Bool {
    XMLParser(data: Data(source.utf8)).parse()
  }
}
