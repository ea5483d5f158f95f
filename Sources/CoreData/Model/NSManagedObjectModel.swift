import MomentumCompiler
import MomentumModel
import MomentumObjects
import MomentumRuntime
import MomentumVersionHash

/// Entities with their properties, from a file or made in code.
open class NSManagedObjectModel: NSObject, NSCopying {
  /// The folder or file that the model was read from; `nil` for a model that was made in code.
  private(set) var url: URL?
  private var names: [String: [NSEntityDescription]] = [:]
  private var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]
  private var identifiers: Set<AnyHashable> = []
  private var all: [NSEntityDescription] = []
  /// The compiled model; `nil` after a change.
  private var plan: ModelPlan?
  private var own: CompiledModel?
  private var isBeingFilled = false

  /// A model without entities.
  public override init() { super.init() }

  /// Reads a `.momd`, a `.mom`, an `.xcdatamodeld` or an `.xcdatamodel`; `nil` if that fails.
  public convenience init?(contentsOf url: URL) {
    guard let compiled = ModelFiles.current(at: url) else { return nil }
    self.init(compiled)
    self.url = url
  }

  convenience init(_ compiled: CompiledModel) {
    self.init()
    fill {
      ModelReading(compiled).fill(self)
      own = compiled
      plan = ModelPlan(compiled, hasTransformers: false)
    }
  }

  /// Fills the model from another one. Other threads find it only afterwards: a coordinator that looks
  /// for the model of a store reads all models in memory.
  func fill(_ body: () -> Void) {
    isBeingFilled = true
    body()
    isBeingFilled = false
    ModelRegistry.shared.add(self)
  }

  // MARK: - Entities

  /// The entities, those with the same parent in their order.
  open var entities: [NSEntityDescription] {
    get { all }
    set {
      for entity in all where entity.model === self { entity.model = nil }
      all = newValue
      for entity in all { entity.model = self }
      ModelLinks(all).connect()
      noteChange()
      if !isBeingFilled { ModelRegistry.shared.add(self) }
    }
  }

  open var entitiesByName: [String: NSEntityDescription] {
    Dictionary(all.map { ($0.name ?? "", $0) }) { first, _ in first }
  }

  /// The names of the configurations.
  open var configurations: [String] { ["PF_DEFAULT_CONFIGURATION_NAME"] + names.keys.sorted() }

  open func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
    guard let configuration, configuration != "PF_DEFAULT_CONFIGURATION_NAME" else { return all }
    return names[configuration]
  }

  open func setEntities(
    _ entities: [NSEntityDescription], forConfigurationName configuration: String
  ) {
    names[configuration] = entities
    noteChange()
  }

  var namedConfigurations: [String: [NSEntityDescription]] { names }

  // MARK: - Versions

  open var versionIdentifiers: Set<AnyHashable> {
    get { identifiers }
    set {
      identifiers = newValue
      noteChange()
    }
  }

  open var entityVersionHashesByName: [String: Data] {
    compiled.hashes.byEntity.mapValues { Data($0) }
  }

  /// A digest of all hashes, which a store's metadata have, too.
  open var versionChecksum: String { compiled.hashes.checksum }

  open func isConfiguration(
    withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
  ) -> Bool {
    let metadata = metadata.compactMapValues { MetadataValue(foundation: $0) }
    let name = configuration == "PF_DEFAULT_CONFIGURATION_NAME" ? nil : configuration
    return (try? modelPlan.isConfiguration(name, compatibleWith: metadata)) ?? false
  }

  /// Texts for other languages. They are kept, but nothing here reads them.
  open var localizationDictionary: [String: String]?

  // MARK: - Fetch requests

  open var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
    templates
  }

  open func fetchRequestTemplate(
    forName name: String
  ) -> NSFetchRequest<any NSFetchRequestResult>? { templates[name] }

  open func setFetchRequestTemplate(
    _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
  ) { templates[name] = fetchRequestTemplate }

  /// A copy of a template with values for its variables.
  open func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any]
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    guard let template = templates[name] else { return nil }
    let request = template.copied()
    request.predicate = template.predicate.map { $0.binding(variables) }
    return request
  }

  // MARK: - Compiling

  func noteChange() {
    plan = nil
    own = nil
  }

  /// The model for stores and requests. It stops the program if descriptions that were made in code
  /// do not make a model.
  var modelPlan: ModelPlan {
    if let plan { return plan }
    let made = ModelPlan(
      compiled, rules: ModelRules(self).rules, defaults: transformedDefaults, hasTransformers: false
    )
    plan = made
    return made
  }

  /// The default values of transformable attributes as the store keeps them, by names of entity and
  /// attribute. A value that cannot be turned into data is none.
  private var transformedDefaults: [String: [String: [UInt8]]] {
    var result: [String: [String: [UInt8]]] = [:]
    for entity in all {
      for case let attribute as NSAttributeDescription in entity.ownProperties {
        guard let data = TransformedAttribute(attribute)?.defaultData else { continue }
        result[entity.name ?? "", default: [:]][attribute.name] = Array(data)
      }
    }
    return result
  }

  /// Whether objects with an entity's plan are objects of this model.
  func hasPlan(_ entity: EntityPlan) -> Bool {
    plan?.entity(named: entity.name) === entity
  }

  /// Stops the program like ``modelPlan``.
  var compiled: CompiledModel {
    do { return try compiledOrMistake() } catch {
      CoreDataException.raise("NSInternalInconsistencyException", error.reason)
    }
  }

  /// `nil` as long as descriptions that are made in code are not yet a model. Not kept: the coordinator
  /// of another thread asks every model, also one that is just being filled.
  private var compiledIfWhole: CompiledModel? { own ?? (try? ModelWriting(self).compiled()) }

  private func compiledOrMistake() throws(ModelWriting.Mistake) -> CompiledModel {
    if let own { return own }
    let made = try ModelWriting(self).compiled()
    own = made
    return made
  }

  /// The models that a store may have been made with: the other versions of the same file first.
  var versions: [CompiledModel] {
    let own = url.map { ModelFiles.versions(at: $0) } ?? []
    return own + ModelRegistry.shared.models.filter { $0 !== self }.compactMap(\.compiledIfWhole)
  }

  /// The coordinator of objects that were made without a context.
  private(set) lazy var detachedCoordinator = NSPersistentStoreCoordinator.detached(modelPlan)

  // MARK: - Equality

  /// Whether two models have the same versions of the same entities, with the same identifiers and
  /// configurations.
  ///
  /// Observed: tests of a public library compare a model that was read twice.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectModel else { return false }
    guard self !== other else { return true }
    return all.count == other.all.count && identifiers == other.identifiers
      && Set(names.keys) == Set(other.names.keys)
      && compiledIfWhole?.hashes.byEntity == other.compiledIfWhole?.hashes.byEntity
  }

  open override var hash: Int { Set(all.map(\.name)).hashValue }

  // MARK: - Copies

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSManagedObjectModel()
    copy.fill {
      copy.take(all, names, templates)
      copy.identifiers = identifiers
      copy.localizationDictionary = localizationDictionary
      copy.url = url
    }
    return copy
  }

  /// Takes copies of entities, with what leads from one to another.
  func take(
    _ entities: [NSEntityDescription], _ configurations: [String: [NSEntityDescription]],
    _ templates: [String: NSFetchRequest<any NSFetchRequestResult>]
  ) {
    let copies = ModelLinks(entities).copies()
    self.entities = self.entities + copies
    let known = entitiesByName
    for (name, members) in configurations {
      names[name, default: []] += members.compactMap { known[$0.name ?? ""] }
    }
    for (name, template) in templates { self.templates[name] = template.copied() }
    noteChange()
  }
}
