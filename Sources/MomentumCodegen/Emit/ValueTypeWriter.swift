import MomentumModel

/// Writes declarations that need no store: the struct of an entity or a composite, the enum of a
/// value type.
struct ValueTypeWriter {
  let plan: PortablePlan
  let access: AccessLevel

  private static let valueProtocols: [TypeReference] = [
    .named("Sendable"), .named("Hashable"), .named("Codable"),
  ]

  /// The struct of an entity, and its protocol if the entity has sub-entities.
  func declarations(of entity: PortablePlan.EntityType) -> [Declaration] {
    var inherited = ValueTypeWriter.valueProtocols
    if entity.isIdentifiable { inherited.append(.named("Identifiable")) }
    let conformance = entity.protocolName ?? entity.parent.flatMap { plan[$0].protocolName }
    if let conformance { inherited.append(.named(conformance)) }

    var members = [identifierType(of: entity), codingKeys(of: entity), entityName(of: entity)]
    members.append(
      stored(
        "objectID", .named("ID"), comment: "The row's primary key; 0 before a store has it.",
        isConstant: false))
    members += properties(entity.properties)
    if entity.isIdentifiable {
      members.append(
        .variable(
          VariableDeclaration(
            "id", .named("ID"), modifiers: [.access(access)],
            body: .getter([.expression(.name("objectID"))]))))
    }
    let unsaved = Expression.call(.type(.named("ID")), [.init("rawValue", .integer(0))])
    members.append(
      initializer(
        entity.properties, leading: [Parameter("objectID", .named("ID"), value: unsaved)]))
    let structure = TypeDeclaration(
      .struct, .named(entity.name), comment: comment(of: entity), modifiers: [.access(access)],
      inherited: inherited, members: members)
    return [.type(structure)] + (entity.protocolName.map { [protocolType(of: entity, $0)] } ?? [])
  }

  func declaration(of composite: PortablePlan.CompositeValueType) -> Declaration {
    var members: [Declaration] = []
    if !composite.properties.isEmpty {
      let keys = composite.properties.map { ($0.identifier, $0.modelName) }
      members.append(codingKeys(keys, comment: "The names in the model."))
    }
    members += properties(composite.properties)
    members.append(initializer(composite.properties, leading: []))
    return .type(
      TypeDeclaration(
        .struct, .named(composite.name),
        comment: Comment("The composite '\(composite.modelName)'."),
        modifiers: [.access(access)], inherited: ValueTypeWriter.valueProtocols, members: members))
  }

  private func comment(of entity: PortablePlan.EntityType) -> Comment {
    var lines = ["The entity '\(entity.modelName)'."]
    if !entity.toMany.isEmpty {
      lines += [
        "",
        "To-many relationships are not part of the value: "
          + entity.toMany.map(name).joined(separator: ", ") + ".",
      ]
    }
    return Comment(lines: lines)
  }

  /// A to-many relationship with its destination, for the struct's comment: `tips (Tip)`.
  private func name(_ toMany: PortableProperty) -> String {
    guard case .toMany(let entity) = toMany.kind else { return toMany.modelName }
    return "\(toMany.modelName) (\(plan[entity].modelName))"
  }

  /// The enum of a value type: `public enum PriceCategory: String, … { case cheap = "$" }`.
  func declaration(of valueType: ValueTypes.Generated) -> Declaration {
    let raw = PortableType(valueType.rawType)?.name ?? "String"
    let cases = valueType.cases.map { item in
      Declaration.enumCase(
        item.name, payload: [], rawValue: ValueTypeWriter.rawValue(item))
    }
    return .type(
      TypeDeclaration(
        .enum, .named(valueType.name),
        comment: Comment(
          "The values of the attributes whose user info names '\(valueType.name.text)'."),
        modifiers: [.access(access)],
        inherited: [.named(raw)] + ValueTypeWriter.valueProtocols + [.named("CaseIterable")],
        members: cases))
  }

  /// The raw value of a case; `nil` if it equals the case's name, which is Swift's default.
  private static func rawValue(_ item: AttributeValueType.Case) -> Expression? {
    switch item.rawValue {
    case .string(let text): text == item.name.text ? nil : .string(text)
    case .integer(let number): .integer(number)
    case .double, .decimal, .boolean, .date, .binary, .uuid, .uri: nil
    }
  }

  /// The type of the primary key: `struct ID`; in a sub-entity, a type alias for the root's `ID`.
  private func identifierType(of entity: PortablePlan.EntityType) -> Declaration {
    guard entity.root == entity.id else {
      return .typeAlias(
        Comment("Sub-entities share their root's table, and so its keys."), [.access(access)],
        "ID", plan.identifierType(of: entity.root))
    }
    let number = TypeReference.named("Int64")
    let assign = Statement.assign(.member(.name("self"), "rawValue"), .name("rawValue"))
    let members: [Declaration] = [
      .variable(VariableDeclaration("rawValue", number, modifiers: [.access(access)])),
      .function(
        FunctionDeclaration(
          .initializer(isFailable: false), modifiers: [.access(access)],
          parameters: [Parameter("rawValue", number)], body: [assign])),
    ]
    return .type(
      TypeDeclaration(
        .struct, .named("ID"), comment: Comment("The primary key of a row."),
        modifiers: [.access(access)],
        inherited: ValueTypeWriter.valueProtocols + [.named("RawRepresentable")],
        members: members))
  }

  private func codingKeys(of entity: PortablePlan.EntityType) -> Declaration {
    var keys: [(Identifier, String)] = [("objectID", "objectID")]
    var taken: Set<String> = Set(entity.properties.map(\.modelName))
    for property in entity.properties {
      var key = property.modelName
      if key == "objectID" {
        while !taken.insert(key).inserted { key += "_" }
      }
      keys.append((property.identifier, key))
    }
    return codingKeys(keys, comment: "The names of the properties in the model.")
  }

  private func codingKeys(_ keys: [(Identifier, String)], comment: String) -> Declaration {
    let cases = keys.map { identifier, name in
      Declaration.enumCase(
        identifier, payload: [], rawValue: identifier.text == name ? nil : .string(name))
    }
    return .type(
      TypeDeclaration(
        .enum, .named("CodingKeys"), comment: Comment(comment), modifiers: [.access(access)],
        inherited: [
          .named("String"), .named("CodingKey"), .named("CaseIterable"), .named("Sendable"),
        ], members: cases))
  }

  private func entityName(of entity: PortablePlan.EntityType) -> Declaration {
    .variable(
      VariableDeclaration(
        "entityName", .named("String"),
        comment: Comment("The entity's name in the model."), modifiers: [.access(access), .static],
        isConstant: true, body: .stored(.string(entity.modelName))))
  }

  private func stored(
    _ name: Identifier, _ type: TypeReference, comment: String?, isConstant: Bool
  ) -> Declaration {
    .variable(
      VariableDeclaration(
        name, type, comment: comment.map { Comment($0) }, modifiers: [.access(access)],
        isConstant: isConstant))
  }

  private func properties(_ properties: [PortableProperty]) -> [Declaration] {
    properties.map { property in
      stored(
        property.identifier, plan.fullType(of: property),
        comment: property.derivation.map { "Derived by the store: \($0)" },
        isConstant: property.derivation != nil)
    }
  }

  private func initializer(_ properties: [PortableProperty], leading: [Parameter]) -> Declaration {
    let parameters =
      leading
      + properties.map {
        Parameter($0.identifier, plan.fullType(of: $0), value: $0.defaultValue)
      }
    return .function(
      FunctionDeclaration(
        .initializer(isFailable: false), modifiers: [.access(access)], parameters: parameters,
        body: parameters.map {
          .assign(.member(.name("self"), $0.name), .name($0.name))
        }))
  }

  private func protocolType(
    of entity: PortablePlan.EntityType, _ name: Identifier
  ) -> Declaration {
    let parent = entity.parent.flatMap { plan[$0].protocolName }
    let key = VariableDeclaration(
      "objectID", plan.identifierType(of: entity.root), body: .requirement(isSettable: true))
    let own = entity.properties[entity.ownProperties].map { property in
      VariableDeclaration(
        property.identifier, plan.fullType(of: property),
        body: .requirement(isSettable: property.derivation == nil))
    }
    return .type(
      TypeDeclaration(
        .protocol, .named(name),
        comment: Comment("What '\(entity.modelName)' and its sub-entities have in common."),
        modifiers: [.access(access)], inherited: [.named(parent ?? "Sendable")],
        members: ((parent == nil ? [key] : []) + own).map { .variable($0) }))
  }
}
