import MomentumModel

/// Writes the paths, the decoding and the encoding of an entity, a composite or a value type, for a
/// store.
struct StoredEntityWriter {
  let plan: PortablePlan
  let access: AccessLevel
  let store: PortableStore

  /// The conformance of an entity: `extension Venue: MomentumRuntime.StoredEntity { … }`. A remark
  /// instead, if the fetched row lacks a column that a required property needs.
  func declarations(of entity: PortablePlan.EntityType) -> [Declaration] {
    let columns = store.rows.indices.contains(entity.id.index) ? store.rows[entity.id.index] : []
    let decoding: [Statement]
    do throws(RowDecoder.Missing) {
      decoding = try RowDecoder(plan: plan, columns: columns).statements(entity)
    } catch {
      return [
        .remark(
          Comment("What a store needs of '\(entity.modelName)' is left out: no '\(error.name)'."))
      ]
    }
    let conformance = TypeDeclaration(
      .extension, .named(entity.name), inherited: [.runtime("StoredEntity")],
      members: [
        .typeAlias(nil, [.access(access)], "Model", .named(plan.modelName)),
        paths(
          entity.properties + entity.toMany, entity.pathName, inherited: .runtime("EntityPaths"),
          isEntity: true),
        storedProperties(entity),
        .function(
          FunctionDeclaration(
            .initializer(isFailable: false), modifiers: [.access(access)],
            parameters: [Parameter("row", .runtime("Row"))], error: .runtime("RowError"),
            body: decoding)),
        encoder(entity.properties.filter { $0.derivation == nil }, [.access(access)]),
      ])
    return keyConformance(of: entity) + [.type(conformance)]
  }

  private func keyConformance(of entity: PortablePlan.EntityType) -> [Declaration] {
    guard entity.root == entity.id else { return [] }
    return [
      .type(
        TypeDeclaration(
          .extension, plan.identifierType(of: entity.id), inherited: [.runtime("ObjectKey")]))
    ]
  }

  func declarations(of composite: PortablePlan.CompositeValueType) -> [Declaration] {
    let columns = NameScope.numbered("column", count: plan.leaves(of: composite.id).count)
    let parameters =
      [Parameter("row", .runtime("Row"))]
      + columns.map { Parameter(label: nil, $0, .named("Int")) }
    return [
      .type(
        TypeDeclaration(
          .extension, .named(composite.name),
          members: [
            paths(composite.properties, composite.pathName, inherited: .named("Sendable")),
            .function(
              FunctionDeclaration(
                .initializer(isFailable: false), parameters: parameters,
                error: .runtime("RowError"),
                body: RowDecoder.statements(composite, columns: columns, plan: plan))),
            encoder(composite.properties, []),
          ]))
    ]
  }

  /// The conformance of a generated enum:
  /// `extension PriceCategory: MomentumRuntime.OrderedAttribute { … }`.
  ///
  /// The member `attributeConstant` does the same as the runtime's default implementation. Without
  /// it the compiler warns of an unused `package import`, since a conformance alone does not count
  /// as a use.
  func declarations(of valueType: ValueTypes.Generated) -> [Declaration] {
    let constant = VariableDeclaration(
      "attributeConstant", .runtime("AttributeConstant"), modifiers: [.access(access)],
      body: .getter([.expression(.member(.name("rawValue"), "attributeConstant"))]))
    return [
      .type(
        TypeDeclaration(
          .extension, .named(valueType.name), inherited: [.runtime("OrderedAttribute")],
          members: [.variable(constant)]))
    ]
  }

  /// The type that names the model: `public enum BubbleTea: MomentumRuntime.StoredModel { … }`.
  func modelDeclaration(name: String) -> Declaration {
    let type = TypeReference.runtime("RuntimeModel")
    let value = Expression.call(
      .type(type), [.init("name", .string(name)), .init("contents", .string(store.contents))])
    return .type(
      TypeDeclaration(
        .enum, .named(plan.modelName), comment: Comment("The model '\(name)'."),
        modifiers: [.access(access)], inherited: [.runtime("StoredModel")],
        members: [
          .variable(
            VariableDeclaration(
              "model", type, modifiers: [.access(access), .static], isConstant: true,
              body: .stored(value)))
        ]))
  }

  // MARK: - Paths

  /// The type with a path for each property:
  /// `public struct Paths: MomentumRuntime.EntityPaths { … }`.
  private func paths(
    _ properties: [PortableProperty], _ pathName: Identifier, inherited: TypeReference,
    isEntity: Bool = false
  ) -> Declaration {
    let path = TypeReference.runtime("PropertyPath")
    let key = VariableDeclaration(
      "objectID", .runtime("AttributePath", of: .named("ID")),
      comment: Comment("The object itself."), modifiers: [.access(access)],
      body: .getter([
        .expression(
          .call(.type(.runtime("AttributePath")), [.init("object", .name(pathName))]))
      ]))
    let members: [Declaration] = [
      .variable(VariableDeclaration(pathName, path, modifiers: [.private], isConstant: true)),
      .function(
        FunctionDeclaration(
          .initializer(isFailable: false), modifiers: [.access(access)],
          parameters: [Parameter(label: nil, "path", path)],
          body: [.assign(.member(.name("self"), pathName), .name("path"))])),
    ]
    return .type(
      TypeDeclaration(
        .struct, .named("Paths"),
        comment: Comment("The properties, for conditions and sort orders."),
        modifiers: [.access(access)], inherited: [inherited],
        members: members + (isEntity ? [.variable(key)] : [])
          + properties.map { pathDeclaration(of: $0, .name(pathName)) }))
  }

  /// The path of one property: `public var name: MomentumRuntime.AttributePath<String> { … }`.
  private func pathDeclaration(
    of property: PortableProperty, _ path: Expression
  ) -> Declaration {
    let type: TypeReference
    let generic: TypeReference
    switch property.kind {
    case .attribute, .value:
      generic = .runtime("AttributePath")
      type = .specialized(generic, [plan.fullType(of: property)])
    case .toOne(let entity):
      generic = .runtime("ToOnePath")
      type = .specialized(generic, [.named(plan[entity].name)])
    case .toMany(let entity):
      generic = .runtime("ToManyPath")
      type = .specialized(generic, [.named(plan[entity].name)])
    case .composite(let id):
      generic = .member(.named(plan[id].name), "Paths")
      type = generic
    }
    let name = Expression.string(property.modelName)
    let value: Expression
    if case .composite = property.kind {
      let inner = Expression.call(.member(path, "appending"), [.init(nil, name)])
      value = .call(.type(generic), [.init(nil, inner)])
    } else {
      value = .call(.type(generic), [.init(nil, path), .init(nil, name)])
    }
    return .variable(
      VariableDeclaration(
        property.identifier, type, modifiers: [.access(access)],
        body: .getter([.expression(value)])))
  }

  // MARK: - Encoding

  private func storedProperties(_ entity: PortablePlan.EntityType) -> Declaration {
    let names = entity.properties.filter { $0.derivation == nil }.flatMap { property in
      guard case .composite(let id) = property.kind else { return [property.modelName] }
      return plan.leaves(of: id).map { leaf in
        ([property.modelName] + leaf.map(\.modelName)).joined(separator: ".")
      }
    }
    return .variable(
      VariableDeclaration(
        "storedProperties", .array(.named("String")), modifiers: [.access(access), .static],
        isConstant: true, body: .stored(.array(names.map { .string($0) }))))
  }

  private func encoder(_ properties: [PortableProperty], _ modifiers: [Modifier]) -> Declaration {
    .function(
      FunctionDeclaration(
        .function("encode"), modifiers: modifiers,
        parameters: [Parameter(label: "into", "row", .inOut(.runtime("RowEncoder")))],
        body: properties.map(encoding)))
  }

  /// The statement that appends a property to a row: `row.append(self.name)`. An optional composite
  /// that is nil appends a NULL for each of its columns.
  private func encoding(_ property: PortableProperty) -> Statement {
    let value = Expression.member(.name("self"), property.identifier)
    switch property.kind {
    case .attribute(let type): return .append(value, label: type.encoderLabel)
    case .toOne, .toMany: return .append(value)
    case .value:
      let owner = property.isOptional ? Expression.chained(value) : value
      return .append(.member(owner, "rawValue"))
    case .composite(let id):
      func encode(_ value: Expression) -> Statement {
        .expression(.call(.member(value, "encode"), [.init("into", .inOut("row"))]))
      }
      guard property.isOptional else { return encode(value) }
      let count = plan.leaves(of: id).count
      let null = Statement.expression(.call(.member(.name("row"), "appendNull"), []))
      return .branch(
        .binds("value", value), [encode(.name("value"))],
        else: Array(repeating: null, count: count))
    }
  }
}

/// The parts of a model that generated code needs to use a store.
package struct PortableStore: Sendable, Hashable {
  /// The text of the model's `contents`.
  package var contents: String
  /// The columns of a row that holds a whole object, in the order of the statement that fetches all
  /// objects. The index is that of the entity in the model.
  package var rows: [[CompiledFetchRequest.Column]]

  package init(contents: String, rows: [[CompiledFetchRequest.Column]]) {
    self.contents = contents
    self.rows = rows
  }
}
