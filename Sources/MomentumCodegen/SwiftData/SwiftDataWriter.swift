import MomentumModel

/// Writes the `@Model` classes, the structs of composite types, and the `VersionedSchema`.
struct SwiftDataWriter {
  let plan: SwiftDataPlan
  let access: AccessLevel

  private var names: SwiftDataNames { plan.names }

  // MARK: - Classes

  func declaration(of planned: SwiftDataPlan.Class, isNested: Bool) -> TypeDeclaration {
    let entity = plan.model[planned.id]
    var macros = isNested ? [] : availability
    macros.append(MacroUse(names.macro("Model")))
    let members =
      constraints(of: planned) + planned.properties.map(declaration)
      + [initializer(of: planned)]
    return TypeDeclaration(
      .class, .named(planned.name), comment: Comment("The entity '\(entity.name)'."),
      macros: macros, modifiers: [.access(access)] + (planned.hasSubclasses ? [] : [.final]),
      inherited: planned.parent.map { [.named(names[$0])] } ?? [], members: members)
  }

  /// The annotation `@available(iOS 26, …)`; empty unless a class inherits from another one.
  var availability: [MacroUse] {
    guard plan.hasInheritance else { return [] }
    let systems: [Identifier] = [
      "iOS 26", "macOS 26", "tvOS 26", "visionOS 26", "watchOS 26", "*",
    ]
    return [MacroUse(.named("available"), systems.map { .init(nil, .name($0)) })]
  }

  /// The macros for constraints and indexes, of which a class may have one each:
  /// `#Unique<Cafe>([\.name, \.town])` and `#Index<Cafe>([\.name])`.
  private func constraints(of planned: SwiftDataPlan.Class) -> [Declaration] {
    var result: [Declaration] = []
    if !planned.constraints.isEmpty {
      let lists = planned.constraints.map { Expression.Argument(nil, paths($0)) }
      result.append(.macro(MacroUse(.generic("Unique", [.named(planned.name)]), lists)))
    }
    guard !planned.indexes.isEmpty else { return result }
    let hasTree = planned.indexes.contains { $0.kind == .rTree }
    let lists = planned.indexes.map { index -> Expression.Argument in
      guard hasTree else { return .init(nil, paths(index.names)) }
      let kind: Identifier = index.kind == .rTree ? "rtree" : "binary"
      return .init(nil, .call(.implicitMember(kind), [.init(nil, paths(index.names))]))
    }
    return result + [.macro(MacroUse(.generic("Index", [.named(planned.name)]), lists))]
  }

  private func paths(_ names: [Identifier]) -> Expression {
    .array(names.map { .keyPath(nil, $0) })
  }

  private func declaration(of property: SwiftDataPlan.Property) -> Declaration {
    .variable(
      VariableDeclaration(
        property.name, property.type, macros: property.macros, modifiers: [.access(access)],
        body: .stored(property.defaultValue)))
  }

  /// The initializer, with a parameter for each property; those of the superclasses come first.
  private func initializer(of planned: SwiftDataPlan.Class) -> Declaration {
    let inherited = plan.model.lineage(of: planned.id).dropFirst().reversed().flatMap {
      plan.classes[$0.index].properties
    }
    var body = planned.properties.map(assignment)
    if planned.parent != nil {
      let arguments = inherited.map { Expression.Argument($0.name, .name($0.name)) }
      body.append(.expression(.call(.name("super.init"), arguments)))
    }
    // If the class has no own properties, its initializer has the signature of the superclass's, so
    // it needs `override`.
    let isOverride = planned.parent != nil && planned.properties.isEmpty
    return .function(
      FunctionDeclaration(
        .initializer(isFailable: false),
        modifiers: (isOverride ? [.override] : []) + [.access(access)],
        parameters: (inherited + planned.properties).map(parameter), body: body))
  }

  private func parameter(_ property: SwiftDataPlan.Property) -> Parameter {
    Parameter(property.name, property.type, value: property.argument)
  }

  private func assignment(_ property: SwiftDataPlan.Property) -> Statement {
    .assign(.member(.name("self"), property.name), .name(property.name))
  }

  // MARK: - Structs

  func declaration(of planned: SwiftDataPlan.Structure) -> TypeDeclaration {
    let initializer = Declaration.function(
      FunctionDeclaration(
        .initializer(isFailable: false), modifiers: [.access(access)],
        parameters: planned.properties.map(parameter), body: planned.properties.map(assignment)))
    return TypeDeclaration(
      .struct, .named(planned.name),
      comment: Comment("The composite type '\(plan.model[planned.id].name)'."),
      modifiers: [.access(access)], inherited: [.named("Codable"), .named("Hashable")],
      members: planned.properties.map(declaration) + [initializer])
  }

  // MARK: - Schema

  /// The versioned schema that contains the classes: `public enum SchemaV2: VersionedSchema`.
  func schema(named name: Identifier) -> TypeDeclaration {
    let version = names.macro("Schema")
    let numbers = [SwiftDataWriter.number(atEndOf: name.text), 0, 0].map {
      Expression.Argument(nil, .integer($0))
    }
    let models = plan.classes.map { Expression.member(.type(.named($0.name)), "self") }
    return TypeDeclaration(
      .enum, .named(name), comment: Comment("The schema of the entities of the data model."),
      macros: availability, modifiers: [.access(access)],
      inherited: [names.macro("VersionedSchema")],
      members: [
        .variable(
          VariableDeclaration(
            "versionIdentifier", .member(version, "Version"),
            modifiers: [.access(access), .static],
            body: .getter([.expression(.call(.type(.member(version, "Version")), numbers))]))),
        .variable(
          VariableDeclaration(
            "models", .array(.named("any PersistentModel.Type")),
            modifiers: [.access(access), .static], body: .getter([.expression(.array(models))]))),
      ])
  }

  /// The number at the end of a schema's name: 2 for `SchemaV2`; 1 for a name without a number.
  private static func number(atEndOf name: String) -> Int64 {
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }
    return Int64(String(digits.reversed())) ?? 1
  }
}
