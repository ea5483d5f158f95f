import MomentumModel

/// Finds elements of one model whose identifier or name is the renaming identifier of an added or
/// removed element of the other model.
///
/// If each model had one such element only, the two would match. So several elements have the
/// identifier, and Core Data cannot tell which of them belong together.
struct AmbiguousIdentifiers {
  /// A list of names: the entities of a model, or the attributes or relationships of an entity.
  private struct Scope: Hashable {
    /// The entity, in the model that is searched; `nil` for the list of entities.
    var entity: EntityID?
    var element: ModelChange.Element
    var isNew: Bool
  }

  private struct Names {
    var identifiers: [String: ElementReference] = [:]
    var names: [String: ElementReference] = [:]

    init(_ elements: [ElementReference], in model: DiffedModel) {
      for element in elements {
        let label = model.label(of: element)
        if identifiers[label.identifier] == nil { identifiers[label.identifier] = element }
        if names[label.name] == nil { names[label.name] = element }
      }
    }
  }

  private let pair: ModelPair
  private var scopes: [Scope: Names] = [:]

  init(_ pair: ModelPair, found changes: [FoundChange]) {
    self.pair = pair
    for change in changes {
      guard let scope = scope(change), scopes[scope] == nil else { continue }
      scopes[scope] = Names(elements(of: scope), in: scope.isNew ? pair.new : pair.old)
    }
  }

  /// The path of the first other element with the renaming identifier of the change's element;
  /// `nil` if there is none.
  func other(than change: FoundChange) -> String? {
    guard let scope = scope(change), let element = change.new ?? change.old,
      let names = scopes[scope]
    else { return nil }
    let label = (scope.isNew ? pair.old : pair.new).label(of: element)
    let claimant =
      names.identifiers[label.identifier]
      // An identifier may also be the previous name of an element that has an identifier itself.
      ?? (label.identifier == label.name ? nil : names.names[label.identifier])
    return claimant.map { (scope.isNew ? pair.new : pair.old).place(of: $0).path }
  }

  private func scope(_ change: FoundChange) -> Scope? {
    switch (change.kind, change.new, change.old) {
    case (.added, let id?, nil): scope(id, isNew: false) { pair.source(of: $0) }
    case (.removed, nil, let id?): scope(id, isNew: true) { pair.destination(of: $0) }
    default: nil
    }
  }

  private func scope(
    _ element: ElementReference, isNew: Bool, _ partner: (EntityID) -> EntityID?
  ) -> Scope? {
    switch element {
    case .entity: Scope(entity: nil, element: .entity, isNew: isNew)
    case .attribute(let id):
      partner(id.entity).map { Scope(entity: $0, element: .attribute, isNew: isNew) }
    case .relationship(let id):
      partner(id.entity).map { Scope(entity: $0, element: .relationship, isNew: isNew) }
    case .model, .fetchedProperty, .constraint, .fetchIndex, .compoundIndex, .composite,
      .configuration, .fetchRequest:
      nil
    }
  }

  private func elements(of scope: Scope) -> [ElementReference] {
    let model = scope.isNew ? pair.new.model : pair.old.model
    guard let entity = scope.entity else { return model.entityIDs.map { .entity($0) } }
    return scope.element == .attribute
      ? model.attributes(of: entity).map { .attribute($0) }
      : model.relationships(of: entity).map { .relationship($0) }
  }
}
