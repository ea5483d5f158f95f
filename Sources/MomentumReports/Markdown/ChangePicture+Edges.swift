import MomentumDiagram
import MomentumDiff
import MomentumModel

// The lines between boxes: inheritance, and one line for a relationship and its inverse.

extension ChangePicture {
  /// The changes of relationships, by entity and by name of the relationship.
  struct Marks {
    private var byPlace: [String: [String: ModelChange.Kind]] = [:]
    private var byEntity: [String: ModelChange.Kind] = [:]

    /// - Parameter place: `\.old` for relationships of the old model, `\.new` for those of the new
    ///   one.
    init(of diff: ModelDiff, at place: KeyPath<ModelChange, ModelChange.Place?>) {
      for change in diff.changes {
        guard let changedPlace = change[keyPath: place], let entity = changedPlace.entity else {
          continue
        }
        switch change.element {
        case .entity where change.kind == .added || change.kind == .removed:
          byEntity[entity] = change.kind
        case .relationship: byPlace[entity, default: [:]][changedPlace.name ?? ""] = change.kind
        case .entity, .model, .attribute, .fetchedProperty, .uniquenessConstraint, .fetchIndex,
          .fetchRequest, .configuration, .composite:
          break
        }
      }
    }

    subscript(entity: String, relationship: String) -> ModelChange.Kind? {
      byEntity[entity] ?? byPlace[entity]?[relationship]
    }
  }

  var edges: [String] {
    inheritance + edges(of: compared.newModel, Marks(of: compared.diff, at: \.new)) { _ in true }
      + edges(of: compared.oldModel, Marks(of: compared.diff, at: \.old)) { $0 == .removed }
  }

  private var inheritance: [String] {
    compared.newModel.entities.compactMap { entity in
      guard let child = boxes[entity.name],
        let parent = entity.parent.flatMap({ boxes[compared.newModel[$0].name] })
      else { return nil }
      return "  n\(parent) <|-- n\(child)"
    }
  }

  /// The lines of relationships between touched entities, for changes that `isShown` accepts.
  private func edges(
    of model: ObjectModel, _ marks: Marks, where isShown: (ModelChange.Kind?) -> Bool
  ) -> [String] {
    model.entityIDs.filter { boxes[model[$0].name] != nil }.flatMap { owner in
      model[owner].relationships.indices.compactMap { index in
        let id = RelationshipID(owner, index)
        let mark = marks[model[owner].name, model[id].name]
        return isShown(mark) ? edge(id, mark, in: model, marks) : nil
      }
    }
  }

  /// The line of a relationship and its inverse,
  /// `n0 "0..1" -- "0..*" n1 : added venues / favourite`; `nil` if the inverse has the line of
  /// both.
  private func edge(
    _ id: RelationshipID, _ mark: ModelChange.Kind?, in model: ObjectModel, _ marks: Marks
  ) -> String? {
    let relationship = model[id]
    guard let from = boxes[model[id.entity].name],
      let to = boxes[model[relationship.destination].name]
    else { return nil }
    let label = self.label(relationship.name, mark)
    let count = relationship.isToMany ? "\"0..*\"" : "\"0..1\""
    guard let inverse = relationship.inverse, inverse != id, model[inverse].inverse == id,
      boxes[model[inverse.entity].name] == to
    else { return "  n\(from) --> \(count) n\(to) : \(label)" }
    let inverseMark = marks[model[inverse.entity].name, model[inverse].name]
    // One relationship of a pair may be removed or added while the other one stays: it then has a
    // line of its own.
    guard inverseMark == mark || isChange(inverseMark) && isChange(mark) else {
      return "  n\(from) --> \(count) n\(to) : \(label)"
    }
    guard (id.entity.index, id.index) < (inverse.entity.index, inverse.index) else { return nil }
    let back = model[inverse].isToMany ? "\"0..*\"" : "\"0..1\""
    let backLabel = self.label(model[inverse].name, inverseMark == mark ? nil : inverseMark)
    return "  n\(from) \(back) -- \(count) n\(to) : \(label) / \(backLabel)"
  }

  /// Whether a relationship exists before and after the change.
  private func isChange(_ mark: ModelChange.Kind?) -> Bool {
    switch mark {
    case .changed, .renamed, .moved, nil: true
    case .added, .removed: false
    }
  }

  /// The name of a relationship with its change: `added venues`.
  private func label(_ name: String, _ mark: ModelChange.Kind?) -> String {
    (mark.map { "\($0.rawValue) " } ?? "") + MermaidPrinter.escaped(ReportText.name(name, max: 60))
  }
}
