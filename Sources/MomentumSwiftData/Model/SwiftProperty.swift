import MomentumDiagnostics
import MomentumModel
import MomentumSwiftSource

/// A stored property of a model class, as its declaration says it.
struct SwiftProperty {
  enum Storage {
    case attribute(StoredType)
    /// The class of the destination, as an index into the types of the sources.
    case relationship(Int, isToMany: Bool)
  }

  var declaration: SwiftDeclaration
  var file: Int
  var storage: Storage
  var isOptional: Bool
  var marks = PropertyMarks()
  /// See `Attribute.unknownForm`.
  var unknownForm: String?

  var name: String { declaration.name }
}

/// How the value of a property is stored.
indirect enum StoredType {
  /// One column.
  case scalar(AttributeType)
  /// The value of a struct, or an enum: one column for each element. The place is that of the
  /// declaration.
  case composite([Element], userInfo: [UserInfoEntry], SourceLocation)
  /// Nobody has seen a store that has such a property.
  case unobserved(AttributeType, String)
  /// The declaration of the type is not among the sources.
  case unknown(String)

  struct Element {
    var name: String
    var type: StoredType
  }
}

/// What `@Attribute` and `@Relationship` say.
struct PropertyMarks {
  var isUnique = false
  var isExternal = false
  var isEphemeral = false
  var preservesValue = false
  var isIndexedBySpotlight = false
  var allowsCloudEncryption = false
  /// The class of `.transformable(by: X.self)`, or the text of `.transformable(by: "X")`.
  var transformer: String?
  var isTransformerNamedByText = false
  var originalName: String?
  var hashModifier: String?

  /// Whether `@Relationship` is written: it has a meaning even without arguments.
  var isAnnotatedRelationship = false
  var deleteRule: Relationship.DeleteRule = .nullify
  var minimumCount: Int?
  var maximumCount: Int?
  var inverse: Inverse?

  struct Inverse {
    /// The names of the key path, those of types first.
    var names: [String]
    var tokens: Range<Int>
  }
  /// Arguments that are not written as literals, so that their value is not known.
  var unread: [Range<Int>] = []
}
