import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel

/// A model of our own that is large enough to count, and the same with a few changes.
struct Sample {
  struct Refused: Error {
    var diagnostics: Diagnostics
  }

  let source: SourceFile
  let model: CompiledModel
  /// With attributes more and one renamed, as the next version of an app has it.
  let changed: CompiledModel

  init(entities count: Int) throws {
    source = SourceFile(path: "contents", text: Self.contents(count, isChanged: false))
    model = try Self.compile(source)
    changed = try Self.compile(
      SourceFile(path: "changed", text: Self.contents(count, isChanged: true)))
  }

  private static func compile(_ source: SourceFile) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    guard let model = CompiledModel.compile(source, &diagnostics) else {
      throw Refused(diagnostics: diagnostics)
    }
    return model
  }

  private static let types = [
    "String", "Integer 32", "Boolean", "Date", "Double", "UUID", "Decimal", "Binary",
  ]

  private static func contents(_ count: Int, isChanged: Bool) -> String {
    let entities = (0..<count).map { entity($0, of: count, isChanged: isChanged) }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      \(entities.joined())</model>

      """
  }

  private static func entity(_ index: Int, of count: Int, isChanged: Bool) -> String {
    var attributes = (0..<8).map { number in
      let type = types[(index + number) % types.count]
      return #"<attribute name="value\#(number)" optional="YES" attributeType="\#(type)"/>"#
    }
    if isChanged, index % 5 == 0 {
      attributes.append(#"<attribute name="added" optional="YES" attributeType="String"/>"#)
    }
    let name = isChanged && index == 1 ? #"label" elementID="name"# : #"name"#
    attributes.append(#"<attribute name="\#(name)" optional="YES" attributeType="String"/>"#)
    let (next, previous) = ((index + 1) % count, (index + count - 1) % count)
    return """
      <entity name="Crate\(index)" representedClassName="Crate\(index)" codeGenerationType="class">
      \(attributes.joined(separator: "\n"))
      <relationship name="next" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Crate\(next)" inverseName="previous" inverseEntity="Crate\(next)"/>
      <relationship name="previous" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Crate\(previous)" inverseName="next" inverseEntity="Crate\(previous)"/>
      <fetchIndex name="byName"><fetchIndexElement property="\(isChanged && index == 1 ? "label" : "name")" type="Binary" order="ascending"/></fetchIndex>
      </entity>

      """
  }

  /// Predicates as apps write them; each is of `Crate0`.
  static let predicates = [
    "name == 'Box & Co'",
    "value1 > 0 AND value4 < 12.5",
    "name CONTAINS[cd] 'tea' OR (next.value3 < 500.5 AND NOT next.name IN {'Large', 'Small'})",
    "(value1 >= 10 AND value1 <= 90) AND (value2 == YES OR name BEGINSWITH[c] 'T') AND name != nil AND next.name LIKE '*burg' AND value1 BETWEEN {1, 9}",
    "ANY previous.name == 'Lid' AND previous.@count > 2",
  ]
}
