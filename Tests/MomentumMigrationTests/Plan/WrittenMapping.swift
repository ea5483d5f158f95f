import Foundation
import MomentumDiagnostics
import MomentumMigration
import MomentumModel
import MomentumSQL
import MomentumStore

/// A mapping model in lines, as case files have it:
///
///     CarToCar: Car -> Car policy App.CarPolicy where level > 1
///       name                        by itself
///       title = $source.name        an expression
///       owner from $source.driver   a path, with `by NAME` also the mapping that makes the objects
///
/// `-` stands for no entity and for no name.
struct WrittenMapping {
  let syntax: MappingModelSyntax

  init(_ text: String, new: ObjectModel) {
    let file = SourceFile(path: "M.xcmappingmodel/xcmapping.xml", text: text)
    var mappings: [MappingModelSyntax.EntityMapping] = []
    var offset = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let place = SourceLocation(file, SourceRange(offset, offset + line.utf8.count))
      offset += line.utf8.count + 1
      if line.hasPrefix(" ") {
        let property = WrittenMapping.property(line.drop { $0 == " " }, place)
        let entity = mappings[mappings.count - 1].destinationEntity.flatMap {
          new.entity(named: $0)
        }
        let found = entity.flatMap { new.property(named: property.name, in: $0) }
        if case .relationship = found {
          mappings[mappings.count - 1].relationshipMappings.append(property)
        } else {
          mappings[mappings.count - 1].attributeMappings.append(property)
        }
      } else if !line.isEmpty {
        mappings.append(WrittenMapping.mapping(line, place))
      }
    }
    syntax = MappingModelSyntax(
      entityMappings: mappings, source: .init(path: "M.xcdatamodeld/old.xcdatamodel"),
      destination: .init(path: "M.xcdatamodeld/new.xcdatamodel"), file: file)
  }

  private static func split(_ text: Substring, _ separator: String) -> (Substring, Substring?) {
    guard let range = text.range(of: separator) else { return (text, nil) }
    return (text[..<range.lowerBound], text[range.upperBound...])
  }

  private static func name(_ text: Substring?) -> String? {
    text.flatMap { $0 == "-" ? nil : String($0) }
  }

  private static func mapping(_ line: Substring, _ place: SourceLocation)
    -> MappingModelSyntax.EntityMapping
  {
    let (title, rest) = split(line, ": ")
    let (beforeFilter, filter) = split(rest ?? "", " where ")
    let (ends, policy) = split(beforeFilter, " policy ")
    let (source, destination) = split(ends, " -> ")
    return MappingModelSyntax.EntityMapping(
      name: name(title), sourceEntity: name(source), destinationEntity: name(destination),
      policyClassName: name(policy), sourceFilter: name(filter), location: place)
  }

  private static func property(_ line: Substring, _ place: SourceLocation)
    -> MappingModelSyntax.PropertyMapping
  {
    if case (let title, let expression?) = split(line, " = ") {
      return MappingModelSyntax.PropertyMapping(
        name: String(title), valueExpression: String(expression), location: place)
    }
    let (beforeMaker, maker) = split(line, " by ")
    let (title, path) = split(beforeMaker, " from ")
    return MappingModelSyntax.PropertyMapping(
      name: String(title), sourceKeyPath: name(path), sourceMappingName: name(maker),
      location: place)
  }

  /// `level > 1` over the column of the layout: all that filters of case files need.
  static func filter(_ predicate: String, _ entity: String, _ layout: StoreSchema) -> Result<
    SQLFragment, MappingFilterRefusal
  > {
    let words = predicate.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2, words[0].allSatisfy(\.isLetter),
      let number = layout.entities.first(where: { $0.name == entity })
    else { return .failure(MappingFilterRefusal(reason: "the test knows '\(predicate)' not")) }
    return .success(
      "SELECT f.Z_PK FROM \(name: number.table) f WHERE f.\(name: "Z" + words[0].uppercased()) "
        + SQLFragment(printed: words[1]))
  }
}
