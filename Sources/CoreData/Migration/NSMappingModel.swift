import MomentumCompiler
import MomentumDiff
import MomentumMigration
import MomentumMigrator
import MomentumModel
import MomentumModelFiles

/// The rules by which the objects of one model become objects of another.
open class NSMappingModel: NSObject {
  /// Where the rules come from.
  enum Origin {
    case program
    case inferred(MappingModel)
    case file(MappingMigration)
  }

  let origin: Origin
  /// The models of inferred rules, and of a file of Xcode's editor, whose rules depend on them.
  private let models: (source: ObjectModel, destination: ObjectModel)?
  /// The mappings as objects; `nil` as long as the program has not asked for them.
  private var own: [NSEntityMapping]?

  /// A mapping model without mappings.
  public override init() { (origin, models) = (.program, nil) }

  private init(
    _ origin: Origin, _ models: (source: ObjectModel, destination: ObjectModel)? = nil
  ) {
    (self.origin, self.models) = (origin, models)
  }

  convenience init(_ file: MappingMigration) { self.init(.file(file)) }

  /// Reads a `.cdm` or an `.xcmappingmodel`; `nil` if that fails.
  public convenience init?(contentsOf url: URL?) {
    guard let url, let file = try? MappingMigration(contentsOf: url.path) else { return nil }
    self.init(.file(file))
  }

  /// The first mapping model of some bundles that leads from one model to another; `nil` for the
  /// main bundle and the resources beside it.
  public convenience init?(
    from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
    destinationModel: NSManagedObjectModel?
  ) {
    guard let sourceModel, let destinationModel else { return nil }
    let fitting = ModelFiles.mappings(in: bundles).first { file in
      switch file.file {
      case .compiled(let mapping, _):
        mapping.entityMappings.allSatisfy { mapping in
          sourceModel.hasHash(mapping.sourceHash, of: mapping.sourceEntity)
            && destinationModel.hasHash(mapping.destinationHash, of: mapping.destinationEntity)
        }
      case .editor(let syntax):
        sourceModel.isKnown(syntax.source.entities)
          && destinationModel.isKnown(syntax.destination.entities)
      }
    }
    guard let fitting else { return nil }
    self.init(.file(fitting), (sourceModel.compiled.model, destinationModel.compiled.model))
  }

  /// The rules that Core Data infers from two models.
  ///
  /// Throws error 134190 if it cannot.
  public class func inferredMappingModel(
    forSourceModel sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel
  ) throws -> NSMappingModel {
    switch MappingInference.infer(
      old: sourceModel.compiled.model, new: destinationModel.compiled.model)
    {
    case .success(let mapping):
      return NSMappingModel(
        .inferred(mapping), (sourceModel.compiled.model, destinationModel.compiled.model))
    case .failure(let failure):
      throw NSError(
        domain: NSCocoaErrorDomain, code: NSInferredMappingModelError,
        userInfo: [
          NSLocalizedDescriptionKey: "The operation couldn’t be completed.",
          "reason": failure.reasons.joined(separator: "; "),
        ])
    }
  }

  // MARK: - Mappings

  /// The entity mappings, in the order in which they run.
  open var entityMappings: [NSEntityMapping]! {
    get {
      if let own { return own }
      let made = mappings(from: models?.source, to: models?.destination)
      own = made
      return made
    }
    set { own = newValue }
  }

  /// Whether two mapping models have the same entity mappings.
  ///
  /// Observed: tests of a public library compare a mapping model that was read twice.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSMappingModel else { return false }
    return self === other || (entityMappings ?? []) == (other.entityMappings ?? [])
  }

  open override var hash: Int { (entityMappings ?? []).count }

  /// The entity mappings by name.
  open var entityMappingsByName: [String: NSEntityMapping] {
    Dictionary(entityMappings.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The mappings for two models. A file of the editor has its default expressions only for models.
  func mappings(from source: ObjectModel?, to destination: ObjectModel?) -> [NSEntityMapping] {
    if let own { return own }
    switch origin {
    case .program: return []
    case .inferred(let mapping): return inferred(mapping)
    case .file(let file):
      switch file.file {
      case .compiled(let mapping, _): return mapping.entityMappings.map { NSEntityMapping($0) }
      case .editor(let syntax):
        return MappingCompiler.compile(
          syntax, old: source ?? ObjectModel(versionIdentifiers: []),
          new: destination ?? ObjectModel(versionIdentifiers: [])
        ).entityMappings.map { NSEntityMapping($0) }
      }
    }
  }

  /// Inferred mappings. Their user info says what happens to the properties of their entities.
  ///
  /// Observed (tests of CoreDataPlus): the keys, and sets of names as their values.
  private func inferred(_ mapping: MappingModel) -> [NSEntityMapping] {
    let properties =
      models.map { MappingInference.properties(old: $0.source, new: $0.destination) } ?? [:]
    return mapping.entityMappings.map { entity in
      let made = NSEntityMapping(entity)
      guard let known = properties[entity.name] else { return made }
      made.userInfo = [
        "mappedProperties": known.mapped, "addedProperties": known.added,
        "removedProperties": known.removed,
      ]
      return made
    }
  }

  /// Whether a store has to be migrated by objects: the program has seen the mappings and may have
  /// changed them, or a mapping has a policy, whose code works on objects.
  var needsObjects: Bool {
    if own != nil { return true }
    switch origin {
    case .program: return true
    case .inferred: return false
    case .file(let file):
      switch file.file {
      case .compiled(let mapping, _):
        return mapping.entityMappings.contains { $0.policyClassName?.isEmpty == false }
      case .editor(let syntax):
        return syntax.entityMappings.contains { $0.policyClassName?.isEmpty == false }
      }
    }
  }

  /// The file, for a migration by SQL; `nil` for inferred rules.
  var file: MappingMigration? {
    guard case .file(let file) = origin else { return nil }
    return file
  }
}

extension NSManagedObjectModel {
  /// Whether an entity has a hash that a mapping model names.
  fileprivate func hasHash(_ hash: [UInt8], of entity: String?) -> Bool {
    guard let entity, !hash.isEmpty else { return true }
    return entityVersionHashesByName[entity] == Data(hash)
  }

  /// Whether the model has the entities of the copy that a file of Xcode's editor holds.
  fileprivate func isKnown(_ copies: [MappingModelSyntax.KnownEntity]) -> Bool {
    guard !copies.isEmpty, copies.count == entities.count else { return false }
    let known = entitiesByName
    return copies.allSatisfy { copy in
      guard let entity = known[copy.name], entity.superentity?.name == copy.parent else {
        return false
      }
      let own = entity.ownProperties
      return own.filter { $0 is NSAttributeDescription }.map(\.name).sorted() == copy.attributes
        && own.filter { $0 is NSRelationshipDescription }.map(\.name).sorted()
          == copy.relationships
    }
  }
}

extension ModelFiles {
  /// The compiled mapping models in some bundles; `nil` for the main bundle and the resources beside
  /// it. A file that cannot be read is left out.
  static func mappings(in bundles: [Bundle]?) -> [MappingMigration] {
    urls(in: bundles, suffixes: ["cdm", "xcmappingmodel"]).compactMap {
      try? MappingMigration(contentsOf: $0.path)
    }
  }
}
