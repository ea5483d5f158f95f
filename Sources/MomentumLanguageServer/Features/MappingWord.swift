import MomentumDiagnostics
import MomentumModel

/// The name in a mapping model's file around a place:
///
///     <object type="XDDEVENTITYMAPPING" id="z101">
///       <attribute name="destinationname" type="string">Seed</attribute>
struct MappingWord {
  enum Kind {
    case entity
    case property
  }

  let text: String
  let range: SourceRange
  let kind: Kind
  let isOfSource: Bool
  /// The start of the object's tag.
  let objectStart: Int

  init?(_ file: SourceFile, at offset: Int) {
    let bytes = file.utf8
    guard offset <= bytes.count,
      let open = bytes[..<offset].lastIndex(of: UInt8(ascii: ">")),
      let close = bytes[offset...].firstIndex(of: UInt8(ascii: "<")),
      let tag = bytes[..<open].lastIndex(of: UInt8(ascii: "<"))
    else { return nil }
    range = SourceRange(open + 1, close)
    text = file.text(in: range)
    let attribute = file.text(in: SourceRange(tag, open))
    guard let object = MappingWord.objectStart(before: tag, in: bytes),
      let objectEnd = bytes[object...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    objectStart = object
    let type = file.text(in: SourceRange(object, objectEnd))
    isOfSource = attribute.contains("name=\"sourcename\"")
    if isOfSource || attribute.contains("name=\"destinationname\"") {
      kind = .entity
    } else if attribute.contains("name=\"name\""),
      ["XDDEVATTRIBUTEMAPPING", "XDDEVRELATIONSHIPMAPPING"].contains(where: { type.contains($0) })
    {
      kind = .property
    } else {
      return nil
    }
  }

  private static func objectStart(before end: Int, in bytes: [UInt8]) -> Int? {
    let word = Array("<object ".utf8)
    var index = end
    while index >= 0 {
      if bytes[index] == word[0], bytes[index...].starts(with: word) { return index }
      index -= 1
    }
    return nil
  }
}

extension MappingModelSyntax {
  /// The destination entity of the mapping of a property, whose object begins at an offset.
  func destinationEntity(ofPropertyAt start: Int) -> String? {
    entityMappings.first { mapping in
      (mapping.attributeMappings + mapping.relationshipMappings).contains {
        $0.location.range.start == start
      }
    }?.destinationEntity
  }
}
