public import MomentumDiagnostics

/// A mapping model as Xcode's editor saves it: the settings that a person made, before a compiler
/// fills in the rest.
///
/// Source: 129 files of 35 public repositories (observed); they are XML stores of Core Data whose
/// entities are `XDDevMappingModel`, `XDDevEntityMapping` and so on.
public struct MappingModelSyntax: Sendable, Hashable {
  public struct EntityMapping: Sendable, Hashable {
    /// `nil` if the compiler is to make a name from those of the entities.
    public var name: String?
    /// The kind as the file spells it; `Undefined` in every file seen.
    public var kindName: String?
    public var sourceEntity: String?
    public var destinationEntity: String?
    public var policyClassName: String?
    /// The predicate that chooses source objects, as a format.
    public var sourceFilter: String?
    public var userInfo: [UserInfoEntry]
    /// Sorted by name.
    public var attributeMappings: [PropertyMapping]
    /// Sorted by name.
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
    /// The expression as a format; `nil` if the compiler is to make one.
    public var valueExpression: String?
    /// *Key Path* of the editor's *Source Fetch*: `$source`, `$source.owner`, `owner`;
    /// relationships only.
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

  /// The editor's copy of a model, from the time when the mapping was made.
  public struct ModelReference: Sendable, Hashable {
    /// The model's path as the file has it, relative to the project.
    public var path: String?
    /// Sorted by name; empty if the file's copy of the model cannot be read.
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
    /// The entity's own ones without inherited ones, sorted.
    public var attributes: [String]
    /// The entity's own ones without inherited ones, sorted.
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

  /// The entity mappings in the editor's order; the compiled file has the same order.
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
