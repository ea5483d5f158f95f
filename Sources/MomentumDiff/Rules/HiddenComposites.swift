import MomentumModel

/// Assesses a renamed composite, or a renamed attribute of composite type, if no hash shows the
/// rename.
///
/// Observed in the hashes of stores: the name of a composite attribute is not part of the hash, but
/// the names of its innermost elements are. These also name the columns.
struct HiddenComposites {
  let pair: ModelPair
  /// The composite attributes that only one of the models has, in the order of the changes.
  private let removed: [AttributeID]
  private let added: [AttributeID]

  private var old: ObjectModel { pair.old.model }
  private var new: ObjectModel { pair.new.model }

  init(_ pair: ModelPair, _ changes: [FoundChange]) {
    self.pair = pair
    removed = changes.compactMap { change in
      guard change.kind == .removed, case .attribute(let id) = change.old else { return nil }
      return pair.old.model[id].type.isComposite ? id : nil
    }
    added = changes.compactMap { change in
      guard change.kind == .added, case .attribute(let id) = change.new else { return nil }
      return pair.new.model[id].type.isComposite ? id : nil
    }
  }

  /// The effect of the change; `nil` if it does not concern a composite, or if its columns may have
  /// other names.
  func assess(_ change: FoundChange) -> Assessment? {
    if case .composite(let source) = change.old, case .composite(let id) = change.new {
      return typeRenamed(source, id)
    }
    if case .attribute(let source) = change.old, case .attribute(let id) = change.new {
      guard old[source].type.isComposite, new[id].type.isComposite, hasColumnsAlone(source, id)
      else { return nil }
      return Assessment(
        .hiddenByHash,
        "stored values stay: the columns of '\(old[source].name)' have the names of its elements, and are "
          + "read as '\(new[id].name)'")
    }
    return renamedComposites.first {
      change.old == .attribute($0.old) || change.new == .attribute($0.new)
    }.map(attributeRenamed)
  }

  private func typeRenamed(_ source: CompositeID, _ id: CompositeID) -> Assessment? {
    let before = CompositeMember.all(of: source, in: old).map(\.attribute.name).sorted()
    guard before == CompositeMember.all(of: id, in: new).map(\.attribute.name).sorted() else {
      return nil
    }
    return Assessment(
      .hiddenByHash,
      "stored values stay: columns have the names of the innermost elements, which are the same",
      repair:
        "give each composite inside '\(new[id].name)' that has a new name its old one by elementID; the "
        + "next migration drops its values otherwise")
  }

  /// The effect of a rename without a renaming identifier, for both the removed and the added
  /// attribute.
  private func attributeRenamed(_ names: (old: AttributeID, new: AttributeID)) -> Assessment {
    let place = "\(new[names.new.entity].name).\(new[names.new].name)"
    let identifier = Repair.renamingIdentifier(pair.old.label(of: .attribute(names.old)))
    guard hasColumnsAlone(names.old, names.new) else {
      return Assessment(
        .hiddenByHash,
        "the version hashes do not show that '\(old[names.old].name)' is '\(new[names.new].name)', and "
          + "other properties of its table share the names of its elements, so it may read their columns",
        repair: "add \(identifier) to attribute '\(place)', and "
          + "\(Repair.modifier(after: new[names.new.entity].versionHashModifier)) to entity "
          + "'\(new[names.new.entity].name)' so that a migration carries the values over")
    }
    return Assessment(
      .hiddenByHash,
      "stored values stay: the columns of '\(old[names.old].name)' have the names of its elements, and are "
        + "read as '\(new[names.new].name)'; the next migration would drop them",
      repair: "add \(identifier) to attribute '\(place)', so that later migrations keep the values")
  }

  /// The pairs of a removed and an added composite attribute of one entity that have the same
  /// elements, if no other attribute has them.
  private var renamedComposites: [(old: AttributeID, new: AttributeID)] {
    removed.compactMap { source in
      let others = added.filter { isSameShape(source, $0) }
      guard let id = others.first, others.count == 1,
        removed.count(where: { isSameShape($0, id) }) == 1
      else { return nil }
      return (source, id)
    }
  }

  private func isSameShape(_ source: AttributeID, _ id: AttributeID) -> Bool {
    pair.isSame(source.entity, id.entity)
      && CompositeMember.columns(of: old[source], in: old)
        == CompositeMember.columns(of: new[id], in: new)
  }

  /// Whether no other property of the table has the name of one of the elements. Otherwise equal
  /// names of columns would be numbered, and the numbers could differ between the two attributes.
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
