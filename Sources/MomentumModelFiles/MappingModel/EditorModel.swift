import MomentumModel
import MomentumPropertyList

/// The copy of a model inside a mapping file: an archive of Xcode's own objects, of which only the
/// names are read.
///
/// The format is a keyed archive of an `XDPMModel`, observed in 74 copies; none of it is
/// documented.
enum EditorModel {
  /// The entities, sorted by name; empty if the archive is not such a model.
  static func entities(of archive: KeyedArchive) -> [MappingModelSyntax.KnownEntity] {
    let budget = ArchiveBudget()
    guard let model = archive.object(archive.root), model.className == "XDPMModel",
      let package = archive.object(model.members["_xd_rootPackage"])
    else { return [] }
    let classes = archive.pairs(package.members["XDBucketForClassesstorage"])
    return classes.prefix { _ in budget.take() }.compactMap { pair in
      archive.object(pair.value).map { entity(pair.key, $0, archive, budget) }
    }.sorted { $0.name < $1.name }
  }

  private static func entity(
    _ name: String, _ object: KeyedArchive.Object, _ archive: KeyedArchive, _ budget: ArchiveBudget
  ) -> MappingModelSyntax.KnownEntity {
    var entity = MappingModelSyntax.KnownEntity(name: name, parent: parent(of: object, archive))
    for pair in archive.pairs(object.members["XDBucketForOwnedAttributesstorage"]) {
      guard budget.take() else { break }
      switch archive.object(pair.value)?.className {
      case "XDPMAttribute": entity.attributes.append(pair.key)
      case "XDPMRelationship": entity.relationships.append(pair.key)
      case _: break
      }
    }
    entity.attributes.sort()
    entity.relationships.sort()
    return entity
  }

  private static func parent(
    of object: KeyedArchive.Object, _ archive: KeyedArchive
  ) -> String? {
    let first = archive.items(object.members["XDBucketForGeneralizationsstorage"]).first
    return archive.object(first)
      .flatMap { archive.object($0.members["_general"]) }
      .flatMap { archive.string($0.members["_name"]) }
  }
}
