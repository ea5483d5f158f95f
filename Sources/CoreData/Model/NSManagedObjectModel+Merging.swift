import MomentumObjects

extension NSManagedObjectModel {
  /// The entities of all models of some bundles in one model; `nil` for those of the main bundle and
  /// of the resources beside it.
  public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    NSManagedObjectModel(
      byMerging: ModelFiles.urls(in: bundles).compactMap { NSManagedObjectModel(contentsOf: $0) })
  }

  /// The checksums of a model's versions by the names of the versions. Throws an error of
  /// `NSCocoaErrorDomain` if there is no model at the URL.
  public class func checksumsForVersionedModel(at modelURL: URL) throws -> [String: String] {
    let found = ModelFiles.checksums(at: modelURL)
    guard !found.isEmpty else {
      throw NSError(
        domain: NSCocoaErrorDomain, code: CocoaError.fileReadUnknown.rawValue,
        userInfo: [
          NSLocalizedDescriptionKey: "There is no model that can be read.",
          NSFilePathErrorKey: modelURL.path,
        ])
    }
    return found
  }

  /// The model of the bundles whose hashes a store has.
  public class func mergedModel(
    from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    let versions = ModelFiles.urls(in: bundles).flatMap { ModelFiles.versions(at: $0) }
    let models = versions.map { NSManagedObjectModel($0) }
    return NSManagedObjectModel(byMerging: models, forStoreMetadata: metadata)
  }

  /// The entities of several models in one. Stops the program if two models have different entities
  /// of one name.
  public convenience init?(byMerging models: [NSManagedObjectModel]?) {
    guard let models, !models.isEmpty else { return nil }
    self.init()
    fill {
      for model in models {
        let known = entitiesByName
        let new = model.entities.filter { entity in
          guard let other = known[entity.name ?? ""] else { return true }
          guard other.versionHash == entity.versionHash else {
            CoreDataException.raise(
              "NSInternalInconsistencyException",
              "Can't merge models with two different entities named '\(entity.name ?? "")'")
          }
          return false
        }
        take(new, model.namedConfigurations, model.fetchRequestTemplatesByName)
        versionIdentifiers.formUnion(model.versionIdentifiers)
      }
    }
  }

  /// The first of some models whose hashes a store has.
  public convenience init?(
    byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]
  ) {
    let fitting = models.first {
      $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
    }
    guard let fitting else { return nil }
    self.init(byMerging: [fitting])
  }
}
