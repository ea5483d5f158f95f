import MomentumDiagnostics
import MomentumModel

/// How the value of a property is stored.
indirect enum StoredType {
  /// The value is in one column.
  case scalar(AttributeType)
  /// The value of a struct, or an enum: one column for each element.
  case composite(Composite)
  /// No known store has such a property. The likely type, and what the property is, for the
  /// message.
  case unobserved(AttributeType, String)
  /// The declaration of the type is not among the sources.
  case unknown(String)
  /// Several declarations could be meant, and they are stored differently.
  case ambiguous(String, [SourceLocation])
  /// The declaration of the type depends on how the app is built.
  case conditional(String, SourceLocation)

  struct Composite {
    /// The name of the struct or enum.
    var name: String
    var elements: [Element]
    var userInfo: [UserInfoEntry]
    /// The place of the declaration.
    var location: SourceLocation
    /// The parts of the declaration that make the elements uncertain.
    var doubts: [Doubt] = []
  }

  struct Element {
    var name: String
    var type: StoredType
  }

  /// A part of a struct or enum whose stored form the sources do not show.
  struct Doubt {
    enum Kind: Hashable {
      /// The part is only there if a condition is true.
      case conditional(String, condition: String)
      /// The clauses of an `#if` declare the part in different ways.
      case differing(String, condition: String)
      /// A property wrapper or a macro.
      case wrapped(String, by: String)
    }

    var kind: Kind
    var location: SourceLocation
  }

  /// A text that two types share only if they are stored alike.
  var form: String {
    switch self {
    case .scalar(let type): "\(type)"
    case .composite(let composite):
      "(" + composite.elements.map { "\($0.name): \($0.type.form)" }.joined(separator: ", ")
        + ")\(composite.userInfo.map { "\($0.key)=\($0.value)" })\(composite.doubts.map(\.kind))"
    case .unobserved(let type, let what): "unobserved \(type) \(what)"
    case .unknown(let name), .ambiguous(let name, _), .conditional(let name, _): "unknown \(name)"
    }
  }
}
