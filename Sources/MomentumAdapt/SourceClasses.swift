import MomentumModel
import MomentumSwiftSource

/// The classes that the sources and the models declare.
struct SourceClasses {
  private struct DeclaredClass {
    var superclass: String?
    /// The name in `@objc(Name)`.
    var objectiveCName: String?
  }

  private var classes: [String: DeclaredClass] = [:]
  /// The key of each property that a type or its extensions declare, by the type and the name in
  /// Swift. A key is another one only with `@objc(key)`.
  private var keys: [String: [String: String]] = [:]
  /// The names of the optional methods of protocols.
  private(set) var optionalMethods: Set<String> = []
  private let models: [ObjectModel]
  private let modelClasses: Set<String>
  private static let depthMax = 64

  init(_ files: [SwiftFile], _ models: [ObjectModel]) {
    self.models = models
    modelClasses = Set(models.flatMap(\.entities).compactMap { $0.className.map(Self.bare) })
    for file in files {
      file.forEachDeclaration { located in
        add(located.declaration, in: located.enclosing.last, located.tokens)
      }
    }
  }

  private mutating func add(
    _ declaration: SwiftDeclaration, in type: SwiftDeclaration?, _ tokens: SwiftTokens
  ) {
    let name = declaration.attribute("objc")?.arguments.map { tokens.text($0) }
    switch declaration.kind {
    case .class:
      classes[declaration.name] = DeclaredClass(
        superclass: declaration.inheritedTypes.first?.name.map(Self.bare), objectiveCName: name)
    case .variable:
      guard let type, type.kind.hasMembers else { return }
      keys[Self.bare(type.name), default: [:]][declaration.name] = name ?? declaration.name
    case .function where declaration.hasModifier("optional"):
      optionalMethods.insert(declaration.name)
    default: break
    }
  }

  /// The name without its module: `Venue` of `Shop.Venue` and of `.Venue`.
  static func bare(_ name: String) -> String {
    String(name.split(separator: ".").last ?? "")
  }

  /// The class, its superclass and so on.
  private func lineage(of name: String) -> [String] {
    var result = [name]
    while result.count < Self.depthMax, let next = classes[result[result.count - 1]]?.superclass,
      !result.contains(next)
    {
      result.append(next)
    }
    return result
  }

  /// Whether a class is a subclass of `NSManagedObject`.
  func isManaged(_ name: String) -> Bool {
    lineage(of: name).contains { $0 == "NSManagedObject" || modelClasses.contains($0) }
  }

  /// Whether value expressions of mapping models call methods of a class.
  func isOfMigration(_ name: String) -> Bool {
    lineage(of: name).contains { $0 == "NSEntityMigrationPolicy" || $0 == "NSMigrationManager" }
  }

  func isClass(_ name: String) -> Bool { classes[name] != nil || modelClasses.contains(name) }

  /// The key of a property that a class or a superclass declares in the sources; `nil` if none does.
  func key(_ property: String, in name: String) -> String? {
    lineage(of: name).lazy.compactMap { keys[$0]?[property] }.first
  }

  /// The name in Swift of a class that a model names, which may be the name in `@objc(Name)`.
  func swiftName(_ written: String) -> String {
    let name = Self.bare(written)
    guard classes[name] == nil else { return name }
    return classes.filter { $0.value.objectiveCName == name }.map(\.key).min() ?? name
  }

  /// The entity whose class has a name, and its model.
  func entity(ofClass name: String) -> (model: ObjectModel, id: EntityID)? {
    for name in [name, classes[name]?.objectiveCName].compactMap(\.self) {
      for model in models {
        let id = model.entityIDs.first { model[$0].className.map(Self.bare) == name }
        if let id { return (model, id) }
      }
    }
    return nil
  }

  /// The key of `primitiveName`, by which a class reaches a value without its accessor; `nil` for
  /// another name, and for a property that the model has.
  func primitiveKey(_ property: String, of name: String) -> String? {
    let start = "primitive"
    let raised = String(property.dropFirst(start.count))
    guard property.hasPrefix(start), raised.first?.isUppercase == true else { return nil }
    guard let (model, id) = entity(ofClass: name) else { return MemberAccessor.key(raised) }
    let names = model.propertyNames(of: id)
    guard !names.contains(property) else { return nil }
    return names.first { $0.prefix(1).uppercased() + $0.dropFirst() == raised }
  }

  /// The relationship of a class whose name with a capital first letter is `raised`: `tips` for
  /// `Tips`.
  func relationship(_ raised: String, of name: String) -> String? {
    guard let (model, id) = entity(ofClass: name) else { return nil }
    return model.relationships(of: id).map { model[$0].name }.first {
      $0.prefix(1).uppercased() + $0.dropFirst() == raised
    }
  }
}
