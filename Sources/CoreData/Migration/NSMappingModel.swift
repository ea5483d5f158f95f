import MomentumCompiler
import MomentumDiff
import MomentumMigrator
import MomentumModel
import MomentumModelFiles

/// The rules by which the objects of one model become objects of another.
open class NSMappingModel: NSObject {
  /// The rules of a file; `nil` for inferred ones.
  let file: MappingMigration?

  private init(_ file: MappingMigration?) { self.file = file }

  /// Reads a `.cdm` or an `.xcmappingmodel`; `nil` if that fails.
  public convenience init?(contentsOf url: URL?) {
    guard let url, let file = try? MappingMigration(contentsOf: url.path) else { return nil }
    self.init(file)
  }

  /// The first mapping model of some bundles that leads from one model to another; `nil` for the
  /// main bundle and the resources beside it.
  public convenience init?(
    from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
    destinationModel: NSManagedObjectModel?
  ) {
    guard let sourceModel, let destinationModel else { return nil }
    let fitting = ModelFiles.mappings(in: bundles).first { file in
      guard case .compiled(let mapping, _) = file.file else { return false }
      return mapping.entityMappings.allSatisfy { mapping in
        sourceModel.hasHash(mapping.sourceHash, of: mapping.sourceEntity)
          && destinationModel.hasHash(mapping.destinationHash, of: mapping.destinationEntity)
      }
    }
    guard let fitting else { return nil }
    self.init(fitting)
  }

  /// The rules that Core Data infers from two models.
  ///
  /// Throws error 134190 if it cannot.
  public class func inferredMappingModel(
    forSourceModel sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel
  ) throws -> NSMappingModel {
    let inferred = MappingInference.infer(
      old: sourceModel.compiled.model, new: destinationModel.compiled.model)
    if case .failure(let failure) = inferred {
      throw NSError(
        domain: NSCocoaErrorDomain, code: NSInferredMappingModelError,
        userInfo: [
          NSLocalizedDescriptionKey: "The operation couldn’t be completed.",
          "reason": failure.reasons.joined(separator: "; "),
        ])
    }
    return NSMappingModel(nil)
  }
}

extension NSManagedObjectModel {
  /// Whether an entity has a hash that a mapping model names.
  fileprivate func hasHash(_ hash: [UInt8], of entity: String?) -> Bool {
    guard let entity, !hash.isEmpty else { return true }
    return entityVersionHashesByName[entity] == Data(hash)
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
