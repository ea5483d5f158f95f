import Foundation
import Momentum
import MomentumDiagnostics

/// Texts and files that the benchmarks share. Made once a run, outside what is measured.
enum Samples {
  /// A model of 500 entities with six attributes and two relationships each, 0.7 MB.
  static let largeModel = SourceFile(path: "contents", text: modelText(entities: 500))

  static let bubbleTea = repository.appendingPathComponent("Models/BubbleTea.xcdatamodeld").path

  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func modelText(entities: Int) -> String {
    let types = ["String", "Integer 32", "Date", "Boolean", "Double", "UUID"]
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    text += "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">\n"
    for entity in 0..<entities {
      let next = (entity + 1) % entities
      let previous = (entity + entities - 1) % entities
      text += "<entity name=\"Entity\(entity)\" syncable=\"YES\">\n"
      for (index, type) in types.enumerated() {
        text +=
          "<attribute name=\"value\(index)\" optional=\"YES\" attributeType=\"\(type)\"/>\n"
      }
      text +=
        "<relationship name=\"next\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Entity\(next)\" inverseName=\"previous\" inverseEntity=\"Entity\(next)\"/>\n"
      text +=
        "<relationship name=\"previous\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Entity\(previous)\" inverseName=\"next\" inverseEntity=\"Entity\(previous)\"/>\n"
      text += "</entity>\n"
    }
    return text + "</model>\n"
  }

  /// Predicates as apps write them, from one comparison to a dozen.
  static let predicates = [
    "name == 'Bubble & Co'",
    "priceInfo.priceCategory == \"$\" AND specialCount > 0",
    "name CONTAINS[cd] 'tea' OR (location.distance < 500.5 AND NOT category.name IN {'Café', 'Bar'})",
    "(stats.tipCount >= 10 AND stats.tipCount <= 90) AND (favorite == YES OR name BEGINSWITH[c] 'T') AND phone != nil AND location.city LIKE '*burg' AND specialCount BETWEEN {1, 9}",
  ]
}
