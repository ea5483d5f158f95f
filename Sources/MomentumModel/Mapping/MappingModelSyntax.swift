package import MomentumDiagnostics

/// A mapping model as Xcode's editor saves it: the settings that a person made, before a compiler
/// fills in the rest.
///
/// Source: 129 files of 35 public repositories (observed); they are XML stores of Core Data whose
/// entities are `XDDevMappingModel`, `XDDevEntityMapping` and so on.
package struct MappingModelSyntax: Sendable, Hashable {
  package struct EntityMapping: Sendable, Hashable {
    /// The name of the entity mapping; `nil` if the compiler is to make a name from those of the
    /// entities.
    package var name: String?
    /// The kind as the file spells it; `Undefined` in every file seen.
    package var kindName: String?
    package var sourceEntity: String?
    package var destinationEntity: String?
    package var policyClassName: String?
    /// The predicate that chooses source objects, in the format of NSPredicate; `nil` for all
    /// objects.
    package var sourceFilter: String?
    package var userInfo: [UserInfoEntry]
    /// The attribute mappings, sorted by name.
    package var attributeMappings: [PropertyMapping]
    /// The relationship mappings, sorted by name.
    package var relationshipMappings: [PropertyMapping]
    package var location: SourceLocation

    package init(
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

  package struct PropertyMapping: Sendable, Hashable {
    package var name: String
    /// The expression that a person wrote, in the format of NSExpression; `nil` if the compiler
    /// makes the expression.
    package var valueExpression: String?
    /// The field *Key Path* in the editor's section *Source Fetch*, such as `$source`,
    /// `$source.owner` or `owner`; only relationships have it.
    package var sourceKeyPath: String?
    /// The field *Mapping Name* in the editor's section *Source Fetch*; only relationships have it.
    package var sourceMappingName: String?
    package var location: SourceLocation

    package init(
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
  package struct ModelReference: Sendable, Hashable {
    /// The model's path as the file has it, relative to the project.
    package var path: String?
    /// The entities, sorted by name; empty if the file's copy of the model cannot be read.
    package var entities: [KnownEntity]

    package init(path: String? = nil, entities: [KnownEntity] = []) {
      self.path = path
      self.entities = entities
    }
  }

  /// An entity in the editor's copy of a model: names only.
  package struct KnownEntity: Sendable, Hashable {
    package var name: String
    package var parent: String?
    /// The names of the attributes that the entity declares itself, sorted.
    package var attributes: [String]
    /// The names of the relationships that the entity declares itself, sorted.
    package var relationships: [String]

    package init(
      name: String, parent: String? = nil, attributes: [String] = [], relationships: [String] = []
    ) {
      self.name = name
      self.parent = parent
      self.attributes = attributes
      self.relationships = relationships
    }
  }

  /// The entity mappings in the editor's order; the compiled file has the same order.
  package var entityMappings: [EntityMapping]
  package var source: ModelReference
  package var destination: ModelReference
  package var file: SourceFile

  package init(
    entityMappings: [EntityMapping] = [], source: ModelReference = ModelReference(),
    destination: ModelReference = ModelReference(), file: SourceFile
  ) {
    self.entityMappings = entityMappings
    self.source = source
    self.destination = destination
    self.file = file
  }
}
