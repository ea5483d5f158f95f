import MomentumDiagnostics
import MomentumModel
import MomentumPropertyList

/// Reads a compiled mapping model: a keyed archive of an `NSMappingModel`.
///
/// The keys were observed in a `.cdm` file whose `.xcmappingmodel` is known.
struct CompiledMappingReader {
  private let archive: KeyedArchive
  private let location: SourceLocation
  private let budget = ArchiveBudget()
  private var diagnostics = Diagnostics()

  static func read(
    _ bytes: [UInt8], _ file: SourceFile, _ diagnostics: inout Diagnostics
  ) -> MappingModel? {
    let location = SourceLocation(file, SourceRange(0, 0))
    let archive: KeyedArchive
    do throws(PropertyListError) {
      archive = try KeyedArchive(bytes)
    } catch {
      diagnostics.report(MappingFileMessage.badArchive(error.message), at: location)
      return nil
    }
    let root = archive.object(archive.root)
    guard let root, root.className == "NSMappingModel" else {
      diagnostics.report(
        MappingFileMessage.notAMappingModel(found: root?.className ?? "nothing"), at: location)
      return nil
    }
    var reader = CompiledMappingReader(archive: archive, location: location)
    let model = reader.mappingModel(root)
    diagnostics.append(contentsOf: reader.diagnostics)
    guard !reader.budget.isSpent else {
      diagnostics.report(
        MappingFileMessage.badArchive("it refers to its objects too often"), at: location)
      return nil
    }
    return model
  }

  private init(archive: KeyedArchive, location: SourceLocation) {
    self.archive = archive
    self.location = location
  }

  private mutating func mappingModel(_ root: KeyedArchive.Object) -> MappingModel {
    var result = MappingModel()
    for item in archive.items(root.members["NSEntityMappings"]) {
      guard budget.take() else { break }
      guard let object = archive.object(item), object.className == "NSEntityMapping" else {
        lost("NSEntityMappings", "NSMappingModel")
        continue
      }
      result.entityMappings.append(entityMapping(object))
    }
    return result
  }

  private mutating func entityMapping(_ object: KeyedArchive.Object) -> EntityMapping {
    let members = object.members
    let name = archive.string(members["NSMappingName"]) ?? ""
    var kind = EntityMapping.Kind.undefined
    if let number = archive.integer(members["NSMappingType"]) {
      if let knownKind = Int(exactly: number).flatMap(EntityMapping.Kind.init) {
        kind = knownKind
      } else {
        lost("NSMappingType", "NSEntityMapping")
      }
    }
    let fetch = members["NSSourceExpression"]
    return EntityMapping(
      name: name, kind: kind, sourceEntity: text(members["NSSourceEntityName"]),
      destinationEntity: text(members["NSDestinationEntityName"]),
      sourceHash: bytes(members["NSSourceEntityVersionHash"]),
      destinationHash: bytes(members["NSDestinationEntityVersionHash"]),
      policyClassName: text(members["NSEntityMigrationPolicyClassName"]),
      sourceExpression: expression(fetch, of: "the source of '\(name)'"),
      sourceFilter: filter(in: fetch),
      attributeMappings: propertyMappings(members["NSAttributeMappings"], of: name),
      relationshipMappings: propertyMappings(members["NSRelationshipMappings"], of: name),
      userInfo: archive.pairs(members["NSUserInfo"]).compactMap { pair in
        archive.string(pair.value).map { UserInfoEntry(key: pair.key, value: $0) }
      }.sorted { $0.key < $1.key })
  }

  private mutating func propertyMappings(
    _ value: PropertyList?, of owner: String
  ) -> [PropertyMapping] {
    var result: [PropertyMapping] = []
    for item in archive.items(value) {
      guard budget.take() else { break }
      guard let object = archive.object(item), object.className == "NSPropertyMapping" else {
        lost("property mapping", "NSEntityMapping")
        continue
      }
      let name = archive.string(object.members["NSDestinationPropertyName"]) ?? ""
      result.append(
        PropertyMapping(
          name: name,
          valueExpression: expression(
            object.members["NSValueExpression"], of: "'\(name)' in '\(owner)'")))
    }
    return result
  }

  private mutating func expression(_ value: PropertyList?, of owner: String) -> String? {
    switch archive.node(value) {
    case .null: return nil
    case .value, .object: break
    }
    do throws(ArchivedFormatFailure) {
      return try ArchivedFormat(archive: archive, budget: budget).decodedExpression(value)
    } catch {
      diagnostics.report(
        MappingFileMessage.unknownExpression(of: owner, reason: error.text), at: location)
      return "<\(error.text)>"
    }
  }

  /// The predicate among the arguments of `fetchRequestForSourceEntityNamed:predicateString:`.
  private func filter(in fetch: PropertyList?) -> String? {
    guard let fetch = archive.object(fetch),
      let request = archive.object(fetch.members["NSFRExpression"]),
      archive.string(request.members["NSSelectorName"])
        == "fetchRequestForSourceEntityNamed:predicateString:"
    else { return nil }
    let arguments = archive.items(request.members["NSArguments"])
    guard arguments.count == 2, let constant = archive.object(arguments[1]) else { return nil }
    let text = archive.string(constant.members["NSConstantValue"])
    return text == "TRUEPREDICATE" ? nil : text
  }

  private func text(_ value: PropertyList?) -> String? {
    archive.string(value).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func bytes(_ value: PropertyList?) -> [UInt8] {
    switch archive.node(value) {
    case .value(.data(let bytes)): bytes
    case .object(let object): object.members["NS.data"]?.data ?? []
    case .null, .value: []
    }
  }

  private mutating func lost(_ attribute: String, _ object: String) {
    diagnostics.report(
      MappingFileMessage.badValue(attribute: attribute, object: object), at: location)
  }
}
