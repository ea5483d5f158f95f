import MomentumModel

// Code that the emitters of Core Data classes and of MomentumObjects classes share.

/// Generated declarations that are printed as a file of their own, or, with the option `single`, as
/// a section of the only file.
struct CodePart {
  var name: String
  /// Makes the declarations when their file is printed, so that those of one file at a time are in
  /// memory: freeing all declarations of a large model at once is slow.
  var declarations: () -> [Declaration]
  /// Whether an existing file is kept, because the app writes its methods into it.
  var isWrittenOnce = false

  /// The files that the parts become, sorted by name: one for each part, or one for all of them.
  ///
  /// - Parameters:
  ///   - suffix: The end of the only file's name, such as `CoreData` in `Shop+CoreData.swift`.
  ///   - file: Makes a file from its name, its declarations, and whether an existing file is kept.
  static func files(
    _ parts: [CodePart], _ options: CodegenOptions, suffix: String,
    _ file: (String, [Declaration], Bool) -> GeneratedFile
  ) -> [GeneratedFile] {
    switch options.files {
    case .xcode, .split:
      return parts.map { file($0.name, $0.declarations(), $0.isWrittenOnce) }
        .sorted { $0.name < $1.name }
    case .single:
      let stem = FileNames.stems(for: [options.modelName])[0]
      let all = parts.flatMap { $0.declarations() }
      return all.isEmpty ? [] : [file("\(stem)+\(suffix).swift", all, false)]
    }
  }
}

extension CodegenOptions {
  /// The superclass of root entities; `nil` if none is set, or if the text is not the name of a
  /// type.
  var baseType: TypeReference? {
    baseClass.flatMap { SwiftTypeName.isOne($0) ? SwiftTypeName.parse($0) : nil }
  }
}

extension ManagedTypes {
  /// The constants for the names of own and inherited properties:
  /// `public enum Key { public static let name: String = "name" … }`.
  func keys(
    _ properties: [String], named keyName: Identifier, in type: TypeReference,
    _ modifiers: [Modifier]
  ) -> Declaration {
    var scope = NameScope()
    let constants = zip(properties, scope.claim(properties)).map { property, name in
      Declaration.variable(
        VariableDeclaration(
          name, swift("String"), modifiers: modifiers + [.static], isConstant: true,
          body: .stored(.string(property))))
    }
    let keys = TypeDeclaration(
      .enum, .named(keyName),
      comment: Comment("The names of the properties, for key paths and predicates."),
      modifiers: modifiers, members: constants)
    return .type(TypeDeclaration(.extension, type, members: [.type(keys)]))
  }
}

extension ValueTypes {
  /// The type that user info sets for an attribute's values; `nil` if there is none, or if a
  /// generated class has the same name, because source code would then mean the class.
  func type(of attribute: Attribute, hiddenBy classNames: Set<String>) -> AttributeValueType? {
    type(of: attribute).flatMap { classNames.contains($0.name[0].text) ? nil : $0 }
  }

  /// The enums for the types that attributes of some entities have: `public enum PriceCategory:
  /// String, Sendable, CaseIterable { case cheap = "$" … }`.
  func enums(
    for entities: [Entity], hiddenBy classNames: Set<String>, _ types: ManagedTypes,
    _ modifiers: [Modifier]
  ) -> [Declaration] {
    let used = Set(
      entities.flatMap(\.attributes).compactMap { type(of: $0, hiddenBy: classNames)?.name[0] })
    return generated.filter { used.contains($0.name) }.map { generated in
      .type(
        TypeDeclaration(
          .enum, .named(generated.name), modifiers: modifiers,
          inherited: [types.parameter(of: generated.rawType)]
            + ["Sendable", "CaseIterable"].map { types.swift($0) },
          members: generated.cases.map {
            .enumCase($0.name, payload: [], rawValue: $0.rawExpression)
          }))
    }
  }
}

extension AttributeValueType.Case {
  /// The raw value as a literal; `nil` for other values than texts and whole numbers, which no case
  /// of a generated enum has.
  fileprivate var rawExpression: Expression? {
    switch rawValue {
    case .string(let text): .string(text)
    case .integer(let number): .integer(number)
    case .double, .decimal, .boolean, .date, .binary, .uuid, .uri: nil
    }
  }
}
