/// The options for generated code.
///
/// `CodegenOption.all` lists each option with its name, values and help; the command line and
/// `momentum.json` are made from that table.
package struct CodegenOptions: Sendable, Hashable {
  /// The entities that get Core Data classes.
  package enum Selection: String, Sendable, Hashable, CaseIterable {
    /// The files that Xcode generates in a build: both files for *Class Definition*, the properties
    /// for *Category/Extension*, no file for *Manual/None*.
    case build
    /// Both files of *Manual/None* entities, for which Xcode's build generates no file.
    case manual
    /// The files that *Create NSManagedObject Subclass* writes: all entities, but without the class
    /// file of a *Category/Extension* entity, whose class the app has.
    case menu
  }

  /// The layout of the generated Core Data code.
  package enum Style: String, Sendable, Hashable, CaseIterable {
    /// The layout of swift-format, with imports that compile in every language mode.
    case swiftFormat = "swift-format"
    /// Xcode's layout: its comment at the top without author and date, imports without access
    /// level, its empty lines. The code has only declarations that Xcode writes, and an existing
    /// file of Xcode's keeps its form.
    case xcode
  }

  /// The number of files for a class, and their names.
  package enum Files: String, Sendable, Hashable, CaseIterable {
    /// Two files for each class, as Xcode writes them: `Venue+CoreDataClass.swift` and
    /// `Venue+CoreDataProperties.swift`.
    case xcode
    /// Two files for each class: `Venue.swift`, which is written once and then belongs to the app,
    /// and `Venue+CoreDataProperties.swift`.
    case split
    /// One file with all code: `BubbleTea+CoreData.swift`.
    case single
  }

  /// The Core Data properties that are optional in Swift.
  package enum Optionals: String, Sendable, Hashable, CaseIterable {
    /// A property that holds an object is optional, a property with a scalar is not.
    case xcode
    /// Every property that is optional in the model is optional, scalars too.
    case model
  }

  /// The beginning of the names of files for the whole model: `BubbleTea` for
  /// `BubbleTea+FetchRequests.swift`.
  package var modelName: String
  /// The access level of the generated types.
  package var access: AccessLevel
  package var selection: Selection = .build
  /// The configuration of the model whose entities get code; `nil` for all entities.
  package var configuration: String?
  package var files: Files = .xcode
  package var style: Style = .swiftFormat
  package var optionals: Optionals = .xcode
  /// Whether classes without subclasses are `final`.
  package var isFinal = false
  /// The Swift type that root entities inherit from instead of `NSManagedObject`. Set it by
  /// `set(_:to:)`, which checks it; a text that is not a type's name is ignored.
  package var baseClass: String?
  /// Modules that the files import besides Foundation and Core Data; texts that cannot be the name
  /// of a module are ignored.
  package var imports: [String] = []
  /// Whether classes and members are `nonisolated`, for a module whose default is the main actor.
  package var isNonisolated = false
  /// Whether an unordered to-many relationship has a typed set such as `Set<Tip>` instead of
  /// `NSSet`.
  package var hasTypedSets = false
  /// Whether each class has a typed object ID, `Venue.ObjectID`.
  package var hasObjectIDs = false
  /// Whether each class has constants for its keys, such as `Venue.Key.name`.
  package var hasKeys = false
  /// Whether the classes are for Apple's systems only. Otherwise they compile on Linux too, with the
  /// module CoreData of this package.
  package var isAppleOnly = false
  /// Whether fetched properties get an accessor.
  package var hasFetchedProperties = false
  /// The name of the `VersionedSchema` that contains the classes of the SwiftData target; `nil` for
  /// classes at the top level of their file.
  package var versionedSchema: String?

  /// Whether the classes also have the accessors for Linux.
  var servesLinux: Bool {
    switch style {
    case .swiftFormat: !isAppleOnly
    case .xcode: false
    }
  }

  /// Whether stored fetch requests become functions, which Xcode does not write.
  var hasRequestFunctions: Bool {
    switch style {
    case .swiftFormat: true
    case .xcode: false
    }
  }

  package init(modelName: String, access: AccessLevel = .public) {
    self.modelName = modelName
    self.access = access
  }
}

/// One option, with everything that a command line and a configuration file need to offer it.
package struct CodegenOption: Sendable {
  /// The values that the option accepts.
  package enum Values: Sendable, Hashable {
    /// The value is one of these words.
    case choice([String])
    case flag
    case text
    case list
  }

  /// A value that a user chose.
  package enum Value: Sendable, Hashable {
    case text(String)
    case flag(Bool)
    case list([String])
  }

  /// The name on the command line without dashes: `base-class` for `--base-class`.
  package let name: String
  package let values: Values
  /// The default as a user would write it; empty if there is none.
  package let standard: String
  /// The help text: one sentence.
  package let help: String
  fileprivate let apply: @Sendable (inout CodegenOptions, Value) -> Bool

  /// The key in `momentum.json`: `baseClass` for `base-class`.
  package var key: String {
    let words = name.split(separator: "-")
    return words.dropFirst().reduce(String(words.first ?? "")) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }
}

extension CodegenOption {
  /// All options except the model's name, in the order in which help lists them.
  package static let all: [CodegenOption] = [
    choice("access", .public, "who may use the generated types") {
      $0.access = $1
    },
    choice(
      "codegen", CodegenOptions.Selection.build,
      "entities to generate, by their codegen setting: those that Xcode generates in a build, those "
        + "that Xcode leaves to you, or all, as its menu command does"
    ) { $0.selection = $1 },
    text("configuration", "generate only the entities of a configuration of the model") {
      $0.configuration = $1
      return true
    },
    choice(
      "files", CodegenOptions.Files.xcode,
      "two files for each class, as in Xcode; the same, but the class file is written only once and "
        + "is then yours; or one file for the model"
    ) { $0.files = $1 },
    choice(
      "style", CodegenOptions.Style.swiftFormat,
      "the layout: as swift-format has it, or as Xcode writes it, so that checked-in files of Xcode "
        + "stay as they are"
    ) { $0.style = $1 },
    choice(
      "optionals", CodegenOptions.Optionals.xcode,
      "which properties are optional: as Xcode writes them, or as in the model"
    ) { $0.optionals = $1 },
    flag("final", "make classes final where no other class extends them") { $0.isFinal = $1 },
    text("base-class", "the superclass of root entities, instead of NSManagedObject") {
      guard SwiftTypeName.isOne($1), !["Any", "AnyObject", "Self"].contains($1) else {
        return false
      }
      $0.baseClass = $1
      return true
    },
    CodegenOption(
      name: "imports", values: .list, standard: "",
      help: "further modules that the files import"
    ) {
      guard case .list(let names) = $1, names.allSatisfy(Identifier.isPlain) else {
        return false
      }
      $0.imports = names
      return true
    },
    flag("nonisolated", "write nonisolated, for modules whose default is the main actor") {
      $0.isNonisolated = $1
    },
    flag("typed-sets", "make to-many relationships Set<Tip> instead of NSSet") {
      $0.hasTypedSets = $1
    },
    flag("object-ids", "write a type Venue.ObjectID") { $0.hasObjectIDs = $1 },
    flag("keys", "write constants Venue.Key.name") { $0.hasKeys = $1 },
    flag("fetched-properties", "write accessors of fetched properties, which Xcode does not") {
      $0.hasFetchedProperties = $1
    },
    flag(
      "apple-only", "core-data: write no accessors for Linux, which have '#else' before them"
    ) { $0.isAppleOnly = $1 },
    text(
      "versioned-schema",
      "swiftdata: write the classes as members of a VersionedSchema with this name, such as SchemaV1"
    ) {
      guard Identifier.isPlain($1), NameScope.isUsableAsType($1) else { return false }
      $0.versionedSchema = $1
      return true
    },
  ]

  private static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ standard: Choice, _ help: String,
    _ set: @escaping @Sendable (inout CodegenOptions, Choice) -> Void
  ) -> CodegenOption where Choice.RawValue == String {
    CodegenOption(
      name: name, values: .choice(Choice.allCases.map(\.rawValue)), standard: standard.rawValue,
      help: help
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
      name: name, values: .flag, standard: "false", help: help
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
    CodegenOption(name: name, values: .text, standard: "", help: help) {
      guard case .text(let text) = $1 else { return false }
      return set(&$0, text)
    }
  }
}

/// An option that could not be set.
package struct CodegenOptionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason as one phrase in lower case.
  package let description: String
}

extension CodegenOptions {
  /// Sets an option by its name, such as `base-class`, or by its key, such as `baseClass`.
  package mutating func set(
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
    case .text where name == "versioned-schema": "is the name of a Swift type"
    case .text: "is a text"
    case .list: "is a list of module names"
    }
  }
}
