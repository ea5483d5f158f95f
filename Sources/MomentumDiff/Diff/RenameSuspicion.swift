import MomentumModel

/// A removed and an added element that are probably one renamed element.
struct RenameSuspicion: Sendable {
  var element: ModelChange.Element
  var old: ElementReference
  var new: ElementReference
  /// How similar the old and the new element are, from 0 to 1.
  var similarity: Double
}

/// Finds renames without a renaming identifier. A removed and an added property are suspected if
/// they have the same type and entity and similar names; or if one name has all words of the other
/// and there is further evidence. Two entities are suspected if their names are similar, or if
/// relationships that led to the removed one now lead to the added one.
///
/// The limits were set with 33 migrations between versions of public models (`userIconUrl` to
/// `userIconUrlString`, `distributionListId` to `distributionListID`, `activedAt` to `activeAt`).
struct RenameSuspicions {
  private static let similarityMin = 0.7
  /// The similarity from which a name that has all words of another needs no further evidence:
  /// three quarters of the words in both names are common.
  private static let containedMin = 0.75
  /// With more pairs than this, only names that differ in case alone are compared. Comparing all
  /// would take too long, and nobody renames so many properties at once.
  private static let pairsMax = 200_000

  let pair: ModelPair
  private let followed: FollowedNames
  /// The old and new destinations of relationships that now lead to another entity.
  private let retargeted: Set<Retarget>

  private struct Retarget: Hashable {
    var old: EntityID
    var new: EntityID
  }

  static func among(_ found: [FoundChange], _ pair: ModelPair) -> [RenameSuspicion] {
    let removed = found.filter { $0.kind == .removed }
    let added = found.filter { $0.kind == .added }
    guard !removed.isEmpty, !added.isEmpty else { return [] }
    let retargets = found.compactMap { change -> Retarget? in
      guard case .relationship(let left) = change.old, case .relationship(let right) = change.new,
        change.facts.differences.contains(.destination)
      else { return nil }
      return Retarget(
        old: pair.old.model[left].destination, new: pair.new.model[right].destination)
    }
    let search = RenameSuspicions(
      pair: pair, followed: FollowedNames(pair), retargeted: Set(retargets))
    return search.propertySuspicions(removed, added) + search.entitySuspicions(removed, added)
  }

  // MARK: - Properties

  /// The values that a removed and an added property must have in common to be compared.
  private struct Group: Hashable {
    var element: ModelChange.Element
    /// The new entity.
    var entity: EntityID
    /// The type of an attribute, the destination and kind of a relationship.
    var type: String
  }

  private func propertySuspicions(
    _ removed: [FoundChange], _ added: [FoundChange]
  ) -> [RenameSuspicion] {
    let lost = Dictionary(grouping: removed) { $0.old.flatMap(oldGroup) }
    let gained = Dictionary(grouping: added) { $0.new.flatMap(newGroup) }
    let pairCount = lost.reduce(0) { sum, group in
      sum + (group.key == nil ? 0 : group.value.count * (gained[group.key]?.count ?? 0))
    }
    var result: [RenameSuspicion] = []
    // The order of the groups does not matter: each element is in only one group, and the result is
    // sorted.
    for (group, changes) in lost {
      guard let group, let others = gained[group] else { continue }
      let left = changes.compactMap(\.old)
      let right = others.compactMap(\.new)
      guard pairCount <= RenameSuspicions.pairsMax else {
        result += equalButForCase(left, right, group.element)
        continue
      }
      let before = left.map { NameSimilarity(name($0, in: pair.old.model)) }
      let after = right.map { NameSimilarity(name($0, in: pair.new.model)) }
      let isOnlyPair = left.count == 1 && right.count == 1
      result += matches(left, right, group.element) { old, new in
        guard isWideEnough(left[old], right[new]) else { return 0 }
        switch before[old].likeness(to: after[new]) {
        case nil: return 0
        case .alike(let value): return value
        case .contained(let value) where value >= RenameSuspicions.containedMin: return value
        case .contained(let value):
          let isLikely = isOnlyPair || hasFollowed(left[old], right[new], in: group.entity)
          return isLikely ? max(value, RenameSuspicions.similarityMin) : 0
        }
      }
    }
    return result.sorted(by: isBefore)
  }

  private func hasFollowed(
    _ old: ElementReference, _ new: ElementReference, in entity: EntityID
  ) -> Bool {
    followed.contains(name(old, in: pair.old.model), name(new, in: pair.new.model), in: entity)
  }

  /// Whether the new attribute's type can hold all values of the old one's type.
  private func isWideEnough(_ old: ElementReference, _ new: ElementReference) -> Bool {
    guard case .attribute(let left) = old, case .attribute(let right) = new else { return true }
    return switch AttributeTypeChange(pair.old.model[left].type, pair.new.model[right].type) {
    case .widened: true
    case .none: true
    // Ids of composites differ between two models. The group already compares their names.
    case .incompatible: pair.old.model[left].type.isComposite
    case .narrowed, .floating, .rounded, .boolean, .decimal, .numeric: false
    }
  }

  private func oldGroup(_ reference: ElementReference) -> Group? {
    guard let entity = reference.entity, let other = pair.destination(of: entity) else {
      return nil
    }
    return group(reference, entity: other, in: pair.old.model) { pair.destination(of: $0) }
  }

  private func newGroup(_ reference: ElementReference) -> Group? {
    guard let entity = reference.entity, pair.source(of: entity) != nil else { return nil }
    return group(reference, entity: entity, in: pair.new.model) { $0 }
  }

  private func group(
    _ reference: ElementReference, entity: EntityID, in model: ObjectModel,
    _ newEntity: (EntityID) -> EntityID?
  ) -> Group? {
    switch reference {
    case .attribute(let id):
      let attribute = model[id]
      guard !attribute.isTransient, attribute.derivation == nil else { return nil }
      return Group(
        element: .attribute, entity: entity,
        type: attribute.type.isInteger ? "Integer" : attribute.type.text(in: model))
    case .relationship(let id):
      let relationship = model[id]
      guard !relationship.isTransient, let target = newEntity(relationship.destination) else {
        return nil
      }
      return Group(
        element: .relationship, entity: entity,
        type: "\(target.index) \(relationship.isToMany)")
    case .model, .entity, .fetchedProperty, .constraint, .fetchIndex, .compoundIndex, .composite,
      .configuration, .fetchRequest:
      return nil
    }
  }

  private func name(_ reference: ElementReference, in model: ObjectModel) -> String {
    switch reference {
    case .attribute(let id): model[id].name
    case .relationship(let id): model[id].name
    case .entity(let id): model[id].name
    case .model, .fetchedProperty, .constraint, .fetchIndex, .compoundIndex, .composite,
      .configuration, .fetchRequest:
      ""
    }
  }

  // MARK: - Entities

  private func entitySuspicions(
    _ removed: [FoundChange], _ added: [FoundChange]
  ) -> [RenameSuspicion] {
    let lost = removed.filter { $0.element == .entity }.compactMap(\.old)
    let gained = added.filter { $0.element == .entity }.compactMap(\.new)
    guard !lost.isEmpty, !gained.isEmpty else { return [] }
    guard lost.count * gained.count <= RenameSuspicions.pairsMax else {
      return equalButForCase(lost, gained, .entity).sorted(by: isBefore)
    }
    let names = lost.map { NameSimilarity(name($0, in: pair.old.model)) }
    let newNames = gained.map { NameSimilarity(name($0, in: pair.new.model)) }
    let properties = lost.map { describe($0, in: pair.old.model) }
    let newProperties = gained.map { describe($0, in: pair.new.model) }
    return matches(lost, gained, .entity) { left, right in
      let common = properties[left].intersection(newProperties[right]).count
      let all = properties[left].count + newProperties[right].count - common
      let likeness = all == 0 ? 1 : Double(common) / Double(all)
      // Similar properties alone are not evidence: a photo and a video may have the same ones.
      let byShape = likeness >= 0.5 ? max(likeness, RenameSuspicions.similarityMin) : 0
      if isRetargeted(lost[left], gained[right]) { return byShape }
      switch names[left].likeness(to: newNames[right]) {
      case nil: return 0
      case .alike(let value): return value * (0.5 + 0.5 * likeness)
      case .contained: return common > 0 ? byShape : 0
      }
    }.sorted(by: isBefore)
  }

  private func isRetargeted(_ old: ElementReference, _ new: ElementReference) -> Bool {
    guard case .entity(let left) = old, case .entity(let right) = new else { return false }
    return retargeted.contains(Retarget(old: left, new: right))
  }

  private func describe(_ reference: ElementReference, in model: ObjectModel) -> Set<String> {
    guard case .entity(let id) = reference else { return [] }
    return Set(
      model[id].attributes.map { "\($0.name) \($0.type.text(in: model))" }
        + model[id].relationships.map { "\($0.name) \($0.isToMany)" })
  }

  // MARK: - Matching

  /// The best pairs, each element in at most one.
  ///
  /// - Parameter similarity: The similarity of two elements, by their positions in the lists.
  private func matches(
    _ lost: [ElementReference], _ gained: [ElementReference], _ element: ModelChange.Element,
    _ similarity: (Int, Int) -> Double
  ) -> [RenameSuspicion] {
    var candidates: [RenameSuspicion] = []
    for left in lost.indices {
      for right in gained.indices {
        let value = similarity(left, right)
        guard value >= RenameSuspicions.similarityMin else { continue }
        candidates.append(
          RenameSuspicion(
            element: element, old: lost[left], new: gained[right], similarity: value))
      }
    }
    var taken = Set<ElementReference>()
    var given = Set<ElementReference>()
    return candidates.sorted(by: isBetter).filter { candidate in
      guard !taken.contains(candidate.old), !given.contains(candidate.new) else { return false }
      taken.insert(candidate.old)
      given.insert(candidate.new)
      return true
    }
  }

  private func equalButForCase(
    _ lost: [ElementReference], _ gained: [ElementReference], _ element: ModelChange.Element
  ) -> [RenameSuspicion] {
    let key = { (reference: ElementReference, model: ObjectModel) in
      NameSimilarity.words(name(reference, in: model)).joined()
    }
    let before = Dictionary(grouping: lost) { key($0, pair.old.model) }
    let after = Dictionary(grouping: gained) { key($0, pair.new.model) }
    return lost.compactMap { left in
      let name = key(left, pair.old.model)
      guard !name.isEmpty, let others = after[name], others.count == 1, before[name]?.count == 1
      else {
        return nil
      }
      return RenameSuspicion(element: element, old: left, new: others[0], similarity: 1)
    }
  }

  /// Compares by similarity, then by names. It does not compare which name is the old one, so that
  /// the inverse diff has the same pairs.
  private func isBetter(_ left: RenameSuspicion, _ right: RenameSuspicion) -> Bool {
    if left.similarity != right.similarity { return left.similarity > right.similarity }
    return key(left).lexicographicallyPrecedes(key(right))
  }

  private func key(_ suspicion: RenameSuspicion) -> [String] {
    [name(suspicion.old, in: pair.old.model), name(suspicion.new, in: pair.new.model)].sorted()
  }

  private func isBefore(_ left: RenameSuspicion, _ right: RenameSuspicion) -> Bool {
    place(left).lexicographicallyPrecedes(place(right))
  }

  private func place(_ suspicion: RenameSuspicion) -> [String] {
    let entity = suspicion.new.entity.map { pair.new.model[$0].name } ?? ""
    return [entity, suspicion.element.rawValue, name(suspicion.new, in: pair.new.model)]
  }
}
