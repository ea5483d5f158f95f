/// Writes the struct of an entity or a composite.
struct ValueTypeWriter {
  let plan: PortablePlan
  let access: AccessLevel

  private static let valueProtocols: [TypeReference] = [
    .named("Sendable"), .named("Hashable"), .named("Codable"),
  ]

  /// The struct, and the protocol where the entity has sub-entities.
  func declarations(of entity: PortablePlan.EntityType) -> [Declaration] {
    let isIdentifiable = !entity.properties.contains { $0.identifier == "id" }
    var inherited = ValueTypeWriter.valueProtocols
    if isIdentifiable { inherited.append(.named("Identifiable")) }
    let conformance = entity.protocolName ?? entity.parent.flatMap { plan[$0].protocolName }
    if let conformance { inherited.append(.named(conformance)) }

    var members = [identifierType(of: entity), codingKeys(of: entity), entityName(of: entity)]
    members.append(
      stored(
        "objectID", .named("ID"), comment: "The row's primary key.", isConstant: false))
    members += properties(entity.properties)
    if isIdentifiable {
      members.append(
        .variable(
          VariableDeclaration(
            "id", .named("ID"), modifiers: [.access(access)],
            body: .getter([.expression(.name("objectID"))]))))
    }
    members.append(initializer(entity.properties, leading: [Parameter("objectID", .named("ID"))]))
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
          + entity.toMany.joined(separator: ", ") + ".",
      ]
    }
    return Comment(lines: lines)
  }

  /// `struct ID`, or a name for the root's in a sub-entity.
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
      .function(
        FunctionDeclaration(
          .initializer(isFailable: true), modifiers: [.access(access)],
          parameters: [Parameter("sqliteValue", .named("SQLiteValue"))],
          body: [
            .guarding(
              .matches("integer", binds: "number", .name("sqliteValue")), else: .returning(.null)),
            .assign(.name("rawValue"), .name("number")),
          ])),
      .variable(
        VariableDeclaration(
          "sqliteValue", .named("SQLiteValue"), modifiers: [.access(access)],
          body: .getter([
            .expression(.call(.implicitMember("integer"), [.init(nil, .name("rawValue"))]))
          ]))),
    ]
    return .type(
      TypeDeclaration(
        .struct, .named("ID"), comment: Comment("The primary key of a row."),
        modifiers: [.access(access)],
        inherited: ValueTypeWriter.valueProtocols
          + [.named("RawRepresentable"), .named("SQLiteConvertible")],
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
        property.identifier, type(of: property),
        comment: property.derivation.map { "Derived by the store: \($0)" },
        isConstant: property.derivation != nil)
    }
  }

  private func type(of property: PortableProperty) -> TypeReference {
    let type = plan.type(of: property)
    return property.isOptional ? .optional(type) : type
  }

  private func initializer(_ properties: [PortableProperty], leading: [Parameter]) -> Declaration {
    let parameters =
      leading
      + properties.map {
        Parameter($0.identifier, type(of: $0), value: $0.defaultValue)
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
        property.identifier, type(of: property),
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
