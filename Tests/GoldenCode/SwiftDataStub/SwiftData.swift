// A stand-in for the module SwiftData with as much as generated code uses. It is outside all targets:
// a test compiles it, and then generated classes against it. Nothing here is ever run.
@_exported public import Observation

public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable {
  var persistentBackingData: any BackingData { get set }
  static var schemaMetadata: [Schema.PropertyMetadata] { get }
  init(backingData: any BackingData)
}

extension PersistentModel {
  public static func == (left: Self, right: Self) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  public var id: PersistentIdentifier { persistentModelID }
  public var persistentModelID: PersistentIdentifier { fatalError() }
  public var hasChanges: Bool { fatalError() }
  public var isDeleted: Bool { fatalError() }
  public static func createBackingData() -> any BackingData { fatalError() }

  // A property has to have a type that one of these accepts.
  public func getValue<Value: Decodable>(forKey key: KeyPath<Self, Value>) -> Value {
    fatalError()
  }
  public func getValue<Value: PersistentModel>(forKey key: KeyPath<Self, Value>) -> Value {
    fatalError()
  }
  public func getValue<Value: PersistentModel>(forKey key: KeyPath<Self, Value?>) -> Value? {
    fatalError()
  }
  public func getValue<Value: RelationshipCollection>(forKey key: KeyPath<Self, Value>) -> Value {
    fatalError()
  }
  public func getTransformableValue<Value>(forKey key: KeyPath<Self, Value>) -> Value {
    fatalError()
  }
  public func setValue<Value: Encodable>(forKey key: KeyPath<Self, Value>, to value: Value) {}
  public func setValue<Value: PersistentModel>(forKey key: KeyPath<Self, Value>, to value: Value) {
  }
  public func setValue<Value: PersistentModel>(
    forKey key: KeyPath<Self, Value?>, to value: Value?
  ) {}
  public func setValue<Value: RelationshipCollection>(
    forKey key: KeyPath<Self, Value>, to value: Value
  ) {}
  public func setTransformableValue<Value>(forKey key: KeyPath<Self, Value>, to value: Value) {}
}

public protocol BackingData {}

public protocol RelationshipCollection {}
extension Array: RelationshipCollection where Element: PersistentModel {}
extension Optional: RelationshipCollection where Wrapped: RelationshipCollection {}

public struct PersistentIdentifier: Hashable, Sendable {}

/// Foundation's on Apple's systems.
open class ValueTransformer {}
public class NSSecureUnarchiveFromDataTransformer: ValueTransformer {}

public protocol SchemaProperty {}

public final class Schema {
  public struct Version: Sendable {
    public init(_ major: Int, _ minor: Int, _ patch: Int) {}
  }

  public struct PropertyMetadata {
    public init(
      name: String, keypath: AnyKeyPath, defaultValue: Any?, metadata: (any SchemaProperty)?
    ) {}
  }

  public final class Attribute: SchemaProperty {
    public struct Option: Sendable {
      public static var unique: Option { fatalError() }
      public static var externalStorage: Option { fatalError() }
      public static var ephemeral: Option { fatalError() }
      public static var preserveValueOnDeletion: Option { fatalError() }
      public static var spotlight: Option { fatalError() }
      public static var allowsCloudEncryption: Option { fatalError() }
      public static func transformable(by type: ValueTransformer.Type) -> Option { fatalError() }
      public static func transformable(by name: String) -> Option { fatalError() }
    }

    public init(
      _ options: Option..., originalName: String? = nil, hashModifier: String? = nil
    ) {}
  }

  public final class Relationship: SchemaProperty {
    public struct Option: Sendable {
      public static var unique: Option { fatalError() }
    }

    public enum DeleteRule { case noAction, nullify, cascade, deny }

    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
      hashModifier: String? = nil
    ) {}
  }

  public struct Index<Model> {
    public enum Types<Value> {
      case binary([PartialKeyPath<Value>])
      case rtree([PartialKeyPath<Value>])
    }
  }
}

public protocol VersionedSchema {
  static var versionIdentifier: Schema.Version { get }
  static var models: [any PersistentModel.Type] { get }
}

@attached(
  member, conformances: PersistentModel, names: named(_$backingData), named(persistentBackingData),
  named(schemaMetadata), named(init), named(_$observationRegistrar), named(_SwiftDataNoType))
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel)
public macro Model() = #externalMacro(module: "SwiftDataMacros", type: "ModelMacro")

@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty() =
  #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "AnnotationMacro")

@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
  inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "AnnotationMacro")

@attached(peer)
public macro Transient() = #externalMacro(module: "SwiftDataMacros", type: "AnnotationMacro")

@freestanding(declaration, names: named(_$unique))
public macro Unique<Value: PersistentModel>(_ constraints: [PartialKeyPath<Value>]...) =
  #externalMacro(module: "SwiftDataMacros", type: "UniqueMacro")

@freestanding(declaration, names: named(_$index))
public macro Index<Value: PersistentModel>(_ indices: [PartialKeyPath<Value>]...) =
  #externalMacro(module: "SwiftDataMacros", type: "IndexMacro")

@freestanding(declaration, names: named(_$index))
public macro Index<Value: PersistentModel>(_ indices: Schema.Index<Value>.Types<Value>...) =
  #externalMacro(module: "SwiftDataMacros", type: "IndexMacro")
