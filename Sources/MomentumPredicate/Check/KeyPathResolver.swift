public import MomentumDiagnostics
public import MomentumModel

/// A key path that was found in the model.
public struct ResolvedKeyPath: Sendable, Hashable {
  public var path: TypedKeyPath
  public var type: PredicateType
  /// Whether a to-many relationship is among the steps.
  public var crossesToMany: Bool
}

/// Finds the properties that the keys of a path name.
public struct KeyPathResolver: Sendable {
  private let model: ObjectModel

  public init(model: ObjectModel) { self.model = model }

  /// One key and where it stands.
  public struct Key: Sendable {
    public var name: String
    public var location: SourceLocation?

    public init(_ name: String, at location: SourceLocation? = nil) {
      self.name = name
      self.location = location
    }
  }

  /// The path from an entity, `nil` after an error. `SELF` alone is the object itself.
  public func resolve(
    _ keys: [Key], from entity: EntityID, _ diagnostics: inout Diagnostics
  ) -> ResolvedKeyPath? {
    var result = ResolvedKeyPath(
      path: TypedKeyPath(root: entity, steps: [], target: .object), type: .object(entity),
      crossesToMany: false)
    var keys = keys[...]
    if let first = keys.first, first.name.uppercased() == "SELF" { keys.removeFirst() }
    var current = entity
    while let key = keys.popFirst() {
      switch model.property(named: key.name, in: current) {
      case .attribute(let id):
        return finish(result, at: id, key, rest: Array(keys), &diagnostics)
      case .relationship(let id):
        guard step(over: id, key, &result, &diagnostics) else { return nil }
        current = model[id].destination
        result.type = .object(current)
      case .fetchedProperty:
        report(.transient(key.name, entity: model[current].name), key, &diagnostics)
        return nil
      case nil:
        reportUnknown(key, in: current, &diagnostics)
        return nil
      }
    }
    return result
  }

  private func step(
    over id: RelationshipID, _ key: Key, _ result: inout ResolvedKeyPath,
    _ diagnostics: inout Diagnostics
  ) -> Bool {
    if model[id].isTransient {
      report(.transient(key.name, entity: model[id.entity].name), key, &diagnostics)
      return false
    }
    if model[id].isToMany {
      if result.crossesToMany {
        report(.multipleToMany, key, &diagnostics)
        return false
      }
      result.crossesToMany = true
    }
    result.path.steps.append(id)
    return true
  }

  private func finish(
    _ resolved: ResolvedKeyPath, at id: AttributeID, _ key: Key, rest: [Key],
    _ diagnostics: inout Diagnostics
  ) -> ResolvedKeyPath? {
    var result = resolved
    let attribute = model[id]
    if attribute.isTransient || attribute.type == .undefined {
      report(.transient(key.name, entity: model[id.entity].name), key, &diagnostics)
      return nil
    }
    if case .composite(let composite) = attribute.type {
      return element(of: composite, in: id, key, rest, result, &diagnostics)
    }
    if let behind = rest.first {
      report(.keyBehindAttribute(key.name, type: attribute.type.xmlName), behind, &diagnostics)
      return nil
    }
    result.path.target = .attribute(id)
    result.type = .attribute(attribute.type)
    return result
  }

  private func element(
    of composite: CompositeID, in id: AttributeID, _ key: Key, _ keys: [Key],
    _ resolved: ResolvedKeyPath, _ diagnostics: inout Diagnostics
  ) -> ResolvedKeyPath? {
    var composite = composite
    var path: [String] = []
    for key in keys {
      guard let element = model[composite].elements.first(where: { $0.name == key.name }) else {
        let names = model[composite].elements.map(\.name)
        report(
          .unknownKey(
            key.name, entity: model[composite].name, near: nearName(to: key.name, among: names)),
          key, &diagnostics)
        return nil
      }
      if element.isTransient || element.type == .undefined {
        report(.transient(key.name, entity: model[composite].name), key, &diagnostics)
        return nil
      }
      path.append(element.name)
      if case .composite(let inner) = element.type {
        composite = inner
        continue
      }
      guard path.count == keys.count else {
        report(
          .keyBehindAttribute(key.name, type: element.type.xmlName), keys[path.count], &diagnostics)
        return nil
      }
      var result = resolved
      result.path.target = .compositeElement(id, path: path)
      result.type = .attribute(element.type)
      return result
    }
    report(.compositeAlone(key.name), key, &diagnostics)
    return nil
  }

  // MARK: - Messages

  private func report(
    _ message: PredicateMessage, _ key: Key, _ diagnostics: inout Diagnostics
  ) {
    diagnostics.report(message, at: key.location)
  }

  private func reportUnknown(
    _ key: Key, in entity: EntityID, _ diagnostics: inout Diagnostics
  ) {
    let below = model.entityIDs.first {
      $0 != entity && model.inherits($0, from: entity)
        && model.ownPropertyNames(of: $0).contains(key.name)
    }
    if let below {
      report(
        .subentityKey(key.name, entity: model[entity].name, subentity: model[below].name), key,
        &diagnostics)
      return
    }
    let near = nearName(to: key.name, among: model.propertyNames(of: entity))
    let fixIts = near.flatMap { name in
      key.location.map {
        [Diagnostic.FixIt("use '\(name)'", replace: $0, with: PredicatePrinter.escaped(name))]
      }
    }
    diagnostics.report(
      PredicateMessage.unknownKey(key.name, entity: model[entity].name, near: near),
      at: key.location, fixIts: fixIts ?? [])
  }
}
