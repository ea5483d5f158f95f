import MomentumModel

/// Finds every difference between two models and assesses what it means for stored rows.
package enum ModelDiffer {
  /// The differences; empty for equal models. Takes time proportional to the size of the models if
  /// few elements were removed or added.
  package static func diff(_ old: DiffedModel, _ new: DiffedModel) -> ModelDiff {
    let pair = ModelPair(old, new)
    return assemble(pair, ChangeFinder.changes(pair))
  }

  static func assemble(_ pair: ModelPair, _ found: [FoundChange]) -> ModelDiff {
    let suspicions = RenameSuspicions.among(found, pair)
    let assessor = ChangeAssessor(pair, found: found, suspicions: suspicions)
    let changes = found.map { change in
      let (gravest, further) = assessor.assess(change)
      return ModelChange(
        element: change.element, kind: change.kind,
        old: change.old.map { pair.old.place(of: $0) },
        new: change.new.map { pair.new.place(of: $0) },
        differences: change.facts.differences, details: change.facts.details,
        assessment: gravest, furtherAssessments: further)
    }
    .map { pair.new.model.isSwiftData ? $0.inSwift : $0 }
    .map { (key: $0.order, change: $0) }
    .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    .map(\.change)
    var result = ModelDiff(
      changes: changes,
      suspectedRenames: suspicions.map { publicForm($0, pair) },
      inference: MappingInference.inference(for: pair, changes: changes))
    result.origin = ModelDiff.Origin(pair: pair, found: found)
    return result
  }

  private static func publicForm(
    _ suspicion: RenameSuspicion, _ pair: ModelPair
  ) -> ModelDiff.SuspectedRename {
    let repair = Repair.renamingIdentifier(pair.old.label(of: suspicion.old))
    return ModelDiff.SuspectedRename(
      element: suspicion.element, old: pair.old.place(of: suspicion.old),
      new: pair.new.place(of: suspicion.new), similarity: suspicion.similarity,
      repair: pair.new.model.isSwiftData ? SwiftRepair.text(repair, for: suspicion.element) : repair
    )
  }
}

extension DiffedModel {
  /// The name and renaming identifier of an entity, attribute or relationship.
  func label(of reference: ElementReference) -> ModelCorrespondence.Label {
    switch reference {
    case .entity(let id): .init(model[id].name, model[id].renamingIdentifier)
    case .attribute(let id): .init(model[id].name, model[id].renamingIdentifier)
    case .relationship(let id): .init(model[id].name, model[id].renamingIdentifier)
    case .model, .fetchedProperty, .constraint, .fetchIndex, .compoundIndex, .composite,
      .configuration, .fetchRequest:
      .init("", nil)
    }
  }
}

extension ModelChange {
  /// The key by which changes are sorted: entity, kind of element, name. Elements of the whole
  /// model come last.
  fileprivate var order: [String] {
    let place = new ?? old ?? Place()
    let rank = Element.allCases.firstIndex(of: element) ?? 0
    let kindRank = Kind.allCases.firstIndex(of: kind) ?? 0
    return [
      place.entity == nil ? "1" : "0", place.entity ?? "", "\(10 + rank)", place.name ?? "",
      "\(kindRank)", old?.path ?? "",
    ]
  }
}
