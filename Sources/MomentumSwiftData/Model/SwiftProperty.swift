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
  /// The form of the property if it is not known in full, otherwise `nil`; see
  /// `Attribute.unknownForm`.
  var unknownForm: String?

  var name: String { declaration.name }

  /// A text that two properties share only if they have the same hash.
  var form: String {
    let type =
      switch storage {
      case .attribute(let type): type.form
      case .relationship(let destination, let isToMany): "\(destination) \(isToMany)"
      }
    return "\(name): \(type) \(isOptional) \(marks.form)"
  }
}

/// The options of `@Attribute` and `@Relationship`.
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
    /// Whether a type is written before the first period.
    var hasRoot: Bool
    var tokens: Range<Int>
  }
  /// Arguments that are not written as literals, so that their value is not known.
  var unread: [Range<Int>] = []

  /// All options as one text: two properties with equal texts have equal version hashes.
  fileprivate var form: String {
    let flags = [isUnique, isExternal, isEphemeral, preservesValue, isAnnotatedRelationship]
    let texts = [transformer, hashModifier, inverse?.names.joined(separator: ".")]
    let counts = [minimumCount, maximumCount]
    return "\(flags) \(texts.map { $0 ?? "" }) \(counts.map { $0 ?? 0 })"
  }
}
