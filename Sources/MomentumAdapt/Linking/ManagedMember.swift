import MomentumSwiftSource

/// A property or function with `@NSManaged`, and the code that does what Core Data does on a Mac.
struct ManagedMember {
  enum Body {
    /// The statements of the accessors.
    case property(SwiftType?, get: String, set: String)
    /// The parameters, and the statement.
    case function([FunctionParameter], call: String)
  }

  /// The class with the types around it: `Shop.Venue`.
  var owner: String
  var name: String
  /// `public`, or empty. A member that only its file sees has no accessor of this form.
  var access: Access
  var body: Body
  var nameToken: Int
  var tokens: SwiftTokens

  enum Access {
    case `public`
    case package
    case module
    case file

    /// The access of a member as it is written, or that of its extension.
    init(_ member: SwiftDeclaration, in owner: SwiftDeclaration?) {
      let written = [member, owner?.kind == .extension ? owner : nil].compactMap(\.self)
        .lazy.compactMap(Self.written).first
      self = written ?? .module
    }

    private static func written(_ declaration: SwiftDeclaration) -> Access? {
      for modifier in declaration.modifiers where modifier.detail == nil {
        switch modifier.name {
        case "public", "open": return .public
        case "package": return .package
        case "internal": return .module
        case "private", "fileprivate": return .file
        default: continue
        }
      }
      return nil
    }

    var text: String {
      switch self {
      case .public: "public "
      case .package: "package "
      case .module, .file: ""
      }
    }
  }
}
