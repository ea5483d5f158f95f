public import MomentumDiagnostics

/// A mapping model as Xcode's editor keeps it: what a person has set, before a compiler fills in the rest.
///
/// Source: 129 files of 35 public repositories (observed); they are XML stores of Core Data whose
/// entities are `XDDevMappingModel`, `XDDevEntityMapping` and so on.
public struct MappingModelSyntax: Sendable, Hashable {
  public struct EntityMapping: Sendable, Hashable {
    /// `nil` where the compiler makes one of the entities' names.
    public var name: String?
    /// As the file spells it; `Undefined` in every file seen.
    public var kindName: String?
    public var sourceEntity: String?
    public var destinationEntity: String?
    public var policyClassName: String?
    /// A predicate's format.
    public var sourceFilter: String?
    public var userInfo: [UserInfoEntry]
    /// By name.
    public var attributeMappings: [PropertyMapping]
    /// By name.
    public var relationshipMappings: [PropertyMapping]
    public var location: SourceLocation

    public init(
      name: String? = nil, kindName: String? = nil, sourceEntity: String? = nil,
      destinationEntity: String? = nil, policyClassName: String? = nil,
      sourceFilter: String? = nil, userInfo: [UserInfoEntry] = [],
      attributeMappings: [PropertyMapping] = [], relationshipMappings: [PropertyMapping] = [],
      location: SourceLocation
    ) {
      self.name = name
      self.kindName = kindName
      self.sourceEntity = sourceEntity
      self.destinationEntity = destinationEntity
      self.policyClassName = policyClassName
      self.sourceFilter = sourceFilter
      self.userInfo = userInfo
      self.attributeMappings = attributeMappings
      self.relationshipMappings = relationshipMappings
      self.location = location
    }
  }

  public struct PropertyMapping: Sendable, Hashable {
    public var name: String
    /// As a format text; `nil` where the compiler makes one.
    public var valueExpression: String?
    /// *Key Path* of the editor's *Source Fetch*: `$source`, `$source.owner`, `owner`; relationships only.
    public var sourceKeyPath: String?
    /// *Mapping Name* of the editor's *Source Fetch*; relationships only.
    public var sourceMappingName: String?
    public var location: SourceLocation

    public init(
      name: String, valueExpression: String? = nil, sourceKeyPath: String? = nil,
      sourceMappingName: String? = nil, location: SourceLocation
    ) {
      self.name = name
      self.valueExpression = valueExpression
      self.sourceKeyPath = sourceKeyPath
      self.sourceMappingName = sourceMappingName
      self.location = location
    }
  }

  /// A model as the editor knew it when the mapping was made.
  public struct ModelReference: Sendable, Hashable {
    /// Relative to the project, as the file has it.
    public var path: String?
    /// By name; empty where the copy in the file cannot be read.
    public var entities: [KnownEntity]

    public init(path: String? = nil, entities: [KnownEntity] = []) {
      self.path = path
      self.entities = entities
    }
  }

  /// An entity in the editor's copy of a model: names only.
  public struct KnownEntity: Sendable, Hashable {
    public var name: String
    public var parent: String?
    /// Its own, sorted.
    public var attributes: [String]
    /// Its own, sorted.
    public var relationships: [String]

    public init(
      name: String, parent: String? = nil, attributes: [String] = [], relationships: [String] = []
    ) {
      self.name = name
      self.parent = parent
      self.attributes = attributes
      self.relationships = relationships
    }
  }

  /// In the editor's order, which is the compiled one's too.
  public var entityMappings: [EntityMapping]
  public var source: ModelReference
  public var destination: ModelReference
  public var file: SourceFile

  public init(
    entityMappings: [EntityMapping] = [], source: ModelReference = ModelReference(),
    destination: ModelReference = ModelReference(), file: SourceFile
  ) {
    self.entityMappings = entityMappings
    self.source = source
    self.destination = destination
    self.file = file
  }
}
