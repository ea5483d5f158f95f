import MomentumModel
import MomentumVersionHash

/// Decides whether two forms of a version, its models at two times, have the same hashes.
///
/// The hashes of models in Swift sources are not always known. Then it is undecided whether an edit
/// changed a hash.
package struct FormComparison: Sendable {
  /// An entity, or the list of entities, for which it is not known whether an edit changed a hash.
  struct Undecided: Sendable, Hashable {
    /// The entity's name; `nil` for the list of entities.
    var entity: String?
    var text: String
  }

  /// The names of entities whose hashes differ for certain, including added and removed entities.
  private(set) var changed: [String] = []
  private(set) var undecided: [Undecided] = []

  /// Whether the hashes are equal for certain.
  var isSame: Bool { changed.isEmpty && undecided.isEmpty }

  init(_ old: DiffedModel, _ new: DiffedModel) {
    let (left, right) = (old.hashes.byEntity, new.hashes.byEntity)
    for name in Set(left.keys).union(right.keys).sorted() {
      guard let before = old.model.entity(named: name), let after = new.model.entity(named: name)
      else {
        // The model that lacks the entity may have it in a part of the source that cannot be read.
        // Then it is not certain that the entity was added or removed.
        let other = left[name] == nil ? old.model : new.model
        if other.unknownForm == nil { changed.append(name) }
        continue
      }
      compare(
        old.model[before], new.model[after], isEqual: left[name] == right[name],
        HashDifference.differences(entity: name, in: old.model, and: new.model) ?? [])
    }
    if old.model.unknownForm != new.model.unknownForm {
      undecided.append(Undecided(text: "not all of its classes can be read in the sources"))
    }
  }

  private mutating func compare(
    _ old: Entity, _ new: Entity, isEqual: Bool, _ differences: [HashDifference.Difference]
  ) {
    let (before, after) = (UnknownForms(old), UnknownForms(new))
    let open = differences.filter { difference in
      guard let name = difference.property,
        let form = before.properties[name] ?? after.properties[name]
      else { return false }
      return isOpen(difference, form: form, inBoth: old.hasProperty(name) && new.hasProperty(name))
    }
    let isHashOpen = old.hasUnknownHash || new.hasUnknownHash
    // If an entity has no difference of its own, its hash changes with its parent's hash.
    let isChanged =
      open.count < differences.count || (!isEqual && differences.isEmpty && !isHashOpen)
    if isChanged {
      changed.append(old.name)
      return
    }
    var texts = open.map(\.text)
    for name in Set(before.properties.keys).union(after.properties.keys).sorted()
    where !open.contains(where: { $0.property == name }) {
      guard let text = change(before.properties[name], after.properties[name]) else { continue }
      texts.append("'\(name)': \(text)")
    }
    if let text = change(before.own, after.own) { texts.append(text) }
    if !isEqual, texts.isEmpty { texts = ["its parent entity"] }
    undecided += texts.map { Undecided(entity: old.name, text: $0) }
  }

  /// Whether a changed property with an unknown stored form may leave the hash unchanged.
  private func isOpen(
    _ difference: HashDifference.Difference, form: String, inBoth: Bool
  ) -> Bool {
    // Only one of the models hashes the property. The hash may be equal all the same if both models
    // have it, or if it is inside an `#if` and may be in neither.
    if difference.facts.isEmpty { return inBoth || form.hasPrefix("#") }
    let known: Set<String> = ["destination", "maximum", "minimum", "optional", "ordered"]
    // The unknown part of a relationship is its inverse; that of an attribute is its stored form.
    return difference.facts.allSatisfy { !known.contains($0) }
  }

  /// The edit in words: `written [Int] → [String]`; `nil` if nothing changed.
  private func change(_ old: String?, _ new: String?) -> String? {
    guard old != new else { return nil }
    let text = "written \(old ?? "otherwise") → \(new ?? "otherwise")"
    return text.utf8.count <= 200 ? text : "what is stored is written in another way"
  }
}

/// The texts of the parts of an entity whose stored form is unknown.
private struct UnknownForms {
  var own: String?
  var properties: [String: String] = [:]

  init(_ entity: Entity) {
    own = entity.unknownForm
    for attribute in entity.attributes { properties[attribute.name] = attribute.unknownForm }
    for relationship in entity.relationships {
      properties[relationship.name] = relationship.unknownForm
    }
  }
}

extension Entity {
  fileprivate func hasProperty(_ name: String) -> Bool {
    attributes.contains { $0.name == name } || relationships.contains { $0.name == name }
  }
}

extension DiffedModel {
  /// Whether another model has the same hashes for certain.
  package func hasSameHashes(as other: DiffedModel) -> Bool {
    hashes.digest == other.hashes.digest && model.unknownForms == other.model.unknownForms
  }
}
