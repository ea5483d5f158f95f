import MomentumDiagnostics
import MomentumModel
import MomentumPropertyList

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads `xcmapping.xml`: an XML store of Core Data whose objects refer to each other by id.
///
/// <https://developer.apple.com/documentation/coredata> documents that there is an XML store, but
/// not its format. All names and types below were observed in 129 files.
struct MappingXMLReader {
  private let file: SourceFile
  private let objects: [String: XMLElement]
  /// The ids of objects that were read. Each object belongs to one other object, so a second
  /// reference is an error and no loop can form.
  private var taken: Set<String> = []
  /// Limits the objects and bytes that all expressions of the file may have together. Without the
  /// limit, a small file whose objects refer to each other many times could take for ever to read.
  private let budget = ArchiveBudget()
  private var diagnostics = Diagnostics()

  static func read(_ file: SourceFile, _ diagnostics: inout Diagnostics) -> MappingModelSyntax? {
    guard let root = XMLReader.read(file, allowsDocumentType: true, &diagnostics) else {
      return nil
    }
    let model = root.children.first {
      $0.name == "object" && $0["type"] == "XDDEVMAPPINGMODEL"
    }
    guard root.name == "database", let model else {
      let found = root.name == "database" ? "database without a mapping model" : root.name
      diagnostics.report(
        MappingFileMessage.notAMappingModel(found: found),
        at: SourceLocation(file, root.nameRange))
      return nil
    }
    var reader = MappingXMLReader(file, root)
    let syntax = reader.mappingModel(model)
    diagnostics.append(contentsOf: reader.diagnostics)
    return syntax
  }

  private init(_ file: SourceFile, _ root: XMLElement) {
    self.file = file
    let pairs = root.children.filter { $0.name == "object" }
      .compactMap { object in object["id"].map { ($0, object) } }
    objects = Dictionary(pairs) { first, _ in first }
  }

  private mutating func mappingModel(_ object: XMLElement) -> MappingModelSyntax {
    let entities = related(object, "entitymappings", type: "XDDEVENTITYMAPPING")
      .map { (number: integer($0, "mappingnumber") ?? Int.max, object: $0) }
    let ordered = entities.enumerated()
      .sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }
    return MappingModelSyntax(
      entityMappings: ordered.map { entityMapping($0.element.object) },
      source: model(object, "source"), destination: model(object, "destination"), file: file)
  }

  private func model(_ object: XMLElement, _ side: String) -> MappingModelSyntax.ModelReference {
    let data = bytes(attribute(object, "\(side)modeldata"))
    return MappingModelSyntax.ModelReference(
      path: text(object, "\(side)modelpath"),
      entities: data.flatMap { try? KeyedArchive($0) }.map { EditorModel.entities(of: $0) } ?? [])
  }

  private mutating func entityMapping(_ object: XMLElement) -> MappingModelSyntax.EntityMapping {
    let owner = "the entity mapping to '\(text(object, "destinationname") ?? "")'"
    return MappingModelSyntax.EntityMapping(
      name: text(object, "name"), kindName: text(object, "mappingtypename"),
      sourceEntity: text(object, "sourcename"), destinationEntity: text(object, "destinationname"),
      policyClassName: text(object, "migrationpolicyclassname"),
      sourceFilter: text(object, "sourcefilterpredicatestring"), userInfo: userInfo(object),
      attributeMappings: related(object, "attributemappings", type: "XDDEVATTRIBUTEMAPPING")
        .map { propertyMapping($0, of: owner) }.sorted { $0.name < $1.name },
      relationshipMappings: related(
        object, "relationshipmappings", type: "XDDEVRELATIONSHIPMAPPING"
      ).map { propertyMapping($0, of: owner) }.sorted { $0.name < $1.name },
      location: SourceLocation(file, object.tagRange))
  }

  private mutating func propertyMapping(
    _ object: XMLElement, of owner: String
  ) -> MappingModelSyntax.PropertyMapping {
    let name = text(object, "name") ?? ""
    return MappingModelSyntax.PropertyMapping(
      name: name, valueExpression: expression(object, of: "'\(name)' in \(owner)"),
      sourceKeyPath: text(object, "sourcekeypath"),
      sourceMappingName: text(object, "sourcemappingname"),
      location: SourceLocation(file, object.tagRange))
  }

  private mutating func expression(_ object: XMLElement, of owner: String) -> String? {
    guard let element = attribute(object, "valueexpressiondata"), !element.text.isEmpty else {
      return nil
    }
    let location = SourceLocation(file, element.tagRange)
    guard let data = bytes(element) else {
      return unknown(owner, "it is not base64", at: location)
    }
    do throws(PropertyListError) {
      let archive = try KeyedArchive(data)
      let format = ArchivedFormat(archive: archive, budget: budget)
      do throws(ArchivedFormatFailure) {
        return try format.decodedExpression(archive.root)
      } catch {
        return unknown(owner, error.text, at: location)
      }
    } catch {
      return unknown(owner, error.message, at: location)
    }
  }

  private mutating func unknown(
    _ owner: String, _ reason: String, at location: SourceLocation
  ) -> String {
    diagnostics.report(
      MappingFileMessage.unknownExpression(of: owner, reason: reason), at: location)
    return "<\(reason)>"
  }

  private func userInfo(_ object: XMLElement) -> [UserInfoEntry] {
    guard let data = bytes(attribute(object, "userinfodata")),
      let archive = try? KeyedArchive(data)
    else { return [] }
    return archive.pairs(archive.root).compactMap { pair in
      archive.string(pair.value).map { UserInfoEntry(key: pair.key, value: $0) }
    }.sorted { $0.key < $1.key }
  }

  // MARK: - Objects

  private mutating func related(
    _ object: XMLElement, _ name: String, type: String
  ) -> [XMLElement] {
    guard
      let relationship = object.children.first(where: {
        $0.name == "relationship" && $0["name"] == name
      }), let ids = relationship["idrefs"]
    else { return [] }
    var result: [XMLElement] = []
    for id in ids.split(separator: " ").map(String.init) {
      guard let target = objects[id], target["type"] == type, taken.insert(id).inserted else {
        diagnostics.report(
          MappingFileMessage.lostObject(id: id, of: object["type"] ?? ""),
          at: SourceLocation(file, relationship.tagRange))
        continue
      }
      result.append(target)
    }
    return result
  }

  private func attribute(_ object: XMLElement, _ name: String) -> XMLElement? {
    object.children.first { $0.name == "attribute" && $0["name"] == name }
  }

  /// The text of an attribute; `nil` also for an empty text, which remains when a policy class is
  /// removed.
  private func text(_ object: XMLElement, _ name: String) -> String? {
    attribute(object, name).flatMap { $0.text.isEmpty ? nil : $0.text }
  }

  private mutating func integer(_ object: XMLElement, _ name: String) -> Int? {
    guard let element = attribute(object, name) else { return nil }
    if let number = Int(element.text) { return number }
    diagnostics.report(
      MappingFileMessage.badValue(attribute: name, object: object["type"] ?? ""),
      at: SourceLocation(file, element.tagRange))
    return nil
  }

  private func bytes(_ element: XMLElement?) -> [UInt8]? {
    guard let element, !element.text.isEmpty else { return nil }
    return Data(base64Encoded: element.text, options: .ignoreUnknownCharacters).map { [UInt8]($0) }
  }
}

extension XMLElement {
  /// The value of the XML attribute with a name.
  fileprivate subscript(name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }
}
