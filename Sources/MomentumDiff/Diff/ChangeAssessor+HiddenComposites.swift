import MomentumModel

// Beside row 46 of the decision table: names around a composite that no hash shows.
//
// Observed in the hashes of stores: the name of a composite attribute does not count, those of its innermost elements
// do; columns are called by these too.

extension ChangeAssessor {
  /// Of a composite attribute, or a composite, that has another name by which nothing is stored; `nil` where the
  /// columns may be others.
  func compositeKept(_ change: FoundChange) -> Assessment? {
    if case .composite(let source) = change.old, case .composite(let id) = change.new {
      return compositeKept(source, id)
    }
    if case .attribute(let source) = change.old, case .attribute(let id) = change.new {
      guard old[source].type.isComposite, new[id].type.isComposite, hasColumnsAlone(source, id)
      else { return nil }
      return make(
        .nothing, .hiddenByHash,
        "stored values stay: the columns of '\(old[source].name)' have the names of its elements, and are "
          + "read as '\(new[id].name)'")
    }
    return renamedComposites.first {
      change.old == .attribute($0.old) || change.new == .attribute($0.new)
    }.map(compositeRenamed)
  }

  private func compositeKept(_ source: CompositeID, _ id: CompositeID) -> Assessment? {
    let before = CompositeMember.all(of: source, in: old).map(\.attribute.name).sorted()
    guard before == CompositeMember.all(of: id, in: new).map(\.attribute.name).sorted() else {
      return nil
    }
    return make(
      .nothing, .hiddenByHash,
      "stored values stay: columns have the names of the innermost elements, which are the same",
      recipe:
        "give each composite inside '\(new[id].name)' that has a new name its old one by elementID; the "
        + "next migration drops its values otherwise")
  }

  /// What leads to a new name without a renaming identifier, on either side.
  private func compositeRenamed(_ names: (old: AttributeID, new: AttributeID)) -> Assessment {
    let place = "\(new[names.new.entity].name).\(new[names.new].name)"
    let identifier = Recipe.renamingIdentifier(pair.old.label(of: .attribute(names.old)))
    guard hasColumnsAlone(names.old, names.new) else {
      return make(
        .nothing, .hiddenByHash,
        "the version hashes do not show that '\(old[names.old].name)' is '\(new[names.new].name)', and "
          + "other properties of its table share the names of its elements, so it may read their columns",
        recipe: "add \(identifier) to attribute '\(place)', and "
          + "\(Recipe.modifier(after: new[names.new.entity].versionHashModifier)) to entity "
          + "'\(new[names.new.entity].name)' so that a migration carries the values over")
    }
    return make(
      .nothing, .hiddenByHash,
      "stored values stay: the columns of '\(old[names.old].name)' have the names of its elements, and are "
        + "read as '\(new[names.new].name)'; the next migration would drop them",
      recipe: "add \(identifier) to attribute '\(place)', so that later migrations keep the values")
  }

  /// A removed and an added composite of one entity that alone have their elements.
  private var renamedComposites: [(old: AttributeID, new: AttributeID)] {
    lostComposites.compactMap { source in
      let others = gainedComposites.filter { isSameShape(source, $0) }
      guard let id = others.first, others.count == 1,
        lostComposites.count(where: { isSameShape($0, id) }) == 1
      else { return nil }
      return (source, id)
    }
  }

  private func isSameShape(_ source: AttributeID, _ id: AttributeID) -> Bool {
    pair.isSame(source.entity, id.entity)
      && CompositeMember.columns(of: old[source], in: old)
        == CompositeMember.columns(of: new[id], in: new)
  }

  /// Whether no other property of their tables has a name of theirs: columns of one name are numbered.
  private func hasColumnsAlone(_ source: AttributeID, _ id: AttributeID) -> Bool {
    let columns = CompositeMember.columns(of: old[source], in: old)
    return columns == CompositeMember.columns(of: new[id], in: new)
      && Set(columns).isDisjoint(with: columnsBeside(source, in: pair.old))
      && Set(columns).isDisjoint(with: columnsBeside(id, in: pair.new))
  }

  private func columnsBeside(_ id: AttributeID, in diffed: DiffedModel) -> Set<String> {
    let model = diffed.model
    var result: Set<String> = []
    for entity in diffed.families[diffed.root(of: id.entity).index] {
      for (index, attribute) in model[entity].attributes.enumerated()
      where AttributeID(entity, index) != id {
        if attribute.type.isComposite {
          result.formUnion(CompositeMember.columns(of: attribute, in: model))
        } else {
          result.insert(attribute.name.uppercased())
        }
      }
      result.formUnion(model[entity].relationships.map { $0.name.uppercased() })
    }
    return result
  }
}
