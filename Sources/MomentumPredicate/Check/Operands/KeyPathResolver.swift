package import MomentumDiagnostics
package import MomentumModel

/// A key path whose keys were found in the model.
package struct ResolvedKeyPath: Sendable, Hashable {
  package var path: TypedKeyPath
  package var type: PredicateType
  /// Whether the path has a to-many relationship.
  package var crossesToMany: Bool
}

/// Finds the properties that the keys of a path name.
///
/// It is a class to save time: a struct would copy the whole model for each path.
package final class KeyPathResolver: Sendable {
  private let model: ObjectModel

  package init(model: ObjectModel) { self.model = model }

  /// One key of a path, and its place in the source.
  package struct Key: PathKey, Sendable {
    package var name: String
    package var location: SourceLocation?

    package init(_ name: String, at location: SourceLocation? = nil) {
      self.name = name
      self.location = location
    }
  }

  /// The reason why a path cannot be resolved, and the index of the wrong key.
  struct Failure: Error {
    var message: PredicateMessage
    var index: Int
    /// A similar name that exists, to propose.
    var near: String?
    /// The key that no property has, and the entity that lacks it; `nil` for other failures.
    var unknownKey: (name: String, entity: String)?
    /// The attribute before the wrong key: `name` for `name.length`.
    var attribute: ResolvedKeyPath?
  }

  /// Resolves a path from an entity; returns `nil` after an error. `SELF` alone is the object
  /// itself.
  package func resolve(
    _ keys: [Key], from entity: EntityID, _ diagnostics: inout Diagnostics
  ) -> ResolvedKeyPath? {
    do throws(Failure) {
      return try walk(keys, from: entity)
    } catch {
      let location = error.index < keys.count ? keys[error.index].location : nil
      diagnostics.report(
        error.message, at: location, fixIts: KeyPathResolver.fixIts(error.near, location))
      return nil
    }
  }

  static func fixIts(_ near: String?, _ location: SourceLocation?) -> [Diagnostic.FixIt] {
    guard let near, let location else { return [] }
    return [
      Diagnostic.FixIt("use '\(near)'", replace: location, with: PredicatePrinter.escaped(near))
    ]
  }

  // MARK: - Walking

  func walk<Part: PathKey>(
    _ keys: some RandomAccessCollection<Part>, from entity: EntityID,
    origin: TypedKeyPath.Origin = .queriedObject
  ) throws(Failure) -> ResolvedKeyPath {
    var result = ResolvedKeyPath(
      path: TypedKeyPath(origin: origin, root: entity, steps: [], target: .object),
      type: .object(entity), crossesToMany: false)
    var current = entity
    for (index, key) in keys.enumerated() {
      switch model.property(named: key.name, in: current) {
      case .attribute(let id):
        if case .composite(let composite) = model[id].type, !model[id].isTransient {
          return try element(of: composite, in: id, keys.map(\.name), index, result)
        }
        try finish(&result, at: id, key.name, index, isLast: index + 1 == keys.count)
        return result
      case .relationship(let id):
        try step(over: id, key.name, index, &result)
        current = model[id].destination
        result.type = .object(current)
      case .fetchedProperty:
        throw Failure(message: .transient(key.name, entity: model[current].name), index: index)
      case nil where KeyPathResolver.isObjectItself(key.name, index):
        // The keys `objectID` and `SELF` mean the object that the path has reached:
        // `author.objectID` is `author`.
        continue
      case nil:
        throw unknown(key.name, in: current, index)
      }
    }
    return result
  }

  private static func isObjectItself(_ name: String, _ index: Int) -> Bool {
    name == "objectID" || name == "self" || (index == 0 && name.uppercased() == "SELF")
  }

  private func step(
    over id: RelationshipID, _ name: String, _ index: Int, _ result: inout ResolvedKeyPath
  ) throws(Failure) {
    if model[id].isTransient {
      throw Failure(message: .transient(name, entity: model[id.entity].name), index: index)
    }
    if model[id].isToMany {
      if result.crossesToMany {
        throw Failure(message: .multipleToMany(rewrite: nil), index: index)
      }
      result.crossesToMany = true
    }
    result.path.steps.append(id)
  }

  private func finish(
    _ result: inout ResolvedKeyPath, at id: AttributeID, _ name: String, _ index: Int, isLast: Bool
  ) throws(Failure) {
    let type = model[id].type
    if model[id].isTransient || type == .undefined {
      throw Failure(message: .transient(name, entity: model[id.entity].name), index: index)
    }
    result.path.target = .attribute(id)
    result.type = .attribute(type)
    guard !isLast else { return }
    throw Failure(
      message: .keyBehindAttribute(name, type: type.xmlName), index: index + 1, attribute: result)
  }

  private func element(
    of composite: CompositeID, in id: AttributeID, _ names: [String], _ start: Int,
    _ resolved: ResolvedKeyPath
  ) throws(Failure) -> ResolvedKeyPath {
    var composite = composite
    var path: [String] = []
    for index in names.indices.dropFirst(start + 1) {
      let name = names[index]
      let elements = model[composite].elements
      guard let element = elements.first(where: { $0.name == name }) else {
        let near = nearName(to: name, among: elements.map(\.name))
        throw Failure(
          message: .unknownElement(
            name, composite: model[composite].name, near: near, all: elements.map(\.name)),
          index: index, near: near)
      }
      if element.isTransient || element.type == .undefined {
        throw Failure(message: .transient(name, entity: model[composite].name), index: index)
      }
      path.append(element.name)
      if case .composite(let inner) = element.type {
        composite = inner
        continue
      }
      var result = resolved
      result.path.target = .compositeElement(id, path: path)
      result.type = .attribute(element.type)
      guard index + 1 == names.count else {
        throw Failure(
          message: .keyBehindAttribute(name, type: element.type.xmlName), index: index + 1,
          attribute: result)
      }
      return result
    }
    let shown = ([names[start]] + path).joined(separator: ".")
    throw Failure(
      message: .compositeAlone(shown, elements: model[composite].elements.map(\.name)),
      index: start + path.count)
  }

  private func unknown(_ name: String, in entity: EntityID, _ index: Int) -> Failure {
    let below = model.entityIDs.first {
      $0 != entity && model.inherits($0, from: entity)
        && model.ownPropertyNames(of: $0).contains(name)
    }
    if let below {
      return Failure(
        message: .subentityKey(name, entity: model[entity].name, subentity: model[below].name),
        index: index)
    }
    let near = nearName(to: name, among: model.propertyNames(of: entity))
    return Failure(
      message: .unknownKey(name, entity: model[entity].name, near: near, hint: nil), index: index,
      near: near, unknownKey: (name, model[entity].name))
  }
}
