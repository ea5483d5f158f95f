/// What a caller may choose about generated code.
///
/// `CodegenOption.all` has each with its name, its values and its help: the command line and
/// `momentum.json` are made from that table.
public struct CodegenOptions: Sendable, Hashable {
  /// Which entities get Core Data classes.
  public enum Selection: String, Sendable, Hashable, CaseIterable {
    /// What Xcode generates in a build: both files for *Class Definition*, the properties for
    /// *Category/Extension*, nothing for *Manual/None*.
    case build
    /// What is left to you beside Xcode's own build: *Manual/None* alone, both files.
    case manual
    /// What *Create NSManagedObject Subclass* writes: every entity; the class of a *Category/Extension*
    /// entity is yours also here.
    case menu
  }

  /// How Core Data code is laid out.
  public enum Style: String, Sendable, Hashable, CaseIterable {
    /// As swift-format does it, with the imports that every language mode accepts.
    case swiftFormat = "swift-format"
    /// As Xcode does it: its comment at the top without author and date, plain imports, its empty lines.
    /// Nothing is written that Xcode does not write, and files of Xcode's own keep their form.
    case xcode
  }

  /// How Core Data code is spread over files.
  public enum Files: String, Sendable, Hashable, CaseIterable {
    /// `Venue+CoreDataClass.swift` and `Venue+CoreDataProperties.swift`
    case xcode
    /// `Venue.swift`, written once and then yours, and `Venue+CoreDataProperties.swift`
    case split
    /// `BubbleTea+CoreData.swift` with everything.
    case single
  }

  /// Which Core Data properties are optional in Swift.
  public enum Optionals: String, Sendable, Hashable, CaseIterable {
    /// Every object is, no scalar is.
    case xcode
    /// What the model calls optional, scalars too.
    case model
  }

  /// Begins the names of files for the whole model: `BubbleTea` for `BubbleTea+FetchRequests.swift`.
  public var modelName: String
  /// Who may use the generated types.
  public var access: AccessLevel
  public var selection: Selection = .build
  /// The configuration of the model whose entities are generated; `nil` for all.
  public var configuration: String?
  public var files: Files = .xcode
  public var style: Style = .swiftFormat
  public var optionals: Optionals = .xcode
  /// Whether classes that no other extends are `final`.
  public var isFinal = false
  /// The class of root entities in place of `NSManagedObject`; a Swift type's name. Set through
  /// `set(_:to:)` to have it checked; another text is left out.
  public var baseClass: String?
  /// Further modules that the files import; names that are no module's are left out.
  public var imports: [String] = []
  /// Whether classes and members say `nonisolated`, for a module with the main actor as its default.
  public var isNonisolated = false
  /// Whether a to-many relationship without an order is a `Set<Tip>`.
  public var hasTypedSets = false
  /// Whether there is a type `Venue.ObjectID`.
  public var hasObjectIDs = false
  /// Whether there are constants `Venue.Key.name`.
  public var hasKeys = false
  /// Whether fetched properties get an accessor.
  public var hasFetchedProperties = false

  /// Whether stored fetch requests become functions, which Xcode does not write.
  var hasRequestFunctions: Bool {
    switch style {
    case .swiftFormat: true
    case .xcode: false
    }
  }

  public init(modelName: String, access: AccessLevel = .public) {
    self.modelName = modelName
    self.access = access
  }
}

/// One thing that may be chosen, with what a command line and a configuration file need to offer it.
public struct CodegenOption: Sendable {
  /// What the option takes.
  public enum Values: Sendable, Hashable {
    /// One of some words.
    case choice([String])
    case flag
    case text
    case list
  }

  /// A value that was given.
  public enum Value: Sendable, Hashable {
    case text(String)
    case flag(Bool)
    case list([String])
  }

  /// `base-class`, for `--base-class`.
  public let name: String
  public let values: Values
  /// As it would be written; empty for nothing.
  public let standard: String
  /// Whether only the Core Data target heeds it.
  public let isForCoreData: Bool
  /// One sentence.
  public let help: String
  fileprivate let apply: @Sendable (inout CodegenOptions, Value) -> Bool

  /// `baseClass`, for `momentum.json`.
  public var key: String {
    let words = name.split(separator: "-")
    return words.dropFirst().reduce(String(words.first ?? "")) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }
}

extension CodegenOption {
  /// Every option but the model's name, in the order in which help lists them.
  public static let all: [CodegenOption] = [
    choice("access", .public, forCoreData: false, "who may use the generated types") {
      $0.access = $1
    },
    choice(
      "codegen", CodegenOptions.Selection.build,
      "entities to generate, by their codegen setting: as Xcode does in a build, those that Xcode "
        + "leaves to you, or all as its menu command does"
    ) { $0.selection = $1 },
    text("configuration", "generate only the entities of a configuration of the model") {
      $0.configuration = $1
      return true
    },
    choice(
      "files", CodegenOptions.Files.xcode,
      "two files a class as Xcode names them, a class file that is written once and then yours, or "
        + "one file"
    ) { $0.files = $1 },
    choice(
      "style", CodegenOptions.Style.swiftFormat,
      "the layout: as swift-format has it, or as Xcode writes it, so that checked-in files of Xcode "
        + "stay as they are"
    ) { $0.style = $1 },
    choice(
      "optionals", CodegenOptions.Optionals.xcode,
      "optional properties: as Xcode writes them, or as the model says"
    ) { $0.optionals = $1 },
    flag("final", "make classes final where no other class extends them") { $0.isFinal = $1 },
    text("base-class", "the class of root entities in place of NSManagedObject") {
      guard SwiftTypeName.isOne($1), !["Any", "AnyObject", "Self"].contains($1) else {
        return false
      }
      $0.baseClass = $1
      return true
    },
    CodegenOption(
      name: "imports", values: .list, standard: "", isForCoreData: true,
      help: "further modules that the files import"
    ) {
      guard case .list(let names) = $1, names.allSatisfy(Identifier.isPlain) else {
        return false
      }
      $0.imports = names
      return true
    },
    flag("nonisolated", "say nonisolated, for modules whose default is the main actor") {
      $0.isNonisolated = $1
    },
    flag("typed-sets", "make to-many relationships Set<Tip> in place of NSSet") {
      $0.hasTypedSets = $1
    },
    flag("object-ids", "write a type Venue.ObjectID") { $0.hasObjectIDs = $1 },
    flag("keys", "write constants Venue.Key.name") { $0.hasKeys = $1 },
    flag("fetched-properties", "write accessors of fetched properties, which Xcode does not") {
      $0.hasFetchedProperties = $1
    },
  ]

  private static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ standard: Choice, forCoreData: Bool = true, _ help: String,
    _ set: @escaping @Sendable (inout CodegenOptions, Choice) -> Void
  ) -> CodegenOption where Choice.RawValue == String {
    CodegenOption(
      name: name, values: .choice(Choice.allCases.map(\.rawValue)), standard: standard.rawValue,
      isForCoreData: forCoreData, help: help
    ) {
      guard case .text(let word) = $1, let choice = Choice(rawValue: word) else { return false }
      set(&$0, choice)
      return true
    }
  }

  private static func flag(
    _ name: String, _ help: String,
    _ set: @escaping @Sendable (inout CodegenOptions, Bool) -> Void
  ) -> CodegenOption {
    CodegenOption(
      name: name, values: .flag, standard: "false", isForCoreData: true, help: help
    ) {
      guard case .flag(let value) = $1 else { return false }
      set(&$0, value)
      return true
    }
  }

  private static func text(
    _ name: String, _ help: String,
    _ set: @escaping @Sendable (inout CodegenOptions, String) -> Bool
  ) -> CodegenOption {
    CodegenOption(name: name, values: .text, standard: "", isForCoreData: true, help: help) {
      guard case .text(let text) = $1 else { return false }
      return set(&$0, text)
    }
  }
}

/// An option that could not be set.
public struct CodegenOptionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Lower case, one phrase.
  public let description: String
}

extension CodegenOptions {
  /// Sets an option by its name, `base-class`, or by its key, `baseClass`.
  public mutating func set(
    _ name: String, to value: CodegenOption.Value
  ) throws(CodegenOptionError) {
    guard let option = CodegenOption.all.first(where: { $0.name == name || $0.key == name }) else {
      throw CodegenOptionError(description: "there is no option '\(name)'")
    }
    guard option.apply(&self, value) else {
      throw CodegenOptionError(description: "'\(name)' \(option.expectation)")
    }
  }
}

extension CodegenOption {
  fileprivate var expectation: String {
    switch values {
    case .choice(let words): "is one of \(words.map { "'\($0)'" }.joined(separator: ", "))"
    case .flag: "is true or false"
    case .text where name == "base-class": "is the name of a Swift class"
    case .text: "is a text"
    case .list: "is a list of module names"
    }
  }
}
