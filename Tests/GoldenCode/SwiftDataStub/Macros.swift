// The macros of the stand-in for SwiftData, as a plugin of the compiler.
import SwiftSyntax
import SwiftSyntaxMacros

/// A stored property of a class.
struct StoredProperty {
  var declaration: VariableDeclSyntax
  /// As written, between backticks if need be.
  var source: String
  var value: ExprSyntax?

  var name: String { source.filter { $0 != "`" } }
  var isTransformable: Bool {
    annotation("Attribute")?.description.contains(".transformable") ?? false
  }

  /// `nil` for a computed or static property, and for one that is not stored by SwiftData.
  init?(_ member: some SyntaxProtocol) {
    guard let declaration = member.as(VariableDeclSyntax.self),
      declaration.bindingSpecifier.text == "var", declaration.bindings.count == 1,
      let binding = declaration.bindings.first, binding.accessorBlock == nil,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
      !declaration.modifiers.contains(where: { $0.name.text == "static" })
    else { return nil }
    self.declaration = declaration
    source = pattern.identifier.text
    value = binding.initializer?.value
    if annotation("Transient") != nil { return nil }
  }

  /// The attribute with a name, with or without its module.
  func annotation(_ name: String) -> AttributeSyntax? {
    declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first {
      $0.attributeName.trimmedDescription.split(separator: ".").last.map(String.init) == name
    }
  }

  /// `SwiftData.Schema.Attribute(.unique)`, or `nil` without a text.
  var metadata: String {
    for name in ["Attribute", "Relationship"] {
      guard let found = annotation(name) else { continue }
      return "SwiftData.Schema.\(name)(\(found.arguments?.trimmedDescription ?? ""))"
    }
    return "nil"
  }
}

public struct ModelMacro: MemberMacro, MemberAttributeMacro, ExtensionMacro {
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let model = declaration.as(ClassDeclSyntax.self) else { return [] }
    let name = model.name.text
    let members = declaration.memberBlock.members.map(\.decl)
    guard members.contains(where: { $0.is(InitializerDeclSyntax.self) }) else {
      return ["#error(\"@Model requires an initializer be provided for '\(raw: name)'\")"]
    }
    let properties = members.compactMap { StoredProperty($0) }
    let isSubclass = protocols.isEmpty
    let access =
      model.modifiers.first { ["public", "package"].contains($0.name.text) }.map {
        $0.name.text + " "
      }
      ?? ""
    let metadata = properties.map { property in
      """
      SwiftData.Schema.PropertyMetadata(name: "\(property.name)", keypath: \\\(name).\(property.source), \
      defaultValue: \(property.value.map { "(\($0.trimmedDescription)) as Any" } ?? "nil"), \
      metadata: \(property.metadata))
      """
    }.joined(separator: ",\n")
    let clear = properties.map { "_\($0.name) = _SwiftDataNoType()\n" }.joined()
    let kind =
      isSubclass || !model.modifiers.contains { $0.name.text == "final" } ? "class" : "static"
    var result: [DeclSyntax] = [
      """
      \(raw: access)\(raw: isSubclass ? "override " : "")\(raw: kind) var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [\(raw: metadata)]
      }
      """,
      """
      \(raw: access)required init(backingData: any SwiftData.BackingData) {
        \(raw: clear)\(raw: isSubclass ? "super.init(backingData: backingData)" : "self._$backingData = backingData")
      }
      """,
    ]
    if isSubclass { return result }
    result += [
      "private var _$backingData: any SwiftData.BackingData = \(raw: name).createBackingData()",
      """
      \(raw: access)var persistentBackingData: any SwiftData.BackingData {
        get { _$backingData }
        set { _$backingData = newValue }
      }
      """,
      "let _$observationRegistrar = Observation.ObservationRegistrar()",
      "struct _SwiftDataNoType {}",
    ]
    return result
  }

  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    StoredProperty(member) == nil ? [] : ["@SwiftData._PersistedProperty"]
  }

  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    try protocols.isEmpty
      ? []
      : [
        ExtensionDeclSyntax(
          "extension \(type.trimmed): SwiftData.PersistentModel, Observation.Observable {}")
      ]
  }
}

public struct PersistedPropertyMacro: AccessorMacro, PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = StoredProperty(declaration) else { return [] }
    let word = property.isTransformable ? "TransformableValue" : "Value"
    return [
      """
      @storageRestrictions(initializes: _\(raw: property.name))
      init(initialValue) {
        _\(raw: property.name) = _SwiftDataNoType()
      }
      """,
      """
      get {
        _$observationRegistrar.access(self, keyPath: \\.\(raw: property.source))
        return self.get\(raw: word)(forKey: \\.\(raw: property.source))
      }
      """,
      """
      set {
        _$observationRegistrar.withMutation(of: self, keyPath: \\.\(raw: property.source)) {
          self.set\(raw: word)(forKey: \\.\(raw: property.source), to: newValue)
        }
      }
      """,
    ]
  }

  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = StoredProperty(declaration) else { return [] }
    return ["private var _\(raw: property.name): _SwiftDataNoType"]
  }
}

/// `@Attribute`, `@Relationship` and `@Transient` add nothing; `@Model` reads them.
public struct AnnotationMacro: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}

/// A class may have one `#Unique`.
public struct UniqueMacro: DeclarationMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { ["private static var _$unique: Int { 0 }"] }
}

/// A class may have one `#Index`.
public struct IndexMacro: DeclarationMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { ["private static var _$index: Int { 0 }"] }
}
